"""What is known of one text of a hit before its numbers are looked at."""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache

from monitor.datasets import Asset
from monitor.reading.codes import FX
from monitor.reading.currencies import Money
from monitor.reading.identity import Mention, Subject
from monitor.reading.pages import Page
from monitor.reading.times import Stated
from monitor.reading.token import Token
from monitor.reading.vocabulary import spaced

__all__ = ["Scene", "breaks"]


_STOP = re.compile(r"[.!?\n。！？|•](?:(?<=[.!?])(?=\s+[\"'“(]?[^\sa-z])|(?<=[\n。！？])|(?<=\s[|•])(?=\s))")
_SHORT = frozenset(
    spaced(
        "inc corp co ltd prev vol avg jan feb mar apr jun jul aug sep sept oct nov dec no approx est min max mkt",
        "chg st dr mr ms vs cap ca bzw ord eur usd déc janv févr avr juil sept okt dez ene abr ago dic máx mín var",
        "ult prec sig p.m a.m adj rel net cl intl hr hrs mio mrd bil mil shs zzgl inkl lt",
    )
)


@lru_cache(maxsize=32)
def breaks(text: str) -> tuple[int, ...]:
    """Give the offsets at which sentences or lines of `text` end; the stop of an abbreviation ends none.

    A text is asked about again for each of its prices, hence what was found for the last few is kept.
    """
    found = []
    for match in _STOP.finditer(text):
        at = match.start()
        if text[at] == ".":
            begin = at
            while begin and at - begin < 6 and (text[begin - 1].isalpha() or text[begin - 1] == "."):
                begin -= 1
            word = text[begin:at].lower()
            zone = word == "est" and text[max(0, begin - 2) : begin].lower() == "m "  # "4:31 PM EST." does end one
            if word and not zone and (word in _SHORT or len(word) == 1 or "." in word):
                continue
        found.append(match.end())
    return tuple(found)


@dataclass(slots=True)
class Scene:
    """One text (a snippet or a title) with its tokens, mentions and page."""

    asset: Asset
    text: str
    lower: str
    tokens: list[Token]
    mentions: list[Mention]
    default: Subject
    """Whose page it is."""
    page: Page
    position: int
    url: str
    home: str
    """Currency of the listing, or of the pair's second part."""
    base: str
    """Ticker of the share or coin, or the pair's first part."""
    own_codes: frozenset[str]
    page_money: Callable[[], Money | None]
    """Gives what a bare number on this page is in, where the page says so."""
    resolve: Callable[[Stated], datetime | date | None]
    lead: str | None = None
    """The one currency that the title names, of a page about no pair ("Euro reference rates")."""
    is_title: bool = False
    misleading: tuple[str, ...] = ()
    """The item's own names in which a label's word occurs ("Target", "Gap")."""
    used: set[int] = field(default_factory=set)
    """Indices of the tokens that a table or an equation has read."""
    seen_money: Money | None = None
    """The currency of the first price that names one; bare numbers after it are in the same."""
    starts: list[int] = field(default_factory=list)
    splits: bool = False
    """Whether the text speaks of a division of shares at all."""
    _stops: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        """Keep where the mentions start."""
        self.starts = [m.start for m in self.mentions]
        self.splits = "split" in self.lower or "division" in self.lower

    @property
    def stops(self) -> tuple[int, ...]:
        """Where the sentences end; found when first asked for, since many texts need none."""
        if self._stops is None:
            self._stops = breaks(self.text)
        return self._stops

    def bare_money(self) -> Money:
        """Give the currency of a number that names none."""
        if self.asset is FX:
            return Money(self.home)
        if self.seen_money is None:
            self.seen_money = self.page_money() or Money(self.home)
        return self.seen_money

    def broken(self, start: int, end: int) -> bool:
        """Tell whether a sentence ends between two offsets."""
        at = bisect_right(self.stops, start)
        return at < len(self.stops) and self.stops[at] <= end

    def sentence_start(self, at: int) -> int:
        """Give the offset at which the sentence around `at` begins."""
        index = bisect_right(self.stops, at)
        return self.stops[index - 1] if index else 0

    def sentence_end(self, at: int) -> int:
        """Give the offset at which the sentence around `at` ends."""
        index = bisect_right(self.stops, at)
        return self.stops[index] if index < len(self.stops) else len(self.text)

    def head(self, at: int) -> str:
        """Give the sentence before offset `at`, in lower case, at most 220 characters."""
        return self.lower[max(self.sentence_start(at), at - 220) : at]
