"""A number and what stands around it enter; how plainly it is the price leaves."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from monitor.reading import prose
from monitor.reading.candidates import CERTAIN, FAIR, POOR, Candidate
from monitor.reading.codes import FX
from monitor.reading.identity import Subject
from monitor.reading.labels import Label
from monitor.reading.listings import is_exchange
from monitor.reading.pages import Page
from monitor.reading.scene import Scene
from monitor.reading.token import Sort, Token

__all__ = ["Evidence", "weigh"]

Evidence = tuple[int, str]
"""Strength (0: none) and the reason in words."""

_SAYING = (Label.LAST, Label.CLOSE, Label.PREVIOUS, Label.OPEN, Label.EXTENDED, Label.MID)
_OPEN = (Label.NONE, Label.NEUTRAL, Label.PRICE)
_SETTLED = (Label.LAST, Label.CLOSE, Label.OPEN, Label.PREVIOUS)
_REPEATED = re.compile(r"\d[\s\u00a0]*(?:[·|/,;≈]|or|oder|ou|o|\()[\s\u00a0]*\Z")
_HEADS = frozenset(("value", "real-time", "real time", "realtime", "wert", "valeur", "valor", "valore", "echtzeit"))
"""Words over a number at the head of a text that say no more than that it is the price."""
_AMOUNT_IN = re.compile(r"\s(?:in|of|worth of|to|into)\s")


def weigh(
    scene: Scene,
    token: Token,
    label: Label,
    gap: str,
    floor: int,
    changes: Sequence[Token],
    fits: bool,
    earlier: Candidate | None,
) -> Evidence:
    """Give how plainly `token` is the price: by its label, a change that fits it, the sentence, or its place.

    Strength 0: it is not taken for one. `earlier` is the candidate before it in the same text.
    """
    lower = scene.lower
    bare, integer = token.money is None, token.unit >= 1.0
    unlabelled = label in (Label.NONE, Label.NEUTRAL)
    if (
        bare
        and integer
        and unlabelled
        and not fits
        and ((token.value < 100 and not changes) or (len(token.raw) == 4 and 1900 <= token.value <= 2100))
    ):
        return 0, ""
    if integer and scene.asset is FX and (token.value == 1 or _of_base(scene, token)):
        return 0, ""  # "1 USD", "500 USD": an amount
    if label in _OPEN and not changes and prose.labelled_after(lower, token.end):
        return 0, ""
    if not bare and integer and _AMOUNT_IN.match(lower, token.end) and _names_item(scene, token.end):
        return 0, ""
    certain = label in _SAYING or fits
    if (
        (not certain or label is Label.CLOSE)
        and scene.splits
        and prose.on_old_basis(scene, token.start, token.end)
    ):
        return 0, ""
    head: str | None = None
    verb = False
    strength, reason = 0, ""
    if label in _SAYING:
        strength, reason = CERTAIN, f"labelled {label.name.lower()}"
    elif label is Label.PRICE:
        strength, reason = CERTAIN, "labelled as the price"
    elif fits:
        strength, reason = CERTAIN, "followed by a change that fits it"
    if not certain or scene.page is not Page.QUOTE or scene.is_title:
        head = scene.head(token.start)
        verb = prose.says(head) or prose.says_behind(lower, token.end)
        if prose.another_says(scene, head):
            return 0, ""
        doubt = None if label in _SETTLED or fits else prose.doubt_in(scene, head)
        if (
            doubt
            and not prose.settled(head, doubt)
            and not (label is Label.PRICE and scene.page is Page.QUOTE and "current" in head)
        ):
            return 0, ""
        if scene.page is Page.FORECAST and not (label in _SETTLED or fits or (verb and not doubt)):
            return 0, ""
        if scene.is_title and not (
            fits or verb or (scene.page is Page.QUOTE and (changes or (not bare and not integer)))
        ):
            return 0, ""
        if strength < CERTAIN and verb:
            strength, reason = CERTAIN, "what the sentence says it trades at"
        if not strength:
            strength, reason = _by_place(scene, token, gap, floor, changes, head)
    if strength < CERTAIN and earlier is not None and not bare and _other_currency(scene, token, earlier):
        strength, reason = max(strength, earlier.strength), earlier.note
    if strength < FAIR and earlier is not None and unlabelled and is_exchange(gap.strip(" :|·,()-")):
        strength, reason = max(strength, earlier.strength), earlier.note  # "BSE ₹1,002.15 NSE ₹1,002.40"
    if strength == CERTAIN and head is not None and prose.past_after(lower, token.end):
        strength = FAIR  # "which was at $555.45 in October, is at $512.34 today"
    return (min(strength, FAIR) if scene.is_title else strength), reason


def _of_base(scene: Scene, token: Token) -> bool:
    return token.money is not None and token.money.code == scene.base


def _names_item(scene: Scene, end: int) -> bool:
    """Tell whether the item is named directly after "in" behind offset `end`: "$1 in XRP" is an amount to convert."""
    at = bisect_left(scene.starts, end)
    return at < len(scene.mentions) and scene.mentions[at].start - end <= 12


def _by_place(scene: Scene, token: Token, gap: str, floor: int, changes: Sequence[Token], head: str) -> Evidence:
    bare, integer = token.money is None, token.unit >= 1.0
    beside = _beside_name(scene, token, gap, floor)
    if changes and not (integer and bare):
        return (CERTAIN if beside or not bare else FAIR), "stands with its change"
    if beside and not (integer and bare):
        return FAIR, "stands beside the name"
    if not bare and prose.amount_said(head):
        return FAIR, "an amount of money in a sentence about it"
    if not bare and scene.page is Page.QUOTE and not integer:
        return POOR, "an amount of money on the page"
    return 0, ""


def _other_currency(scene: Scene, token: Token, earlier: Candidate) -> bool:
    """Tell whether a number only repeats the one before it in another currency ("$92,341 · €79,448")."""
    between = scene.lower[earlier.order : token.start]
    return len(between) < 40 and _REPEATED.search(between) is not None


def _beside_name(scene: Scene, token: Token, gap: str, floor: int) -> bool:
    """Tell whether the number stands at the head of the text or directly after a name of the item."""
    if floor == 0 and scene.default is not Subject.OTHER:
        said = gap.strip(" \u00a0-–:|·•,()$€£¥₹▲▼[]")
        if len(said) <= 3 or said in _HEADS:
            return True
    for mention in reversed(scene.mentions):
        if mention.start >= token.start:
            continue
        listed = scene.lead == scene.base or scene.default is Subject.OWN
        if mention.subject is Subject.NONE and listed and mention.quote == scene.home:
            return token.at - mention.end <= 3
        if mention.subject not in (Subject.OWN, Subject.INVERSE) or mention.end < floor - 1:
            return False
        return token.start - mention.end <= 60 and (
            not scene.broken(mention.end, token.start)
            or not _without_times(scene, mention.end, token.start).strip(" \u00a0|)")  # the next cell of its row
        )
    return False


def _without_times(scene: Scene, start: int, end: int) -> str:
    """Give the text between two offsets less the times in it."""
    for token in scene.tokens:
        if token.sort is Sort.TIME and start <= token.start and token.end <= end:
            return scene.text[start : token.start] + _without_times(scene, token.end, end)
    return scene.text[start:end]
