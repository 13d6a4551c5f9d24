"""A currency pair and a text enter; which pair or currency the text speaks of, place by place, leaves."""

import re
from functools import lru_cache

from monitor.datasets import Item
from monitor.reading.currencies import CODES
from monitor.reading.identity import Mention, Subject
from monitor.reading.vocabulary import longest, sieve, words

__all__ = ["NAMES", "Pair", "pair"]

NAMES: dict[str, list[str]] = {
    "USD": words(
        "us dollar|us dollars|u.s. dollar|u.s. dollars|us-dollar|us-dollars|dollar|dollars|greenback|buck|米ドル|ドル"
        "|dólar|dólares|dollaro|dollari|dólar estadounidense|dollar américain|american dollar|american dollars|美元"
        "|u.s. counterpart|us counterpart"
        "|dollar us|us dolar|dolar|abd doları|amerikan doları|dolar amerykański|americký dolar"
    ),
    "EUR": words(
        "euro|euros|single currency|common currency|gemeinschaftswährung|monnaie unique|moneda única|moneta unica"
        "|ユーロ|欧元|eur"),
    "GBP": words(
        "british pound|british pounds|pound sterling|pound|pounds|sterling|cable|quid|ポンド|英ポンド|libra|libra"
        " esterlina|libras|livre sterling|livre|sterlina|britisches pfund|pfund|uk pound|gb pound|british pound"
        " sterling|pfund sterling"
    ),
    "JPY": words("japanese yen|yen|円|日本円|japanischer yen|yens|japanische yen|yen japonés|yen japonais|iene"),
    "CHF": words(
        "swiss franc|swiss francs|swissie|franc|schweizer franken|franken|スイスフラン|franc suisse|franco suizo|franco"
        " svizzero"
    ),
    "AUD": words(
        "australian dollar|australian dollars|aussie dollar|aussie|豪ドル|australischer dollar|dólar australiano"
        "|dollar australien|dollaro australiano|australische dollar"
    ),
    "NZD": words(
        "new zealand dollar|new zealand dollars|kiwi dollar|kiwi|neuseeland-dollar|nzドル|dólar neozelandés"
        "|neuseeländischer dollar"
    ),
    "CAD": words(
        "canadian dollar|canadian dollars|loonie|kanadischer dollar|カナダドル|dólar canadiense|dollar canadien|dollaro"
        " canadese|kanadische dollar"
    ),
    "CNY": words("chinese yuan|yuan|renminbi|人民元|人民币|onshore yuan|offshore yuan|cnh"),
    "INR": words("indian rupee|indian rupees|rupee|rupees"),
    "MXN": words("mexican peso|mexican pesos|peso mexicano|pesos mexicanos|peso|pesos"),
    "BRL": words("brazilian real|real brasileiro|reais"),
    "TRY": words("turkish lira|lira|türkische lira|türk lirası|tl"), "ZAR": words("south african rand|rand"),
    "SEK": words("swedish krona|swedish kronor|schwedische krone|krona|kronor"),
    "NOK": words("norwegian krone|norwegian kroner|norwegische krone"),
    "DKK": words("danish krone|danish kroner|dänische krone"),
    "PLN": words("polish zloty|zloty|złoty"),
    "HKD": words("hong kong dollar|hong kong dollars"), "SGD": words("singapore dollar|singapore dollars"),
    "KRW": words("korean won|south korean won|won"),
    "THB": words("thai baht|baht"), "HUF": words("hungarian forint|forint"), "CZK": words("czech koruna|koruna"),
    "RUB": words("russian rouble|rouble|ruble|russian ruble|roubles|rubles"),
    "ILS": words("israeli shekel|israeli new shekel|new israeli shekel|shekel|shekels"),
    "IDR": words("indonesian rupiah|rupiah"), "MYR": words("malaysian ringgit|ringgit"),
    "PHP": words("philippine peso|philippine pesos|peso filipino"),
    "TWD": words("taiwan dollar|new taiwan dollar|taiwanese dollar"),
    "AED": words("emirati dirham|uae dirham|united arab emirates dirham|dirham|dirhams"),
    "SAR": words("saudi riyal|saudi arabian riyal"), "QAR": words("qatari riyal|qatari rial"),
    "KWD": words("kuwaiti dinar"), "VND": words("vietnamese dong|dong"), "RON": words("romanian leu|leu|lei"),
    "BGN": words("bulgarian lev"), "UAH": words("ukrainian hryvnia|hryvnia"), "NGN": words("nigerian naira|naira"),
    "KES": words("kenyan shilling"), "EGP": words("egyptian pound|egyptian pounds"),
    "PKR": words("pakistani rupee|pakistan rupee"), "LKR": words("sri lankan rupee|sri lanka rupee"),
    "BDT": words("bangladeshi taka|taka"), "CLP": words("chilean peso|chilean pesos|peso chileno|pesos chilenos"),
    "COP": words("colombian peso|colombian pesos|peso colombiano|pesos colombianos"),
    "ARS": words("argentine peso|argentine pesos|peso argentino|pesos argentinos"),
    "PEN": words("peruvian sol|sol peruano|nuevo sol"), "ISK": words("icelandic krona|icelandic króna"),
    "KZT": words("kazakhstani tenge|tenge"), "MAD": words("moroccan dirham"),
}  # fmt: skip
_OF_NAME: dict[str, str] = {}
for _code, _entries in NAMES.items():
    for _entry in _entries:
        _OF_NAME.setdefault(_entry, _code)
