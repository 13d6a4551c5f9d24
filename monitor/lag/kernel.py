"""The likelihood of every lag for every probe: how well the price at that age fits the price that was served.

For a probe sent at s with newest price p, the likelihood of the lag bin (a, b] is the mean, over the moments t in
[s - b, s - a), of K(p; t). K is the density of a price that stood within the minute's range, quoted with its rounding
(half a unit either side) and seen through another venue, whose difference is a normal law with the sources' measured
disagreement as its 95 % range. Two refinements over a uniform law on the widened range, each of which removes a bias
that was measured:

- Soft edges. A hard edge would give a served price that lies 1.1 times the disagreement outside the true minute no
  chance at all, and hand the probe to a wrong minute.
- Where in the minute. A price from 70 s ago lies near the boundary of two minutes and so in both ranges; a uniform law
  cannot say on which side, and the estimate then gives the whole of it to the likelier minute. The path from open to
  close (`Moments`) can: shares within 60 s were 3 to 5 points too high without it.

The mean over moments is exact for the parts that a minute is cut into: K is constant on a part, so its integral over
time is piecewise linear, and the integral over a bin is the difference of two interpolated values.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from monitor.lag.stretches import in_parts, run_of
from monitor.lag.timeline import HAIR, Moments, Timeline

__all__ = ["EDGES_S", "densities", "density", "lag_likelihood", "noise", "told"]

Floats = NDArray[np.float64]
EDGES_S: Floats = np.array([
    -2, 10, 20, 30, 45, 60, 75, 90, 120, 150, 180, 210, 240, 270, 300, 360, 420, 480, 540, 600, 660, 720, 780, 840,
    900, 960, 1020, 1080, 1140, 1200, 1320, 1440, 1560, 1680, 1800, 1920, 2040, 2160, 2280, 2400, 2520, 2640, 2760,
    2880, 3000, 3120, 3240, 3360, 3480, 3600, 4200, 4800, 5400, 6300, 7200, 9000, 10800, 14400, 18000, 21600,
    28800, 36000, 43200, 54000, 64800, 86400], dtype=float)
"""Edges of the lag bins, seconds. The first bin begins below 0: an answer may be newer than its request. Up to 20
minutes they are as narrow as the bars, so that a delay that hardly varies is not smeared over a wide bin; `grid` says
when so fine a cut is used."""
MIN_HALF = 2e-6
"""Least half width of a kernel, as a share of the price: below this no API quotes and no source agrees."""
VENUE = 0.75
"""Variance of a third venue's difference from the mean of two, over that of the two from one another: (1 + 1/2) / 2."""
FAR = 7.0
"""Standard deviations of the noise beyond a range at which a price has no chance (1e-11) left."""
SLACK_S = 60.0
"""A true stated time lies so close to the moment whose price it is of: pages round to the minute."""
INSTANT_S = 1e-6
"""Seconds below which the market's price counts as known at no moment of a bin: what rounding leaves of none."""
ROOT_2PI = float(np.sqrt(2 * np.pi))


def noise(half: Floats, widen: float) -> Floats:
    """Give the standard deviation of a served price about the market's: another venue's difference, and rounding."""
    return np.asarray(np.sqrt(VENUE * (widen / 1.96) ** 2 + half**2 / 3))


def density(price: Floats, half: Floats, moments: Moments, widen: float) -> Floats:
    """Give K(price; moment) for n prices and m parts, as an n x m array, in 1 / price unit.

    `half` is half a unit of each price's last quoted digit, `widen` the 95 % range of venues' difference. With the
    market's price x a normal law (mean, sd) cut to [low, high] and the served price x + e, e normal with variance
    tau^2 (venue and rounding, h^2 / 3), the density is exact: N(p; mean, sd^2 + tau^2) times the mass within
    [low, high] of x given p, over the mass of x there.
    """
    tau2, reach = _noise2(price, half, widen)
    out = np.zeros((len(price), len(moments.mean)))
    near = (moments.low <= (price + reach)[:, None]) & ((price - reach)[:, None] <= moments.high)
    # Most of a day's moments are far from any one price; the rest is what costs.
    row, col = np.nonzero(near)
    out[row, col] = _near(price[row], tau2[row], moments, col)
    return out


def densities(price: Floats, half: Floats, moments: Moments, widen: float, place: NDArray[np.int64],
              held: NDArray[np.bool_]) -> Floats:
    """Give K(price; moment) of each price for its own moments, `place` (n x m) where `held`; 0 elsewhere."""
    tau2, reach = _noise2(price, half, widen)
    out = np.zeros(place.shape)
    near = (moments.low[place] <= (price + reach)[:, None]) & ((price - reach)[:, None] <= moments.high[place]) & held
    row, col = np.nonzero(near)
    out[row, col] = _near(price[row], tau2[row], moments, place[row, col])
    return out


def _noise2(price: Floats, half: Floats, widen: float) -> tuple[Floats, Floats]:
    """Give the variance of each served price about the market's, and how far from a range it has a chance."""
    tau2 = noise(np.maximum(half, MIN_HALF * np.abs(price)), widen) ** 2
    return tau2, FAR * np.sqrt(tau2)


