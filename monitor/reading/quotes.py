"""The tokens of one text enter; the numbers that the text gives as the item's price leave.

A number is told by the words before it (its label), by what follows it (a change that fits it), by the subject
named last before it, and by its currency. Times attach to the number that they stand beside.
"""

import re
from collections.abc import Sequence
from datetime import datetime

from monitor.reading import labels
from monitor.reading.candidates import FAIR, POOR, Candidate
from monitor.reading.changes import agree, changes_after, ratio_fits
from monitor.reading.codes import CRYPTO, FX
from monitor.reading.currencies import Money
from monitor.reading.evidence import weigh
from monitor.reading.identity import Subject
from monitor.reading.labels import Label
from monitor.reading.scene import Scene
from monitor.reading.stated import stated_beside
from monitor.reading.subjects import money_for, subject_of
from monitor.reading.token import Sort, Token
from monitor.reading.types import Kind

__all__ = ["read_quotes"]

_LAST_KIND = Kind.LAST
_CONVERTED = Kind.CONVERTED
_NUMBER = Sort.NUMBER
_CHANGE = Sort.CHANGE
_TIME = Sort.TIME

_STATUS = re.compile(
    r"[\s·|,;()•\[\]*:-]{0,6}(?:(?P<ext>after[- ]?hours|post[- ]?market|pre[- ]?market|extended[- ]hours|overnight"
    r"|nachbörslich|vorbörslich|after market|before hours)"
    r"|(?P<close>at close|close(?!\s*\d)|closed|(?:prices? )?as of close|schluss|clôture|cierre"
    r"|chiusura|fechamento|終値))"
)
_LABELS_NEXT = re.compile(r"[\s:|$€£]*(?:last\W{0,3})?\d+[.,]\d")
_EXTENDED = re.compile(r"after[- ]hours|extended (?:trading|session|hours)|pre-?market|premarket|nachbörs|vorbörs")
_OPENING = re.compile(r"(?:open(?:ed|s|ing)?|eröffnet\w*) (?:\w+ ){0,3}(?:at|bei)\s*\W*\Z")
_ENOUGH = 10
"""Candidates of one text beyond which none is looked for."""
_TWO = frozenset(
    ("", "-", "–", "—", "/", "to", "bis", "à", "a", "~", "x", "and", "und", "·", "|", "et", "y", "e", "until", "al")
)
_RANGE = frozenset(("-", "–", "—", "/", "to", "bis", "or", "~", ", or"))
_FROM = frozenset(
    (
        *("from", "up from", "down from", "vs", "vs.", "versus", "against", "(from", "(was", "von", "nach"),
        *("a share from", "per share from"),
    )
)
_LEAST_ENDS = ("from", "ab", "dès", "partir de", "desde", "partire da", "vanaf")
_LEAST = re.compile(
    r"(?:\b(?:buy|sell|trade|invest|start|buying|investing)\b[^.!?]{0,30}\bfrom"
    r"|\b(?:kaufen|handeln|acheter|achetez|comprar|compra|compre|invertir|investire|acquista|comprare|koop|kopen)"
    r"\b[^.!?]{0,30}\b(?:ab|dès|partir de|desde|partire da|vanaf))\s\W{0,2}\Z"
)
"""What stands before the least that one can buy for ("Buy Bitcoin from $20")."""
_OR = frozenset((", or ", " or ", ", or about ", " oder ", ", oder ", " ou ", ", ou ", " o ", ", o ", ", eli "))
_REACHED = re.compile(r"\b(?:shares|stock|price|coin|token|has|have|just|and|,) (?:hit|hits|reached)\s\W*\Z")
_SHARE_VALUED = re.compile(r"\b(?:shares?|stock|coin|token) (?:is|are|was|were) (?:currently )?valued at\s\W*\Z")
_PASSED = re.compile(r"\b(?:above|below|over|under|past)\s\W*\Z")
_TO = re.compile(r"\s(?:to|at|auf|a|à|su)\s(?:about |around |just )?[^\w\s]?\s?")
_MATTERS = frozenset((Label.INCOME, Label.VALUE, Label.TARGET, Label.AVERAGE, Label.NAV, Label.FORECAST, Label.FEE))
"""What a sentence can move by a percentage "to" a number besides the price."""
_CODE_AFTER = re.compile(r"\s([A-Z0-9]{2,10})(?![\w/-])(?!\s[/-])")
_PAIRED = (Label.RANGE, Label.BIDASK, Label.HIGHLOW, Label.FORECAST)
_OPEN = (Label.NONE, Label.NEUTRAL, Label.PRICE)
_OPEN_OR_LAST = (*_OPEN, Label.LAST)
_TOLD_PRICE = (Label.LAST, Label.PRICE)
_TOLD = (Label.LAST, Label.CLOSE, *_OPEN)
_KINDS = {
    Label.CLOSE: Kind.CLOSE,
    Label.PREVIOUS: Kind.CLOSE,
    Label.MID: Kind.MID,
    Label.OPEN: Kind.OTHER,
    Label.EXTENDED: Kind.OTHER,
}


