"""What stands around a number says what it is: a length of time, a count of things, a percentage, a size, an hour."""

import re
from datetime import datetime

from monitor.reading.dates import clock_hour
from monitor.reading.times import Stated, age
from monitor.reading.token import Sort, Token

__all__ = ["SIZE", "TAIL", "WORD", "percentage", "sign_before", "tail", "wide_tail"]

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
TAIL = {
    **dict.fromkeys(_DURATIONS.split(), "dur"),
    **dict.fromkeys(_THINGS.split(), "things"),
    **dict.fromkeys(_SCALES.split(), "scale"),
    **dict.fromkeys(_PERCENTS.split(), "pct"),
    **dict.fromkeys(["am", "pm", "a.m", "p.m", "a", "p", "uhr"], "hour"),
    **dict.fromkeys(["x", "×"], "size"),
    "for": "for",
}
WORD = re.compile(r"[\s\u00a0-]?([^\W\d_]+(?:\.m)?)")
_PERCENT = re.compile(
    r"[\s\u00a0]?(?:%|percent\b|per cent\b|prozent\b|pct\b|por ciento\b|pour cent\b|per cento\b|por cento\b|bps\b"
    r"|bp\b|basis points?\b|pips?\b"
    r"|percentage points?\b|punkte\b|points?\b)"
)
_HALF = re.compile(r"\s?(?:[ap]\.m\.|[ap]m\b)|\suhr\b")
_AGO = re.compile(r"[\s-]?([^\W\d_]+)\.?\s(?:ago|zuvor|fa|atrás|earlier|geleden|sedan|temu|назад|önce)\b")
_WIDE = re.compile(
    r"\s?(?:(?P<ago>分[钟鐘]?|時間|小[时時]|秒|日|天)前|(?P<jeon>분|시간|초|일)\s?전(?!일)"
    r"|(?P<day>日)(?![前間间线線移均平以分連连ぶ目続物足数後内])|(?P<scale>[万億兆千百亿])|(?P<pct>パーセント)"
    r"|(?P<other>株|日間|週|年|ヶ月|か月|時間|分|件|人|回|位|倍))"
)
SIZE = re.compile(r"\s?[x×]\s?\d")
_FOR = re.compile(r"-for-|-to-1\b")
_AGO_BEFORE = re.compile(r"(?:vor|il y a|hace|há|about|etwa|environ)\s(?:etwa\s|about\s|environ\s|ca\.\s)?\Z")


_ARROWS = {**dict.fromkeys("+▲↑⬆△▴±", 1), **dict.fromkeys("▼↓⬇▽▾", -1)}


def sign_before(text: str, start: int) -> int:
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


def percentage(token: Token, text: str, end: int) -> Token:
    """Give `token` as a percentage that ends at `end`, which is a change whether signed or not."""
    token.sort, token.percent, token.end = Sort.CHANGE, True, end
    token.sign = sign_before(text, token.start)
    return token


def tail(token: Token, text: str, lower: str, end: int, kind: str, word: str, received_at: datetime) -> bool:
    """Tell whether the word after a number settles what it is; `token` is changed to that."""
    if kind == "pct":
        found = _PERCENT.match(lower, end)
        if found:
            percentage(token, text, found.end())
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
        token.sized = SIZE.match(lower, end) is not None
        return False
    if kind == "for":
        if not _FOR.match(lower, end):
            return False
        token.sort = Sort.SKIP
        return True
    token.sort, token.end = Sort.SKIP, _end_of_word(lower, end)
    return True


def _end_of_word(lower: str, at: int) -> int:
    found = WORD.match(lower, at)
    return found.end() if found else at


def wide_tail(token: Token, lower: str, end: int, received_at: datetime) -> bool:
    """Do as `tail` for scripts without spaces, where a sign or two stand in place of the word."""
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
