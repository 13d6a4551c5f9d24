"""What a report is made of, whatever it is written as: sections of paragraphs, lists, charts and tables of figures."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from monitor.charts.table import Cell, Column, Table
from monitor.web.figures import money, number, span

__all__ = ["Block", "Bullets", "Figures", "Picture", "Report", "Section", "Text", "plain", "shown"]

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


@dataclass(frozen=True, slots=True)
class Text:
    """One paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; a point may have a `lead`, which is set off."""

    points: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, points: Iterable[str | tuple[str, str]]) -> "Bullets":
        """Give the list of texts, or of (lead, text)."""
        return cls(tuple(("", one) if isinstance(one, str) else one for one in points))


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart of the registry, by name, with the table of its figures; `sentence` where there is nothing to draw."""

    name: str
    title: str
    description: str
    table: Table
    sentence: str | None = None
    svg: dict[tuple[int, bool], str] = field(default_factory=dict)
    """By width and whether it is dark."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A table that stands by itself."""

    title: str
    table: Table


Block = Text | Bullets | Picture | Figures


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The whole; `about` says over what and when it was made."""

    title: str
    about: str
    sections: tuple[Section, ...]


def plain(text: object) -> str:
    """Give a text on one line, without control or direction characters."""
    return " ".join("".join(" " if unicodedata.category(c) in _HIDDEN else c for c in str(text)).split())


def shown(cell: Cell, column: Column) -> str:
    """Give a value as people read it; an en dash where there is none."""
    if cell is None:
        return "–"
    if isinstance(cell, str):
        return plain(cell).removesuffix("Z").replace("T", " ") if column.kind == "time" else plain(cell)
    if column.kind == "seconds":
        return span(cell)
    if column.kind == "share":
        return "< 1 %" if 0 < cell < 0.005 else f"{100 * cell:.0f} %"
    if column.kind == "ms":
        return span(cell / 1000)
    if column.kind == "usd":
        return money(cell)
    if column.kind == "count":
        return number(cell, 0)
    return f"{cell:.8g}"
