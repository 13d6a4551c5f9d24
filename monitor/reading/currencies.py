"""The text beside a number enters; the code of its currency leaves, with pence and the like as a fraction of theirs."""

import re
from functools import lru_cache
from typing import NamedTuple

from monitor.reading.vocabulary import spaced, trie

__all__ = ["CODES", "COINS_AS_MONEY", "SYMBOLS", "Money", "after", "before", "codes_in", "money_of", "refines"]


class Money(NamedTuple):
    """A currency as written: its `code` and how many of the written units make one of it (pence: 100)."""

    code: str
    per: int = 1


CODES = frozenset(
    [
        "USD",
        "EUR",
        "GBP",
        "JPY",
        "CHF",
        "AUD",
        "CAD",
        "NZD",
        "CNY",
        "CNH",
        "HKD",
        "SGD",
        "INR",
        "KRW",
        "TWD",
        "SEK",
        "NOK",
        "DKK",
        "PLN",
        "CZK",
        "HUF",
        "RON",
        "TRY",
        "ZAR",
        "MXN",
        "BRL",
        "ARS",
        "CLP",
        "COP",
        "PEN",
        "THB",
        "IDR",
        "MYR",
        "PHP",
        "VND",
        "ILS",
        "AED",
        "SAR",
        "QAR",
        "KWD",
        "EGP",
        "NGN",
        "KES",
        "PKR",
        "BDT",
        "LKR",
        "UAH",
        "RUB",
        "KZT",
        "ISK",
        "BGN",
        "HRK",
        "MAD",
    ]
)
"""ISO 4217 codes that pages quote in."""

COINS_AS_MONEY = frozenset(
    [
        "USDT",
        "USDC",
        "BUSD",
        "FDUSD",
        "TUSD",
        "DAI",
        "USDE",
        "PYUSD",
        "USD1",
        "BTC",
        "XBT",
        "ETH",
        "BNB",
        "SOL",
        "EURC",
        "EURT",
    ]
)
"""Coins that other coins are quoted in."""

SYMBOLS: dict[str, Money] = {
    "$": Money("$"), "€": Money("EUR"), "£": Money("GBP"), "¥": Money("¥"), "₹": Money("INR"), "₩": Money("KRW"),
    "₽": Money("RUB"),
    "₺": Money("TRY"), "₪": Money("ILS"), "฿": Money("THB"), "₫": Money("VND"), "₱": Money("PHP"), "₦": Money("NGN"),
    "₿": Money("BTC"), "₴": Money("UAH"), "Ξ": Money("ETH"), "₮": Money("USDT"), "￠": Money("USD", 100),
    "¢": Money("USD", 100),
    "円": Money("JPY"), "元": Money("CNY"), "원": Money("KRW"),
}  # fmt: skip
# "$" and "¥" are left open here: the listing decides which dollar or yuan; see `money_of`.

_COMPOUND: dict[str, Money] = {
    "us$": Money("USD"), "u$s": Money("USD"), "u$": Money("USD"), "usd$": Money("USD"), "c$": Money("CAD"),
    "ca$": Money("CAD"),
    "cad$": Money("CAD"), "a$": Money("AUD"), "au$": Money("AUD"), "aud$": Money("AUD"), "nz$": Money("NZD"),
    "hk$": Money("HKD"),
    "s$": Money("SGD"), "nt$": Money("TWD"), "r$": Money("BRL"), "mx$": Money("MXN"), "cn¥": Money("CNY"),
    "jp¥": Money("JPY"),
    "rmb¥": Money("CNY"), "£e": Money("EGP"),
}  # fmt: skip

