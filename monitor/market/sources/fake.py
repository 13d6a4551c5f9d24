"""A source whose bars and failures are given to it: for tests, here and of those who use the package."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from monitor.errors import SourceError
from monitor.market.finality import final_bars
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import MINUTE_S, tidy

__all__ = ["Call", "FakeSource"]


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was made of a fake."""

    symbol: str
    start: datetime
    end: datetime
    interval_s: int
    now: datetime


@dataclass
class FakeSource:
    """Serves `held` bars as a real source would: only final ones, only what it keeps, failures first.

    `failures` are raised one a call before anything is served. `calls` records every request.
    """

    held: dict[str, tuple[Bar, ...]] = field(default_factory=dict)
    name: str = "fake"
    origin: str = "fake"
    settle_s: float = 60.0
    kept_s: float | None = None
    currency: str = "USD"
    role: str = "trade"
    failures: list[SourceError] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)

    def hold(self, symbol: str, bars: Iterable[Bar]) -> "FakeSource":
        """Serve `bars` for `symbol`, beside what is held."""
        self.held[symbol] = tidy([*self.held.get(symbol, ()), *bars])
        return self

    def retention_s(self, interval_s: int) -> float | None:
        """Give what it was told."""
        return self.kept_s

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give the held bars in [start, end) that are final at `now`."""
        self.calls.append(Call(symbol, start, end, interval_s, now))
        if self.failures:
            raise self.failures.pop(0)
        where = f"{self.name} {symbol}"
        if symbol not in self.held:
            raise SourceError("is not listed", where, "set the item's symbol", reason="delisted")
        inside = [b for b in self.held[symbol] if start <= b.start < end and b.interval_s == interval_s]
        if self.kept_s is not None:
            inside = [b for b in inside if (now - b.start).total_seconds() <= self.kept_s]
            if not inside and (now - end).total_seconds() > self.kept_s:
                raise SourceError("keeps no bar of the window", where, reason="retention passed")
        final = final_bars(inside, now, self.settle_s)
        if not final:
            reason = "not yet" if inside else "unavailable"
            raise SourceError("no bar of the window is final", where, "it is tried again later", reason=reason)
        currency = symbol.partition("/")[2] or self.currency
        return Bars(self.name, symbol, currency, final, now, b"[]", "fake 1", self.role)

    def close(self) -> None:
        """Hold nothing open."""
