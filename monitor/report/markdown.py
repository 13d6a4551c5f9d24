"""A report as Markdown: its words and tables, the pictures described."""

import re

from monitor.charts.table import Table
from monitor.report.parts import Block, Bullets, Figures, Picture, Report, Text, plain, shown

__all__ = ["as_markdown"]

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!&$])")
_STARTS = re.compile(r"^(\d+)([.)])(?=\s|$)|^([-+=:])")


def as_markdown(report: Report) -> str:
    """Give the text. What is not its own stands escaped: no markup, no tag, no link comes of it."""
    lines = [f"# {_said(report.title)}", "", _said(report.about), ""]
    for section in report.sections:
        lines += [f"## {_said(section.title)}", ""]
        for block in section.blocks:
            lines += [*_block(block), ""]
    return "\n".join(lines)


def _block(block: Block) -> list[str]:
    if isinstance(block, Text):
        return [_said(block.text)]
    if isinstance(block, Bullets):
        return [f"- **{_said(lead)}:** {_said(text)}" if lead else f"- {_said(text)}" for lead, text in block.points]
    if isinstance(block, Figures):
        return _table(block.table)
    return [f"### {_said(block.title)}", "", *_pictured(block)]


def _pictured(picture: Picture) -> list[str]:
    return [_said(picture.sentence)] if picture.sentence is not None else _table(picture.table)


def _table(table: Table) -> list[str]:
    marks = ["---" if column.kind in ("text", "time") else "---:" for column in table.columns]
    heads = [_said(column.name) for column in table.columns]
    rows = [[_said(shown(cell, column)) for cell, column in zip(row, table.columns, strict=True)] for row in table.rows]
    return [f"| {' | '.join(row)} |" for row in (heads, marks, *rows)]


def _said(text: str) -> str:
    """Escape what Markdown, or HTML within it, would take for its own; also addresses that would become links."""
    escaped = _SPECIAL.sub(r"\\\1", plain(text))
    escaped = re.sub(r"(?i)\b(https?|ftp|www)(:|\.)", r"\1\\\2", escaped)
    return _STARTS.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", escaped)
