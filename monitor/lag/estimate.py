"""The lag distribution of one group of probes: the whole way from prices and bars to figures with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from monitor.lag.fresh import fresh_shares, time_to_fresh
from monitor.lag.grid import fit_grid, is_fine
from monitor.lag.intervals import quantile_interval, share_interval
from monitor.lag.matrix import Matrix, make_matrix
from monitor.lag.npmle import Fit, fit_npmle
from monitor.lag.profile import Problem, information
from monitor.lag.rates import LEAST_INSTANTS, LEAST_PROBES, shortage
from monitor.lag.seen import seen_width
from monitor.lag.timeline import Timeline
from monitor.lag.types import Estimate, LagDistribution, LagProbe, TimeToFresh

__all__ = ["SHARES_S", "estimate_lag", "fit_matrix"]

Floats = NDArray[np.float64]
SHARES_S = (60, 300, 900, 3600)
SIGN = 6.63
SLOW_S = 3600.0
LEAST_SLOW_INSTANTS = 12
"""Instants needed where most prices are older than an hour: a cache that old gives one answer an instant or so. With
six instants, 54 such probes, the median's interval held the truth in 89 % of simulated weeks on quiet currencies."""
MINUTE_S = 60.0
BLURRED = "not enough movement within a minute, beside the noise of venues and rounding, to say more"
BLUR_PROBES = 200
MEDIAN_BLUR, MOSTLY_BLUR, MOST_BLUR = 1 / 6, 1 / 3, 1 / 2
"""Noise over a minute's move beyond which 200 probes cannot tell: where within a minute the median lies; the share
within a minute, where that is most answers; and that share at all. Errors average out with the root of the probes'
number, so more of them may be more blurred. The answers have no part in it."""
MOST_LOSS, WITHIN = 2.2, 0.8
"""An interval of the median so many times as wide as that of seen lags has under a fifth of what they would tell. It
counts where the interval is wider than the median, too: one that is narrow tells enough, whatever seen lags would.
Within a minute the prices tell so little of the lags' spread that what seen ones would give cannot be worked out. In
simulated weeks it was .36 of the median, 2.2 times which is 0.8. There the prices must also tell as much as 30 seen
lags: 216 probes tell as much as 5, and weeks then passed whose estimate happened to be high (on recorded bars 7 s too
high, with intervals 2.4 times as wide as those of seen lags)."""
LOST = "not enough movement to say more: the prices tell less than a fifth of what their ages, if seen, would"


def estimate_lag(probes: Sequence[LagProbe], timelines: Mapping[str, Timeline],
                 lookback_s: float = 86400.0, unpriced: int = 0) -> LagDistribution:
    """Give the lag distribution of a group's probes; `timelines` has one entry an item.

    Probes should be answered ones from inside the session with a `newest` price in the item's currency. Below 30
    usable probes or 5 instants every figure is None and says "not enough movement". `unpriced` is the number of
    answers read beside them that held no such price: where all are, that is the reason, not a lack of time.
    """
    matrix = make_matrix(probes, timelines, lookback_s)
    used, instants = len(matrix.sent_s), len(set(matrix.cluster.tolist()))
    if used < LEAST_PROBES or instants < LEAST_INSTANTS:
        return _nothing(matrix, instants, _not_enough(matrix, used, instants, unpriced))
    matrix, fit, asked = fit_matrix(matrix, instants)
    weights, bins = fit.weights[0], len(matrix.edges_s) - 1
    share = dict(zip(matrix.columns, weights[bins:], strict=True))
    late = np.array([False] * bins + [name == "older" for name in matrix.columns])
    # Fine bins were called for because some hold a lump; coarse ones were good enough, so only a whole one is.
    lump = 0.5 if is_fine(matrix) else 0.9
    problem = Problem(matrix.likelihood, weights, float(fit.loglik[0]), matrix.cluster, matrix.edges_s[1:], late, lump)
    dated = float((weights * problem.dated()).sum())
    age = matrix.sent_s - matrix.instant_s
    shares = fresh_shares(matrix.likelihood, weights, matrix.edges_s, matrix.columns, age, _nominal(age))
    why = None
    if dated * used < LEAST_PROBES:
        why = _undated(share, dated * used)
    if why is None and instants < LEAST_SLOW_INSTANTS and problem.share(SLOW_S) < 0.5:
        why = (f"not enough movement yet: prices are over an hour old, so an instant's answers are much the same; "
               f"{instants} instants of {LEAST_SLOW_INSTANTS} needed")
    figures = _figures(problem, why, matrix.blur / (used / BLUR_PROBES) ** 0.5)
    naive = matrix.naive_s[~np.isnan(matrix.naive_s)]
    return LagDistribution(
        probes=matrix.probes, usable=used, instants=instants, lookback_s=matrix.lookback_s,
        edges_s=tuple(matrix.edges_s.tolist()),
        weights=tuple((weights * problem.dated())[:bins] / max(dated, 1e-12)),
        unrelated=float(share["unrelated"]), older=_maybe(share, "older"), asked_moment=asked,
        median_s=figures[0], p90_s=figures[1], share_within=figures[2],
        time_to_fresh=time_to_fresh(shares), fresh_by_offset={o: v[0] for o, v in shares.items()},
        newest_minute_median_s=float(np.median(naive)) if len(naive) else None,
        newest_minute_share={x: float((naive <= x).mean()) for x in SHARES_S} if len(naive) else {},
        stated_trust=matrix.trust, why=why)


