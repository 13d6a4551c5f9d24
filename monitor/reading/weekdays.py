"""A text enters; the weekdays that it names leave, as times that count back from the question."""

import re
from functools import lru_cache

from monitor.reading.times import Stated
from monitor.reading.vocabulary import longest, sieve

__all__ = ["weekdays"]

_NAMES = (
    "monday|mon|montag|lundi|lunes|lunedì|segunda-feira",
    "tuesday|tue|tues|dienstag|mardi|martes|martedì|terça-feira",
    "wednesday|wed|mittwoch|mercredi|miércoles|mercoledì|quarta-feira",
    "thursday|thu|thurs|donnerstag|jeudi|jueves|giovedì|quinta-feira",
    "friday|fri|freitag|vendredi|viernes|venerdì|sexta-feira",
    "saturday|samstag|samedi|sábado|sabato",
    "sunday|sonntag|dimanche|domingo|domenica",
)
_YESTERDAY = "yesterday|gestern|ayer|hier|ieri|ontem"
_PARTS_OF_DAY = ("", "morgen", "vormittag", "mittag", "nachmittag", "abend")
"""What German joins to a day's name."""

_OF_WORD: dict[str, int | None] = {
    name + part: number
    for number, names in (*enumerate(_NAMES), (None, _YESTERDAY))
    for name in names.split("|")
    for part in _PARTS_OF_DAY
}
_FIND = longest(_OF_WORD, "\uffff")


_AGAINST = re.compile(r"\b(?:from|than|versus|vs\.?|above|below|against|with|since|over)\s\Z")
_OTHER_FIGURE = sieve(
    r"up from|down from|, from|\bcompared with|\bcompared to|\bversus|\bvs\.?|\bagainst|\bthan"
)  # none of them begins another, so each is found where it stands
_ITS_DAY = re.compile(r"\s[^\w\s]?[\d.,]*\d(?:\s\w{1,6}){0,3}?\s\Z")
"""From the words that bring in another figure to that figure's day: "up from $509.13 on Friday"."""


@lru_cache(maxsize=32)
def weekdays(lower: str) -> tuple[Stated, ...]:
    """Give the weekdays, and "yesterday", that a text names; a sentence is asked about for each price in it."""
    found = []
    for match in _FIND.finditer(lower):
        if lower.startswith("'s ", match.end()) and _AGAINST.search(lower, max(0, match.start() - 12), match.start()):
            continue  # "up from Friday's close": the day of the other figure
        other = list(_OTHER_FIGURE.finditer(lower, max(0, match.start() - 50), match.start()))
        if other and _ITS_DAY.match(lower[other[-1].end() : match.start()]):
            continue
        day = _OF_WORD[match[0]]
        start, end = match.span()
        found.append(Stated(start, end, back_days=1) if day is None else Stated(start, end, weekday=day))
    return tuple(found)
