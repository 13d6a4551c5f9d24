"""Seeded price paths: an instrument and a day enter; its log prices, second by second, leave.

A level for each day end comes from one mean-reverting walk over all days; within a day, second-by-second noise
is bent (a Brownian bridge in the day's own variance) to end at the next level. So every moment is found without
the ones before it, and days join without a step.
"""

import math
from datetime import date

import numpy as np
from numpy.typing import NDArray

from monitor.sandbox.hours import FIRST_DAY, LAST_DAY, fx_spans, session
from monitor.sandbox.instruments import Instrument
from monitor.sandbox.noise import DAY_S, stream

__all__ = ["day_path", "levels", "night_path", "session_path"]

Floats = NDArray[np.float64]
_SATURDAY = 5
_GAP_SHARE = 0.3
"""Share of a stock's variance from close to close that falls on the night."""


def _weight(instrument: Instrument, day: int) -> float:
    """Give the share of an ordinary day's variance that falls on a UTC day."""
    if instrument.hours == "fx":
        return sum(end - start for start, end in fx_spans(day)) / DAY_S
    return float(instrument.hours == "24/7" or (day + 3) % 7 < _SATURDAY)  # 1970-01-01 was a Thursday


def _sigma_day(instrument: Instrument) -> float:
    return instrument.vol_year / math.sqrt(365 if instrument.hours == "24/7" else 260)


def levels(instrument: Instrument, seed: int) -> Floats:
    """Give the log level at the start of every UTC day from FIRST_DAY on (a stock's: at the end of the day before)."""
    shocks = stream(seed, "levels", instrument.ticker).standard_normal(LAST_DAY - FIRST_DAY).tolist()
    sigma = _sigma_day(instrument)
    base = math.log(instrument.base)
    out, away = [base], 0.0
    for day, shock in enumerate(shocks, FIRST_DAY):
        weight = _weight(instrument, day)
        away += sigma * math.sqrt(weight) * shock - instrument.reversion * weight * away
        out.append(base + away)
    return np.array(out)


def _activity(rng: np.random.Generator, profile: Floats) -> Floats:
    """Give a relative volatility for each minute: the hour's habit, the hour's mood, and a few bursts."""
    minutes = len(profile)
    mood = np.exp(0.4 * rng.standard_normal(minutes // 60 + 1)).repeat(60)[:minutes]
    burst = np.ones(minutes)
    for start, force in zip(rng.integers(0, minutes, 4), rng.uniform(0.5, 3.5, 4), strict=True):
        if rng.random() < minutes / 2400:
            burst[start:] += force * np.exp(-np.arange(minutes - start) / 9.0)
    return profile * mood * burst


def _bridge(rng: np.random.Generator, variance: Floats, total: float, start: float, end: float) -> Floats:
    """Give `len(variance) * 60` log prices from `start`, whose next one would be `end`.

    `variance` holds one relative figure a minute; `total` is what they add up to.
    """
    variance = variance * (total / variance.sum() / 60)
    steps = rng.standard_normal((len(variance), 60)) * np.sqrt(variance)[:, None]
    walk = np.cumsum(steps.ravel())
    used = np.cumsum(variance * 60) - variance * 60
    spent = (used[:, None] + variance[:, None] * np.arange(1, 61)).ravel() / total
    walk += spent * (end - start - walk[-1])
    return np.concatenate(([start], start + walk[:-1]))


def _clock_profile(instrument: Instrument) -> Floats:
    hour = np.arange(1440) / 60.0
    if instrument.hours == "fx":  # quiet in the Asian night, two peaks at the London and New York mornings
        return 0.35 + 0.75 * np.exp(-(((hour - 8.5) / 2.2) ** 2)) + np.exp(-(((hour - 14.5) / 2.4) ** 2))
    return 0.65 + 0.55 * np.exp(-(((hour - 15.5) / 3.5) ** 2)) + 0.2 * np.exp(-(((hour - 1.0) / 2.0) ** 2))


def day_path(instrument: Instrument, seed: int, day: int, start: float, end: float) -> Floats:
    """Give the 86,400 log prices of a UTC day; flat wherever an FX market is closed."""
    rng = stream(seed, "day", instrument.ticker, day)
    variance = _activity(rng, _clock_profile(instrument)) ** 2
    total = _sigma_day(instrument) ** 2
    if instrument.hours == "fx":
        total *= _weight(instrument, day)
        if total == 0:
            return np.full(DAY_S, start)
        opened = np.zeros(1440)
        for first, last in fx_spans(day):
            opened[first // 60 : last // 60] = 1.0
        variance *= opened
    return _bridge(rng, variance, total, start, end)


def session_path(instrument: Instrument, seed: int, day: date, closes: tuple[float, float]) -> Floats:
    """Give the log prices of a stock's regular session, each second from the open.

    `closes` are the log prices at the end of the session before and of this one.
    """
    hours = session(day)
    if hours is None:
        raise ValueError(f"{day} has no session")
    rng = stream(seed, "session", instrument.ticker, day)
    before, after = closes
    sigma = _sigma_day(instrument)
    spread = sigma * math.sqrt(_GAP_SHARE * (1 - _GAP_SHARE))
    gap = _GAP_SHARE * (after - before) + spread * float(rng.standard_normal())
    minutes = (hours[1] - hours[0]) // 60
    along = np.linspace(0.0, 1.0, minutes)
    profile = 0.75 + 1.4 * np.exp(-along * 14) + 0.45 * np.exp(-(1 - along) * 18)
    total = sigma**2 * (1 - _GAP_SHARE)
    return _bridge(rng, _activity(rng, profile) ** 2, total, before + gap, after)


def night_path(
    instrument: Instrument, seed: int, day: date, ends: tuple[float, float], seconds: int, part: str
) -> Floats:
    """Give log prices of extended trading before or after a session: small steps between two given ends."""
    rng = stream(seed, part, instrument.ticker, day)
    sigma = _sigma_day(instrument) * 0.25
    return _bridge(rng, np.ones(seconds // 60), sigma**2, ends[0], ends[1])
