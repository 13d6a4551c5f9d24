"""``monitor status``: is it alive, what is next, what was missed, how late probes were."""

from typing import TYPE_CHECKING, Any

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from monitor.store.growth import Growth
    from monitor.web.overview import Batch, Overview

__all__ = ["status"]

YEARS_D = 1000
"""Days that nobody counts."""


def status(as_json: AsJson = False, config: Config = None, db: Db = None) -> None:
    """Tell if it runs, what is next, what was missed, how late.

    Exit status 1 when no scheduler runs on the database or a critical alert is open.
    """
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import print_json
    from monitor.store.growth import growth
    from monitor.web.health import health
    from monitor.web.overview import overview

    settings = settings_for(config, db)
    database = existing_database(settings)
    try:
        now = clock_of(settings).now()
        view, grown = overview(database, now), growth(database, now)
    finally:
        database.close()
    if as_json:
        print_json({**health(view), "database": database.path, "bytes": grown.file_bytes,
                    "bytes_a_day": grown.bytes_a_day, "days_left": grown.days_left})  # fmt: skip
    else:
        _print(view, str(database.path), grown)
    raise typer.Exit(DONE if view.healthy else FINDING)


def _print(view: "Overview", path: str, grown: "Growth") -> None:
    from monitor.cli.output import ago, did, iso, number, print_facts, print_table, say, span

    life, late, now = view.life, view.lateness, view.now
    beat = life.heartbeat
    since = f", for {span((now - life.started_at).total_seconds())}" if life.alive and life.started_at else ""
    worker = None
    if life.alive:
        restarts = beat.get("worker_restarts") or 0
        worker = f"process {beat['worker_pid']}" if beat.get("worker_pid") else "not needed yet"
        worker += f", restarted {restarts} times" if restarts else ""
    loop = f", event loop late by up to {beat['loop_delay_ms']} ms" if life.alive and "loop_delay_ms" in beat else ""
    print_facts(
        [
            ("scheduler", f"{'running' if life.alive else 'NOT RUNNING'}: {life.why}{since}"),
            ("heartbeat", ago(life.heartbeat_at, now) + loop),
            ("worker", worker),
            ("host clock", _clock(view.host_clock)),
            ("database", f"{path} (schema {view.schema}), version {view.version}"),
            ("size", _size(grown)),
            ("planned", f"{view.planned:,} probes until {iso(view.planned_until)}" if view.planned else "nothing"),
            ("last 24 h", ", ".join(f"{n:,} {state}" for state, n in view.counts.items()) or "no probes were due"),
            (
                "lateness",
                f"p50 {number(late.p50_ms)}, p95 {number(late.p95_ms)}, p99 {number(late.p99_ms)}, "
                f"max {number(late.max_ms)} ms after the slot ({late.n:,} sent, {late.spoiled:,} spoiled by our loop)"
                if late.n
                else None,
            ),
            (
                "spread",
                f"p50 {number(late.spread_p50_ms)}, max {number(late.spread_max_ms)} ms from due to slot"
                if late.n
                else None,
            ),
            ("messages", _messages(view.messages)),
            *((f"job {name}", f"{ago(at, now)}: {did(value)}") for name, (at, value) in view.jobs.items()),
        ]
    )
    for alert in view.alerts:
        times = f", {alert.count} times" if alert.count > 1 else ""
        held = f", {alert.held}" if alert.held else ""
        say(f"ALERT {alert.severity}: {alert.message} (alert {alert.id}, {alert.key}, since {iso(alert.raised_at)}"
            f"{times}{held})")  # fmt: skip
    if view.slo:
        from monitor.cli.slo import print_slos

        say()
        print_slos(list(view.slo), "")
    if view.reasons:
        say()
        print_table(
            ("not answered", "probes", "why"), [(s, f"{n:,}", why) for s, why, n in view.reasons], right={"probes"}
        )
    _print_next(view)
    _print_last(view)


def _print_next(view: "Overview") -> None:
    from monitor.cli.output import ago, iso, print_table, say

    if view.next:
        say()
        print_table(
            ("next (UTC)" if view.life.alive else "planned (UTC)", "when", "schedule", "offset", "probes", "spread"),
            [
                (iso(one.due_at), ago(one.due_at, view.now), *_what(one), one.probes, _ms(one.spread_max_ms))
                for one in view.next
            ],
            right={"probes", "spread"},
            spare=("spread", "schedule"),
        )
        if not view.life.alive:
            say("None of these is sent while nothing runs: `monitor run` starts it.")


def _print_last(view: "Overview") -> None:
    from monitor.cli.output import iso, print_table, say

    if view.last:
        say()
        print_table(
            ("last (UTC)", "schedule", "offset", "states", "late p50", "late max", "spread"),
            [
                (
                    iso(one.due_at),
                    *_what(one),
                    ", ".join(f"{n} {state}" for state, n in sorted(one.states.items())),
                    *map(_ms, (one.lateness_p50_ms, one.lateness_max_ms, one.spread_max_ms)),
                )
                for one in view.last
            ],
            right={"late p50", "late max", "spread"},
            spare=("spread", "late p50", "schedule"),
        )


def _what(batch: "Batch") -> tuple[str, str]:
    from monitor.cli.output import span

    return ", ".join(batch.schedules), "several" if batch.offset_s is None else span(batch.offset_s)


def _size(grown: "Growth") -> str:
    from monitor.cli.db_parts import size

    pace, left = grown.bytes_a_day, grown.days_left
    said = "growth not known yet" if pace is None else f"{size(int(pace))} more a day"
    if left is not None:
        said += f", the disk is full in {left:,.0f} days" if left < YEARS_D else ", the disk lasts for years"
    return f"{size(grown.file_bytes)}, {said}"


def _ms(value: float | None) -> str:
    return "-" if value is None else f"{value:,.1f} ms"


def _clock(found: dict[str, Any] | None) -> str | None:
    if found is None:
        return None
    return (
        f"{found['low_ms']:+.0f} to {found['high_ms']:+.0f} ms off, say {found['agreeing']} of {found['seen']} servers"
    )


def _messages(found: dict[str, Any]) -> str | None:
    """Give how the sending of alerts stands; None where nothing waits."""
    if not found["waiting"]:
        return None
    failed = f", {found['failed']} FAILED so far ({found['to']}: {found['last_error']})" if found["failed"] else ""
    return f"{found['waiting']} wait to be sent{failed}"
