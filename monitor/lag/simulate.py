"""Simulated markets and providers whose lag is known, to show that the estimator is right. Pure; seeded.

A market moves every second as a random walk whose volatility wanders; two venues see it with their own slowly moving
offsets, and their minute bars make the consensus as the reference job makes it. A provider serves the price of a third
venue as it was `lag` before sending, rounded. Lags of one instant go together, as an API's caches do.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Asset
from monitor.lag.timeline import Timeline, make_timeline
from monitor.market.series import DailyClose, MinuteSeries

__all__ = ["MARKETS", "PROVIDERS", "Market", "Provider", "Simulated", "World", "make_world", "serve"]

Floats = NDArray[np.float64]
OFFSETS_S = (5, 30, 60, 120, 300, 900, 1800, 3600, 10800)
DAY_S = 86400


@dataclass(frozen=True)
class Market:
    """One kind of market: moves per root minute and venue offsets in basis points, `unit` the last quoted digit."""

    name: str
    asset: Asset
    price: float
    move_bps: float
    venue_bps: float
    unit: float
    restless: float = 0.5
    """Standard deviation of the log volatility."""
    overnight_bps: float = 0.0


MARKETS = {m.name: m for m in (
    Market("quiet FX", Asset.FX, 1.0850, 0.6, 0.10, 1e-5),
    Market("large coin", Asset.CRYPTO, 91000.0, 3.5, 1.2, 0.01),
    Market("small coin", Asset.CRYPTO, 0.2345, 9.0, 4.0, 1e-4),
    Market("stock", Asset.EQUITY, 212.0, 4.5, 0.3, 0.01, overnight_bps=90.0),
)}


@dataclass(frozen=True)
class Provider:
    """A provider's lag: lognormal around `median_s`, or, with `ttl_s`, the age of a cache that is filled at random."""

    name: str
    median_s: float
    sigma: float = 0.7
    within: float = 0.3
    """Correlation of the log lags of one instant."""
    ttl_s: float = 0.0
    asked: float = 0.0
    """Share of answers that give the price at the asked moment, exactly."""
    unrelated: float = 0.02
    says_now: bool = False
    """States for each price a time of seconds ago, whatever its age."""

    def truth(self, figure: str) -> float:
        """Give the true value of a figure: ``median_s``, ``within_<seconds>`` or ``asked_moment``."""
        if figure == "median_s":
            return self.median_s
        if figure == "asked_moment":
            return self.asked * (1 - self.unrelated)
        return self.share_within(float(figure.partition("_")[2]))

    def share_within(self, seconds: float) -> float:
        """Give the true share of lags up to `seconds`."""
        if self.ttl_s:
            return min(1.0, seconds / self.ttl_s)
        from scipy.special import ndtr

        return float(ndtr(np.log(seconds / self.median_s) / self.sigma))


PROVIDERS = {p.name: p for p in (
    Provider("20 s", 20.0), Provider("5 min", 300.0), Provider("15 min", 900.0), Provider("50 min", 3000.0),
    Provider("4 h cached", 14400.0, ttl_s=28800.0), Provider("asked moment", 20.0, asked=1.0),
    Provider("liar", 1800.0, says_now=True))}


class World(Protocol):
    """A market, its bars as a timeline, and the price at any of its moments, from `start_s` to `end_s`."""

    @property
    def market(self) -> Market:
        """Give the kind of market: venue offsets and the last quoted digit."""
        ...

    @property
    def start_s(self) -> float:
        """Give its first moment."""
        ...

    @property
    def end_s(self) -> float:
        """Give the moment after its last."""
        ...

    @property
    def timeline(self) -> Timeline:
        """Give what the estimator is shown."""
        ...

    @property
    def instants_s(self) -> Floats:
        """Give the instants that are asked about."""
        ...

    def price_at(self, moment_s: Floats) -> Floats:
        """Give the market's price at each moment."""
        ...


@dataclass(frozen=True)
class Simulated:
    """A market's seconds (`path`, from `start_s`; while it is closed its last price stands) and its bars."""

    market: Market
    start_s: float
    path: Floats
    minutes: MinuteSeries
    daily: tuple[DailyClose, ...]
    timeline: Timeline
    instants_s: Floats

    @property
    def end_s(self) -> float:
        """Give the moment after the last second."""
        return self.start_s + len(self.path)

    def price_at(self, moment_s: Floats) -> Floats:
        """Give the market's price at each moment."""
        return np.asarray(self.path[np.clip((moment_s - self.start_s).astype(int), 0, len(self.path) - 1)])


