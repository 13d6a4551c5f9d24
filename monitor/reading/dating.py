"""Candidates without a time enter; they leave with the one that their sentence, their page or the API states."""

import re
from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Protocol

from monitor.reading import listings
from monitor.reading.candidates import Candidate
from monitor.reading.codes import EQUITY
from monitor.reading.identity import Profile
from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.scene import Scene, breaks
from monitor.reading.stated import own_times
from monitor.reading.text import lowered
from monitor.reading.times import iso, resolve
from monitor.reading.token import Token
from monitor.reading.tokens import tokenise
from monitor.reading.vocabulary import sieve
from monitor.reading.weekdays import weekdays
from monitor.search.hits import Hit

__all__ = ["date_by_api", "date_by_page"]

_MARK = re.compile(
    r"(?:as of|updated|update|last updated|rate at|at close|close|published|stand|kurszeit|last traded|last trade"
    r"|mid-market exchange rate at|timestamp|actualisé|actualizado|aggiornato|atualizado|mis à jour"
    r"|veröffentlicht|更新|quote time|data as of|posted|time|zeit|on|at|um)\W{0,4}(?:on |at |am |um |le |el |il"
    r" )?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[,.]?\s)?\W{0,3}\Z"
)

_CLOSED = sieve(
    r"closed|closes|ended|ends|finished|finishes|settled|closing|close|schloss|clôturé|cerró|chiuso", whole=r"\w"
)


_ON_DAY = sieve(r"\bon (?:mon|tues|wednes|thurs|fri)day(?!'s)\b")


class _Hit(Protocol):
    """What dating needs of a hit under study."""

    about: Profile
    hit: Hit
    snippet: str
    lower: str
    asked_at: datetime
    received_at: datetime

    def zone(self) -> tzinfo | None:
        """Give the zone of the exchange that the hit names."""
        ...


def date_by_page(scene: Scene, found: list[Candidate]) -> None:
    """Give candidates without a time the one of their sentence, else the one that the page states for itself."""
    undated = [c for c in found if c.when is None and c.label is not Label.OPEN]
    if not undated:
        return
    stated = own_times(scene)
    if not stated:
        return
    taken: set[datetime | date | None] = {c.when for c in found if c.label is Label.EXTENDED and c.when is not None}
    for candidate in sorted(undated, key=lambda c: c.label is not Label.EXTENDED):
        if candidate.label is Label.PREVIOUS:
            if candidate.page is not Page.QUOTE:
                candidate.when = _day_of_close(scene, candidate, _published(scene, stated))
            continue
        _date_by_sentence(scene, candidate, stated, taken)
        if candidate.label is Label.EXTENDED and candidate.when is not None:
            taken.add(candidate.when)
        if candidate.when is None and candidate.page is not Page.FORUM:
            candidate.when = _day_of_close(scene, candidate, _published(scene, stated))
    undated = [c for c in undated if c.when is None and c.label is not Label.PREVIOUS]
    if not undated:
        return
    marked = [t for t in stated if _MARK.search(scene.lower, max(0, t.start - 34), t.start)]
    timed = [t for t in stated if t.time is not None and (t.time.clock is not None or t.time.exact is not None)]
    chosen = marked[0] if marked else timed[0] if len(timed) == 1 else stated[0] if len(stated) == 1 else None
    if chosen is None or chosen.time is None:
        return
    moment = scene.resolve(chosen.time)
    for candidate in undated:
        extended = candidate.label is Label.EXTENDED
        alone = all(c.label is candidate.label for c in found)
        beside = extended and not (marked or alone) and candidate.page is Page.QUOTE
        if beside or (not extended and moment in taken):
            continue
        candidate.when = moment


def _before_report(day: date, published: date | None) -> date:
    """Give the weekday of `day` that a report of the day `published` means: the last one up to that day."""
    if published is None or isinstance(day, datetime) or published >= day:
        return day
    return published - timedelta(days=(published.weekday() - day.weekday()) % 7)


def _published(scene: Scene, stated: list[Token]) -> date | None:
    """Give the day that a text states first, as a report does with its own."""
    first = next((t.time for t in stated if t.time is not None and t.time.dated), None)
    when = scene.resolve(first) if first is not None else None
    return when.date() if isinstance(when, datetime) else when


