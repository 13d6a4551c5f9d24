"""How often answers were of each class in the last days, by API or item: counted in the database."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, select
from sqlmodel import col

from monitor.store.tables import GradeRow, Probe
from monitor.web.data.classes import MARKS, Mark, mark_of
from monitor.web.data.probes import with_grades
from monitor.web.site import Site

__all__ = ["DAYS", "Shares", "shares"]

DAYS = 7


@dataclass(frozen=True, slots=True)
class Shares:
    """One line: the probes of an asset (of an API) or of an API (for an item), by class."""

    name: str
    total: int
    parts: tuple[tuple[Mark, int], ...]
    """Every class that occurs, in the order of the classes."""


def shares(site: Site, *, api: str | None = None, item_id: str | None = None) -> Sequence[Shares]:
    """Give the classes of one API's probes by asset, or of one item's probes by API."""
    by = col(Probe.asset) if api is not None else col(Probe.api)
    now = site.clock.now()
    # The state as an expression, so that the index on it, under which nearly every row stands, is not taken.
    query = with_grades(select(by, col(Probe.state), col(GradeRow.class_), func.count())).where(
        col(Probe.instant_at) >= now - timedelta(days=DAYS), col(Probe.instant_at) <= now,
        col(Probe.state).op("||")("").in_(("answered", "failed", "missed", "interrupted", "skipped")),
        col(Probe.api) == api if api is not None else col(Probe.item_id) == item_id,
    ).group_by(by, col(Probe.state), col(GradeRow.class_))  # fmt: skip
    counted: dict[str, dict[str, int]] = {}
    with site.database.read() as session:
        for name, state, graded, number in session.connection().execute(query):
            line = counted.setdefault(name, {})
            mark = mark_of(state, graded)
            line[mark.name] = line.get(mark.name, 0) + number
    return [
        Shares(name, sum(line.values()), tuple((mark, line[mark.name]) for mark in MARKS.values() if mark.name in line))
        for name, line in sorted(counted.items())
    ]
