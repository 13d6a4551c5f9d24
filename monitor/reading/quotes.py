"""The tokens of one text enter; the numbers that the text gives as the item's price leave.

A number is told by the words before it (its label), by what follows it (a change that fits it), by the subject
named last before it, and by its currency. Times attach to the number that they stand beside.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from monitor.datasets import Asset
from monitor.reading import labels
from monitor.reading.candidates import CERTAIN, FAIR, POOR, Candidate
from monitor.reading.currencies import Money, money_of
from monitor.reading.identity import Mention, Subject
from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.times import Stated
from monitor.reading.tokens import Sort, Token
from monitor.reading.types import Kind

__all__ = ["Scene", "read_quotes", "stated_beside"]

_STATUS = re.compile(
    r"[\s·|,;()•\[\]*:-]{0,6}(?:(?P<ext>after[- ]?hours|post[- ]?market|pre[- ]?market|extended[- ]hours|overnight|nachbörslich|vorbörslich|after market|before hours)"
    r"|(?P<close>at close|close(?!\s*\d)|closed|as of close|schluss|clôture|cierre|chiusura|fechamento|終値)|(?P<asof>as of|today|at\b|last updated|updated|real-?time|delayed|stand|um\b|heute|kurszeit|\[)|(?P<none>\Z))"
)
_VERB = re.compile(
    r"(?<![^\W_])(?:trad(?:es?|ed|ing)|chang(?:ed|ing) hands|clos(?:ed|es|ing)|end(?:ed|s|ing)|finish(?:ed|es)|settl(?:ed|es)|quoted|priced|valued|worth|costs?|cost|stood|stands|sits?|sitting|hover(?:s|ed|ing)|rose|rises|rising|fell|falls|falling|gain(?:ed|s)"
    r"|lost|loses|climb(?:ed|s|ing)|slip(?:ped|s)|drop(?:ped|s)|jump(?:ed|s)|edged|edges|up|down|flat|unchanged|little changed|steady|steadied|advanced|declined|added|adds|shed|sheds|slid|slides|sank|sinks|surged|surges|soared|soars|tumbled|plunged|rallied|dipped|dips|bought|fetched|fetches|buys|at|is|was"
    r"|notiert(?:e|en)?|notierte|kostet(?:e)?|liegt|lag|steht|stand|schloss|steigt|stieg|fiel|fällt|gehandelt|kletterte|verlor|gewann|bei|cotiza(?:ba)?|cotizó|cerró|cierra|vale|valía|subió|cayó|sube|baja|s'échange|s'échangeait|cote|cotait|vaut|valait|a clôturé|clôture|recule|gagne|scambia(?:to|ta)?|quota|vale|ha chiuso|chiude|sale|scende|negociad[oa]|negocia|custa|fechou|sobe|cai|recently|currently|now|hits?|reached|to|bid)(?![^\W_])|で取引|で推移|付近|をつけ"
)
_STRONG_VERB = re.compile(
    r"(?<![^\W_])(?:trad(?:es?|ed|ing) (?:at|around|near|just|close|hands|for|up|down|about|above|below|roughly|currently|between)|chang(?:ed|ing) hands (?:at|for|around|near)|(?:closed|closes|ended|ends|finished|finishes|settled|settles)\b.{0,60}\bat|(?:is|was|currently|now|stands|stood|sits|sitting|hovering|hovers|hovered|quoted|priced|steady|flat|unchanged|little changed|recently|last) (?:\w+ )?(?:at|around|near)"
    r"|(?:rose|rises|fell|falls|climbed|climbs|slipped|slips|dropped|drops|jumped|jumps|edged|up|down|gained|gains|lost|advanced|declined|slid|sank|surged|soared|tumbled|plunged|rallied|dipped|added|higher|lower|off|eased|ticked|inched|rebounded|recovered|firmed|weakened|strengthened|moved|changed|retreated|sunk)\b.{0,60}?\b(?:to|at)"
    r"|notiert(?:e|en)?\b.{0,60}?\b(?:bei|mit|auf)|kostet(?:e|en)?|liegt\b.{0,30}bei|lag\b.{0,30}bei|steht\b.{0,30}bei|(?:steigt|stieg|fiel|fällt|kletterte|sank|legte|gab|verlor|gewann|verteuerte|verbilligte|ging|schloss|schließt)\b.{0,70}?\b(?:auf|bei|mit)|wird\b.{0,40}\b(?:zu|bei|mit|für)|gehandelt\b.{0,20}\b(?:zu|bei|mit|für)"
    r"|cotiza(?:ba|n)?\b.{0,40}?\b(?:a|en)|cotizó|(?:cerró|cerraba|cierra|subió|subía\w*|sube\w*|cayó|caía\w*|caen?|baja\w*|bajó|avanza\w*|retrocede\w*|gana\w*|pierde\w*)\b.{0,50}?\b(?:a|en|hasta)|vale(?:n)?|s'échange(?:ait)?\b.{0,30}?\bà|cot(?:e|ait)\b.{0,30}?\bà|vaut|valait|(?:clôturé|clôture|recule|gagne|monte|progresse|avance|cède)\b.{0,50}?\b(?:à|sur)|(?:scambia\w*|quota|chiuso|chiude|sale|scende|passa di mano)\b.{0,40}?\b(?:a|su)"
    r"|(?:negociad[oa]s?|cotad[oa]s?|fechou|sobe|cai|opera)\b.{0,40}?\b(?:a|em)|custa|bought|buys|fetched|fetches|costs?|is worth|was worth|sitting at|price of .{1,40} is|price is|price was|price today is|price at)(?![^\W_])|で取引|で推移|付近"
)
_DOUBT = re.compile(
    r"(?<![^\W_])(?:could|may|might|will|would|should|forecasts?|predict(?:s|ed|ion|ions)?|expect(?:s|ed)?|target(?:s|ed|ing)?|projected|projects|estimates?|experts believe|analysts? (?:say|see|believe)|by (?:the )?end of|by (?:june|december|march|september|christmas|summer|year-end|end-)|if\b|once|unless|könnte[n]?|dürfte|erwarte[tn]|prognostizier\w+|sollte|pourrait|devrait|podría|podrá|potrebbe|poderia|poderá"
    r"|support|resistance|pivot|moving average|sma|ema|fibonacci|a break|breakout|record|all-time|peak|52-week|average|averaging|bought|purchased|acquired|sold|insider|target price|price objective|fair value|strike|my target|i'd|i bought|i sold|i would|i'll|goal|moon|calls|puts|implied|versus a year|a year ago|last year|months ago|years ago|since inception)(?![^\W_])"
)
_SENTENCE = re.compile(r"[.!?](?=\s+[\"'“(]?[^\sa-z])|\n|[。！？]|\s[|•]\s")
_PRICE_PAGE = re.compile(r"\b(?:usd|price|quote|chart|live|kurs|stock|share|rate|converter|aktie|cours|precio|prezzo|cotação|cotización|bourse|exchange)\b|株価|レート|価格")


@dataclass
class Scene:
    """What is known of a hit before its numbers are looked at."""

    asset: Asset
    text: str
    lower: str
    tokens: list[Token]
    mentions: list[Mention]
    default: Subject
    page: Page
    position: int
    url: str
    home: str
    """Currency of the listing or of the pair's second part."""
    page_money: Callable[[], Money | None]
    """Gives what a bare number on this page is in, where the page says so."""
    own_codes: frozenset[str]
    base: str
    resolve: Callable[[Stated], datetime | date | None]
    used: set[int] = field(default_factory=set)
    is_title: bool = False
    seen_money: Money | None = None
    """The currency of the first price that names one; bare numbers after it are in the same."""

    def bare_money(self) -> Money:
        """Give the currency of a number that names none."""
        if self.asset is Asset.FX:
            return Money(self.home)
        return self.seen_money or self.page_money() or Money(self.home)


