"""Times as pages write them enter; aware UTC moments, or bare dates, leave."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache

from monitor.reading.listings import zone
from monitor.reading.vocabulary import trie

__all__ = ["MONTHS", "Stated", "age", "epoch", "iso", "resolve", "zone_after"]

MONTHS: dict[str, int] = {}
for _number, _names in enumerate(
    (
        "january|jan|januar|jänner|jan.|janvier|janv|janv.|enero|ene|ene.|gennaio|gen|gen.|janeiro|januari",
        "february|feb|februar|feb.|février|févr|févr.|fevrier|febrero|febbraio|fevereiro|fev|fev.|februari",
        "march|mar|märz|mar.|mär|mär.|mars|marzo|março|mrz|maart|mrt",
        "april|apr|apr.|avril|avr|avr.|abril|abr|abr.|aprile",
        "may|mai|mayo|maggio|mag|mag.|maio|mei",
        "june|jun|juni|jun.|juin|junio|giugno|giu|giu.|junho",
        "july|jul|juli|jul.|juillet|juil|juil.|julio|luglio|lug|lug.|julho",
        "august|aug|aug.|août|aout|agosto|ago|ago.|augustus",
        "september|sep|sept|sep.|sept.|septembre|septiembre|set|set.|settembre|setembro",
        "october|oct|oct.|oktober|okt|okt.|octobre|octubre|ottobre|ott|ott.|outubro|out",
        "november|nov|nov.|novembre|noviembre|novembro",
        "december|dec|dec.|dezember|dez|dez.|décembre|déc|déc.|decembre|diciembre|dic|dic.|dicembre|dezembro",
    ),
    start=1,
):
    for _name in _names.split("|"):
        MONTHS[_name] = _number

_ET, _CT, _MT, _PT = "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"
_NAMED: dict[str, str | float] = {
    "utc": 0.0, "gmt": 0.0, "z": 0.0, "wet": 0.0, "ut": 0.0, "zulu": 0.0, "est": -5.0, "edt": -4.0, "et": _ET,
    "eastern": _ET, "eastern time": _ET,
    "new york time": _ET, "new york": _ET, "us eastern": _ET, "us/eastern": _ET, "america/new_york": _ET, "cst": -6.0,
    "cdt": -5.0, "ct": _CT,
    "central time": _CT, "mst": -7.0, "mdt": -6.0, "mt": _MT, "pst": -8.0, "pdt": -7.0, "pt": _PT,
    "pacific time": _PT, "bst": 1.0,
    "uk time": "Europe/London", "london time": "Europe/London", "uk": "Europe/London", "cet": 1.0, "cest": 2.0,
    "mez": 1.0, "mesz": 2.0,
    "hec": 2.0, "eet": 2.0, "eest": 3.0, "msk": 3.0, "ist": 5.5, "jst": 9.0, "kst": 9.0, "hkt": 8.0, "sgt": 8.0,
    "aest": 10.0, "aedt": 11.0,
    "aet": "Australia/Sydney", "nzdt": 13.0, "nzst": 12.0, "uhr": "Europe/Berlin", "brt": -3.0,
    "tokyo time": "Asia/Tokyo",
    "hora de madrid": "Europe/Madrid", "heure de paris": "Europe/Paris", "ora di milano": "Europe/Rome",
    "ora italiana": "Europe/Rome", "uur": "Europe/Amsterdam", "heure française": "Europe/Paris",
    "日本時間": "Asia/Tokyo", "北京时间": 8.0, "北京": 8.0, "北京時間": 8.0, "香港时间": 8.0, "香港時間": 8.0,
    "台北時間": 8.0,
    "한국시간": 9.0, "мск": 3.0, "tsi": 3.0,
    "sydney time": "Australia/Sydney", "hong kong time": "Asia/Hong_Kong", "india time": "Asia/Kolkata",
    "frankfurt time": "Europe/Berlin",
    "zurich time": "Europe/Zurich", "paris time": "Europe/Paris", "hora de brasília": -3.0,
    "horário de brasília": -3.0, "sast": 2.0,
"in tokyo": "Asia/Tokyo", "in london": "Europe/London", "in new york": _ET, "in sydney": "Australia/Sydney",
    "in hong kong": "Asia/Hong_Kong",
    "in frankfurt": "Europe/Berlin", "in zurich": "Europe/Zurich", "in singapore": "Asia/Singapore",
    "in mumbai": "Asia/Kolkata",     "london": "Europe/London", "ortszeit frankfurt": "Europe/Berlin",
    "hora peninsular": "Europe/Madrid",
    **{f"{city})": name for city, name in (  # "17:23 (Paris)"; without brackets it may begin the next thing's name
        ("paris", "Europe/Paris"), ("frankfurt", "Europe/Berlin"), ("zurich", "Europe/Zurich"),
        ("zürich", "Europe/Zurich"), ("madrid", "Europe/Madrid"), ("milano", "Europe/Rome"), ("tokyo", "Asia/Tokyo"),
        ("sydney", "Australia/Sydney"), ("hong kong", "Asia/Hong_Kong"), ("singapore", "Asia/Singapore"),
        ("mumbai", "Asia/Kolkata"), ("ny", _ET), ("nyc", _ET), ("toronto", "America/Toronto"),
        ("amsterdam", "Europe/Amsterdam"), ("stockholm", "Europe/Stockholm"),
    )},
    **{name.lower(): name for name in (
        "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Zurich", "Europe/Madrid", "Europe/Rome",
        "Europe/Amsterdam", "Europe/Stockholm", "America/Chicago", "America/Toronto", "America/Sao_Paulo",
        "Asia/Tokyo", "Asia/Kolkata", "Asia/Hong_Kong", "Asia/Singapore", "Asia/Shanghai", "Asia/Seoul",
        "Australia/Sydney", "Etc/UTC",
    )},
    "est5edt": _ET, "cst6cdt": _CT,
}  # fmt: skip
_ZONE = re.compile(
    rf"[\s\u00a0(,]{{0,2}}(?:(utc|gmt)\s?([+-])\s?(\d{{1,2}})(?::?(\d\d))?|({trie(_NAMED)})(?![\w/])|([+-])(\d\d):?(\d\d)(?!\d))(?:\s\(?(cet|cest|mez|mesz)\b)?"
)


@dataclass(slots=True)
class Stated:
    """A time as a text states it; parts that it leaves out are None."""

    start: int
    end: int
    day: int | None = None
    month: int | None = None
    year: int | None = None
    clock: time | None = None
    tz: tzinfo | None = None
    exact: datetime | None = None  # a complete moment: ISO with zone, epoch, or relative
    weekday: int | None = None
    back_days: int | None = None  # "yesterday", "3 days ago"
    month_first: bool | None = None  # of an all-digit date, where the order is open
    uhr: bool = False

    @property
    def dated(self) -> bool:
        """Whether it names a day."""
        return self.day is not None or self.exact is not None or self.weekday is not None or self.back_days is not None


def zone_after(lower: str, at: int) -> tuple[tzinfo | None, int, bool]:
    """Give the zone written at offset `at`, where it ends, and whether it is the German "Uhr" alone."""
    found = _ZONE.match(lower, at)
    if not found:
        return None, at, False
    if found[1]:
        hours = int(found[3]) + int(found[4] or 0) / 60
        return timezone(timedelta(hours=min(hours, 14) * (-1 if found[2] == "-" else 1))), found.end(), False
    if found[5]:
        name = " ".join(found[5].split())  # the space may be a hard one
        if name in ("uhr", "uur"):
            more, end, _ = zone_after(lower, found.end())
            if more is not None:
                return more, end, False
        return _tz(_NAMED[name]), found.end(), name == "uhr"
    hours = int(found[7]) + int(found[8]) / 60
    return timezone(timedelta(hours=min(hours, 14) * (-1 if found[6] == "-" else 1))), found.end(), False


def _tz(named: str | float) -> tzinfo:
    if isinstance(named, str):
        return zone(named)
    return timezone(timedelta(hours=named)) if named else UTC


def iso(raw: str) -> datetime | date | None:
    """Give the moment or date that an ISO 8601 text writes; a moment without a zone comes back naive; else None."""
    text = raw.strip().replace("/", "-")
    if text[-4:].upper() in (" UTC", " GMT"):
        text = text[:-4] + "+00:00"
    text = re.sub(r"(\d\d:\d\d:\d\d)[.,](\d{1,6})\d*", r"\1.\2", text)
    text = re.sub(r"\s(?=[+-]\d\d:?\d\d\Z)", "", text)
    try:
        if len(text) == 10:
            return date.fromisoformat(text)
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def epoch(value: float) -> datetime | None:
    """Give the moment of (milli-, micro-, nano-)seconds since 1970 if it lies in 2001 to 2100; else None."""
    for scale in (1.0, 1e3, 1e6, 1e9):
        seconds = value / scale
        if 978307200.0 <= seconds < 4102444800.0:
            return datetime.fromtimestamp(seconds, UTC)
    return None


_AGES: dict[str, tuple[str, float]] = {}
for _unit, _seconds, _spellings in (
    ("s", 1.0, "s second seconds sec secs sekunde sekunden segundo segundos seconde secondes seconden sekunder sekund"
     " секунд секунды секунду saniye 秒 초"),
    ("s", 60.0, "minute minutes min mins m minuten minuto minutos minuti minuut minuter minut minuty минут минуты"
     " минуту мин dakika 分 分钟 分鐘 분"),
    ("s", 3600.0, "hour hours hr hrs h stunde stunden std heure heures hora horas ora ore uur timme timmar"
     " godzin godziny godzinę час часа часов saat 時間 小时 小時 시간"),
    ("d", 1.0, "day days d tag tage tagen jour jours día días dia dias giorno giorni dag dagen dagar dni день"
     " дня дней gün 日 天 일"),
    ("d", 7.0, "week weeks wk wks w woche wochen semaine semaines semana semanas settimana settimane 週"),
    ("d", 30.0, "month months mo monat monate monaten mois mes meses mese mesi"),
    ("d", 365.0, "year years yr yrs y jahr jahre jahren an ans año años anno anni"),
):
    for _spelling in _spellings.split():
        _AGES[_spelling] = (_unit, _seconds)


def age(count: float, unit: str, start: int, end: int, received_at: datetime) -> Stated | None:
    """Give the time that lies `count` units before `received_at`: a moment, or for days and longer a day; else None."""
    known = _AGES.get(unit)
    if known is None or count > 100_000:
        return None
    if known[0] == "s" and received_at.year > 1:
        return Stated(start, end, exact=received_at - timedelta(seconds=count * known[1]))
    return Stated(start, end, back_days=int(count * known[1]))


def resolve(
    stated: Stated, asked_at: datetime, received_at: datetime, local: tzinfo | None, day_first: bool | None
) -> datetime | date | None:
    """Give the moment (aware UTC) or bare date that `stated` means, seen from `asked_at`; None where it says neither.

    `local` is the zone of the exchange that the page names, for a clock time without a zone; `day_first` settles
    an all-digit date (None: the page gives no hint). Without a date a clock time is the latest such moment not after
    the question.
    """
    try:
        return _resolve(stated, asked_at, received_at, local, day_first)
    except (OverflowError, ValueError):
        return None  # a day at the end of the calendar, in a zone that lies beyond it


def _resolve(
    stated: Stated, asked_at: datetime, received_at: datetime, local: tzinfo | None, day_first: bool | None
) -> datetime | date | None:
    latest = max(asked_at, received_at)
    if stated.exact is not None:
        exact = stated.exact
        if exact.tzinfo is None:
            if local is None:
                return exact.date()
            exact = exact.replace(tzinfo=local)
        return exact.astimezone(UTC)
    tz = stated.tz or local
    today = latest.date() if tz is None else _day_in(tz, latest)
    day = _day(stated, today, day_first)
    if stated.clock is None:
        return day
    if tz is None:
        return day
    if day is not None:
        moment = datetime.combine(day, stated.clock, tz)
        if stated.weekday is not None and stated.day is None and moment > latest:
            moment = datetime.combine(day - timedelta(days=7), stated.clock, tz)
        return moment.astimezone(UTC)
    moment = datetime.combine(today, stated.clock, tz)
    if moment > latest:
        moment = datetime.combine(today - timedelta(days=1), stated.clock, tz)
    return moment.astimezone(UTC)


@lru_cache(maxsize=256)
def _day_in(tz: tzinfo, at: datetime) -> date:
    """Give the day that it is in a zone; asked for each time of a response, and nearly always of one zone."""
    return at.astimezone(tz).date()


def _day(stated: Stated, today: date, day_first: bool | None) -> date | None:
    if stated.back_days is not None:
        return today - timedelta(days=min(stated.back_days, 20_000))
    if stated.day is None or stated.month is None:
        if stated.day is not None:
            return _latest(stated.day, today)
        if stated.weekday is not None:
            return today - timedelta(days=(today.weekday() - stated.weekday) % 7)
        return None
    day, month = stated.day, stated.month
    if stated.month_first is not None and day <= 12:
        # As written: month first. An order that puts the date into the future is not the page's; without a hint,
        # the nearer of two is meant.
        year = stated.year or today.year
        american, european = _valid(year, month, day, today), _valid(year, day, month, today)
        if american is None or european is None:
            if american or european:
                return american or european
        elif day_first is None:
            return max(american, european)
        elif day_first:
            return european
    if stated.year is not None:
        return _valid(stated.year, month, day, today)  # a day ahead is of something else: a maturity, an expiry
    for candidate in (today.year, today.year - 1, today.year - 2, today.year - 3, today.year - 4):
        found = _valid(candidate, month, day, today)
        if found is not None:
            return found
    return None


def _latest(day: int, today: date) -> date | None:
    """Give the latest date not after `today` that is day `day` of its month."""
    for back in range(62):
        found = today - timedelta(days=back)
        if found.day == day:
            return found
    return None


def _valid(year: int, month: int, day: int, today: date) -> date | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return found if found <= today + timedelta(days=1) else None
