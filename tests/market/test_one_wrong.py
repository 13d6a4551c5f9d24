"""One wrong source among three, on simulated markets: set aside wherever the market moved enough to tell.

What "enough" is comes from the simulation's own figures, not from the code under test: how far the true price moves in
a minute against the noise of honest venues, and how far from a wrong price the true one went.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from monitor.datasets import Asset, Item
from monitor.market.agreement import limit_for
from monitor.market.consensus import Consensus, consensus
from monitor.market.series import Bar, Bars
from tests.market.loopback import at
from tests.market.walks import as_bars

Floats = NDArray[np.float64]
START = at("2026-03-24 00:00")
ITEMS = {ticker: Item(f"i-{ticker}", Asset.FX if "/" in ticker else Asset.CRYPTO, ticker, ticker, "")
         for ticker in ("BTC", "SOL", "SMALL", "EUR/USD")}


@dataclass(frozen=True)
class Market:
    """A true price minute by minute (four prices a bar), and what three honest venues show of it."""

    truth: Floats
    """(minutes, 4): open, high, low, close."""
    noise: float
    """Standard deviation of a venue's own error, as a share."""
    step: float
    """Median of the true price's absolute one-minute changes, as a share."""
    views: tuple[Floats, ...]
    seen: NDArray[np.bool_]
    """(venues, minutes): whether anything traded there."""

    def common_changes(self, cut: int) -> int:
        """Give how many one-minute changes the two venues with the most gaps share, `cut` minutes left out."""
        change = self.seen[:, 1:] & self.seen[:, :-1]
        return min(int((change[i, cut:] & change[j, :-cut]).sum()) for i in range(3) for j in range(3) if i != j)


