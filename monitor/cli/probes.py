"""``monitor probes``: what was asked, newest first, with the number that ``monitor show`` takes."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson, Config, Db, Since, Until

if TYPE_CHECKING:
    from datetime import datetime

    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["probes"]


def probes(
    api: Annotated[str | None, typer.Option("--api", metavar="NAME", help="Of this api only.")] = None,
    item: Annotated[str | None, typer.Option("--item", metavar="ITEM", help="Of this id or ticker only.")] = None,
    state: Annotated[str | None, typer.Option("--state", metavar="STATE", help="In this state only.")] = None,
    grade: Annotated[str | None, typer.Option("--class", metavar="CLASS", help="Graded so only, as in stale.")] = None,
    since: Since = None,
    until: Until = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100_000, help="So many, the newest.")] = 20,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """List what was asked, newest first, by the number of each.

    By default whatever was due until now.
    """
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.output import print_json, print_table

    settings = settings_for(config, db)
    now = clock_of(settings).now()
    start, end = moment(since, now, "--since"), moment(until, now, "--until") or now
    database = existing_database(settings)
    try:
        rows = _rows(database, start, end, limit, api=api, item=item, state=state, grade=grade)
        if not rows:
            _check_names(settings, database, api=api, item=item, state=state, grade=grade)
    finally:
        database.close()
    if as_json:
        print_json(rows)
        return
    print_table(
        ("probe", "instant (UTC)", "offset", "api", "item", "state", "price", "class", "ms"),
        [_cells(row) for row in rows],
        right={"probe", "offset", "price", "ms"},
        empty="no such probe was due" + ("" if since or until else " until now"),
        spare=("ms", "offset"),
    )


def _check_names(
    settings: "Settings", database: "Database", *, api: str | None, item: str | None, state: str | None,
    grade: str | None,
) -> None:  # fmt: skip
    """Raise ConfigError for a name that is neither configured nor in the database."""
    from sqlmodel import select

    from monitor.cli.picking import check_name
    from monitor.daemon.world import load_world
    from monitor.grading.types import Cls
    from monitor.store.tables import Probe
    from monitor.store.types import State

    if state is not None:
        check_name(state, list(State), "state", "--state")
    if grade is not None:
        check_name(grade, list(Cls), "class", "--class")
    if api is None and item is None:
        return
    world = load_world(settings)
    with database.read() as session:
        stored = session.exec(select(Probe.api, Probe.item_id, Probe.ticker).distinct()).all()
    if api is not None:
        check_name(api, [*world.apis, *(row[0] for row in stored)], "api", "--api", "monitor apis")
    if item is not None:
        names = [name for one in world.items for name in (one.id, one.ticker)]
        names += [name for row in stored for name in row[1:]]
        if item.upper() not in map(str.upper, names):
            check_name(item, names, "item", "--item", "monitor items")


def _rows(
    database: "Database", start: "datetime | None", end: "datetime", count: int, *, api: str | None, item: str | None,
    state: str | None, grade: str | None,
) -> list[dict[str, Any]]:  # fmt: skip
    from sqlmodel import col, func, or_, select

    from monitor.store.tables import GradeRow, Probe, ReadingRow

    reading = select(func.max(col(ReadingRow.id))).where(ReadingRow.probe_id == col(Probe.id)).correlate(Probe)
    graded = (
        select(func.max(col(GradeRow.id)))
        .where(GradeRow.probe_id == col(Probe.id),
               or_(col(GradeRow.reading_id).is_(None), col(GradeRow.reading_id) == col(ReadingRow.id)))
        .correlate(Probe, ReadingRow)
    )
    query = (
        select(Probe, ReadingRow, GradeRow)
        .join(ReadingRow, col(ReadingRow.id) == reading.scalar_subquery(), isouter=True)
        .join(GradeRow, col(GradeRow.id) == graded.scalar_subquery(), isouter=True)
        .where(col(Probe.due_at) < end)
        .order_by(col(Probe.due_at).desc(), col(Probe.id).desc())
        .limit(count)
    )
    if start is not None:
        query = query.where(col(Probe.due_at) >= start)
    if api is not None:
        query = query.where(Probe.api == api)
    if item is not None:
        query = query.where(or_(col(Probe.item_id) == item, func.upper(col(Probe.ticker)) == item.upper()))
    if state is not None:
        query = query.where(Probe.state == state)
    if grade is not None:
        query = query.where(GradeRow.class_ == grade)
    with database.read() as session:
        found = session.exec(query).all()
    return [
        {
            "probe": probe.id,
            "instant_at": probe.instant_at,
            "offset_s": probe.offset_s,
            "api": probe.api,
            "item": probe.item_id,
            "ticker": probe.ticker,
            "state": str(probe.state),
            "error_class": probe.error_class,
            "reason": probe.reason,
            "sent_at": probe.sent_at,
            "latency_ms": None if probe.latency_ms is None else round(probe.latency_ms, 3),
            "price": None if read is None else read.price,
            "currency": None if read is None else read.currency,
            "newest_price": None if read is None else read.newest_price,
            "class": None if mark is None else mark.class_,
            "policy": None if mark is None else mark.policy,
        }
        for probe, read, mark in found
    ]


def _cells(row: dict[str, Any]) -> tuple[object, ...]:
    from monitor.cli.output import iso, number, span

    state = row["state"] + (f" ({row['error_class']})" if row["error_class"] else "")
    price = None if row["price"] is None else f"{row['price']:.10g} {row['currency'] or '?'}"
    latency = None if row["latency_ms"] is None else number(row["latency_ms"], 0)
    return (
        row["probe"], iso(row["instant_at"]), span(row["offset_s"]), row["api"], row["ticker"], state, price,
        row["class"], latency,
    )  # fmt: skip
