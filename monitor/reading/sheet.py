"""One hit enters; the prices of the item that it states leave, dated and told by page."""

import re
from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from functools import lru_cache, partial

from monitor.datasets import Asset
from monitor.reading import listings, pages
from monitor.reading.candidates import CERTAIN, FAIR, Candidate
from monitor.reading.conversions import read_conversions
from monitor.reading.currencies import Money
from monitor.reading.dating import date_by_api, date_by_page
from monitor.reading.excerpt import excerpt
from monitor.reading.identity import Mention, Profile, Subject
from monitor.reading.jsonish import looks_like, read_json
from monitor.reading.labels import Label
from monitor.reading.locale import comma_likely, day_first, zone_said
from monitor.reading.naming import mentions_in, owner_of
from monitor.reading.pages import Page
from monitor.reading.pairs import Pair
from monitor.reading.quotes import read_quotes
from monitor.reading.scene import Scene
from monitor.reading.tables import read_tables
from monitor.reading.text import clean, lowered
from monitor.reading.times import Stated, resolve
from monitor.reading.tokens import Sort, tokenise
from monitor.search.hits import Hit

__all__ = ["Sheet"]

_MAX_TOKENS = 400
_DIGIT = re.compile(r"\d")
_JSON_MONEY = re.compile(r"(?:vs_currenc(?:y|ies)|currency|convert)=([a-z]{3,4})")
_MONEY_SAID = re.compile(r"(?:currency in|·|•|\bin\b|\||-|\()\s?(usd|eur|gbp|chf|jpy|cad|aud|hkd|inr|sek|dkk|nok|usdt|usdc)\b")
_PENCE = re.compile(r"\bgbx\b|price \(p\)|\bpence\b")
_FINANCE = re.compile(
    r"stock|share|aktie|acci[oó]n|azion|bourse|börse|bolsa|borsa|nasdaq|nyse|exchange|/quote|ticker|market cap|trading|traded|株|coin|crypto|token|usdt|blockchain"
    r"|investor|closed (?:at|up|down)|wall street|futures|analyst|dividend|krypto|market|kurs\b|cours\b|cotiza|quotazion|cotaç"
)
_FX_DERIVATIVE = re.compile(r"\b(?:futures?|forwards?|ndf|etf|options?|6[ebja][a-z]?\d{0,2})\b")


@lru_cache(maxsize=4096)
def _face(about: Profile, currencies: Pair | None, url: str, title: str) -> tuple[Page, Subject, str | None]:
    """Give the kind of a page, whose it is and in what it quotes, by address and title alone.

    The same pages come back offset after offset, so what their titles say is kept.
    """
    lower, url_lower = lowered(title), url.lower()
    page = pages.kind(url_lower, lower)
    if currencies is not None:
        if _FX_DERIVATIVE.search(lower) and "spot" not in lower:
            return page, Subject.OTHER, None
        return page, currencies.of_title(title, lower, url), None
    subject, quote = owner_of(about, title, lower, url, page in (Page.ARTICLE, Page.FORUM, Page.FORECAST))
    return page, subject, quote


