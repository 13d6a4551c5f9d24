"""The text of a number enters; its value and the worth of its last digit leave, whatever the locale."""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

__all__ = ["REST", "Quantity", "decimal_comma", "parse"]

REST = (
    r"(?<=0)[.,]0(?:[\u2080-\u2089]{1,2}|\{[0-9]{1,2}\}|\([0-9]{1,2}\))[0-9]+"
    r"|(?=[0-9]{0,2} [0-9]{3})(?:"  # a cheap look whether spaces group
    r"(?<![0-9.,][0-9])[0-9]{0,2}(?: [0-9]{3}){1,5}(?:,[0-9]{1,6}(?![0-9.,][0-9]|[0-9])"
    r"|(?=\s?(?i:kr|kč|kc|ft|zł|zl|eur|euros?|sek|nok|dkk|pln|czk|huf|rub|uah|zar|usd|chf|[€₽₴$]|руб\w{0,4}|грн"
    r"|kron(?:or|er|a)|dollars?|долл\w{0,6})(?![^\W_])))"
    r"|(?:(?<=[€₽R][0-9])|(?<=kr [0-9])|(?<=(?:SEK|NOK|DKK|PLN|CZK|ZAR) [0-9]))"
    r"[0-9]{0,2}(?: [0-9]{3}){1,5}(?:\.[0-9]{2})?(?![0-9.,]?[0-9]))"
    r"|[0-9]*+(?:(?![.,'\u00a0][0-9])|[.,'][0-9]++(?![.,'\u00a0][0-9])"  # no mark or one, as nearly all have
    r"|(?:[.,'][0-9]+|\u00a0[0-9]{3}(?![0-9]))*)(?:[eE]-[0-9]{1,2}(?!\w))?"
)
"""Pattern of a number after its first digit: zeros counted by a subscript; spaces that group before a decimal comma,
or beside the money of a country that writes so; everything else. A pattern that opens with a digit is found at the
speed of a plain scan."""

_SUBSCRIPT = re.compile(r"0[.,]0(?:([\u2080-\u2089]+)|[{(](\d+)[})])(\d+)\Z")


Quantity = tuple[float, float]
"""A number as written: its value, and the worth of one unit in its last digit."""


_LONGEST = 40
"""Characters beyond which nothing is a price."""
_UNITS = tuple(float(f"1e-{places}") for places in range(31))


def decimal_comma(numbers: Iterable[str], open_case: Callable[[], bool] | None = None) -> bool:
    """Tell whether the page writes decimals after a comma, by the numbers that leave no doubt.

    `open_case` is asked where none decides and some number hangs on it.
    """
    comma = point = doubtful = 0
    for raw in numbers:
        last_comma, last_point = raw.rfind(","), raw.rfind(".")
        if last_comma < 0 and last_point < 0:
            continue
        tail = len(raw) - 1 - (last_comma if last_comma > last_point else last_point)
        if (last_comma < 0 or last_point < 0) and (tail == 3 or raw.count(",") > 1 or raw.count(".") > 1):
            doubtful += 1
        elif last_comma > last_point:
            comma += 1
        else:
            point += 1
    if comma == point:
        return doubtful > 0 and open_case is not None and open_case()
    return comma > point


def parse(raw: str, comma: bool = False) -> Quantity | None:
    """Give the quantity that `raw` writes, or None where it is none; `comma`: the page's decimals follow a comma."""
    if len(raw) > _LONGEST:
        return None
    return _with_comma(raw) if comma else _with_point(raw)


@lru_cache(maxsize=8192)
def _with_point(raw: str) -> Quantity | None:
    # Kept, since the hits of a response, and the responses of an instant, say the same numbers over and over.
    return _parsed(raw, comma=False)


@lru_cache(maxsize=1024)
def _with_comma(raw: str) -> Quantity | None:
    return _parsed(raw, comma=True)


def _parsed(raw: str, comma: bool) -> Quantity | None:
    if raw.isdecimal():
        return (float(raw), 1.0) if len(raw) <= 18 else None
    if not comma:
        # Most numbers are "512.34" or "92,341.18".
        whole, point, fraction = raw.partition(".")
        if point and fraction.isdecimal() and len(whole) <= 15 and len(fraction) <= 20:
            if whole.isdecimal():
                return float(raw), _UNITS[len(fraction)]
            if whole[-4:-3] == "," and (plain := whole.replace(",", "")).isdecimal():
                return float(f"{plain}.{fraction}"), _UNITS[len(fraction)]
    text = raw
    if not text.isascii() or "{" in text or "(" in text:
        found = _SUBSCRIPT.match(text)
        if found:
            zeros = int("".join(chr(ord(c) - 0x2080 + 48) for c in found[1]) if found[1] else found[2])
            digits = found[3]
            if zeros > 30 or len(digits) > 18:
                return None
            places = zeros + len(digits)
            return float(f"{int(digits)}e-{places}"), float(f"1e-{places}")
    exponent = 0
    head, mark, power = text.replace("E", "e").partition("e")
    if mark:
        text, exponent = head, int(power)
    text = text.replace("'", "").replace("\u00a0", "").replace(" ", "")
    commas, points = text.count(","), text.count(".")
    if commas and points:
        decimal = "," if text.rfind(",") > text.rfind(".") else "."
        if text.count(decimal) > 1:
            return None
    elif commas:
        before, _, after = text.rpartition(",")
        if commas > 1:
            if len(after) != 3:
                return None
            decimal = "."
        else:
            grouped = not mark and len(after) == 3 and 0 < len(before) <= 3 and before[0] != "0"
            decimal = "." if grouped and not comma else ","
    elif points:
        before, _, after = text.rpartition(".")
        if points > 1:
            if len(after) != 3:
                return None
            decimal = ","
        else:
            grouped = not mark and len(after) == 3 and 0 < len(before) <= 3 and before[0] != "0"
            decimal = "," if grouped and comma else "."
    else:
        decimal = "."
    plain = text.replace("." if decimal == "," else ",", "").replace(",", ".")
    whole, _, fraction = plain.partition(".")
    if not whole.isdecimal() or (fraction and not fraction.isdecimal()) or len(whole) > 18:
        return None
    places = len(fraction) - exponent
    value = float(f"{plain}e{exponent}") if exponent else float(plain)
    return value, float(f"1e{-places}")
