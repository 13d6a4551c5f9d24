"""A text with Markdown tables enters; the same text leaves with a line for each cell, named by its row and column."""

import re

__all__ = ["unfolded"]

_RULE = re.compile(r"\s*\|?\s*:?-{2,}[\s|:-]*\Z")
_SCALED = re.compile(
    r"(?:in )?(?:(?:us|c|a|hk)?[$€£¥₹]|usd|eur|gbp|jpy|chf|inr)?\s?\b(?:thousands?|millions?|billions?|trillions?"
    r"|crores?"
    r"|bn|mn|mm|m)\b|%|percent",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"[-+(]?[^\w\s]?\s?\d")
_WORD = re.compile(r"[^\W\d_]{4,}")


def unfolded(text: str) -> str:
    """Give the text with each table's cells written out as ``row, column: cell unit``."""
    made: list[str] = []
    rows: list[list[str]] = []
    lines = text.split("\n")
    for place, line in enumerate(lines):
        heads = "|" in line and place + 1 < len(lines) and "|" in lines[place + 1] and _RULE.match(lines[place + 1])
        if line.count("|") >= 2 or heads or (rows and "|" in line):
            if not _RULE.match(line):
                rows.append([cell.strip() for cell in line.strip().strip("|").split("|")])
            continue
        made += _written(rows, _caption(lines[place : place + 2]))
        rows = []
        made.append(line)
    made += _written(rows)
    return "\n".join(made)


_CAPTION = re.compile(
    r"\W*(?:all )?(?:figures |amounts |values )?(?:are )?(?:in )?((?:us\$|[$€£¥₹]|[a-z]{3} )?\s?(?:thousands?"
    r"|millions?|billions?|bn|mn|m|crores?))"
    r"(?: of [a-z]+| [a-z]{3})?\W*",
    re.IGNORECASE,
)


def _caption(lines: list[str]) -> str:
    """Give the unit that stands alone below a table, as "(NOK million)", or nothing."""
    below = next((line for line in lines if line.strip()), "")
    found = _CAPTION.fullmatch(below)
    return found[1].strip() if found else ""


def _written(rows: list[list[str]], caption: str = "") -> list[str]:
    if len(rows) < 2:
        return [", ".join(row) for row in rows]
    head, *body = rows
    made = []
    for row in body:
        for column, cell in enumerate(row):
            if column == 0 and len(row) > 1:
                continue
            named = head[column] if column < len(head) else ""
            unit = ""
            if _FIGURE.match(cell) and not _WORD.search(cell):
                found = _SCALED.search(named) or _SCALED.search(row[0]) or _SCALED.search(head[0])
                unit = f" {found[0].removeprefix('in ').strip()}" if found and found[0] not in cell else ""
                if caption and not found and not _SCALED.search(cell):
                    unit = f" {caption.split()[-1]}"
                unit = _spoken(unit, cell)
            label = ", ".join(part for part in (row[0] if len(row) > 1 else "", named) if part)
            made.append(f"{label}: {cell}{unit}.")
    return made


def _spoken(unit: str, cell: str) -> str:
    """Give the unit as words that follow a figure: a sign of money goes where the cell has one."""
    bare = unit.strip()
    parts = _MONEY.match(bare) if bare != "%" else None
    if parts:  # "$ million" is said "million usd"
        sign, scale = parts[1].lower(), parts[2]
        bare = scale if sign in cell.lower() or not scale else f"{scale} {_NAMED.get(sign, sign)}"
    return f" {bare}" if bare else ""


_MONEY = re.compile(r"((?:us|c|a|hk)?[^\w\s]|usd|eur|gbp|jpy|chf|inr)\s?(.*)", re.IGNORECASE)
_NAMED = {"$": "usd", "us$": "usd", "€": "eur", "£": "gbp", "₹": "inr", "c$": "cad", "a$": "aud", "hk$": "hkd"}