def _day_of_close(scene: Scene, candidate: Candidate, published: date | None) -> datetime | date | None:
    """Give the day of "closed at $83.90 on Friday": a close is of its session, whenever it was written of."""
    sentence = scene.lower[scene.sentence_start(candidate.order) : scene.sentence_end(candidate.order)][:600]
    if not _CLOSED.search(sentence):
        return None
    days = weekdays(sentence)
    when = scene.resolve(days[0]) if days else None
    return _before_report(when, published) if isinstance(when, date) else when


def _date_by_sentence(
    scene: Scene, candidate: Candidate, stated: list[Token], taken: set[datetime | date | None]
) -> None:
    start, end = scene.sentence_start(candidate.order), scene.sentence_end(candidate.order)
    for token in stated:
        if token.time is None or not start <= token.start < end:
            continue
        moment = scene.resolve(token.time)
        if moment is None or (candidate.label is not Label.EXTENDED and moment in taken):
            continue
        if candidate.when is None or (isinstance(moment, datetime) and not isinstance(candidate.when, datetime)):
            candidate.when = moment


def date_by_api(sheet: _Hit, found: list[Candidate], page: Page) -> None:
    """Date the rest by a weekday in the sentence, by the API's time of the value, or an article's publication."""
    hit = sheet.hit
    as_of = _api_time(sheet, hit.as_of) if hit.as_of else None
    late = page in (Page.ARTICLE, Page.FORECAST, Page.FORUM)
    published = _api_time(sheet, hit.published) if hit.published and late else None
    for candidate in found:
        when = candidate.when
        if isinstance(when, datetime) or candidate.table:
            continue
        told = late or "sentence" in candidate.note or candidate.label is Label.CLOSE
        if when is None and (told or ("day" in sheet.lower and _ON_DAY.search(sheet.lower))):
            when = candidate.when = _weekday(sheet, candidate, late)
        if candidate.label in (Label.PREVIOUS, Label.OPEN):
            continue
        if as_of is not None and (when is None or _finer(as_of, when)):
            candidate.when = as_of
        elif published is not None and (when is None or _finer(published, when)):
            candidate.when = published


def _finer(one: datetime | date, other: datetime | date) -> bool:
    """Tell whether `one` is a moment of the bare day `other`."""
    return isinstance(one, datetime) and not isinstance(other, datetime) and one.date() == other


def _weekday(sheet: _Hit, candidate: Candidate, anywhere: bool) -> date | None:
    """Give the day by the weekday that the candidate's sentence names, or (`anywhere`) the only one of the text."""
    lower, stops = sheet.lower, breaks(sheet.snippet)
    index = bisect_right(stops, candidate.order)
    head, tail = stops[index - 1] if index else 0, stops[index] if index < len(stops) else len(lower)
    days = weekdays(lower[head:tail][:600])
    if not days:
        if not anywhere:
            return None
        days = weekdays(lower[:4000])
        if len({(d.weekday, d.back_days) for d in days}) != 1:
            return None
    local = sheet.zone() or (listings.zone(sheet.about.venue.zone) if sheet.about.asset is EQUITY else UTC)
    found = resolve(days[0], sheet.asked_at, sheet.received_at, local, False)
    return None if isinstance(found, datetime) else found


def _api_time(sheet: _Hit, raw: str) -> datetime | date | None:
    stated = iso(raw)
    if isinstance(stated, datetime):
        try:
            moment = (stated if stated.tzinfo else stated.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
        except OverflowError:
            return None  # the end of the calendar, in a zone that lies beyond it
        if moment > max(sheet.asked_at, sheet.received_at) + timedelta(minutes=5):
            return None
        # A midnight is how an index writes a bare day.
        return moment.date() if (moment.hour, moment.minute, moment.second) == (0, 0, 0) else moment
    if stated is not None:
        return stated
    for token in tokenise(raw[:80], lowered(raw[:80]), sheet.received_at, 8):
        if token.time is not None:
            return resolve(token.time, sheet.asked_at, sheet.received_at, UTC, False)
    return None
