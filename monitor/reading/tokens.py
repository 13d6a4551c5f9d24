"""A text enters; its numbers, changes and times leave as a row of tokens, in order."""

import re
from dataclasses import dataclass
from datetime import datetime, time
from enum import IntEnum

from monitor.reading import currencies
from monitor.reading.currencies import Money
from monitor.reading.numbers import NUMBER, decimal_comma, parse
from monitor.reading.times import MONTHS, WEEKDAYS, Stated, epoch, iso, relative, zone_after
from monitor.reading.vocabulary import trie

__all__ = ["Sort", "Token", "tokenise"]


class Sort(IntEnum):
    """What a token is."""

    NUMBER = 0
    CHANGE = 1  # signed, or a percentage
    TIME = 2
    SKIP = 3  # a duration, a size, a scaled amount, a part of a name


@dataclass(slots=True)
class Token:
    """A number or time in the text; `start` takes in a currency before it, `end` one after it."""

    sort: Sort
    start: int
    end: int
    raw: str = ""
    value: float = 0.0
    unit: float = 1.0
    money: Money | None = None
    percent: bool = False
    sign: int = 0
    time: Stated | None = None
    scaled: bool = False
    sized: bool = False  # followed by "x 300"
    at: int = 0
    """Offset of the first digit."""


_TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:\s?[Zz]\b|\s?[+-]\d\d:?\d\d\b)?)?(?![\d-]))"
    r"|(?P<ymd>\d{4}(?:[/.]\d{1,2}[/.]|年\s?\d{1,2}月\s?)\d{1,2}日?(?![\d.,/]))"
    r"|(?P<dmy>\d{1,2}(?:\.\d{1,2}\.|/\d{1,2}/|-\d{1,2}-)(?:\d{4}|\d\d)(?![\d%]|[.,/]\d))"
    r"|(?P<clock>\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?(?![\d:]))"
    r"|(?P<cjk>\d{1,2}月\s?\d{1,2}日|\d{1,2}時\d{1,2}分(?:\d{1,2}秒)?|\d{1,2}h\d\d(?![\w]))"
    r"|(?P<md>\d{1,2}/\d{1,2}(?![\d/,.%A-Za-z]))"
    rf"|(?P<num>{NUMBER})"
)
_DURATION = trie(
    "day days week weeks wk wks month months mo year years yr yrs hour hours hr hrs minute minutes min mins second seconds sec secs h d w y tage tag tagen monate wochen woche jahre jahr stunden stunde"
    " minuten minute minutos minuto segundos segundo sekunden sekunde secondes jours jour mois ans heures heure semaines días dia dias día meses horas hora semanas años giorni mesi ore minuti settimane anni semana".split()
)
_SUFFIX = re.compile(
    rf"(?P<pct>[\s\u00a0]?(?:%|percent\b|per cent\b|prozent\b|pct\b|por ciento\b|pour cent\b|per cento\b|por cento\b|bps\b|bp\b|basis points?\b|pips?\b|percentage points?\b|punkte\b|points?\b|パーセント))"
    rf"|(?P<scale>[\s\u00a0-]?(?:k|mm?|b|t|bn|mn|tn|mln|mld|mio|mrd|mrds|mil|cr|crores?|lakhs?|lac|lakh crore|thousand|hundred|millions?|billions?|trillions?|millionen|milliarden|milliards?|millones|milhões|bilhões|milioni|miliardi|miles|mille|tausend|kk)(?![\w])|\s?[万億兆千百亿])"
    rf"|(?P<ampm>\s?(?:[ap]\.m\.|[ap]m\b))"
    rf"|(?P<uhr>\suhr\b)"
    rf"|(?P<ago>\s?(?P<unit>[a-zäöüßíéáñ]+)\.?\s(?:ago|zuvor|fa|atrás|earlier)\b|\s?(?P<cjkunit>分|時間|秒|日)前)"
    rf"|(?P<dur>[\s-]?{_DURATION}(?![\w])|\s?(?:日間|週|年|ヶ月|か月|時間|分)|°)"
    rf"|(?P<size>\s?[x×]\s?\d)"
    rf"|(?P<things>\s?(?:shares?|株|stück|actions|acciones|azioni|ações|contracts?|employees|analysts?|people|users|coins?|tokens?|ratings?|holders|million|votes|stars|reviews|st\b|nd\b|rd\b|th\b|件|人|回|位|倍)(?![a-z]))"
    rf"|(?P<for>-for-|:1\b|-to-1\b)"
)
_AGO_BEFORE = re.compile(r"(?:vor|il y a|hace|há|about|etwa|environ)\s(?:etwa\s|about\s|environ\s|ca\.\s)?\Z")
_AGO_UNIT = re.compile(r"\s?(min(?:uten?|utes?|utos?|uti)?|stunden?|std|sekunden?|tagen?|heures?|h\b|jours?|horas?|d[ií]as?|segundos?|semanas?|wochen?)\b\.?")
_MONTH_END = re.compile(rf"(?<![^\W\d_])({trie(MONTHS)})[.,]?[\s\u00a0-]{{0,2}}\Z")
_MONTH_AHEAD = re.compile(rf"(?:st|nd|rd|th|\.|er|º|\.º)?[\s\u00a0-]{{0,2}}(?:of |de |di )?({trie(MONTHS)})(?![^\W\d_])[.,]?(?:[\s\u00a0-]{{0,2}}(?:de |del )?[,'’]?\s?(\d{{4}})(?![\d]|[.,]\d))?")
_YEAR_AHEAD = re.compile(r"(?:st|nd|rd|th)?[,\s\u00a0-]{1,3}(\d{4})(?!\d|[.,]\d)(?![\s]?%)")
_CLOCK4_ZONE = re.compile(r"\s(?:gmt|utc|et|est|edt|hrs|hours|cet|bst|ist|jst)\b")
_EDGE = re.compile(r"[\w]")
_WEEKDAY = re.compile(rf"(?<![^\W_])(?:({trie(WEEKDAYS)})|(yesterday|gestern|ayer|hier|ieri|ontem))(?![^\W_])")


