"""A hit's text and the prices that readers took from it enter; the text with those numbers marked leaves."""

import math
import re
from collections.abc import Sequence

from monitor.reading.numbers import parse

__all__ = ["marked", "pieces"]

_NUMBER = re.compile(r"\d[\d.,']*")


def pieces(text: str, prices: Sequence[float]) -> list[tuple[str, bool]]:
    """Give the whole text in its order, as pieces of which those are true that are a number among `prices`.

    A number counts under either reading of its comma.
    """
    found: list[tuple[str, bool]] = []
    at = 0
    for match in _NUMBER.finditer(text) if prices else ():
        number = match.group().rstrip(".,'")
        if not _is_one(number, prices):
            continue
        if match.start() > at:
            found.append((text[at : match.start()], False))
        found.append((number, True))
        at = match.start() + len(number)
    return [*found, (text[at:], False)] if at < len(text) else found


def marked(text: str, prices: Sequence[float], most: int = 160) -> str:
    """Give about `most` characters around the first number that is one of `prices`, each of those as ``>>512.34<<``.

    Where none is there (a converted price), the text's beginning.
    """
    text = " ".join(text.split())
    parts, at, start = pieces(text, prices), 0, 0
    first = next((n for n, (_, chosen) in enumerate(parts) if chosen), None)
    if first is not None:
        begins = sum(len(piece) for piece, _ in parts[:first])
        start = max(0, begins - most // 2) if begins + len(parts[first][0]) > most else 0
    end, shown = start + most, []
    for piece, chosen in parts:
        if chosen and start <= at and at + len(piece) <= end:
            shown.append(f">>{piece}<<")
        else:
            shown.append(piece[max(0, start - at) : max(0, end - at)])
        at += len(piece)
    return ("... " if start else "") + "".join(shown) + (" ..." if end < len(text) else "")


def _is_one(number: str, prices: Sequence[float]) -> bool:
    meant = [quantity[0] for comma in (False, True) if (quantity := parse(number, comma)) is not None]
    return any(math.isclose(value, price, rel_tol=1e-9) for value in meant for price in prices)