def _near(p: Floats, t2: Floats, moments: Moments, col: NDArray[np.int64]) -> Floats:
    """Give the density of each price p, with noise of the variance t2, for the moment `col`."""
    mean, sd = moments.mean[col], moments.sd[col]
    total = sd**2 + t2
    value = np.exp(-0.5 * (p - mean) ** 2 / total) / (ROOT_2PI * np.sqrt(total))
    span = np.flatnonzero(sd > 0)
    of, p, t2, mean, sd, total = col[span], p[span], t2[span], mean[span], sd[span], total[span]
    centre, scale = mean + (p - mean) * sd**2 / total, sd * np.sqrt(t2 / total)
    hair = HAIR * sd
    within = ndtr((moments.high[of] + hair - centre) / scale) - ndtr((moments.low[of] - hair - centre) / scale)
    value[span] *= within / moments.mass[of]
    return np.asarray(value)


def told(
    stated_s: Floats, moment_s: Floats | float, trust: float, reach_s: float, within_s: Floats | float = SLACK_S
) -> Floats:
    """Give the chance of stating a time for a price of a moment, over that of stating any time of the look-back."""
    near = np.abs(moment_s - stated_s) <= within_s
    return np.asarray(trust * near / (2 * SLACK_S) * reach_s + (1 - trust))


def lag_likelihood(
    timeline: Timeline,
    sent_s: Floats,
    price: Floats,
    half: Floats,
    edges_s: Floats = EDGES_S,
    stated_s: Floats | None = None,
    trust: float = 0.0,
) -> tuple[Floats, Floats]:
    """Give (likelihood, known) of n probes of one item, of any instants: n x bins each.

    `known` is the share of each bin's moments at which the market's price is known; a bin without any has
    likelihood 0.

    A stated time (unix seconds, NaN for none) multiplies K by the chance of stating it at that moment: with
    probability `trust` it lies within a minute of the moment, otherwise anywhere in the look-back.
    """
    start = timeline.moments.start_s
    first = np.maximum(np.searchsorted(start, sent_s - edges_s[-1], side="right") - 1, 0)
    last = np.maximum(np.searchsorted(start, sent_s - edges_s[0], side="left"), first)
    said = stated_s if stated_s is not None and trust > 0 else np.full(len(sent_s), np.nan)
    bins = len(edges_s) - 1
    mean, share = np.zeros((len(sent_s), bins)), np.zeros((len(sent_s), bins))
    for part in in_parts(first, last):
        rows = np.arange(len(sent_s))[part]
        rows = rows[last[rows] > first[rows]]
        if len(rows):
            mean[rows], share[rows] = _likelihood(timeline, sent_s[rows], price[rows], half[rows], edges_s, said[rows],
                                                  trust, first[rows], last[rows])  # fmt: skip
    return mean, share


def _likelihood(
    timeline: Timeline, sent_s: Floats, price: Floats, half: Floats, edges_s: Floats, stated_s: Floats, trust: float,
    first: NDArray[np.int64], last: NDArray[np.int64],
) -> tuple[Floats, Floats]:  # fmt: skip
    """Give the same for probes whose moments are [first, last), never none."""
    every = timeline.moments
    row, place, values = _possible(price, half, every, timeline.widen, first, last)
    length = every.length_s[place]
    if not np.isnan(stated_s).all():
        said = stated_s[row]
        near = told(said, every.start_s[place] + length / 2, trust, edges_s[-1] - edges_s[0], SLACK_S + length / 2)
        values *= np.where(np.isnan(said), 1.0, near)
    at = sent_s[:, None] - edges_s[None, :]
    whole = np.clip(np.searchsorted(every.start_s, at, side="right") - 1, first[:, None], last[:, None] - 1)
    within = np.clip(at - every.start_s[whole], 0.0, every.length_s[whole])
    # Cumulative integrals at the parts' starts, over the few that matter; a moment inside a part adds its share of it.
    many = len(every.start_s)
    order = row * many + place
    wanted = np.arange(len(first))[:, None] * many + whole
    k = np.searchsorted(order, wanted)
    inside = np.append(order, -1)[k] == wanted
    integral = np.append(0.0, np.cumsum(values * length))[k] + np.where(inside, np.append(values, 0.0)[k], 0.0) * within
    known = every.before_s[whole] - every.before_s[first][:, None] + within
    seconds = np.maximum(known[:, :-1] - known[:, 1:], 0.0)
    mass = np.maximum(integral[:, :-1] - integral[:, 1:], 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(seconds > INSTANT_S, mass / seconds, 0.0)
    return mean, seconds / np.diff(edges_s)


def _possible(
    price: Floats, half: Floats, moments: Moments, widen: float, first: NDArray[np.int64], last: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
    """Give (row, place, density) of the moments [first, last) that a price may be of, in order: a few of each row's."""
    tau2, reach = _noise2(price, half, widen)
    longest = int((last - first).max())
    near = run_of(moments.low, first, longest) <= (price + reach)[:, None]
    near &= (price - reach)[:, None] <= run_of(moments.high, first, longest)
    near &= np.arange(longest) < (last - first)[:, None]
    row, col = np.nonzero(near)
    place = first[row] + col
    return row, place, _near(price[row], tau2[row], moments, place)