for _code in CODES:
    _OF_NAME[_code.lower()] = _code
_WORD = longest(_OF_NAME, chr(0x900))
_SHARED = (
    (("peso", "pesos"), ("MXN", "CLP", "COP", "ARS", "PHP")),
    (("krona", "kronor", "krone", "kroner", "krónur"), ("SEK", "NOK", "DKK", "ISK")),
    (("rupee", "rupees"), ("INR", "PKR", "LKR")),
    (("dirham", "dirhams"), ("AED", "MAD")),
)
"""Words that several currencies share."""
_GLUED = re.compile(r"([A-Z](?<![A-Za-z][A-Z])[A-Z]{2})([A-Z]{3})(?:=X|\.FOREX|\b)")
_JOIN = re.compile(
    r"\s?(?:(?:exchange )?rates?\s)?(?:[/\-–_→>:]|->|=>|to|in|into|vs\.?|versus|zu|zum|en|a|à|al"
    r"|contre|contra|gegen|gegenüber dem|against the"
    r"|per|x|対|・|em|per un|um|kaç|/\s)?\s?(?:the\s|der\s|dem\s|1\s)?(?:\([a-z]{3}\)\s?(?:[/\-–]|to|in|zu)?\s?)?\Z"
)
_PAIRED_ON = re.compile(r"/[a-z]{3}(?![a-z])")
_COMMON = frozenset(
    ("try", "all", "real", "won", "cad", "rub", "mad", "dong", "taka", "lei", "leu", "franc", "quid", "buck", "sek")
)
_OTHER = sieve(
    r"dollar index|u\.s\. dollar index|us dollar index|dollar-index|dxy|euro index|trade-weighted"
    r"|sterling index|gold|brent|crude|oil|bitcoin|btc|s&p 500|dax|nikkei|ftse|dow|nasdaq|treasury|10-year|bund"
    r"|yield|jgb|inflation|euro stoxx|euro area|gdp|cpi|euro fx|6e|6b|6j|6a|fxe|eurc|eurt|eurs|xau/usd"
    r"|xauusd",
    whole=r"[^\W_]",
)  # none of them begins another, so each is found where it stands

_TOPICS = frozenset(words("treasury|10-year|yield|inflation|gdp|cpi|euro area"))
"""What a title gives as the reason of a move; a page of that title can still be about the pair."""
_REASON = re.compile(r"\s(?:as|amid|on|after|despite|ahead of|while|with|before|following)\s")

_DERIVED = re.compile(
    r"\)?\s(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|[a-z]{3}|'?\d{2,4}"
    r"|currency|front-month|mini|e-mini|micro|\d+[- ](?:month|day|week|year))\s){0,3}(?:futures?|forwards?|options?|ndf"
    r"|swaps?|etf|etn|straddles?)\b"
)
"""What after a pair makes a derivative of it ("EUR/USD December futures")."""


