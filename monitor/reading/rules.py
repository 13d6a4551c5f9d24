"""The reader that works by rules alone: no key, no network, the same answer every time."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial

from monitor.datasets import Asset, Item
from monitor.reading import listings, pages, text
from monitor.reading.candidates import CERTAIN, FAIR, Candidate
from monitor.reading.choose import choose, newest, ranked
from monitor.reading.conversions import read_conversions
from monitor.reading.currencies import Money
from monitor.reading.identity import Mention, Profile, Subject, profile
from monitor.reading.jsonish import looks_like, read_json
from monitor.reading.labels import Label
from monitor.reading.numbers import parse
from monitor.reading.pages import Page
from monitor.reading.pairs import Pair, pair
from monitor.reading.quotes import Scene, read_quotes
from monitor.reading.tables import read_tables
from monitor.reading.times import Stated, iso, resolve, zone_after
from monitor.reading.tokens import Sort, Token, tokenise, weekdays
from monitor.reading.types import Price, Reading
from monitor.search.hits import Hit

__all__ = ["RulesReader"]

_MAX_NUMBERS = 400
_MAX_TOKENS = 400
_PLAIN_NUMBER = re.compile(r"\d[\d.,']*\d|\d")
_DAY_FIRST = re.compile(
    r"\b(?:london|lse|gbx|pence|asx|nse|bse|uhr|xetra|cotización|cours|aktie|kurs|heute|ouverture|clôture|veille|apertura|cierre|chiusura|ultimo|último|abertura|fechamento|atualizado|euronext|borsa|bolsa|bourse|bst|aedt|aest|ist)\b"
    r"|/(?:uk|de|fr|es|it|au|in)/|\.(?:co\.uk|de|fr|es|it|com\.au|in|ch|com\.br)/"
)
_COMMA_LANGUAGE = re.compile(
    r"\b(?:uhr|kurs|aktie|aktuell|heute|cours|clôture|ouverture|cotización|cierre|precio|último|quotazione|chiusura|cotação|fechamento|preço|koers|slotkoers|senaste|senest|otwarcie|marktkapitalisierung)\b"
)
_COMMA_HOST = re.compile(r"//[^/]*\.(?:de|at|fr|es|it|nl|be|pl|se|dk|no|fi|com\.br|com\.tr|cz|pt|ru)(?:/|\Z)")
_ZONE_SAID = re.compile(
    r"\b(?:data|time|times|rates|quotes|prices|all|shown|zone)\b[\w\s]{0,12}?(?:\bin|\bare|\(|:)( )?(?=\s?(?:gmt|utc|et|est|edt|eastern|cet|cest|mez|ist|jst|bst)\b)"
)
_MONTH_FIRST = re.compile(r"\b(?:et|est|edt|nyse|nasdaq|nasdaqgs|am|pm|a\.m|p\.m)\b")


class RulesReader:
    """Reads the price of an item out of hits by fixed rules."""

    name = "rules"
    version = "1"

    def read(self, item: Item, hits: Sequence[Hit], asked_at: datetime, received_at: datetime) -> Reading:
        """Give the reading of `hits` for `item` at `asked_at`; relative times count from `received_at`.

        Never raises for what a hit says; with no usable price, both prices are None with the reason in `note`.
        """
        asked_at, received_at = asked_at.astimezone(UTC), received_at.astimezone(UTC)
        about = profile(item)
        money_pair = pair(item) if item.asset is Asset.FX else None
        candidates: list[Candidate] = []
        for hit in hits:
            candidates.extend(_Sheet(item, about, money_pair, hit, asked_at, received_at).candidates())
        order = ranked(candidates, about, asked_at)
        asked = choose(order, "no number among the hits is given as its price" if hits else "no hits")
        latest = newest(order, asked_at, received_at)
        return Reading(
            asked=asked,
            newest=latest.price() if latest is not None else asked,
            reader=self.name,
            version=self.version,
            numbers=_numbers(hits, candidates),
            runners_up=_runners(order, asked),
        )


def _runners(order: Sequence[Candidate], asked: Price) -> tuple[Price, ...]:
    seen = {(asked.price, asked.url)}
    found: list[Price] = []
    for candidate in order[1:]:
        key = (candidate.value, candidate.url)
        if key not in seen and len(found) < 5:
            seen.add(key)
            found.append(candidate.price())
    return tuple(found)


def _numbers(hits: Sequence[Hit], candidates: Sequence[Candidate]) -> tuple[float, ...]:
    """Give the numbers that could be a price, those of the candidates first; see `Reading.numbers`."""
    values: dict[float, None] = dict.fromkeys(c.value for c in candidates)
    raws: dict[str, None] = {}
    for hit in hits:
        for part in (hit.title, hit.snippet):
            raws.update(dict.fromkeys(_PLAIN_NUMBER.findall(part[: text.LIMIT])))
            if len(raws) > 4 * _MAX_NUMBERS:
                break
    for raw in raws:
        if len(values) >= _MAX_NUMBERS:
            break
        if raw.isdecimal() and len(raw) < 3:
            continue
        for comma in (False, True) if "," in raw or "." in raw else (False,):
            quantity = parse(raw, comma)
            if quantity is not None and quantity.value > 0:
                values[quantity.value] = None
    return tuple(values)[:_MAX_NUMBERS]


class _Sheet:
    """One hit under study."""

    def __init__(
        self, item: Item, about: Profile, money_pair: Pair | None, hit: Hit, asked_at: datetime, received_at: datetime
    ) -> None:
        self.item, self.about, self.pair, self.hit = item, about, money_pair, hit
        self.asked_at, self.received_at = asked_at, received_at
        self.title, self.snippet = text.clean(hit.title), text.clean(hit.snippet)
        self.title_lower, self.lower = text.lowered(self.title), text.lowered(self.snippet)
        self.url_lower = hit.url.lower()
        self._local: tzinfo | None = None
        self._local_known = False
        self._venues_named: list[listings.Venue] | None = None

    def candidates(self) -> list[Candidate]:
        """Give the prices of the item that the hit states."""
        if not self.snippet and not self.title:
            return []
        if self.item.asset is not Asset.FX and not self._names_item():
            return []
        self._drop_instructions()
        page = pages.kind(self.url_lower, self.title_lower, self.lower)
        if page is Page.SCAM or pages.stuffed(self.lower) or pages.stuffed(self.title_lower):
            return []
        default, quote = self._default(page)
        if default is Subject.OTHER or page is Page.BANK:
            return []
        home = self.about.currency
        found: list[Candidate]
        if looks_like(self.snippet):
            money = quote or self._json_money()
            found = read_json(self.snippet, self.about, default, page, self.hit.position, self.hit.url, home, money)
        else:
            found = self._of_text(self.snippet, self.lower, default, quote, page, title=False)
        titled = self._of_text(self.title, self.title_lower, default, quote, page, title=True)
        if not found or (page is Page.ARTICLE and titled and not any(c.strength >= 3 for c in found)):
            found.extend(titled)
        self._date(found, page)
        self._venues(found)
        if not self._about_finance():
            found = [c for c in found if c.strength >= CERTAIN]
        return _without_lesser(found)

    def _about_finance(self) -> bool:
        """Tell whether the hit speaks of shares, coins or markets at all: "Apple" is also a fruit."""
        if self.item.asset is Asset.FX:
            return True
        whole = f"{self.title_lower} {self.lower}"
        if _FINANCE.search(whole) or _FINANCE.search(self.url_lower):
            return True
        return any(f in self.title or f in self.snippet for f in self.about.forms if len(f) > 1)

    def _names_item(self) -> bool:
        whole = f"{self.title_lower} {self.url_lower} {self.lower}"
        return any(name in whole for name in self.about.quick)

    def _drop_instructions(self) -> None:
        at = pages.instruction(self.title_lower)
        if at is not None:
            self.title, self.title_lower = self.title[:at], self.title_lower[:at]
        at = pages.instruction(self.lower)
        if at is not None:
            # What follows an instruction on the same page is its author's too.
            cut = max(self.lower.rfind(". ", 0, at) + 1, self.lower.rfind("\n", 0, at) + 1, 0)
            self.snippet, self.lower = self.snippet[:cut], self.lower[:cut]

    def _default(self, page: Page) -> tuple[Subject, str | None]:
        if self.pair is not None:
            if re.search(r"\b(?:futures?|forwards?|ndf|etf|options?|6[ebja][a-z]?\d{0,2})\b", self.title_lower) and "spot" not in self.title_lower:
                return Subject.OTHER, None
            return self.pair.of_title(self.title, self.title_lower, self.hit.url), None
        return self.about.of_title(self.title, self.title_lower, self.hit.url, page in (Page.ARTICLE, Page.FORUM, Page.FORECAST))

    def _json_money(self) -> str | None:
        found = re.search(r"(?:vs_currenc(?:y|ies)|currency|convert)=([a-z]{3,4})", self.url_lower)
        return found[1].upper() if found else None

    def _of_text(self, body: str, lower: str, default: Subject, quote: str | None, page: Page, title: bool) -> list[Candidate]:
        if not body or not any(c.isdigit() for c in body[:5000]) and not re.search(r"\d", body):
            return []
        own = self.about.forms if self.item.asset is Asset.CRYPTO else frozenset()
        tokens, _ = tokenise(body, lower, self.received_at, _MAX_TOKENS, self._comma_likely(), own)
        if not any(t.sort is Sort.NUMBER for t in tokens):
            return []
        mentions = self.pair.mentions(body, lower) if self.pair is not None else self.about.mentions(body, lower)
        scene = Scene(
            asset=self.item.asset, text=body, lower=lower, tokens=tokens, mentions=mentions, default=default, page=page,
            position=self.hit.position, url=self.hit.url, home=self.about.currency, page_money=partial(self._page_money, quote, mentions), own_codes=own, base=self.about.base, resolve=self._resolve, is_title=title,
        )  # fmt: skip
        found: list[Candidate] = []
        if not title:
            if self.item.asset is not Asset.EQUITY and page is not Page.FORECAST:
                found.extend(read_conversions(scene, self._own_words()))
            found.extend(read_tables(scene))
        found.extend(read_quotes(scene))
        if not title:
            self._page_time(scene, found)
        return found

    def _own_words(self) -> re.Pattern[str] | None:
        if self.item.asset is not Asset.CRYPTO:
            return None
        names = "|".join(re.escape(n) for n in sorted({*self.about.names, *self.about.forms}, key=len, reverse=True))
        return re.compile(rf"\s?(?:{names})(?:\s?\((?:{names})\))?(?![\w])", re.IGNORECASE)

    def _comma_likely(self) -> bool:
        """Tell whether a page that leaves it open writes decimals after a comma, by its language."""
        if self.item.asset is Asset.FX:
            return False
        return _COMMA_LANGUAGE.search(self.lower) is not None or _COMMA_HOST.search(self.url_lower) is not None

    def _page_money(self, quote: str | None, mentions: Sequence[Mention]) -> Money | None:
        """Give what the hit's bare numbers are in: as it says, or by the exchange that it names."""
        lower = self.lower
        if re.search(r"\bgbx\b|price \(p\)|\bin pence\b|\bpence\b", lower) or re.search(r"\bGBp\b", self.snippet):
            return Money("GBP", 100)
        if quote:
            return Money(quote)
        if self.item.asset is Asset.CRYPTO:
            for mention in mentions:
                if mention.quote:
                    return Money(mention.quote)
        found = re.search(r"(?:currency in|·|•|\bin\b|\||-|\()\s?(usd|eur|gbp|chf|jpy|cad|aud|hkd|inr|sek|dkk|nok|usdt|usdc)\b", lower)
        if found:
            return Money(found[1].upper())
        if self.item.asset is Asset.EQUITY:
            named = {v.currency for v in self._named()}
            if named and self.about.currency not in named:
                return Money(min(named))
        return None

    def _named(self) -> list[listings.Venue]:
        """Give the exchanges that the hit names, those of the text first."""
        if self._venues_named is None:
            self._venues_named = [v for _, v in (listings.named(self.snippet) or listings.named(self.title))]
        return self._venues_named

    # -- times ---------------------------------------------------------------------------------------------------

    def _resolve(self, stated: Stated) -> datetime | date | None:
        day_first: bool | None = None
        if stated.month_first:
            if _DAY_FIRST.search(self.lower) or _DAY_FIRST.search(self.url_lower):
                day_first = True
            elif _MONTH_FIRST.search(self.lower) or _MONTH_FIRST.search(self.title_lower):
                day_first = False
        local = None if stated.tz is not None or stated.clock is None else self._zone()
        return resolve(stated, self.asked_at, self.received_at, local, day_first)

    def _zone(self) -> tzinfo | None:
        if not self._local_known:
            self._local_known = True
            said = _ZONE_SAID.search(self.lower)
            if said:
                self._local, _, _ = zone_after(self.lower, said.end(1))
            elif self.item.asset is Asset.EQUITY:
                named = self._named()
                match = next((v for v in named if v.currency == self.about.currency), named[0] if named else None)
                self._local = listings.zone(match.zone) if match else None
        return self._local

    def _page_time(self, scene: Scene, found: list[Candidate]) -> None:
        """Give candidates without a time the one that the page states for itself, where there is just one."""
        open_ones = [c for c in found if c.when is None and c.label not in (Label.PREVIOUS, Label.OPEN)]
        if not open_ones:
            return
        taken = {c.when for c in found if c.label is Label.EXTENDED and c.when is not None}
        if self._sentence_time(scene, open_ones, taken):
            open_ones = [c for c in open_ones if c.when is None]
            if not open_ones:
                return
        stated = [t for t in scene.tokens if t.sort is Sort.TIME and t.time is not None and not _other_matter(scene.lower, t)]
        marked = [t for t in stated if _MARK.search(scene.lower[max(0, t.start - 34) : t.start])]
        plain = [t for t in stated if t.time is not None and (t.time.clock is not None or t.time.exact is not None)]
        chosen = marked[0] if marked else plain[0] if len(plain) == 1 else stated[0] if len(stated) == 1 else None
        if chosen is None or chosen.time is None:
            return
        moment = self._resolve(chosen.time)
        for candidate in open_ones:
            if candidate.label is Label.EXTENDED and not marked and candidate.page is Page.QUOTE:
                continue
            if candidate.label is not Label.EXTENDED and moment in taken:
                continue
            candidate.when = moment

    def _sentence_time(self, scene: Scene, open_ones: list[Candidate], taken: set[datetime | date | None]) -> bool:
        """Give candidates in running text the time or weekday that their own sentence names."""
        given = False
        for candidate in open_ones:
            start, end = _sentence(scene, candidate.order)
            timed = [t for t in scene.tokens if t.sort is Sort.TIME and start <= t.start < end and t.time is not None]
            for token in timed:
                if token.time is None or _other_matter(scene.lower, token):
                    continue
                moment = self._resolve(token.time)
                if moment is not None and (candidate.label is Label.EXTENDED or moment not in taken):
                    candidate.when, given = moment, True
                    break
        return given

    def _date(self, found: list[Candidate], page: Page) -> None:
        """Date the rest by a weekday in the sentence, by the API's time of the value, or an article's publication."""
        as_of = self._api_time(self.hit.as_of)
        published = self._api_time(self.hit.published) if page in (Page.ARTICLE, Page.FORECAST, Page.FORUM) else None
        for candidate in found:
            weekday = None
            if not isinstance(candidate.when, datetime) and not candidate.table and page is not Page.QUOTE:
                weekday = self._weekday(candidate)
                if candidate.when is None and weekday is not None:
                    candidate.when = weekday
            if candidate.label in (Label.PREVIOUS, Label.OPEN):
                continue
            if as_of is not None and not candidate.table and (
                candidate.when is None or (isinstance(as_of, datetime) and not isinstance(candidate.when, datetime) and as_of.date() == candidate.when)
            ):
                candidate.when = as_of
            elif published is not None and candidate.when is None:
                candidate.when = published

    def _weekday(self, candidate: Candidate) -> date | None:
        """Give the day by the weekday that the candidate's sentence names, or else the only one of the whole text."""
        at = candidate.order
        head = self.lower.rfind(". ", 0, at) + 1
        tail = self.lower.find(". ", at)
        days = weekdays(self.lower[head : tail if tail >= 0 else len(self.lower)][:600])
        if not days:
            days = weekdays(self.lower[:4000])
            days = days if len({(d.weekday, d.back_days) for d in days}) == 1 else []
        if days:
            local = self._zone() or (listings.zone(self.about.venue.zone) if self.item.asset is Asset.EQUITY else UTC)
            found = resolve(days[0], self.asked_at, self.received_at, local, False)
            return found if isinstance(found, date) and not isinstance(found, datetime) else None
        return None

    def _api_time(self, raw: str | None) -> datetime | date | None:
        if not raw:
            return None
        stated = iso(raw)
        if isinstance(stated, datetime):
            stated = (stated if stated.tzinfo else stated.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
            return stated if stated <= max(self.asked_at, self.received_at) + timedelta(minutes=5) else None
        if stated is not None:
            return stated
        tokens, _ = tokenise(raw[:80], text.lowered(raw[:80]), self.received_at, 8)
        for token in tokens:
            if token.time is not None:
                return resolve(token.time, self.asked_at, self.received_at, UTC, False)
        return None

    def _venues(self, found: list[Candidate]) -> None:
        """Mark prices under another exchange's name than the listing asked for."""
        if not self.about.suffixed or not found:
            return
        named = listings.named(self.snippet)
        if not named:
            return
        for candidate in found:
            before = [v for at, v in named if at <= candidate.order]
            venue = before[-1] if before else None
            candidate.other_venue = venue is not None and venue.code != self.about.venue.code


def _without_lesser(found: list[Candidate]) -> list[Candidate]:
    """Leave out the opening and the previous price of a hit that says a later regular one."""
    lesser = (Label.OPEN, Label.PREVIOUS)
    if any(c.label not in (*lesser, Label.EXTENDED) and c.strength >= FAIR and not c.table for c in found):
        return [c for c in found if c.label not in lesser]
    return found


_FINANCE = re.compile(
    r"stock|share|aktie|acci[oó]n|azion|bourse|börse|bolsa|borsa|nasdaq|nyse|exchange|/quote|ticker|market cap|trading|traded|株|coin|crypto|token|usdt|blockchain|investor|closed (?:at|up|down)|wall street|futures|analyst|dividend|krypto|market|kurs\b|cours\b|cotiza|quotazion|cotaç"
)
_MARK = re.compile(
    r"(?:as of|updated|update|last updated|rate at|at close|close|published|stand|kurszeit|last traded|last trade|mid-market exchange rate at|timestamp|actualisé|actualizado|aggiornato|atualizado|mis à jour|veröffentlicht|更新|quote time|data as of|posted|time|zeit|on|at|um)\W{0,4}(?:on |at |am |um |le |el |il )?\W{0,3}\Z"
)
_OTHER_MATTER = re.compile(
    r"(?:ex-?div\w*|dividend\w*|earnings|payable|expir\w*|record date|since|founded|all-time \w+|ath|atl|high|low|hoch|tief|after hours|pre-?market|ipo|next|launch\w*|halving|hauptversammlung|valid today from|market opens?|until|ending|prev(?:ious)?\.? close|target|between)\W{0,3}(?:date\W{0,3}|\$?[\d.,]+\W{0,3}|on |in |at |from )*\Z"
)


def _other_matter(lower: str, token: Token) -> bool:
    return _OTHER_MATTER.search(lower[max(0, token.start - 44) : token.start]) is not None


def _sentence(scene: Scene, at: int) -> tuple[int, int]:
    start, end = 0, len(scene.text)
    for match in re.finditer(r"[.!?](?=\s+[\"'“(]?[A-ZÄÖÜÉ0-9$€£])|\n|[。！？]", scene.text):
        if match.end() <= at:
            start = match.end()
        else:
            end = match.start()
            break
    return start, end
