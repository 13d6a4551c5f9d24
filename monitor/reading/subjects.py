"""A number's place in a text enters; whose number it is leaves."""

import re
from bisect import bisect_left

from monitor.reading.codes import FX
from monitor.reading.currencies import Money, after, money_of
from monitor.reading.identity import INDEX, Mention, Subject
from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.scene import Scene
from monitor.reading.token import Token

__all__ = ["money_for", "subject_of"]


_WORD = re.compile(r"\s?([^\W\d_]+)")
_OPEN = (Label.NONE, Label.NEUTRAL)
_TELLING = (Label.LAST, Label.PREVIOUS, Label.OPEN, Label.CLOSE)


def subject_of(scene: Scene, token: Token, label: Label, floor: int) -> tuple[Subject, str | None]:
    """Tell whose number it is by what is named last before it, else by the page; and the currency of the pair named.

    `floor`: where the words begin that may label the number.
    """
    if scene.asset is FX:
        return _of_pair(scene, token)
    mentions = scene.mentions
    last: Mention | None = None
    soft = False
    index = bisect_left(scene.starts, token.at)
    while index:
        index -= 1
        mention = mentions[index]
        if mention.end > token.at:
            return Subject.OTHER, None
        if mention.subject is not Subject.SOFT:
            last = mention
            break
        soft = soft or (mention.start >= floor - 1 and label in _OPEN) or _of_index(scene, mention, token)
    if last is None:
        return (Subject.SOFT if soft else scene.default), None
    if last.subject is Subject.OWN:
        if soft:
            return Subject.SOFT, None
        if scene.default is not Subject.OWN and scene.page is Page.ARTICLE and scene.broken(last.end, token.at):
            return Subject.NONE, None
        return Subject.OWN, last.quote or _quote_before(mentions, index)
    # Another thing was named since. On the item's own page it fills only its own sentence or line.
    if scene.default is Subject.OWN and scene.broken(last.end, token.at):
        own = next((m for m in reversed(mentions[:index]) if m.subject is Subject.OWN), None)
        if label in _TELLING or (own is not None and last.start < floor - 60):
            return Subject.OWN, own.quote if own else None
    return Subject.OTHER, None


_MOVES = re.compile(
    r"[\s,]{1,3}(?:index |composite |average |benchmark )?(?:was|is|rose|rises|fell|falls|gained|gains|loses|lost"
    r"|climb|climbed|slip|slipped|drop|dropped|jumped|edged|up|down|added|adds|shed|sheds|slid|sank|surged|rallied|closed"
    r"|closes|ended|ends|finished|finishes|advanced|declined|stood|traded|ticked|dipped|tumbled|opened|hit|hits)\b"
)


def _of_index(scene: Scene, mention: Mention, token: Token) -> bool:
    """Tell whether a number is an index's level: "The S&P 500 rose 12.44 points, or 0.2%, to 6,812.61"."""
    if mention.quote != INDEX or scene.broken(mention.end, token.at) or not _MOVES.match(scene.lower, mention.end):
        return False
    head = scene.head(mention.start).rstrip().removesuffix("the").rstrip()
    return head.endswith(("and", "while", "as", "but", ",", ";")) or not head  # not "the best of the FTSE 100"


def _quote_before(mentions: list[Mention], index: int) -> str | None:
    for mention in reversed(mentions[:index]):
        if mention.subject is Subject.OTHER:
            return None
        if mention.quote:
            return mention.quote
    return None


