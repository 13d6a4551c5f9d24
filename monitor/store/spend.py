"""Hard budgets: calls and dollars are reserved before a call is made, and survive a restart."""

from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, func, select

from monitor.store.tables import Spend

__all__ = ["Limits", "reserve", "settle", "spent"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one UTC day may cost; None is no limit. The ``api`` ones hold for one api, the others for all together."""

    usd: float | None = None
    calls: int | None = None
    api_usd: float | None = None
    api_calls: int | None = None


def day_of(at: datetime) -> str:
    """Give the UTC day that a call at `at` counts on, as ISO text."""
    return at.date().isoformat()


def spent(session: Session, day: str, api: str | None = None) -> tuple[int, float]:
    """Give calls and dollars reserved on `day`, of one api or of all."""
    query = select(func.coalesce(func.sum(Spend.calls), 0), func.coalesce(func.sum(Spend.usd), 0.0)).where(Spend.day == day)
    if api is not None:
        query = query.where(Spend.api == api)
    calls, usd = session.exec(query).one()
    return int(calls), float(usd)


def reserve(session: Session, api: str, usd: float, limits: Limits, now: datetime) -> str | None:
    """Reserve one call of `usd` dollars; gives None, or which limit forbids it (and reserves nothing).

    Runs within a writing transaction, so two callers cannot both take the last dollar.
    """
    day = day_of(now)
    calls, total = spent(session, day)
    own_calls, own = spent(session, day, api)
    slack = 1e-9  # dollars are added as floats
    for taken, step, limit, name in (
        (total, usd, limits.usd, "usd_per_day"),
        (calls, 1, limits.calls, "calls_per_day"),
        (own, usd, limits.api_usd, f"usd_per_day of {api}"),
        (own_calls, 1, limits.api_calls, f"calls_per_day of {api}"),
    ):
        if limit is not None and taken + step > limit + slack:
            return f"{name} {limit:g} is reached"
    row = session.get(Spend, (day, api)) or Spend(day=day, api=api)
    row.calls += 1
    row.usd += usd
    session.add(row)
    session.flush()
    return None


def settle(session: Session, api: str, reserved_usd: float, real_usd: float, at: datetime) -> None:
    """Replace a reserved price by what the response said that it cost."""
    row = session.get(Spend, (day_of(at), api))
    if row is not None:
        row.usd = max(0.0, row.usd + real_usd - reserved_usd)
        session.add(row)
