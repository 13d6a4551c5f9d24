"""A page's words and address enter; how it writes decimals, dates and clock times leaves."""

import re
from datetime import tzinfo

from monitor.reading.text import as_said
from monitor.reading.times import zone_after

__all__ = ["comma_likely", "day_first", "zone_said"]

_COMMA_WORDS = (
    " uhr", "kurs", "aktie", "aktuell", "heute", "cours ", "clôture", "ouverture", "cotización", "cierre", "precio",
    "último", "quotazione", "chiusura",
    "cotação", "fechamento", "preço", "koers", "senaste", "senest", "otwarcie", "marktkapitalisierung",
    "umrechn", "umwandeln", "convertisseur", "convertitore",
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
_ZONES = "gmt utc et est edt eastern cet cest mez ist jst bst"
_ZONES_SAID = as_said(_ZONES.split())
_LEADS = r"\b[\w\s]{0,12}?(?:\bin|\bare|\(|:)"
_ZONE_SAID = re.compile(
    rf"\b(?:{_ZONED}){_LEADS}( )?(?=\s?(?:{_ZONES.replace(' ', '|')})\b)"
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


def zone_said(lower: str, said: frozenset[bytes]) -> tzinfo | None:
    """Give the zone that a page of the words `said` names for all its times ("Real-time data in GMT"), or None."""
    if _ZONES_SAID.isdisjoint(said):
        return None
    led = _ZONE_SAID.search(lower)
    return zone_after(lower, led.end(1) if led[1] else led.end())[0] if led else None
