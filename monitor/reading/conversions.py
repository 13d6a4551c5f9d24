"""Sentences like "1,000 ALGO = $82.64" enter; the price of one unit leaves, turned round or divided where needed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monitor.reading.candidates import CERTAIN, Candidate
from monitor.reading.codes import CRYPTO, FX
from monitor.reading.currencies import money_of
from monitor.reading.identity import Subject
from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.scene import Scene
from monitor.reading.stated import stated_beside
from monitor.reading.token import Sort, Token
from monitor.reading.types import Kind

__all__ = ["read_conversions", "without_rounded"]


_EQUALS = re.compile(
    r"[\s\u00a0]*(?:\([^()]{0,20}\))?[\s\u00a0]*(?:=|≈|≒|→|⇒|->|=>|~|equals|is equal to|is equivalent to|is worth"
    r"|are worth|is currently worth|is (?:currently |now )?valued at|is currently|for|costs"
    r"|is now|is|entspricht|entsprechen|ist gleich|sind|kostet|vaut|est égal à"
    r"|équivaut à|equivale a|es igual a|vale|è uguale a|é igual a|corresponde a|は|converts to|you get|buys|at"
    r"|:)[\s\u00a0]*(?:about |approximately |etwa |circa |around |to )?(?:[$€£¥₹]|us\$)?[\s\u00a0]*\Z"
)
_EACH = re.compile(r"[\s\u00a0]*at\b")
"""Between an amount and a price of one ("bought 1,200 LINK at $13.10")."""
_PLAIN = re.compile(r"[\s\u00a0|:\t]*(?:[$€£¥₹])?\Z")
_NOT_MARKET = re.compile(
    r"(?<![^\W_])(?:tourist|cash|we buy|we sell|guaranteed|you(?: could| will|'ll)? (?:receive|get)|receive"
    r"|recipient|fee|buy rate|sell rate|(?:customer|our|your|retail|transfer"
    r"|card|bank|promotional|promo) (?:exchange )?rate|average|bought|sold|purchased|acquired|spent|paid"
    r"|last year|a year ago|year ago|high|low|forecast|will be|by 20\d\d"
    r"|in 20\d\d|minimum|limit|travel money|holiday money)(?![^\W_])"
)
_CLAUSE_END = re.compile(r"[.!?;|•·\n](?:\s|\Z)")
_RETAIL_AFTER = re.compile(r"[\s(]{1,2}(?:\w+\s)?(?:customer|transfer|our|cash|tourist|card|retail) rate(?!\W{0,3}\d)")


@dataclass
class _Side:
    amount: float
    unit: float
    code: str
    end: int


def read_conversions(scene: Scene, own_words: re.Pattern[str] | None) -> list[Candidate]:
    """Give the prices that equations of the text say, and mark their numbers as used.

    `own_words` finds the coin's own name or code directly after an amount ("100 ALGO").
    """
    tokens, lower, text = scene.tokens, scene.lower, scene.text
    found: list[Candidate] = []
    left: _Side | None = None
    index = 0
    while index < len(tokens):
        token = tokens[index]
        if token.scaled and own_words is not None:
            found.extend(_of_scaled(scene, index, own_words))
        if token.sort is not Sort.NUMBER:
            left = left if token.sort is Sort.TIME else None
            index += 1
            continue
        code, stop = _unit(scene, token, own_words)
        if code is None:
            left = None
            index += 1
            continue
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if following is not None and following.sort is Sort.NUMBER and following.start - stop <= 40:
            between = lower[stop : following.start]
            equals = _EQUALS.match(between) and (token.value == 1 or not _EACH.match(between))
            whole = token.unit >= 1 or token.value % 1 == 0  # "1 USD 155.13 JPY"; "USD 0.6446 EUR 0.5513" is a list
            adjacent = whole and code == scene.base and _PLAIN.match(between) is not None and code != scene.home
            if equals or adjacent:
                other, _ = _unit(scene, following, own_words)
                if other is None and scene.asset is FX and scene.default in (Subject.OWN, Subject.INVERSE):
                    # "1 USD = 155.13" on the pair's page
                    other = scene.home if code == scene.base else scene.base if code == scene.home else None
                if other is not None and other != code:
                    left = _Side(token.value, token.unit, code, stop)
                    candidate = _candidate(scene, left, index, index + 1, other)
                    scene.used |= {index, index + 1}
                    market = not _NOT_MARKET.search(_clause(lower, token.start))
                    if candidate is not None and market and not _RETAIL_AFTER.match(lower, following.end):
                        found.append(candidate)
                    index += 2
                    # "100 JPY = 0.64021 USD | 0.55080 EUR": more results of the same amount.
                    while index < len(tokens) and tokens[index].sort is Sort.NUMBER:
                        mark = lower[tokens[index - 1].end : tokens[index].start].strip(" \u00a0$€£")
                        if mark not in ("|", "·", ",", "/", "=", ";"):
                            break
                        again, ends = _unit(scene, tokens[index], own_words)
                        if again is None or again == code:
                            break
                        if mark != "=" and _equated(lower, ends, tokens, index + 1):
                            # The next equation begins: "100 JPY = 0.64 USD | 100 SEK = 9.85 USD"; the same turned
                            # round says nothing more: "1 UNI = 0.00178 ETH · 1 ETH = 561.8 UNI".
                            if again == other:
                                scene.used |= {index, index + 1}
                                index += 2
                            break
                        scene.used.add(index)
                        more = _candidate(scene, left, index, index, again)
                        if more is not None and not _NOT_MARKET.search(_clause(lower, token.start)):
                            found.append(more)
                        index += 1
                    continue
        index += 1
    found = _without_coarse(found)
    bare = _bare_equation(scene, text, own_words) if not found and "=" in text else None
    if bare is not None:
        found.append(bare)
    return found


_SCALES = {"k": 1e3, "thousand": 1e3, "m": 1e6, "mn": 1e6, "million": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9}


def _of_scaled(scene: Scene, index: int, own_words: re.Pattern[str]) -> list[Candidate]:
    """Give the price of "1M SHIB = $8.41" whose left amount the token at `index` is."""
    tokens, lower = scene.tokens, scene.lower
    token = tokens[index]
    scale = _SCALES.get(lower[token.at + len(token.raw) : token.end].strip())
    own = own_words.match(scene.text, token.end)
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if scale is None or own is None or following is None or following.sort is not Sort.NUMBER:
        return []
    between = lower[own.end() : following.start]
    if following.money is None or not _EQUALS.match(between) or _EACH.match(between):
        return []
    left = _Side(token.value * scale, token.unit * scale, scene.base, own.end())
    scene.used |= {index, index + 1}
    candidate = _candidate(scene, left, index, index + 1, money_of(following.money, scene.home).code)
    return [candidate] if candidate is not None else []


def _bare_equation(scene: Scene, text: str, own_words: re.Pattern[str] | None) -> Candidate | None:
    """Give the price of "BTC = $92,341": an equation whose left side has no amount."""
    for index, token in enumerate(scene.tokens):
        if token.sort is not Sort.NUMBER or token.money is None or index in scene.used:
            continue
        head = scene.lower[max(0, token.start - 40) : token.start]
        equals = re.search(r"=\s*\Z", head)
        if not equals:
            continue
        before = head[: equals.start()].rstrip()
        word = re.search(r"([^\W\d_][\w ]{0,24})\Z", before)
        if not word:
            continue
        code = (
            "own" if own_words is not None and own_words.search(text[token.start - len(head) : token.start]) else None
        )
        if code and money_of(token.money, scene.home).code != scene.base:
            scene.used.add(index)
            return _candidate(
                scene, _Side(1.0, 1.0, scene.base, 0), index, index, money_of(token.money, scene.home).code
            )
    return None


def _unit(scene: Scene, token: Token, own_words: re.Pattern[str] | None) -> tuple[str | None, int]:
    """Give the currency or the coin that an amount is of, and where its words end."""
    apart = token.start == token.at or ":" in scene.text[token.start : token.at]  # "BTC to USD: 1 BTC"
    if own_words is not None and scene.asset is CRYPTO and apart:
        at = token.end
        own = own_words.match(scene.text, at)
        if own:
            return scene.base, own.end()
    if token.money is None:
        return None, token.end
    money = money_of(token.money, scene.home)
    if money.per != 1:
        return None, token.end
    stop = token.end
    # "$1,331.24 USD", "£1,000 GBP": the code repeats the symbol.
    code, ahead = money.code.lower(), scene.lower[stop : stop + 6]
    if code in ahead and (repeat := re.match(rf"\s?{code}\b", ahead)):
        stop += repeat.end()
    return money.code, stop


def _equated(lower: str, at: int, tokens: Sequence[Token], index: int) -> bool:
    """Tell whether an equals sign, or a word for it, joins what ends at `at` to the token at `index`."""
    return index < len(tokens) and _EQUALS.match(lower[at : tokens[index].start]) is not None


def _clause(lower: str, at: int) -> str:
    return _CLAUSE_END.split(lower[max(0, at - 60) : at])[-1]


def _candidate(scene: Scene, left: _Side, first: int, last: int, code: str) -> Candidate | None:
    """Give the price of one unit of the item by `left` = `right`, or None where it is about something else."""
    right = scene.tokens[last]
    if left.amount <= 0 or right.value <= 0:
        return None
    if left.code == scene.base and (scene.asset is not FX or code == scene.home):
        value, unit = right.value / left.amount, right.unit / left.amount
        derived = left.amount != 1.0
        currency = code
    elif code == scene.base and (scene.asset is not FX or left.code == scene.home):
        value = left.amount / right.value
        unit = value * right.unit / right.value
        derived, currency = True, left.code
    else:
        return None
    note = "one unit of it in an equation" if not derived else "worked out from an equation of amounts"
    return Candidate(
        value=value,
        unit=unit,
        currency=currency,
        label=Label.PRICE,
        strength=CERTAIN,
        page=scene.page if scene.page is not Page.ARTICLE else Page.QUOTE,
        position=scene.position,
        url=scene.url,
        order=scene.tokens[first].start,
        derived=derived,
        kind=Kind.CONVERTED if derived else Kind.LAST,
        note=note,
        when=stated_beside(scene, first, last, Label.PRICE, _number_before(scene, first)),
    )


def _without_coarse(found: list[Candidate]) -> list[Candidate]:
    """Leave out the plain quote of one unit where its few digits say much less than a larger amount's ("$0.13")."""
    if len(found) < 2:
        return found
    finest = min(c.unit / c.value for c in found if c.currency == found[0].currency)
    return [
        c
        for c in found
        if c.unit / c.value <= 2e-3 or c.unit / c.value < 20 * finest or c.currency != found[0].currency
    ]


def without_rounded(found: list[Candidate], exact: list[Candidate]) -> list[Candidate]:
    """Leave out plain prices that are those of an equation, worked out in `exact`, with far fewer digits ("$0.13")."""
    return [
        c
        for c in found
        if c.derived
        or c.unit / c.value <= 2e-3
        or not any(
            c.currency == e.currency and abs(c.value - e.value) <= c.unit and c.unit > 20 * e.unit for e in exact
        )
    ]


def _number_before(scene: Scene, index: int) -> int:
    """Give the end of the last number before the token at `index`."""
    return next((t.end for t in reversed(scene.tokens[:index]) if t.sort is not Sort.TIME), 0)
