"""A price among the tokens enters; the changes that belong to it, and whether they fit it, leave."""

import re
from collections.abc import Sequence

from monitor.reading.token import Sort, Token

__all__ = ["agree", "changes_after", "ratio_fits"]

_CHANGE_WORDS = re.compile(
    r"[\s\W]*(?:(?:quote|price|arrow|up|down|usd|eur|chf|gbp|change|chg|var|var\.|veränderung|today|net|variación"
    r"|variation|前日比|points?|pts|by|24h|1d|day|today's|전일대비|상승|하락|涨跌|涨幅|rise|fall|gain|loss"
    r"|heute|hoy|oggi|hoje|in|the|last|24|hours|over|past|a|increase|decrease|gained|lost)\b[\s\W]*)*\Z|\s*前日比\s*"
)
_LETTERS = re.compile(r"[^\W\d_]{3}")
_STOPS = re.compile(r"[.;|](?:\s|\Z)|\n")


def changes_after(tokens: Sequence[Token], index: int, lower: str) -> list[Token]:
    """Give the changes, signed or in percent, that belong to the price at `index`."""
    price = tokens[index]
    found: list[Token] = []
    stop = price.end
    for at in range(index + 1, min(index + 5, len(tokens))):
        token = tokens[at]
        if token.start - stop > 28 or token.sort > Sort.CHANGE:
            break
        if token.sort is Sort.NUMBER:
            # An unsigned change: it must fit the percentage that follows.
            following = tokens[at + 1] if at + 1 < len(tokens) else None
            if (
                following is None
                or not following.percent
                or following.start - token.end > 6
                or token.value >= price.value
            ):
                break
            if not ratio_fits(price.value, token.value, following.value, following.unit):
                break
        between = lower[stop : token.start]
        if "|" in between and not token.sign and not found:
            break  # the next cell: a yield, a weight
        if len(between) > 3:
            if len(between) > 6 and _STOPS.search(between[:-1]):
                break
            if _LETTERS.search(between) and not _CHANGE_WORDS.match(between):
                break
        found.append(token)
        stop = token.end
    return found


def ratio_fits(price: float, change: float, percent: float, percent_unit: float) -> bool:
    """Tell whether `change` and `percent` describe the same move to `price`, to the rounding of the percentage."""
    if price <= 0 or change <= 0 or change >= price:
        return change == 0 and percent == 0
    allowed = 1.5 * percent_unit + 0.02 * percent
    return (
        abs(100.0 * change / (price - change) - percent) <= allowed
        or abs(100.0 * change / (price + change) - percent) <= allowed
    )


def agree(price: Token, changes: Sequence[Token]) -> bool:
    """Tell whether the changes after a price agree with it: some amount and percentage that describe one move."""
    amounts = [c for c in changes if not c.percent]
    if not amounts:
        return False
    percents = [c for c in changes if c.percent]
    if percents:
        return any(ratio_fits(price.value, a.value, p.value, p.unit) for a in amounts for p in percents)
    return amounts[0].sign != 0 and amounts[0].value < price.value * 0.5
