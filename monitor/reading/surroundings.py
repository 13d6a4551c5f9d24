"""A hit enters; what it says of all its numbers leaves: currency, exchange, zone, the order of day and month."""

import re
from collections.abc import Sequence
from datetime import date, datetime, tzinfo

from monitor.reading import listings
from monitor.reading.codes import CRYPTO, EQUITY
from monitor.reading.currencies import Money
from monitor.reading.identity import Mention, Profile
from monitor.reading.locale import comma_likely, day_first, zone_said
from monitor.reading.text import as_said
from monitor.reading.times import Stated, resolve

__all__ = ["Surroundings"]

_JSON_MONEY = re.compile(r"(?:vs_currenc(?:y|ies)|currency|convert)=([a-z]{3,4})")
_CODES = "usd eur gbp chf jpy cad aud hkd inr sek dkk nok usdt usdc"
_CODES_SAID = as_said(_CODES.split())
_MONEY_SAID = re.compile(rf"[i·•|(-](?:(?<=\bi)n\b|(?<=currency i)n|(?<!i))\s?({_CODES.replace(' ', '|')})\b")
_NEW_YORK = re.compile(r"\d\s?(?:[ap]\.?m\.?\s)(?:est|edt|et)\b")


class Surroundings:
    """What a hit says of all its numbers."""

    about: Profile
    title: str
    title_lower: str
    title_said: frozenset[bytes]
    url_lower: str
    asked_at: datetime
    received_at: datetime
    # What is not yet known is the class's own.
    snippet = lower = ""
    """The text under study, and its lower-case form."""
    said: frozenset[bytes] = frozenset()
    """Its words; see `words_of`."""
    _local: tzinfo | None = None
    _local_known = False
    _order: bool | None = None
    _order_known = False
    _venues_named: list[tuple[int, listings.Venue]] | None = None

    def comma_likely(self) -> bool:
        """Tell whether decimals follow a comma, where the numbers leave it open."""
        return comma_likely(self.lower, self.url_lower) or comma_likely(self.title_lower, "")

    def page_money(self, quote: str | None, mentions: Sequence[Mention]) -> Money | None:
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
        found = None if _CODES_SAID.isdisjoint(self.said) else _MONEY_SAID.search(lower)
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

    def json_money(self) -> str | None:
        """Give the currency that the address asks for, as those of plain data do."""
        found = _JSON_MONEY.search(self.url_lower)
        return found[1].upper() if found else None

    def venues(self) -> list[tuple[int, listings.Venue]]:
        """Give the exchanges that the hit names, those of the text first, with their offsets."""
        if self._venues_named is None:
            self._venues_named = listings.named(self.snippet, self.lower, self.said) or listings.named(
                self.title, self.title_lower, self.title_said
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
            self._local = zone_said(self.lower, self.said)
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
