"""What enters the estimator (`LagProbe`) and what leaves it, in the shape of ``monitor lag --json``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = ["Estimate", "GroupFigures", "LagDistribution", "LagProbe", "OffsetFigures", "TimeToFresh"]


class LagProbe(NamedTuple):
    """One answered probe with a `newest` price in the item's currency; moments in unix seconds.

    `unit` is one unit of the last quoted digit, `stated_s` the time that the text states for the price; NaN for
    either where it is not known.
    """

    item: str
    instant_s: float
    sent_s: float
    price: float
    unit: float = float("nan")
    stated_s: float = float("nan")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval; what cannot be estimated is None, with the reason in `why`."""

    est: float | None
    lo: float | None = None
    hi: float | None = None
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give ``{"est", "lo", "hi"}``, with ``why`` where something is null."""
        out: dict[str, Any] = {"est": _short(self.est), "lo": _short(self.lo), "hi": _short(self.hi)}
        if self.why is not None:
            out["why"] = self.why
        return out


@dataclass(frozen=True, slots=True)
class TimeToFresh:
    """The offsets between which an API comes to serve data at least as new as the instant, in seconds.

    `lo` is the last stale offset (0: fresh from the first), `hi` the first fresh one (None: never within the
    offsets asked). `lo_bound` and `hi_bound` are the same with their uncertainty.
    """

    lo: float | None
    hi: float | None
    lo_bound: float | None = None
    hi_bound: float | None = None
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give the cell and its bounds."""
        out: dict[str, Any] = {"lo": self.lo, "hi": self.hi, "lo_bound": self.lo_bound, "hi_bound": self.hi_bound}
        if self.why is not None:
            out["why"] = self.why
        return out


@dataclass(frozen=True)
class LagDistribution:
    """The estimated distribution of one group's lag.

    `unrelated`, `asked_moment` and `older` are shares of the probes used; the figures are about the rest, in which
    `older` counts as older than anything (None: not identifiable from these probes, with the reason in `why`).
    """

    probes: int
    usable: int
    instants: int
    lookback_s: float
    edges_s: tuple[float, ...]
    weights: tuple[float, ...]
    """Share of the dated answers (lag bins and `older`) in each bin."""
    unrelated: float | None
    older: float | None
    asked_moment: float | None
    median_s: Estimate
    p90_s: Estimate
    share_within: Mapping[int, Estimate]
    time_to_fresh: TimeToFresh
    fresh_by_offset: Mapping[float, float]
    newest_minute_median_s: float | None
    newest_minute_share: Mapping[int, float]
    stated_trust: float
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give the lag fields of a group."""
        return {
            "unrelated": _short(self.unrelated), "older": _short(self.older),
            "asked_moment": _short(self.asked_moment), "median_s": self.median_s.to_json(),
            "p90_s": self.p90_s.to_json(),
            "share_within": {str(k): v.to_json() for k, v in self.share_within.items()},
            "time_to_fresh_s": self.time_to_fresh.to_json(), "usable": self.usable,
            "lookback_s": self.lookback_s,
            "newest_minute_rule": {"median_s": _short(self.newest_minute_median_s),
                                   "share_within": {str(k): _short(v) for k, v in self.newest_minute_share.items()}},
        }


@dataclass(frozen=True, slots=True)
class OffsetFigures:
    """What one offset's probes say; rates are shares of the answered probes that could be graded."""

    offset_s: float
    n: int
    target_rate: Estimate
    corrected: float | None
    power: float | None
    contained_rate: float | None
    latency_p50_ms: float | None
    latency_p95_ms: float | None
    told_apart: int = 0
    """Probes whose target range can be told from every rival."""
    why: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Give one entry of ``by_offset``."""
        out: dict[str, Any] = {
            "offset_s": self.offset_s, "n": self.n, "target_rate": self.target_rate.to_json(),
            "corrected": _short(self.corrected), "power": _short(self.power),
            "contained_rate": _short(self.contained_rate), "latency_p50_ms": _short(self.latency_p50_ms),
            "latency_p95_ms": _short(self.latency_p95_ms), "told_apart": self.told_apart}
        if self.why is not None:
            out["why"] = self.why
        return out


@dataclass(frozen=True)
class GroupFigures:
    """All figures of one group (one api and asset, or finer)."""

    key: Mapping[str, str]
    api: str
    asset: str
    probes: int
    instants: int
    answered: int
    none: int
    errors: int
    lag: LagDistribution
    by_offset: tuple[OffsetFigures, ...] = ()
    cost_usd: float | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Give one entry of ``groups``."""
        return {
            "key": dict(self.key), "api": self.api, "asset": self.asset, "probes": self.probes,
            "instants": self.instants, "answered": self.answered, "none": self.none, "errors": self.errors,
            **self.lag.to_json(), "by_offset": [o.to_json() for o in self.by_offset], "cost_usd": self.cost_usd,
            **self.extra, **({"why": self.lag.why} if self.lag.why else {})}


def _short(value: float | None) -> float | None:
    """Round to six significant digits, so that equal figures print alike."""
    if value is None or value != value:
        return None
    if abs(value) < 1e-9:
        return 0.0  # what the iteration has not yet brought to nothing
    return float(f"{value:.6g}")
