"""The distribution of a latent lag: non-parametric maximum likelihood by EM, for many problems at once.

The served price of probe i has density f_i = sum_k w_k L[i, k], with w the mass of lag bin (or component) k. EM
(Dempster, Laird and Rubin 1977; for sets as likelihoods it is Turnbull's self-consistency, 1976) repeats
``w_k <- mean_i w_k L[i, k] / f_i`` and climbs to the maximum, since the log-likelihood is concave in w. Fits under a
fixed share (a profile likelihood) differ in the last step alone: the mass on either side is scaled to the share.
Every other step is an extrapolation (SQUAREM, Varadhan and Roland 2008, scheme S3), kept only where it does not lower
the likelihood.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Fit", "Sides", "fit_npmle"]

Floats = NDArray[np.float64]
FLOOR = 1e-300


@dataclass(frozen=True)
class Sides:
    """A share to hold fixed in each of b problems: mass(below) / mass(below + above) = share.

    `below` and `above` are b x k masks (0 or 1) without overlap; `share` has length b, each within 0 and 1.
    """

    below: Floats
    above: Floats
    share: Floats


@dataclass(frozen=True)
class Fit:
    """Weights (b x k, rows sum to 1), their log-likelihoods (b), and the iterations that it took."""

    weights: Floats
    loglik: Floats
    iterations: int
    converged: bool


def fit_npmle(likelihood: Floats, counts: Floats | None = None, start: Floats | None = None,
              sides: Sides | None = None, tolerance: float = 1e-4, max_iterations: int = 400) -> Fit:
    """Give the maximum-likelihood weights of b problems over the same n x k likelihood.

    `counts` (b x n) says how often each problem has each probe (resampling); `start` (b x k) where to begin;
    `sides` holds a share fixed. Stops once no problem's log-likelihood rises by more than `tolerance` in a cycle.
    Rows of all zeros must be taken out beforehand (`components` gives every row some chance).
    """
    n, k = likelihood.shape
    b = len(sides.share) if sides is not None else len(counts) if counts is not None else \
        len(start) if start is not None else 1
    weight = np.ones((1, n)) if counts is None else counts
    total = weight.sum(axis=1, keepdims=True)
    w = np.full((b, k), 1.0 / k) if start is None else np.broadcast_to(start, (b, k)) + 1e-6
    w = _constrain(w / w.sum(axis=1, keepdims=True), sides)
    transposed = np.ascontiguousarray(likelihood.T)

    def step(now: Floats) -> tuple[Floats, Floats]:
        mixed = np.maximum(now @ transposed, FLOOR)
        loglik = (weight * np.log(mixed)).sum(axis=1)
        after = now * ((weight / mixed) @ likelihood) / total
        return _constrain(after, sides), loglik

    before = np.full(b, -np.inf)
    done, iteration = False, 0
    while iteration < max_iterations:
        w1, loglik = step(w)
        w2, _ = step(w1)
        r, v = w1 - w, (w2 - w1) - (w1 - w)
        norm_v = np.sqrt((v * v).sum(axis=1))
        alpha = -np.sqrt((r * r).sum(axis=1)) / np.maximum(norm_v, 1e-12)
        alpha = np.clip(alpha, -64.0, -1.0)[:, None]
        leap = _constrain(np.maximum(w - 2 * alpha * r + alpha * alpha * v, w2 * 1e-3), sides)
        leap /= leap.sum(axis=1, keepdims=True)
        w3, reached = step(leap)
        _, plain = step(w2)
        better = (reached >= plain)[:, None]
        w = np.where(better, w3, w2)
        iteration += 4
        now = np.maximum(reached, plain)
        if (now - before <= tolerance).all():
            done = True
            break
        before = now
    _, loglik = step(w)
    return Fit(w, loglik, iteration, done)


def _constrain(w: Floats, sides: Sides | None) -> Floats:
    """Scale the mass below and above so that their ratio is the fixed share; keep their sum."""
    if sides is None:
        return w
    below = (w * sides.below).sum(axis=1, keepdims=True)
    above = (w * sides.above).sum(axis=1, keepdims=True)
    both = below + above
    share = sides.share[:, None]
    up = share * both / np.maximum(below, FLOOR)
    down = (1 - share) * both / np.maximum(above, FLOOR)
    return np.asarray(w * (1 + sides.below * (up - 1) + sides.above * (down - 1)))
