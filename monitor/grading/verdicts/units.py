"""What is written around a number: scales, currencies and units, as patterns over lower-case text."""

import re
from typing import NamedTuple

from monitor.reading.vocabulary import spaced

__all__ = ["AFTER", "BEFORE", "BEFORE_WORDS", "SCALES", "Cash", "cash_of", "same_cash"]


class Cash(NamedTuple):
    """A currency as written and how many of the written units make one of it (pence: 100)."""

    code: str
    per: int = 1


SCALES = {
    "thousand": 1e3, "thousands": 1e3, "k": 1e3, "tsd": 1e3, "mil": 1e3, "'000": 1e3,
    "million": 1e6, "millions": 1e6, "m": 1e6, "mn": 1e6, "mm": 1e6, "mio": 1e6, "mln": 1e6, "millionen": 1e6,
    "milioni": 1e6, "millones": 1e6, "milhões": 1e6, "miljoen": 1e6, "miljoner": 1e6,
    "billion": 1e9, "billions": 1e9, "b": 1e9, "bn": 1e9, "bln": 1e9, "mrd": 1e9, "mld": 1e9, "milliarde": 1e9,
    "milliarden": 1e9, "milliard": 1e9, "milliards": 1e9, "miliardi": 1e9, "mil millones": 1e9, "miljard": 1e9,
    "bilhões": 1e9, "bi": 1e9, "md": 1e9, "mds": 1e9, "miliardo": 1e9, "thousand million": 1e9,
    "trillion": 1e12, "trillions": 1e12, "tn": 1e12, "trn": 1e12, "t": 1e12, "million million": 1e12,
    "kw": 1e3, "mw": 1e6, "gw": 1e9, "tw": 1e12, "kwh": 1e3, "mwh": 1e6, "gwh": 1e9, "twh": 1e12, "kilowatts": 1e3,
    "megawatts": 1e6, "gigawatts": 1e9, "megawatt": 1e6, "gigawatt": 1e9, "kilowatt": 1e3, "kt": 1e3, "mt": 1e6,
    "hundred": 1e2, "hundred million": 1e8, "hundred thousand": 1e5, "dozen": 12,
    "crore": 1e7, "crores": 1e7, "cr": 1e7, "lakh": 1e5, "lakhs": 1e5, "lac": 1e5, "lacs": 1e5, "lakh crore": 1e12,
    "億": 1e8, "亿": 1e8, "万": 1e4, "萬": 1e4, "兆": 1e12, "十億": 1e9, "百万": 1e6, "oku": 1e8, "억": 1e8, "조": 1e12,
    "만": 1e4,
}  # fmt: skip
SCALES |= {
    f"{more} {name}": by * SCALES[name]
    for more, by in (("thousand", 1e3), ("hundred", 1e2), ("lakh", 1e5))
    for name in ("million", "billion", "crore", "crores")
}
"""As "76 thousand crore"."""

_CASH = {
    "$": "$", "us$": "USD", "u.s.$": "USD", "usd": "USD", "us dollars": "USD", "us dollar": "USD", "dollars": "$",
    "dollar": "$", "u.s. dollars": "USD", "american dollars": "USD", "bucks": "$", "us-dollar": "USD",
    "c$": "CAD", "ca$": "CAD", "cad": "CAD", "canadian dollars": "CAD", "cdn$": "CAD", "a$": "AUD", "au$": "AUD",
    "aud": "AUD", "australian dollars": "AUD", "nz$": "NZD", "nzd": "NZD", "new zealand dollars": "NZD",
    "hk$": "HKD", "hkd": "HKD", "hong kong dollars": "HKD", "s$": "SGD", "sgd": "SGD", "singapore dollars": "SGD",
    "nt$": "TWD", "twd": "TWD", "r$": "BRL", "brl": "BRL", "reais": "BRL", "mx$": "MXN", "mxn": "MXN",
    "mexican pesos": "MXN", "pesos": "MXN",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP", "pounds": "GBP",
    "pound": "GBP", "pounds sterling": "GBP", "sterling": "GBP", "british pounds": "GBP",
    "¥": "¥", "jpy": "JPY", "yen": "JPY", "japanese yen": "JPY", "円": "JPY", "jp¥": "JPY", "cny": "CNY", "rmb": "CNY",
    "yuan": "CNY", "renminbi": "CNY", "元": "CNY", "cn¥": "CNY", "人民币": "CNY", "krw": "KRW", "₩": "KRW",
    "won": "KRW",
    "원": "KRW", "₹": "INR", "inr": "INR", "rs.": "INR", "rs": "INR", "rupees": "INR", "rupee": "INR", "re.": "INR",
    "indian rupees": "INR", "chf": "CHF", "fr.": "CHF", "swiss francs": "CHF", "francs": "CHF", "sfr": "CHF",
    "schweizer franken": "CHF", "franken": "CHF",
    "sek": "SEK", "swedish kronor": "SEK", "nok": "NOK", "norwegian kroner": "NOK", "dkk": "DKK",
    "danish kroner": "DKK", "kr": "kr", "kr.": "kr", "kronor": "kr", "kroner": "kr", "pln": "PLN", "zł": "PLN",
    "zlotys": "PLN", "zloty": "PLN", "czk": "CZK", "kč": "CZK", "huf": "HUF", "try": "TRY", "zar": "ZAR", "rand": "ZAR",
    "ils": "ILS", "₪": "ILS", "thb": "THB", "sar": "SAR", "aed": "AED", "rub": "RUB", "₽": "RUB", "php": "PHP",
    "idr": "IDR", "myr": "MYR", "vnd": "VND", "ars": "ARS", "clp": "CLP", "cop": "COP", "btc": "BTC", "eth": "ETH",
}  # fmt: skip
_SUBUNITS = {
    "cents": Cash("cent", 100), "c": Cash("cent", 100),
    "cent": Cash("cent", 100), "¢": Cash("cent", 100), "us cents": Cash("USD", 100),
    "canadian cents": Cash("CAD", 100), "australian cents": Cash("AUD", 100), "hong kong cents": Cash("HKD", 100),
    "new zealand cents": Cash("NZD", 100), "singapore cents": Cash("SGD", 100), "american cents": Cash("USD", 100),
    "euro cents": Cash("EUR", 100), "eurocents": Cash("EUR", 100), "ct": Cash("cent", 100),
    "pence": Cash("GBP", 100), "p": Cash("GBP", 100), "penny": Cash("GBP", 100), "gbx": Cash("GBP", 100),
    "paise": Cash("INR", 100), "öre": Cash("kr", 100), "øre": Cash("kr", 100), "rappen": Cash("CHF", 100),
}  # fmt: skip
_FAMILIES = {
    "$": frozenset(spaced("USD CAD AUD NZD HKD SGD TWD")), "¥": frozenset(("JPY", "CNY")),
    "kr": frozenset(("SEK", "NOK", "DKK")), "cent": frozenset(spaced("$ USD EUR CAD AUD NZD HKD SGD")),
}  # fmt: skip