class _Walk:
    """Where a walk over the tokens stands."""

    floor = 0
    """Where the words begin that may label the next number: the end of the last token."""
    number_end = 0
    """Where the last number that is no change ends."""
    last_label = Label.NONE
    last_value = 0.0
    second_due = False
    """True after the first of two numbers under one label (a range, bid and ask)."""
    before_change = -1
    """Where the words began before the change last seen, for "raised its dividend 2.6% to $0.39"."""

    def __init__(self) -> None:
        """Begin where nothing is found."""
        self.sides: dict[Label, Token] = {}
        self.found: list[Candidate] = []

    def past(self, end: int, label: Label) -> None:
        """Go on behind offset `end`, the last number being a `label`."""
        self.floor, self.last_label = end, label


def read_quotes(scene: Scene) -> list[Candidate]:
    """Give the candidates of one text, in order."""
    walk = _Walk()
    tokens = scene.tokens
    count, index, used, found = len(tokens), 0, scene.used, walk.found
    while index < count and len(found) < _ENOUGH:
        token = tokens[index]
        sort = token.sort
        if index in used:
            walk.past(token.end, Label.OTHER)
        elif sort is _NUMBER:
            index = _step(scene, walk, index)
        elif sort is _CHANGE:
            walk.before_change, walk.floor = walk.floor, token.end
        elif token.scaled:
            walk.past(token.end, Label.VALUE)
        index += 1
    if len(walk.sides) == 2 and not any(c.label in _TOLD and c.strength > POOR for c in walk.found):
        middle = _middle(scene, walk.sides[Label.BID], walk.sides[Label.ASK])
        if middle is not None:
            walk.found.append(middle)
    return walk.found


def _step(scene: Scene, walk: _Walk, index: int) -> int:
    """Look at the number at `index`; give the index of the last token that belongs to it."""
    tokens, lower = scene.tokens, scene.lower
    token = tokens[index]
    gap = _gap(tokens, index, lower, walk.floor)
    for name in scene.misleading:
        if name in gap:
            gap = gap.replace(name, " " * len(name))
    label = _label(walk, tokens, index, lower, gap)
    if label is Label.FORECAST and _REACHED.search(gap):
        label = Label.NONE  # "shares hit $512.34 on Monday"
    elif label is Label.VALUE and "valued at" in gap and _SHARE_VALUED.search(gap):
        label = Label.LAST  # "shares are valued at $71.04"
    floor = before_end = walk.floor
    if label is Label.NONE and index and tokens[index - 1].percent and _TO.fullmatch(gap):
        floor = walk.before_change
        said, _ = labels.before(lower[max(floor, tokens[index - 1].start - 80) : tokens[index - 1].start])
        label = said if said in _MATTERS else label
    walk.past(token.end, label)
    walk.number_end = token.end
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    if following is not None and following.percent:
        amount = lower[token.end : following.start] in _OR  # "has risen $7.02, or 1.1%"
        if amount or (token.start - before_end <= 8 and _spare_change(token, following, walk.last_value)):
            token.sort = Sort.CHANGE
            return index
    walk.last_value = token.value
    if token.sized and following is not None and following.start - token.end <= 4:
        following.sort = Sort.SKIP
        walk.past(following.end, label)
    if token.value <= 0 or (label > Label.NEUTRAL and label is not Label.BIDASK):
        return index
    if scene.asset is CRYPTO and token.money is None and label in (Label.NONE, Label.NEUTRAL):
        own = _CODE_AFTER.match(scene.text, token.end)
        if own and own[1] in scene.own_codes:
            return index  # "50,000 ALGO in prizes": an amount of the coin
    subject, quote = subject_of(scene, token, label, floor)
    if subject > Subject.INVERSE:
        return index
    money = money_for(scene, token, quote)
    if money is None:
        return index
    if label in (Label.BID, Label.ASK, Label.BIDASK):
        side = (Label.ASK if Label.BID in walk.sides else Label.BID) if label is Label.BIDASK else label
        walk.sides.setdefault(side, token)
        return index
    if scene.seen_money is None and token.money is not None and token.unit < 1:
        scene.seen_money = money
    return _judge(scene, walk, index, label, gap, subject, money, floor)


