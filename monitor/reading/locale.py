"""A page's words and address enter; how it writes decimals, dates and clock times leaves."""

import re
from datetime import tzinfo

from monitor.reading.times import zone_after
from monitor.reading.vocabulary import sieve

__all__ = ["comma_likely", "day_first", "zone_said"]

_COMMA_WORDS = (
    " uhr", "kurs", "aktie", "aktuell", "heute", "cours ", "clôture", "ouverture", "cotización", "cierre", "precio",
    "último", "quotazione", "chiusura",
    "cotação", "fechamento", "preço", "koers", "senaste", "senest", "otwarcie", "marktkapitalisierung",
)  # fmt: skip
_COMMA_HOST = re.compile(r"//[^/]*\.(?:de|at|fr|es|it|nl|be|pl|se|dk|no|fi|com\.br|com\.tr|cz|pt|ru)(?:/|\Z)")
_DAY_FIRST = re.compile(
    r"\b(?:london|lse|gbx|pence|asx|nse|bse|uhr|xetra|cotización|cours|aktie|kurs|heute|ouverture|clôture|veille"
    r"|apertura|cierre|chiusura|ultimo|último|abertura|fechamento|atualizado"
    r"|euronext|borsa|bolsa|bourse|bst|aedt|aest|ist)\b|/(?:uk|de|fr|es|it|au|in)/|\.(?:co\.uk|de|fr|es|it|com\.au"
    r"|in|ch|com\.br)/"
)
_MONTH_FIRST = re.compile(r"\b(?:et|est|edt|nyse|nasdaq|nasdaqgs|am|pm|a\.m|p\.m)\b")
_ZONED = "data|times?|rates|quotes|prices|all|shown|zone"
_LEADS = r"\b[\w\s]{0,12}?(?:\bin|\bare|\(|:)"
_ZONE_LED = sieve("|".join(rf"\b{word}{_LEADS}" for word in _ZONED.split("|")))
"""A cheap look before `_ZONE_SAID`."""
_ZONE_SAID = re.compile(
    rf"\b(?:{_ZONED}){_LEADS}( )?(?=\s?(?:gmt|utc|et|est|edt|eastern|cet|cest|mez|ist|jst|bst)\b)"
)


def comma_likely(lower: str, url: str) -> bool:
    """Tell whether a page that leaves it open writes decimals after a comma, by its language."""
    return any(word in lower for word in _COMMA_WORDS) or _COMMA_HOST.search(url) is not None


def day_first(lower: str, title: str, url: str) -> bool | None:
    """Tell whether an all-digit date has the day first, or None where the page gives no hint."""
    if _DAY_FIRST.search(lower) or _DAY_FIRST.search(url):
        return True
    if _MONTH_FIRST.search(lower) or _MONTH_FIRST.search(title):
        return False
    return None


def zone_said(lower: str) -> tzinfo | None:
    """Give the zone that a page names for all its times ("Real-time data in GMT"), or None."""
    if not any(word in lower for word in (" in ", " are ", "(", ":")):
        return None
    said = _ZONE_SAID.search(lower) if _ZONE_LED.search(lower) else None
    return zone_after(lower, said.end(1) if said[1] else said.end())[0] if said else None
