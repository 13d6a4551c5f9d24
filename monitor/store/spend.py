"""What each UTC day has cost: calls and dollars, counted before a call is made, so that they survive a restart."""

from datetime import datetime

from sqlmodel import Session, func, select

from monitor.store.tables import Spend

__all__ = ["Day", "day_of", "settle", "spent"]


def day_of(at: datetime) -> str:
    """Give the UTC day that a call at `at` counts on, as ISO text."""
    return at.date().isoformat()


def spent(session: Session, day: str, api: str | None = None) -> tuple[int, float]:
    """Give calls and dollars reserved on `day`, of one api or of all."""
    query = select(func.coalesce(func.sum(Spend.calls), 0), func.coalesce(func.sum(Spend.usd), 0.0)).where(
        Spend.day == day
    )
    if api is not None:
        query = query.where(Spend.api == api)
    calls, usd = session.exec(query).one()
    return int(calls), float(usd)


class Day:
    """One UTC day within a transaction: read once, however many calls are then booked on it."""

    def __init__(self, session: Session, day: str) -> None:
        self._session = session
        self._day = day
        self._rows = {row.api: row for row in session.exec(select(Spend).where(Spend.day == day))}

    def spent(self, api: str | None = None) -> tuple[int, float]:
        """Give calls and dollars reserved so far, of one api or of all."""
        rows = [row for name, row in self._rows.items() if api in (None, name)]
        return sum(row.calls for row in rows), sum(row.usd for row in rows)

    def book(self, api: str, usd: float, calls: int = 1) -> None:
        """Count calls of `usd` dollars; they are stored with the transaction."""
        row = self._rows.setdefault(api, Spend(day=self._day, api=api, calls=0, usd=0.0))
        row.calls += calls
        row.usd += usd
        self._session.add(row)


def settle(session: Session, api: str, reserved_usd: float, real_usd: float, at: datetime) -> None:
    """Replace a reserved price by what the response said that it cost."""
    row = session.get(Spend, (day_of(at), api))
    if row is not None:
        row.usd = max(0.0, row.usd + real_usd - reserved_usd)
        session.add(row)
