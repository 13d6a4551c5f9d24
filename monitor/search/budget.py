"""Whether one call more is within the day's money and calls. Arithmetic only; who keeps the sums is the store."""

from dataclasses import dataclass

from monitor.search.models import ApiConfig
from monitor.search.outcome import ErrorClass, Outcome

__all__ = ["Limits", "Spent", "limits_of", "refusal", "settled_usd"]

_CENT_DUST = 1e-9  # sums of prices are floats; a limit of 5.00 admits exactly 1,000 calls of 0.005


@dataclass(frozen=True, slots=True)
class Limits:
    """A day's bounds (UTC day); None means none."""

    usd_per_day: float | None = None
    calls_per_day: int | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What a day has used up, reservations included."""

    usd: float = 0.0
    calls: int = 0


def limits_of(api: ApiConfig) -> Limits:
    """Give the bounds that the api's own table sets."""
    return Limits(api.usd_per_day, api.calls_per_day)


def refusal(price_usd: float, own: Spent, own_limits: Limits, total: Spent, total_limits: Limits,
            calls: int = 1) -> str | None:
    """Give why one probe more, of `calls` calls at `price_usd` in all, may not be made; None when it may."""
    for spent, limits, whose in ((own, own_limits, "this api"), (total, total_limits, "all apis")):
        if limits.calls_per_day is not None and spent.calls + calls > limits.calls_per_day:
            return f"the budget of {limits.calls_per_day} calls a day for {whose} is used up"
        if limits.usd_per_day is not None and price_usd > 0 and spent.usd + price_usd > limits.usd_per_day + _CENT_DUST:
            return f"the budget of {limits.usd_per_day:g} USD a day for {whose} is used up ({spent.usd:.4f} spent)"
    return None


def settled_usd(outcome: Outcome, price_usd: float) -> float:
    """Give what a call cost.

    The response's own figure where there is one; the list price for an answer, and for a request that was sent and
    never answered, since it may have been billed; nothing for what was refused or never sent.
    """
    if outcome.state == "answered" or outcome.cost_usd:
        return outcome.cost_usd
    if outcome.sent_at is None or (outcome.status is not None and outcome.status >= 400):
        return 0.0
    return 0.0 if outcome.error_class in (ErrorClass.ACCOUNT, ErrorClass.RATE_LIMIT) else price_usd