def simulate(seed: int, minutes: int, step: float, noise: float, gaps: float, price: float) -> Market:
    """Give a market whose volatility changes from hour to hour, with now and then a jump."""
    rng = np.random.default_rng(seed)
    heat = np.repeat(np.exp(0.5 * rng.standard_normal(minutes // 60 + 1)), 60)[:minutes]
    moves = rng.standard_normal((minutes, 4)) * (step / 2 * heat)[:, None]
    moves[rng.random(minutes) < 0.002, 0] += 0.005 * rng.choice([-1, 1])
    path = price * np.exp(np.cumsum(moves.ravel()).reshape(minutes, 4))
    truth = np.column_stack([path[:, 0], path.max(axis=1), path.min(axis=1), path[:, 3]])
    views = []
    for _ in range(3):
        drift = np.cumsum(rng.standard_normal(minutes)) * noise / 20
        drift = drift - 0.98 * np.concatenate([[0.0], drift[:-1]])  # stays near zero
        own = 1 + drift[:, None] + rng.standard_normal((minutes, 4)) * noise / 2
        four = truth * own
        views.append(np.column_stack([four[:, 0], four.max(axis=1), four.min(axis=1), four[:, 3]]))
    moved = np.abs(np.diff(np.log(truth[:, 3])))
    return Market(truth, noise, float(np.median(moved)), tuple(views), rng.random((3, minutes)) >= gaps)


def bars_of(market: Market, which: int) -> list[Bar]:
    return [Bar(START + timedelta(minutes=n), *map(float, market.views[which][n]), 3.0, 20)
            for n in range(len(market.truth)) if market.seen[which][n]]


def later(minutes: int) -> Callable[[list[Bar]], list[Bar]]:
    return lambda bars: [Bar(b.start + timedelta(minutes=minutes), b.open, b.high, b.low, b.close, b.volume, b.count)
                         for b in bars]


def times(factor: float) -> Callable[[list[Bar]], list[Bar]]:
    return lambda bars: [Bar(b.start, b.open * factor, b.high * factor, b.low * factor, b.close * factor, b.volume,
                             b.count) for b in bars]


def stuck(bars: list[Bar]) -> list[Bar]:
    first = bars[0].close
    return [Bar(b.start, first, first, first, first, b.volume, b.count) for b in bars]


FAULTS: dict[str, tuple[Callable[[list[Bar]], list[Bar]], str]] = {
    "a minute late": (later(1), "labels shifted"),
    "a minute early": (later(-1), "labels shifted"),
    "an hour late": (later(60), "labels shifted"),
    "times 100": (times(100.0), "wrong scale"),
    "a hundredth": (times(0.01), "wrong scale"),
    "frozen": (stuck, "frozen"),
    "coin for dollar": (times(1.003), "steady offset"),
}


def enough(market: Market, fault: str, limit: float, which: int) -> bool:
    """Tell from the true prices alone whether the fault can be seen."""
    if market.noise > limit / 4:
        return False  # venues that are no better than the limit cannot be held to it
    if fault in ("times 100", "a hundredth"):
        return True
    if fault == "coin for dollar":
        return market.noise < 0.003 / 10
    if fault == "frozen":
        # What moved before its first bar or after its last one says nothing of it.
        spoken = np.flatnonzero(market.seen[which])
        close = market.truth[spoken[0] : spoken[-1] + 1, 3]
        return bool((close.max() - close.min()) / close.min() > limit + 4 * market.noise)
    # A minute's change must stand out of the noise of two venues, in enough minutes that venues have in common.
    return market.common_changes(61 if "hour" in fault else 1) >= 100 and market.step > market.noise


def found(item: Item, views: list[list[Bar]]) -> Consensus:
    bars: list[Bars] = [as_bars(view, f"s{n}") for n, view in enumerate(views)]
    return consensus(bars, item.currency, limit_for(item))


@dataclass(frozen=True)
class Case:
    """One wrong source in one market."""

    ticker: str
    market: Market
    fault: str
    which: int

    def check(self) -> None:
        item, (change, reason) = ITEMS[self.ticker], FAULTS[self.fault]
        views = [bars_of(self.market, n) for n in range(3)]
        honest = found(item, [view for n, view in enumerate(views) if n != self.which])
        views[self.which] = change(views[self.which])
        got = found(item, views)
        limit = limit_for(item).bps / 1e4 or limit_for(item).absolute / float(self.market.truth[:, 3].max())
        self._harmless(got, limit)
        if not enough(self.market, self.fault, limit, self.which):
            return
        wrong = got.report.sources[self.which]
        others = [one for n, one in enumerate(got.report.sources) if n != self.which]
        assert wrong.set_aside.get(reason, 0) >= 0.9 * wrong.minutes - 65, (wrong, got.report.findings)
        assert wrong.used <= 65
        assert all(one.used >= 0.9 * one.minutes for one in others), others
        named = {(f.source, f.what) for f in got.report.findings}
        assert {source for source, _ in named} == {f"s{self.which}"}, named
        together = np.isin(got.series.start_s, honest.series.start_s[honest.series.n_sources == 2])
        assert together.sum() >= 0.95 * (honest.series.n_sources == 2).sum()

    def _harmless(self, got: Consensus, limit: float) -> None:
        """Where two and more speak, the agreed price is near the truth, told or not."""
        row = (got.series.start_s - int(START.timestamp())) // 60
        inside = (row >= 0) & (row < len(self.market.truth)) & (got.series.n_sources >= 2)
        off = np.abs(np.log(got.series.close[inside] / self.market.truth[row[inside], 3]))
        assert np.all(off <= limit + 5 * self.market.noise), (self.fault, off.max())


cases = st.builds(
    Case,
    ticker=st.sampled_from(sorted(ITEMS)),
    market=st.builds(
        simulate,
        seed=st.integers(0, 2**31),
        minutes=st.sampled_from([240, 400, 1440]),
        step=st.floats(-5.0, -3.0).map(lambda x: 10**x),
        noise=st.floats(-6.0, -3.9).map(lambda x: 10**x),
        gaps=st.sampled_from([0.0, 0.05, 0.3]),
        price=st.sampled_from([50_000.0, 1.16]),
    ),
    fault=st.sampled_from(sorted(FAULTS)),
    which=st.integers(0, 2),
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(cases)
def test_one_wrong_source_of_three_is_set_aside_where_the_market_moved_enough(case: Case) -> None:
    case.check()


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(cases)
def test_one_wrong_source_of_three_is_set_aside_in_many_markets(case: Case) -> None:
    case.check()
