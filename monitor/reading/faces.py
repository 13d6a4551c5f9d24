"""Title and address of a hit enter; what they alone say of its page leave."""

import re
from functools import lru_cache

from monitor.reading import pages
from monitor.reading.identity import Profile, Subject
from monitor.reading.naming import owner_of
from monitor.reading.pages import Page
from monitor.reading.pairs import Pair
from monitor.reading.text import TITLE_LIMIT, clean, lowered, words_of
from monitor.reading.vocabulary import sieve

__all__ = ["MARKETS", "face", "head"]

MARKETS = sieve(
    r"stock|share|aktie|acci[oó]n|azion|bourse|börse|bolsa|borsa|nasdaq|nyse|exchange|/quote|ticker|market cap"
    r"|trading|traded|株|coin|crypto|token|usdt|blockchain|ethereum|cardano|algorand|chainlink"
    r"|investor|closed (?:at|up|down)|wall street|futures|analyst|dividend|krypto|market|kurs\b|cours\b|cotiza"
    r"|quotazion|cotaç"
)
"""Finds a word of shares, coins or markets."""
_FX_DERIVATIVE = re.compile(r"\b(?:futures?|forwards?|ndf|etf|options?|6[ebja][a-z]?\d{0,2})\b")


@lru_cache(maxsize=4096)
def head(about: Profile, url: str, title: str) -> tuple[str, str, str, bool]:
    """Give a title as it is read and in lower case, the address in lower case, and whether they name the item."""
    title = clean(title[:TITLE_LIMIT])
    lower, url_lower = lowered(title), url[:2000].lower()
    return title, lower, url_lower, any(n in lower or n in url_lower for n in about.quick)


@lru_cache(maxsize=4096)
def face(
    about: Profile, currencies: Pair | None, url: str, title: str
) -> tuple[Page, Subject, str | None, int, int, bool]:
    """Give what address and title alone say of a page.

    That is its kind, whose it is, in what it quotes, the signs of fraud, the title's length up to an instruction, and
    whether they speak of markets.

    The same pages come back offset after offset, so what their titles say is kept.
    """
    url_lower, lower = url.lower(), lowered(title)
    said = words_of(lower)
    at = pages.instruction(lower, said)
    title, lower = title[:at], lower[:at]
    cut = len(title)
    page = pages.kind(url_lower, lower)
    alarm = 2 if pages.stuffed(lower) else pages.fraud(lower, said)
    markets = MARKETS.search(lower) is not None or MARKETS.search(url_lower) is not None
    if currencies is not None:
        if _FX_DERIVATIVE.search(lower) and "spot" not in lower:
            return page, Subject.OTHER, None, alarm, cut, markets
        return page, currencies.of_title(title, lower, url), None, alarm, cut, markets
    subject, quote = owner_of(about, title, lower, said, url, page in (Page.ARTICLE, Page.FORUM, Page.FORECAST))
    return page, subject, quote, alarm, cut, markets
