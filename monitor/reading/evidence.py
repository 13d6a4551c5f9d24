"""A number and what stands around it enter; how plainly it is the price leaves."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from monitor.reading.candidates import CERTAIN, FAIR, POOR, Candidate
from monitor.reading.codes import FX
from monitor.reading.identity import Subject
from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.scene import Scene
from monitor.reading.tokens import Sort, Token
from monitor.reading.vocabulary import sieve, spaced

__all__ = ["Evidence", "agree", "changes_after", "ratio_fits", "weigh"]

Evidence = tuple[int, str]
"""Strength (0: none) and the reason in words."""

_SAYING = (Label.LAST, Label.CLOSE, Label.PREVIOUS, Label.OPEN, Label.EXTENDED, Label.MID)
_OPEN = (Label.NONE, Label.NEUTRAL, Label.PRICE)
_SETTLED = (Label.LAST, Label.CLOSE, Label.OPEN, Label.PREVIOUS)

_LEADS = frozenset(
    spaced(
        "at to around near for about above below is was bei auf mit zu für kostet kostete kosten a en à sur hasta",
        "vale valen su em costs cost bought buys fetched fetches custa vaut valait cotizó unchanged steady flat",
        "roughly just some approximately nearly close now currently only at: of through below past down up de um on",
        "l' de di",
    )
)
_STRONG_VERB = re.compile(
    r"(?<![^\W_])(?:trad(?:es?|ed|ing) (?:at|around|near|just|close|hands|for|up|down|about|above|below|roughly"
    r"|currently|between)|chang(?:ed|ing) hands (?:at|for|around|near)"
    r"|(?:closed|closes|ended|ends|finished|finishes|settled|settles)\b.{0,60}\bat"
    r"|(?:is|was|currently|now|stands|stood|sits|sitting|hovering|hovers|hovered|quoted|priced|steady|flat"
    r"|unchanged|little changed|recently|last) (?:\w+ )?(?:at|around|near)"
    r"|(?:rose|rises|fell|falls|climbed|climbs|slipped|slips|dropped|drops|jumped|jumps|edged|up|down|gained|gains"
    r"|lost|advanced|declined|slid|sank|surged|soared|tumbled|plunged|rallied|dipped|added"
    r"|higher|lower|off|eased|ticked|inched|rebounded|recovered|firmed|weakened|strengthened|moved|changed"
    r"|retreated|sunk)\b.{0,60}?\b(?:to|at)"
    r"|notiert(?:e|en)?\b.{0,60}?\b(?:bei|mit|auf)|kostet(?:e|en)?|liegt\b.{0,30}bei|lag\b.{0,30}bei|steht\b.{0,30}bei"
    r"|(?:steigt|stieg|fiel|fällt|kletterte|sank|legte|gab|verlor|gewann|verteuerte|verbilligte|ging|schloss"
    r"|schließt|steigen|stiegen|fallen|fielen|kletterten|sanken|legten|gaben|verloren|gewannen|gingen|schlossen|rutscht\w*"
    r"|zog\w*|zieht|notierten)\b.{0,70}?\b(?:auf|bei|mit)"
    r"|wird\b.{0,40}\b(?:zu|bei|mit|für)|gehandelt\b.{0,20}\b(?:zu|bei|mit|für)"
    r"|cotiza(?:ba|n)?\b.{0,40}?\b(?:a|en)|cotizó"
    r"|(?:cerró|cerraba|cierra|subió|subía\w*|sube\w*|cayó|caía\w*|caen?|baja\w*|bajó|avanza\w*|retrocede\w*"
    r"|gana\w*|pierde\w*|cerraron|subieron|cayeron|bajaron|avanzaron|retrocedieron)\b.{0,50}?\b(?:a|en|hasta)|vale(?:n)?"
    r"|s'échange(?:ait)?\b.{0,30}?\bà|cot(?:e|ait)\b.{0,30}?\bà|vaut|valait|(?:clôturé|clôture|recule|gagne|monte"
    r"|progresse|avance|cède|perd|grimpe|reculent|gagnent|montent|progressent|avancent|cèdent|perdent|grimpent|bondit"
    r"|bondissent|chute|chutent|termine|terminent|terminé|abandonne|lâche|clôturent|recul[ée]|gagné|perdu|cédé)\b.{0,50}?\b(?:à|sur)"
    r"|(?:es|fue|era|quedó|ubica|ubicó|está|estaba|é|è|era) (?:de|en|a|di|em)"
    r"|(?:scambia\w*|quota|chius[oie]|chiud(?:e|ono)|sal(?:e|gono)|scend(?:e|ono)|pass(?:a|ano) di mano"
    r"|guadagna(?:no)?|perd(?:e|ono)|cede|cedono|termina(?:no)?|balza|cala(?:no)?)\b.{0,40}?\b(?:a|su)"
    r"|(?:negociad[oa]s?|cotad[oa]s?|fech(?:ou|a|am|aram)|encerr(?:ou|am|aram)|sob(?:e|em)|sub(?:iu|iram)|ca(?:i|em|iu|íram)"
    r"|recu(?:ou|aram)|avanç(?:ou|aram)|opera|subia|caía)\b.{0,40}?\b(?:a|em)|custa|bought|buys"
    r"|fetched|fetches|costs?|is worth|was worth|sitting at"
    r"|(?:shares?|stock|coin|token|pair|price|rate) (?:\w+ )?(?:at|around|near)|(?:ist|sind|war"
    r"|waren)\b.{0,70}\b(?:auf|bei)|ha (?:subido|bajado|caído|cerrado)\b.{0,50}\b(?:a|hasta|en)|price of .{1,40} is"
    r"|price is|price was|price today is|price at)(?![^\W_])|で取引|で推移|付近"
)
_WIDE_VERB = re.compile(
    r"(?:台|前後|近辺|ちょうど)?(?:で|に|へ|を|と|에서?|으로|로)[^。]{0,14}?(?:取引|推移|終え|引け|寄り付|始ま|付け|つけ|なっ|売買|거래"
    r"|마감|기록|장을)"
)
"""What follows a price in a Japanese or Korean sentence, whose verbs stand last."""
_VERB = sieve(
    r"trad(?:es?|ed|ing)|clos(?:ed|es|ing)|ended|finished|settled|quoted|priced|stood|stands|sits"
    r"|rose|rises|fell|falls|gain(?:ed|s)|lost|loses|climb(?:ed|s)|slip(?:ped|s)|drop(?:ped|s)"
    r"|jump(?:ed|s)|up|down|flat|unchanged|advanced|declined|added|shed|slid|sank|surged|tumbled|at|is|was"
    r"|notierte?|kostete?|liegt|steht|cotiza|vale|cote|vaut|scambia|negocia|now|currently|hits?|reached"
    r"|to",
    whole=r"[^\W_]",
)
_DOUBTS = (
    r"could|may|might|will|would|should|forecasts?|predict(?:s|ed|ion|ions)?|expect(?:s|ed)?"
    r"|target(?:s|ed|ing)?|projected|projects|estimates?|experts believe|analysts? (?:say|see|believe)"
    r"|by (?:the )?end of|by (?:june|december|march|september|christmas|summer|year-end|end-)|if\b|once|unless"
    r"|könnte[n]?|dürfte|erwarte[tn]|prognostizier\w+|sollte|pourrait|devrait|podría|podrá|potrebbe|poderia|poderá"
    r"|support|resistance|pivot|moving average|sma|ema|fibonacci|a break|breakout|record|all-time|peak|52-week"
    r"|average|averaging|bought|purchased|acquired|sold|insider|target price|price objective|fair value|strike"
    r"|my target|i'd|i bought|i sold|i would|i'll|goal|moon|calls|puts|implied|versus a year|a year ago|last year"
    r"|months ago|years ago|since inception"
)
_DOUBT = re.compile(rf"(?<![^\W_])(?:{_DOUBTS})(?![^\W_])")
_DOUBT_AT_ALL = sieve(_DOUBTS, whole=r"[^\W_]")
_LABEL_AFTER = re.compile(
    r"[\s-](?:mark|level|milestone|barrier|threshold|resistance|support|target|price target|price objective|strike"
    r"|calls?|puts?|dividend|fee|bonus|high|low|floor|ceiling|zone|area|handle|region"
    r"|by (?:the )?end|by 20|by (?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|christmas|summer)|in 20[3-9]|kursziel|marke|widerstand|unterstützung|objectif"
    r"|objetivo|obiettivo|resistencia|soporte|next year|next week|next month|tomorrow|soon|or more|and above|or"
    r" higher|fair value|all-time|record|ath|52-week)(?![^\W_])"
)
_CHANGE_WORDS = re.compile(
    r"[\s\W]*(?:(?:quote|price|arrow|up|down|usd|eur|chf|gbp|change|chg|var|var\.|veränderung|today|net|variación"
    r"|variation|前日比|points?|pts|by|24h|1d|day|전일대비|상승|하락|涨跌|涨幅|rise|fall|gain|loss"
    r"|heute|hoy|oggi|hoje|in|the|last|24|hours|over|past|a|increase|decrease|gained|lost)\b[\s\W]*)*\Z|\s*前日比\s*"
)
_OLD_BASIS = re.compile(
    r"(?:before|prior to|ahead of) (?:the|its|this) (?:\S+ )?(?:stock )?split|pre-split|vor dem (?:aktien)?split"
    r"|avant (?:le|la) (?:split|division)|antes del split"
)
_AMOUNT_IN = re.compile(r"\s(?:in|of|worth of|to|into)\s")
_REPEATED = re.compile(r"\d[\s\u00a0]*(?:[·|/,;≈]|or|oder|ou|o|\()[\s\u00a0]*\Z")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_STOPS = re.compile(r"[.;|](?:\s|\Z)|\n")


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
    if label in _OPEN and not changes and _LABEL_AFTER.match(lower, token.end):
        return 0, ""
    if not bare and integer and _AMOUNT_IN.match(lower, token.end) and _names_item(scene, token.end):
        return 0, ""
    certain = label in _SAYING or fits
    if (
        (not certain or label is Label.CLOSE)
        and scene.splits
        and (_OLD_BASIS.search(scene.head(token.start)) or _OLD_BASIS.match(lower, token.end + 1))
    ):
        return 0, ""
    prose: str | None = None
    verb = False
    strength, reason = 0, ""
    if label in _SAYING:
        strength, reason = CERTAIN, f"labelled {label.name.lower()}"
    elif label is Label.PRICE:
        strength, reason = CERTAIN, "labelled as the price"
    elif fits:
        strength, reason = CERTAIN, "followed by a change that fits it"
    if not certain or scene.page is not Page.QUOTE or scene.is_title:
        prose = scene.head(token.start)
        verb = _says(prose) or (
            lower[token.end : token.end + 1] > "\u3000" and _WIDE_VERB.match(lower, token.end) is not None
        )
        doubt = None if label in _SETTLED or fits else _doubt(scene, prose)
        if (
            doubt
            and not _settled(prose, doubt)
            and not (label is Label.PRICE and scene.page is Page.QUOTE and "current" in prose)
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
            strength, reason = _by_place(scene, token, gap, floor, changes, prose)
    if strength < CERTAIN and earlier is not None and not bare and _other_currency(scene, token, earlier):
        strength, reason = max(strength, earlier.strength), earlier.note
    return (min(strength, FAIR) if scene.is_title else strength), reason


def _of_base(scene: Scene, token: Token) -> bool:
    return token.money is not None and token.money.code == scene.base


def _names_item(scene: Scene, end: int) -> bool:
    """Tell whether the item is named directly after "in" behind offset `end`: "$1 in XRP" is an amount to convert."""
    at = bisect_left(scene.starts, end)
    return at < len(scene.mentions) and scene.mentions[at].start - end <= 12


def _by_place(scene: Scene, token: Token, gap: str, floor: int, changes: Sequence[Token], prose: str) -> Evidence:
    bare, integer = token.money is None, token.unit >= 1.0
    beside = _beside_name(scene, token, gap, floor)
    if changes and not (integer and bare):
        return (CERTAIN if beside or not bare else FAIR), "stands with its change"
    if beside and not (integer and bare):
        return FAIR, "stands beside the name"
    if not bare and _VERB.search(prose):
        return FAIR, "an amount of money in a sentence about it"
    if not bare and scene.page is Page.QUOTE and not integer:
        return POOR, "an amount of money on the page"
    return 0, ""


def _doubt(scene: Scene, prose: str) -> re.Match[str] | None:
    """Give the first words of doubt in `prose`, the sentence before a number."""
    if _DOUBT_AT_ALL.search(prose) is None:
        return None
    doubt = _DOUBT.search(prose)
    if doubt is not None and scene.asset is FX and doubt[0] == "bought":
        doubt = _DOUBT.search(prose, doubt.end())  # "the dollar bought 155.13 yen"
    return doubt


_MODAL = re.compile(
    r"(?:could|may|might|will|would|should|könnte\w*|dürfte|sollte|pourrait|devrait|podría|podrá|potrebbe|poder[iá]a?)\Z"
)
_TURN = re.compile(
    r"[,;:(–]|\b(?:and|but|while|from|than|currently|now|which|is|was|und|aber|mais|pero|ma|versus|compared)\b"
)


def _settled(prose: str, doubt: re.Match[str]) -> bool:
    """Tell whether a sentence goes on from words of doubt to what it trades at ("… target, it now trades at")."""
    if not _says(prose, doubt.end()):
        return False
    return _MODAL.search(doubt[0]) is None or _TURN.search(prose, doubt.end()) is not None


def _says(prose: str, start: int = 0) -> bool:
    """Tell whether a sentence leads to a price with a verb of trading ("changed hands at"); cheap where it cannot."""
    words = prose.rstrip(" \u00a0$€£¥₹~≈(:").rsplit(None, 1)
    if not words:
        return False
    last = words[-1]
    if last not in _LEADS and last.isascii() and last not in ("us", "usd", "eur", "rs", "hk", "c", "gbp", "chf", "r"):
        return False
    return _STRONG_VERB.search(prose, start) is not None


def _other_currency(scene: Scene, token: Token, earlier: Candidate) -> bool:
    """Tell whether a number only repeats the one before it in another currency ("$92,341 · €79,448")."""
    between = scene.lower[earlier.order : token.start]
    return len(between) < 40 and _REPEATED.search(between) is not None


def _beside_name(scene: Scene, token: Token, gap: str, floor: int) -> bool:
    """Tell whether the number stands at the head of the text or directly after a name of the item."""
    if floor == 0 and scene.default is not Subject.OTHER and len(gap.strip(" \u00a0-–:|·•,()$€£¥₹▲▼[]")) <= 3:
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
            or not scene.text[mention.end : token.start].strip(" \u00a0|)")  # the next cell of its row
        )
    return False


# -- changes -----------------------------------------------------------------------------------------------------------


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
