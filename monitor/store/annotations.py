"""Notes that people make on windows of time, some of which leave the window out of every figure."""

from datetime import datetime
from typing import NamedTuple

from sqlmodel import Session, col, select

from monitor.errors import StoreError
from monitor.store.tables import Annotation, LagFigure

__all__ = ["Exclusion", "annotate", "annotations", "exclusions", "remove"]


class Exclusion(NamedTuple):
    """A window that figures leave out: instants in [start_at, end_at), of one api or asset where named."""

    id: int
    start_at: datetime
    end_at: datetime
    api: str | None
    asset: str | None
    reason: str


def annotate(session: Session, made: Annotation) -> Annotation:
    """Store an annotation; kept figures that an exclusion touches are marked to be made again."""
    session.add(made)
    session.flush()
    _touch(session, made)
    return made


def remove(session: Session, id_: int, now: datetime) -> Annotation:
    """Mark an annotation as removed; the row stays. Raises StoreError where there is none that stands."""
    found = session.get(Annotation, id_)
    if found is None or found.removed_at is not None:
        raise StoreError("there is no such annotation", str(id_), "`monitor annotate` lists those that stand")
    found.removed_at = now
    session.add(found)
    session.flush()
    _touch(session, found)
    return found


def annotations(
    session: Session, since: datetime | None = None, until: datetime | None = None, *, removed: bool = False
) -> list[Annotation]:
    """Give the annotations that touch [since, until), by their start; removed ones only when asked for."""
    query = select(Annotation)
    if until is not None:
        query = query.where(col(Annotation.start_at) < until)
    if since is not None:
        query = query.where(col(Annotation.end_at) > since)
    if not removed:
        query = query.where(col(Annotation.removed_at).is_(None))
    return list(session.exec(query.order_by(col(Annotation.start_at), col(Annotation.id))))


def exclusions(session: Session, since: datetime, until: datetime) -> list[Exclusion]:
    """Give the windows that figures over [since, until) leave out."""
    return [
        Exclusion(one.id or 0, one.start_at, one.end_at, one.api, one.asset, one.reason)
        for one in annotations(session, since, until)
        if one.excludes
    ]


def _touch(session: Session, made: Annotation) -> None:
    if not made.excludes:
        return
    query = select(LagFigure).where(col(LagFigure.since_at) < made.end_at, col(LagFigure.until_at) > made.start_at)
    for figure in session.exec(query):
        if (made.api is None or figure.api in ("", made.api)) and (
            made.asset is None or figure.asset in ("", made.asset)
        ):
            figure.marked += 1
            session.add(figure)