def read_quotes(scene: Scene) -> list[Candidate]:
    """Give the candidates of one text, in order."""
    found: list[Candidate] = []
    tokens, lower = scene.tokens, scene.lower
    floor = 0  # where the words that may label the next number begin
    last_label = Label.NONE
    last_end = 0
    last_value = 0.0
    both = 0
    sides: dict[str, tuple[float, float, Token]] = {}
    index = -1
    while index + 1 < len(tokens):
        index += 1
        token = tokens[index]
        if token.sort is Sort.TIME:
            continue
        if token.sort is Sort.SKIP:
            if token.scaled:
                floor, last_label, last_end = token.end, Label.VALUE, token.end
            continue
        if index in scene.used:
            floor, last_end = token.end, token.end
            last_label = Label.OTHER
            continue
        if token.sort is Sort.CHANGE:
            floor = token.end
            last_end = token.end
            continue
        gap = _gap(tokens, index, lower, floor)
        label, at = labels.before(gap)
        if label in (Label.NONE, Label.PRICE) and token.start - last_end <= 12 and last_label is not Label.NONE:
            joined = lower[last_end : token.start].strip(" \u00a0$€£¥₹")
            if both and joined in ("", "-", "–", "—", "/", "to", "bis", "à", "a", "~", "x", "and", "und", "·", "|", "et", "y", "e", "until", "al"):
                label = last_label
                both = 0
            elif joined in ("-", "–", "—", "/", "to", "bis", "or", "~", ", or") and last_label not in (Label.LAST, Label.PRICE):
                label = last_label
        if label in (Label.RANGE, Label.BIDASK, Label.HIGHLOW, Label.FORECAST):
            both = 0 if both else 1
        elif label is not last_label or label not in (Label.BIDASK,):
            both = 0
        size = _size(tokens, index)
        if label in (Label.NONE, Label.NEUTRAL, Label.PRICE, Label.LAST) and not sides and _joined(tokens, index, lower):
            label, both = Label.BIDASK, 1
        if label in (Label.NONE, Label.NEUTRAL) and token.sized:
            label = Label.BID if "bid" not in sides else Label.ASK
        previous_floor = floor
        floor = last_end = token.end
        last_label = label
        if _spare_change(tokens, index, last_value):
            token.sort = Sort.CHANGE
            continue
        last_value = token.value
        if size:
            tokens[index + 1].sort = Sort.SKIP
            floor = last_end = tokens[index + 1].end
        if token.value <= 0:
            continue
        if label is Label.BIDASK:
            side = "bid" if "bid" not in sides else "ask"
        elif label in (Label.BID, Label.ASK):
            side = "bid" if label is Label.BID else "ask"
        else:
            side = ""
        subject, quote = _subject(scene, token, label, previous_floor)
        money = _money(scene, token, quote)
        if side:
            if subject in (Subject.OWN, Subject.INVERSE) and money is not None and side not in sides:
                sides[side] = (token.value, token.unit, token)
            continue
        if label > Label.NEUTRAL:
            continue
        if subject not in (Subject.OWN, Subject.INVERSE) or money is None:
            continue
        if scene.seen_money is None and token.money is not None and token.unit < 1:
            scene.seen_money = money
        candidate, index, floor = _judge(scene, index, token, label, gap, subject, money, previous_floor, found[-1] if found else None)
        last_end = max(last_end, floor)
        if candidate is not None:
            found.append(candidate)
    told = any(c.label in (Label.LAST, Label.CLOSE, Label.PRICE, Label.NONE, Label.NEUTRAL) and c.strength > POOR for c in found)
    if "bid" in sides and "ask" in sides and not told:
        middle = _middle(scene, sides, found)
        if middle is not None:
            found.append(middle)
    return found


