"""A price's place among the tokens enters; the time that the text states for it leaves."""

import re
from datetime import date, datetime

from monitor.reading.labels import Label
from monitor.reading.scene import Scene
from monitor.reading.token import Sort, Token
from monitor.reading.vocabulary import sieve

__all__ = ["own_times", "stated_beside"]

_OF_OTHER = re.compile(
    r"ex-?div|dividend|earnings|payable|expir|record date|since|founded|all-time|ath\b|atl\b|high|low|after hours"
    r"|pre-?market|(?<!market )open\b|ipo|hoch|tief|next|launch|halving|hauptversammlung"
)
_OTHERS = (
    r"ex-?div\w*|dividend\w*|earnings|payable|expir\w*|record date|since|founded|all-time \w+|ath|atl|high|low"
    r"|hoch|tief|after hours|pre-?market|ipo|next|launch\w*|halving|hauptversammlung|valid today from"
    r"|market opens?|until|ending|prev(?:ious)?\.? close|vortag\w*|前日終値|clôture (?:veille|préc\w*)\.?"
    r"|target|between|peak\w*|topped|bottomed|was (?:reached|hit|set)|is (?:reached|hit|set)"
    r"|record|highest|lowest|maximum|minimum"
)
_OTHER_AT_ALL = sieve(_OTHERS)
"""Whether any of these words occurs at all."""
_OTHER_MATTER = re.compile(
    rf"(?:{_OTHERS})\W{{0,3}}"
    r"(?:date\W{0,3}|\$?[\d.,]++\W{0,3}|on "
    r"|in |at |from |(?:price|level|value|point|was|is|of|with|the|usd|eur|gbp|reached|hit|set)\W{1,3})*\Z"
)


_DATED = re.compile(r"[\s(,|·]{0,3}(?:(?:as of|on|of|vom|am|du|del|del día|al)\s)?[(]?")
"""What stands between a previous close and its date."""
_DIGITS = re.compile(r"[0-9]")


def stated_beside(
    scene: Scene, index: int, last: int, label: Label, floor: int, claimed: Token | None = None
) -> datetime | date | None:
    """Give the time that stands beside the price at `index`, whose changes end at token `last`.

    `claimed` is a time that the words after the price tie to it ("At close: …"); `floor`: no time before this offset.
    """
    tokens = scene.tokens
    if claimed is not None and claimed.time is not None:
        return scene.resolve(claimed.time)
    stop = tokens[last].end
    following = tokens[last + 1] if last + 1 < len(tokens) and tokens[last + 1].sort is Sort.TIME else None
    if following is not None and label is Label.CLOSE and scene.lower.startswith(":", following.end):
        following = None  # it heads the next row: "close 2998.61; 2026-11-28: open …"
    if label in (Label.PREVIOUS, Label.OPEN):
        if following is not None and _DATED.fullmatch(scene.lower, stop, following.start):
            return scene.resolve(following.time) if following.time is not None else None
        if label is Label.PREVIOUS:
            return None
    before = _time_before(tokens, index, floor)
    if (
        before is not None
        and before.time is not None
        and before.start >= floor - 1
        and not scene.broken(before.end, tokens[index].start)
    ):
        moment = scene.resolve(before.time)
        if moment is not None and not isinstance(moment, datetime) and following is not None:
            later = _clock_of(scene, moment, stop, following)
            if later is not None:
                return later
        if moment is not None and not (_nearer(scene, before.end, tokens[index].start, stop, following, label)):
            return moment
    if following is None or following.time is None or following.start - stop > 70:
        return None
    if _OF_OTHER.search(scene.lower, stop, following.start):
        return None
    between = scene.lower[stop : following.start]
    if "publi" in between and scene.broken(stop, following.start):
        return None  # the report's, not the sentence's: "closed at $68.90 on Monday. Published …"
    if label is not Label.CLOSE and "clos" in between and scene.broken(stop, following.start):
        return None  # "1 Euro = 1.1654 US Dollar. Closing rate for Jan 11: …"
    return scene.resolve(following.time)


def _clock_of(scene: Scene, day: date, stop: int, following: Token) -> datetime | None:
    """Give the moment of a clock time directly behind a price, of the day that stands before it, or None."""
    if following.time is None or following.time.dated or following.time.clock is None or following.start - stop > 12:
        return None
    moment = scene.resolve(following.time)
    return moment if isinstance(moment, datetime) and moment.date() == day else None


def _nearer(scene: Scene, end: int, start: int, stop: int, following: Token | None, label: Label) -> bool:
    """Tell whether of two times around a close the one behind it is its own, words parting it from the one before."""
    return (
        label is Label.CLOSE
        and following is not None
        and following.time is not None
        and following.time.clock is not None
        and following.start - stop <= 3
        and start - end > 4
        and scene.resolve(following.time) is not None
    )


def _time_before(tokens: list[Token], index: int, floor: int) -> Token | None:
    for at in range(index - 1, -1, -1):
        token = tokens[at]
        if token.sort is Sort.TIME:
            return token
        if token.sort is Sort.NUMBER or (token.end <= floor and token.sort is not Sort.SKIP):
            return None
    return None


def own_times(scene: Scene) -> list[Token]:
    """Give the times of a text that are not the date of something else than a price, nor beside such a date."""
    found: list[Token] = []
    foreign_end = -99
    tokens = scene.tokens
    for index, token in enumerate(tokens):
        if token.sort is not Sort.TIME:
            continue
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        stated = token.time
        aged = stated is not None and (stated.exact is not None or stated.back_days is not None)
        aged = aged and "ago" in scene.lower[token.start : token.end]
        if aged and following is not None and following.sort is Sort.NUMBER and following.start - token.end <= 2:
            continue  # "7d ago $0.0455" dates that price alone
        beside = 0 <= token.start - foreign_end <= 3  # "All-time high May 10, 2021 (5 years ago)"
        if beside or _other_matter(scene.lower, token):
            foreign_end = token.end
        else:
            found.append(token)
    return found


def _other_matter(lower: str, token: Token) -> bool:
    """Tell whether a time is the date of something else than a price (a dividend, a record, an expiry)."""
    head = lower[max(0, token.start - 60) : token.start]
    found = _OTHER_MATTER.search(head) if _OTHER_AT_ALL.search(head) is not None else None
    if found is None:
        return False
    # A record has a date; a clock time behind a day's low is the page's own.
    return token.time is None or token.time.clock is None or not _DIGITS.search(found[0])
