"""When a lag shifted: daily figures of one API and asset enter; dated changes leave, at a stated rate of false alarms.

Each day's last 60 figures since the last change are scanned for a place at which they fall into two parts, by the
largest standardised Wilcoxon statistic over all places with 5 days or more on either side (Pettitt, Applied Statistics
28, 1979, for one scan). Ranks are used, so the rate of false alarms is the same whatever law the days' figures follow,
as long as one day says nothing of the next. The threshold is set by simulation (`false_alarms`) for one alarm a year
over a history in which nothing changes but neighbouring days go together, with a correlation of 0.3; where each day
stands alone there is one in about ten years. docs/results/changes.json has the run.

The day of the change is where two means fit the log-lags best; its interval holds every day at which the log-likelihood
is less than 3.68 lower (twice that is the .95 quantile of the maximum of two-sided Brownian motion with drift, as
found by Hinkley, Biometrika 57, 1970).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Change", "Ours", "changes_in", "false_alarms", "our_changes", "scan"]

Floats = NDArray[np.float64]
WINDOW = 60
LEAST_DAYS = 14
SIDE = 5
THRESHOLD = 3.9
LEAST_RATIO = 1.2
"""A shift by less than a fifth is not told: nobody would act on it."""
DATED = 7.35
"""-2 ln(1 - sqrt(.95)): twice the drop in log-likelihood that bounds the day of a change."""
BACK_DAYS = 14
"""A configuration, reader or wording is new when it was not there in so many days before."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Something that changed on our side: which kind, on which day first seen."""

    day: date
    kind: str


@dataclass(frozen=True, slots=True)
class Change:
    """A shift: the first day of the new level, with the first and last day that it may be; levels in seconds."""

    day: date
    first: date
    last: date
    before_s: float
    after_s: float
    days_before: int
    days_after: int
    found: date
    """The day whose figure gave the alarm."""
    ours: tuple[Ours, ...] = ()
    """What changed on our side about then: if anything did, the API need not have."""

    def to_json(self) -> dict[str, Any]:
        """Give plain values."""
        return {
            "day": self.day.isoformat(), "first": self.first.isoformat(), "last": self.last.isoformat(),
            "before_s": round(self.before_s, 3), "after_s": round(self.after_s, 3), "days_before": self.days_before,
            "days_after": self.days_after, "found": self.found.isoformat(),
            "ours": [{"day": one.day.isoformat(), "kind": one.kind} for one in self.ours],
        }  # fmt: skip


def changes_in(days: Sequence[date], lag_s: Sequence[float], ours: Sequence[Ours] = ()) -> list[Change]:
    """Give the changes in a history of daily median lags, oldest first; days without a figure are simply not there."""
    value = np.log(np.maximum(np.asarray(lag_s, dtype=float), 1.0))
    found: list[Change] = []
    start = 0
    for end in range(LEAST_DAYS, len(value) + 1):
        if end - start < LEAST_DAYS:
            continue
        first = max(start, end - WINDOW)
        if scan(value[first:end]) <= THRESHOLD:
            continue
        place, low, high = _dated(value[first:end])
        before, after = (float(np.exp(np.median(part))) for part in np.split(value[first:end], [place]))
        if max(before / after, after / before) < LEAST_RATIO:
            continue
        found.append(_change(days, first, end, (place, low, high), before, after, ours))
        start = first + place
    return found


def _change(
    days: Sequence[date], first: int, end: int, places: tuple[int, int, int], before: float, after: float,
    ours: Sequence[Ours],
) -> Change:  # fmt: skip
    day, low, high = (days[first + place] for place in places)
    near = tuple(one for one in ours if low - timedelta(days=1) <= one.day <= high + timedelta(days=1))
    return Change(day, low, high, before, after, places[0], end - first - places[0], days[end - 1], near)


def scan(value: Floats) -> float:
    """Give the largest absolute standardised Wilcoxon statistic over the places that split `value` in two."""
    return float(_scans(value[None])[0])


def _scans(values: Floats) -> Floats:
    """Give the statistic of each row."""
    n = values.shape[1]
    if n < 2 * SIDE:
        return np.zeros(len(values))
    rank = np.argsort(np.argsort(values, axis=1, kind="stable"), axis=1) + 1.0
    k = np.arange(SIDE, n - SIDE + 1)
    centred = np.cumsum(rank, axis=1)[:, k - 1] - k * (n + 1) / 2
    return np.asarray((np.abs(centred) / np.sqrt(k * (n - k) * (n + 1) / 12)).max(axis=1))


def _dated(value: Floats) -> tuple[int, int, int]:
    """Give the place (values before it) at which two means fit best, and the first and last that fit nearly as well."""
    n = len(value)
    k = np.arange(SIDE, n - SIDE + 1)
    total, square = np.cumsum(value), np.cumsum(value**2)
    rest = square[-1] - total[k - 1] ** 2 / k - (total[-1] - total[k - 1]) ** 2 / (n - k)
    rest = np.maximum(rest, 1e-9 * max(float(square[-1]), 1.0))
    near = k[n * np.log(rest / rest.min()) <= DATED]
    return int(k[rest.argmin()]), int(near.min()), int(near.max())


def our_changes(history: Sequence[tuple[date, Mapping[str, Sequence[str]]]]) -> list[Ours]:
    """Give what was new on our side on each day: values of a kind that no day of the fortnight before had.

    `history` is ascending; each day has its values by kind (configuration, wording, reader, policy).
    """
    found = []
    for place, (day, kinds) in enumerate(history):
        before = [seen for at, seen in history[max(place - BACK_DAYS, 0) : place] if day - at <= timedelta(days=30)]
        if not before:
            continue
        for kind, values in kinds.items():
            known = {value for seen in before for value in seen.get(kind, ())}
            if known and set(values) - known:
                found.append(Ours(day, kind))
    return found


def false_alarms(
    threshold: float, *, years: float = 3.0, histories: int = 400, seed: int = 1, rho: float = 0.0
) -> float:
    """Give the alarms a year over simulated histories in which nothing changes; `rho` correlates neighbouring days.

    After an alarm a history begins anew, as it does in `changes_in`. The least ratio is not asked for.
    """
    rng = np.random.default_rng(seed)
    days = round(365 * years)
    noise = rng.standard_normal((histories, days))
    for day in range(1, days):
        noise[:, day] = rho * noise[:, day - 1] + np.sqrt(1 - rho**2) * noise[:, day]
    start = np.zeros(histories, dtype=np.int64)
    alarms = 0
    for end in range(LEAST_DAYS, days + 1):
        length = np.minimum(end - start, WINDOW)
        for size in np.unique(length[length >= LEAST_DAYS]):
            rows = np.flatnonzero(length == size)
            hit = rows[_scans(noise[rows, end - size : end]) > threshold]
            alarms += len(hit)
            start[hit] = end - SIDE
    return alarms / (histories * years)
