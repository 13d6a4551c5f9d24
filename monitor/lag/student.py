"""Student's t. The functions are those that scipy.stats stands on, which costs a worker half a second to load."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

__all__ = ["quantile", "upper_tail"]

Floats = NDArray[np.float64]


def quantile(level: Floats | float, freedom: int) -> Floats:
    """Give the value that `level` of the distribution with so many degrees of freedom lies below."""
    return np.asarray(stdtrit(freedom, level))


def upper_tail(value: float, freedom: int) -> float:
    """Give the part of the distribution that lies above `value`."""
    return float(stdtr(freedom, -value))
