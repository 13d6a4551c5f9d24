"""One hit enters; the prices of the item that it states leave, dated and told by page."""

import re
from collections.abc import Generator, Sequence
from datetime import date, datetime, tzinfo
from functools import lru_cache, partial

from monitor.reading import listings, pages
from monitor.reading.candidates import CERTAIN, FAIR, Candidate
from monitor.reading.codes import CRYPTO, EQUITY, FX
from monitor.reading.conversions import read_conversions, without_rounded
from monitor.reading.currencies import Money
from monitor.reading.dating import date_by_api, date_by_page
from monitor.reading.excerpt import WHOLE, excerpt, last_digit
from monitor.reading.fixings import issuer, read_fixings
from monitor.reading.hundreds import read_hundreds
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
from monitor.reading.text import LIMIT, TITLE_LIMIT, clean, lowered
from monitor.reading.times import Stated, resolve
from monitor.reading.tokens import Sort, tokenise
from monitor.reading.vocabulary import sieve
from monitor.search.hits import Hit

__all__ = ["Sheet", "Steps", "together"]

Steps = Generator[None, None, list[Candidate]]

_MAX_TOKENS = 400
_FIRST_LOOK = 250
"""Characters of a long text that are read first."""
_PLAIN_LAST = (Label.LAST, Label.PRICE, Label.NONE, Label.NEUTRAL)
_SETTLED = (Label.LAST, Label.CLOSE)
_TIME_CUES = (
    "as of",
    "updated",
    "rate at",
    "stand:",
    "kurszeit",
    " ago",
    "last trade",
    "actualis",
    "aggiornat",
    "atualizad",
)
_YEAR = re.compile(r"20[0-9]{2}")
_DIGIT = re.compile(r"[0-9]")
_JSON_MONEY = re.compile(r"(?:vs_currenc(?:y|ies)|currency|convert)=([a-z]{3,4})")
_MONEY_SAID = re.compile(
    r"[i·•|(-](?:(?<=\bi)n\b|(?<=currency i)n|(?<!i))\s?(usd|eur|gbp|chf|jpy|cad|aud|hkd|inr|sek|dkk|nok|usdt|usdc)\b"
)
_FINANCE = sieve(
    r"stock|share|aktie|acci[oó]n|azion|bourse|börse|bolsa|borsa|nasdaq|nyse|exchange|/quote|ticker|market cap"
    r"|trading|traded|株|coin|crypto|token|usdt|blockchain"
    r"|investor|closed (?:at|up|down)|wall street|futures|analyst|dividend|krypto|market|kurs\b|cours\b|cotiza"
    r"|quotazion|cotaç"
)
_NEW_YORK = re.compile(r"\d\s?(?:[ap]\.?m\.?\s)(?:est|edt|et)\b")
_FX_DERIVATIVE = re.compile(r"\b(?:futures?|forwards?|ndf|etf|options?|6[ebja][a-z]?\d{0,2})\b")


@lru_cache(maxsize=4096)
def _head(about: Profile, url: str, title: str) -> tuple[str, str, str, bool]:
    """Give a title as it is read and in lower case, the address in lower case, and whether they name the item."""
    title = clean(title[:TITLE_LIMIT])
    lower, url_lower = lowered(title), url[:2000].lower()
    return title, lower, url_lower, any(n in lower or n in url_lower for n in about.quick)


@lru_cache(maxsize=4096)
def _face(
    about: Profile, currencies: Pair | None, url: str, title: str
) -> tuple[Page, Subject, str | None, int, int, bool]:
    """Give what address and title alone say of a page.

    That is its kind, whose it is, in what it quotes, the signs of fraud, the title's length up to an instruction, and
    whether they speak of markets.

    The same pages come back offset after offset, so what their titles say is kept.
    """
    url_lower, lower = url.lower(), lowered(title)
    said = pages.words_of(lower)
    at = pages.instruction(lower, said)
    title, lower = title[:at], lower[:at]
    cut = len(title)
    page = pages.kind(url_lower, lower)
    alarm = 2 if pages.stuffed(lower) else pages.fraud(lower, said)
    markets = _FINANCE.search(lower) is not None or _FINANCE.search(url_lower) is not None
    if currencies is not None:
        if _FX_DERIVATIVE.search(lower) and "spot" not in lower:
            return page, Subject.OTHER, None, alarm, cut, markets
        return page, currencies.of_title(title, lower, url), None, alarm, cut, markets
    subject, quote = owner_of(about, title, lower, url, page in (Page.ARTICLE, Page.FORUM, Page.FORECAST))
    return page, subject, quote, alarm, cut, markets