def make_world(market: Market, rng: np.random.Generator, instants: int = 24, days: int = 8) -> Simulated:
    """Give a market of `days` days with `instants` instants at random whole minutes of its sessions, a day in."""
    start_s = 1_790_000_000 // DAY_S * DAY_S
    n = days * DAY_S
    hours = np.cumsum(rng.normal(0, 0.25, n // 900 + 2))
    hours = market.restless * (hours - hours.mean()) / max(hours.std(), 1e-9)
    vol = np.exp(np.interp(np.arange(n), np.arange(len(hours)) * 900, hours) - market.restless**2 / 2)
    steps = rng.normal(0, market.move_bps * 1e-4 / np.sqrt(60), n) * vol
    second = np.arange(n) % DAY_S
    is_open = np.ones(n, dtype=bool)
    if market.asset is Asset.EQUITY:
        is_open = (second >= 14.5 * 3600) & (second < 21 * 3600)
        steps[~is_open] = 0.0
        opens = np.flatnonzero(is_open & (second == 14.5 * 3600))
        steps[opens] += rng.normal(0, market.overnight_bps * 1e-4, len(opens))
    path = market.price * np.exp(np.cumsum(steps))
    minutes = _minutes(market, path, is_open, start_s, rng)
    daily: tuple[DailyClose, ...] = ()
    if market.asset is Asset.EQUITY:
        from datetime import UTC, datetime

        ends = np.arange(days) * DAY_S + 21 * 3600
        daily = tuple(DailyClose((at := datetime.fromtimestamp(start_s + int(e), UTC)).date(), at, float(path[e - 1]))
                      for e in ends)
    can = is_open[::60].copy()
    can[:1440 + 60] = False
    can[-200:] = False
    spots = np.sort(rng.choice(np.flatnonzero(can), instants, replace=False)) * 60.0 + start_s
    return Simulated(market, start_s, path, minutes, daily, make_timeline(minutes, market.asset, daily), spots)


def _offsets(market: Market, n: int, rng: np.random.Generator) -> Floats:
    """Give a venue's relative offset from the market at each of n minutes: wanders, with a half-life of minutes."""
    from scipy.signal import lfilter

    keep = 0.9
    noise = rng.normal(0, market.venue_bps * 1e-4 * np.sqrt(1 - keep**2), n)
    return np.asarray(lfilter([1.0], [1.0, -keep], noise))


def _minutes(market: Market, path: Floats, is_open: NDArray[np.bool_], start_s: int,
             rng: np.random.Generator) -> MinuteSeries:
    grid = path.reshape(-1, 60)
    first, second = (1 + _offsets(market, len(grid), rng) for _ in range(2))
    low, high, close = grid.min(axis=1), grid.max(axis=1), grid[:, -1]
    mid = (first + second) / 2
    keep = is_open[::60]
    return MinuteSeries(
        start_s=(start_s + 60 * np.flatnonzero(keep)).astype(np.int64), low=(low * mid)[keep], high=(high * mid)[keep],
        close=(close * mid)[keep], spread=np.abs(close * (first - second))[keep],
        n_sources=np.full(int(keep.sum()), 2, dtype=np.int64))


def serve(world: World, provider: Provider, rng: np.random.Generator,
          offsets_s: tuple[int, ...] = OFFSETS_S) -> dict[str, Floats]:
    """Give `instant_s, sent_s, price, unit, stated_s, lag_s` of one probe per instant and offset, flat.

    `lag_s` is the truth: NaN where the answer was for the asked moment or had nothing to do with the item.
    """
    instants, market = world.instants_s, world.market
    shape = (len(instants), len(offsets_s))
    sent = instants[:, None] + np.array(offsets_s) + rng.uniform(0.0, 0.3, shape)
    if provider.ttl_s:
        phase = rng.uniform(0, provider.ttl_s, (len(instants), 1))
        lag = (phase + np.array(offsets_s)) % provider.ttl_s
    else:
        z = np.sqrt(provider.within) * rng.normal(size=(shape[0], 1)) + \
            np.sqrt(1 - provider.within) * rng.normal(size=shape)
        lag = provider.median_s * np.exp(provider.sigma * z)
    moment = sent - lag
    asked = rng.random(shape) < provider.asked
    moment = np.where(asked, np.broadcast_to(instants[:, None], shape), moment)
    offset = _offsets(market, int(world.end_s - world.start_s) // 60, rng)
    minute = np.clip(((moment - world.start_s) // 60).astype(int), 0, len(offset) - 1)
    price = world.price_at(moment) * (1 + offset[minute])
    junk = rng.random(shape) < provider.unrelated
    price = np.where(junk, price * np.exp(rng.normal(0, 1.0, shape)), price)
    price = np.round(price / market.unit) * market.unit
    truth = np.where(asked | junk, np.nan, lag)
    return {"instant_s": np.repeat(instants, shape[1]), "sent_s": sent.ravel(), "price": price.ravel(),
            "unit": np.full(sent.size, market.unit), "lag_s": truth.ravel(),
            "stated_s": sent.ravel() - 3.0 if provider.says_now else np.full(sent.size, np.nan)}
