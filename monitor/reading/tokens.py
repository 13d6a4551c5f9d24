"""A text enters; its numbers, changes and times leave as a row of tokens, in order."""

import re
from collections.abc import Callable
from datetime import datetime, time
from itertools import pairwise

from monitor.reading import currencies
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
from monitor.reading.tails import SIZE, TAIL, WORD, percentage, sign_before, tail, wide_tail
from monitor.reading.times import Stated, age, epoch, zone_after
from monitor.reading.token import Sort, Token

__all__ = ["tokenise"]

_CHANGE = Sort.CHANGE
_NUMBER = Sort.NUMBER
_SKIP = Sort.SKIP

_TOKEN = re.compile(
    r"[0-9](?:"
    r"(?=[0-9]{3}[-/.年년])(?:"  # a cheap look at what the number is followed by
    r"(?P<iso>[0-9]{3}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]{1,9})?)?"
    r"(?:\s?[Zz]\b|\s?[+-][0-9]{2}:?[0-9]{2}\b)?)?(?![0-9-]))"
    r"|(?P<ymd>[0-9]{3}(?:[/.][0-9]{1,2}[/.]|[年년]\s?[0-9]{1,2}[月월]\s?)[0-9]{1,2}[日일]?(?![0-9.,/])))"
    r"|(?=[0-9]?(?:[-/:月時월시h]|\.[0-9]{1,2}\.))(?:"
    r"(?P<dmy>[0-9]?(?:\.[0-9]{1,2}\.|/[0-9]{1,2}/|-[0-9]{1,2}-)(?:[0-9]{4}|[0-9][0-9])(?![0-9%]|[.,/][0-9]))"
    r"|(?P<dm>[0-9]?\.(?:0[1-9]|1[0-2])\.(?=,?\s[0-9]{1,2}:[0-9]{2}))"
    r"|(?P<mdash>[0-9]?-[0-3][0-9](?=\s[0-9]{2}:[0-9]{2}(?![0-9])))"
    r"|(?P<clock>[0-9]?:[0-9][0-9](?::[0-9][0-9](?:[.,][0-9]{1,6})?)?(?![0-9:]))"
    r"|(?P<cjk>[0-9]?(?:月\s?[0-9]{1,2}日|時[0-9]{1,2}分(?:[0-9]{1,2}秒)?"
    r"|월\s?[0-9]{1,2}일|시\s?[0-9]{1,2}분(?:\s?[0-9]{1,2}초)?|h[0-9][0-9](?![\w])))"
    r"|(?P<md>[0-9]?/[0-9]{1,2}(?![0-9/,.%A-Za-z])))"
    rf"|(?:{REST}))"
)
_LETTER_MONEY = {"R": Money("ZAR"), "P": Money("PHP")}
_WIDE_FROM = "\u3000"
"""Letters from here on are of scripts without spaces: a number beside one is glued to nothing."""
_NORDIC_CLOCK = re.compile(r"\bkl(?:\.|o)?\s\Z")
"""What stands before the time of a day whose hours and minutes are parted by a point ("kl. 15.44", "klo 15.44")."""
_EPOCH = re.compile(
    r"\b(?:(?:unix |epoch )?time(?:stamp)?|epoch|unix|(?:last )?updated(?: at)?|as of|last trade)\W{1,3}\Z"
)
"""What stands before seconds since 1970; a bare count of ten digits is a volume or a value."""
_BEFORE_ITS_NUMBER = re.compile(r"%(?:[0-9]|\s0,[0-9]{2}(?![0-9.,%]))")
"""A percent sign of the number behind it, as Turkish pages write it: "42,4530 %0,12", "42,4530 % 0,12"."""
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
    skip_to = last_end = times = 0
    open_case = False
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if start < skip_to:
            continue
        group = match.lastgroup
        raw = match[0]
        if group is None:
            token = _number(text, lower, start, end, raw, received_at, own, last_end)
            if token.time is not None:
                times += 1
            elif not open_case and ("," in raw or raw[-4:-3] == ".") and token.sort <= _CHANGE:
                # Not "92,341.18", which says itself what its marks are.
                open_case = raw[-4:-3] == "." or raw.rfind(".") < raw.rfind(",")
        elif group == "clock":
            times += 1
            token = _timed(Sort.TIME, clock(lower, start, end, raw), start, end, raw)
        elif group == "iso":
            times += 1
            token = _timed(Sort.TIME, iso_token(lower, start, end, raw), start, end, raw)
        else:
            times += 1
            token = _timed(Sort.TIME, date_digits(lower, start, end, raw, group), start, end, raw)
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
    numbers = [t for t in tokens if t.sort <= _CHANGE and ("," in t.raw or "." in t.raw)] if open_case else []
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
    elif size == 5 and raw[2] == "." and _NORDIC_CLOCK.search(lower, max(0, start - 4), start):
        stated = clock_hour(lower, start, end, raw)
        if stated is not None:
            return Token(Sort.TIME, start, stated.end, raw, stated)
    elif size in (10, 13) and raw[0] == "1" and raw.isdecimal() and _EPOCH.search(lower, max(0, start - 24), start):
        return Token(Sort.TIME, start, end, raw, Stated(start, end, exact=epoch(float(raw[:10]))))
    token = Token(_NUMBER, start, end, raw)
    if before in " $(:":
        pass  # as nearly everywhere
    elif (before.isalpha() and before < _WIDE_FROM) or before == "_":
        money, begin = currencies.before(text, lower, start)
        written = money is None and text[start - 1] in "RP" and ("." in raw or " " in raw or (raw[5:] and "," in raw))
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
            token.sign = sign_before(text, token.start)
            return token
    quantity = parse(raw)
    if quantity is None:
        token.sort = Sort.SKIP
        return token
    token.value, token.unit = quantity
    word = ""
    if following:
        if following == "%":
            return percentage(token, text, end + 1)
        beyond = following if following not in " \u00a0-" else lower[end + 1 : end + 2]
        if beyond == "%" and following != "-" and not _BEFORE_ITS_NUMBER.match(lower, end + 1, end + 9):
            return percentage(token, text, end + 2)
        if beyond.isalpha():
            found = WORD.match(lower, end)
            word = found[1] if found else ""
            if beyond > "\u2fff":
                done = wide_tail(token, lower, end, received_at)
            else:
                kind = TAIL.get(word)
                done = kind is not None and tail(token, text, lower, end, kind, word, received_at)
            if done:
                return token
        elif beyond == "×":
            token.sized = SIZE.match(lower, end) is not None
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
            found = WORD.match(lower, stop)
            if found and TAIL.get(found[1]) == "scale" and len(found[1]) > 1:
                token.sort, token.scaled = Sort.SKIP, True
                return token
    if following.isalpha() and token.end == end and following < _WIDE_FROM:
        token.sort = Sort.SKIP  # glued to a word: "6EZ26", "3D"
        return token
    sign = sign_before(text, token.start)
    if sign:
        token.sign, token.sort = sign, _CHANGE
    return token


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