class Sheet:
    """One hit under study."""

    # What is not yet known, of the hit or by looking farther, is the class's own.
    snippet = lower = ""
    _alarm = 0
    _markets = False
    _local: tzinfo | None = None
    _local_known = False
    _order: bool | None = None
    _order_known = False
    _venues_named: list[tuple[int, listings.Venue]] | None = None

    def __init__(
        self, about: Profile, currencies: Pair | None, hit: Hit, asked_at: datetime, received_at: datetime, share: float
    ) -> None:
        """Lay the hit out; `share` is the part of a long snippet that is read."""
        self.about, self.pair, self.hit = about, currencies, hit
        self.asked_at, self.received_at = asked_at, received_at
        self.title, self.title_lower, self.url_lower, self._headed = _head(about, hit.url, hit.title)
        self._share = share

    def candidates(self) -> Steps:
        """Give the prices of the item that the hit states, as the steps that lead to them."""
        hit = self.hit
        raw = hit.snippet[:LIMIT]
        lower = lowered(raw)
        if self.pair is None and not self._headed and not any(n in lower for n in self.about.quick):
            return []  # the hit does not name the item at all
        page, default, quote, self._alarm, cut, self._markets = _face(self.about, self.pair, hit.url[:2000], self.title)
        if cut < len(self.title):
            self.title, self.title_lower = self.title[:cut], self.title_lower[:cut]
        if default is Subject.OTHER or page is Page.BANK or self._alarm > 1:
            return []
        found: list[Candidate] = []
        if looks_like(raw):
            if self._take(raw):
                money = quote or self._json_money()
                found = read_json(
                    self.snippet, self.about, default, page, hit.position, hit.url, self.about.currency, money
                )
        else:
            settled = False
            if len(raw) > WHOLE and page <= Page.ARTICLE and default is Subject.OWN:
                # A page about the item mostly says all in its first lines; the rest is read only where it does not.
                cut = raw.rfind(" ", 0, _FIRST_LOOK)
                if self._take(raw[:cut]):
                    found = yield from self._of_text(self.snippet, self.lower, default, quote, page, title=False)
                    # Without a number farther on, the rest can say no price.
                    settled = last_digit(lower) < cut or self._settled(found, raw, lower, cut)
            if not settled:
                found = []
                if self._take(excerpt(raw, lower, self.about.quick, self._share)):
                    found = yield from self._of_text(self.snippet, self.lower, default, quote, page, title=False)
        if not found or (page is Page.ARTICLE and all(c.strength < CERTAIN for c in found)):
            found.extend((yield from self._of_text(self.title, self.title_lower, default, quote, page, title=True)))
        if not found:
            return found
        self._date_by_title(found)
        date_by_api(self, found, page)
        self._venues(found)
        if not self._about_finance():
            # Without a word of markets, only a price that moves is one: else it is what a product costs.
            moves = "%" in self.snippet or "%" in self.title
            found = [c for c in found if c.strength >= CERTAIN and (moves or c.table or c.label in _SETTLED)]
        if self.about.asset is EQUITY and any(c.label is Label.CLOSE for c in found):
            found = _last_not_close(found) if self.about.venue.in_session(self.asked_at) else found
        return _without_lesser(found)

    def _take(self, raw: str) -> bool:
        """Make `raw`, up to any instruction in it, the text under study; False for a fraud or a row of keywords."""
        self.snippet = clean(raw)
        self.lower = lowered(self.snippet)
        if pages.calm(self.lower):
            return not pages.stuffed(self.lower)
        said = pages.words_of(self.lower)
        at = pages.instruction(self.lower, said)
        if at is not None:
            # What follows an instruction on the same page is its author's too.
            cut = max(self.lower.rfind(". ", 0, at) + 1, self.lower.rfind("\n", 0, at) + 1)
            self.snippet, self.lower = self.snippet[:cut], self.lower[:cut]
        return not (self._alarm + pages.fraud(self.lower, said) > 1 or pages.stuffed(self.lower))

    def _settled(self, found: list[Candidate], raw: str, lower: str, cut: int) -> bool:
        """Tell whether a first look up to offset `cut` has found the item's price beyond doubt.

        Where it states no time, one that the page marks as its own farther on is given to what was found.
        """
        sure = [
            c
            for c in found
            if c.strength == CERTAIN and not c.table and c.currency == self.about.currency and c.label in _PLAIN_LAST
        ]
        if not sure:
            return False
        if any(isinstance(c.when, datetime) for c in sure):
            return True
        if lower.find("close", cut) >= 0:
            return False
        at = min((at for cue in _TIME_CUES if (at := lower.find(cue, cut)) >= 0), default=-1)
        if at < 0:
            return True
        near = clean(raw[max(cut, at - 24) : at + 60])
        for token in tokenise(near, lowered(near), self.received_at, 6):
            if token.time is not None and (when := self.resolve(token.time)) is not None:
                for candidate in sure:
                    candidate.when = candidate.when or when
                return True
        return True

    def _about_finance(self) -> bool:
        """Tell whether the hit speaks of shares, coins or markets at all: "Apple" is also a fruit."""
        if self.about.asset is FX or self._markets or _FINANCE.search(self.lower):
            return True
        return any(f in self.title or f in self.snippet for f in self.about.forms if len(f) > 1)

    def _json_money(self) -> str | None:
        found = _JSON_MONEY.search(self.url_lower)
        return found[1].upper() if found else None

    def _of_text(self, body: str, lower: str, default: Subject, quote: str | None, page: Page, title: bool) -> Steps:
        if not _DIGIT.search(body):
            return []
        yield
        about = self.about
        coin = about.asset is CRYPTO
        own = about.forms if coin else frozenset()
        tokens = tokenise(body, lower, self.received_at, _MAX_TOKENS, self._comma_likely, own)
        for token in tokens:
            if token.sort is Sort.NUMBER:
                break
        else:
            return []
        yield
        mentions = self.pair.mentions(body, lower) if self.pair is not None else mentions_in(about, body, lower)
        yield
        scene = Scene(
            asset=about.asset,
            text=body,
            lower=lower,
            tokens=tokens,
            mentions=mentions,
            default=default,
            page=page,
            position=self.hit.position,
            url=self.hit.url,
            home=about.currency,
            base=about.base,
            own_codes=own,
            page_money=partial(self._page_money, quote, mentions),
            resolve=self.resolve,
            lead=None if self.pair is None else self.pair.lead(self.title, self.title_lower),
            is_title=title,
            misleading=about.misleading,
        )
        yield
        if title:
            return read_quotes(scene)
        found: list[Candidate] = []
        if self.pair is not None:
            bank = issuer(about.currency, about.base, f"{self.title_lower} {self.url_lower} {lower[:300]}")
            if bank is not None:
                found.extend(read_fixings(scene, bank, comma_likely(lower, self.url_lower)))
        if about.asset is not EQUITY and page is not Page.FORECAST:
            found.extend(read_conversions(scene, about.amount_of if coin else None))
            if not found and self.pair is not None:
                found.extend(read_hundreds(scene))
        found.extend(read_tables(scene))
        yield
        exact = [c for c in found if c.derived]
        found.extend(read_quotes(scene))
        if exact:
            found = without_rounded(found, exact)
        yield
        if found:
            date_by_page(scene, found)
        return found

    def _comma_likely(self) -> bool:
        return self.about.asset is not FX and comma_likely(self.lower, self.url_lower)

    def _page_money(self, quote: str | None, mentions: Sequence[Mention]) -> Money | None:
        """Give what the hit's bare numbers are in: as it says, or by the exchange that it names."""
        lower = self.lower
        if "gbx" in lower or "pence" in lower or "price (p)" in lower or "GBp" in self.snippet:
            return Money("GBP", 100)
        if quote:
            return Money(quote)
        if self.about.asset is CRYPTO:
            for mention in mentions:
                if mention.quote:
                    return Money(mention.quote)
        found = _MONEY_SAID.search(lower)
        if found:
            return Money(found[1].upper())
        if self.about.asset is EQUITY:
            named = {v.currency for _, v in self.venues()}
            if named and self.about.currency not in named:
                return Money(min(named))
            if (
                not named
                and self.about.suffixed
                and _NEW_YORK.search(lower)
                and self.about.currency not in ("USD", "CAD")
            ):
                return Money("USD")  # a quote by New York's clock is of the share that is listed there
        return None

    def venues(self) -> list[tuple[int, listings.Venue]]:
        """Give the exchanges that the hit names, those of the text first, with their offsets."""
        if self._venues_named is None:
            self._venues_named = listings.named(self.snippet, self.lower) or listings.named(
                self.title, self.title_lower
            )
            if not self._venues_named and self.about.suffixed:
                full = f"{self.about.base}.{self.about.ticker.rpartition('.')[2]}"
                if full in self.snippet or full in self.title:
                    self._venues_named = [(0, self.about.venue)]
        return self._venues_named

    def zone(self) -> tzinfo | None:
        """Give the zone of clock times that name none: as the page says, or of the exchange that it names."""
        if not self._local_known:
            self._local_known = True
            self._local = zone_said(self.lower)
            if self._local is None and self.about.asset is EQUITY:
                named = [v for _, v in self.venues()]
                match = next((v for v in named if v.currency == self.about.currency), named[0] if named else None)
                self._local = listings.zone(match.zone) if match else None
        return self._local

    def resolve(self, stated: Stated) -> datetime | date | None:
        """Give the moment or day that a time of this hit means."""
        if stated.month_first and not self._order_known:
            self._order, self._order_known = day_first(self.lower, self.title_lower, self.url_lower), True
        local = self.zone() if stated.tz is None and (stated.clock is not None or stated.exact is not None) else None
        return resolve(stated, self.asked_at, self.received_at, local, self._order)

    def _date_by_title(self, found: list[Candidate]) -> None:
        """Give prices whose text states no time the date that the title bears."""
        undated = [c for c in found if c.when is None and c.label not in (Label.PREVIOUS, Label.OPEN)]
        if not undated or not _YEAR.search(self.title):
            return
        stated = [t.time for t in tokenise(self.title, self.title_lower, self.received_at, 20) if t.time is not None]
        when = self.resolve(stated[0]) if len(stated) == 1 else None
        for candidate in undated:
            candidate.when = when

    def _venues(self, found: list[Candidate]) -> None:
        """Mark prices under another exchange's name than the listing asked for."""
        if not self.about.suffixed:
            return
        for candidate in found:
            before = [v for at, v in self.venues() if at <= candidate.order]
            candidate.other_venue = bool(before) and before[-1].code != self.about.venue.code