def tokenise(
    text: str, lower: str, received_at: datetime, limit: int = 400, comma: bool = False, own: frozenset[str] = frozenset()
) -> tuple[list[Token], bool]:
    """Give the tokens of `text`, at most `limit`, and whether its decimals follow a comma.

    `comma`: what to assume where the numbers leave it open; `own`: codes of the item, which before a number are its
    name and not a currency.
    """
    tokens: list[Token] = []
    raws: list[Token] = []
    skip_to = -1
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if start < skip_to:
            continue
        if len(tokens) >= limit:
            break
        group = match.lastgroup
        raw = match[0]
        token: Token | None = None
        if group == "num":
            token = _number(text, lower, start, end, raw, received_at, own)
            if token.sort in (Sort.NUMBER, Sort.CHANGE) and not raw.isdecimal():
                raws.append(token)
        elif group == "clock":
            token = _clock(lower, start, end, raw)
        elif group == "md":
            token = _slash(lower, start, end, raw)
        else:
            token = _date(lower, start, end, raw, str(group))
        if token is None:
            continue
        skip_to = token.end
        tokens.append(token)
    if "ago" in lower or "vor einer" in lower or "il y a une" in lower or "hace un" in lower or "hace una" in lower:
        tokens = sorted([*tokens, *_spelled_ages(lower, received_at)], key=lambda t: t.start)
    comma = decimal_comma((t.raw for t in raws), comma)
    if comma:
        for token in raws:
            quantity = parse(token.raw, comma=True)
            if quantity is not None:
                token.value, token.unit = quantity
    return _merged(tokens, lower), comma


