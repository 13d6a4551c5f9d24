"""One hit enters; the prices of the item that it states leave, dated and told by page."""

import re
from collections.abc import Generator, Sequence
from datetime import datetime
from functools import partial

from monitor.reading import pages
from monitor.reading.candidates import CERTAIN, Candidate, last_not_close, without_lesser
from monitor.reading.codes import CRYPTO, EQUITY, FX
from monitor.reading.conversions import read_conversions, without_rounded
from monitor.reading.dating import date_by_api, date_by_page
from monitor.reading.excerpt import WHOLE, excerpt, last_digit
from monitor.reading.faces import MARKETS, face, title_of
from monitor.reading.fixings import issuer, per_own, read_fixings
from monitor.reading.hundreds import read_hundreds
from monitor.reading.identity import Profile, Subject
from monitor.reading.jsonish import looks_like, read_json
from monitor.reading.labels import Label
from monitor.reading.locale import comma_likely
from monitor.reading.naming import mentions_in
from monitor.reading.pages import Page
from monitor.reading.pairs import Pair
from monitor.reading.quotes import read_quotes
from monitor.reading.scene import Scene
from monitor.reading.splits import on_new_basis
from monitor.reading.surroundings import Surroundings
from monitor.reading.tables import read_tables
from monitor.reading.text import LIMIT, clean, lowered, words_of
from monitor.reading.token import Sort
from monitor.reading.tokens import tokenise
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


class Sheet(Surroundings):
    """One hit under study."""

    _alarm = 0
    _markets = False

    def __init__(
        self, about: Profile, currencies: Pair | None, hit: Hit, asked_at: datetime, received_at: datetime, share: float
    ) -> None:
        """Lay the hit out; `share` is the part of a long snippet that is read."""
        self.about, self.pair, self.hit = about, currencies, hit
        self.asked_at, self.received_at = asked_at, received_at
        title = self._title = title_of(about, hit.title)
        self.title, self.title_lower, self.title_said = title.text, title.lower, title.said
        self.url_lower = hit.url[:2000].lower()
        self._share = share

    def candidates(self) -> Steps:
        """Give the prices of the item that the hit states, as the steps that lead to them."""
        hit = self.hit
        raw = hit.snippet[:LIMIT]
        title = self._title
        if self.pair is None and not title.named and not self._named(raw):
            return []
        yield
        self._alarm = title.alarm
        page, default, quote, self._markets = face(self.pair, hit.url[:2000], self.url_lower, title)
        if default is Subject.OTHER and page is Page.ARTICLE and self.about.letter is not None:
            default = self.about.spoken_of(hit.snippet[:LIMIT])
        if default is Subject.OTHER or page is Page.BANK or self._alarm > 1:
            return []
        yield
        found: list[Candidate] = []
        if looks_like(raw):
            if self._take(raw):
                money = quote or self.json_money()
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
                    settled = self._settled(found, raw, cut)
            if not settled:
                found = []
                if self._take(excerpt(raw, self.about.quick, self._share)):
                    found = yield from self._of_text(self.snippet, self.lower, default, quote, page, title=False)
        if not found or (page is Page.ARTICLE and all(c.strength < CERTAIN for c in found)):
            found.extend((yield from self._of_text(self.title, self.title_lower, default, quote, page, title=True)))
        if not found:
            return found
        yield
        self._date_by_title(found)
        date_by_api(self, found, page)
        self._venues(found)
        if not self._about_finance():
            # Without a word of markets, only a price that moves is one: else it is what a product costs.
            moves = "%" in self.snippet or "%" in self.title
            found = [c for c in found if c.strength >= CERTAIN and (moves or c.table or c.label in _SETTLED)]
        if self.about.asset is EQUITY and any(c.label is Label.CLOSE for c in found):
            found = last_not_close(found) if self.about.venue.in_session(self.asked_at) else found
        return without_lesser(found)

    def _named(self, raw: str) -> bool:
        """Tell whether the hit names the item at all, in its text or its address."""
        lower = lowered(raw)
        return any(n in lower or n in self.url_lower for n in self.about.quick)

    def _take(self, raw: str) -> bool:
        """Make `raw`, up to any instruction in it, the text under study; False for a fraud or a row of keywords."""
        self.snippet = clean(raw)
        self.lower = lowered(self.snippet)
        said = self.said = words_of(self.lower)
        if pages.calm(self.lower, said):
            return not pages.stuffed(self.lower)
        at = pages.instruction(self.lower, said)
        if at is not None:
            # What follows an instruction on the same page is its author's too.
            cut = max(self.lower.rfind(". ", 0, at) + 1, self.lower.rfind("\n", 0, at) + 1)
            self.snippet, self.lower = self.snippet[:cut], self.lower[:cut]
        return not (self._alarm + pages.fraud(self.lower, said) > 1 or pages.stuffed(self.lower))

    def _settled(self, found: list[Candidate], raw: str, cut: int) -> bool:
        """Tell whether a first look up to offset `cut` has found the item's price beyond doubt.

        Where it states no time, one that the page marks as its own farther on is given to what was found.
        """
        sure = [
            c
            for c in found
            if c.strength == CERTAIN and not c.table and c.currency == self.about.currency and c.label in _PLAIN_LAST
        ]
        if any(isinstance(c.when, datetime) for c in sure):
            return True
        if last_digit(raw) < cut:
            return True  # without a number farther on, the rest can say no price
        if not sure:
            return False
        rest = lowered(raw[cut:])
        if "close" in rest:
            return False
        at = min((at for cue in _TIME_CUES if (at := rest.find(cue)) >= 0), default=-1)
        if at < 0:
            return True
        near = clean(raw[cut + max(0, at - 24) : cut + at + 60])
        for token in tokenise(near, lowered(near), self.received_at, 6):
            if token.time is not None and (when := self.resolve(token.time)) is not None:
                for candidate in sure:
                    candidate.when = candidate.when or when
                return True
        return True

    def _about_finance(self) -> bool:
        """Tell whether the hit speaks of shares, coins or markets at all: "Apple" is also a fruit."""
        if self.about.asset is FX or self._markets or MARKETS.search(self.lower):
            return True
        return any(f in self.title or f in self.snippet for f in self.about.forms if len(f) > 1)

    def _of_text(self, body: str, lower: str, default: Subject, quote: str | None, page: Page, title: bool) -> Steps:
        if not _DIGIT.search(body):
            return []
        yield
        about = self.about
        coin = about.asset is CRYPTO
        own = about.forms if coin else frozenset()
        tokens = tokenise(body, lower, self.received_at, _MAX_TOKENS, self.comma_likely, own)
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
            page_money=partial(self.page_money, quote, mentions),
            resolve=self.resolve,
            lead=None if self.pair is None else self.pair.lead(self.title, self.title_lower) or per_own(self.url_lower),
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
            if scene.splits and about.asset is EQUITY:
                on_new_basis(scene, found)
            date_by_page(scene, found)
        return found

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
