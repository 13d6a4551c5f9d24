"""Which minutes a source can give now, which it will forget first, and when it is asked a second time (pure)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from monitor.market.series import Bar
from monitor.market.sources.base import MINUTE_S, Source, floor_to
from monitor.market.windows import Window, coalesce, minus

__all__ = ["SETTLE_S", "Asked", "Wanted", "daily_is_final", "final_bars", "final_until", "still_wanted", "urgency"]

SETTLE_S: dict[str, float] = {
    "yahoo": 20 * 60, "kraken": 60, "coinbaseexchange": 5 * 60, "coinbase": 5 * 60, "binance": 60, "bitstamp": 120,
    "okx": 120, "files": 0,
}
"""Seconds after its end during which a source's bar may still change. Yahoo's second-to-last bar moves and its feed
may be 15 min late; Coinbase answers from a cache of up to 5 min and was seen 5 candles behind."""

OTHER_SETTLE_S = 300.0
DAILY_SETTLE = timedelta(minutes=30)
"""After a session's close: the auction's result is corrected for some minutes."""
REPULL_AFTER = timedelta(hours=24)
REPULL_TOO_CLOSE = timedelta(hours=20)
REPULL_UNTIL = timedelta(hours=72)
"""After so long a missed second look is given up, so that a monitor that was down does not pull its past again."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A window that a source has answered, final at that time."""

    window: Window
    pulled_at: datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """A window to ask a source for; `again` where it is the second look, a day later."""

    window: Window
    again: bool = False


def final_until(now: datetime, settle_s: float, interval_s: int = MINUTE_S) -> datetime:
    """Give the end of the final bars: those that start before it have ended and settled."""
    return floor_to(now - timedelta(seconds=settle_s), interval_s)


def final_bars(
    bars: Iterable[Bar], now: datetime, settle_s: float, *, last_committed: datetime | None = None
) -> tuple[Bar, ...]:
    """Give the bars that will not change any more: ended at least `settle_s` ago, and committed by the venue.

    `last_committed` is the label of the newest bar that the venue itself calls committed (Kraken's ``last``).
    """
    settled = timedelta(seconds=settle_s)
    return tuple(
        bar for bar in bars
        if bar.start + timedelta(seconds=bar.interval_s) + settled <= now
        and (last_committed is None or bar.start <= last_committed)
    )


def daily_is_final(session: date, closed_at: datetime | None, now: datetime, local_today: date) -> bool:
    """Tell whether the daily bar of `session` is official: its close is half an hour old, or its day is past.

    `closed_at` is the session's close where the source states it; otherwise the local day must have ended.
    """
    if closed_at is not None:
        return now >= closed_at + DAILY_SETTLE
    return session < local_today


def still_wanted(
    wanted: Iterable[Window],
    asked: Sequence[Asked],
    source: Source,
    now: datetime,
    interval_s: int = MINUTE_S,
    *,
    again: bool = True,
    gap: timedelta = timedelta(),
) -> list[Wanted]:
    """Give what to ask `source` for now: each minute once when final, and once more a day later.

    `asked` holds what it has answered before. Minutes that are not final yet, or that it has forgotten, are left
    out; what lies no more than `gap` apart (a market's closed hours) is asked for in one request. Windows come
    ascending, so that within a source the oldest, which is forgotten first, is asked first.
    """
    end = final_until(now, source.settle_s, interval_s)
    reach = Window(_kept_from(source, now, interval_s), end)
    within = [Window(max(w.start, reach.start), min(w.end, reach.end)) for w in wanted]
    gap = max(gap, timedelta(seconds=30 * interval_s))  # one request instead of two; what is doubled is equal
    first = [Wanted(w) for w in coalesce(minus(within, (a.window for a in asked)), gap)]
    seen_late = [
        late.window for late in asked
        if any(early is not late and _covers(early.window, late.window)
               and late.pulled_at - early.pulled_at >= REPULL_TOO_CLOSE for early in asked)
    ]
    due = [Window(max(a.window.start, reach.start), min(a.window.end, reach.end))
           for a in asked if REPULL_AFTER <= now - a.pulled_at < REPULL_UNTIL]
    second = [Wanted(w, again=True) for w in coalesce(minus(due, seen_late), gap)] if again else []
    return sorted([*first, *second], key=lambda w: (w.window.start, w.again))


def urgency(source: Source, window: Window, now: datetime, interval_s: int = MINUTE_S) -> timedelta:
    """Give how long until `source` forgets the start of `window`; sort by it to pull first what goes first."""
    kept_s = source.retention_s(interval_s)
    return timedelta.max if kept_s is None else window.start + timedelta(seconds=kept_s) - now


def _kept_from(source: Source, now: datetime, interval_s: int) -> datetime:
    kept_s = source.retention_s(interval_s)
    if kept_s is None:
        return datetime.min.replace(tzinfo=now.tzinfo)
    return floor_to(now - timedelta(seconds=kept_s), interval_s) + timedelta(seconds=interval_s)


def _covers(early: Window, late: Window) -> bool:
    return early.start < late.end and late.start < early.end