def _number(text: str, lower: str, start: int, end: int, raw: str, received_at: datetime, own: frozenset[str]) -> Token:
    before = lower[start - 1] if start else " "
    month = _MONTH_END.search(lower, max(0, start - 12), start) if before in " \u00a0.,-" and len(raw) <= 2 else None
    if month and raw.isdecimal() and 1 <= int(raw) <= 31:
        year = _YEAR_AHEAD.match(lower, end)
        stated = Stated(month.start(), year.end() if year else end, day=int(raw), month=MONTHS[month[1]], year=int(year[1]) if year else None)
        return Token(Sort.TIME, stated.start, stated.end, raw, time=stated)
    following = lower[end : end + 1]
    if len(raw) <= 2 and raw.isdecimal() and 1 <= int(raw) <= 31 and (following in " \u00a0.-sntre" or following == "º"):
        ahead = _MONTH_AHEAD.match(lower, end)
        if ahead and not (ahead[1] in ("may", "mar", "set", "out", "mars", "jan", "fev") and ahead[2] is None and not ahead[0][:1].isspace()):
            stated = Stated(start, ahead.end(), day=int(raw), month=MONTHS[ahead[1]], year=int(ahead[2]) if ahead[2] else None)
            return Token(Sort.TIME, start, ahead.end(), raw, time=stated)
    if len(raw) == 4 and raw.isdecimal() and int(raw) < 2400 and int(raw[2:]) < 60:
        zoned = _CLOCK4_ZONE.match(lower, end)
        if zoned:
            tz, stop, _ = zone_after(lower, end)
            stated = Stated(start, stop if tz else zoned.end(), clock=time(int(raw[:2]), int(raw[2:])), tz=tz)
            return Token(Sort.TIME, start, stated.end, raw, time=stated)
    token = Token(Sort.NUMBER, start, end, raw, at=start)
    if before.isalpha() or before == "_":
        money, begin = currencies.before(text, lower, start)
        glued = begin
        if money is None or (glued and lower[glued - 1].isalpha()) or before == "_":
            token.sort = Sort.SKIP
            return token
        token.money, token.start = money, begin
    elif before == "#":
        token.sort = Sort.SKIP
        return token
    quantity = parse(raw)
    if quantity is None:
        token.sort = Sort.SKIP
        return token
    token.value, token.unit = quantity
    suffix = _SUFFIX.match(lower, end) if following and (following.isalpha() or following in " \u00a0%-°:×万億兆千百分時日年週") else None
    if suffix:
        kind = suffix.lastgroup
        if kind == "pct":
            token.sort, token.percent, token.end = Sort.CHANGE, True, suffix.end()
            token.sign = _sign(text, lower, start)
            return token
        if kind == "scale":
            word = suffix[0].strip()
            single = len(word) == 1 and suffix[0][0] in " \u00a0"
            if not (single and not text[suffix.end() - 1].isupper() and word.isascii()):
                token.sort, token.scaled, token.end = Sort.SKIP, True, suffix.end()
                return token
        elif kind in ("ago", "unit", "cjkunit"):
            stated = _ago(token.value, suffix["unit"] or suffix["cjkunit"] or "", start, suffix.end(), received_at)
            if stated:
                return Token(Sort.TIME, start, suffix.end(), raw, time=stated)
            token.sort, token.end = Sort.SKIP, suffix.end()
            return token
        elif kind in ("ampm", "uhr"):
            return _hour(lower, start, end, raw) or Token(Sort.SKIP, start, suffix.end(), raw)
        elif kind == "size":
            token.sized = True
        elif kind == "dur" and raw.isdecimal():
            unit = _AGO_UNIT.match(lower, end)
            if unit and _AGO_BEFORE.search(lower, max(0, start - 24), start):
                stated = _ago(token.value, unit[1], start, unit.end(), received_at)
                if stated:
                    return Token(Sort.TIME, start, unit.end(), raw, time=stated)
            token.sort, token.end = Sort.SKIP, suffix.end()
            return token
        elif kind in ("things", "for"):
            token.sort, token.end = Sort.SKIP, suffix.end()
            return token
    if token.money is None:
        token.money, token.start = currencies.before(text, lower, start)
        if token.money is not None and token.money.code in own:
            token.money, token.start = None, start
    money, stop = currencies.after(text, lower, end)
    if money is not None and (token.money is None or token.money.code in ("$", "¥", "kr", "¢", money.code) or token.money.code == "BTC"):
        if token.money is None or money.code not in ("$", "¥", "kr"):
            token.money = money
        token.end = stop
        scale = _SUFFIX.match(lower, stop)
        if scale and scale.lastgroup == "scale" and len(scale[0].strip()) > 1:
            token.sort, token.scaled = Sort.SKIP, True
            return token
    if following.isalpha() and token.end == end and not suffix:
        token.sort = Sort.SKIP  # glued to a word: "6EZ26", "3D"
        return token
    token.sign = _sign(text, lower, token.start)
    if token.sign:
        token.sort = Sort.CHANGE
    return token


def _sign(text: str, lower: str, start: int) -> int:
    at = start - 1
    if at < 0:
        return 0
    char = text[at]
    gap = 0
    while char in " \u00a0" and at and gap < 1:
        at -= 1
        char = text[at]
        gap += 1
    if char in "+▲↑⬆△▴":
        return 1
    if char in "▼↓⬇▽▾":
        return -1
    if char == "±":
        return 1
    if char == "-" and not gap:
        prior = text[at - 1] if at else " "
        return 0 if prior.isalnum() or prior in "%)" else -1
    if char == "–" and not gap:
        prior = text[at - 1] if at else " "
        return -1 if prior in " (" and not (at > 1 and text[at - 2].isdigit()) else 0
    return 0


