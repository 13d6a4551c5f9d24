"""Time-to-fresh: between which offsets an API comes to serve data at least as new as the instant.

An answer at offset o is fresh when its lag is at most o (its price is from the instant or later), or when it gives the
price of the asked moment. At each offset the share of fresh answers is a mixture weight: with A_i the likelihood of
probe i under the fresh part of the group's lag distribution and B_i under the stale part, the share theta maximises
sum log(theta A_i + (1 - theta) B_i). The crossing of one half is interval-censored between two offsets; a cell is
given, never a point within it.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from monitor.lag.types import TimeToFresh

__all__ = ["fresh_shares", "time_to_fresh"]

Floats = NDArray[np.float64]
LEAST = 5


def fresh_shares(likelihood: Floats, weights: Floats, edges_s: Floats, columns: tuple[str, ...], age_s: Floats,
                 offset_s: Floats) -> dict[float, tuple[float, float, float, int]]:
    """Give, for each offset, (share fresh, low, high, n) of its dated answers, made to rise with the offset.

    `age_s` is sent less instant. Low and high are where the profile log-likelihood has dropped by 1.92 (95 %).
    """
    bins = len(edges_s) - 1
    raw: dict[float, tuple[float, float, float, int]] = {}
    for offset in np.unique(offset_s):
        rows = np.flatnonzero(offset_s == offset)
        part = np.clip((age_s[rows, None] - edges_s[:-1]) / np.diff(edges_s), 0, 1)
        # A little of every bin: the group may hardly have a stale part that this offset shows.
        lag, some = likelihood[rows, :bins], weights[:bins] + 0.02 / bins
        fresh, stale = ((lag * mass).sum(axis=1) / np.maximum(mass.sum(axis=1), 1e-12)
                        for mass in (part * some, (1 - part) * some))
        dated = weights[:bins].sum()
        if "asked_moment" in columns:
            fresh = _with(fresh, dated, likelihood[rows], weights, bins + columns.index("asked_moment"))
        if "older" in columns:
            stale = _with(stale, dated, likelihood[rows], weights, bins + columns.index("older"))
        junk = weights[bins + columns.index("unrelated")]
        grid = np.linspace(0.0, 1.0, 101)
        mixed = (1 - junk) * (grid[:, None] * fresh + (1 - grid[:, None]) * stale) + max(junk, 1e-3)
        loglik = np.log(np.maximum(mixed, 1e-300)).sum(axis=1)
        near = grid[loglik >= loglik.max() - 1.92]
        raw[float(offset)] = (float(grid[loglik.argmax()]), float(near[0]), float(near[-1]), len(rows))
    order = sorted(raw)
    smooth = _rising(np.array([raw[o][0] for o in order]), np.array([raw[o][3] for o in order], dtype=float))
    return {o: (float(s), *raw[o][1:]) for o, s in zip(order, smooth, strict=True)}


def _with(side: Floats, dated: float, likelihood: Floats, weights: Floats, k: int) -> Floats:
    """Give a side's likelihood with component k mixed in, by its weight against that of the lag bins."""
    return np.asarray((side * dated + likelihood[:, k] * weights[k]) / max(dated + weights[k], 1e-12))


def time_to_fresh(shares: Mapping[float, tuple[float, float, float, int]]) -> TimeToFresh:
    """Give the cell in which the share of fresh answers passes one half, and its bounds."""
    order = [o for o in sorted(shares) if shares[o][3] >= LEAST]
    if not order:
        return TimeToFresh(None, None, why=f"no offset has {LEAST} probes that can be dated")
    lo, hi = _cell(order, [shares[o][0] for o in order])
    # The earliest that it may be: all shares at their upper ends; the latest: all at their lower ones.
    lo_bound, _ = _cell(order, [shares[o][2] for o in order])
    _, hi_bound = _cell(order, [shares[o][1] for o in order])
    why = None if hi is not None else f"most answers are older than the instant even {order[-1]:.0f} s after it"
    return TimeToFresh(lo, hi, lo_bound, hi_bound, why)


def _cell(order: list[float], share: list[float]) -> tuple[float, float | None]:
    last = 0.0
    for offset, value in zip(order, share, strict=True):
        if value >= 0.5:
            return last, offset
        last = offset
    return last, None


def _rising(value: Floats, weight: Floats) -> Floats:
    """Give the closest non-decreasing sequence (pool adjacent violators)."""
    blocks: list[list[float]] = []
    for v, w in zip(value, weight, strict=True):
        blocks.append([v, w, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            v2, w2, n2 = blocks.pop()
            v1, w1, n1 = blocks.pop()
            blocks.append([(v1 * w1 + v2 * w2) / (w1 + w2), w1 + w2, n1 + n2])
    return np.concatenate([np.full(int(n), v) for v, _, n in blocks])