def fit_matrix(matrix: Matrix, instants: int) -> tuple[Matrix, Fit, float | None]:
    """Give the matrix without the component `asked_moment` where nothing speaks for it, its fit, and that share.

    A cache that happened to be filled near an instant looks like an archive on that instant alone, so the gain in
    likelihood must be beyond what answers that go together explain: chi-squared's .99 quantile for one weight, times
    a design effect for instants of this size with a correlation of 0.3. The share is 0 where it falls short, None
    where it cannot be identified.
    """
    matrix, fit = fit_grid(matrix)
    if "asked_moment" not in matrix.columns:
        return matrix, fit, None
    column = len(matrix.edges_s) - 1 + matrix.columns.index("asked_moment")
    without = replace(matrix, likelihood=np.delete(matrix.likelihood, column, axis=1),
                      columns=tuple(c for c in matrix.columns if c != "asked_moment"))
    plain = fit_npmle(without.likelihood)
    size = len(matrix.sent_s) / max(instants, 1)
    if 2 * float(fit.loglik[0] - plain.loglik[0]) < SIGN * (1 + 0.3 * (size - 1)):
        return without, plain, 0.0
    return matrix, fit, float(fit.weights[0][column])


def _figures(problem: Problem, why: str | None, blur: float) -> tuple[Estimate, Estimate, dict[int, Estimate]]:
    if why is not None:
        none = Estimate(None, why=why)
        return none, none, dict.fromkeys(SHARES_S, none)
    # Where nothing lies above a lag, the share within it is 1 by definition and says nothing.
    inside = [x for x in SHARES_S if x < problem.upper_s[-1] or (x == problem.upper_s[-1] and problem.late.any())]
    spans = share_interval(problem, [float(x) for x in inside])
    shares = {x: Estimate(problem.share(x), lo, hi) for x, (lo, hi) in zip(inside, spans, strict=True)}
    for x in set(SHARES_S) - set(inside):
        shares[x] = Estimate(None, why=f"the bars reach only {problem.upper_s[-1]:.0f} s back")
    middle, late = _quantile(problem, 0.5), _quantile(problem, 0.9)
    fast = middle.est is not None and middle.est < MINUTE_S
    if fast and blur > MEDIAN_BLUR:
        middle, late = _unresolved(middle), _unresolved(late)
    if blur > (MOSTLY_BLUR if fast else MOST_BLUR) and shares[60].est is not None:
        shares[60] = Estimate(None, shares[60].lo, 1.0 if fast else shares[60].hi, BLURRED)
    return _told(problem, middle), late, shares