def _ago(count: float, unit: str, start: int, end: int, received_at: datetime) -> Stated | None:
    known = unit[:2] in ("mi", "ho", "hr", "he", "st", "se", "da", "ta", "jo", "dí", "di", "we", "wo", "mo", "ye", "ja", "gi", "or", "sa") or unit in ("m", "h", "s", "d", "w", "分", "時間", "秒", "日")
    if not known or count > 100_000:
        return None
    if unit.startswith("sem") or unit.startswith("sett"):
        unit = "w"
    elif unit[:2] in ("jo", "ta", "dí", "di", "gi") or unit == "日":
        unit = "d"
    elif unit.startswith(("mo", "me", "an", "añ", "ja", "ye")) and not unit.startswith("min"):
        unit = "month" if not unit.startswith(("ye", "ja", "an", "añ")) else "year"
    if unit == "year":
        return Stated(start, end, back_days=int(count * 365))
    if unit == "month":
        return Stated(start, end, back_days=int(count * 30))
    moment, days = relative(count, "s" if unit == "秒" else unit, received_at)
    if moment is not None:
        return Stated(start, end, exact=moment)
    return Stated(start, end, back_days=days)


_SPELLED = re.compile(
    r"(?<![^\W_])(?:an?|one|half an|vor einer|il y a une|hace una?)\s(second|minute|hour|day|week|minuto?|stunde|heure|hora|día|sekunde)(?:\sago)?(?![^\W_])"
)


def _spelled_ages(lower: str, received_at: datetime) -> list[Token]:
    """Give the ages that a text spells without a digit ("an hour ago")."""
    found = []
    for match in _SPELLED.finditer(lower):
        if not match[0].endswith(" ago") and match[0].startswith(("a ", "an ", "one ", "half ")):
            continue
        stated = _ago(0.5 if match[0].startswith("half") else 1.0, match[1], match.start(), match.end(), received_at)
        if stated is not None:
            found.append(Token(Sort.TIME, match.start(), match.end(), match[0], time=stated))
    return found


_AMPM = re.compile(r"\s?(a\.m\.|p\.m\.|am\b|pm\b|午前|午後)")


def _clock(lower: str, start: int, end: int, raw: str) -> Token | None:
    parts = re.split(r"[:.,]", raw)
    hour, minute = int(parts[0]), int(parts[1])
    second = int(parts[2]) if len(parts) > 2 else 0
    stop = end
    half = _AMPM.match(lower, end)
    if half:
        stop = half.end()
        if hour <= 12:
            hour = hour % 12 + (12 if half[1][0] in "p" else 0)
    if hour == 24 and minute == 0:
        hour = 0
    if hour > 23 or minute > 59 or second > 59:
        return Token(Sort.SKIP, start, end, raw)
    before = lower[max(0, start - 3) : start]
    if "午後" in before and hour < 12:
        hour += 12
    tz, after, uhr = zone_after(lower, stop)
    if tz is not None and not uhr and lower[stop : stop + 1] in "+-" and not re.match(r"[+-]\d\d:?\d\d(?!\d|[.,]\d)", lower[stop:]):
        tz, after = None, stop
    stated = Stated(start, after if tz is not None else stop, clock=time(hour, minute, second), tz=tz, uhr=uhr)
    return Token(Sort.TIME, start, stated.end, raw, time=stated)


def _hour(lower: str, start: int, end: int, raw: str) -> Token | None:
    parts = re.split(r"[.,]", raw)
    if len(parts) > 2 or not all(p.isdecimal() for p in parts) or len(parts[0]) > 2 or (len(parts) > 1 and len(parts[1]) != 2):
        return None
    return _clock(lower, start, end, f"{parts[0]}:{parts[1] if len(parts) > 1 else '00'}")


def _slash(lower: str, start: int, end: int, raw: str) -> Token:
    first, second = (int(p) for p in raw.split("/"))
    if 1 <= first <= 12 and 1 <= second <= 31:
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=second, month=first, month_first=True))
    if 1 <= second <= 12 and 1 <= first <= 31:
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=first, month=second))
    return Token(Sort.SKIP, start, end, raw)