def _label(walk: _Walk, tokens: Sequence[Token], index: int, lower: str, gap: str) -> Label:
    """Give the label of the number at `index`: of the words before it, or the one shared with the last number."""
    token = tokens[index]
    label, _ = labels.before(gap) if len(gap) > 1 else (Label.NONE, -1)
    if label in (Label.NONE, Label.PRICE) and walk.last_label is not Label.NONE and token.start - walk.number_end <= 18:
        joined = lower[walk.number_end : token.start].strip(" \u00a0$€£¥₹")
        if walk.second_due and joined in _TWO:
            label = walk.last_label
            walk.second_due = True
        elif joined in _FROM and walk.last_label >= Label.HIGHLOW:
            label = walk.last_label  # "raised its dividend to $0.40 from $0.39"
        elif joined in _RANGE and walk.last_label not in _TOLD_PRICE and not _passed(tokens, index, lower):
            label = walk.last_label
    if label is Label.NONE and gap.rstrip(" $€£¥₹\u00a0").endswith(_LEAST_ENDS) and _LEAST.search(gap):
        label = Label.FEE
    walk.second_due = label in _PAIRED and not walk.second_due
    if label in _OPEN_OR_LAST and _joined(tokens, index, lower):
        label, walk.second_due = Label.BIDASK, True
    if token.sized and label in (Label.NONE, Label.NEUTRAL):
        label = Label.ASK if Label.BID in walk.sides else Label.BID
    return label


def _passed(tokens: Sequence[Token], index: int, lower: str) -> bool:
    """Tell whether the number before was a level that the price has left behind ("climbed above $92,000 to")."""
    at = tokens[index - 1].start if index else 0
    return _PASSED.search(lower, max(0, at - 12), at) is not None


def _gap(tokens: Sequence[Token], index: int, lower: str, floor: int) -> str:
    """Give the words between offset `floor` and the number at `index`, without the times among them."""
    stop = tokens[index].start
    start = max(floor, stop - 160)
    if not index or tokens[index - 1].start < start:
        return lower[start:stop]
    parts: list[str] = []
    at = index - 1
    while at >= 0 and tokens[at].start >= start:
        if tokens[at].sort is _TIME:
            parts.append(lower[tokens[at].end : stop])
            stop = tokens[at].start
        at -= 1
    if not parts:
        return lower[start:stop]
    parts.append(lower[start:stop])
    return " ".join(reversed(parts))


def _spare_change(token: Token, percentage: Token, last_value: float) -> bool:
    """Tell whether an unsigned number is the change of the number before it, by the percentage after it."""
    return (
        last_value > 0
        and percentage.start - token.end <= 4
        and token.value < 0.3 * last_value
        and ratio_fits(last_value, token.value, percentage.value, percentage.unit)
    )


def _judge(
    scene: Scene, walk: _Walk, index: int, label: Label, gap: str, subject: Subject, money: Money, floor: int
) -> int:
    """Make a candidate of the number at `index` if the evidence suffices; give the index of its last token."""
    tokens, lower = scene.tokens, scene.lower
    token = tokens[index]
    changes = changes_after(tokens, index, lower)
    fits = bool(changes) and agree(token, changes)
    last = index + len(changes)
    stop = tokens[last].end
    strength, reason = weigh(scene, token, label, gap, floor, changes, fits, walk.found[-1] if walk.found else None)
    extended, closing, claimed = _status(tokens, last, lower, label, bool(changes))
    walk.past(claimed.end if claimed else stop, label)
    if not strength:
        return last
    value, unit, derived, kind = token.value / money.per, token.unit / money.per, money.per != 1, _LAST_KIND
    if subject is Subject.INVERSE or (scene.asset is FX and money.code == scene.base):
        value, unit, derived, kind = 1.0 / value, unit / value / value, True, _CONVERTED
    if extended:
        label = Label.EXTENDED
    elif closing and label in _OPEN_OR_LAST:
        label = Label.CLOSE
    elif label in _OPEN and not (fits and scene.text[token.end : token.end + 1] != "."):
        label = _by_sentence(scene, token, label)
    when = stated_beside(scene, index, last, label, floor, claimed)
    walk.found.append(
        Candidate(
            value=value,
            unit=unit,
            currency=scene.home if scene.asset is FX else money.code,
            label=label,
            strength=strength,
            page=scene.page,
            position=scene.position,
            url=scene.url,
            order=token.start,
            derived=derived,
            kind=_KINDS.get(label, kind) if kind is not _CONVERTED else kind,
            stated_currency=token.money is not None,
            note=reason,
            when=when,
        )
    )
    following = tokens[last + 1] if last + 1 < len(tokens) else None
    beside = following is not None and following.time is not None and following.start - stop <= 3
    if following and following.time and beside and when is not None and scene.resolve(following.time) == when:
        walk.past(following.end, label)  # it is this price's, not the next one's
    return last


