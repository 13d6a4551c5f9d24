"""Bars as sources give them, and the reference that grading works on."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING

from monitor.datasets import Asset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Bar", "Bars", "DailyClose", "LeftOut", "MinuteSeries", "Reference"]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar, labelled by its start: the price at T is the close of the bar that starts one interval before T."""

    start: datetime
    open: float
    high: float
    low: float
    close: float
    volume: float | None = None
    count: int | None = None
    interval_s: int = 60


@dataclass(frozen=True, slots=True)
class Bars:
    """What one source gave for one symbol: final bars only, ascending, one a label."""

    source: str
    symbol: str
    currency: str
    bars: tuple[Bar, ...]
    pulled_at: datetime
    payload: bytes
    """The raw answer, as pulled, so that a grade can be computed again without asking again."""
    library: str
    """Name and version of the library that pulled it."""
    role: str = "trade"
    """What a bar holds: ``trade``, ``mid``, ``bid``, ``point`` (samples), ``fixing``, ``range`` (low and high
    alone; the close is their middle), ``cross`` or ``cross of trades`` (made of two legs)."""


@dataclass(frozen=True, slots=True)
class DailyClose:
    """The official, raw (not dividend-adjusted) close of one session."""

    session: date
    close_at: datetime
    close: float


@dataclass(frozen=True)
class MinuteSeries:
    """The consensus of the sources: one row for each minute that has one, ascending; gaps are absent.

    All arrays have the same length. `start_s` is unix seconds of the minute's start (int64); `spread` is the
    disagreement between sources in price units, 0 where only one spoke; `n_sources` how many agreed.
    """

    start_s: "NDArray[np.int64]"
    low: "NDArray[np.float64]"
    high: "NDArray[np.float64]"
    close: "NDArray[np.float64]"
    spread: "NDArray[np.float64]"
    n_sources: "NDArray[np.int64]"

    def __len__(self) -> int:
        """Give the number of minutes."""
        return len(self.start_s)


@dataclass(frozen=True, slots=True, order=True)
class LeftOut:
    """Minutes from `start_s` to `end_s` (unix seconds of the first and the last) that are no reference, and why."""

    start_s: int
    end_s: int
    why: str
    alarm: bool = False
    """True where sources that agree stand against a daily figure: a person should look."""


@dataclass(frozen=True)
class Reference:
    """What an item's price was, as far as the sources agree."""

    item_id: str
    asset: Asset
    currency: str
    minutes: MinuteSeries
    daily: tuple[DailyClose, ...] = ()
    """Official closes, ascending (stocks); last prices of FX weeks' days and of UTC days otherwise."""
    sources: tuple[str, ...] = field(default=())
    why: str | None = None
    """The reason when nothing usable is there."""
    left_out: tuple[LeftOut, ...] = ()
    """Stretches that sources spoke for and that are no reference all the same, ascending."""
    notes: tuple[str, ...] = ()
    """What a grade on it should be read with: splits allowed for, what stands against a fixing or a close."""

    def why_missing(self, start_s: int) -> str | None:
        """Give why the minute that starts then was left out; None where no source spoke for it."""
        return next((one.why for one in self.left_out if one.start_s <= start_s <= one.end_s), None)