def _date(lower: str, start: int, end: int, raw: str, group: str) -> Token | None:
    if group == "iso":
        found = iso(raw)
        if found is None:
            return Token(Sort.SKIP, start, end, raw)
        if isinstance(found, datetime):
            if found.tzinfo is None:
                tz, stop, _ = zone_after(lower, end)
                if tz is not None:
                    found, end = found.replace(tzinfo=tz), stop
            if found.tzinfo is None:
                stated = Stated(start, end, day=found.day, month=found.month, year=found.year, clock=found.time())
            else:
                stated = Stated(start, end, exact=found.replace(microsecond=0))
            return Token(Sort.TIME, start, end, raw, time=stated)
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=found.day, month=found.month, year=found.year))
    parts = [int(p) for p in re.findall(r"\d+", raw)]
    if group == "cjk":
        if "月" in raw:
            stated = Stated(start, end, day=parts[1], month=parts[0])
            ok = 1 <= parts[0] <= 12 and 1 <= parts[1] <= 31
        else:
            ok = parts[0] < 24 and parts[1] < 60
            tz, stop, _ = zone_after(lower, end)
            stated = Stated(start, stop if tz else end, clock=time(parts[0], parts[1], min(parts[2], 59) if len(parts) > 2 else 0) if ok else None, tz=tz)
        return Token(Sort.TIME, start, stated.end, raw, time=stated) if ok else Token(Sort.SKIP, start, end, raw)
    if group == "ymd":
        year, month, day = parts
        ok = 1 <= month <= 12 and 1 <= day <= 31 and 1900 < year < 2200
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=day, month=month, year=year)) if ok else Token(Sort.SKIP, start, end, raw)
    first, second, year = parts
    if "." in raw and second > 12 and first < 24 and second < 60 and year < 60:
        return _clock(lower, start, end, raw.replace(".", ":"))  # "11.46.20"
    year += 2000 if year < 100 else 0
    if "/" in raw and first <= 12 and second <= 31:
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=second, month=first, year=year, month_first=True))
    if 1 <= second <= 12 and 1 <= first <= 31:
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=first, month=second, year=year))
    if 1 <= first <= 12 and 1 <= second <= 31 and "-" in raw:
        return Token(Sort.TIME, start, end, raw, time=Stated(start, end, day=second, month=first, year=year))
    return Token(Sort.SKIP, start, end, raw)


_GLUE = re.compile(
    r"(?:[\s\u00a0,;()•·|\-–@]|\bat\b|\bum\b|\bà\b|\ba las\b|\balle\b|\balle ore\b|\bore\b|\bàs\b|\bon\b|\bde\b|\bam\b|\bvom\b|\bden\b|\bthe\b|\bhrs?\b|\buhr\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:mon|tue|wed|thu|fri|sat|sun)\b\.?"
    r"|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\b|\b(?:local time|time|heure|hora|ora|o'clock|h)\b|\b(?:le|el|il|em|kl)\b|:(?=\s))*\Z"
)


def _merged(tokens: list[Token], lower: str) -> list[Token]:
    """Give `tokens` with a date and a clock time that stand side by side made into one."""
    out: list[Token] = []
    for token in tokens:
        last = out[-1] if out else None
        if token.time is not None and last is not None and last.time is not None and token.start - last.end <= 24:
            a, b = last.time, token.time
            joinable = (a.clock is None) != (b.clock is None) and a.exact is None and b.exact is None and (a.day is None) != (b.day is None)
            if joinable and _GLUE.match(lower[last.end : token.start]):
                dated, timed = (a, b) if a.day is not None else (b, a)
                tz, stop, _ = (timed.tz, token.end, False) if timed.tz is not None else zone_after(lower, token.end)
                if timed.uhr:
                    more, after, _ = zone_after(lower, token.end)
                    if more is not None:
                        tz, stop = more, after
                last.time = Stated(
                    a.start, max(stop, token.end), dated.day, dated.month, dated.year, timed.clock, tz, month_first=dated.month_first, uhr=timed.uhr
                )
                last.end = last.time.end
                continue
        out.append(token)
    return out


def weekdays(lower: str) -> list[Stated]:
    """Give the weekdays, and "yesterday", that a text names."""
    found = []
    for match in _WEEKDAY.finditer(lower):
        if match[1]:
            found.append(Stated(match.start(), match.end(), weekday=WEEKDAYS[match[1]]))
        else:
            found.append(Stated(match.start(), match.end(), back_days=1))
    return found


def epoch_time(value: float, start: int, end: int) -> Stated | None:
    """Give the moment of a count of seconds (or thousandths) since 1970, or None where it is none."""
    moment = epoch(value)
    return Stated(start, end, exact=moment) if moment else None
