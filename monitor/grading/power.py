"""How much a target range can tell: its power, and the rivals that it cannot be told from. Arrays in, arrays out."""

import numpy as np
from numpy.typing import NDArray

from monitor.grading.target import Frame
from monitor.grading.types import Rival

__all__ = ["current_prices", "power_of", "rivals_of"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def power_of(frame: Frame, low: Floats, high: Floats) -> Floats:
    """Give the share of the look-back's one-minute closes before the target minutes that lie outside [low, high].

    NaN where there is no reference or no bar before the target minutes.
    """
    n = len(frame.closes)
    if n == 0 or not frame.has_reference:
        return np.full(low.shape, np.nan)
    inside = np.searchsorted(frame.closes, high, side="right") - np.searchsorted(frame.closes, low, side="left")
    return 1.0 - inside / n


def current_prices(frame: Frame, sent_s: Floats) -> Floats:
    """Give the market's price at each sending: the close of the last minute that had ended by then; NaN without one.

    While the market is closed and an official close lies after that minute, it is that close.
    """
    rows = np.searchsorted(frame.ends_s, sent_s, side="right") - 1
    price = np.where(rows >= 0, frame.bar_close[np.maximum(rows, 0)], np.nan) if len(frame.start_s) else \
        np.full(sent_s.shape, np.nan)
    if frame.official:
        at = np.array([moment for moment, _ in frame.official])
        close = np.array([value for _, value in frame.official])
        days = np.searchsorted(at, sent_s, side="right") - 1
        last_end = np.where(rows >= 0, frame.ends_s[np.maximum(rows, 0)], -np.inf) if len(frame.start_s) else -np.inf
        use = (days >= 0) & (at[np.maximum(days, 0)] >= last_end)
        price = np.where(use, close[np.maximum(days, 0)], price)
    return price


def rivals_of(frame: Frame, low: Floats, high: Floats, sent_s: Floats) -> dict[Rival, Bools]:
    """Give, for each rival, which of the ranges [low, high] hold its price.

    `current` counts only once the target minutes are over: before that it is the right answer itself.
    """
    out = {rival: (low <= price) & (price <= high) for rival, price in frame.rivals}
    now = current_prices(frame, sent_s)
    out[Rival.CURRENT] = (sent_s >= frame.instant_s + 60) & (low <= now) & (now <= high)
    return out
