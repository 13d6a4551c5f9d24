"""Sources that are wrong for a whole stretch: shifted labels, a steady offset, another scale, frozen (pure).

A minute's price alone does not show that its labels are a minute late, since a price moves less in a minute than
honest sources differ. A stretch of minutes does: its changes follow another source's best at some other distance.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from monitor.market.agreement import Limit
from monitor.market.table import MinuteTable, Verdict

__all__ = ["Finding", "Shift", "best_shift", "diagnose", "relative_limit"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

BLOCK_S = 86_400
_MIN_R = 0.3
_MIN_GAIN = 0.2
_MIN_Z = 4.0
_MIN_LEAD = 0.1  # above every other distance: of some hundred looked at, the best of mere noise has close seconds
_SCALE = 0.5  # |log ratio|: a price 1.65 times another's is no disagreement but another thing


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a source from `start_s` to `end_s` (first and last minute), as a sentence."""

    source: str
    start_s: int
    end_s: int
    what: str


@dataclass(frozen=True, slots=True)
class Shift:
    """How many minutes later one series carries the same changes as another, and how surely."""

    minutes: int
    r: float
    r_at_zero: float
    pairs: int


def relative_limit(limit: Limit, price: Floats | float, extended: Bools | bool = False) -> Floats:
    """Give the limit as a share of `price`, elementwise."""
    bps = np.where(extended, max(limit.extended_bps, limit.bps), limit.bps) / 1e4
    return np.asarray(np.maximum(bps, limit.absolute / np.asarray(price)), dtype=np.float64)


def best_shift(a: Floats, b: Floats, max_shift: int, min_pairs: int) -> Shift | None:
    """Give the shift k for which the changes ``a[t+k]`` follow ``b[t]`` best, if it is surely not zero.

    `a` and `b` are closes on one unbroken grid of minutes (NaN where absent). None: nothing to see, or not enough
    pairs. Sure means: correlation of at least .3, .2 above that without shift, .1 above that at any distance that is
    not next to it, and four standard errors apart (Fisher's z).
    """
    change_a, change_b = _changes(a), _changes(b)
    zero_r, zero_n = _correlation(change_a, change_b)
    if zero_r > 1 - _MIN_GAIN + 1e-9:
        return None  # no correlation can stand so far above this one: the usual case, and the search is long
    max_shift = min(max_shift, len(change_a) - min_pairs)
    if max_shift < 1:
        return None
    best = Shift(0, zero_r, zero_r, zero_n)
    all_r, all_n = _correlations(change_a, change_b, max_shift)
    seen = {k: r for k, r, n in zip(range(-max_shift, max_shift + 1), all_r.tolist(), all_n.tolist(), strict=True)
            if n >= min_pairs}  # fmt: skip
    if seen and seen[top := max(seen, key=lambda k: seen[k])] > best.r:
        best = Shift(top, seen[top], zero_r, int(all_n[top + max_shift]))
    if best.minutes == 0 or zero_n < min_pairs or best.r < _MIN_R or best.r - zero_r < _MIN_GAIN:
        return None
    if best.r - max((r for k, r in seen.items() if abs(k - best.minutes) > 1), default=-1.0) < _MIN_LEAD:
        return None
    z = (np.arctanh(min(best.r, 0.999999)) - np.arctanh(zero_r)) / np.sqrt(1 / (best.pairs - 3) + 1 / (zero_n - 3))
    return best if z >= _MIN_Z else None


def diagnose(table: MinuteTable, limit: Limit) -> list[Finding]:
    """Set stretches aside in `table`, day by day, and give what was found.

    A source is at fault where it stands against a majority of sources that agree among themselves; where two stand
    against each other, neither is used.
    """
    if not len(table.start_s):
        return []
    findings = _frozen(table, limit)
    span = int(table.start_s[-1] - table.start_s[0]) + 60
    count = max(1, round(span / BLOCK_S))
    edges = np.linspace(table.start_s[0], table.start_s[-1] + 60, count + 1)
    for since, until in pairwise(edges.tolist()):
        block = (table.start_s >= since) & (table.start_s < until)
        if block.any():
            findings += _block(table, block, limit)
    return findings


