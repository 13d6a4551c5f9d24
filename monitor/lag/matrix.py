"""Probes and timelines become one matrix of likelihoods, a row a probe and a column a lag bin or component."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.lag import components
from monitor.lag.kernel import EDGES_S, lag_likelihood, noise
from monitor.lag.naive import newest_minute_age
from monitor.lag.stated import Agreement, agreement, trust_in
from monitor.lag.stretches import in_parts, side_by_side
from monitor.lag.timeline import Timeline
from monitor.lag.types import LagProbe

__all__ = ["Matrix", "make_matrix"]

Floats = NDArray[np.float64]
MOVEMENT = 0.5
"""A probe is usable where at least this share of its look-back's prices can be told from the price at sending."""
LEAST_LOOKBACK_S = 3600.0


@dataclass(frozen=True)
class Matrix:
    """Likelihoods of the usable probes, and what is known of each. Rows match `sent_s` and the rest.

    `columns` names the components that follow the lag bins, of `older`, `unrelated`, `asked_moment`; one that cannot
    be identified from these probes is absent.
    """

    likelihood: Floats
    columns: tuple[str, ...]
    edges_s: Floats
    sent_s: Floats
    instant_s: Floats
    cluster: NDArray[np.int64]
    naive_s: Floats
    """Age by the newest-minute rule; NaN where no minute matches."""
    probes: int
    lookback_s: float
    trust: float
    short: int
    """Probes left out because their bars do not reach back far enough."""
    still: int
    """Probes left out because their look-back hardly moved, fixed before any answer is looked at."""
    blur: float
    """Noise (the venue's difference and the rounding) over the move of a minute, in the middle of the usable probes."""
    rows: NDArray[np.int64]
    """Which of the probes given the usable ones are."""


def make_matrix(probes: Sequence[LagProbe], timelines: Mapping[str, Timeline], lookback_s: float = 86400.0) -> Matrix:
    """Give the matrix of the usable probes of one group; items without a timeline count as short."""
    members: dict[str, list[int]] = {}
    for index, probe in enumerate(probes):
        members.setdefault(probe.item, []).append(index)
    items = {item: np.array(some, dtype=np.int64) for item, some in members.items()}
    data = np.array([(p.instant_s, p.sent_s, p.price, p.unit, p.stated_s) for p in probes], dtype=float).reshape(-1, 5)
    instant, sent, price, unit, stated = data.T
    half = np.nan_to_num(unit) / 2
    reach = np.zeros(len(probes))
    for item, rows in items.items():
        line = timelines.get(item)
        if line is not None and len(line.start_s):
            reach[rows] = sent[rows] - line.start_s[0]
    lookback = _common_lookback(reach, lookback_s)
    edges = _edges(lookback)
    long_enough = (reach > 0) & (reach >= lookback - 60)
    seen = Agreement()
    for item, rows in items.items():
        if item in timelines:
            agreement(timelines[item], price[rows], half[rows], stated[rows], seen)
    trust = trust_in(seen)

    bins = len(edges) - 1
    lag = np.zeros((len(probes), bins))
    old, junk, asked = (np.zeros(len(probes)) for _ in range(3))
    naive = np.full(len(probes), np.nan)
    moves = np.zeros(len(probes), dtype=bool)
    blur = np.zeros(len(probes))
    for item, every in items.items():
        rows = every[long_enough[every]]
        if len(rows) == 0:
            continue
        line, at, p, h = timelines[item], sent[rows], price[rows], half[rows]
        low, high = line.window(at - lookback, at)
        lag[rows], _ = lag_likelihood(line, at, p, h, edges, stated[rows], trust)
        old[rows] = components.older(line, p, h, at - lookback)
        junk[rows] = components.unrelated(p, low, high)
        asked[rows] = components.asked_moment(line, instant[rows], p, h, stated[rows], trust,
                                              float(edges[-1] - edges[0]))  # fmt: skip
        naive[rows] = newest_minute_age(line, at, p, h, lookback)
        moves[rows] = _moves(line, at, h, lookback)
        last = _last_sent(instant[rows], at)
        blur[rows] = noise(h, line.widen) / np.maximum(line.minute_move(last - lookback, last), 1e-12)
    use = long_enough & moves
    columns, extra = ["unrelated"], [junk]
    if (old > 0).any():
        columns.append("older")
        extra.append(old)
    if _offsets_vary(sent[use] - instant[use]):
        columns.append("asked_moment")
        extra.append(asked)
    likelihood = np.column_stack([lag, *extra])[use]
    _, cluster = np.unique(instant[use], return_inverse=True)
    return Matrix(
        # Rows are scaled to the density of an unrelated price: EM does not mind, and nothing under- or overflows.
        likelihood=likelihood / likelihood[:, [bins]], columns=tuple(columns), edges_s=edges, sent_s=sent[use],
        instant_s=instant[use], cluster=cluster.astype(np.int64), naive_s=naive[use], probes=len(probes),
        lookback_s=lookback, trust=trust, short=int((~long_enough).sum()), still=int((long_enough & ~moves).sum()),
        blur=float(np.median(blur[use])) if use.any() else 0.0, rows=np.flatnonzero(use))


def _common_lookback(reach: Floats, wanted_s: float) -> float:
    """Give the look-back that nine in ten probes have, at most the one wanted; those with less are left out."""
    known = reach[reach >= LEAST_LOOKBACK_S]
    return float(min(wanted_s, np.quantile(known, 0.1))) if len(known) else 0.0


def _edges(lookback_s: float) -> Floats:
    kept = EDGES_S[lookback_s * 0.999 > EDGES_S]
    return np.append(kept, lookback_s) if len(kept) > 1 else np.array([-2.0, 60.0])


def _moves(line: Timeline, sent_s: Floats, half: Floats, lookback_s: float) -> NDArray[np.bool_]:
    """Tell for each probe whether enough of its look-back differs from the price at sending by more than the noise."""
    now = line.price_at(sent_s)
    first, last = line.reach(sent_s - lookback_s, sent_s)
    # Closed hours carry one price by nature: they say nothing for or against movement.
    minutes = line.end_s - line.start_s <= 61
    moved, counted = np.zeros(len(sent_s), dtype=np.int64), np.zeros(len(sent_s), dtype=np.int64)
    for part in in_parts(first, last):
        place, held = side_by_side(first[part], last[part])
        counts = minutes[place] & held
        apart = np.abs(line.close[place] - now[part, None]) > (line.widen + half)[part, None]
        moved[part], counted[part] = (apart & counts).sum(axis=1), counts.sum(axis=1)
    return np.asarray((moved >= MOVEMENT * counted) & (counted > 0) & ~np.isnan(now))


def _last_sent(instant_s: Floats, sent_s: Floats) -> Floats:
    """Give for each probe when the last one of its instant was sent."""
    instants, which = np.unique(instant_s, return_inverse=True)
    last = np.full(len(instants), -np.inf)
    np.maximum.at(last, which, sent_s)
    return last[which]


def _offsets_vary(age_s: Floats) -> bool:
    """Tell whether "the price at the instant" can be told from "a price of a fixed age": many offsets, some long."""
    if len(age_s) == 0:
        return False
    late = age_s > 240
    return bool(late.mean() >= 0.15 and np.ptp(np.log(np.maximum(age_s, 1.0))) > np.log(4))
