"""How finely the lag is cut: coarse bins, and fine ones only where the probes ask for them.

A fine bin is a freedom, and the most likely weights use each freedom that chance offers. With bins of a minute up to an
hour and of hours beyond, the first hour has most of the freedoms and drew mass from the rest: a cache of up to 8 hours
got 3 points too many within the hour. Coarse bins, about a third wider each than the one before, halve that. A delay
that hardly varies needs the fine ones, and then they fit far better. So both are fitted and Akaike's criterion decides:
fine, if the gain in log-likelihood is more than the number of bins added, 39 for a look-back of a day. In simulated
weeks chance gained 13 as a rule and 29 at most, a delay that varies by 2 % at least 56.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from monitor.lag.matrix import Matrix
from monitor.lag.npmle import Fit, fit_npmle

__all__ = ["COARSE_S", "coarser", "fit_grid", "is_fine"]

Floats = NDArray[np.float64]
COARSE_S = (-2, 10, 20, 30, 45, 60, 120, 180, 240, 300, 420, 600, 900, 1200, 1800, 2400, 3000, 3600, 5400, 7200, 10800,
            14400, 21600, 28800, 43200, 64800, 86400)
"""Edges of the coarse bins, seconds; all of them are edges of the fine ones (`kernel.EDGES_S`)."""


def coarser(matrix: Matrix) -> Matrix:
    """Give the matrix with coarse bins: a bin's likelihood is the mean over its parts, as it is over its moments."""
    edges = matrix.edges_s
    bins = len(edges) - 1
    kept = [k for k, edge in enumerate(edges) if k in (0, bins) or edge in COARSE_S]
    width = np.diff(edges)
    merged = np.add.reduceat(matrix.likelihood[:, :bins] * width, kept[:-1], axis=1) / np.add.reduceat(width, kept[:-1])
    return replace(matrix, edges_s=edges[kept], likelihood=np.column_stack([merged, matrix.likelihood[:, bins:]]))


def fit_grid(fine: Matrix) -> tuple[Matrix, Fit]:
    """Give the matrix on the grid that the probes ask for, and its fit."""
    coarse = coarser(fine)
    first, second = fit_npmle(coarse.likelihood), fit_npmle(fine.likelihood)
    added = len(fine.edges_s) - len(coarse.edges_s)
    if second.loglik[0] - first.loglik[0] > added:
        return fine, second
    return coarse, first


def is_fine(matrix: Matrix) -> bool:
    """Tell whether the matrix is on the fine grid."""
    return any(edge not in COARSE_S for edge in matrix.edges_s[:-1])