def _gap(tokens: Sequence[Token], index: int, lower: str, floor: int) -> str:
    """Give the words between offset `floor` and the number at `index`, without the times among them."""
    start, stop = max(floor, tokens[index].start - 160), tokens[index].start
    parts: list[str] = []
    at = index - 1
    while at >= 0 and tokens[at].start >= start:
        if tokens[at].sort is Sort.TIME:
            parts.append(lower[tokens[at].end : stop])
            stop = tokens[at].start
        at -= 1
    if not parts:
        return lower[start:stop]
    parts.append(lower[start:stop])
    return " ".join(reversed(parts))


def _spare_change(tokens: Sequence[Token], index: int, last_value: float) -> bool:
    """Tell whether an unsigned number is the change of the number before it, by the percentage after it."""
    if last_value <= 0 or index + 1 >= len(tokens):
        return False
    token, following = tokens[index], tokens[index + 1]
    return (
        following.percent
        and following.start - token.end <= 4
        and token.value < 0.3 * last_value
        and _ratio_fits(last_value, token.value, following.value, following.unit)
    )


def _size(tokens: Sequence[Token], index: int) -> bool:
    return tokens[index].sized and index + 1 < len(tokens) and tokens[index + 1].start - tokens[index].end <= 4


def _subject(scene: Scene, token: Token, label: Label, floor: int) -> tuple[Subject, str | None]:
    """Tell whose number it is by the mention before it, else by the page; and the currency of the pair named."""
    if scene.asset is Asset.FX:
        return _fx_subject(scene, token, floor)
    last: Mention | None = None
    own: Mention | None = None
    quote: str | None = None
    soft = False
    for mention in scene.mentions:
        if mention.start >= token.at:
            break
        if mention.start < token.at < mention.end:
            return Subject.OTHER, None
        if mention.subject is Subject.SOFT:
            if mention.start >= floor - 1 and label in (Label.NONE, Label.NEUTRAL):
                soft = True
            continue
        soft = False
        last = mention
        if mention.subject is Subject.OWN:
            own = mention
            quote = mention.quote or quote
    if last is None:
        if scene.default is Subject.OWN and not soft:
            return Subject.OWN, None
        return (Subject.SOFT if soft else scene.default), None
    if last.subject is Subject.OWN:
        if soft:
            return Subject.SOFT, None
        if scene.default is not Subject.OWN and _SENTENCE.search(scene.lower, last.end, token.at) and scene.page is Page.ARTICLE:
            return Subject.NONE, None
        return Subject.OWN, quote
    # Another thing was named since. On the item's own page it fills only its own sentence or line.
    if scene.default is Subject.OWN and last.start < floor - 60 and _SENTENCE.search(scene.lower, last.end, token.at) and own is not None:
        return Subject.OWN, quote
    if scene.default is Subject.OWN and label in (Label.LAST, Label.PREVIOUS, Label.OPEN, Label.CLOSE) and _SENTENCE.search(scene.lower, last.end, token.at):
        return Subject.OWN, quote
    return Subject.OTHER, None


