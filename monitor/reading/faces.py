"""Title and address of a hit enter; what they alone say of its page leave."""

import re
from functools import lru_cache

from monitor.reading import pages
from monitor.reading.identity import Profile, Subject
from monitor.reading.naming import Owner, owned, owner_of
from monitor.reading.pages import Page
from monitor.reading.pairs import Pair
from monitor.reading.text import TITLE_LIMIT, clean, lowered, words_of
from monitor.reading.vocabulary import sieve

__all__ = ["MARKETS", "Title", "face", "title_of"]

MARKETS = sieve(
    r"stock|share|aktie|acci[oó]n|azion|bourse|börse|bolsa|borsa|nasdaq|nyse|exchange|/quote|ticker|market cap"
    r"|trading|traded|株|coin|crypto|token|usdt|blockchain|ethereum|cardano|algorand|chainlink"
    r"|investor|closed (?:at|up|down)|wall street|futures|analyst|dividend|krypto|market|kurs\b|cours\b|cotiza"
    r"|quotazion|cotaç"
)
"""Finds a word of shares, coins or markets."""
_WRITTEN = (Page.ARTICLE, Page.FORUM, Page.FORECAST)
_FX_DERIVATIVE = re.compile(r"\b(?:futures?|forwards?|ndf|etf|options?|6[ebja][a-z]?\d{0,2})\b")


class Title:
    """What a title says, whatever the address: pages come back under other addresses, and offset after offset."""

    __slots__ = ("_owners", "about", "alarm", "lower", "markets", "named", "plain", "said", "text")

    def __init__(self, about: Profile, raw: str) -> None:
        """Read the title of a hit."""
        self.about = about
        text = clean(raw[:TITLE_LIMIT])
        lower = lowered(text)
        said = self.said = words_of(lower)
        """Its words; see `words_of`."""
        self.named = any(n in lower for n in about.quick)
        """Whether the item is named in it."""
        at = pages.instruction(lower, said)
        if at is not None:
            text, lower = text[:at], lower[:at]
        self.text, self.lower = text, lower
        """The title as it is read, up to an instruction, and in lower case."""
        self.alarm = 2 if pages.stuffed(lower) else pages.fraud(lower, said)
        """Signs of fraud; two are beyond doubt."""
        self.markets = MARKETS.search(lower) is not None
        """Whether it speaks of markets."""
        self.plain = pages.plain_title(lower)
        """Whether nothing in it tells of another page than one of quotes."""
        self._owners: dict[bool, Owner] = {}

    def owner(self, article: bool) -> Owner:
        """Tell whose page it is, as far as that hangs on no address."""
        known = self._owners.get(article)
        if known is None:
            known = self._owners[article] = owner_of(self.about, self.text, self.lower, self.said, article)
        return known


title_of = lru_cache(maxsize=4096)(Title)
"""Gives what a title says; most have been seen before."""


def face(currencies: Pair | None, url: str, url_lower: str, title: Title) -> tuple[Page, Subject, str | None, bool]:
    """Give what address and title alone say of a page: its kind, whose it is, in what it quotes, and of markets."""
    page = pages.kind(url_lower, title.lower, title.plain)
    markets = title.markets or MARKETS.search(url_lower) is not None
    if currencies is not None:
        if _FX_DERIVATIVE.search(title.lower) and "spot" not in title.lower:
            return page, Subject.OTHER, None, markets
        return page, currencies.of_title(title.text, title.lower, url), None, markets
    subject, quote = owned(title.about, title.owner(page in _WRITTEN), url)
    return page, subject, quote, markets