def _told(problem: Problem, middle: Estimate) -> Estimate:
    """Give the bounds alone of a median of which the prices tell too little, beside what seen lags would."""
    if middle.est is None:
        return middle
    width = (problem.upper_s[-1] if middle.hi is None else middle.hi) - (middle.lo or 0.0)
    if middle.est < MINUTE_S:
        told, effect = information(problem, middle.est)
        least: float | None = WITHIN * middle.est if told / 4 >= LEAST_PROBES * max(effect, 1.0) else 0.0
    else:
        seen = seen_width(problem, middle.est)
        least = None if seen is None else max(middle.est, MOST_LOSS * seen)
    return middle if least is None or width <= least else Estimate(None, middle.lo, middle.hi, LOST)


def _unresolved(figure: Estimate) -> Estimate:
    """Give the bounds alone of a quantile below a minute."""
    if figure.est is None or figure.est >= MINUTE_S:
        return figure
    return Estimate(None, 0.0, None if figure.hi is None else max(figure.hi, MINUTE_S), BLURRED)


def _quantile(problem: Problem, level: float) -> Estimate:
    """Give the lag that `level` of the dated answers do not exceed, log-linear within its bin."""
    reached = np.array([problem.share(x) for x in problem.upper_s])
    lo, hi = quantile_interval(problem, level)
    if reached[-1] < level:
        word = "half" if level == 0.5 else f"{1 - level:.0%}"
        return Estimate(None, lo, None, why=f"more than {word} of the answers are older than the look-back")
    k = int(np.argmax(reached >= level))
    start = 0.0 if k == 0 else reached[k - 1]
    part = (level - start) / max(reached[k] - start, 1e-12)
    if k == 0:
        est = part * problem.upper_s[0]
    else:
        a, b = np.log(problem.upper_s[k - 1]), np.log(problem.upper_s[k])
        est = float(np.exp(a + part * (b - a)))
    why = None if hi is not None else "the upper end lies beyond the look-back"
    return Estimate(float(est), min(lo, float(est)), None if hi is None else max(hi, float(est)), why)


def _nominal(age_s: Floats) -> Floats:
    """Give each probe's offset: its age rounded to what schedules use, so that lateness does not split an offset."""
    step = np.where(age_s < 20, 1.0, np.where(age_s < 120, 5.0, np.where(age_s < 600, 30.0, 60.0)))
    return np.asarray(np.maximum(np.round(age_s / step) * step, 0.0))


def _maybe(share: Mapping[str, float], name: str) -> float | None:
    return float(share[name]) if name in share else None


def _undated(share: Mapping[str, float], dated: float) -> str:
    asked = share.get("asked_moment", 0.0)
    left = "none is" if dated < 0.5 else f"about {dated:.0f} {'is' if dated < 1.5 else 'are'}"
    if asked >= share["unrelated"]:
        return f"{100 * asked:.0f} % of the answers give the price of the asked moment; {left} left to date"
    return f"{100 * share['unrelated']:.0f} % of the prices are unrelated to the market; {left} left to date"


def _not_enough(matrix: Matrix, used: int, instants: int, unpriced: int) -> str:
    if unpriced and matrix.probes == 0:
        what = "the one answer read holds no" if unpriced == 1 else f"none of the {unpriced} answers read holds a"
        return f"{what} price to date: `monitor apis test` shows what one is made of"
    parts = [shortage(used, instants)]
    if matrix.still:
        parts.append(f"{matrix.still} while the price hardly moved")
    if matrix.short:
        parts.append(f"{matrix.short} without enough bars")
    missing = "" if matrix.still or matrix.short else ", only time is missing"
    return f"not enough movement yet{missing}: " + "; ".join(parts)


def _nothing(matrix: Matrix, instants: int, why: str) -> LagDistribution:
    none = Estimate(None, why=why)
    return LagDistribution(
        probes=matrix.probes, usable=len(matrix.sent_s), instants=instants, lookback_s=matrix.lookback_s, edges_s=(),
        weights=(), unrelated=None, older=None, asked_moment=None, median_s=none, p90_s=none,
        share_within=dict.fromkeys(SHARES_S, none), time_to_fresh=TimeToFresh(None, None, why=why),
        fresh_by_offset={}, newest_minute_median_s=None, newest_minute_share={}, stated_trust=0.0, why=why)