def _fx_subject(scene: Scene, token: Token, floor: int) -> tuple[Subject, str | None]:
    last_pair: Mention | None = None
    lone: Mention | None = None
    for mention in scene.mentions:
        if mention.start >= token.at:
            break
        if token.at < mention.end and mention.quote is not None and token.money is not None and mention.start > token.at:
            break
        if mention.end > token.at and mention.subject is Subject.NONE:
            break
        if mention.subject is Subject.NONE:
            lone = mention
            continue
        last_pair, lone = mention, None
    code = token.money.code if token.money else None
    code = "USD" if code == "$" else "JPY" if code == "¥" else code
    if lone is not None and lone.quote == scene.home and code in (None, scene.home) and (code or scene.default is Subject.OWN):
        # "Against the euro, the pound was at 87.32 pence"
        begin = max((m.end() for m in _SENTENCE.finditer(scene.text, 0, token.at)), default=0)
        if any(m.quote == scene.base and m.subject is Subject.NONE and begin <= m.start < lone.start for m in scene.mentions):
            return Subject.OWN, None
    if lone is not None and not _SENTENCE.search(scene.lower, lone.end, token.at) and lone.end > (last_pair.end if last_pair else -1):
        # "the euro … $1.1623", "Der Dollar kostete 0,8604 Euro"
        if lone.quote == scene.base and (code in (None, scene.home)) and (code or scene.default is Subject.OWN):
            return Subject.OWN, None
        if lone.quote == scene.home and code == scene.base:
            return Subject.INVERSE, None
        if lone.quote not in (scene.base, scene.home) and token.at - lone.end < 60:
            return Subject.OTHER, None
    if last_pair is not None:
        if last_pair.subject is Subject.OTHER and _SENTENCE.search(scene.lower, last_pair.end, token.at):
            return (scene.default if code == scene.home else Subject.OTHER), None
        return last_pair.subject, None
    if lone is not None and lone.quote == scene.base and code == scene.home:
        return Subject.OWN, None
    return scene.default, None


