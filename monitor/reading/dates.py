"""The spelling of a date or a clock time in a text enters; the parts that it states leave."""

import re
from datetime import datetime, time, tzinfo

from monitor.reading.times import MONTHS, Stated, age, iso, zone_after
from monitor.reading.vocabulary import trie

__all__ = [
    "clock",
    "clock_hour",
    "date_digits",
    "day_before",
    "day_month",
    "iso_token",
    "may_be_day",
    "merged",
    "names_yesterday",
    "spelled_ages",
]

_MONTH_END = re.compile(rf"(?<![^\W\d_])({trie(MONTHS)})[.,]?[\s\u00a0-]{{0,2}}\Z")
_MONTH_AHEAD = re.compile(
    rf"(?:st|nd|rd|th|\.|er|º|\.º)?[\s\u00a0-]{{0,2}}(?:of |de |di )?({trie(MONTHS)})(?![^\W\d_])[.,]?"
    r"(?:[\s\u00a0-]{0,2}(?:de |del )?[,'’]?\s?(\d{4}|(?<=-)\d\d)(?![\d]|[.,]\d))?"
)
_YEAR_AHEAD = re.compile(r"(?:st|nd|rd|th)?[,\s\u00a0-]{1,3}(\d{4})(?!\d|[.,]\d)(?![\s]?%)")
_AMPM = re.compile(r"\s?(a\.m\.|p\.m\.|am\b|pm\b|午前|午後)")
_OFFSET = re.compile(r"[+-]\d\d:?\d\d(?!\d|[.,]\d)")
_DIGITS = re.compile(r"\d+")
_WEEKDAY = re.compile(r"\s(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day,?(?=\s)")
_DATED = re.compile(r"\d{1,2}[./]\d{1,2}[./](?:20)?\d\d\s?[-,]?\s(?:ore\s|alle\s)?\Z")
_ZONE_AHEAD = re.compile(
    r"(?:(?<![^\W_])(?:utc|gmt)|日本時間|北京时间|北京時間|香港时间|香港時間|한국시간)\)?[:\s]{1,2}"
    r"(?:[0-9]{1,2}月\s?[0-9]{1,2}日\s)?\Z"
)
"""A zone that stands before its time ("UTC 15:44", "北京时间 2026-11-30 23:44")."""
_BEHIND_ZONE = frozenset(" :\u00a0")
_ENDS_OF_ZONES = frozenset("ct)間间간日: \u00a0")
_UNCERTAIN = frozenset(("may", "mar", "set", "out", "mars", "jan", "fev"))


_TAILS = frozenset(name.rstrip(".")[-2:] for name in MONTHS)
_FIRSTS = frozenset(name[0] for name in MONTHS) | frozenset("od")
_AHEAD = frozenset(" .-\u00a0snrteº")


def may_be_day(lower: str, start: int, end: int, before: str, following: str) -> bool:
    """Tell whether a number of one or two digits can have a month beside it; a cheap look before `day_month`."""
    if following in _AHEAD:
        if following not in " \u00a0":
            return True
        beyond = lower[end + 1 : end + 2]
        if beyond in _FIRSTS or beyond == "-" or beyond.isspace():
            return True
    if start < 4 or before not in " .,-\u00a0":
        return False
    at = start - 2
    while at and lower[at] in " \u00a0-.,":
        at -= 1
    return lower[at - 1 : at + 1] in _TAILS


def day_month(lower: str, start: int, end: int, day: int) -> Stated | None:
    """Give the date of a day of the month with its month beside it ("Nov 30, 2026", "30. November"), or None."""
    if not 1 <= day <= 31:
        return None
    prior = lower[start - 1 : start]
    if (
        prior in (" ", ".", ",", "-", "\u00a0")
        and start >= 4
        and (lower[start - 2].isalpha() or lower[start - 2] in ".,")
    ):
        month = _MONTH_END.search(lower, max(0, start - 12), start)
        if month:
            year = _YEAR_AHEAD.match(lower, end)
            return Stated(
                month.start(),
                year.end() if year else end,
                day=day,
                month=MONTHS[month[1]],
                year=int(year[1]) if year else None,
            )
    ahead = (
        _MONTH_AHEAD.match(lower, end)
        if lower[end : end + 1] in (" ", ".", "-", "\u00a0", "s", "n", "r", "t", "e", "º")
        else None
    )
    if ahead and not (ahead[1] in _UNCERTAIN and ahead[2] is None and not ahead[0][:1].isspace()):
        return Stated(start, ahead.end(), day=day, month=MONTHS[ahead[1]], year=_year(ahead[2]))
    return None


def _year(raw: str | None) -> int | None:
    return None if raw is None else int(raw) + (2000 if len(raw) == 2 else 0)


