"""A text enters; its numbers, changes and times leave as a row of tokens, in order."""

import re
from collections.abc import Callable
from datetime import datetime, time
from itertools import pairwise

from monitor.reading import currencies
from monitor.reading.codes import Code
from monitor.reading.currencies import Money
from monitor.reading.dates import (
    clock,
    clock_hour,
    date_digits,
    day_before,
    day_month,
    iso_token,
    may_be_day,
    merged,
    names_yesterday,
    spelled_ages,
)
from monitor.reading.numbers import REST, decimal_comma, parse
from monitor.reading.times import Stated, age, epoch, zone_after

__all__ = ["Sort", "Token", "tokenise"]


class Sort(Code):
    """What a token is."""

    NUMBER = 0
    CHANGE = 1  # signed, or a percentage
    TIME = 2
    SKIP = 3  # a duration, a size, a scaled amount, a part of a name


_CHANGE = Sort.CHANGE
_NUMBER = Sort.NUMBER
_SKIP = Sort.SKIP


class Token:
    """A number or time; `start` takes in a currency before it, `end` one after it, `at` is the first digit."""

    # What is not yet known is the class's own, since there are many tokens and most learn little.
    time: Stated | None = None
    value = 0.0
    unit = 1.0
    money: Money | None = None
    percent = False
    scaled = False
    sized = False
    """Followed by a size, as a quoted side is ("512.30 x 300")."""
    sign = 0

    def __init__(self, sort: Sort, start: int, end: int, raw: str, stated: Stated | None = None) -> None:
        """Make a token of that sort; what is not yet known keeps its neutral value."""
        self.sort = sort
        self.start = self.at = start
        self.end = end
        self.raw = raw
        if stated is not None:
            self.time = stated


