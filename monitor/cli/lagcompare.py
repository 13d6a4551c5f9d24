"""``monitor lag --compare``: APIs side by side on the questions that they shared."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["compared", "print_compared"]


def compared(
    database: "Database", settings: "Settings", apis: Sequence[str], window: tuple[datetime, datetime | None],
    now: datetime, named: dict[str, str],
) -> dict[str, Any]:  # fmt: skip
    """Give the comparison; an API of which nothing was asked then is a usage error that names those that were."""
    from sqlmodel import col, select

    from monitor.cli.output import progress
    from monitor.daemon.world import load_world
    from monitor.lag.comparing import compare_apis
    from monitor.store.tables import Probe

    until = window[1] or now
    with database.read() as session:
        query = select(Probe.api).where(col(Probe.instant_at) >= window[0], col(Probe.instant_at) < until).distinct()
        there = sorted(session.exec(query))
    if unknown := [name for name in apis if name not in there]:
        known = ", ".join(there) or "no API at all"
        raise typer.BadParameter(f"nothing was asked of {unknown[0]!r} then; there is {known}", param_hint="--compare")
    with progress("Comparing"):
        return compare_apis(database, apis, since=window[0], until=until, reader=named["reader"],
                            policy=named["policy"], now=now, market=settings.market,
                            items=load_world(settings).by_id)  # fmt: skip


def print_compared(found: dict[str, Any]) -> None:
    """Print each API's lag on the shared questions, every pair, and what follows."""
    from monitor.cli.output import print_table, say
    from monitor.web.lagtable import short, table_notes

    print_table(
        ("api", "shared", "dated", "median [95 %]", "<=5m", "<=1h"),
        [
            (one["api"], one["shared"], one["dated"], short(one["median_s"]),
             *(_percent(one["share_within"][age]["est"]) for age in ("300", "3600")))
            for one in found["apis"]
        ],
        right={"shared", "dated", "median [95 %]", "<=5m", "<=1h"},
    )  # fmt: skip
    say()
    print_table(
        ("pair", "pairs", "instants", "fresher", "p", "in target"),
        [
            (f"{one['a']} / {one['b']}", one["lag_score"]["pairs"], one["lag_score"]["instants"], _fresher(one),
             _p(one["lag_score"]["p_holm"]), _points(one["target_rate"]))
            for one in found["pairs"]
        ],
        right={"pairs", "instants", "p"},
    )  # fmt: skip
    say()
    say(found["text"])
    say("Paired on item, instant and offset; p is Holm's, by instants; in target: the first's rate less the second's.")
    for line in table_notes(found):
        say(line)


def _fresher(one: dict[str, Any]) -> str:
    return "too few" if one["lag_score"].get("why") else one["fresher"] or "tie"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.0f}%"


def _p(value: float | None) -> str:
    return "-" if value is None else "<.001" if value < 0.001 else f"{value:.3f}".removeprefix("0")


def _points(one: dict[str, Any]) -> str:
    if one["est"] is None:
        return "-"
    return f"{100 * one['est']:+.0f} [{100 * one['lo']:+.0f}, {100 * one['hi']:+.0f}]"
