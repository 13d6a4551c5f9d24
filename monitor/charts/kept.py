"""Pictures that the worker drew, kept in the store, so that a page shows them without drawing.

Light: the page may import it. A picture is kept under its name, look and arguments; its version says what data it was
drawn from, and one of an older version is still a picture, of a while ago. One that an earlier program drew is none:
this program may draw it otherwise.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session, col, func, select

from monitor import __version__
from monitor.charts.look import Look
from monitor.charts.table import Table
from monitor.store.tables import Annotation, GradeRow, LagFigure, ReadingRow, Response, RunVerdict, Summary

__all__ = ["KEEP", "Picture", "data_version", "keep_picture", "kept_picture"]

KEEP = 200
"""Pictures that stay; the oldest go first."""
PREFIX = "chart:"


@dataclass(frozen=True)
class Picture:
    """One chart as drawn."""

    title: str
    svg: str
    description: str
    """What it shows, in words, for those who do not see it."""
    sentence: str | None
    """Why there is nothing to draw, where that is so; the picture says the same."""
    table: Table
    version: str
    made_at: datetime | None = None

    def to_json(self) -> dict[str, Any]:
        """Give plain values."""
        return {"title": self.title, "svg": self.svg, "description": self.description, "sentence": self.sentence,
                "table": self.table.to_json(), "version": self.version}  # fmt: skip


def data_version(session: Session) -> str:
    """Give a text that changes whenever something is answered, read, graded, summed up or annotated."""
    newest = [session.exec(select(func.max(row))).one() or 0
              for row in (col(Response.id), col(ReadingRow.id), col(GradeRow.id), col(Annotation.id),
                          col(RunVerdict.id))]  # fmt: skip
    newest.append(session.exec(select(func.count(col(Annotation.removed_at)))).one())
    newest.append(session.exec(select(func.coalesce(func.sum(LagFigure.done), 0))).one())
    return "-".join(str(one) for one in newest)


def kept_picture(session: Session, name: str, look: Look, asked: Mapping[str, Any]) -> Picture | None:
    """Give the latest picture of these arguments, of whatever version; None where none was drawn."""
    kept = session.get(Summary, _key(name, look, asked))
    if kept is None:
        return None
    value = {**kept.value, "table": Table.from_json(kept.value["table"])}
    return Picture(**value, made_at=kept.made_at)


def keep_picture(
    session: Session, name: str, look: Look, asked: Mapping[str, Any], picture: Picture, now: datetime
) -> None:
    """Keep a picture in the place of an earlier one; beyond `KEEP` the oldest are dropped."""
    session.merge(Summary(name=_key(name, look, asked), made_at=now, value=picture.to_json()))
    session.flush()
    old = select(Summary).where(col(Summary.name).startswith(PREFIX)).order_by(col(Summary.made_at).desc())
    for summary in session.exec(old.offset(KEEP)):
        session.delete(summary)


def _key(name: str, look: Look, asked: Mapping[str, Any]) -> str:
    said = json.dumps({key: value for key, value in asked.items() if value is not None}, sort_keys=True, default=str)
    digest = hashlib.sha256(f"{__version__} {said}".encode()).hexdigest()[:16]
    return f"{PREFIX}{name}:{look.width}:{'dark' if look.dark else 'light'}:{digest}"