def _zone_ahead(lower: str, start: int) -> tzinfo | None:
    """Give the zone that is written before a time at offset `start`, or None."""
    if start < 4 or lower[start - 1] not in _BEHIND_ZONE or lower[start - 2] not in _ENDS_OF_ZONES:
        return None
    named = _ZONE_AHEAD.search(lower, max(0, start - 18), start)
    return zone_after(lower, named.start())[0] if named else None


def clock(lower: str, start: int, end: int, raw: str) -> Stated | None:
    """Give the clock time that ``10:44:57`` and the words after it ("AM EST", "Uhr") state, or None."""
    parts = _DIGITS.findall(raw)
    hour, minute = int(parts[0]), int(parts[1])
    second = int(parts[2]) if len(parts) > 2 else 0
    stop = end
    half = _AMPM.match(lower, end) if lower[end : end + 1] in (" ", "a", "p", "午") else None
    if half:
        stop = half.end()
        if hour <= 12:
            hour = hour % 12 + (12 if half[1][0] == "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59 or second > 59:
        return None
    if "午後" in lower[max(0, start - 3) : start] and hour < 12:
        hour += 12
    tz, after, uhr = zone_after(lower, stop)
    if tz is None and (named := _WEEKDAY.match(lower, stop)):
        tz, after, uhr = zone_after(lower, named.end())  # "at 5 p.m. Tuesday in Tokyo"
    if tz is None:
        tz, after = _zone_ahead(lower, start), stop  # "UTC 15:44", "日本時間 12月1日 0:40"
    if tz is not None and not uhr and lower[stop : stop + 1] in ("+", "-") and not _OFFSET.match(lower, stop):
        tz, after = None, stop
    return Stated(start, after if tz is not None else stop, clock=time(hour, minute, second), tz=tz, uhr=uhr)


_YESTERDAY = "yesterday|gestern|hier|ieri|ayer|ontem|gisteren|igår|wczoraj|вчера|dün"
_YESTERDAYS = ("igår", "вчера", "dün", "昨日", "昨天", "어제")
_DAY_AHEAD = re.compile(
    rf"(?<!since )(?<!from )(?<!seit )(?:(?<![^\W_])(?:{_YESTERDAY})"
    r"(?: at| um| à| alle| a las| às| om| kl\.?| o| в|,)?\s"
    r"|(?:昨日|昨天|어제)\s?)\Z"
)
_DAY_BEHIND = re.compile(rf",?\s(?:{_YESTERDAY})(?![^\W_]|')")


def names_yesterday(lower: str) -> bool:
    """Tell whether a text speaks of yesterday; a cheap look before `day_before`."""
    if "yesterday" in lower or "gestern" in lower or "hier" in lower or "ieri" in lower or "ayer" in lower:
        return True  # spelled out, since it is asked of every text
    if "ontem" in lower or "gisteren" in lower or "wczoraj" in lower:
        return True
    return not lower.isascii() and any(word in lower for word in _YESTERDAYS)


def day_before(stated: Stated, lower: str) -> None:
    """Put a clock time on the day before where "yesterday" stands right beside it."""
    if _DAY_AHEAD.search(lower, max(0, stated.start - 26), stated.start) or _DAY_BEHIND.match(lower, stated.end):
        stated.back_days = 1


def clock_hour(lower: str, start: int, end: int, raw: str) -> Stated | None:
    """Give the clock time of ``4`` or ``9.15`` with "p.m." or "Uhr" after it, or None where it is none."""
    hour, _, minute = raw.replace(",", ".").partition(".")
    if not hour.isdecimal() or len(hour) > 2 or (minute and (not minute.isdecimal() or len(minute) != 2)):
        return None
    return clock(lower, start, end, f"{hour}:{minute or '00'}")


def iso_token(lower: str, start: int, end: int, raw: str) -> Stated | None:
    """Give what an ISO 8601 date or moment states, or None where it is none."""
    found = iso(raw)
    if found is None:
        return None
    if not isinstance(found, datetime):
        return Stated(start, end, day=found.day, month=found.month, year=found.year)
    half = _AMPM.match(lower, end) if found.tzinfo is None and found.hour <= 12 else None
    if half:
        found, end = found.replace(hour=found.hour % 12 + (12 if half[1][0] == "p" else 0)), half.end()
    if found.tzinfo is None:
        tz, stop, _ = zone_after(lower, end)
        if tz is None:
            tz, stop = _zone_ahead(lower, start), end
        if tz is None:
            return Stated(start, end, day=found.day, month=found.month, year=found.year, clock=found.time())
        found, end = found.replace(tzinfo=tz), stop
    return Stated(start, end, exact=found.replace(microsecond=0))


def date_digits(lower: str, start: int, end: int, raw: str, shape: str) -> Stated | None:
    """Give what an all-digit date states (`shape`: ymd, dmy, md or cjk), or None where it is none."""
    parts = [int(p) for p in _DIGITS.findall(raw)]
    if shape == "cjk":
        if "月" in raw or "월" in raw:
            return _valid(start, end, parts[1], parts[0], None)
        if parts[0] > 23 or parts[1] > 59:
            return None
        tz, stop, _ = zone_after(lower, end)
        second = min(parts[2], 59) if len(parts) > 2 else 0
        return Stated(start, stop if tz else end, clock=time(parts[0], parts[1], second), tz=tz)
    if shape == "ymd":
        year, month, day = parts
        return _valid(start, end, day, month, year) if 1900 < year < 2200 else None
    if shape == "dm":
        return _valid(start, end, parts[0], parts[1], None)
    if shape in ("md", "mdash"):
        first, second = parts
        if 1 <= first <= 12 and 1 <= second <= 31:
            return Stated(start, end, day=second, month=first, month_first=True)
        return _valid(start, end, first, second, None)
    first, second, year = parts
    timed = "." in raw and first < 24 and second < 60 and year < 60 and len(parts) == 3 and raw[-3] == "."
    if timed and (second > 12 or _DATED.search(lower, max(0, start - 16), start)):
        return clock(lower, start, end, raw)  # "11.46.20"
    year += 2000 if year < 100 else 0
    if "/" in raw and 1 <= first <= 12 and 1 <= second <= 31:
        return Stated(start, end, day=second, month=first, year=year, month_first=True)
    return _valid(start, end, first, second, year) or (_valid(start, end, second, first, year) if "-" in raw else None)


def _valid(start: int, end: int, day: int, month: int, year: int | None) -> Stated | None:
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return None
    return Stated(start, end, day=day, month=month, year=year)


_GLUE = re.compile(
    r"(?:[\s\u00a0,;()•·|\-–@]|\bat\b|\bum\b|\bà\b|\ba las\b|\balle\b|\balle ore\b|\bore\b|\bàs\b|\bon\b|\bde\b"
    r"|\bam\b|\bvom\b|\bden\b|\bthe\b|\bhrs?\b"
    r"|\buhr\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b\.?"
    r"|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado"
    r"|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica)\b|\b(?:del|dal|du|di)\b"
    r"|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b|\b(?:local time|time|heure|hora|horas"
    r"|ora|o'clock|h)\b"
    r"|\bkl\.|\b(?:date|datum|data|fecha|dato)\b"
    r"|\b(?:le|el|il|em|kl|en|la|bolsa|madrid|closing)\b|:(?=\s))*\Z"
)


def merged(first: Stated, second: Stated, lower: str) -> Stated | None:
    """Give the moment of a date and a clock time side by side, in either order, or None where they are not that."""
    if (first.clock is None) == (second.clock is None) or first.exact is not None or second.exact is not None:
        return None
    if (first.day is None) == (second.day is None) or not _GLUE.match(lower[first.end : second.start]):
        return None
    dated, timed = (first, second) if first.day is not None else (second, first)
    tz, stop = timed.tz, second.end
    if tz is None or timed.uhr:
        after, more, _ = zone_after(lower, second.end)
        if after is not None:
            tz, stop = after, more
    return Stated(
        first.start,
        stop,
        dated.day,
        dated.month,
        dated.year,
        timed.clock,
        tz,
        month_first=dated.month_first,
        uhr=timed.uhr,
    )


_COUNTS = {
    "a": 1.0, "an": 1.0, "one": 1.0, "half an": 0.5, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0,
    "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0, "fifteen": 15.0, "twenty": 20.0, "thirty": 30.0,
}  # fmt: skip
_AGO_SPELLED = re.compile(rf"(?<![^\W_])({trie(_COUNTS)})\s(second|minute|hour|day|week)s?\Z")
_SINCE_SPELLED = re.compile(
    r"(?<![^\W_])(?:vor einer|il y a une|hace una?)\s(minuto?|minute|stunde|heure|hora|día|sekunde)(?![^\W_])"
)


def spelled_ages(lower: str, received_at: datetime) -> list[Stated]:
    """Give the ages that a text spells without a digit ("an hour ago", "vor einer Stunde")."""
    found = []
    at = lower.find(" ago")
    while at >= 0:
        spelled = _AGO_SPELLED.search(lower, max(0, at - 24), at)
        if spelled is not None:
            found.append(age(_COUNTS[spelled[1]], spelled[2], spelled.start(), at + 4, received_at))
        at = lower.find(" ago", at + 4)
    if "vor einer" in lower or "il y a une" in lower or "hace un" in lower:
        for match in _SINCE_SPELLED.finditer(lower):
            found.append(age(1.0, match[1], match.start(), match.end(), received_at))
    return [stated for stated in found if stated is not None]