def _block(table: MinuteTable, block: Bools, limit: Limit) -> list[Finding]:
    rules = limit.rules
    found: list[Finding] = []
    closes = np.where(table.used, np.log(table.close), np.nan)
    closes[:, ~block] = np.nan
    live = [i for i in range(len(table.sources)) if np.isfinite(closes[i]).sum() >= 3]
    if len(live) < 2:
        return []  # every test below compares
    scale = {(i, j): _median(closes[i] - closes[j]) for i in live for j in live if i < j}
    scale |= {(j, i): -ratio for (i, j), ratio in scale.items()}
    blamed = _blamed(live, {p for p, d in scale.items() if abs(d) > _SCALE})
    for i, convicted in blamed:
        ratio = np.exp(np.median([scale[i, j] for j in live if j != i]))
        verdict = Verdict.SCALE if convicted else Verdict.DISAGREES
        found.append(_put_aside(table, i, block, verdict, f"{ratio:.4g} times the others' price"))
    live = [i for i in live if i not in {j for j, _ in blamed}]
    dense = _dense(table, block, closes)
    shifts = {
        (i, j): best_shift(dense[i], dense[j], rules.shift_max_min, rules.shift_pairs)
        for i in live for j in live if i < j
    }
    off = {p: s for p, s in shifts.items() if s is not None}
    for i, convicted in _blamed(live, set(off) | {(j, i) for i, j in off}):
        verdict = Verdict.SHIFTED if convicted else Verdict.DISAGREES
        minutes = _signed(off, i, live)
        found.append(_put_aside(table, i, block, verdict, f"labels {minutes:+d} min against the others'"))
    live = [i for i in live if (table.used[i] & block).sum() >= rules.shift_pairs]
    return found + _offsets(table, block, closes, live, limit)


def _offsets(table: MinuteTable, block: Bools, closes: Floats, live: list[int], limit: Limit) -> list[Finding]:
    if len(live) < 3:
        return []  # of two, neither is known to be the right one; their minutes disagree or do not
    rules = limit.rules
    pairs = {(i, j): closes[i] - closes[j] for i in live for j in live if i != j}
    middle = {p: _median(d) for p, d in pairs.items()}
    found: list[Finding] = []
    for i in live:
        others = [j for j in live if j != i]
        noise = max(_median(np.abs(pairs[j, k])) for j in others for k in others if j < k)
        cap = float(relative_limit(limit, np.exp(_median(closes[others]))))
        bound = min(cap, max(rules.offset_floor_bps / 1e4, rules.offset_factor * noise))
        if limit.absolute and not limit.bps:  # pairs: their pips are finer than the floor in basis points
            bound = min(cap, max(cap / 2, rules.offset_factor * noise))
        calm = all(abs(middle[j, k]) <= bound for j in others for k in others if j < k)
        if calm and all(abs(middle[i, j]) > bound for j in others):
            bps = 1e4 * float(np.median([middle[i, j] for j in others]))
            found.append(_put_aside(table, i, block, Verdict.OFFSET, f"steadily {bps:+.1f} bps from the others"))
    return found


def _blamed(live: list[int], against: set[tuple[int, int]]) -> list[tuple[int, bool]]:
    """Give the sources at fault, each with whether others convict it; of two against each other, both, unconvicted."""
    if len(live) == 2 and (live[0], live[1]) in against:
        return [(live[0], False), (live[1], False)]
    blamed: list[tuple[int, bool]] = []
    for i in live:
        others = [j for j in live if j != i]
        foes = [j for j in others if (i, j) in against]
        peace = [j for j in foes if sum((j, k) in against for k in foes) == 0]
        if len(others) >= 2 and 2 * len(foes) > len(others) and 2 * len(peace) > len(others):
            blamed.append((i, True))
    return blamed


def _signed(off: dict[tuple[int, int], Shift], i: int, live: list[int]) -> int:
    minutes = [off[i, j].minutes for j in live if (i, j) in off] + [-off[j, i].minutes for j in live if (j, i) in off]
    return int(np.median(minutes))


def _put_aside(table: MinuteTable, i: int, block: Bools, verdict: int, what: str) -> Finding:
    where = block & table.used[i]
    start_s = table.start_s[where]
    table.set_aside(i, where, verdict)
    return Finding(table.sources[i], int(start_s[0]), int(start_s[-1]), what)


