"""``monitor schedules``: the next instants, and what asking at them costs."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson, Config

if TYPE_CHECKING:
    from monitor.daemon.world import World
    from monitor.datasets import Item
    from monitor.probing.estimate import Estimate
    from monitor.schedules import LiveSchedule, Schedules

__all__ = ["schedules"]


def schedules(
    count: Annotated[
        int, typer.Option("--limit", "--count", "-n", min=1, max=500, help="Instants to show of each schedule.")
    ] = 3,
    as_json: AsJson = False,
    config: Config = None,
) -> None:
    """Show the next instants, and calls and dollars a day.

    Instants are UTC, with the exchange's local time and whether its market will be open. Nothing is planned by it.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, progress
    from monitor.daemon.world import load_world, schedules_of
    from monitor.probing.estimate import estimate

    settings = settings_for(config)
    now = clock_of(settings).now()
    world = load_world(settings)
    with progress("Reading the schedules"):
        found = schedules_of(world, now)
        rows = _instants(found, world.items, now, count)
        nightly = _nightly(found, world, now)
        cost = estimate(found.live, world.items, world.usable, now)
    budget = {"usd_per_day": settings.budget.usd_per_day, "calls_per_day": settings.budget.calls_per_day}
    if as_json:
        print_json({"instants": rows, "nightly": nightly, **cost.as_dict(), "budget": budget})
        return
    _print(rows, nightly, cost, budget, now)


def _instants(found: "Schedules", items: "tuple[Item, ...]", now: datetime, count: int) -> list[dict[str, Any]]:
    from monitor.schedules import select_items, upcoming

    rows = []
    for schedule in found.live:
        asked = len(select_items(schedule, items))
        if not schedule.enabled:
            rows.append(
                {
                    "schedule": schedule.name,
                    "enabled": False,
                    "at": None,
                    "local": None,
                    "market": None,
                    "items": asked,
                    **_offsets(schedule),
                }
            )
            continue
        rows += [
            {
                "schedule": schedule.name,
                "enabled": True,
                "at": planned.at,
                "local": planned.local.isoformat(),
                "zone": str(planned.local.tzinfo),
                "market": _market(planned.market_open, planned.at_close),
                "items": asked,
                **_offsets(schedule),
            }
            for planned in upcoming(schedule, now, count)
        ]
    return sorted(rows, key=lambda row: (row["at"] is None, row["at"] or now, row["schedule"]))


def _offsets(schedule: "LiveSchedule") -> dict[str, Any]:
    slow = schedule.slow_offsets
    return {"offsets": len(schedule.offsets), "slow_offsets": None if slow is None else len(slow)}


def _market(is_open: bool, at_close: bool) -> str:
    return "close" if at_close else "open" if is_open else "closed"


def _nightly(found: "Schedules", world: "World", now: datetime) -> list[dict[str, Any]]:
    from monitor.daemon.nightly import costs_of_schedules
    from monitor.schedules import nightly_starts

    costs = {one["schedule"]: one for one in costs_of_schedules(world, found.nightly)}
    return [
        {
            "schedule": schedule.name,
            "enabled": schedule.enabled,
            "next_at": next(iter(nightly_starts(schedule, now, now + timedelta(days=3))), None),
            "sets": list(schedule.sets),
            "repeats": schedule.repeats,
            "cost": costs.get(schedule.name),
        }
        for schedule in found.nightly
    ]


def _print(
    rows: list[dict[str, Any]], nightly: list[dict[str, Any]], cost: "Estimate", budget: "dict[str, Any]", now: datetime
) -> None:
    from monitor.cli.output import ago, iso, money, number, print_table, say

    def local(row: dict[str, Any]) -> str:
        at = datetime.fromisoformat(row["local"])
        return f"{at:%a %H:%M} {row['zone'].rpartition('/')[2].replace('_', ' ')}"

    def offsets(row: dict[str, Any]) -> str:
        slow = row["slow_offsets"]
        return f"{row['offsets']}" if slow in (None, row["offsets"]) else f"{row['offsets']} or {slow}"

    print_table(
        ("instant (UTC)", "in", "local", "market", "schedule", "items", "offsets"),
        [
            (
                iso(row["at"]),
                ago(row["at"], now).removeprefix("in "),
                local(row),
                row["market"],
                row["schedule"],
                row["items"],
                offsets(row),
            )
            if row["enabled"]
            else ("disabled", None, None, None, row["schedule"], row["items"], offsets(row))
            for row in rows
        ],
        right={"items", "offsets"},
        empty="no live schedules",
    )
    if any(row["slow_offsets"] for row in rows):
        say("Offsets: the second number is for apis that take a call a second or fewer.")
    if nightly:
        say()
        print_table(
            ("nightly", "state", "sets", "repeats", "runs", "calls", "USD", "next (UTC)"),
            [
                (
                    row["schedule"],
                    "enabled" if row["enabled"] else "disabled",
                    ", ".join(row["sets"]),
                    row["repeats"],
                    row["cost"] and f"{row['cost']['runs']:,}",
                    row["cost"] and f"{row['cost']['calls']:,}",
                    row["cost"] and money(row["cost"]["usd_per_day"]),
                    iso(row["next_at"]) if row["enabled"] else "-",
                )
                for row in nightly
            ],
            right={"repeats", "runs", "calls", "USD"},
        )
        costs = [row["cost"] for row in nightly if row["cost"]]
        for name, why in {k: v for one in costs for k, v in one["baseline"].items()}.items():
            say(f"{name}: the baseline answers: {why}.")
        for name, apis in {k: v for one in costs for k, v in one["without_pages"].items()}.items():
            say(f"{name}: not asked of {', '.join(apis)}, which cannot read pages.")
    say()
    loads = [(name, number(cost.calls[name]), money(cost.usd[name])) for name in cost.calls]
    total = ("all", number(cost.total_calls), money(cost.total_usd))
    print_table(
        ("api", "calls/day", "USD/day"),
        [*loads, total] if loads else [],
        right={"calls/day", "USD/day"},
        empty="no api is asked: set a key, or enable one (see `monitor apis`)",
    )
    limit = "" if budget["calls_per_day"] is None else f" and {budget['calls_per_day']:,} calls"
    say()
    missed: dict[int, list[str]] = {}
    for name, late in cost.too_late.items():
        missed.setdefault(late, []).append(name)
    for late, names in missed.items():
        say(f"{', '.join(names)}: {late} probes of the fullest instant will be missed, since the api's limits leave "
            "no slot in time: ask for fewer items or at fewer offsets.")  # fmt: skip
    say(f"Means of the next four weeks at list prices. Budget: {budget['usd_per_day']:.2f} USD{limit} a day.")
