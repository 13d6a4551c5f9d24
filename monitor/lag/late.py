"""How likely each answer was older than a limit: its posterior under the fitted distribution of its group.

At the maximum likelihood fit these add up to the estimate: over all probes of the fit, the sum of `late` over that of
`dated` is one minus the share within the limit. Over a part of them it says how that part did, drawn towards the whole
where the prices cannot tell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.lag.estimate import fit_matrix
from monitor.lag.matrix import make_matrix
from monitor.lag.rates import LEAST_INSTANTS, LEAST_PROBES
from monitor.lag.timeline import Timeline
from monitor.lag.types import LagProbe

__all__ = ["Late", "late_shares"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Late:
    """One entry a usable probe: its instant, how likely it has a lag at all, and one longer than each limit."""

    instant_s: Floats
    dated: Floats
    late: Mapping[int, Floats]


def late_shares(
    probes: Sequence[LagProbe], timelines: Mapping[str, Timeline], limits_s: Sequence[int], lookback_s: float
) -> Late | None:
    """Give the posteriors for the limits (edges of the lag bins); None where there is too little to fit."""
    matrix = make_matrix(probes, timelines, lookback_s)
    instants = len(set(matrix.cluster.tolist()))
    if len(matrix.sent_s) < LEAST_PROBES or instants < LEAST_INSTANTS:
        return None
    matrix, fit, _ = fit_matrix(matrix, instants)
    joint = matrix.likelihood * fit.weights[0]
    joint = joint / joint.sum(axis=1, keepdims=True)
    bins = len(matrix.edges_s) - 1
    older = np.array([name == "older" for name in matrix.columns], dtype=bool)
    dated = np.concatenate([np.ones(bins, dtype=bool), older])
    late = {limit: joint[:, np.concatenate([matrix.edges_s[1:] > limit, older])].sum(axis=1) for limit in limits_s}
    return Late(matrix.instant_s, joint[:, dated].sum(axis=1), late)