def _of_pair(scene: Scene, token: Token) -> tuple[Subject, str | None]:
    last_pair: Mention | None = None
    lone: Mention | None = None
    for index in range(bisect_left(scene.starts, token.at) - 1, -1, -1):
        mention = scene.mentions[index]
        if mention.end > token.at and mention.subject is Subject.NONE:
            continue
        if mention.subject is not Subject.NONE:
            last_pair = mention
            break
        if lone is None and mention.end <= token.at:
            lone = mention
    code = token.money.code if token.money else None
    code = "USD" if code == "$" else "JPY" if code == "¥" else code
    if token.money is not None and code in ("peso", "kr"):
        code = money_of(token.money, scene.home).code
    said = code if code is not None else lone.quote if lone is not None else None
    if said == scene.home and _against(scene, token, scene.base):
        return Subject.OWN, None  # "The rupee was at 90.42 against the dollar"
    own = lone is not None and lone.quote == scene.base and code in (None, scene.home)
    if own and _against(scene, token, scene.home):
        return Subject.OWN, None  # "The pound trades near 1.3368 against the US dollar"
    if (
        lone is not None
        and lone.quote == scene.home
        and scene.lead == scene.base
        and code in (None, scene.home)
        and token.at - lone.end <= 3
    ):
        return Subject.OWN, None  # "USD US dollar 1.1615" under "Euro reference rates"
    if lone is not None and not scene.broken(lone.end, token.at):
        if lone.quote == scene.home and code in (None, scene.home) and (code or scene.default is Subject.OWN):
            # "Against the euro, the pound was at 87.32 pence"
            begin = scene.sentence_start(token.at)
            if any(
                m.quote == scene.base and m.subject is Subject.NONE and begin <= m.start < lone.start
                for m in scene.mentions
            ):
                return Subject.OWN, None
        # "the euro … $1.1623", "Der Dollar kostete 0,8604 Euro"
        if lone.quote == scene.base and code in (None, scene.home) and (code or scene.default is Subject.OWN):
            return Subject.OWN, None
        if lone.quote == scene.home and code == scene.base:
            return Subject.INVERSE, None
        if code is None and scene.default is Subject.NONE and lone.quote in (scene.base, scene.home):
            set_against = _set_against(scene, token, lone)
            if set_against is not None:
                return set_against, None
        if lone.quote not in (scene.base, scene.home) and token.at - lone.end < 60:
            return Subject.OTHER, None
    if last_pair is not None:
        if last_pair.subject is Subject.OTHER and scene.broken(last_pair.end, token.at):
            return (scene.default if code == scene.home else Subject.OTHER), None
        return last_pair.subject, None
    if lone is not None and lone.quote == scene.base and code == scene.home:
        return Subject.OWN, None
    return scene.default, None


_ORDER = ("EUR", "GBP", "AUD", "NZD", "USD", "CAD", "CHF")
"""In which order markets quote pairs; those of other currencies stand second."""
_SET = re.compile(
    r"\b(?:against|versus|vs\.?|gegenüber|contre|frente al?)\s(?:the |der |dem |den |el |le |l')?\Z"
)


def _rank(code: str) -> int:
    return _ORDER.index(code) if code in _ORDER else len(_ORDER)


def _set_against(scene: Scene, token: Token, lone: Mention) -> Subject | None:
    """Tell whose rate a bare number is in a sentence that sets just the pair's two currencies against each other.

    "The dollar was down 0.3% against the yen at 147.22" is in the order in which markets quote the two.
    """
    begin = scene.sentence_start(token.at)
    both = [m for m in scene.mentions if begin <= m.start < token.at]
    if len(both) != 2 or {m.quote for m in both} != {scene.base, scene.home} or both[1] is not lone:
        return None
    if any(_SET.search(scene.lower, max(begin, m.start - 24), m.start) for m in both):
        return Subject.OWN if _rank(scene.base) <= _rank(scene.home) else Subject.INVERSE
    return None


_AGAINST = re.compile(
    r"[\w\s]{0,12}\b(?:against|versus|vs\.?|per|to|gegen(?:über)?|je|zum|contra|frente al?|contro|face (?:au|à l')"
    r"|por)\b\s?(?:the |der |dem |den |el |il |le |l'|o |1 )?\Z"
)


def _against(scene: Scene, token: Token, code: str) -> bool:
    """Tell whether the words after a number set it against the currency `code` of the pair."""
    index = bisect_left(scene.starts, token.end)
    if index >= len(scene.mentions):
        return False
    following = scene.mentions[index]
    return (
        following.quote == code
        and following.start - token.end <= 30
        and _AGAINST.match(scene.lower[token.end : following.start]) is not None
    )


def _behind(scene: Scene, token: Token) -> Money | None:
    """Give the currency that is written behind a number which has one before it too."""
    word = _WORD.match(scene.lower, token.end)
    money, _ = after(scene.text, scene.lower, token.end, word[1]) if word else (None, 0)
    return money_of(money, scene.home) if money is not None else None


def money_for(scene: Scene, token: Token, quote: str | None) -> Money | None:
    """Settle the currency of a number; None where it cannot be the item's price in it."""
    money = token.money
    if money is None:
        return Money(quote) if quote and scene.asset is not FX else scene.bare_money()
    money = money_of(money, scene.home)
    if scene.asset is FX:
        if money.code == scene.base and token.start < token.at:
            behind = _behind(scene, token)  # "Euro 1.1623 dollar"
            money = behind if behind is not None and behind.code == scene.home else money
        return money if money.code in (scene.home, scene.base) else None
    return None if money.code in scene.own_codes else money