def _money(scene: Scene, token: Token, quote: str | None) -> Money | None:
    """Settle the currency of a number; None where it cannot be the item's price in it."""
    money = token.money
    if money is None:
        return Money(quote) if quote and scene.asset is not Asset.FX else scene.bare_money()
    money = money_of(money, scene.home)
    if scene.asset is Asset.FX:
        return money if money.code in (scene.home, scene.base) else None
    if money.code in scene.own_codes:
        return None
    return money


def _judge(
    scene: Scene, index: int, token: Token, label: Label, gap: str, subject: Subject, money: Money, floor: int,
    earlier: Candidate | None,
) -> tuple[Candidate | None, int, int]:
    tokens, lower = scene.tokens, scene.lower
    bare = token.money is None
    integer = token.unit >= 1.0
    changes, stop = _changes(tokens, index, lower)
    tail = lower[stop : stop + 60]
    status = _STATUS.match(tail)
    claimed: Token | None = None
    floor_out = tokens[stop_index(tokens, index, changes)].end
    index_out = index + changes
    next_token = tokens[index_out + 1] if index_out + 1 < len(tokens) else None
    extended = label is Label.EXTENDED
    closing = label is Label.CLOSE
    if status and (changes or status["ext"] or status["close"]):
        if status["ext"] and (changes or label is Label.NONE):
            extended = extended or not _labelled_after(lower, stop + status.end())
        elif status["close"] and changes:
            closing = True
        if next_token is not None and next_token.sort is Sort.TIME and next_token.start - stop <= 60 and (changes or status["ext"] or status["close"]):
            between = lower[stop : next_token.start]
            if len(between) <= 40 and not re.search(r"\d", between):
                claimed = next_token
                floor_out = next_token.end
    year_like = bare and integer and 1900 <= token.value <= 2100 and len(token.raw) == 4
    small_count = bare and integer and token.value < 100 and label in (Label.NONE, Label.NEUTRAL) and not changes
    strength = 0
    fits = changes >= 1 and _fits(token, tokens[index + 1 : index + 1 + changes])
    reason = ""
    if label in (Label.LAST, Label.CLOSE, Label.PREVIOUS, Label.OPEN, Label.EXTENDED, Label.MID):
        strength, reason = CERTAIN, f"labelled {label.name.lower()}"
    elif label is Label.PRICE:
        strength, reason = CERTAIN, "labelled as the price"
    if fits:
        strength, reason = CERTAIN, reason or "followed by a change that fits it"
    if label in (Label.NONE, Label.NEUTRAL, Label.PRICE) and not changes and _LABEL_AFTER.match(lower, token.end):
        return None, index, token.end
    prose = _sentence_head(scene, token.start)
    verb = _STRONG_VERB.search(prose) is not None
    if strength < CERTAIN and verb:
        strength, reason = CERTAIN, "what the sentence says it trades at"
    if not strength:
        beside = _beside_name(scene, token, gap, floor)
        if changes and (not integer or not bare):
            strength, reason = CERTAIN if beside or not bare else FAIR, "stands with its change"
        elif beside and (not bare or not integer):
            strength, reason = FAIR, "stands beside the name"
        elif not bare and scene.page is Page.QUOTE and not integer:
            strength, reason = POOR, "an amount of money on the page"
        elif not bare and _VERB.search(prose):
            strength, reason = FAIR, "an amount of money in a sentence about it"
    if strength < CERTAIN and earlier is not None and not bare and _beside_other_currency(scene, token, earlier):
        strength, reason = max(strength, earlier.strength), earlier.note
    doubt = _DOUBT.search(prose)
    if doubt and not fits and label not in (Label.LAST, Label.CLOSE, Label.OPEN, Label.PREVIOUS):
        settled = _STRONG_VERB.search(prose, doubt.end())
        if settled is None and not (label is Label.PRICE and scene.page is Page.QUOTE and "current" in prose):
            return None, index_out, floor_out
    if year_like and label in (Label.NONE, Label.NEUTRAL) and not fits:
        return None, index, token.end
    if small_count and not fits:
        return None, index, token.end
    if scene.page is Page.FORECAST and not (label in (Label.LAST, Label.CLOSE, Label.OPEN, Label.PREVIOUS) or (verb and not doubt) or fits):
        return None, index_out, floor_out
    if scene.is_title:
        if scene.page is not Page.QUOTE and not verb and not fits:
            return None, index_out, floor_out
        if not (fits or verb or changes or (not bare and not integer)):
            return None, index_out, floor_out
        strength = min(strength, FAIR)
    if not strength:
        return None, index, token.end
    value, unit = token.value / money.per, token.unit / money.per
    derived = money.per != 1
    kind = Kind.LAST
    if subject is Subject.INVERSE or (scene.asset is Asset.FX and money.code == scene.base and scene.base != scene.home):
        if value <= 0:
            return None, index_out, floor_out
        value, unit, derived, kind = 1.0 / value, unit / value / value, True, Kind.CONVERTED
    code = scene.home if scene.asset is Asset.FX else money.code
    if extended:
        label = Label.EXTENDED
    elif closing and label in (Label.NONE, Label.NEUTRAL, Label.PRICE, Label.LAST):
        label = Label.CLOSE
    elif label in (Label.NONE, Label.NEUTRAL, Label.PRICE):
        if re.search(r"after[- ]hours|extended (?:trading|session|hours)|pre-?market|premarket|nachbörs|vorbörs", prose + lower[token.end : token.end + 40].split(".")[0]):
            label = Label.EXTENDED if verb or not fits else label
        elif re.search(r"(?:open(?:ed|s|ing)?|eröffnet\w*) (?:\w+ ){0,3}(?:at|bei)\s*\W*\Z", prose):
            label = Label.OPEN
    if label in (Label.CLOSE, Label.PREVIOUS):
        kind = Kind.CLOSE
    elif label is Label.MID:
        kind = Kind.MID
    elif label in (Label.OPEN, Label.EXTENDED):
        kind = Kind.OTHER
    candidate = Candidate(
        value=value, unit=unit, currency=code, label=label, strength=strength, page=scene.page, position=scene.position, url=scene.url,
        order=token.start, derived=derived, kind=kind, stated_currency=not bare, note=reason,
    )  # fmt: skip
    candidate.when = stated_beside(scene, index, index_out, label, floor, claimed)
    return candidate, index_out, floor_out


