"""A hit's text and the prices that readers took from it enter; an excerpt with those numbers marked leaves."""

import math
import re
from collections.abc import Sequence

from monitor.reading.numbers import parse

__all__ = ["marked"]

_NUMBER = re.compile(r"\d[\d.,']*")


def marked(text: str, prices: Sequence[float], most: int = 160) -> str:
    """Give about `most` characters around the first number that is one of `prices`, each of those as ``>>512.34<<``.

    A number counts under either reading of its comma. Where none is there (a converted price), the text's beginning.
    """
    text = " ".join(text.split())
    found = [match for match in _NUMBER.finditer(text) if prices and _is_one(match.group(), prices)]
    start = max(0, found[0].start() - most // 2) if found and found[0].end() > most else 0
    end = start + most
    parts, at = [], start
    for match in found:
        if match.end() > end:
            break
        number = match.group().rstrip(".,'")
        parts += [text[at : match.start()], f">>{number}<<"]
        at = match.start() + len(number)
    shown = "".join([*parts, text[at:end]])
    return ("... " if start else "") + shown + (" ..." if end < len(text) else "")


def _is_one(raw: str, prices: Sequence[float]) -> bool:
    number = raw.rstrip(".,'")
    meant = [quantity[0] for comma in (False, True) if (quantity := parse(number, comma)) is not None]
    return any(math.isclose(value, price, rel_tol=1e-9) for value in meant for price in prices)