class Sheet:
    """One hit under study."""

    def __init__(
        self, about: Profile, currencies: Pair | None, hit: Hit, asked_at: datetime, received_at: datetime, share: float
    ) -> None:
        """Lay the hit out; `share` is the part of a long snippet that is read."""
        self.about, self.pair, self.hit = about, currencies, hit
        self.asked_at, self.received_at = asked_at, received_at
        self.title, self.url_lower = clean(hit.title), hit.url.lower()
        self.title_lower = lowered(self.title)
        self._share = share
        self._local: tzinfo | None = None
        self._local_known = False
        self._venues_named: list[tuple[int, listings.Venue]] | None = None
        self.snippet = self.lower = ""

    def candidates(self) -> list[Candidate]:
        """Give the prices of the item that the hit states."""
        hit = self.hit
        snippet = clean(hit.snippet)
        lower = lowered(snippet)
        if self.pair is None and not self._named(lower):
            return []
        at = pages.instruction(self.title_lower)
        if at is not None:
            self.title, self.title_lower = self.title[:at], self.title_lower[:at]
        page, default, quote = _face(self.about, self.pair, hit.url, self.title)
        if default is Subject.OTHER or page is Page.BANK or pages.fraud(self.title_lower, lower) or pages.stuffed(self.title_lower):
            return []
        at = pages.instruction(lower)
        if at is not None:
            # What follows an instruction on the same page is its author's too.
            cut = max(lower.rfind(". ", 0, at) + 1, lower.rfind("\n", 0, at) + 1)
            snippet, lower = snippet[:cut], lower[:cut]
        if pages.stuffed(lower):
            return []
        if looks_like(snippet):
            self.snippet, self.lower = snippet, lower
            found = read_json(snippet, self.about, default, page, hit.position, hit.url, self.about.currency, quote or self._json_money())
        else:
            self.snippet, self.lower = excerpt(snippet, lower, self.about.quick, self._share)
            found = self._of_text(self.snippet, self.lower, default, quote, page, title=False)
        if not found or (page is Page.ARTICLE and all(c.strength < CERTAIN for c in found)):
            found.extend(self._of_text(self.title, self.title_lower, default, quote, page, title=True))
        if not found:
            return found
        date_by_api(self, found, page)
        self._venues(found)
        if any(c.strength < CERTAIN for c in found) and not self._about_finance():
            found = [c for c in found if c.strength >= CERTAIN]
        return _without_lesser(found)

    def _named(self, lower: str) -> bool:
        """Tell whether the hit names the item at all."""
        for name in self.about.quick:
            if name in lower or name in self.title_lower or name in self.url_lower:
                return True
        return False

    def _about_finance(self) -> bool:
        """Tell whether the hit speaks of shares, coins or markets at all: "Apple" is also a fruit."""
        if self.about.asset is Asset.FX or _FINANCE.search(self.title_lower) or _FINANCE.search(self.lower) or _FINANCE.search(self.url_lower):
            return True
        return any(f in self.title or f in self.snippet for f in self.about.forms if len(f) > 1)

    def _json_money(self) -> str | None:
        found = _JSON_MONEY.search(self.url_lower)
        return found[1].upper() if found else None

    def _of_text(self, body: str, lower: str, default: Subject, quote: str | None, page: Page, title: bool) -> list[Candidate]:
        if not _DIGIT.search(body):
            return []
        about = self.about
        coin = about.asset is Asset.CRYPTO
        own = about.forms if coin else frozenset()
        comma = about.asset is not Asset.FX and comma_likely(lower, self.url_lower)
        tokens = tokenise(body, lower, self.received_at, _MAX_TOKENS, comma, own)
        if not any(t.sort is Sort.NUMBER for t in tokens):
            return []
        mentions = self.pair.mentions(body, lower) if self.pair is not None else mentions_in(about, body, lower)
        scene = Scene(
            asset=about.asset, text=body, lower=lower, tokens=tokens, mentions=mentions, default=default, page=page, position=self.hit.position,
            url=self.hit.url, home=about.currency, base=about.base, own_codes=own, page_money=partial(self._page_money, quote, mentions),
            resolve=self.resolve, is_title=title,
        )  # fmt: skip
        if title:
            return read_quotes(scene)
        found: list[Candidate] = []
        if about.asset is not Asset.EQUITY and page is not Page.FORECAST:
            found.extend(read_conversions(scene, about.amount_of if coin else None))
        found.extend(read_tables(scene))
        found.extend(read_quotes(scene))
        if found:
            date_by_page(scene, found)
        return found

    def _page_money(self, quote: str | None, mentions: Sequence[Mention]) -> Money | None:
        """Give what the hit's bare numbers are in: as it says, or by the exchange that it names."""
        lower = self.lower
        if _PENCE.search(lower) or "GBp" in self.snippet:
            return Money("GBP", 100)
        if quote:
            return Money(quote)
        if self.about.asset is Asset.CRYPTO:
            for mention in mentions:
                if mention.quote:
                    return Money(mention.quote)
        found = _MONEY_SAID.search(lower)
        if found:
            return Money(found[1].upper())
        if self.about.asset is Asset.EQUITY:
            named = {v.currency for _, v in self.venues()}
            if named and self.about.currency not in named:
                return Money(min(named))
        return None

    def venues(self) -> list[tuple[int, listings.Venue]]:
        """Give the exchanges that the hit names, those of the text first, with their offsets."""
        if self._venues_named is None:
            self._venues_named = listings.named(self.snippet, self.lower) or listings.named(self.title, self.title_lower)
        return self._venues_named

    def zone(self) -> tzinfo | None:
        """Give the zone of clock times that name none: as the page says, or of the exchange that it names."""
        if not self._local_known:
            self._local_known = True
            self._local = zone_said(self.lower)
            if self._local is None and self.about.asset is Asset.EQUITY:
                named = [v for _, v in self.venues()]
                match = next((v for v in named if v.currency == self.about.currency), named[0] if named else None)
                self._local = listings.zone(match.zone) if match else None
        return self._local

    def resolve(self, stated: Stated) -> datetime | date | None:
        """Give the moment or day that a time of this hit means."""
        order = day_first(self.lower, self.title_lower, self.url_lower) if stated.month_first else None
        local = self.zone() if stated.tz is None and (stated.clock is not None or stated.exact is not None) else None
        return resolve(stated, self.asked_at, self.received_at, local, order)

    def _venues(self, found: list[Candidate]) -> None:
        """Mark prices under another exchange's name than the listing asked for."""
        if not self.about.suffixed:
            return
        for candidate in found:
            before = [v for at, v in self.venues() if at <= candidate.order]
            candidate.other_venue = bool(before) and before[-1].code != self.about.venue.code


def _without_lesser(found: list[Candidate]) -> list[Candidate]:
    """Leave out the opening and the previous price of a hit that says a later regular one."""
    lesser = (Label.OPEN, Label.PREVIOUS)
    if any(c.label not in (*lesser, Label.EXTENDED) and c.strength >= FAIR and not c.table for c in found):
        return [c for c in found if c.label not in lesser]
    return found
