"""The figures of one group of rows: counts, lag, freshness by offset, what its probes were asked and judged with."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import aliased
from sqlmodel import Session, and_, col, select

from monitor.config import MarketSettings
from monitor.datasets import Asset, Item
from monitor.lag.agreement import agreement
from monitor.lag.estimate import estimate_lag
from monitor.lag.rates import RateProbe, by_offset
from monitor.lag.references import References
from monitor.lag.rows import Asked, Row, midnight
from monitor.lag.timeline import Timeline
from monitor.lag.types import GroupFigures, LagProbe
from monitor.store.plain import plain_rows
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import from_micros

__all__ = ["Pair", "figures", "lag_probe", "load_pairs", "load_timelines", "rate_probe"]

MICROS = 1_000_000
MICROSECOND = timedelta(microseconds=1)
MARGIN = timedelta(minutes=2)
AFTER = timedelta(days=1)
"""How long after a window's last day its probes may have been sent."""


def figures(
    key: Mapping[str, str],
    rows: Sequence[Row],
    timelines: Mapping[str, Timeline],
    market: MarketSettings,
    pairs: Mapping[int, "Pair"],
) -> GroupFigures:
    """Give the figures of `rows`; `timelines` has one entry an item, `pairs` what a second reader took."""
    answered = [row for row in rows if row.answered]
    dated = [lag for row in answered if (lag := lag_probe(row)) is not None]
    return GroupFigures(
        key=dict(key),
        api=_one({row.api for row in rows}),
        asset=_one({row.asset for row in rows}),
        probes=len(rows),
        instants=len({row.instant_us for row in rows}),
        answered=len(answered),
        none=sum(row.reading is not None and row.reading[1] is None for row in answered),
        errors=len(rows) - len(answered),
        lag=estimate_lag(dated, timelines, market.lookback_h * 3600, sum(_unpriced(row) for row in answered)),
        by_offset=by_offset([rate_probe(row) for row in answered]),
        cost_usd=round(sum(row.cost_usd for row in rows), 6),
        extra={
            **_agreement([pairs[row.id] for row in rows if row.id in pairs]),
            "classes": dict(sorted(Counter(row.grade[1] for row in rows if row.grade is not None).items())),
            "ours": _ours(rows),
        },
    )


def load_timelines(
    session: Session, rows: Sequence[Row], asked: Asked, market: MarketSettings, items: Mapping[str, Item],
    references: References | None = None,
) -> dict[str, Timeline]:  # fmt: skip
    """Give each item's timeline over all that the probes of `asked` look back on.

    A pass over many groups gives its `references`, so that what they share is examined once.

    It depends on the UTC days and the item alone, not on which of the rows were asked for: what is measured over a
    timeline (how far sources disagree) is then the same for an API by itself and among others.
    """
    latest = max((row.sent_us or 0 for row in rows), default=0)
    start = midnight(asked.since) - timedelta(hours=market.lookback_h) - MARGIN
    end = max(midnight(asked.until - MICROSECOND) + 2 * AFTER, from_micros(latest) + MARGIN)
    references = references or References()
    found = {}
    for row in {row.item: row for row in rows}.values():
        item = items.get(row.item) or row.as_item()
        found[row.item] = references.line(session, item, start, end, market)
    return found


def lag_probe(row: Row) -> LagProbe | None:
    """Give the probe as the estimator takes it; None without a newest price in the item's currency, or out of hours."""
    if row.reading is None or row.sent_us is None or (row.grade is not None and row.grade[6]):
        return None
    _, _, price, currency, unit, stated = row.reading
    if price is None or currency not in (None, _currency(row)):
        return None
    return LagProbe(
        item=row.item,
        instant_s=row.instant_us / MICROS,
        sent_s=row.sent_us / MICROS,
        price=price,
        unit=float("nan") if unit is None else unit,
        stated_s=datetime.fromisoformat(stated).timestamp() if stated and "T" in stated else float("nan"),
    )


def _unpriced(row: Row) -> bool:
    """Tell whether the answer was read and gave no price in the item's currency."""
    return row.reading is not None and (row.reading[2] is None or row.reading[3] not in (None, _currency(row)))


def rate_probe(row: Row) -> RateProbe:
    """Give an answered probe as the rates take it."""
    latency = row.latency_ms
    if row.grade is None:
        return RateProbe(row.instant_us / MICROS, row.offset_s, False, None, False, False, None, latency, False)
    _, class_, correct, power, named, contained, closed, coarse = row.grade
    rivals = set(named.split(",")) - {""}
    return RateProbe(
        instant_s=row.instant_us / MICROS,
        offset_s=row.offset_s,
        correct=bool(correct),
        power=power,
        passes="15m" in rivals,
        rivals=bool(rivals),
        contained=None if contained is None else bool(contained),
        latency_ms=latency,
        counts=class_ not in ("no_reference", "error") and not closed and not coarse,
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """One response as two readers took it: prices, and classes where both readings are graded."""

    other: str
    prices: tuple[float | None, float | None]
    classes: tuple[str, str] | None


def load_pairs(session: Session, asked: Asked) -> dict[int, Pair]:
    """Give the responses that both the reader asked for and the other one of rules and llm have read, by probe."""
    other = "rules" if asked.reader == "llm" else "llm"
    second = aliased(ReadingRow)
    window = [col(Probe.instant_at) >= asked.since, col(Probe.instant_at) < asked.until]
    if asked.api is not None:
        window.append(col(Probe.api) == asked.api)
    if asked.asset is not None:
        window.append(col(Probe.asset) == asked.asset)
    rows = plain_rows(
        session,
        select(ReadingRow.probe_id, ReadingRow.id, ReadingRow.price, col(second.id), second.price)  # type: ignore[call-overload]
        .join(second, and_(col(second.probe_id) == col(ReadingRow.probe_id), col(second.reader) == other))
        .join(Probe, col(Probe.id) == col(ReadingRow.probe_id))
        .where(ReadingRow.reader == asked.reader, *window)
        .order_by(col(ReadingRow.id), col(second.id)),
    )
    if not rows:
        return {}
    read = {one for _, a, _, b, _ in rows for one in (a, b)}
    graded = plain_rows(
        session,
        select(GradeRow.reading_id, GradeRow.class_)
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .where(GradeRow.policy == asked.policy, *window)
        .order_by(col(GradeRow.id)),
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


def _ours(rows: Sequence[Row]) -> dict[str, list[str]]:
    """Give all that was ours: configurations, wordings, versions of the reader and of the policy."""
    return {
        "configuration": sorted({row.api_hash for row in rows}),
        "wording": sorted({row.wording for row in rows}),
        "reader": sorted({str(row.reading[0]) for row in rows if row.reading is not None}),
        "policy": sorted({str(row.grade[0]) for row in rows if row.grade is not None}),
    }


def _currency(row: Row) -> str:
    return row.ticker.partition("/")[2].upper() if row.asset == Asset.FX else "USD"


def _one(values: set[str]) -> str:
    return values.pop() if len(values) == 1 else ""
