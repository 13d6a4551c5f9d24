"""Two APIs on the same questions: item, instant and offset alike, both answered and graded."""

from dataclasses import replace
from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from monitor.store.plain import plain_rows
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
    ours, theirs = (_graded(site, name) for name in (first, second))
    found: dict[tuple[str, float], Row] = {}
    sooner: dict[tuple[str, float], list[float]] = {}
    for key in ours.keys() & theirs.keys():
        (asset, right, ms), (_, other_right, other_ms) = ours[key], theirs[key]
        place = (asset, key[2])
        row = found.setdefault(place, {"a": first, "b": second, "asset": asset, "offset_s": key[2], "pairs": 0,
                                       "both": 0, "first_only": 0, "second_only": 0, "neither": 0})  # fmt: skip
        row["pairs"] += 1
        row["both" if right and other_right else "first_only" if right else "second_only" if other_right
            else "neither"] += 1  # fmt: skip
        if ms is not None and other_ms is not None:
            sooner.setdefault(place, []).append(other_ms - ms)
    for place, row in found.items():
        row["faster_ms"] = median(sooner[place]) if place in sooner else None
    return [found[place] for place in sorted(found)]


def _graded(site: Site, api: str) -> dict[tuple[Any, ...], tuple[str, bool, float | None]]:
    """Give asset, rightness and latency of one API's graded probes of the last days, each by its last grade."""
    now = site.clock.now()
    later = aliased(GradeRow)
    last = select(func.max(later.id)).where(col(later.probe_id) == col(Probe.id)).correlate(Probe).scalar_subquery()
    fields = (col(Probe.item_id), col(Probe.instant_at), col(Probe.offset_s), col(Probe.vantage), col(Probe.asset),
              col(GradeRow.correct), col(Probe.latency_ms))  # fmt: skip
    joined: Any = select(*fields).select_from(Probe).join(GradeRow, col(GradeRow.id) == last)
    query = joined.where(
        col(Probe.api) == api, col(Probe.asset).in_(("equity", "crypto", "fx")), col(Probe.attempt) == 0,
        col(Probe.instant_at) >= now - timedelta(days=DAYS), col(Probe.instant_at) <= now,
        col(GradeRow.class_).not_in(_NOT_COUNTED), col(GradeRow.closed).is_(False), col(GradeRow.coarse).is_(False),
    )  # fmt: skip
    with site.database.read() as session:
        return {tuple(row[:4]): (row[4], bool(row[5]), row[6]) for row in plain_rows(session, query)}