_LABEL_AFTER = re.compile(
    r"[\s-](?:(?:mark|level|milestone|barrier|threshold|resistance|support|target|price target|price objective|strike|calls?|puts?|dividend|fee|bonus|high\b|low\b|floor|ceiling|zone|area|handle|region|by (?:the )?end|by 20|by (?:january|february|march|april|may|june"
    r"|july|august|september|october|november|december|christmas|summer)|in 20[3-9]|kursziel|marke|widerstand|unterstützung|objectif|objetivo|obiettivo|resistencia|soporte|next year|next week|next month|tomorrow|soon|or more|and above|or higher|fair value|all-time|record|ath|52-week))(?![^\W_])"
)


def _beside_other_currency(scene: Scene, token: Token, earlier: Candidate) -> bool:
    """Tell whether a number only repeats the one before it in another currency ("$92,341 · €79,448")."""
    between = scene.lower[earlier.order : token.start]
    return len(between) < 40 and re.search(r"\d[\s\u00a0]*(?:[·|/,;]|or|oder|ou|o|\()[\s\u00a0]*\Z", between) is not None


def stop_index(tokens: Sequence[Token], index: int, changes: int) -> int:
    """Give the index of the last token of a price and its changes."""
    return min(index + changes, len(tokens) - 1)


def _labelled_after(lower: str, at: int) -> bool:
    """Tell whether a number follows directly, so that the words are its label and not the last one's status."""
    return re.match(r"[\s:|$€£]*(?:last\W{0,3})?\d+[.,]\d", lower[at : at + 14]) is not None


