"""An item and a hit enter; whose price the hit's numbers are (the item's, its inverse's, another's) leaves."""

import re
import unicodedata
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from monitor.datasets import Asset, Item
from monitor.reading.currencies import CODES, COINS_AS_MONEY
from monitor.reading.instruments import (
    ACRONYMS,
    ALIASES,
    BAD_AFTER,
    BAD_BEFORE,
    DERIVATIVE,
    GENERIC_FIRST,
    INDICES,
    LEGAL,
    LEGAL_GROUP,
    NAMES,
)
from monitor.reading.listings import BY_SUFFIX, US, Venue
from monitor.reading.vocabulary import trie

__all__ = ["Mention", "Profile", "Subject", "profile"]


class Subject(IntEnum):
    """Whose a number is."""

    OWN = 0
    INVERSE = 1  # the pair turned round
    NONE = 2  # nobody named
    OTHER = 3
    SOFT = 4  # an upper-case word that may be a ticker: counts against numbers without a label


@dataclass(frozen=True, slots=True)
class Mention:
    """A name or ticker in a text; `quote` is the currency that a pair names."""

    start: int
    end: int
    subject: Subject
    quote: str | None = None


_MONEY = CODES | COINS_AS_MONEY
_SYMBOL = re.compile(
    r"\((?:(?P<inx>[A-Za-z]{2,8})\s?:\s?)?(?P<paren>[A-Z0-9][A-Z0-9.\-/_^=]{0,14})\)"
    r"|\b(?P<exch>NYSE|NASDAQ|Nasdaq|NasdaqGS|NasdaqGM|NasdaqCM|AMEX|LSE|LON|TSX|ASX|XETRA|ETR|FRA|EPA|TYO|HKG|NSE|BSE|SWX|XNYS|XNAS|XLON|BIT|BME|AMS|OTC|OTCMKTS|CVE|TSE):\s?(?P<of>[A-Z0-9]{1,6}(?:[.\-/][A-Z]{1,2})?)\b"
    r"|\b(?P<pair>[A-Z0-9]{2,10}\s?[/_\-]\s?[A-Z]{3,5}[0-9]?)\b(?![a-z])"
    r"|\b(?P<bare>[A-Z][A-Z0-9]{1,11}(?:[.\-/][A-Z]{1,4})?(?:=X|!)?)(?![\w])"
)
_CLASS = re.compile(r"\b(?:class|cl\.?|klasse|classe|clase|série|serie|series|ser\.?)\s?\"?([a-d])\b\"?", re.IGNORECASE)
_DERIVED_SYMBOL = re.compile(r"(?:PERP|SWAP|\.P|[FGHJKMNQUVXZ]\d{2}|\dL|\dS|UP|DOWN|BULL|BEAR|1!)\Z")


def _unaccented(name: str) -> str:
    """Give `name` without accents, as many pages spell it."""
    return "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))