_WORDS: dict[str, Money] = {
    "us dollar": Money("USD"), "us dollars": Money("USD"), "u.s. dollar": Money("USD"), "u.s. dollars": Money("USD"),
    "american dollars": Money("USD"), "us-dollar": Money("USD"), "us-dollars": Money("USD"), "dollar": Money("$"),
    "dollars": Money("$"),
    "dollar us": Money("USD"), "dollars us": Money("USD"), "dollars américains": Money("USD"),
    "dollar américain": Money("USD"),
    "dólar": Money("$"), "dólares": Money("$"), "dolares": Money("$"), "dólares estadounidenses": Money("USD"),
    "dólar estadounidense": Money("USD"), "dólares americanos": Money("USD"), "dólar americano": Money("USD"),
    "dollari": Money("$"),
    "dollaro": Money("$"), "dollari usa": Money("USD"), "dollaro usa": Money("USD"), "dollari americani": Money("USD"),
    "米ドル": Money("USD"), "ドル": Money("USD"), "美元": Money("USD"), "달러": Money("USD"),
    "euro": Money("EUR"), "euros": Money("EUR"), "eur.": Money("EUR"), "ユーロ": Money("EUR"), "欧元": Money("EUR"),
    "pound": Money("GBP"), "pounds": Money("GBP"), "sterling": Money("GBP"), "pounds sterling": Money("GBP"),
    "british pound": Money("GBP"), "british pounds": Money("GBP"), "pound sterling": Money("GBP"),
    "pfund": Money("GBP"),
    "britische pfund": Money("GBP"), "livre sterling": Money("GBP"), "livres sterling": Money("GBP"),
    "libra": Money("GBP"),
    "libras": Money("GBP"), "libras esterlinas": Money("GBP"), "libra esterlina": Money("GBP"),
    "sterline": Money("GBP"),
    "sterlina": Money("GBP"), "ポンド": Money("GBP"),
    "gbx": Money("GBP", 100), "gbp pence": Money("GBP", 100), "pence": Money("GBP", 100),
    "pence sterling": Money("GBP", 100),
    "penny": Money("GBP", 100), "p": Money("GBP", 100), "gbpence": Money("GBP", 100), "zac": Money("ZAR", 100),
    "cent": Money("¢", 100), "cents": Money("¢", 100), "us cents": Money("USD", 100), "euro cents": Money("EUR", 100),
    "eurocent": Money("EUR", 100), "us-cent": Money("USD", 100), "ila": Money("ILS", 100), "agorot": Money("ILS", 100),
    "yen": Money("JPY"), "japanese yen": Money("JPY"), "yens": Money("JPY"), "yenes": Money("JPY"),
    "ienes": Money("JPY"),
    "iene": Money("JPY"), "japanische yen": Money("JPY"), "日本円": Money("JPY"),
    "swiss franc": Money("CHF"), "swiss francs": Money("CHF"), "schweizer franken": Money("CHF"),
    "franken": Money("CHF"),
    "francs suisses": Money("CHF"), "franc suisse": Money("CHF"), "franco suizo": Money("CHF"),
    "francos suizos": Money("CHF"),
    "franchi svizzeri": Money("CHF"), "franchi": Money("CHF"), "fr.": Money("CHF"), "sfr": Money("CHF"),
    "sfr.": Money("CHF"),
    "スイスフラン": Money("CHF"),
    "australian dollar": Money("AUD"), "australian dollars": Money("AUD"), "aussie dollar": Money("AUD"),
    "aussie dollars": Money("AUD"), "australische dollar": Money("AUD"), "豪ドル": Money("AUD"),
    "dólar australiano": Money("AUD"),
    "dólares australianos": Money("AUD"), "dollar australien": Money("AUD"), "dollars australiens": Money("AUD"),
    "dollaro australiano": Money("AUD"), "dollari australiani": Money("AUD"),
    "canadian dollar": Money("CAD"), "canadian dollars": Money("CAD"), "kanadische dollar": Money("CAD"),
    "loonie": Money("CAD"),
    "dólares canadienses": Money("CAD"), "dollars canadiens": Money("CAD"), "カナダドル": Money("CAD"),
    "new zealand dollar": Money("NZD"), "new zealand dollars": Money("NZD"), "kiwi": Money("NZD"),
    "nzドル": Money("NZD"),
    "hong kong dollar": Money("HKD"), "hong kong dollars": Money("HKD"), "singapore dollar": Money("SGD"),
    "singapore dollars": Money("SGD"), "indian rupee": Money("INR"), "indian rupees": Money("INR"),
    "rupees": Money("INR"),
    "rupee": Money("INR"), "rs": Money("INR"), "rs.": Money("INR"), "रुपये": Money("INR"), "रुपए": Money("INR"),
    "chinese yuan": Money("CNY"), "yuan": Money("CNY"), "renminbi": Money("CNY"), "rmb": Money("CNY"),
    "人民币": Money("CNY"),
    "korean won": Money("KRW"), "won": Money("KRW"), "swedish krona": Money("SEK"), "swedish kronor": Money("SEK"),
    "schwedische kronen": Money("SEK"), "norwegian krone": Money("NOK"), "norwegian kroner": Money("NOK"),
    "danish krone": Money("DKK"), "danish kroner": Money("DKK"), "polish zloty": Money("PLN"), "zloty": Money("PLN"),
    "złoty": Money("PLN"), "zł": Money("PLN"), "czech koruna": Money("CZK"), "kč": Money("CZK"),
    "forint": Money("HUF"), "ft": Money("HUF"),
    "turkish lira": Money("TRY"), "lira": Money("TRY"), "türkische lira": Money("TRY"), "rand": Money("ZAR"),
    "south african rand": Money("ZAR"), "mexican peso": Money("MXN"), "mexican pesos": Money("MXN"),
    "pesos mexicanos": Money("MXN"),
    "peso mexicano": Money("MXN"), "brazilian real": Money("BRL"), "brazilian reais": Money("BRL"),
    "reais": Money("BRL"),
    "reales": Money("BRL"), "tether": Money("USDT"), "bitcoin": Money("BTC"), "bitcoins": Money("BTC"),
    "kr": Money("kr"), "kr.": Money("kr"), "rp": Money("IDR"), "rp.": Money("IDR"), "rupiah": Money("IDR"),
    "rm": Money("MYR"), "ringgit": Money("MYR"), "tl": Money("TRY"), "baht": Money("THB"), "บาท": Money("THB"),
    "lei": Money("RON"), "leu": Money("RON"), "грн": Money("UAH"), "hryvnia": Money("UAH"), "руб": Money("RUB"),
    "руб.": Money("RUB"), "рублей": Money("RUB"), "rubles": Money("RUB"), "roubles": Money("RUB"),
    "peso": Money("peso"), "pesos": Money("peso"), "pesos chilenos": Money("CLP"), "pesos argentinos": Money("ARS"),
    "pesos colombianos": Money("COP"), "philippine pesos": Money("PHP"), "krone": Money("kr"),
    "kroner": Money("kr"), "krona": Money("kr"),
    "kronor": Money("kr"), "shekel": Money("ILS"), "shekels": Money("ILS"),
    "dirham": Money("AED"), "dirhams": Money("AED"),
    "riyal": Money("SAR"), "naira": Money("NGN"), "złotych": Money("PLN"), "đồng": Money("VND"), "đ": Money("VND"),
    "тенге": Money("KZT"), "c": Money("¢", 100), "долларов": Money("USD"), "доллара": Money("USD"),
    "usd coin": Money("USDC"), "ether": Money("ETH"), "xbt": Money("BTC"),
}  # fmt: skip
for _code in CODES | COINS_AS_MONEY:
    _WORDS.setdefault(_code.lower(), Money("BTC" if _code == "XBT" else _code))
