"""The lag table: stored readings, grades and bars enter; every group's figures leave, in the shape of the design."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, or_, select

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.durations import format_duration, parse_duration
from monitor.lag.agreement import agreement
from monitor.lag.estimate import estimate_lag
from monitor.lag.rates import RateProbe, by_offset
from monitor.lag.timeline import Timeline, make_timeline
from monitor.lag.types import GroupFigures, LagProbe
from monitor.market.stored import load_reference
from monitor.store.database import Database
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State

__all__ = ["KEYS", "lag_table"]

KEYS: dict[str, Callable[["Row"], str]] = {
    "api": lambda row: row.probe.api,
    "asset": lambda row: row.probe.asset,
    "item": lambda row: row.probe.item_id,
    "day": lambda row: row.probe.instant_at.date().isoformat(),
    "offset": lambda row: format_duration(timedelta(seconds=round(row.probe.offset_s))),
}
"""What figures may be grouped by, and how a probe's key is found."""

OURS = ("local", "account")
"""Classes of failure that are our own and count against nobody."""


@dataclass(frozen=True, slots=True)
class Row:
    """One probe with its reading and its grade, where there are any."""

    probe: Probe
    reading: ReadingRow | None
    grade: GradeRow | None


def lag_table(
    database: Database,
    *,
    since: datetime,
    until: datetime,
    by: Sequence[str] = ("api", "asset"),
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
    market: MarketSettings | None = None,
    items: Mapping[str, Item] | None = None,
) -> dict[str, Any]:
    """Give the figures of every group of the probes whose instants lie in [since, until), as plain values.

    `by` names keys of `KEYS`; the latest reading of `reader` and the latest grade under `policy` count. What cannot
    be estimated is null, with the reason beside it.
    """
    market = market or MarketSettings()
    with database.read() as session:
        rows = _rows(session, since, until, reader, policy)
        timelines = _timelines(session, rows, market, items or {})
        pairs = _pairs(session, since, until, reader, policy)
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(KEYS[name](row) for name in by), []).append(row)
    figures = [
        _figures(dict(zip(by, key, strict=True)), members, timelines, market, pairs)
        for key, members in sorted(
            groups.items(), key=lambda one: [_place(n, k) for n, k in zip(by, one[0], strict=True)]
        )
    ]
    return {
        "generated_at": _iso(now),
        "since": _iso(since),
        "until": _iso(until),
        "reader": reader,
        "policy": policy,
        "groups": [one.to_json() for one in figures],
    }


def _rows(session: Session, since: datetime, until: datetime, reader: str, policy: str) -> list[Row]:
    """Give the probes that were asked, less those that failed by our own fault, with their latest reading and grade."""
    asked = select(Probe).where(
        col(Probe.instant_at) >= since,
        col(Probe.instant_at) < until,
        Probe.attempt == 0,
        col(Probe.state).in_([State.ANSWERED, State.FAILED]),
    )
    probes = [p for p in session.exec(asked) if not _ours(p)]
    within = select(Probe.id).where(col(Probe.instant_at) >= since, col(Probe.instant_at) < until)
    readings = {
        r.probe_id: r
        for r in session.exec(
            select(ReadingRow)
            .where(ReadingRow.reader == reader, col(ReadingRow.probe_id).in_(within))
            .order_by(col(ReadingRow.id))
        )
    }
    grades = {
        g.probe_id: g
        for g in session.exec(
            select(GradeRow)
            .join(ReadingRow, col(ReadingRow.id) == col(GradeRow.reading_id), isouter=True)
            .where(GradeRow.policy == policy, col(GradeRow.probe_id).in_(within),
                   or_(col(ReadingRow.id).is_(None), ReadingRow.reader == reader))
            .order_by(col(GradeRow.id))
        )
    }
    return [Row(p, readings.get(p.id or 0), grades.get(p.id or 0)) for p in probes]


def _ours(probe: Probe) -> bool:
    return probe.state == State.FAILED and (
        probe.error_class in OURS or (probe.error_class == "rate_limit" and probe.sent_at is None)
    )


def _timelines(
    session: Session, rows: Sequence[Row], market: MarketSettings, items: Mapping[str, Item]
) -> dict[str, Timeline]:
    """Give each item's timeline over the whole window."""
    spans: dict[str, tuple[Probe, datetime, datetime]] = {}
    for row in rows:
        probe = row.probe
        _, first, last = spans.get(probe.item_id, (probe, probe.instant_at, probe.instant_at))
        spans[probe.item_id] = (probe, min(first, probe.instant_at), max(last, probe.sent_at or probe.instant_at))
    lookback = timedelta(hours=market.lookback_h)
    found = {}
    for item_id, (probe, first, last) in spans.items():
        item = items.get(item_id) or Item(item_id, Asset(probe.asset), probe.ticker, probe.ticker, probe.wording)
        reference = load_reference(
            session, item, first - lookback - timedelta(minutes=2), last + timedelta(minutes=2), market
        )
        found[item_id] = make_timeline(reference.minutes, item.asset, reference.daily)
    return found