class Profile:
    """What tells one item apart; made once an item."""

    def __init__(self, item: Item) -> None:
        """Take the item's ticker and name apart."""
        self.asset = item.asset
        self.ticker = item.ticker.strip().upper()
        self.name = item.name
        self.base, self.quote = self.ticker, ""
        self.venue: Venue = US
        self.letter: str | None = None
        self.suffixed = False
        self.registered = False
        if item.asset is Asset.FX:
            self.base, _, self.quote = self.ticker.partition("/")
            self.currency = self.quote or "USD"
        elif item.asset is Asset.CRYPTO:
            self.base = re.split(r"[-/_]", self.ticker)[0]
            self.currency = item.currency
        else:
            root, _, suffix = self.ticker.rpartition(".")
            if root and suffix in BY_SUFFIX:
                self.venue, self.base, self.suffixed = BY_SUFFIX[suffix], root, True
            self.currency = self.venue.currency if self.suffixed else item.currency
            found = _CLASS.search(item.name)
            shape = re.fullmatch(r"([A-Z]{1,5})[.\-/]([A-D])", self.base)
            self.letter = found[1].upper() if found else shape[2] if shape else None
            self.registered = bool(re.search(r"registered|namen|nominativ", item.name, re.IGNORECASE))
        self.wants_receipt = bool(re.search(r"\b(?:adr|ads|gdr)\b", item.name, re.IGNORECASE))
        self.form = self._form()
        self.forms = self._forms()
        self.names = self._names()
        self.core = [w for w in re.findall(r"[^\W_]+", " ".join(self.names).lower()) if w not in LEGAL or len(self.names) == 1]
        lowered = {n.lower() for n in self.names}
        self.others = sorted(n for n in NAMES if n not in lowered and n.split()[0] not in {x.split()[0] for x in lowered})
        longest = sorted(self.names, key=len, reverse=True)
        spelled = "|".join(re.escape(n).replace(r"\ ", r"[\s-]+") for n in longest) or "(?!)"
        self._name_at = re.compile(rf"(?<![\w])(?:{spelled})(?:(?=['’]s)|(?![\w]))", re.IGNORECASE)
        tickers = "|".join(re.escape(f) for f in sorted(self.forms, key=len, reverse=True) if len(f) > 1) or "(?!)"
        self._ticker_at = re.compile(rf"(?<![\w.\-/])(?:{tickers})(?![\w])")
        self._other_at = re.compile(rf"(?<![^\W_]){trie(self.others)}(?![^\W_])")
        self.quick = [s.lower() for s in {*(n.split()[0] for n in self.names), *self.forms}]

    def _form(self) -> str | None:
        for word in re.findall(r"[a-z]+", self.name.lower()):
            if word in LEGAL_GROUP:
                return LEGAL_GROUP[word]
        return None

    def _forms(self) -> frozenset[str]:
        if self.asset is Asset.FX:
            return frozenset({self.base + self.quote, f"{self.base}/{self.quote}"})
        forms = {self.ticker, self.base}
        shape = re.fullmatch(r"([A-Z]{1,5})[.\-/]([A-D])", self.base)
        if shape:
            root, letter = shape[1], shape[2]
            forms |= {f"{root}{sep}{letter}" for sep in (".", "-", "/", " ", "_", "")}
        if self.asset is Asset.CRYPTO:
            forms |= {a for a in ALIASES.get(self.base, ()) if a.isupper()}
        return frozenset(forms)

    def _names(self) -> list[str]:
        plain = re.sub(r"\([^)]*\)", " ", self.name)
        plain = _CLASS.sub(" ", plain)
        kept = [w.strip(".,") for w in plain.split()]
        while kept and kept[0].lower() == "the":
            kept = kept[1:]
        while len(kept) > 1 and kept[-1].lower() in LEGAL:
            kept = kept[:-1]
        names = {" ".join(kept)} if kept else set()
        if kept and self.asset is Asset.EQUITY:
            first = kept[0]
            names.add(first if first.lower() not in GENERIC_FIRST and len(first) > 2 else " ".join(kept[:2]))
            if len(kept) > 1 and kept[1] != "&":
                names.add(" ".join(kept[:2]))
        names |= {plain for n in names if (plain := _unaccented(n)) != n}
        names |= set(ALIASES.get(self.ticker, ())) | set(ALIASES.get(self.base, ()))
        return [n for n in names if n]

    # -- symbols ---------------------------------------------------------------------------------------------------

    def symbol(self, raw: str, exchange: str | None = None) -> tuple[Subject, str | None]:
        """Tell whose ticker `raw` is, and the currency that it names where it is a pair."""
        sym = raw.strip().upper().replace(" ", "")
        if sym in self.forms:
            return Subject.OWN, None
        if _DERIVED_SYMBOL.search(sym) and len(sym) > 4 and not sym.endswith(("USD", "EUR")):
            return Subject.OTHER, None
        if self.asset is Asset.CRYPTO:
            for own in self.forms:
                rest = sym[len(own) :].lstrip("-/_:")
                if sym.startswith(own) and rest in _MONEY:
                    return Subject.OWN, "BTC" if rest == "XBT" else rest
            if self.base == "BTC" and re.fullmatch(r"X?XBTZ?(USD|EUR|GBP|JPY|CAD)", sym):
                return Subject.OWN, sym[-3:]
            found = re.fullmatch(r"X([A-Z]{3})Z(USD|EUR|GBP|JPY|CAD)", sym)
            if found and found[1] in self.forms:
                return Subject.OWN, found[2]
        elif self.asset is Asset.EQUITY:
            root, _, suffix = sym.replace(":", ".").rpartition(".")
            if root and suffix in BY_SUFFIX and root == self.base:
                return Subject.OWN, None
            if root and suffix in ("US", "N", "O", "OQ", "K") and root == self.base and not self.suffixed:
                return Subject.OWN, None
        if sym in ACRONYMS or sym in _MONEY or sym.isdigit() or (len(sym) == 1):
            return Subject.NONE, None
        return Subject.OTHER, None

    def _bad_around(self, lower: str, start: int, end: int) -> bool:
        head = lower[max(0, start - 28) : start]
        if BAD_BEFORE.search(head):
            return True
        after = BAD_AFTER.match(lower, end)
        if not after:
            return False
        # "Shiba Inu", "Pepe coin": a word of the item's own name is not another's.
        return after[0].strip(" -") not in self.name.lower().split()

    def own_mentions(self, text: str, lower: str) -> list[Mention]:
        """Give the places where `text` names the item, or something made of its name, in order."""
        found = []
        for match in self._name_at.finditer(text):
            start, end = match.span()
            bad = self._bad_around(lower, start, end) or self._other_class(text, end) or self._other_form(lower, end)
            found.append(Mention(start, end, Subject.OTHER if bad else Subject.OWN))
        for match in self._ticker_at.finditer(text):
            start, end = match.span()
            bad = self._bad_around(lower, start, end) or (self.asset is Asset.CRYPTO and lower[start - 1 : start] in ("/", "-"))
            found.append(Mention(start, end, Subject.OTHER if bad else Subject.OWN))
        return found

    def _other_form(self, lower: str, end: int) -> bool:
        if self.form is None or self.asset is not Asset.EQUITY:
            return False
        found = re.match(r",?\s([a-z]+)\b", lower[end : end + 16])
        group = LEGAL_GROUP.get(found[1]) if found else None
        return group is not None and group != self.form

    def _other_class(self, text: str, end: int) -> bool:
        if self.asset is not Asset.EQUITY:
            return False
        near = text[end : end + 34]
        if self.letter is not None:
            found = _CLASS.search(near)
            if found and found[1].upper() != self.letter:
                return True
        if self.registered and re.match(r"\s(?:AG\s)?(?:PS|PC|GS|I|Inh|Partizipationsschein|Participation|Genussschein)\b", near):
            return True
        return bool(re.match(r"\s(?:[A-Z]{2}\s)?(?:Vz|VZ|Vorzug\w*|Pref\w*|Pfd)\b", near)) and "vz" not in self.name.lower()

    def _nickname(self, raw: str) -> bool:
        """Tell whether "(VW)" after the item's own name is only its initials: nothing like its ticker or a class of it."""
        sym = raw.upper()
        return len(sym) <= 3 and not sym.startswith(self.base) and not self.base.startswith(sym)

    # -- titles ----------------------------------------------------------------------------------------------------

    def of_title(self, title: str, lower: str, url: str, article: bool) -> tuple[Subject, str | None]:
        """Tell whose page it is by title and address, and the currency of the pair that they name."""
        named = self.own_mentions(title, lower)
        own_name = any(m.subject is Subject.OWN and title[m.start : m.end] not in self.forms for m in named)
        bare_own = any(m.subject is Subject.OWN for m in named) and not own_name
        bad_name = any(m.subject is Subject.OTHER for m in named)
        sure_own = sure_other = False
        quote: str | None = None
        for match in _SYMBOL.finditer(title):
            group = match.lastgroup
            if group == "bare" and self._is_name(match["bare"]):
                continue
            raw = match["paren"] or match["of"] or match["pair"] or match["bare"]
            subject, money = self.symbol(raw, match["inx"] or match["exch"])
            sure = group in ("paren", "of", "pair")
            if subject is Subject.OWN:
                quote = quote or money
                if sure or money:
                    sure_own = True
                    if match["paren"] and self._stranger(title[: match.start()], own_name):
                        sure_own, sure_other = False, True
                else:
                    bare_own = True
            elif subject is Subject.OTHER and (sure or self._made_of(raw)):
                sure_other = sure_other or not (group == "pair" and not money and self.asset is Asset.EQUITY)
        if self.asset is Asset.CRYPTO and not own_name and re.search(
            r"\b(?:inc|corp|corporation|ltd|plc|n\.v|stock|nasdaq|nyse|aktie|shares|company)\b", lower
        ):
            return Subject.OTHER, quote
        if self.asset is Asset.EQUITY and not own_name and re.search(r"\b(?:coin|token|crypto|usdt|blockchain|to usd)\b", lower):
            return Subject.OTHER, quote
        if not article and DERIVATIVE.search(lower) and (own_name or bad_name or sure_own or bare_own or sure_other) and not re.search(r"\bspot\b", lower):
            own_word = DERIVATIVE.search(lower)
            if own_word and own_word[0] not in self.name.lower():
                return Subject.OTHER, quote
        if sure_own:
            return Subject.OWN, quote
        if sure_other:
            return (Subject.NONE if article and own_name else Subject.OTHER), quote
        if own_name or (article and bare_own):
            return Subject.OWN, quote
        if bad_name:
            return (Subject.NONE if article else Subject.OTHER), quote
        if bare_own:
            return Subject.OWN, quote
        return self._of_url(url)

    def _is_name(self, raw: str) -> bool:
        """Tell whether an upper-case word is one of the item's own name ("TESCO PLC TSCO"), or too long for a ticker."""
        word = raw.lower()
        return word in self.core or word in self.name.lower().split() or (len(raw) > 6 and raw.isalpha() and self.base not in raw)

    def _made_of(self, raw: str) -> bool:
        """Tell whether an upper-case word is built on the ticker (WBTC, MSFTX): a wrapper or another class."""
        sym = raw.upper()
        return len(self.base) >= 3 and sym != self.base and self.base in sym and len(sym) <= len(self.base) + 5

    def _stranger(self, head: str, own_name: bool) -> bool:
        """Tell whether the name before "(TICKER)" is a foreign one."""
        if own_name:
            return False
        name = re.search(r"((?:[A-Z][\w&.'-]*,?\s*){1,5})\Z", head)
        if not name:
            return False
        said = [w for w in re.findall(r"[a-z0-9]+", name[1].lower()) if w not in LEGAL]
        said = [w for w in said if w not in ("price", "stock", "quote", "live", "buy", "today", "usd", "convert", "coin")]
        if not said:
            return False
        initials = "".join(w[0] for w in said)
        squashed = "".join(said)
        mine = "".join(re.findall(r"[a-z0-9]+", self.name.lower()))
        return not (initials.startswith(self.base.lower()[:3]) or squashed[:4] == mine[:4] or any(w in self.core for w in said))

    def _of_url(self, url: str) -> tuple[Subject, str | None]:
        path = url.split("//")[-1].partition("/")[2]
        for part in re.split(r"[/?&=:,#]|%5E|%3A", path):
            if not part:
                continue
            symbol = part.upper().removesuffix(".HTML")
            subject, money = self.symbol(symbol)
            if subject is Subject.OWN:
                return subject, money
            slug = re.split(r"[-_.]", part.lower())
            mine = [w.lower() for w in re.findall(r"[^\W_]+", self.names[0])] if self.names else []
            if mine and all(w in slug for w in mine) and not BAD_AFTER.search(" " + " ".join(slug)) and len(slug) <= len(mine) + 3:
                return Subject.OWN, None
        return Subject.NONE, None

    # -- texts -----------------------------------------------------------------------------------------------------

    def mentions(self, text: str, lower: str) -> list[Mention]:
        """Give every instrument that `text` names, in order of place."""
        found = self.own_mentions(text, lower)
        taken = {m.start: m for m in found}
        ends = {m.end for m in found if m.subject is Subject.OWN}
        spans = [(m.start, m.end) for m in found]
        for match in _SYMBOL.finditer(text):
            group = match.lastgroup
            raw = match["paren"] or match["of"] or match["pair"] or match["bare"]
            subject, money = self.symbol(raw, match["inx"] or match["exch"])
            start, end = match.span()
            if subject is Subject.NONE or (group == "bare" and self._is_name(raw)):
                continue
            if subject is Subject.OTHER and group == "paren" and start - 1 in ends and self._nickname(raw):
                continue
            if subject is Subject.OWN:
                if money:
                    found.append(Mention(start, end, Subject.OWN, money))
                elif group in ("paren", "of") and self._stranger(text[max(0, start - 50) : start], any(m.end >= start - 50 for m in found if m.end <= start and m.subject is Subject.OWN)):
                    found.append(Mention(start, end, Subject.OTHER))
                elif start not in taken:
                    found.append(Mention(start, end, Subject.OWN))
                continue
            if group == "bare":
                soft = Subject.OTHER if self._made_of(raw) else Subject.SOFT
                found.append(Mention(start, end, soft))
            elif group != "pair" or self.asset is not Asset.EQUITY or raw.rpartition("/")[2] in _MONEY:
                found.append(Mention(start, end, Subject.OTHER))
        for match in self._other_at.finditer(lower):
            start, end = match.span()
            if any(a <= start < b for a, b in spans):
                continue
            if text[start].isupper() or not text[start].isalpha():
                found.append(Mention(start, end, Subject.SOFT if match[0] in INDICES else Subject.OTHER))
        found.sort(key=lambda m: (m.start, -m.end))
        return found


@lru_cache(maxsize=512)
def profile(item: Item) -> Profile:
    """Give the profile of `item`."""
    return Profile(item)