_TOKEN = re.compile(
    r"[0-9](?:"
    r"(?=[0-9]{3}[-/.年년])(?:"  # a cheap look at what the number is followed by
    r"(?P<iso>[0-9]{3}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"
    r"(?:\s?[Zz]\b|\s?[+-][0-9]{2}:?[0-9]{2}\b)?)?(?![0-9-]))"
    r"|(?P<ymd>[0-9]{3}(?:[/.][0-9]{1,2}[/.]|[年년]\s?[0-9]{1,2}[月월]\s?)[0-9]{1,2}[日일]?(?![0-9.,/])))"
    r"|(?=[0-9]?[-./:月時월시h])(?:"
    r"(?P<dmy>[0-9]?(?:\.[0-9]{1,2}\.|/[0-9]{1,2}/|-[0-9]{1,2}-)(?:[0-9]{4}|[0-9][0-9])(?![0-9%]|[.,/][0-9]))"
    r"|(?P<dm>[0-9]?\.(?:0[1-9]|1[0-2])\.(?=,?\s[0-9]{1,2}:[0-9]{2}))"
    r"|(?P<mdash>[0-9]?-[0-3][0-9](?=\s[0-9]{2}:[0-9]{2}(?![0-9])))"
    r"|(?P<clock>[0-9]?:[0-9][0-9](?::[0-9][0-9](?:[.,][0-9]{1,6})?)?(?![0-9:]))"
    r"|(?P<cjk>[0-9]?(?:月\s?[0-9]{1,2}日|時[0-9]{1,2}分(?:[0-9]{1,2}秒)?"
    r"|월\s?[0-9]{1,2}일|시\s?[0-9]{1,2}분(?:\s?[0-9]{1,2}초)?|h[0-9][0-9](?![\w])))"
    r"|(?P<md>[0-9]?/[0-9]{1,2}(?![0-9/,.%A-Za-z])))"
    rf"|(?P<num>{REST}))"
)
_DURATIONS = (
    "day days week weeks wk wks month months mo year years yr yrs hour hours hr hrs minute minutes min mins second"
    " seconds sec secs h d w y"
    " tage tag tagen monate wochen woche jahre jahr stunden stunde minuten minutos minuto segundos segundo sekunden"
    " sekunde secondes jours jour"
    " mois ans heures heure semaines días dia dias día meses horas hora semanas semana años giorni mesi ore minuti"
    " settimane anni s m seconden minuut uur dag dagen sekunder sekund minuter timme timmar dagar minut minuty godzin"
    " godziny godzinę dni секунд секунды секунду минут минуты минуту мин час часа часов день дня дней saniye dakika"
    " saat gün"
)
_SCALES = (
    "k m mm b t bn mn tn mln mld mio mrd mrds mil cr crore crores lakh lakhs lac thousand hundred million millions"
    " billion billions trillion"
    " trillions millionen milliarden milliard milliards millones milhões bilhões milioni miliardi miles mille"
    " tausend kk meur mds bil"
)
_THINGS = (
    "shares share stück actions acciones azioni ações contract contracts employees analysts analyst people users"
    " coin coins token tokens rating"
    " square sq feet foot ft² m² miles km kilometers stores locations jobs vehicles cars customers subscribers homes"
    " tonnes tons barrels ounces megawatts mw gw gb tb"
    " ratings holders votes stars reviews st nd rd th times countries pages items"
)
_PERCENTS = "percent prozent pct por pour per bps bp basis pip pips percentage punkte points point"
_TAIL = {
    **dict.fromkeys(_DURATIONS.split(), "dur"),
    **dict.fromkeys(_THINGS.split(), "things"),
    **dict.fromkeys(_SCALES.split(), "scale"),
    **dict.fromkeys(_PERCENTS.split(), "pct"),
    **dict.fromkeys(["am", "pm", "a.m", "p.m", "a", "p", "uhr"], "hour"),
    **dict.fromkeys(["x", "×"], "size"),
    "for": "for",
}
_WORD = re.compile(r"[\s\u00a0-]?([^\W\d_]+(?:\.m)?)")
_PERCENT = re.compile(
    r"[\s\u00a0]?(?:%|percent\b|per cent\b|prozent\b|pct\b|por ciento\b|pour cent\b|per cento\b|por cento\b|bps\b"
    r"|bp\b|basis points?\b|pips?\b"
    r"|percentage points?\b|punkte\b|points?\b)"
)
_HALF = re.compile(r"\s?(?:[ap]\.m\.|[ap]m\b)|\suhr\b")
_LETTER_MONEY = {"R": Money("ZAR"), "P": Money("PHP")}
_AGO = re.compile(r"[\s-]?([^\W\d_]+)\.?\s(?:ago|zuvor|fa|atrás|earlier|geleden|sedan|temu|назад|önce)\b")
_WIDE = re.compile(
    r"\s?(?:(?P<ago>分[钟鐘]?|時間|小[时時]|秒|日|天)前|(?P<jeon>분|시간|초|일)\s?전(?!일)"
    r"|(?P<day>日)(?![前間间线線移均平以分連连ぶ目続物足数後内])|(?P<scale>[万億兆千百亿])|(?P<pct>パーセント)"
    r"|(?P<other>株|日間|週|年|ヶ月|か月|時間|分|件|人|回|位|倍))"
)
_WIDE_FROM = "\u3000"
"""Letters from here on are of scripts without spaces: a number beside one is glued to nothing."""
_SIZE = re.compile(r"\s?[x×]\s?\d")
_FOR = re.compile(r"-for-|-to-1\b")
_AGO_BEFORE = re.compile(r"(?:vor|il y a|hace|há|about|etwa|environ)\s(?:etwa\s|about\s|environ\s|ca\.\s)?\Z")
_EPOCH = re.compile(
    r"\b(?:(?:unix |epoch )?time(?:stamp)?|epoch|unix|(?:last )?updated(?: at)?|as of|last trade)\W{1,3}\Z"
)
"""What stands before seconds since 1970; a bare count of ten digits is a volume or a value."""
_CLOCK4_ZONE = re.compile(r"\s(?:gmt|utc|et|est|edt|hrs|hours|cet|bst|ist|jst)\b")