def _frozen(table: MinuteTable, limit: Limit) -> list[Finding]:
    """Set aside flat runs at one price while another source moved, or very long ones with nobody beside."""
    found: list[Finding] = []
    if not ((table.low == table.close) & (table.high == table.close)).any():
        return found
    closes = table.closes()
    for i, source in enumerate(table.sources):
        others = np.delete(closes, i, axis=0)
        seen: Bools = np.asarray(np.isfinite(others).any(axis=0), dtype=np.bool_)
        for first, last in _flat_runs(table, i):
            run = slice(first, last + 1)
            minutes = int(table.start_s[last] - table.start_s[first]) // 60 + 1
            price = table.close[i, first]
            bound = float(relative_limit(limit, price)) * price / 2
            if seen[run].any():
                with np.errstate(invalid="ignore"):
                    moved = max((_span(line[run]) for line in others), default=0.0)
                frozen = minutes >= limit.rules.frozen_min and moved > bound
            else:
                frozen = minutes >= limit.rules.lone_frozen_min
            if frozen:
                where = np.zeros(len(table.start_s), np.bool_)
                where[run] = True
                table.set_aside(i, where, Verdict.FROZEN)
                found.append(Finding(source, int(table.start_s[first]), int(table.start_s[last]),
                                     f"{minutes} min at {price:g} without a move"))
    return found


def _flat_runs(table: MinuteTable, i: int) -> list[tuple[int, int]]:
    used = np.flatnonzero(table.used[i] & ~table.extended)
    if len(used) < 2:
        return []
    close: Floats = table.close[i, used]
    flat = np.asarray((table.low[i, used] == close) & (table.high[i, used] == close), dtype=np.bool_)
    same = np.r_[False, (close[1:] == close[:-1]) & flat[1:] & flat[:-1]]
    edges = np.flatnonzero(np.diff(np.r_[False, same, False].astype(np.int8)))
    return [(int(used[a - 1]), int(used[b - 1])) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _span(values: Floats) -> float:
    known = values[np.isfinite(values)]
    return float(known.max() - known.min()) if len(known) else 0.0


def _dense(table: MinuteTable, block: Bools, closes: Floats) -> Floats:
    start_s = table.start_s[block]
    lines = (start_s - start_s[0]) // 60
    dense = np.full((len(table.sources), int(lines[-1]) + 1), np.nan)
    dense[:, lines] = closes[:, block]
    return dense


def _changes(values: Floats) -> Floats:
    """Give one-minute changes, clipped at five times their usual size so that one burst does not decide."""
    change = np.diff(values, prepend=np.nan)
    size = _median(np.abs(change[np.isfinite(change) & (change != 0)]))
    return np.clip(change, -5 * size, 5 * size) if np.isfinite(size) and size > 0 else change


def _correlation(a: Floats, b: Floats) -> tuple[float, int]:
    """Give the correlation of two series where both are known, and over how many values; 0 where that tells nothing."""
    both = np.isfinite(a) & np.isfinite(b)
    n = int(both.sum())
    if n < 4:
        return 0.0, n
    x, y = a[both] - a[both].mean(), b[both] - b[both].mean()
    size = np.sqrt((x @ x) * (y @ y))
    return (float(x @ y / size), n) if size > 0 else (0.0, n)


def _correlations(a: Floats, b: Floats, max_shift: int) -> tuple[Floats, NDArray[np.int64]]:
    """Give the same for every k from -max_shift to max_shift, all at once: its six sums are convolutions."""
    size = 2 ** int(len(a) + max_shift).bit_length()
    parts = []
    for values in (a, b):
        known = np.isfinite(values)
        scaled = np.where(known, values - (values[known].mean() if known.any() else 0.0), 0.0)
        scaled /= max(float(np.abs(scaled).max()), 1e-300)
        parts.append(np.fft.rfft(np.stack([known.astype(float), scaled, scaled**2]), size))
    (one, x, xx), (one_b, y, yy) = parts
    products = np.stack([one * one_b.conj(), x * one_b.conj(), one * y.conj(), xx * one_b.conj(), one * yy.conj(),
                         x * y.conj()])  # fmt: skip
    sums = np.fft.irfft(products, size)[:, np.arange(-max_shift, max_shift + 1)]
    n = np.rint(sums[0]).astype(np.int64)
    count = np.maximum(n, 1)
    var_x, var_y = sums[3] - sums[1] ** 2 / count, sums[4] - sums[2] ** 2 / count
    told = (n >= 4) & (var_x > 1e-9 * (1 + sums[3])) & (var_y > 1e-9 * (1 + sums[4]))
    r = (sums[5] - sums[1] * sums[2] / count) / np.sqrt(np.where(told, var_x * var_y, 1.0))
    return np.where(told, r, 0.0), n


def _median(values: Floats) -> float:
    known = values[np.isfinite(values)]
    n = len(known)
    if not n:
        return float("nan")
    low, high = (n - 1) // 2, n // 2
    known.partition((low, high))  # what np.median does, without its looks at axes and NaN
    return float((known[low] + known[high]) / 2) if low != high else float(known[low])
