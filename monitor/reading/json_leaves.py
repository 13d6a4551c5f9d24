"""A JSON text, also cut short, enters; its values with the keys that lead to them leave."""

import re
from dataclasses import dataclass

from monitor.reading.excerpt import last_digit

__all__ = ["Leaf", "leaves_of", "looks_like"]

_PIECE = re.compile(
    r'[-"\d{}\[\],tfn](?:(?<=")((?:[^"\\]|\\.){0,200})"\s*(:)?|((?:(?<=\d)|(?<=-)\d)\d*(?:\.\d+)?(?:[eE][+-]?\d+)?)'
    r"|((?<=[{}\[\],]))|(?:(?<=t)rue|(?<=f)alse|(?<=n)ull))"
)
"""A string, a number, a mark or a word; all begin with one of a few characters, so that a scan finds them fast."""
_KEY = re.compile(r'"[A-Za-z_0-9. ]{1,40}"\s*:')


def looks_like(text: str) -> bool:
    """Tell whether `text` is machine-readable for the most part."""
    if '"' not in text or ('":' not in text and '" :' not in text):
        return False
    return text.lstrip()[:1] in "{[" or len(_KEY.findall(text[:2000])) >= 4


@dataclass(slots=True)
class Leaf:
    """A value as written, the keys above it, its own key, and its offset in the text."""

    path: tuple[str, ...]
    key: str
    raw: str
    quoted: bool
    order: int


def leaves_of(text: str) -> list[Leaf]:
    """Give the values of a JSON text with the keys that lead to them; one that breaks off is read that far."""
    leaves: list[Leaf] = []
    path: list[str] = []
    counts: list[int] = []
    key = ""
    for match in _PIECE.finditer(text[: max(text.rfind('"'), last_digit(text)) + 1]):  # no value begins behind them
        if len(leaves) >= 600 or len(path) > 30:
            break
        string, colon, number, mark = match.groups()
        if mark is not None:
            mark = match[0]
        elif number is not None:
            number = match[0]
        if string is not None and colon:
            key = string
        elif string is not None or number is not None:
            name = key or (str(counts[-1]) if counts else "")
            leaves.append(
                Leaf(tuple(path), name, string if string is not None else number, string is not None, match.start())
            )
            if counts and not key:
                counts[-1] += 1
            key = ""
        elif mark in ("{", "["):
            path.append(key or (str(counts[-1]) if counts else ""))
            counts.append(0)
            key = ""
        elif mark in ("}", "]"):
            if path:
                path.pop()
                counts.pop()
                if counts:
                    counts[-1] += 1
            key = ""
        elif mark is None:
            key = ""
    return leaves
