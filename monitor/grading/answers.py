"""What readers took from many responses to one (item, instant), as arrays, and the same in the item's own currency."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from monitor.datasets import Item
from monitor.grading.policy import Policy
from monitor.grading.types import Ask, Rates
from monitor.reading.types import Price, Reading

__all__ = ["Answers", "Taken", "answers_of", "currency_code", "taken_of"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

DOLLAR_WORDS = {"$": "USD", "US$": "USD"}
_PLAIN, _WRONG, _NO_RATE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Taken:
    """n answers as read; prices in their own currencies, NaN for none; `sent_s` in unix seconds.

    `numbers` holds every number of every answer's hits, flat; `numbers_of` the answer that each belongs to.
    """

    sent_s: Floats
    error: Bools
    price: Floats
    unit: Floats
    currency: Sequence[str | None]
    newest: Floats
    newest_unit: Floats
    newest_currency: Sequence[str | None]
    numbers: Floats
    numbers_of: Ints


@dataclass(frozen=True, slots=True)
class Answers:
    """n answers in the item's currency, NaN for none; `codes` are the currencies that were stated, empty for none."""

    sent_s: Floats
    price: Floats
    unit: Floats
    newest: Floats
    newest_unit: Floats
    error: Bools
    wrong_currency: Bools
    no_rate: Bools
    """True where the price is in a coin whose rate at the target minute is not known."""
    numbers: Floats
    numbers_of: Ints
    codes: Sequence[str]

    def __len__(self) -> int:
        """Give n."""
        return len(self.sent_s)


def taken_of(ask: Ask, reading: Reading | None) -> Taken:
    """Give the arrays, of length one, of a single answer; `reading` is None where nothing was read."""
    nothing = Price(None)
    asked, newest = (nothing, nothing) if reading is None else (reading.asked, reading.newest)
    numbers = () if reading is None else reading.numbers

    def one(value: float | None) -> Floats:
        return np.array([value], dtype=np.float64)

    return Taken(
        sent_s=one(ask.sent_at.timestamp()), error=np.array([ask.error]), price=one(asked.price), unit=one(asked.unit),
        currency=[asked.currency], newest=one(newest.price), newest_unit=one(newest.unit),
        newest_currency=[newest.currency], numbers=np.array(numbers, dtype=np.float64),
        numbers_of=np.zeros(len(numbers), dtype=np.int64),
    )  # fmt: skip


def answers_of(taken: Taken, item: Item, policy: Policy, rates: Rates) -> Answers:
    """Give the answers in the currency of `item`; `rates` gives what one unit of a coin costs in it."""
    codes = _codes(taken.currency)
    price, unit, fault = _converted(taken.price, taken.unit, codes, item, policy, rates)
    newest_codes = codes if taken.newest_currency == taken.currency else _codes(taken.newest_currency)
    newest, newest_unit, newest_fault = _converted(taken.newest, taken.newest_unit, newest_codes, item, policy, rates)
    return Answers(
        sent_s=taken.sent_s, price=price, unit=unit, newest=np.where(newest_fault > _PLAIN, np.nan, newest),
        newest_unit=newest_unit, error=taken.error, wrong_currency=fault == _WRONG, no_rate=fault == _NO_RATE,
        numbers=taken.numbers, numbers_of=taken.numbers_of, codes=codes,
    )  # fmt: skip


def currency_code(text: str | None) -> str:
    """Give the upper-case code of a stated currency, with dollar signs as USD; empty for none."""
    code = (text or "").strip().upper()
    return DOLLAR_WORDS.get(code, code)


def _codes(texts: Sequence[str | None]) -> list[str]:
    known = {text: currency_code(text) for text in set(texts)}
    return [known[text] for text in texts]


def _converted(
    price: Floats, unit: Floats, codes: Sequence[str], item: Item, policy: Policy, rates: Rates
) -> tuple[Floats, Floats, NDArray[np.int8]]:
    """Give (price, unit, fault); an answer without a price has no fault."""
    distinct = set(codes)
    if distinct <= {"", item.currency}:
        return price, unit, np.zeros(len(price), dtype=np.int8)
    fates = {code: _fate(code, item, policy, rates) for code in distinct}
    fault = np.array([fates[code][0] for code in codes], dtype=np.int8)
    fault[np.isnan(price)] = _PLAIN
    factor = np.array([fates[code][1] for code in codes])
    return price * factor, unit * factor, fault


def _fate(code: str, item: Item, policy: Policy, rates: Rates) -> tuple[int, float]:
    """Give (fault, factor) of prices in `code`."""
    if code in ("", item.currency):
        return _PLAIN, 1.0
    if code not in policy.converted:
        return _WRONG, 1.0
    rate = rates.get(code)
    return (_PLAIN, rate) if rate is not None and rate > 0 else (_NO_RATE, 1.0)
