"""How long each key group must be left alone: kept, so that a restart or a second process does not forget it."""

from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.store.tables import Note
from monitor.store.types import from_micros, to_micros

__all__ = ["cooldowns", "keep_cooldown"]

PREFIX = "cooldown:"


def keep_cooldown(session: Session, group: str, until: datetime, pauses: int, now: datetime) -> None:
    """Keep that `group` cools down until `until`, after so many refusals; an earlier end never replaces a later one."""
    row = session.get(Note, PREFIX + group)
    if row is None or int(row.value["until_us"]) < to_micros(until):
        session.merge(Note(name=PREFIX + group, at=now, value={"until_us": to_micros(until), "pauses": pauses}))


def cooldowns(session: Session, groups: Iterable[str], now: datetime) -> dict[str, tuple[datetime, int]]:
    """Give the end and the number of refusals of every cool-down among `groups` that is not over."""
    names = [PREFIX + group for group in set(groups)]
    found = {}
    for row in session.exec(select(Note).where(col(Note.name).in_(names))):
        until = from_micros(int(row.value["until_us"]))
        if until > now:
            found[row.name.removeprefix(PREFIX)] = (until, int(row.value["pauses"]))
    return found