def _last_not_close(found: list[Candidate]) -> list[Candidate]:
    """Leave out the undated close beside a last price, while the exchange trades: it is of an earlier session."""
    last = {c.when for c in found if c.label is Label.LAST and c.strength == CERTAIN}
    if not last:
        return found
    return [c for c in found if c.label is not Label.CLOSE or c.table or c.when not in {None, *last}]


def _without_lesser(found: list[Candidate]) -> list[Candidate]:
    """Leave out the opening and the previous price of a hit that says a later regular one."""
    lesser = (Label.OPEN, Label.PREVIOUS)
    if any(c.label not in (*lesser, Label.EXTENDED) and c.strength >= FAIR and not c.table for c in found):
        return [c for c in found if c.label not in lesser]
    return found


def together(every: Sequence[Steps]) -> list[Candidate]:
    """Take all hits through their steps side by side; give their candidates in the hits' order.

    The same step of ten texts in a row is done an eighth faster than each text's steps one after another, since what
    a step needs stays in the processor's caches.
    """
    found: list[list[Candidate]] = [[] for _ in every]
    running = list(enumerate(every))
    while running:
        going = []
        for number, steps in running:
            try:
                next(steps)
            except StopIteration as ended:
                found[number] = ended.value
            else:
                going.append((number, steps))
        running = going
    return [candidate for one in found for candidate in one]