_WORDS["cnh"] = Money("CNY")

_AHEAD = re.compile(rf"(?:{trie(_COMPOUND)}|(?:{trie(w for w in _WORDS if w.isascii() or w[0] < chr(0x3000))})(?![\w])"
                    rf"|{trie(w for w in _WORDS if not w.isascii() and w[0] >= chr(0x900))})")  # fmt: skip
_HEADS = frozenset(re.match(r"[^\W\d_]*", w)[0] for w in (*_WORDS, *_COMPOUND))  # type: ignore[index]
_ALONE = re.compile(r"\s*(?:\Z|[A-Z(+▲▼]|-\d)")
"""What follows a "p" for pence that stands apart: "1,098.40 p Change"."""
_NOT_BEFORE = frozenset(
    [
        "p",
        "c",
        "rm",
        "tl",
        "lei",
        "leu",
        "đ",
        "ft",
        "won",
        "rand",
        "kiwi",
        "tether",
        "bitcoin",
        "bitcoins",
        "ether",
        "penny",
        "cent",
        "cents",
    ]
)
_PER_CASE = {"GBp": Money("GBP", 100), "GBX": Money("GBP", 100), "ZAc": Money("ZAR", 100)}


_NO_MONEY = frozenset("0123456789(,;|-+/%*=[]{}<>\"'&!?#@~–—·•▲▼≈")


def before(text: str, lower: str, start: int) -> tuple[Money | None, int]:
    """Give the currency written directly before offset `start`, and the offset at which it begins."""
    at = start
    if at and lower[at - 1] in " \u00a0":
        at -= 1
    if not at:
        return None, start
    last = lower[at - 1]
    if last in _NO_MONEY:
        return None, start
    if "a" <= last <= "z":
        # Most often a plain word that is no currency ("Bid 512.30").
        begin = lower.rfind(" ", 0, at) + 1
        word = lower[begin:at]
        if word not in _WORDS and word.isalpha():
            return None, start
    if last in SYMBOLS or last == "¥":
        if at == 1 or not lower[at - 2].isalpha():
            return SYMBOLS[last], at - 1
        compound = at - 1
        while compound and lower[compound - 1].isalpha() and at - compound < 4:
            compound -= 1
        money = _COMPOUND.get(lower[compound:at])
        if money:
            return money, compound
        if compound < at - 1 and last < "\u3000":
            prefix = _WORDS.get(lower[compound : at - 1])
            if prefix:
                return prefix, compound
        return SYMBOLS[last], at - 1
    if last == "s" and lower[at - 3 : at] == "u$s":
        return Money("USD"), at - 3
    if last == ")" and lower[at - 5 : at - 4] == "(":
        at -= 1
        last = lower[at - 1]
    if last == ":":
        at -= 1
    elif not last.isalpha() and last != ".":
        return None, start
    if text[at - 3 : at] in _PER_CASE and not text[at - 4 : at - 3].isalpha():
        return _PER_CASE[text[at - 3 : at]], at - 3
    begin = max(lower.rfind(" ", 0, at), lower.rfind("\n", 0, at)) + 1
    word = lower[begin:at]
    money = _WORDS.get(word)
    if money is None:
        while begin < at and not lower[begin].isalpha():
            begin += 1  # "(usd", "|eur"
        word = lower[begin:at]
        if word.isalpha() or not word:
            money = _WORDS.get(word)
        else:
            begin = at
            while begin and lower[begin - 1].isalpha():
                begin -= 1
            word = lower[begin:at]
            money = _WORDS.get(word)
        if money is None:
            return None, start
    if word in _NOT_BEFORE or (word in ("try", "dai", "sol", "all") and text[begin:at].islower()):
        return None, start
    return money, begin


