"""A symbol of two legs enters; the bars of their cross leave, minute by minute, with ranges that hold every reading.

Written ``EUR/USD * USD/JPY`` or ``EUR/USD / GBP/USD``, with blanks around the sign. A cross is made only where someone
asked for it, and is marked as one wherever its bars go.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from monitor.errors import SourceError
from monitor.market.series import Bar, Bars
from monitor.market.sources.base import EmptyAnswer, Source, join_pages

__all__ = ["ask", "crossed", "is_cross", "legs_of"]

_TWO = re.compile(r"(\S+) ([*/]) (\S+)")
_PAIR = re.compile(r"([A-Z0-9]+)/([A-Z0-9]+)|([A-Z]{3})([A-Z]{3})=X")


@dataclass(frozen=True, slots=True)
class _Legs:
    first: str
    second: str
    product: bool
    quote: str


def is_cross(symbol: str) -> bool:
    """Tell whether a symbol is spelled as two legs."""
    return _TWO.fullmatch(symbol.strip()) is not None


def legs_of(symbol: str) -> tuple[str, ...]:
    """Give the two legs that a symbol is spelled as, or the symbol itself."""
    match = _TWO.fullmatch(symbol.strip())
    return (symbol,) if match is None else (match[1], match[3])


def ask(source: Source, symbol: str, start: datetime, end: datetime, interval_s: int, *, now: datetime) -> Bars:
    """Give `source`'s bars of `symbol`; spelled as two legs, that of two requests. Raises SourceError as they do."""
    if not is_cross(symbol):
        return source.bars(symbol, start, end, interval_s, now=now)
    legs = _legs(symbol, f"{source.name} {symbol}")
    first, second = (source.bars(one, start, end, interval_s, now=now) for one in (legs.first, legs.second))
    made = crossed(first, second, product=legs.product)
    if not made:
        raise EmptyAnswer("has no minute in which both legs have a bar", f"{source.name} {symbol}",
                          "it is tried again later")
    role = "cross of trades" if "trade" in (first.role, second.role) else "cross"
    return replace(first, symbol=symbol, currency=legs.quote, bars=made, role=role,
                   payload=join_pages([first.payload, second.payload]))


def crossed(first: Bars, second: Bars, *, product: bool) -> tuple[Bar, ...]:
    """Give the bars of first x second (or first / second) for each label that both have.

    When in the bar each leg stood where is not known: the cross's low and high are the furthest that any two moments of
    the bar give. It counts as traded no more than its thinner leg.
    """
    other = {bar.start: bar for bar in second.bars}
    return tuple(_cross(bar, other[bar.start], product) for bar in first.bars if bar.start in other)


def _cross(a: Bar, b: Bar, product: bool) -> Bar:
    if not product:
        b = replace(b, open=1 / b.open, close=1 / b.close, low=1 / b.high, high=1 / b.low)
    volumes, counts = (a.volume, b.volume), (a.count, b.count)
    return Bar(
        a.start, a.open * b.open, a.high * b.high, a.low * b.low, a.close * b.close,
        0.0 if 0 in volumes else None,  # of two currencies: no sum, but a leg that carried an old price carries it on
        None if None in counts else min(c for c in counts if c is not None), a.interval_s)


def _legs(symbol: str, where: str) -> _Legs:
    match = _TWO.fullmatch(symbol.strip())
    pairs = [_PAIR.fullmatch(one.upper()) for one in (match[1], match[3])] if match else [None]
    if match is not None and all(pairs):
        (a, b), (c, d) = ([name for name in pair.groups() if name] for pair in pairs if pair is not None)
        quote = _quote(a, b, c, d) if match[2] == "*" else _quote(a, b, d, c)
        if quote is not None:
            return _Legs(match[1], match[3], match[2] == "*", quote)
    raise SourceError("is no cross: its legs share no currency", where,
                      "write it as in 'EUR/USD * USD/JPY' or 'EUR/USD / GBP/USD'", reason="delisted")


def _quote(a: str, b: str, c: str, d: str) -> str | None:
    """Give the currency of a/b x c/d, which must cancel out to two; None where it does not."""
    return d if b == c else b if a == d else None