def tokenise(
    text: str,
    lower: str,
    received_at: datetime,
    limit: int = 400,
    comma: Callable[[], bool] | None = None,
    own: frozenset[str] = frozenset(),
) -> list[Token]:
    """Give the tokens of `text`, at most `limit`.

    `comma` tells whether decimals follow a comma where the numbers leave it open; `own`: codes of the item, which
    before a number are its name and not a currency.
    """
    tokens: list[Token] = []
    numbers: list[Token] = []
    skip_to = -1
    last_end = 0
    times = 0
    open_case = False
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if start < skip_to:
            continue
        group = match.lastgroup
        raw = match[0]
        if group == "num":
            token = _number(text, lower, start, end, raw, received_at, own, last_end)
            if token.time is not None:
                times += 1
            elif token.sort <= _CHANGE and ("," in raw or "." in raw):
                numbers.append(token)
                open_case = open_case or "," in raw or raw[-4:-3] == "."
        elif group == "clock":
            times += 1
            token = _timed(Sort.TIME, clock(lower, start, end, raw), start, end, raw)
        elif group == "iso":
            times += 1
            token = _timed(Sort.TIME, iso_token(lower, start, end, raw), start, end, raw)
        else:
            times += 1
            token = _timed(Sort.TIME, date_digits(lower, start, end, raw, group or ""), start, end, raw)
        skip_to = last_end = token.end
        tokens.append(token)
        if len(tokens) >= limit:
            break
    if " ago" in lower or "vor " in lower or "il y a " in lower or "hace " in lower:
        tokens.extend(
            _timed(Sort.TIME, stated, stated.start, stated.end, "") for stated in spelled_ages(lower, received_at)
        )
        tokens.sort(key=lambda t: t.start)
        _joined_ages(tokens, lower, received_at)
    if open_case and decimal_comma([t.raw for t in numbers], comma):
        for token in numbers:
            quantity = parse(token.raw, comma=True)
            if quantity is not None:
                token.value, token.unit = quantity
        _dotted_clocks(tokens, lower)
    if times and names_yesterday(lower):
        for token in tokens:
            if token.time is not None and token.time.clock is not None and not token.time.dated:
                day_before(token.time, lower)
    return _merged(tokens, lower) if times else tokens


_AGES_JOINED = frozenset(("", " ", ", ", " and ", " und ", " y ", " et "))


def _joined_ages(tokens: list[Token], lower: str, received_at: datetime) -> None:
    """Add the other part of an age of two units ("1 hour 5 minutes ago", "vor 1 Stunde 5 Minuten")."""
    for one, two in pairwise(tokens):
        aged, part = (two, one) if one.sort is _SKIP else (one, two)
        if aged.time is None or aged.time.exact is None or part.sort is not _SKIP:
            continue
        if (part is two) == (lower[aged.end - 3 : aged.end] == "ago") or lower[one.end : two.start] not in _AGES_JOINED:
            continue
        unit = lower[part.at + len(part.raw) : part.end].strip() or lower[part.end : two.start].strip()
        more = age(part.value, unit, part.start, part.end, received_at)
        if more is not None and more.exact is not None:
            aged.time.exact -= received_at - more.exact


_DOTTED = re.compile(r"([01]?\d|2[0-3])\.[0-5]\d")


def _dotted_clocks(tokens: list[Token], lower: str) -> None:
    """Make "10.58" after a date a clock time, on a page whose decimals follow a comma."""
    for prior, token in pairwise(tokens):
        dated = prior.time is not None and prior.time.day is not None and prior.time.clock is None
        if (
            dated
            and token.sort is _NUMBER
            and token.start - prior.end <= 3
            and token.money is None
            and _DOTTED.fullmatch(token.raw)
        ):
            token.time = clock_hour(lower, token.at, token.at + len(token.raw), token.raw)
            if token.time is not None:
                token.sort = Sort.TIME


def _timed(sort: Sort, stated: Stated | None, start: int, end: int, raw: str) -> Token:
    if stated is None:
        return Token(Sort.SKIP, start, end, raw)
    return Token(sort, stated.start, stated.end, raw, stated)