def _changes(tokens: Sequence[Token], index: int, lower: str) -> tuple[int, int]:
    """Count the changes that belong to the price at `index`, and give the offset at which they end."""
    price = tokens[index]
    count, stop = 0, price.end
    at = index + 1
    while at < len(tokens) and count < 4:
        token = tokens[at]
        if token.sort is Sort.CHANGE:
            between = lower[stop : token.start]
            if len(between) > 28 or re.search(r"[.;|](?:\s|\Z)|\n", between[:-1]) and len(between) > 6 or re.search(r"[a-z]{3,}", between) and not _CHANGE_WORDS.match(between):
                break
        elif token.sort is Sort.NUMBER and at + 1 < len(tokens) and token.value < price.value:
            # An unsigned change: it must fit the percentage that follows.
            following = tokens[at + 1]
            between = lower[stop : token.start]
            if not (following.sort is Sort.CHANGE and following.percent and following.start - token.end <= 6 and len(between) <= 28):
                break
            if re.search(r"[a-z]{3,}", between) and not _CHANGE_WORDS.match(between):
                break
            if not _ratio_fits(price.value, token.value, following.value, following.unit):
                break
        else:
            break
        count += 1
        stop = token.end
        at += 1
    return count, stop


_CHANGE_WORDS = re.compile(
    r"[\s\W]*(?:(?:quote|price|arrow|up|down|usd|eur|chf|gbp|change|chg|var|var\.|veränderung|today|net|variación|variation|前日比|points?|pts|by|24h|1d|day|전일대비|상승|하락|涨跌|涨幅|net change|rise|fall|gain|loss|heute|hoy|oggi|hoje|in|the|last|24|hours|over|past|a|increase|decrease|gained|lost)\b[\s\W]*)*[\s\W]*\Z|\s*前日比\s*"
)


def _ratio_fits(price: float, change: float, percent: float, percent_unit: float) -> bool:
    """Tell whether `change` and `percent` describe the same move to `price`, to the rounding of the percentage."""
    if price <= 0 or change <= 0 or change >= price:
        return change == 0 and percent == 0
    for base in (price - change, price + change):
        if base > 0 and abs(100.0 * change / base - percent) <= 1.5 * percent_unit + 0.02 * percent:
            return True
    return False


def _fits(price: Token, changes: Sequence[Token]) -> bool:
    """Tell whether the changes after a price agree with it: some amount and percentage that describe one move."""
    percents = [c for c in changes if c.percent]
    amounts = [c for c in changes if not c.percent]
    if percents and amounts:
        return any(_ratio_fits(price.value, a.value, p.value, p.unit) for a in amounts for p in percents)
    if amounts and amounts[0].sign:
        return amounts[0].value < price.value * 0.5
    return False


def _sentence_head(scene: Scene, at: int) -> str:
    """Give the sentence before offset `at`."""
    begin = max(0, at - 220)
    head = scene.lower[begin:at]
    cut = 0
    for match in _SENTENCE.finditer(scene.text, begin, at):
        cut = match.end() - begin
    return head[cut:]


def _beside_name(scene: Scene, token: Token, gap: str, floor: int) -> bool:
    """Tell whether the number stands at the head of the text or directly after a name of the item."""
    plain = gap.strip(" \u00a0-–:|·•,()$€£¥₹▲▼[]")
    if floor == 0 and len(plain) <= 3 and scene.default is not Subject.OTHER:
        return True
    for mention in reversed(scene.mentions):
        if mention.start >= token.start:
            continue
        if mention.subject not in (Subject.OWN, Subject.INVERSE):
            return False
        if mention.end < floor - 1:
            return False
        between = scene.lower[mention.end : token.start]
        return len(between) <= 60 and not _SENTENCE.search(between)
    return False