def cash_of(word: str) -> Cash:
    """Give the currency that a matched word stands for."""
    return _SUBUNITS.get(word) or Cash(_CASH[word])


def same_cash(one: str, other: str) -> bool:
    """Tell whether two currency codes may be one; "$" may be any dollar, "¥" yen or yuan."""
    return one == other or other in _FAMILIES.get(one, ()) or one in _FAMILIES.get(other, ())


def _any(words: object) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


_SIGNS = [word for word in _CASH if not word[-1].isalpha()]
_WORDS = [word for word in _CASH if word[-1].isalpha() and word[-1].isascii()]
_FAR = [word for word in _CASH if word[-1].isalpha() and not word[-1].isascii()]
_LONG = [word for word in SCALES if word.isascii() and word not in ("k", "m", "b", "t")]
_EAST = [word for word in SCALES if not word.isascii() and word[0] > "\u3000"]

BEFORE_WORDS = frozenset(re.findall(r"[^\W\d_]+", " ".join((*_CASH, "minus negative plus"))))
"""Words that may end what stands directly before a number."""

BEFORE = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+]\s?|(?:minus|negative|plus) )?(?:(?P<cash>{_any(_SIGNS)}|(?<![a-z])(?:{_any(_WORDS)}))"
    r"\s?\.?)?(?P<inner>\(|[-+])?\Z"
)
"""What stands directly before a number: a bracket, a sign, a currency, a bracket or sign within."""

AFTER = re.compile(
    rf"(?P<close>\))?"
    rf"(?:[ -]?(?P<cash0>{_any(w for w in _SIGNS if len(w) == 1)}|(?:cents?|pence)(?![a-z])|c(?![\w$.])))?"
    rf"(?:[ -]?(?P<scale>(?:{_any(_LONG)}|milhões)(?![a-z])|(?:k|m|b(?!\.p)|t)(?![\w'&])|{_any(_EAST)})\.?)?"
    rf"(?P<close1>\))?"
    rf"(?:[ -]?(?:of |de |in )?(?P<cash>(?:{_any((*_WORDS, *(w for w in _SUBUNITS if w.isascii())))})(?!\w)"
    rf"|{_any(w for w in (*_SIGNS, *_SUBUNITS) if not w.isascii() or w == '$')}|{_any(_FAR)})(?!\d))?"
    r"(?:\)?[ -]?(?P<unit>%(?:[ -]?(?:points?|pts?)\b)?|percentage[ -]points?|percent(?:age)?[ -]points?|per cent"
    r" points?"
    r"|percent|per cent|‰|per mille?|permille|promille|pct\.?(?:[ -]?(?:points?|pts?)\b)?|prozentpunkte?n?|prozent"
    r"|pour cent|por ciento|por cento"
    r"|per cento|procent|pp\.?ts?|ppts?|pp\.?|p\.p\.|basis[ -]points?|points? de base|puntos b[aá]sicos|punti base"
    r"|bps?\.?|b\.p\.?(?:s\.?)?|pb|bips|basispunkte?n?|points?(?! of)|pts"
    r"|[x×](?! ?[\d$€£¥]| ?\([$€£¥])|times|fold|days?)(?![\w])|(?:[ -]?(?P<unit2>%)))?"
)
"""What stands directly after a number: scale, currency and unit."""