class Pair:
    """Finds a pair A/B, its inverse, other pairs and lone currencies in a text; made once an item."""

    def __init__(self, item: Item) -> None:
        """Take the ticker ``A/B`` apart."""
        self.base, _, self.quote = item.ticker.strip().upper().partition("/")
        # Of several currencies of one name, the pair's own is meant: "18.34 pesos por dólar".
        both = (self.base, self.quote)
        self._shared = {w: code for words_of, codes in _SHARED for w in words_of for code in codes if code in both}
        self._in_path = [
            (re.compile(rf"(?<![A-Z]){a}[-_/]?(?:TO[-_/]?)?{b}(?![A-Z])|FROM={a}&TO={b}"), subject)
            for (a, b), subject in ((both, Subject.OWN), (both[::-1], Subject.INVERSE))
        ]

    def _of(self, a: str, b: str) -> Subject:
        if a == self.base and b == self.quote:
            return Subject.OWN
        if a == self.quote and b == self.base:
            return Subject.INVERSE
        return Subject.OTHER

    def mentions(self, text: str, lower: str) -> list[Mention]:
        """Give the pairs, and the lone currencies (`quote` holds the code, subject `NONE`), in order of place."""
        found: list[Mention] = []
        for match in _GLUED.finditer(text):
            if match[1] in CODES and match[2] in CODES:
                found.append(Mention(match.start(), match.end(), self._of(match[1], match[2]), match[2]))
        last: tuple[int, int, str] | None = None
        for match in _WORD.finditer(lower):
            word = match[0]
            code = self._shared.get(word) or _OF_NAME.get(word) or _OF_NAME[" ".join(word.split())]
            start, end = match.span()
            if word in _COMMON and not text[start:end].isupper():
                continue
            if lower.startswith("=x", end) and code != "USD":  # how Yahoo writes a pair that the dollar leads
                found.append(Mention(start, end + 2, self._of("USD", code), code))
                last = None
                continue
            listed = last is not None and start == last[1] + 1 and _PAIRED_ON.match(lower, end) is not None
            if listed:
                last = None  # "JPY USD/JPY": the page's currency, then the pair
            if last is not None and last[2] != code and start - last[1] <= 24 and _JOIN.match(lower[last[1] : start]):
                if found and found[-1].start == last[0]:
                    found.pop()
                found.append(Mention(last[0], end, self._of(last[2], code), code))
                last = None
                continue
            if last is not None and last[2] == code and re.fullmatch(r"\s?\(", lower[last[1] : start]):
                last = (last[0], end + 1 if lower[end : end + 1] == ")" else end, code)
                continue
            found.append(Mention(start, end, Subject.NONE, code))
            last = (start, end, code)
        for match in _OTHER.finditer(lower):
            found = [m for m in found if not (match.start() <= m.start < match.end())]
            found.append(Mention(match.start(), match.end(), Subject.OTHER))
        for mention in found:
            if mention.subject in (Subject.OWN, Subject.INVERSE) and _DERIVED.match(lower, mention.end):
                mention.subject = Subject.OTHER
        found.sort(key=lambda m: (m.start, -m.end))
        return found

    def of_title(self, title: str, lower: str, url: str) -> Subject:
        """Tell whether title or address are about the pair, its inverse, another pair, or none."""
        said = self._of_title(title, lower)
        if said is not None:
            return said
        path = re.sub(r"[^A-Za-z/=_?&-]", "-", url.split("//")[-1].partition("/")[2])
        return self._of_path(path)

    @lru_cache(maxsize=1024)  # noqa: B019 - pairs are few and live as long as the process
    def _of_title(self, title: str, lower: str) -> Subject | None:
        pairs = [
            m
            for m in self._in_title(title, lower)
            if m.subject is not Subject.NONE and lower[m.start : m.end] not in _TOPICS
        ]
        for wanted in (Subject.OWN, Subject.INVERSE):
            if any(m.subject is wanted for m in pairs):
                return wanted
        return Subject.OTHER if pairs else None

    @lru_cache(maxsize=1024)  # noqa: B019 - pairs are few and live as long as the process
    def lead(self, title: str, lower: str) -> str | None:
        """Give the one currency that a title names, if it names just one and no pair."""
        found = self._in_title(title, lower)
        codes = {m.quote for m in found}
        return codes.pop() if len(codes) == 1 and all(m.subject is Subject.NONE for m in found) else None

    def _in_title(self, title: str, lower: str) -> list[Mention]:
        """Give the mentions of a title, less what it gives as the reason of a move ("Loonie slips as oil falls")."""
        found = self.mentions(title, lower)
        if not found or found[0].quote is None:
            return found
        reason = _REASON.search(lower, found[0].end)
        return [m for m in found if m.quote is not None or m.start < reason.end()] if reason else found

    def _of_path(self, path: str) -> Subject:
        upper = path.upper()
        for spelled, subject in self._in_path:
            if spelled.search(upper):
                return subject
        return Subject.NONE


@lru_cache(maxsize=128)
def pair(item: Item) -> Pair:
    """Give the pair of `item`."""
    return Pair(item)
