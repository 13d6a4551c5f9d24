"""Splits of stocks: a chart's events and bars of before and after enter; bars in the units of one moment leave (pure).

After a split a vendor re-scales what it served before: days at once, minutes late, in part, or not at all. A bar of
before the split may therefore be in either unit, whatever its label. Which one is told by continuity: going back from
the first price after the split, each price is taken in the unit in which it is nearer to the one that followed it.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from math import isfinite, log
from zoneinfo import ZoneInfo

import numpy as np

from monitor.market.columns import Columns
from monitor.market.sources.base import DAY_S

__all__ = ["Split", "announced_splits", "cut_at_jumps", "in_units_of", "is_rescaled"]

_USUAL = (2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0, 15.0, 20.0, 25.0, 30.0, 50.0, 1.5)
_NEAR = 0.03
_EXACT = 1e-3
_CHUNK = 8
"""Bars after a split that its level is taken from."""


@dataclass(frozen=True, slots=True, order=True)
class Split:
    """From the start of `day` at its exchange, `at` in UTC, a price is the `ratio`-th part of what it was."""

    day: date
    at: datetime
    ratio: float


def announced_splits(payload: bytes) -> tuple[Split, ...]:
    """Give the splits among the events of a pull's raw answers (Yahoo's chart), ascending; none in other answers."""
    if b'"splits"' not in payload:
        return ()
    found: set[Split] = set()
    try:
        pages = json.loads(payload)
        charts = [page["chart"]["result"][0] for page in pages if isinstance(page, dict)]
    except (ValueError, KeyError, IndexError, TypeError):
        return ()  # not a chart
    for chart in charts:
        zone = ZoneInfo(str(chart["meta"].get("exchangeTimezoneName") or "UTC"))
        for event in ((chart.get("events") or {}).get("splits") or {}).values():
            ratio = float(event["numerator"]) / float(event["denominator"])
            if isfinite(ratio) and ratio > 0 and ratio != 1:
                day = datetime.fromtimestamp(int(event["date"]), UTC).astimezone(zone).date()
                found.add(Split(day, datetime.combine(day, time(), zone).astimezone(UTC), ratio))
    return tuple(sorted(found))


def is_rescaled(held: float, again: float) -> bool:
    """Tell whether a price that was pulled again is the held one in the units of after a split, to the rounding."""
    if not (held > 0 and again > 0):
        return False
    apart = abs(log(again / held))
    return any(abs(apart - log(usual)) < _EXACT for usual in _USUAL)


def in_units_of(
    at: datetime, minutes: Sequence[Columns], daily: Sequence[Columns], splits: Sequence[Split],
    after: Sequence[Columns] = (),
) -> tuple[list[Columns], list[Columns], tuple[str, ...]]:
    """Give minutes and days in the units of the moment `at`, and what was done, a sentence for each split.

    Bars of before a split that lies before `at` are divided by its ratio; of a split after `at`, bars from it on are
    left out and re-scaled ones of before it multiplied back. Where no price after a split tells the units of the bars
    before it, these are left out. `after` holds further minutes that only tell such a price.
    """
    minutes, daily = list(minutes), list(daily)
    notes: list[str] = []
    for split in sorted(splits, reverse=True):  # the newest first: each step needs the units of the one after it
        level = _level(split, minutes, after, daily)
        for some in (minutes, daily):
            crossed, begin_s = False, _begin_s(split, some is daily)
            for n, one in enumerate(some):
                some[n] = _apply(one, split, at, level, begin_s)
                crossed |= some[n] is not one or 0 < one.span(0, begin_s)[1] < len(one)
            if crossed and (note := _note(split, at, level)) not in notes:
                notes.append(note)
    return [one for one in minutes if len(one)], [one for one in daily if len(one)], tuple(notes)


def cut_at_jumps(
    at: datetime, minutes: Sequence[Columns], daily: Sequence[Columns]
) -> tuple[list[Columns], list[Columns], tuple[str, ...]]:
    """Leave out what lies beyond an overnight jump to a simple multiple that no event explains, seen from `at`.

    It may be a split that no source told of, or a crash; nothing is computed across it.
    """
    notes: set[str] = set()
    at_s = at.timestamp()
    kept = [_cut(one, at_s, notes) for one in minutes]
    now = max(((int(one.start_s[n - 1]), float(one.close[n - 1])) for one in kept
               if (n := one.span(0, at_s + 1)[1])), default=None)
    days = [_cut(one, at_s, notes, now) for one in daily]
    return [one for one in kept if len(one)], [one for one in days if len(one)], tuple(sorted(notes))


def _begin_s(split: Split, by_day: bool) -> float:
    """Give the label from which bars are of after the split; days are labelled by their date at 00:00 UTC."""
    return datetime.combine(split.day, time(), UTC).timestamp() if by_day else split.at.timestamp()


def _level(
    split: Split, minutes: Iterable[Columns], after: Iterable[Columns], daily: Iterable[Columns]
) -> float | None:
    """Give the price just after a split, in the units after it: the median of the first few bars that begin then."""
    for some, by_day in ((minutes, False), (after, False), (daily, True)):
        first: list[tuple[int, float]] = []
        for one in some:
            n = one.span(0, _begin_s(split, by_day))[1]
            first += zip(one.start_s[n:n + _CHUNK].tolist(), one.open[n:n + _CHUNK].tolist(), strict=True)
        if first:
            prices = sorted(price for _, price in sorted(first)[:_CHUNK])
            return prices[len(prices) // 2]
    return None


def _apply(one: Columns, split: Split, at: datetime, level: float | None, begin_s: float) -> Columns:
    """Give `one` in the units of `at`, as far as this split goes; the same object where nothing changes."""
    n, later = one.span(0, begin_s)[1], at >= split.at
    if n == 0 and later:
        return one
    last = len(one) if later else n
    if level is None:
        return one.rows(n, last)
    factors = _factors(one.close[:n].tolist(), split.ratio, level)
    units = np.ones(last)
    units[:n] = np.array(factors) * (1.0 if later else split.ratio)
    if last == len(one) and np.allclose(units, 1.0, rtol=1e-12):
        return one
    kept = one.rows(0, last)
    units[np.isclose(units, 1.0, rtol=1e-12)] = 1.0
    return replace(kept, open=kept.open * units, high=kept.high * units, low=kept.low * units,
                   close=kept.close * units)


def _factors(before: Sequence[float], ratio: float, level: float) -> list[float]:
    """Give what brings each close into the units after the split: 1 where it was re-scaled already, else 1/ratio."""
    factors: list[float] = []
    for close in reversed(before):
        old = abs(log(close / ratio / level)) < abs(log(close / level))
        factors.append(1 / ratio if old else 1.0)
        level = close * factors[-1]
    return factors[::-1]


def _note(split: Split, at: datetime, level: float | None) -> str:
    what = f"{split.ratio:g}:1 split" if split.ratio > 1 else f"1:{1 / split.ratio:g} reverse split"
    if level is None:
        return f"{what} on {split.day}: prices whose units nothing tells are left out"
    if at < split.at:
        return f"{what} on {split.day}: prices are in the units of before it, later ones are left out"
    return f"{what} on {split.day}: earlier prices are in the units of after it"


def _is_jump(before: float, after: float) -> bool:
    jump = abs(log(before / after))
    return any(abs(jump - log(usual)) < _NEAR for usual in _USUAL)


def _cut(one: Columns, at_s: float, notes: set[str], now: tuple[int, float] | None = None) -> Columns:
    """Cut `one` at its jumps from day to day: at the last before `at_s`, and at the first after it.

    `now` is a moment and the price then, which the last of several days up to it is compared with.
    """
    first, last, day = 0, len(one), one.start_s // DAY_S
    for n in (np.flatnonzero(np.diff(day)) + 1).tolist():
        before, after = float(one.close[n - 1]), float(one.open[n])
        if not _is_jump(before, after):
            continue
        notes.add(_jumped(before / after, int(one.start_s[n])))
        if one.start_s[n] <= at_s:
            first = n
        else:
            last = n
            break
    if now is not None:
        known = int((day <= now[0] // DAY_S).sum())
        if known < last and _is_jump(now[1], float(one.open[known])):
            last = known
        if known > first and _is_jump(float(one.close[known - 1]), now[1]):
            notes.add(_jumped(float(one.close[known - 1]) / now[1], now[0]))
            first = known
    return one.rows(first, max(first, last))


def _jumped(times: float, start_s: int) -> str:
    day = datetime.fromtimestamp(start_s, UTC).date()
    return (f"{times:.4g} times the price that follows on {day}, like a split that no event explains: "
            "what lies beyond is left out")