def _number(
    text: str, lower: str, start: int, end: int, raw: str, received_at: datetime, own: frozenset[str], floor: int
) -> Token:
    before = lower[start - 1] if start else " "
    following = lower[end : end + 1]
    size = len(raw)
    if size <= 4 and raw.isdecimal():
        if size <= 2:
            if may_be_day(lower, start, end, before, following):
                stated = day_month(lower, start, end, int(raw))
                if stated is not None:
                    return Token(Sort.TIME, stated.start, stated.end, raw, stated)
        elif size == 4 and following == " " and raw < "2400" and raw[2] < "6":
            zoned = _CLOCK4_ZONE.match(lower, end)
            if zoned:
                tz, stop, _ = zone_after(lower, end)
                stated = Stated(start, stop if tz else zoned.end(), clock=time(int(raw[:2]), int(raw[2:])), tz=tz)
                return Token(Sort.TIME, start, stated.end, raw, stated)
    elif size in (10, 13) and raw[0] == "1" and raw.isdecimal() and _EPOCH.search(lower, max(0, start - 24), start):
        return Token(Sort.TIME, start, end, raw, Stated(start, end, exact=epoch(float(raw[:10]))))
    token = Token(_NUMBER, start, end, raw)
    if before in " $(:":
        pass  # as nearly everywhere
    elif (before.isalpha() and before < _WIDE_FROM) or before == "_":
        money, begin = currencies.before(text, lower, start)
        written = money is None and text[start - 1] in "RP" and ("." in raw or " " in raw)
        if written and not text[max(0, start - 2)].isalnum():
            money, begin = _LETTER_MONEY[text[start - 1]], start - 1
        if money is None or begin < floor or (begin and lower[begin - 1].isalpha()) or before == "_":
            token.sort = Sort.SKIP
            return token
        token.money, token.start = money, begin
    elif before == "#":
        token.sort = Sort.SKIP
        return token
    elif before == "%" and not lower[start - 2 : start - 1].isdigit():
        quantity = parse(raw)  # "%1,13", as Turkish pages write it
        if quantity is not None:
            token.value, token.unit = quantity
            token.sort, token.percent, token.start = Sort.CHANGE, True, start - 1
            token.sign = _sign(text, token.start)
            return token
    quantity = parse(raw)
    if quantity is None:
        token.sort = Sort.SKIP
        return token
    token.value, token.unit = quantity
    word = ""
    if following:
        if following == "%":
            return _percentage(token, text, lower, end + 1)
        beyond = following if following not in " \u00a0-" else lower[end + 1 : end + 2]
        if beyond == "%" and following != "-" and not lower[end + 2 : end + 3].isdigit():
            return _percentage(token, text, lower, end + 2)
        if beyond.isalpha():
            found = _WORD.match(lower, end)
            word = found[1] if found else ""
            if beyond > "\u2fff":
                done = _wide_tail(token, lower, end, received_at)
            else:
                kind = _TAIL.get(word)
                done = kind is not None and _tail(token, text, lower, end, kind, word, received_at)
            if done:
                return token
        elif beyond == "×":
            token.sized = _SIZE.match(lower, end) is not None
        elif beyond == "°" or (following == ":" and lower[end + 1 : end + 2] == "1"):
            token.sort = Sort.SKIP
            return token
    if token.money is None:
        money, begin = currencies.before(text, lower, start)
        if money is not None and begin >= floor and money.code not in own:
            token.money, token.start = money, begin
    if following and (word or beyond in currencies.SYMBOLS):
        money, stop = currencies.after(text, lower, end, word)
        if money is not None and (token.money is None or currencies.refines(money, token.money)):
            if token.money is None or money.code not in ("$", "¥", "kr", "peso"):
                token.money = money
            token.end = stop
            found = _WORD.match(lower, stop)
            if found and _TAIL.get(found[1]) == "scale" and len(found[1]) > 1:
                token.sort, token.scaled = Sort.SKIP, True
                return token
    if following.isalpha() and token.end == end and following < _WIDE_FROM:
        token.sort = Sort.SKIP  # glued to a word: "6EZ26", "3D"
        return token
    token.sign = _sign(text, token.start)
    if token.sign:
        token.sort = Sort.CHANGE
    return token


def _percentage(token: Token, text: str, lower: str, end: int) -> Token:
    token.sort, token.percent, token.end = Sort.CHANGE, True, end
    token.sign = _sign(text, token.start)
    return token