# -- times -------------------------------------------------------------------------------------------------------------


def stated_beside(
    scene: Scene, index: int, last: int, label: Label, floor: int, claimed: Token | None = None
) -> datetime | date | None:
    """Give the time that the text states for the price at `index`, whose changes end at `last`."""
    tokens, lower = scene.tokens, scene.lower
    stop = tokens[last].end
    if claimed is not None and claimed.time is not None:
        return scene.resolve(claimed.time)
    following = tokens[last + 1] if last + 1 < len(tokens) else None
    before: Token | None = None
    for at in range(index - 1, -1, -1):
        if tokens[at].sort is Sort.TIME:
            before = tokens[at]
            break
        if tokens[at].sort is Sort.NUMBER or tokens[at].end <= floor and tokens[at].sort is not Sort.SKIP:
            break
    if label in (Label.PREVIOUS, Label.OPEN):
        if following is not None and following.sort is Sort.TIME and following.start - stop <= 3:
            return scene.resolve(following.time) if following.time else None
        if label is Label.PREVIOUS:
            return None
    if before is not None and before.start >= floor - 1 and before.time is not None and not _SENTENCE.search(
        scene.text, before.end, tokens[index].start
    ):
        moment = scene.resolve(before.time)
        if moment is not None:
            return moment
    if following is not None and following.sort is Sort.TIME and following.time is not None:
        between = lower[stop : following.start]
        if len(between) <= 70 and not _TIME_OF_OTHER.search(between):
            moment = scene.resolve(following.time)
            if moment is not None:
                return moment
    return None


_TIME_OF_OTHER = re.compile(
    r"ex-?div|dividend|earnings|payable|expir|record date|since|founded|all-time|ath\b|atl\b|high|low|after hours|pre-?market|open\b|ipo|hoch|tief|next|launch|halving|hauptversammlung"
)


# -- two sides ---------------------------------------------------------------------------------------------------------


def _middle(scene: Scene, sides: dict[str, tuple[float, float, Token]], found: Sequence[Candidate]) -> Candidate | None:
    bid, ask = sides["bid"], sides["ask"]
    low, high = sorted((bid[0], ask[0]))
    if low <= 0 or high / low > 1.1:
        return None
    money = _money(scene, bid[2] if bid[2].money else ask[2], None)
    if money is None:
        return None
    value, unit = (low + high) / 2 / money.per, max(bid[1], ask[1]) / money.per
    derived = money.per != 1
    if scene.asset is Asset.FX and (scene.default is Subject.INVERSE and not any(m.subject is Subject.OWN for m in scene.mentions)):
        value, unit, derived = 1 / value, unit / value / value, True
    index = scene.tokens.index(ask[2])
    code = scene.home if scene.asset is Asset.FX else money.code
    return Candidate(
        value=round(value, 12), unit=unit, currency=code, label=Label.MID, strength=FAIR, page=scene.page, position=scene.position, url=scene.url,
        order=ask[2].start, derived=derived, kind=Kind.MID, stated_currency=bid[2].money is not None, note="middle of bid and ask",
        when=stated_beside(scene, index, index, Label.MID, bid[2].start),
    )  # fmt: skip


def _joined(tokens: Sequence[Token], index: int, lower: str) -> bool:
    """Tell whether the number at `index` and the next are joined by a dash and lie as close as bid and ask do."""
    if index + 1 >= len(tokens):
        return False
    one, two = tokens[index], tokens[index + 1]
    if two.sort is not Sort.NUMBER or one.unit >= 1 or one.unit != two.unit or two.start - one.end > 3 or one.value <= 0:
        return False
    if lower[one.end : two.start].strip(" \u00a0$€£¥") not in ("-", "–", "/", "—", "~"):
        return False
    return 1.0 <= two.value / one.value <= 1.005
