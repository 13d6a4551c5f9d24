"""The distribution of a latent lag: non-parametric maximum likelihood, for many held shares at once.

The served price of probe i has density f_i = sum_k w_k L[i, k], with w the mass of lag bin (or component) k. The
estimate maximises sum log f_i over all w >= 0 that sum to 1: the non-parametric maximum likelihood estimate (Kiefer
and Wolfowitz 1956; for sets as likelihoods it is Turnbull's, 1976). The problem is concave. EM climbs it slowly, in
hundreds of steps; the primal-dual interior-point method (as Koenker and Mizera 2014 use it for mixtures) reaches the
same maximum in about ten Newton steps, with a duality gap that says how close it is.

With the sum to 1 taken into the objective as -n sum w, the conditions are: gradient g = L'(1/f) - n, g + z + y c = 0,
w z = 0, w, z >= 0, and c'w = 0, where c = (1 - share) below - share above holds a share fixed (a profile likelihood).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Fit", "Sides", "fit_npmle"]

Floats = NDArray[np.float64]
FLOOR = 1e-300
STEP = 0.99
"""How far towards the boundary a step may go."""
AT_ONCE = 4_000_000
"""Numbers in one product: beyond this the problems are taken one by one, to spare memory."""


@dataclass(frozen=True)
class Sides:
    """A share to hold fixed in each of b problems: mass(below) / mass(below + above) = share.

    `below` and `above` are b x k masks, neither empty, whose sum is at most 1: a column may be split between them.
    `share` has length b, each strictly between 0 and 1.
    """

    below: Floats
    above: Floats
    share: Floats


@dataclass(frozen=True)
class Fit:
    """Weights (b x k, rows sum to 1), their log-likelihoods (b), and the Newton steps that it took."""

    weights: Floats
    loglik: Floats
    iterations: int
    converged: bool


def fit_npmle(likelihood: Floats, start: Floats | None = None, sides: Sides | None = None,
              tolerance: float = 1e-5, max_iterations: int = 80) -> Fit:
    """Give the maximum-likelihood weights of b problems over the same n x k likelihood; b is 1 without `sides`.

    `start` (k, or b x k) is where to begin. Stops once no problem's log-likelihood can rise by more than `tolerance`
    (the duality gap). Every row needs a column that gives it some chance (`components` sees to that).
    """
    n, k = likelihood.shape
    b = 1 if sides is None else len(sides.share)
    w = np.full((b, k), 1.0 / k) if start is None else np.broadcast_to(start, (b, k)) + 1e-6
    w = np.array(w / w.sum(axis=1, keepdims=True))
    held = np.zeros((b, k))
    if sides is not None:
        share = sides.share[:, None]
        held = sides.below * (1 - share) - sides.above * share
        w = _hold(w, sides)
    rows = np.ascontiguousarray(likelihood.T)
    gradient = (1 / np.maximum(w @ rows, FLOOR)) @ likelihood - n
    z = np.maximum(-gradient, 0.05 * n / k) + 1e-3 * n
    y = np.zeros((b, 1))
    mu = 0.2 * (w * z).mean(axis=1, keepdims=True)
    done, iteration = False, 0
    while iteration < max_iterations and not done:
        inverse = 1 / np.maximum(w @ rows, FLOOR)
        right = inverse @ likelihood - n + mu / w + y * held
        step = np.linalg.solve(_curvature(rows, inverse, z / w), np.stack([right, held], axis=-1))
        dw, turn = step[..., 0], step[..., 1]
        if sides is not None:
            lack = ((w + dw) * held).sum(axis=1, keepdims=True)
            dy = -lack / np.maximum((turn * held).sum(axis=1, keepdims=True), FLOOR)
            dw, y_after = dw + dy * turn, y + dy
        else:
            y_after = y
        dz = mu / w - z - z / w * dw
        along, across = _reach(w, dw), _reach(z, dz)
        w, z, y = w + along * dw, z + across * dz, y + along * (y_after - y)
        gap = (w * z).sum(axis=1, keepdims=True)
        rest = (1 / np.maximum(w @ rows, FLOOR)) @ likelihood - n + z + y * held
        done = bool((gap < tolerance).all() and (np.abs(rest).max(axis=1) < 1e-3 * n).all())
        least = np.minimum(along, across)
        mu = np.maximum(np.where(least > 0.9, 0.05, np.where(least > 0.5, 0.2, 0.5)) * gap / k, 1e-4 * tolerance / k)
        iteration += 1
    w = w / w.sum(axis=1, keepdims=True)
    return Fit(w, np.log(np.maximum(w @ rows, FLOOR)).sum(axis=1), iteration, done)


def _curvature(rows: Floats, inverse: Floats, barrier: Floats) -> Floats:
    """Give L' diag(1 / f^2) L + diag(barrier) of each problem: b x k x k."""
    k, n = rows.shape
    if len(inverse) * n * k <= AT_ONCE:
        scaled = rows[None] * inverse[:, None, :]
        out = np.matmul(scaled, scaled.transpose(0, 2, 1))  # of a matrix with itself: BLAS needs but half the work
    else:
        out = np.stack([(one := rows * by) @ one.T for by in inverse])
    place = np.arange(k)
    out[:, place, place] += barrier + 1e-10
    return np.asarray(out)


def _reach(at: Floats, step: Floats) -> Floats:
    """Give the longest part of each problem's step, at most 1, that keeps everything positive."""
    steepest = np.max(-step / at, axis=1, keepdims=True)
    return np.asarray(np.minimum(1.0, STEP / np.maximum(steepest, 1e-12)))


def _hold(w: Floats, sides: Sides) -> Floats:
    """Scale the mass below and above so that their ratio is the fixed share; keep their sum."""
    below = (w * sides.below).sum(axis=1, keepdims=True)
    above = (w * sides.above).sum(axis=1, keepdims=True)
    both, share = below + above, sides.share[:, None]
    up, down = share * both / np.maximum(below, FLOOR), (1 - share) * both / np.maximum(above, FLOOR)
    return np.asarray(w * (1 + sides.below * (up - 1) + sides.above * (down - 1)))