def _tail(token: Token, text: str, lower: str, end: int, kind: str, word: str, received_at: datetime) -> bool:
    """Tell whether the word after a number settles what it is; `token` is changed to that."""
    if kind == "pct":
        found = _PERCENT.match(lower, end)
        if found:
            _percentage(token, text, lower, found.end())
            return True
        return False
    if kind == "dur" or word == "m":
        found = _AGO.match(lower, end)
        if found:
            stated = age(token.value, found[1], token.start, found.end(), received_at)
            token.sort, token.time, token.end = (Sort.TIME if stated else Sort.SKIP), stated, found.end()
            return True
    if kind == "dur":
        if _AGO_BEFORE.search(lower, max(0, token.start - 24), token.start):
            stop = _end_of_word(lower, end)
            stated = age(token.value, word, token.start, stop, received_at)
            if stated is not None:
                token.sort, token.time, token.end = Sort.TIME, stated, stop
                return True
        if word in ("m", "t", "b", "k", "s") and lower[end : end + 1] not in (" ", "\u00a0"):
            kind = "scale"
        elif token.raw.isdecimal() and not (word == "s" or (len(word) == 1 and lower[end : end + 1] == " ")):
            token.sort, token.end = Sort.SKIP, _end_of_word(lower, end)
            return True
        else:
            return False
    if kind == "scale":
        spaced = lower[end : end + 1] in (" ", "\u00a0")
        if len(word) == 1 and spaced and not text[end + 1 : end + 2].isupper():
            return False
        token.sort, token.scaled, token.end = Sort.SKIP, True, _end_of_word(lower, end)
        return True
    if kind == "hour":
        found = _HALF.match(lower, end)
        if found:
            stated = clock_hour(lower, token.start, end, token.raw)
            token.time = stated
            token.sort = Sort.TIME if stated else Sort.SKIP
            token.end = stated.end if stated else found.end()
            return True
        return False
    if kind == "size":
        token.sized = _SIZE.match(lower, end) is not None
        return False
    if kind == "for":
        if not _FOR.match(lower, end):
            return False
        token.sort = Sort.SKIP
        return True
    token.sort, token.end = Sort.SKIP, _end_of_word(lower, end)
    return True


def _end_of_word(lower: str, at: int) -> int:
    found = _WORD.match(lower, at)
    return found.end() if found else at


def _wide_tail(token: Token, lower: str, end: int, received_at: datetime) -> bool:
    found = _WIDE.match(lower, end)
    if not found:
        return False
    kind = found.lastgroup
    if kind in ("ago", "jeon"):
        stated = age(token.value, found[found.lastgroup or ""], token.start, found.end(), received_at)
        token.sort, token.time = (Sort.TIME if stated else Sort.SKIP), stated
    elif kind == "pct":
        token.sort, token.percent = Sort.CHANGE, True
    elif kind == "day":
        if not (token.raw.isdecimal() and 1 <= token.value <= 31):
            return False
        stated = Stated(token.start, found.end(), day=int(token.value))
        token.sort, token.time = Sort.TIME, stated
    else:
        token.sort, token.scaled = Sort.SKIP, kind == "scale"
    token.end = found.end()
    return True


_ARROWS = {**dict.fromkeys("+▲↑⬆△▴±", 1), **dict.fromkeys("▼↓⬇▽▾", -1)}


def _sign(text: str, start: int) -> int:
    """Give +1 or -1 where a sign or an arrow stands before the number, else 0; a dash between things is no sign."""
    at = start - 1
    if at < 0:
        return 0
    char = text[at]
    if char in " \u00a0":
        return _ARROWS.get(text[at - 1], 0) if at else 0
    if char not in "-–":
        return _ARROWS.get(char, 0)
    prior = text[at - 1] if at else " "
    if char == "-":
        return 0 if prior.isalnum() or prior in "%)" else -1
    return -1 if prior in " (" and not (at > 1 and text[at - 2].isdigit()) else 0


def _merged(tokens: list[Token], lower: str) -> list[Token]:
    """Give `tokens` with a date and a clock time that stand side by side made into one."""
    out: list[Token] = []
    last: Token | None = None
    for token in tokens:
        if token.time is not None and last is not None and last.time is not None and token.start - last.end <= 24:
            both = merged(last.time, token.time, lower)
            if both is not None:
                last.time, last.end = both, both.end
                continue
        out.append(token)
        last = token
    return out
