"""One source's bars as arrays: what judging thousands of windows works on, where a `Bar` each would cost too much."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from monitor.market.series import Bars

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Columns", "SourceBars", "columns_of"]


@dataclass(frozen=True, slots=True)
class Columns:
    """What one source gave for one symbol; arrays of one length, ascending, one row a label.

    `start_s` is unix seconds of the bars' starts (int64); `volume` and `count` are NaN where the source has none.
    """

    source: str
    symbol: str
    currency: str
    role: str
    start_s: "NDArray[np.int64]"
    open: "NDArray[np.float64]"
    high: "NDArray[np.float64]"
    low: "NDArray[np.float64]"
    close: "NDArray[np.float64]"
    volume: "NDArray[np.float64]"
    count: "NDArray[np.float64]"

    def __len__(self) -> int:
        """Give the number of bars."""
        return len(self.start_s)

    def rows(self, first: int, last: int) -> "Columns":
        """Give the bars numbered [first, last), as views."""
        if first == 0 and last == len(self.start_s):
            return self
        part = slice(first, last)
        return replace(
            self, start_s=self.start_s[part], open=self.open[part], high=self.high[part], low=self.low[part],
            close=self.close[part], volume=self.volume[part], count=self.count[part],
        )  # fmt: skip

    def span(self, start_s: float, end_s: float) -> tuple[int, int]:
        """Give (first, last) of the bars that start in [start_s, end_s), for `rows`."""
        first, last = self.start_s.searchsorted((start_s, end_s))
        return int(first), int(last)


SourceBars = Bars | Columns


def columns_of(one: SourceBars) -> Columns:
    """Give the arrays of `one`; what is arrays already is given back as it is."""
    import numpy as np

    if isinstance(one, Columns):
        return one
    bars = one.bars
    return Columns(
        one.source, one.symbol, one.currency, one.role,
        np.array([int(b.start.timestamp()) for b in bars], dtype=np.int64),
        *(np.array([getattr(b, name) for b in bars], dtype=np.float64)
          for name in ("open", "high", "low", "close", "volume", "count")),
    )  # fmt: skip
