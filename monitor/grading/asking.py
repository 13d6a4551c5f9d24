"""An item and an instant enter; what is asked there, as the item's own market sees it, leaves."""

from datetime import datetime

from monitor.datasets import Item
from monitor.grading.types import Ask
from monitor.market.series import DailyClose, Reference
from monitor.market.sessions import Phase, status_at

__all__ = ["ask_at", "awaits_close"]


def ask_at(
    item: Item,
    instant: datetime,
    *,
    offset_s: float = 0.0,
    sent_at: datetime | None = None,
    told_close: bool = False,
    error: bool = False,
) -> Ask:
    """Give the ask of `item` at `instant`, sent at `sent_at` (default: the instant).

    Whether it is a close is the item's own calendar's to say: at New York's close a coin is asked for the minute.
    `told_close` is what whoever planned the probe said; it counts for New York's stocks alone, for runs that name
    another moment as their close.
    """
    status = status_at(item, instant)
    told = told_close and status.calendar == "XNYS"
    return Ask(
        item=item,
        instant=instant,
        offset_s=offset_s,
        sent_at=sent_at or instant,
        is_close=item.close or status.phase is Phase.CLOSE or told,
        session_open=not status.closed,
        session_opened_at=status.session.open_at if status.session and not status.closed else None,
        last_close_at=status.last_close_at,
        error=error,
    )


def awaits_close(ask: Ask, reference: Reference) -> bool:
    """Tell whether the answer is an official close that the reference does not hold yet."""
    if not ask.is_close and ask.session_open:
        return False
    return not any(_is_last(close, ask) for close in reference.daily)


def _is_last(close: DailyClose, ask: Ask) -> bool:
    return close.close_at <= ask.instant and (ask.last_close_at is None or close.close_at >= ask.last_close_at)
