"""What the program stands on, by version: kept as it was last seen, and set down as an event when it changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.store.tables import Event, Note

__all__ = ["VersionChange", "keep_versions", "version_changes"]

KIND = "versions"
"""Of the event, and the name of the note."""


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One thing that went from a version to another; `before` is empty where it was not there."""

    at: datetime
    name: str
    before: str
    after: str


def keep_versions(session: Session, found: Mapping[str, str], now: datetime) -> bool:
    """Keep what is there now; tell whether it differs from what was. The first time nothing has changed."""
    note = session.get(Note, KIND)
    if note is not None and dict(note.value) == dict(found):
        return False
    if note is not None:
        names = sorted(name for name in {*note.value, *found} if note.value.get(name) != found.get(name))
        changed = {name: [note.value.get(name, ""), found.get(name, "")] for name in names}
        said = ", ".join(f"{name} {before or 'none'} to {after or 'none'}" for name, (before, after) in changed.items())
        session.add(Event(at=now, kind=KIND, message=f"versions changed: {said}", detail={"changed": changed}))
    session.merge(Note(name=KIND, at=now, value=dict(found)))
    return note is not None


def version_changes(session: Session, since: datetime, until: datetime) -> list[VersionChange]:
    """Give what changed in [since, until), oldest first."""
    events = session.exec(
        select(Event).where(Event.kind == KIND, col(Event.at) >= since, col(Event.at) < until).order_by(col(Event.at))
    ).all()
    return [
        VersionChange(event.at, name, before, after)
        for event in events
        for name, (before, after) in event.detail["changed"].items()
    ]
