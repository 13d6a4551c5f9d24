"""Probes with what was read from them and how that was graded: the newest reading and its newest grade."""

from typing import Any

from sqlalchemy import func, or_, select
from sqlmodel import col

from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State
from monitor.web.data import links
from monitor.web.data.classes import MARKS
from monitor.web.site import Site
from monitor.web.table.spec import Column, Kind, Table
from monitor.web.table.sql import SqlSource

__all__ = ["PROBES", "probes_of", "with_grades"]

CLASSES = tuple(name for name in MARKS if name not in ("missed", "planned", "ungraded"))


def with_grades(query: Any) -> Any:
    """Give a select with the newest reading of each probe and the newest grade of that."""
    reading = select(func.max(col(ReadingRow.id))).where(col(ReadingRow.probe_id) == col(Probe.id)).correlate(Probe)
    graded = (
        select(func.max(col(GradeRow.id)))
        .where(
            col(GradeRow.probe_id) == col(Probe.id),
            or_(col(GradeRow.reading_id).is_(None), col(GradeRow.reading_id) == col(ReadingRow.id)),
        )
        .correlate(Probe, ReadingRow)
    )
    return (
        query.select_from(Probe)
        .join(ReadingRow, col(ReadingRow.id) == reading.scalar_subquery(), isouter=True)
        .join(GradeRow, col(GradeRow.id) == graded.scalar_subquery(), isouter=True)
    )


def _due(site: Site) -> Any:
    return with_grades(select()).where(col(Probe.instant_at) <= site.clock.now())


SOURCE = SqlSource(
    query=_due,
    fields={
        "probe": col(Probe.id),
        "instant_at": col(Probe.instant_at),
        "offset_s": col(Probe.offset_s),
        "api": col(Probe.api),
        "item": col(Probe.item_id),
        "ticker": col(Probe.ticker),
        "asset": col(Probe.asset),
        "state": col(Probe.state),
        "error_class": col(Probe.error_class),
        "reason": col(Probe.reason),
        "price": col(ReadingRow.price),
        "currency": col(ReadingRow.currency),
        "newest_price": col(ReadingRow.newest_price),
        "class": col(GradeRow.class_),
        "power": col(GradeRow.power),
        "sent_at": col(Probe.sent_at),
        "lateness_ms": col(Probe.lateness_ms),
        "latency_ms": col(Probe.latency_ms),
        "cost_usd": col(Probe.cost_usd),
    },
    key=col(Probe.id),
)

_COLUMNS = (
    Column("probe", "Probe", Kind.TEXT, href=links.to_probe),
    Column("instant_at", "Instant", Kind.MOMENT, href=links.to_instant),
    Column("offset_s", "Offset", Kind.SPAN, filter="is"),
    Column("api", "API", filter="is", href=links.to_api),
    Column("item", "Item id", filter="is", shown=False),
    Column("ticker", "Item", filter="is", href=links.to_item),
    Column("asset", "Asset", filter="is", choices=("equity", "crypto", "fx")),
    Column("state", "State", Kind.STATE, filter="is", choices=tuple(State)),
    Column("error_class", "Fault", filter="is", shown=False),
    Column("reason", "Reason", Kind.LONG, sort=False, shown=False),
    Column("price", "Price", Kind.PRICE),
    Column("currency", "In", shown=False),
    Column("newest_price", "Newest price", Kind.PRICE, shown=False),
    Column("class", "Class", Kind.CLASS, filter="is", choices=CLASSES),
    Column("power", "Power", Kind.NUMBER),
    Column("sent_at", "Sent", Kind.MOMENT, shown=False),
    Column("lateness_ms", "Late", Kind.MS),
    Column("latency_ms", "Answered in", Kind.MS),
    Column("cost_usd", "USD", Kind.MONEY, shown=False),
)

PROBES = Table(
    name="probes",
    title="Probes",
    columns=_COLUMNS,
    source=SOURCE,
    sort="-instant_at",
    timed="instant_at",
    since="30d",
    about="What was asked, newest first: the latest reading of each answer and its latest grade.",
    empty="No probe of this kind was due.",
)


def probes_of(**fixed: str) -> Table:
    """Give the table of the probes that have some values, without their columns."""
    hidden = {**fixed, **({"ticker": ""} if "item" in fixed else {})}
    return Table(
        name=PROBES.name,
        title=PROBES.title,
        columns=tuple(one for one in _COLUMNS if one.name not in hidden or one.name in fixed),
        source=SOURCE,
        sort=PROBES.sort,
        timed=PROBES.timed,
        since=PROBES.since,
        empty=PROBES.empty,
        fixed=fixed,
    )