def _status(
    tokens: Sequence[Token], last: int, lower: str, label: Label, changed: bool
) -> tuple[bool, bool, Token | None]:
    """Tell what the words after a price say of it: extended hours, a close; and the time that they tie to it."""
    stop = tokens[last].end
    status = _STATUS.match(lower, stop, stop + 60)
    extended = label is Label.EXTENDED
    if status is None:
        return extended, False, None
    closing = False
    if (label in (Label.CLOSE, Label.EXTENDED) or status["ext"]) and _leads(tokens, last + 1):
        return extended, False, None
    if status["ext"]:
        if (changed or label is Label.NONE) and not _LABELS_NEXT.match(lower, status.end(), status.end() + 14):
            extended = True
    elif changed:
        closing = True
    following = tokens[last + 1] if last + 1 < len(tokens) else None
    if following is not None and following.sort is Sort.TIME and following.start - stop <= 40:
        return extended, closing, following
    return extended, closing, None


def _leads(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a time stands at `index` and a price right behind it ("After Hours 7:59 PM EST $509.60")."""
    if index + 1 >= len(tokens) or tokens[index].sort is not _TIME:
        return False
    return tokens[index + 1].sort is _NUMBER and tokens[index + 1].start - tokens[index].end <= 3


def _by_sentence(scene: Scene, token: Token, label: Label) -> Label:
    """Give the label that the sentence around an unlabelled price sets, if any."""
    prose = scene.head(token.start)
    status = _STATUS.match(scene.lower, token.end, token.end + 60)
    if status and status["ext"] and _LABELS_NEXT.match(scene.lower, status.end(), status.end() + 14):
        return label  # "$520.02 After Hours: $519.60": those words are of the next number
    if _EXTENDED.search(prose) or _EXTENDED.search(
        scene.lower, token.end, min(token.end + 40, scene.sentence_end(token.end))
    ):
        return Label.EXTENDED
    return Label.OPEN if _OPENING.search(prose) else label


# -- two sides ---------------------------------------------------------------------------------------------------------


def _middle(scene: Scene, bid: Token, ask: Token) -> Candidate | None:
    """Give the middle of bid and ask, or None where they lie too far apart to be of one thing."""
    low, high = sorted((bid.value, ask.value))
    if high / low > 1.1:
        return None
    money = money_for(scene, bid if bid.money else ask, None)
    if money is None:
        return None
    value, unit, derived = (low + high) / 2 / money.per, max(bid.unit, ask.unit) / money.per, money.per != 1
    if (
        scene.asset is FX
        and scene.default is Subject.INVERSE
        and all(m.subject is not Subject.OWN for m in scene.mentions)
    ):
        value, unit, derived = 1 / value, unit / value / value, True
    index, first = scene.tokens.index(ask), scene.tokens.index(bid)
    when = stated_beside(scene, index, index, Label.MID, bid.start)
    if not isinstance(when, datetime) and first < index:
        floor = max((t.end for t in scene.tokens[:first] if t.sort is Sort.NUMBER), default=0)
        earlier = stated_beside(scene, first, index, Label.MID, floor)
        when = earlier if isinstance(earlier, datetime) else when  # "at 17:00 JST: 156.05-156.06, November 30"
    return Candidate(
        value=round(value, 12),
        unit=unit,
        currency=scene.home if scene.asset is FX else money.code,
        label=Label.MID,
        strength=FAIR,
        page=scene.page,
        position=scene.position,
        url=scene.url,
        order=ask.start,
        derived=derived,
        kind=Kind.MID,
        stated_currency=bid.money is not None,
        note="middle of bid and ask",
        when=when,
    )


def _joined(tokens: Sequence[Token], index: int, lower: str) -> bool:
    """Tell whether the number at `index` and the next are joined by a dash and lie as close as bid and ask do."""
    if index + 1 >= len(tokens):
        return False
    one, two = tokens[index], tokens[index + 1]
    if two.sort is Sort.NUMBER and two.start - one.end == 1 and _shortened(one, two):
        return True
    if (
        two.start - one.end > 3
        or two.sort is not Sort.NUMBER
        or one.unit >= 1
        or one.unit != two.unit
        or one.value <= 0
    ):
        return False
    return (
        lower[one.end : two.start].strip(" \u00a0$€£¥") in ("-", "–", "/", "—", "~")
        and 1.0 <= two.value / one.value <= 1.005
    )


def _shortened(one: Token, two: Token) -> bool:
    """Tell whether `two` gives only the last digits of the other side ("155.12-15"); it is then made whole."""
    places = len(two.raw)
    if not (two.raw.isdecimal() and 2 <= places <= 3 and one.unit < 0.1 and "." in one.raw):
        return False
    step = one.unit * 10**places
    whole = one.value - one.value % step + two.value * one.unit
    whole += step if whole < one.value else 0.0
    if not one.value < whole <= one.value * 1.005:
        return False
    two.value, two.unit = round(whole, 10), one.unit
    one.money = one.money or two.money
    return True
