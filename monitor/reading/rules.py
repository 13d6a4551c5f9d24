"""The reader that works by rules alone: no key, no network, the same answer every time."""

from collections.abc import Sequence
from datetime import UTC, datetime

from monitor.datasets import Item
from monitor.reading.candidates import Candidate
from monitor.reading.choose import choose, newest, ranked
from monitor.reading.codes import FX
from monitor.reading.excerpt import last_digit
from monitor.reading.identity import profile
from monitor.reading.numbers import parse
from monitor.reading.pairs import pair
from monitor.reading.sheet import Sheet, Steps, together
from monitor.reading.text import LIMIT, TITLE_LIMIT
from monitor.reading.types import Price, Reading
from monitor.search.hits import Hit

__all__ = ["RulesReader", "numbers_of"]

_MAX_NUMBERS = 400
_WHOLE_RESPONSE = 8_000
"""Characters of a response up to which every hit is read whole."""
_SHARE = 0.25
"""The part of each long text that is read in a longer response; see `excerpt`."""
_MARKS = ".,'"
_WRITTEN = bytes(c if chr(c) in "0123456789.,'" else 32 for c in range(256))
"""Leaves of a text what numbers are written with; a table and a split find them many times as fast as a pattern."""


class RulesReader:
    """Reads the price of an item out of hits by fixed rules."""

    name = "rules"
    version = "7"
    """Raised when the same hits are read otherwise: what is stored is then read again, and that is shown as ours."""

    def __init__(self, *, prices_only: bool = False) -> None:
        """Read with the numbers and the runners-up, which what is stored has, or the two prices alone."""
        self._prices_only = prices_only

    def read(self, item: Item, hits: Sequence[Hit], asked_at: datetime, received_at: datetime) -> Reading:
        """Give the reading of `hits` for `item` at `asked_at`; relative times count from `received_at`.

        Never raises for what a hit says; with no usable price, both prices are None with the reason in `note`.
        """
        asked_at, received_at = asked_at.astimezone(UTC), received_at.astimezone(UTC)
        about = profile(item)
        currencies = pair(item) if item.asset is FX else None
        share = 1.0 if sum(len(h.snippet) for h in hits) <= _WHOLE_RESPONSE else _SHARE
        every: list[Steps] = []
        seen: dict[str, list[tuple[str, str]]] = {}
        for hit in hits:
            before, same = seen.setdefault(hit.url, []), (hit.title, hit.snippet)
            if same in before:
                continue  # the same hit again says nothing more
            before.append(same)
            every.append(Sheet(about, currencies, hit, asked_at, received_at, share).candidates())
        candidates = together(every)
        order = ranked(candidates, about, asked_at)
        asked = choose(order, "no number among the hits is given as its price" if hits else "no hits")
        latest = newest(order, asked_at, received_at)
        last = latest.price() if latest is not None else asked
        if self._prices_only:
            return Reading(asked, last, self.name, self.version)
        numbers, runners_up = numbers_of(hits, candidates), _runners(order, asked)
        return Reading(asked, last, self.name, self.version, numbers, runners_up)


def _runners(order: Sequence[Candidate], asked: Price) -> tuple[Price, ...]:
    seen = {(asked.price, asked.url)}
    found: list[Price] = []
    for candidate in order[1:]:
        key = (candidate.value, candidate.url)
        if key not in seen:
            seen.add(key)
            found.append(candidate.price())
            if len(found) == 5:
                break
    return tuple(found)


def numbers_of(hits: Sequence[Hit], candidates: Sequence[Candidate] = ()) -> tuple[float, ...]:
    """Give the numbers that could be a price, those of the candidates first; see `Reading.numbers`."""
    values: dict[float, None] = dict.fromkeys(c.value for c in candidates)
    texts = [text.encode("ascii", "replace") for h in hits for text in (_numbered(h.snippet), h.title[:TITLE_LIMIT])]
    for written in dict.fromkeys(b" ".join(texts).translate(_WRITTEN).decode().split()):
        raw = written.strip(_MARKS)
        size = len(raw)
        if size > 2 or "." in raw or "," in raw:
            whole, _, fraction = raw.partition(".")
            if size < 18 and whole.isdecimal() and fraction.isdecimal() and len(fraction) != 3:
                values[float(raw)] = None
            else:
                for value in _values(raw):
                    values[value] = None
            if len(values) >= _MAX_NUMBERS:
                break
    values.pop(0.0, None)
    return tuple(values)[:_MAX_NUMBERS]


def _numbered(text: str) -> str:
    """Give a text up to its last digit."""
    return text[: last_digit(text[:LIMIT]) + 1]


def _values(raw: str) -> list[float]:
    """Give what a number can mean: a lone mark may part thousands or decimals; one or two digits alone are no price."""
    if raw.isdecimal():
        return [float(raw)] if 3 <= len(raw) <= 15 else []
    if len(raw) > 30:
        return []
    open_case = raw[-4:-3] in (",", ".") and raw.count(",") + raw.count(".") == 1
    found = [quantity[0] for comma in ((False, True) if open_case else (False,)) if (quantity := parse(raw, comma))]
    return found
