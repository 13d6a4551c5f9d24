"""An item enters; what tells it from its look-alikes leaves: names, ticker forms, class, listing."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from monitor.datasets import Item
from monitor.reading.codes import CRYPTO, EQUITY, FX, Code
from monitor.reading.currencies import CODES, COINS_AS_MONEY
from monitor.reading.instruments import (
    ACRONYMS,
    ALIASES,
    BAD_AFTER,
    BAD_AFTER_HEADS,
    BAD_AFTER_SHARE,
    BAD_BEFORE,
    BAD_BEFORE_ENDS,
    GENERIC_FIRST,
    LEGAL,
    LEGAL_GROUP,
    NAMES,
)
from monitor.reading.labels import labelled
from monitor.reading.listings import BY_SUFFIX, US, Venue
from monitor.reading.vocabulary import trie

__all__ = ["DERIVED_SYMBOL", "INDEX", "MONEY", "Mention", "Profile", "Subject", "profile"]


class Subject(Code):
    """Whose a number is."""

    OWN = 0
    INVERSE = 1  # the pair turned round
    NONE = 2  # nobody named
    OTHER = 3
    SOFT = 4  # an upper-case word that may be a ticker, or an index: counts against numbers without a label


@dataclass(slots=True)
class Mention:
    """A name or ticker in a text; `quote` is the currency that a pair names."""

    start: int
    end: int
    subject: Subject
    quote: str | None = None


INDEX = "index"
"""What stands for the currency in a mention of an index."""

MONEY = CODES | COINS_AS_MONEY
"""Codes that prices are quoted in."""

_CLASS = re.compile(r"\b(?:class|cl\.?|klasse|classe|clase|série|serie|series|ser\.?)\s?\"?([a-d])\b\"?", re.IGNORECASE)
_LETTER = re.compile(r"\s([A-D])(?=\Z|\s(?:shares?|stock)\b|\s?[|:(,–-])")
_CLASSED = re.compile(r"([A-Z]{1,5})[.\-/]([A-D])")
_BRAZILIAN_PREFERRED = re.compile(r"[A-Z]{4}[4-8]")
"""Preferred shares in São Paulo: 4 (PN) to 8 (PNA to PND); 3 is the common share, 11 a unit."""
_CANADIAN_LISTING = re.compile(r"([A-Z]{1,5})(?:-[TNQ]|:CA)")
"""As Canadian pages write a listing: Toronto ("SHOP-T", "SHOP:CA"), New York ("-N"), Nasdaq ("-Q")."""
DERIVED_SYMBOL = re.compile(r"(?:PERP|SWAP|\.P|[FGHJKMNQUVXZ]\d{2}|\dL|\dS|UP|DOWN|BULL|BEAR|1!)\Z")
_UNWRAPPED = {"WETH": "ETH", "WBNB": "BNB", "WSOL": "SOL", "WBTC": "BTC", "TL": "TRY"}
"""Wrapped coins that decentralised exchanges quote in, and the lira as Turkish ones write it."""
_XBT = re.compile(r"X?XBTZ?(USD|EUR|GBP|JPY|CAD)")
_KRAKEN = re.compile(r"X([A-Z]{3})Z(USD|EUR|GBP|JPY|CAD)")
_BEARER = re.compile(r"\s(?:AG\s)?(?:PS|PC|GS|I|Inh|Partizipationsschein|Participation|Genussschein)\b")
_REGISTERED = re.compile(r"\s(?:AG\s)?(?:I|Inh|N|Nam)\b")
_PREFERRED = re.compile(r"\s(?:[A-Z]{2}\s)?(?:\([A-Z]{1,4}\)\s)?(?:Vz|VZ|Vorzug\w*|Pref\w*|Pfd|PN)\b")
_COMMON = re.compile(r"\s(?:\([A-Z]{1,4}\)\s)?(?:St|ST|Stamm\w*|ON)\b")
_LEGAL_WORD = re.compile(r",?\s([a-z]+)\b")
_COMPANY = re.compile(r"\s(?:holdings?|ltd|limited|plc|group|inc|corp|corporation|ag)(?![^\W_])")
_TITLE_WORDS = frozenset(
    ["price", "stock", "quote", "live", "buy", "today", "usd", "convert", "coin", "shares", "share", "aktie", "kurs"]
)


_OTHER_NAME = re.compile(rf"{trie(sorted(NAMES))}(?![^\W_])")
_HEADS: dict[str, str] = {n: re.match(r"[^\W\d_][\w'&-]*|", n)[0] for n in NAMES}  # type: ignore[index]


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
        self.name_words = frozenset(item.name.lower().split())
        self.base, self.quote = self.ticker, ""
        self.venue: Venue = US
        self.suffixed = False
        self.currency = item.currency
        if item.asset is FX:
            self.base, _, self.quote = self.ticker.partition("/")
            self.currency = self.quote or "USD"
        elif item.asset is CRYPTO:
            self.base = re.split(r"[-/_]", self.ticker)[0]
        else:
            root, _, suffix = self.ticker.rpartition(".")
            if root and suffix in BY_SUFFIX:
                self.venue, self.base, self.suffixed = BY_SUFFIX[suffix], root, True
                self.currency = self.venue.currency
        said, shape = _CLASS.search(item.name), _CLASSED.fullmatch(self.base)
        self.letter = said[1].upper() if said else shape[2] if shape else None
        lower = item.name.lower()
        self.registered = re.search(r"registered|namen|nominativ", lower) is not None
        self.certificate = re.search(r"participation|genuss|partizipation", lower) is not None
        letters = iter(lower)
        self.unlike = item.asset is EQUITY and self.base.isalpha() and not all(c in letters for c in self.base.lower())
        """Whether the ticker is no shortening of the name: then "ETD Ltd" is another company."""
        self.preferred = re.search(r"preferred|vorzug|\bvz\b|\bpref\b|\bpn\b", lower) is not None or (
            self.currency == "BRL" and _BRAZILIAN_PREFERRED.fullmatch(self.base) is not None
        )
        self.wants_receipt = re.search(r"\b(?:adr|ads|gdr)\b", lower) is not None
        self.form = next((LEGAL_GROUP[w] for w in re.findall(r"[a-z]+", lower) if w in LEGAL_GROUP), None)
        self.forms = self._forms()
        self.names = self._names()
        self.name_parts = [parts for n in self.names if (parts := re.findall(r"[^\W_]+", n.lower()))]
        self.core = [
            w for w in re.findall(r"[^\W_]+", " ".join(self.names).lower()) if w not in LEGAL or len(self.names) == 1
        ]
        self._mine = "".join(re.findall(r"[a-z0-9]+", lower))
        lowered = {n.lower() for n in self.names}
        firsts = {n.split()[0] for n in lowered} | {f.lower() for f in self.forms}
        mine = self.name_words if item.asset is EQUITY else frozenset()  # "Disney" is "Walt Disney"
        self.others = frozenset(
            n for n in NAMES if n not in lowered and n.split()[0] not in firsts and not mine.issuperset(n.split())
        )
        self.other_heads = frozenset(_HEADS[n] for n in self.others)
        self._needles = sorted({n.lower() for n in self.names}, key=len, reverse=True)
        self._tickers = sorted((f for f in self.forms if len(f) > 1), key=len, reverse=True)
        self.quick = tuple(sorted({*(n.split()[0].lower() for n in self.names), *(f.lower() for f in self.forms)}))
        self.misleading = () if item.asset is FX else tuple(n for n in self._needles if labelled(n))
        self._symbols: dict[str, tuple[Subject, str | None]] = {}
        spelled = "|".join(re.escape(n) for n in sorted({*self.names, *self.forms}, key=len, reverse=True))
        self.amount_of = re.compile(rf"\s?(?:{spelled})(?:\s?\((?:{spelled})\))?(?![\w])", re.IGNORECASE)
        """Finds the item's own name or code after an amount ("100 ALGO")."""

    def _forms(self) -> frozenset[str]:
        if self.asset is FX:
            return frozenset({self.base + self.quote, f"{self.base}/{self.quote}"})
        forms = {self.ticker, self.base}
        shape = _CLASSED.fullmatch(self.base)
        if shape:
            forms |= {f"{shape[1]}{sep}{shape[2]}" for sep in (".", "-", "/", " ", "_", "")}
        if self.base.isdecimal():
            forms |= {
                self.base.lstrip("0"),
                self.base.zfill(4),
                self.base.zfill(5),
                f"{self.base.zfill(5)}.{self.ticker.rpartition('.')[2]}",
            }
        if "-" in self.base:
            forms |= {self.base.replace("-", sep) for sep in (" ", ".", "")}
        if self.asset is CRYPTO:
            forms |= {a for a in ALIASES.get(self.base, ()) if a.isupper()}
        return frozenset(forms)

    def _names(self) -> list[str]:
        kept = [w.strip(".,") for w in _CLASS.sub(" ", re.sub(r"\([^)]*\)", " ", self.name)).split()]
        while kept and kept[0].lower() == "the":
            kept = kept[1:]
        while len(kept) > 1 and (kept[-1].lower() in LEGAL or (len(kept[-1]) == 1 and self.asset is EQUITY)):
            kept = kept[:-1]
        names = {" ".join(kept)} if kept else set()
        if kept and self.asset is EQUITY:
            first = kept[0]
            names.add(first if first.lower() not in GENERIC_FIRST and len(first) > 2 else " ".join(kept[:2]))
            if len(kept) > 1 and kept[1] != "&":
                names.add(" ".join(kept[:2]))
        names |= {plain for n in names if (plain := _unaccented(n)) != n}
        names |= set(ALIASES.get(self.ticker, ())) | set(ALIASES.get(self.base, ()))
        return sorted(n for n in names if n)

    def symbol(self, raw: str) -> tuple[Subject, str | None]:
        """Tell whose ticker `raw` is, and the currency that it names where it is a pair."""
        known = self._symbols.get(raw)
        if known is None:
            if len(self._symbols) > 5000:
                self._symbols.clear()
            known = self._symbols[raw] = self._symbol(raw.strip().upper().replace(" ", ""))
        return known

    def _symbol(self, sym: str) -> tuple[Subject, str | None]:
        if sym in self.forms or (self.suffixed and sym[-1:] == "." and sym[:-1] in self.forms):
            return Subject.OWN, None  # London fills up short tickers: "RR.", "BP."
        if len(sym) > 4 and DERIVED_SYMBOL.search(sym) and not sym.endswith(("USD", "EUR")):
            return Subject.OTHER, None
        if self.asset is CRYPTO:
            for own in self.forms:
                rest = sym[len(own) :].lstrip("-/_:")
                rest = _UNWRAPPED.get(rest, rest)
                if sym.startswith(own) and rest in MONEY:
                    return Subject.OWN, "BTC" if rest == "XBT" else rest
            if self.base == "BTC" and _XBT.fullmatch(sym):
                return Subject.OWN, sym[-3:]
            found = _KRAKEN.fullmatch(sym)
            if found and found[1] in self.forms:
                return Subject.OWN, found[2]
        elif self.asset is EQUITY:
            root, _, suffix = sym.replace(":", ".").rpartition(".")
            if root == self.base and (
                suffix in BY_SUFFIX or (suffix in ("US", "N", "O", "OQ", "K") and not self.suffixed)
            ):
                return Subject.OWN, None
            listed = _CANADIAN_LISTING.fullmatch(sym)
            if listed and listed[1] == self.base and (self.venue.currency == "CAD") == sym.endswith(("-T", "A")):
                return Subject.OWN, None
        if sym in ACRONYMS or sym in MONEY or sym.isdigit() or len(sym) == 1:
            return Subject.NONE, None
        if sym[:1] == "R" and sym[1:].isdigit() and len(sym) <= 4:
            return Subject.NONE, None  # "R1 715 320": rands, or a level of a chart
        return Subject.OTHER, None

    def own_mentions(self, text: str, lower: str) -> list[Mention]:
        """Give the places where `text` names the item, or something made of its name."""
        found: list[Mention] = []
        seen: set[int] = set()
        equity = self.asset is EQUITY
        classed: list[Mention] = []
        for needle in self._needles:
            size = len(needle)
            at = lower.find(needle)
            while at >= 0:
                end = at + size
                if at not in seen and not _inside(lower, at, end):
                    seen.add(at)
                    mention = Mention(at, end, Subject.OTHER if self._bad_around(lower, at, end) else Subject.OWN)
                    if equity and mention.subject is Subject.OWN and self._other_share(text, lower, end):
                        mention.subject = Subject.OTHER
                        classed.append(mention)
                    found.append(mention)
                at = lower.find(needle, end)
        for ticker in self._tickers:
            size = len(ticker)
            at = text.find(ticker)
            while at >= 0:
                end = at + size
                prior = text[at - 1 : at]
                if at not in seen and not _inside(text, at, end) and prior not in (".", "/", "-"):
                    seen.add(at)
                    bad = self._bad_around(lower, at, end) or (self.unlike and _COMPANY.match(lower, end) is not None)
                    mention = Mention(at, end, Subject.OTHER if bad else Subject.OWN)
                    found.append(mention)
                    for other in classed:
                        if mention.subject is Subject.OWN and 0 <= other.start - end <= 4:
                            other.subject = Subject.OWN  # "PETR4 - PETROBRAS PN": the ticker settles the class
                at = text.find(ticker, end)
        return found

    def spoken_of(self, text: str) -> Subject:
        """Give NONE where an article whose title names a sister class speaks of this one too, else OTHER."""
        own = any(found[1].upper() == self.letter for found in _CLASS.finditer(text))
        return Subject.NONE if own else Subject.OTHER

    def class_mentions(self, text: str) -> list[Mention]:
        """Give the places where a text that names the company speaks of one of its classes ("Class B stock")."""
        return [
            Mention(m.start(), m.end(), Subject.OWN if m[1].upper() == self.letter else Subject.OTHER)
            for m in _CLASS.finditer(text)
        ]

    def _bad_around(self, lower: str, start: int, end: int) -> bool:
        """Tell whether the words around a name make another thing of it (wrapped, futures, "Cash")."""
        head = lower[max(0, start - 28) : start].rstrip(" -")
        if head and head[head.rfind(" ") + 1 :].rpartition("-")[2] in BAD_BEFORE_ENDS and BAD_BEFORE.search(head + " "):
            return True
        at = end
        while lower[at : at + 1] in (" ", "-") and at - end < 2:
            at += 1
        if lower[at : at + 1] not in BAD_AFTER_HEADS:
            return False
        after = (BAD_AFTER if self.asset is CRYPTO else BAD_AFTER_SHARE).match(lower, end)
        # "Shiba Inu": a word of the item's own name is not another's.
        return after is not None and after[0].strip(" -") not in self.name_words

    def _other_share(self, text: str, lower: str, end: int) -> bool:
        """Tell whether the words after the company's name speak of another class, kind or company."""
        near = text[end : end + 34]
        if self.letter is not None:
            found = _CLASS.search(near)
            if found and found[1].upper() != self.letter:
                return True
            alone = _LETTER.match(near)
            if alone and alone[1] != self.letter:
                return True  # "Berkshire A"
        if self.registered and _BEARER.match(near):
            return True
        if self.certificate and _REGISTERED.match(near):
            return True
        if (_COMMON if self.preferred else _PREFERRED).match(near):
            return True
        if self.form is None:
            return False
        word = _LEGAL_WORD.match(lower, end)
        group = LEGAL_GROUP.get(word[1]) if word else None
        return group is not None and group != self.form

    def other_at(self, lower: str, start: int) -> tuple[int, str] | None:
        """Give the end and the name of another well-known thing that stands at `start`, or None."""
        found = _OTHER_NAME.match(lower, start)
        if found is None or (found[0] not in self.others and " ".join(found[0].split()) not in self.others):
            return None
        return found.end(), found[0]

    def is_name(self, raw: str) -> bool:
        """Tell whether an upper-case word is of the item's name ("TESCO PLC TSCO"), or too long for a ticker."""
        word = raw.lower()
        return word in self.core or word in self.name_words or (len(raw) > 6 and raw.isalpha() and self.base not in raw)

    def made_of(self, raw: str) -> bool:
        """Tell whether an upper-case word is built on the ticker (WBTC, MSFTX): a wrapper or another class."""
        sym = raw.upper()
        mine, other = _CLASSED.fullmatch(self.base), _CLASSED.fullmatch(sym)
        if mine and other:
            return mine[1] == other[1] and mine[2] != other[2]
        return len(self.base) >= 3 and sym != self.base and self.base in sym and len(sym) <= len(self.base) + 5

    def nickname(self, raw: str) -> bool:
        """Tell whether "(VW)" after the item's name is only its initials: nothing like its ticker or a class."""
        sym = raw.upper()
        return len(sym) <= 3 and not sym.startswith(self.base) and not self.base.startswith(sym)

    def stranger(self, head: str, raw: str) -> bool:
        """Tell whether the name at the end of `head`, before "(`raw`)", is foreign; an exchange's code settles it."""
        if "." in raw or ":" in raw or raw.isdecimal():
            return False
        name = re.search(r"((?:[A-Z][\w&.'-]*+,?\s*+){1,5})\Z", head[-60:])
        if not name:
            return False
        said = [
            w
            for w in re.findall(r"[a-z0-9]+", _unaccented(name[1]).lower())
            if w not in LEGAL and w not in _TITLE_WORDS
        ]
        if not said:
            return False
        initials, squashed = "".join(w[0] for w in said), "".join(said)
        base = self.base.lower()
        if said == [base] and self.unlike and _COMPANY.search(name[1].lower()):
            return True  # "ETD Ltd (ASX: ETD)"
        return not (
            base in said
            or initials.startswith(base[:3])
            or squashed[:4] == self._mine[:4]
            or any(w in self.core for w in said)
        )


def _inside(text: str, start: int, end: int) -> bool:
    """Tell whether a find lies inside a longer word ("link" in "linked")."""
    if start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        return True
    following = text[end : end + 1]
    return following.isalnum() or following == "_"


@lru_cache(maxsize=512)
def profile(item: Item) -> Profile:
    """Give the profile of `item`."""
    return Profile(item)
