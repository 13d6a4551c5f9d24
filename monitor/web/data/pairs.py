"""Two APIs on the same questions: item, instant and offset alike, both answered and graded; counted in the database."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from monitor.store.tables import GradeRow, Probe
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

if TYPE_CHECKING:
    from monitor.web.table.asked import Asked

__all__ = ["DAYS", "PAIRS", "pairs_of"]

DAYS = 7
_NOT_COUNTED = ("no_reference", "error")


class _Pairs:
    """Gives the rows of the two APIs that the filters name; none without both."""

    def fetch(self, site: Site, table: Table, asked: "Asked") -> tuple[list[Row], str | None]:
        """Give the rows, and where they go on."""
        first, second = asked.filters.get("a"), asked.filters.get("b")
        found = _rows(site, first, second) if first and second else []
        return PlainSource(lambda _site: found).fetch(site, table, asked)


PAIRS = Table(
    name="pairs",
    title=f"Asked alike in the last {DAYS} days",
    columns=(
        Column("asset", "Asset", filter="is", choices=("equity", "crypto", "fx")),
        Column("offset_s", "Offset", Kind.SPAN),
        Column("a", "First API", filter="is", shown=False),
        Column("b", "Second API", filter="is", shown=False),
        Column("pairs", "Pairs", Kind.COUNT),
        Column("both", "Both right", Kind.COUNT),
        Column("first_only", "Only the first", Kind.COUNT),
        Column("second_only", "Only the second", Kind.COUNT),
        Column("neither", "Neither", Kind.COUNT),
        Column("faster_ms", "First answers sooner by", Kind.MS),
    ),
    source=_Pairs(),
    about="Two APIs (`a` and `b`) on the same items, instants and offsets: which of them gave the asked price.",
    empty="The two were not asked alike, or their answers are not graded.",
)


def pairs_of(first: str, second: str) -> Table:
    """Give the table of two APIs."""
    return replace(PAIRS, fixed={"a": first, "b": second})


def _rows(site: Site, first: str, second: str) -> list[Row]:
    now = site.clock.now()
    a, b = _graded(first, now).subquery(), _graded(second, now).subquery()
    alike = (a.c.item == b.c.item) & (a.c.at == b.c.at) & (a.c.offset_s == b.c.offset_s) & (a.c.vantage == b.c.vantage)

    def counted(condition: Any) -> Any:
        return func.sum(case((condition, 1), else_=0))

    query = (
        select(
            a.c.asset, a.c.offset_s, func.count(), counted(a.c.right & b.c.right), counted(a.c.right & ~b.c.right),
            counted(~a.c.right & b.c.right), counted(~a.c.right & ~b.c.right),
            func.avg(b.c.latency_ms - a.c.latency_ms),
        ).select_from(a.join(b, alike)).group_by(a.c.asset, a.c.offset_s).order_by(a.c.asset, a.c.offset_s)
    )  # fmt: skip
    names = ("asset", "offset_s", "pairs", "both", "first_only", "second_only", "neither", "faster_ms")
    with site.database.read() as session:
        found = session.connection().execute(query).all()
    return [{"a": first, "b": second, **dict(zip(names, row, strict=True))} for row in found]


def _graded(api: str, now: datetime) -> Any:
    """Select one API's graded probes of the last days, each with its last grade."""
    later = aliased(GradeRow)
    last = select(func.max(later.id)).where(later.probe_id == col(Probe.id)).correlate(Probe).scalar_subquery()
    return (
        select(
            col(Probe.item_id).label("item"), col(Probe.instant_at).label("at"), col(Probe.offset_s).label("offset_s"),
            col(Probe.vantage).label("vantage"), col(Probe.asset).label("asset"),
            col(Probe.latency_ms).label("latency_ms"), col(GradeRow.correct).label("right"),
        )
        .select_from(Probe)
        .join(GradeRow, col(GradeRow.id) == last)
        .where(
            col(Probe.api) == api, col(Probe.asset).in_(("equity", "crypto", "fx")), col(Probe.attempt) == 0,
            col(Probe.instant_at) >= now - timedelta(days=DAYS), col(Probe.instant_at) <= now,
            col(GradeRow.class_).not_in(_NOT_COUNTED), col(GradeRow.closed).is_(False),
            col(GradeRow.coarse).is_(False),
        )
    )  # fmt: skip
