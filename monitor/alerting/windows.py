"""Maintenance windows that people ask for, as rows: begun by a command or over HTTP, ended early or by themselves."""

from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from monitor.alerting.holding import Window
from monitor.errors import ConfigError
from monitor.store.tables import Maintenance

__all__ = ["LONGEST", "begin", "end", "standing", "windows_now"]

LONGEST = timedelta(days=31)


def begin(session: Session, start: datetime, length: timedelta, reason: str, now: datetime, *, source: str,
          api: str | None = None, rule: str | None = None) -> Maintenance:  # fmt: skip
    """Store a window; raises ConfigError for one without a reason, without a length, or longer than a month."""
    reason = " ".join(reason.split())
    if not reason or len(reason) > 500:
        raise ConfigError("a reason of 1 to 500 characters is needed", "reason", "say what is being done")
    if not timedelta(0) < length <= LONGEST:
        raise ConfigError("must be longer than nothing and at most 31 days", "for", "name a shorter time")
    row = Maintenance(start_at=start, end_at=start + length, api=api, rule=rule, reason=reason, source=source,
                      made_at=now)  # fmt: skip
    session.add(row)
    session.flush()
    return row


def standing(session: Session, now: datetime) -> list[Maintenance]:
    """Give the windows that are open or still to come, the earliest first."""
    found = session.exec(
        select(Maintenance).where(col(Maintenance.end_at) > now, col(Maintenance.ended_at).is_(None))
    ).all()
    return sorted(found, key=lambda row: (row.start_at, row.id or 0))


def end(session: Session, number: int | None, now: datetime) -> list[Maintenance]:
    """End one window, or all that stand; gives those that were ended."""
    ended = [row for row in standing(session, now) if number is None or row.id == number]
    for row in ended:
        row.ended_at = now
        session.add(row)
    return ended


def windows_now(session: Session, now: datetime) -> list[Window]:
    """Give the stored windows that are open at `now`."""
    return [Window(row.reason, row.api, row.rule, row.end_at) for row in standing(session, now) if row.start_at <= now]
