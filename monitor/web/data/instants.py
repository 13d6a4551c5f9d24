"""Instants of the schedules, and the grid of one: every probe by item, api and offset."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlmodel import col

from monitor.store.tables import GradeRow, Instant, Probe, ReadingRow
from monitor.web.data import links
from monitor.web.data.classes import Mark, mark_of
from monitor.web.data.probes import with_grades
from monitor.web.site import Site
from monitor.web.table.spec import Column, Kind, Row, Table
from monitor.web.table.sql import SqlSource

__all__ = ["INSTANTS", "Cell", "ItemGrid", "grid"]

_OF_STATE = {
    "answered": "answered", "failed": "failed", "missed": "missed", "interrupted": "missed", "skipped": "missed",
    "planned": "planned", "claimed": "planned",
}  # fmt: skip
"""State -> the column that counts it."""


def _count(site: Site, rows: list[Row]) -> None:
    """Count the probes of the instants that are shown, and of no others."""
    by_id = {row["instant"]: row for row in rows}
    for row in rows:
        row.update(dict.fromkeys(("probes", *_OF_STATE.values()), 0))
    query = (
        select(col(Probe.instant_id), col(Probe.state), func.count())
        .where(col(Probe.instant_id).in_(by_id), col(Probe.state) != "cancelled")
        .group_by(col(Probe.instant_id), col(Probe.state))
    )
    with site.database.read() as session:
        for instant, state, number in session.connection().execute(query):
            by_id[instant][_OF_STATE[state]] += number
            by_id[instant]["probes"] += number


INSTANTS = Table(
    name="instants",
    title="Instants",
    columns=(
        Column("instant_at", "Instant", Kind.MOMENT, href=links.to_instant),
        Column("schedule", "Schedule", filter="is"),
        Column("market_open", "Market open", Kind.YES, filter="is", choices=("yes", "no")),
        Column("is_close", "Close", Kind.YES, filter="is", choices=("yes", "no")),
        Column("probes", "Probes", Kind.COUNT, sort=False),
        Column("answered", "Answered", Kind.COUNT, sort=False),
        Column("failed", "Failed", Kind.COUNT, sort=False),
        Column("missed", "Not sent", Kind.COUNT, sort=False),
        Column("planned", "To come", Kind.COUNT, sort=False),
        Column("planned_at", "Planned", Kind.MOMENT),
        Column("seed", "Seed", Kind.TEXT, shown=False),
    ),
    source=SqlSource(
        query=lambda _site: select().select_from(Instant),
        fields={
            "instant_at": col(Instant.at),
            "schedule": col(Instant.schedule),
            "market_open": col(Instant.market_open),
            "is_close": col(Instant.is_close),
            "planned_at": col(Instant.planned_at),
            "seed": col(Instant.seed),
        },
        also={"instant": col(Instant.id)},
        with_context=_count,
        key=col(Instant.id),
    ),
    sort="-instant_at",
    timed="instant_at",
    about="The moments that schedules chose, with how their probes went.",
    empty="No instant is stored there.",
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One probe in the grid."""

    probe: int
    mark: Mark
    price: float | None
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class ItemGrid:
    """All probes of one item at one instant; `rows` are apis with a cell, or none, for each offset."""

    item: str
    ticker: str
    asset: str
    is_close: bool
    offsets_s: tuple[float, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]
    target: tuple[float, float] | None
    """The widest target range that any grade held an answer to."""


def grid(site: Site, at: datetime) -> list[ItemGrid]:
    """Give the grids of the instant `at`, an item each; empty where nothing was planned for that moment."""
    fields = (
        col(Probe.id), col(Probe.item_id), col(Probe.ticker), col(Probe.asset), col(Probe.is_close), col(Probe.api),
        col(Probe.offset_s), col(Probe.state), col(Probe.reason), col(ReadingRow.price), col(GradeRow.class_),
        col(GradeRow.target_low), col(GradeRow.target_high),
    )  # fmt: skip
    query = (
        with_grades(select(*fields))
        .where(col(Probe.instant_at) == at, col(Probe.state) != "cancelled", col(Probe.attempt) == 0)
        .order_by(col(Probe.item_id), col(Probe.api), col(Probe.offset_s), col(Probe.id))
    )
    with site.database.read() as session:
        rows = session.connection().execute(query).all()
    items: dict[str, list[Any]] = {}
    for row in rows:
        items.setdefault(row[1], []).append(row)
    return [_item_grid(members) for members in items.values()]


def _item_grid(rows: list[Any]) -> ItemGrid:
    offsets = tuple(sorted({row[6] for row in rows}))
    apis: dict[str, dict[float, Cell]] = {}
    for row in rows:
        apis.setdefault(row[5], {})[row[6]] = Cell(row[0], mark_of(row[7], row[10]), row[9], row[7], row[8] or "")
    ranges = [(row[11], row[12]) for row in rows if row[11] is not None and row[12] is not None]
    _, item, ticker, asset, is_close = rows[0][:5]
    return ItemGrid(
        item, ticker, asset, bool(is_close), offsets,
        tuple((api, tuple(cells.get(offset) for offset in offsets)) for api, cells in apis.items()),
        (min(low for low, _ in ranges), max(high for _, high in ranges)) if ranges else None,
    )  # fmt: skip