def after(text: str, lower: str, end: int, word: str) -> tuple[Money | None, int]:
    """Give the currency written directly after offset `end` (the next word is `word`), and where it stops."""
    at = end
    if lower[at : at + 1] in (" ", "\u00a0"):
        at += 1
    first = lower[at : at + 1]
    if not first:
        return None, end
    if first in SYMBOLS:
        # A symbol that belongs to the next number ("512.30 $512.38") is not this one's.
        follows = lower[at + 1 : at + 2]
        if at > end and (follows.isdigit() or (follows == " " and lower[at + 2 : at + 3].isdigit())):
            return None, end
        return SYMBOLS[first], at + 1
    if not first.isalpha() or (word not in _HEADS and first < "\u2fff"):
        return None, end
    if text[at : at + 3] in _PER_CASE and not text[at + 3 : at + 4].isalnum():
        return _PER_CASE[text[at : at + 3]], at + 3
    found = _AHEAD.match(lower, at)
    if not found:
        return None, end
    word = found[0]
    if word in ("try", "dai", "sol", "won", "ft", "rand", "kiwi") and text[at : found.end()].islower():
        return None, end
    if word in ("p", "c", "đ") and not text[at].islower():
        return None, end
    if word in ("p", "c", "đ") and at > end and (word != "p" or not _ALONE.match(text, at + 1)):
        return None, end
    follows = lower[found.end() : found.end() + 2].lstrip()
    if word in _COMPOUND and follows[:1].isdigit():
        return None, end
    # "441,20 USD 512.30": a code before another number may belong to either; the first one takes it.
    return _WORDS.get(word) or _COMPOUND.get(word) or _WORDS.get(word.replace("\u00a0", " ")), found.end()


_FAMILIES = {
    "$": frozenset(spaced("$ peso USD CAD AUD NZD HKD SGD TWD MXN ARS CLP COP")),
    "¥": frozenset(("¥", "JPY", "CNY")),
    "kr": frozenset(("kr", "SEK", "NOK", "DKK", "ISK")),
    "peso": frozenset(("peso", "MXN", "CLP", "COP", "ARS", "PHP")),
    "¢": frozenset(("¢", "USD", "EUR")),
}


def refines(after_it: Money, before_it: Money) -> bool:
    """Tell whether a currency after a number says more exactly what the symbol before it says ("$9.43 USD")."""
    return after_it.code == before_it.code or after_it.code in _FAMILIES.get(before_it.code, ())


def codes_in(words: str) -> list[str]:
    """Give the currency codes that `words` names, in order."""
    found = []
    for match in re.finditer(r"[A-Z]{3,5}", words):
        code = match[0]
        if code in CODES or code in COINS_AS_MONEY:
            found.append("BTC" if code == "XBT" else code)
    return found


@lru_cache(maxsize=1024)
def money_of(money: Money, home: str) -> Money:
    """Settle an open symbol: "$" is the listing's own dollar where `home` is one, "kr" its own crown, "¥" its yuan."""
    if money.code == "$":
        return Money(home if home in ("CAD", "AUD", "HKD", "SGD", "NZD", "TWD", "MXN") else "USD", money.per)
    if money.code == "¢":
        return Money("EUR" if home == "EUR" else home if home in ("CAD", "AUD", "NZD", "ZAR") else "USD", 100)
    if money.code == "¥":
        return Money("CNY" if home == "CNY" else "JPY", money.per)
    if money.code == "peso":
        return Money(home if home in ("MXN", "CLP", "COP", "ARS", "PHP") else "MXN", money.per)
    if money.code == "kr":
        return Money(home if home in ("SEK", "NOK", "DKK", "ISK") else "SEK", money.per)
    return money