def _figures(
    key: dict[str, str],
    rows: Sequence[Row],
    timelines: Mapping[str, Timeline],
    market: MarketSettings,
    pairs: Mapping[int, "Pair"],
) -> GroupFigures:
    probes = [row.probe for row in rows]
    answered = [row for row in rows if row.probe.state == State.ANSWERED]
    dated = [lag for row in answered if (lag := _lag_probe(row)) is not None]
    return GroupFigures(
        key=key,
        api=_one({p.api for p in probes}),
        asset=_one({p.asset for p in probes}),
        probes=len(probes),
        instants=len({p.instant_at for p in probes}),
        answered=len(answered),
        none=sum(row.reading is not None and row.reading.price is None for row in answered),
        errors=len(probes) - len(answered),
        lag=estimate_lag(dated, timelines, market.lookback_h * 3600),
        by_offset=by_offset([_rate_probe(row) for row in answered]),
        cost_usd=round(sum(p.cost_usd for p in probes), 6),
        extra=_agreement([pairs[p.id] for p in probes if p.id is not None and p.id in pairs]),
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """One response as two readers took it: prices, and classes where both readings are graded."""

    other: str
    prices: tuple[float | None, float | None]
    classes: tuple[str, str] | None


def _pairs(session: Session, since: datetime, until: datetime, reader: str, policy: str) -> dict[int, Pair]:
    """Give the responses that both `reader` and the other one of rules and llm have read, by probe."""
    other = "rules" if reader == "llm" else "llm"
    second = aliased(ReadingRow)
    rows: Any = session.exec(
        select(ReadingRow.probe_id, ReadingRow.id, ReadingRow.price, col(second.id), second.price)  # type: ignore[call-overload]
        .join(second, and_(col(second.probe_id) == col(ReadingRow.probe_id), col(second.reader) == other))
        .join(Probe, col(Probe.id) == col(ReadingRow.probe_id))
        .where(ReadingRow.reader == reader, col(Probe.instant_at) >= since, col(Probe.instant_at) < until)
        .order_by(col(ReadingRow.id), col(second.id))
    ).all()
    if not rows:
        return {}
    read = {one for _, a, _, b, _ in rows for one in (a, b)}
    graded = session.exec(
        select(GradeRow.reading_id, GradeRow.class_)
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .where(GradeRow.policy == policy, col(Probe.instant_at) >= since, col(Probe.instant_at) < until)
        .order_by(col(GradeRow.id))
    )
    classes = {reading: name for reading, name in graded if reading in read}
    return {
        probe: Pair(other, (ours, theirs), (classes[a], classes[b]) if a in classes and b in classes else None)
        for probe, a, ours, b, theirs in rows
    }


def _agreement(pairs: Sequence[Pair]) -> dict[str, Any]:
    if not pairs:
        return {}
    classes = [pair.classes for pair in pairs if pair.classes is not None]
    found = agreement([pair.prices for pair in pairs], classes if len(classes) == len(pairs) else ())
    return {"agreement": {"with": pairs[0].other, **found.to_json()}}


def _lag_probe(row: Row) -> LagProbe | None:
    """Give the probe as the estimator takes it; None without a newest price in the item's currency, or out of hours."""
    reading, probe, grade = row.reading, row.probe, row.grade
    if reading is None or reading.newest_price is None or probe.sent_at is None or (grade is not None and grade.closed):
        return None
    if reading.newest_currency not in (None, _currency(probe)):
        return None
    stated = reading.newest_stated_time
    return LagProbe(
        item=probe.item_id,
        instant_s=probe.instant_at.timestamp(),
        sent_s=probe.sent_at.timestamp(),
        price=reading.newest_price,
        unit=float("nan") if reading.newest_unit is None else reading.newest_unit,
        stated_s=datetime.fromisoformat(stated).timestamp() if stated and "T" in stated else float("nan"),
    )


def _rate_probe(row: Row) -> RateProbe:
    probe, grade = row.probe, row.grade
    rivals = set(grade.rivals.split(",")) - {""} if grade is not None else set()
    counts = (
        grade is not None and grade.class_ not in ("no_reference", "error") and not grade.closed and not grade.coarse
    )
    return RateProbe(
        instant_s=probe.instant_at.timestamp(),
        offset_s=probe.offset_s,
        correct=grade is not None and grade.correct,
        power=grade.power if grade is not None else None,
        passes="15m" in rivals,
        rivals=bool(rivals),
        contained=grade.contained if grade is not None else None,
        latency_ms=probe.latency_ms,
        counts=counts,
    )


def _currency(probe: Probe) -> str:
    return probe.ticker.partition("/")[2].upper() if probe.asset == Asset.FX else "USD"


def _one(values: set[str]) -> str:
    return values.pop() if len(values) == 1 else ""


def _place(name: str, key: str) -> tuple[float, str]:
    """Give what sorts a key among its like: offsets by their length, everything else by its text."""
    return (parse_duration(key).total_seconds(), "") if name == "offset" else (0.0, key)


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
