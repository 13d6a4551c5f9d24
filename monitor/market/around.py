"""The minutes around an instant as each source gave them, with what was made of them: for a person's eyes."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlmodel import Session

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.market.reference import Examined
from monitor.market.series import DailyClose
from monitor.market.stored import examine_stored
from monitor.market.table import VERDICTS
from monitor.market.windows import window_for

__all__ = ["Around", "Cell", "Minute", "around"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One source's minute: its range in the item's currency, and whether it was used or why not."""

    source: str
    low: float
    high: float
    verdict: str


@dataclass(frozen=True, slots=True)
class Minute:
    """One minute: what each source gave, and the agreed range, if there is one."""

    start: datetime
    mark: str
    """``target``, ``sent``, or nothing."""
    cells: tuple[Cell, ...]
    agreed: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Around:
    """A few minutes about the target, and the last official closes up to the instant; `why` where there is no bar."""

    minutes: tuple[Minute, ...]
    closes: tuple[DailyClose, ...]
    why: str | None


def around(session: Session, item: Item, instant: datetime, sent_at: datetime, market: MarketSettings) -> Around:
    """Give the minutes from two before `instant` to the one after it, and that of the sending, from stored bars."""
    after_s = (sent_at - instant).total_seconds()
    window = window_for(instant, [after_s], timedelta(hours=market.lookback_h))
    found = examine_stored(session, item, window.start, window.end, market)
    target_s, sent_s = int(instant.timestamp()), int(sent_at.timestamp()) // 60 * 60
    wanted = dict.fromkeys((target_s - 120, target_s - 60, target_s, target_s + 60), "")
    wanted[sent_s] = "sent"
    wanted[target_s - 60] = wanted[target_s] = "target"
    minutes = [_minute(found, start_s, wanted[start_s]) for start_s in sorted(wanted)]
    closes = tuple(d for d in found.reference.daily if d.close_at <= instant)[-2:]
    return Around(tuple(m for m in minutes if m.cells), closes, found.reference.why)


def _minute(found: Examined, start_s: int, mark: str) -> Minute:
    table, series = found.consensus.table, found.reference.minutes
    column = table.start_s.searchsorted(start_s)
    cells = []
    if column < len(table.start_s) and table.start_s[column] == start_s:
        cells = [
            Cell(source, float(table.low[row, column]), float(table.high[row, column]), VERDICTS[verdict])
            for row, source in enumerate(table.sources)
            if (verdict := int(table.verdict[row, column]))
        ]
    at = series.start_s.searchsorted(start_s)
    there = at < len(series) and series.start_s[at] == start_s
    agreed = (float(series.low[at]), float(series.high[at])) if there else None
    return Minute(datetime.fromtimestamp(start_s, UTC), mark, tuple(cells), agreed)
