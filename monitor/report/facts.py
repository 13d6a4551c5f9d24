"""What a report tells of: the figures that charts draw, and counts of what was asked, from the store."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session, col, func, select

from monitor import __version__
from monitor.charts.data import Wanted, chart_data
from monitor.charts.kept import data_version
from monitor.charts.registry import CHARTS
from monitor.lag.comparing import compare_apis
from monitor.store.database import SCHEMA
from monitor.store.plain import plain_rows
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State
from monitor.web.figures import iso, span

__all__ = ["MOST_COMPARED", "Facts", "gather"]

MOST_COMPARED = 12
"""APIs beyond which no table of pairs is made: it would hold more than 66, and find little after the correction."""

ENDED = (State.ANSWERED, State.FAILED)
NOT_ASKED = (State.MISSED, State.INTERRUPTED, State.SKIPPED, State.CANCELLED)


@dataclass(frozen=True)
class Facts:
    """All that a report says, as plain values."""

    data: Mapping[str, Any]
    """As `monitor.charts.data.chart_data` gives it."""
    made_at: str
    apis: tuple[str, ...]
    items: tuple[tuple[str, str, str], ...]
    """(asset, ticker, name) of what was asked for."""
    offsets: tuple[str, ...]
    instants: int
    first_at: str | None
    last_at: str | None
    asked: int
    answered: int
    not_asked: tuple[tuple[str, str, int], ...]
    """(state, reason, how many) of what was planned and not asked."""
    failed: tuple[tuple[str, int], ...]
    """(error class, how many) of what was asked and not answered."""
    cost_usd: float
    sources: tuple[str, ...]
    """Whose bars the grades rest on."""
    versions: Mapping[str, str]
    """Of the program, the schema, the reader, the policy and the data."""
    example: str | None
    """One question as it was put."""
    compared: Mapping[str, Any] | None = None
    """As `monitor.lag.comparing.compare_apis` gives it; None where fewer than two APIs have figures, or too many."""


def gather(wanted: Wanted) -> Facts:
    """Give the facts of a window."""
    data = chart_data(wanted, [need for chart in CHARTS.values() for need in chart.needs])
    window = (col(Probe.instant_at) >= wanted.since, col(Probe.instant_at) < wanted.until, col(Probe.attempt) == 0)
    apis = sorted({str(g["api"]) for g in data.get("groups") or [] if g["median_s"].get("lo") is not None})
    compared = None
    if 2 <= len(apis) <= MOST_COMPARED:
        compared = compare_apis(
            wanted.database, apis, since=wanted.since, until=wanted.until, reader=wanted.reader, policy=wanted.policy,
            now=wanted.now, market=wanted.market, items=wanted.items,
        )  # fmt: skip
    with wanted.database.read() as session:
        there = (*window, col(Probe.state).in_(ENDED))
        items = _distinct(session, (Probe.asset, Probe.ticker, Probe.item_id), there)
        named = wanted.items or {}
        instants, first, last, cost = session.exec(
            select(
                func.count(func.distinct(Probe.instant_at)), func.min(Probe.instant_at), func.max(Probe.instant_at),
                func.sum(Probe.cost_usd),
            ).where(*there)
        ).one()  # fmt: skip
        states = dict(_counted(session, Probe.state, there))
        return Facts(
            data=data,
            made_at=iso(wanted.now) or "",
            apis=tuple(str(api) for (api,) in _distinct(session, (Probe.api,), there)),
            items=tuple((a, t, named[i].name if i in named else t) for a, t, i in items),
            offsets=tuple(span(round(o)) for (o,) in _distinct(session, (Probe.offset_s,), there)),
            instants=instants,
            first_at=iso(first),
            last_at=iso(last),
            asked=sum(states.values()),
            answered=states.get(State.ANSWERED, 0),
            not_asked=tuple((str(state), reason or "no reason was recorded", n) for state, reason, n in plain_rows(
                session, select(Probe.state, Probe.reason, func.count()).where(
                    *window, col(Probe.state).in_(NOT_ASKED)).group_by(col(Probe.state), col(Probe.reason))
                .order_by(func.count().desc()).limit(8))),
            failed=tuple((str(name or "unknown"), n) for name, n in _counted(
                session, Probe.error_class, (*window, col(Probe.state) == State.FAILED))),
            cost_usd=float(cost or 0.0),
            sources=_sources(session, wanted, window),
            versions=_versions(session, wanted, window),
            example=session.exec(select(Probe.query).where(*there).order_by(col(Probe.id).desc())).first(),
            compared=compared,
        )  # fmt: skip


def _distinct(session: Session, columns: tuple[Any, ...], where: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return plain_rows(session, select(*columns).where(*where).distinct().order_by(*columns))


def _counted(session: Session, column: Any, where: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    number = func.count()
    return plain_rows(session, select(column, number).where(*where).group_by(column).order_by(number.desc()))


def _sources(session: Session, wanted: Wanted, window: tuple[Any, ...]) -> tuple[str, ...]:
    rows = plain_rows(session, select(GradeRow.sources).join(Probe, col(Probe.id) == col(GradeRow.probe_id))
                      .where(*window, col(GradeRow.policy) == wanted.policy).distinct())  # fmt: skip
    return tuple(sorted({one.strip() for (text,) in rows for one in text.split(",") if one.strip()}))


def _versions(session: Session, wanted: Wanted, window: tuple[Any, ...]) -> dict[str, str]:
    def of(column: Any, table: Any, *where: Any) -> str:
        query = select(column).join(Probe, col(Probe.id) == col(table.probe_id)).where(*window, *where).distinct()
        return ", ".join(sorted(str(one) for (one,) in plain_rows(session, query))) or "none"

    return {
        "program": __version__,
        "schema": SCHEMA,
        "reader": f"{wanted.reader}, version {of(ReadingRow.version, ReadingRow, ReadingRow.reader == wanted.reader)}",
        "policy": f"{wanted.policy}, version {of(GradeRow.policy_version, GradeRow, GradeRow.policy == wanted.policy)}",
        "data": data_version(session),
    }
