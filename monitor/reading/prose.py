"""The words around a number in a sentence enter; what they make of it (a price, a doubt, another thing) leaves."""

import re

from monitor.reading.codes import EQUITY, FX
from monitor.reading.scene import Scene
from monitor.reading.vocabulary import sieve, spaced

__all__ = [
    "amount_said",
    "another_says",
    "doubt_in",
    "labelled_after",
    "on_old_basis",
    "past_after",
    "says",
    "says_behind",
    "settled",
]

_LEADS = frozenset(
    spaced(
        "at to around near for about above below is was bei auf mit zu für kostet kostete kosten a en à sur hasta",
        "vale valen su em costs cost bought buys fetched fetches custa vaut valait cotizó unchanged steady flat",
        "roughly just some approximately nearly close now currently only at: of through below past down up de um on",
        "l' de di hitting reaching",
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
    r"|retreated|sunk|rising|falling|climbing|dropping|gaining|sliding)\b.{0,60}?\b(?:to|at)"
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
    r"[\s-](?:(?:mark|level|milestone|barrier|threshold|resistance|support|target|price target|price objective|strike"
    r"|calls?|puts?|dividend|fee|bonus|high|low|floor|ceiling|zone|area|handle|region|kursziel|marke|widerstand"
    r"|unterstützung|objectif|objetivo|obiettivo|resistencia|soporte|fair value|record|ath)(?!\W{0,4}\d)"
    r"|by (?:the )?end|by 20\d\d|by (?:january|february|march|april|may|june|july|august|september|october|november"
    r"|december|christmas|summer)|in 20[3-9]\d|next year|next week|next month|tomorrow|soon|or more|and above|or higher"
    r"|(?:all-time|52-week)(?!\s(?:high|low)\W{0,4}\d)"
    r"|(?:per|an?|each) (?:month|year|user|seat|person|night|ticket|lb|kg|gallon|ounce|oz|unit|bottle"
    r"|pack|piece|hour|day|week|mile|kwh|gb|employee|customer|household|barrel)(?! ago))(?![^\W_])"
    r"|/(?:mo|month|yr|year|user|lb|kg|gal|oz|hr|night)\b"
)
"""What follows a number that is no price: a level, a term, the unit of a product."""
_OLD_BASIS = re.compile(
    r"(?:before|prior to|ahead of) (?:the|its|this) (?:\S+ )?(?:stock )?split|pre-split|vor dem (?:aktien)?split"
    r"|avant (?:le|la) (?:split|division)|antes del split"
)
_PAST_AFTER = re.compile(
    r"\s(?:(?:back )?in (?:early |late |mid-)?(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december|20[012]\d)|last (?:year|month|week|summer|spring|autumn|fall|winter)"
    r"|an? (?:year|month|week|decade) ago|earlier this|at the (?:start|beginning) of|vor einem jahr|il y a un an"
    r"|hace un año)(?![^\W_])"
)
_DERIVATIVE_SAYS = re.compile(
    r"\b(?:calls?|puts?|call options?|put options?|straddles?|warrants?|bonds?|notes|debentures|futures|contracts?"
    r"|swaps?|perpetuals?|perps?|etfs?|cds|optionsscheine?|anleihen?)\s(?:\S+\s){0,3}?(?:is|are|was|were"
    r"|trad(?:e[sd]?|ing)|closed|settled|last|changed|rose|fell|notiert\w*)\s(?:\S+\s){0,4}\W*\Z"
    r"|\bcosts? (?:to|of) (?:mine|mining|produc\w+|make|making)\b"
)
"""A sentence whose subject is a derivative or a bond, or what a coin costs to mine."""
_DERIVATIVE_AT_ALL = sieve(
    r"\bcall|\bput|straddle|warrant|\bbond|\bnotes\b|debenture|futures|contract|\bswap|perp|\betf|\bcds\b|optionsschein|anleihe"
    r"|\bcosts? to\b|\bcosts? of\b"
)
"""Whether any of these words occurs at all."""
_COST_AT_ALL = sieve("cost|kostet|cuesta|coûte|retail|sell|starts")
_COSTS = re.compile(
    r"\b(?:costs?|costing|kostet|cuesta|coûte|costa|retails?(?: for)?|sells? for|starts at)\s(?:\w+\s)?\W*\Z"
)
_SHARE = re.compile(r"share|stock|aktie|papier|titel|titre|action|acción|acciones|azion|ação|ações|株")


def another_says(scene: Scene, prose: str) -> bool:
    """Tell whether the sentence speaks of a derivative, or says what a company's product costs."""
    if _DERIVATIVE_AT_ALL.search(prose) is not None and _DERIVATIVE_SAYS.search(prose) is not None:
        return True
    if scene.asset is not EQUITY or _COST_AT_ALL.search(prose, max(0, len(prose) - 24)) is None:
        return False
    return _COSTS.search(prose) is not None and _SHARE.search(prose) is None


def labelled_after(lower: str, end: int) -> bool:
    """Tell whether the words behind offset `end` make a level, a term or a unit of a product of the number there."""
    return _LABEL_AFTER.match(lower, end) is not None


def past_after(lower: str, end: int) -> bool:
    """Tell whether the words behind a number put it into the past ("at $555.45 in October")."""
    return _PAST_AFTER.match(lower, end) is not None


def on_old_basis(scene: Scene, start: int, end: int) -> bool:
    """Tell whether the number between two offsets is one of before a split."""
    return _OLD_BASIS.search(scene.head(start)) is not None or _OLD_BASIS.match(scene.lower, end + 1) is not None


def amount_said(prose: str) -> bool:
    """Tell whether a sentence has a verb that can lead to an amount of money."""
    return _VERB.search(prose) is not None


def doubt_in(scene: Scene, prose: str) -> re.Match[str] | None:
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


def settled(prose: str, doubt: re.Match[str]) -> bool:
    """Tell whether a sentence goes on from words of doubt to what it trades at ("… target, it now trades at")."""
    if not says(prose, doubt.end()):
        return False
    return _MODAL.search(doubt[0]) is None or _TURN.search(prose, doubt.end()) is not None


def says(prose: str, start: int = 0) -> bool:
    """Tell whether a sentence leads to a price with a verb of trading ("changed hands at"); cheap where it cannot."""
    words = prose.rstrip(" \u00a0$€£¥₹~≈(:").rsplit(None, 1)
    if not words:
        return False
    last = words[-1]
    if last not in _LEADS and last.isascii() and last not in ("us", "usd", "eur", "rs", "hk", "c", "gbp", "chf", "r"):
        return False
    return _STRONG_VERB.search(prose, start) is not None


def says_behind(lower: str, end: int) -> bool:
    """Tell whether a Japanese or Korean verb of trading stands behind a price that ends at offset `end`."""
    return lower[end : end + 1] > "\u3000" and _WIDE_VERB.match(lower, end) is not None
