"""What lags that are seen would tell: the width of a quantile's interval, had each answer's lag stood beside it.

It says how much is lost because the lag is latent, from the probes alone. With seen lags the share within x has the
variance deff_s p (1 - p) / n. Of the information n / (p (1 - p)) that they would give, the probes hold the part
kappa = (sum of e_i^2) p (1 - p) / n, e_i being the efficient scores of `profile`. A probe's score follows its lag with
the slope kappa, so instants inflate its variance less than that of the lags: deff - 1 = kappa (deff_s - 1). That gives
deff_s. Where kappa is small it says little, and answers of one instant are taken to go together with a correlation of
0.3, as in `estimate`. The share's interval becomes the quantile's by the density of the answers about it, taken over
the middle 60 %, since weights stand in lumps.
"""

import numpy as np

from monitor.lag.profile import Problem, information

__all__ = ["seen_width"]

USUAL, FEW = 0.3, 0.1
"""Correlation within an instant that is assumed, and the kappa at which it counts as much as what is measured."""
MIDDLE = (0.2, 0.8)


def seen_width(problem: Problem, x_s: float, level: float = 0.5) -> float | None:
    """Give the width in seconds of the 95 % interval of the quantile `x_s` that seen lags would have.

    None where the middle of the answers reaches beyond the look-back: their density is then not known.
    """
    reached = np.array([problem.share(x) for x in problem.upper_s])
    if reached[-1] < MIDDLE[1]:
        return None
    dated = float((problem.weights * problem.dated()).sum()) * len(problem.likelihood)
    size = dated / problem.clusters
    told, deff = information(problem, x_s)
    kappa = min(told * level * (1 - level) / dated, 1.0)
    seen = min((max(deff, 1.0) - 1) / max(kappa * (size - 1), 1e-9), 1.0)
    alike = (kappa * seen + FEW * USUAL) / (kappa + FEW)
    half = np.sqrt(problem.cut() * (1 + alike * max(size - 1, 0.0)) * level * (1 - level) / dated)
    first, last = (float(np.interp(part, np.append(0.0, reached), np.append(0.0, problem.upper_s))) for part in MIDDLE)
    return float(2 * half * (last - first) / (MIDDLE[1] - MIDDLE[0]))
