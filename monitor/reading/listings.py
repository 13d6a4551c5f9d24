"""Exchanges: the suffix of a ticker or a name in a text enters; time zone, currency and hours leave."""

import re
from dataclasses import dataclass
from datetime import datetime, time
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from monitor.reading.vocabulary import longest

__all__ = ["BY_SUFFIX", "US", "Venue", "is_exchange", "named", "zone"]


@dataclass(frozen=True, slots=True)
class Venue:
    """One market place: `code`, the zone of its clock, the currency it quotes, its regular hours in local time."""

    code: str
    zone: str
    currency: str
    opens: time = time(9, 0)
    closes: time = time(17, 30)

    def in_session(self, at: datetime) -> bool:
        """Tell whether `at` (aware) lies in the regular hours of a weekday; holidays are not known here."""
        local = at.astimezone(zone(self.zone))
        return local.weekday() < 5 and self.opens <= local.time() < self.closes

    def before_open(self, at: datetime) -> bool:
        """Tell whether the day of `at` has no regular trade yet."""
        local = at.astimezone(zone(self.zone))
        return local.weekday() >= 5 or local.time() < self.opens


@lru_cache(maxsize=64)
def zone(name: str) -> ZoneInfo:
    """Give the time zone of that name."""
    return ZoneInfo(name)


US = Venue("US", "America/New_York", "USD", time(9, 30), time(16, 0))
_LSE = Venue("LSE", "Europe/London", "GBP", time(8, 0), time(16, 30))
_DE = Venue("DE", "Europe/Berlin", "EUR")
_SIX = Venue("SIX", "Europe/Zurich", "CHF", time(9, 0), time(17, 20))
_TSE = Venue("TSE", "Asia/Tokyo", "JPY", time(9, 0), time(15, 30))
_HK = Venue("HKEX", "Asia/Hong_Kong", "HKD", time(9, 30), time(16, 0))
_NSE = Venue("NSE", "Asia/Kolkata", "INR", time(9, 15), time(15, 30))
_BSE = Venue("BSE", "Asia/Kolkata", "INR", time(9, 15), time(15, 30))
_ASX = Venue("ASX", "Australia/Sydney", "AUD", time(10, 0), time(16, 0))
_TSX = Venue("TSX", "America/Toronto", "CAD", time(9, 30), time(16, 0))
_PARIS = Venue("PAR", "Europe/Paris", "EUR")
_AMS = Venue("AMS", "Europe/Amsterdam", "EUR")
_BRU = Venue("BRU", "Europe/Brussels", "EUR")
_LIS = Venue("LIS", "Europe/Lisbon", "EUR", time(8, 0), time(16, 30))
_MIL = Venue("MIL", "Europe/Rome", "EUR")
_BME = Venue("BME", "Europe/Madrid", "EUR")
_STO = Venue("STO", "Europe/Stockholm", "SEK")
_CPH = Venue("CPH", "Europe/Copenhagen", "DKK", time(9, 0), time(17, 0))
_OSL = Venue("OSL", "Europe/Oslo", "NOK", time(9, 0), time(16, 20))
_HEL = Venue("HEL", "Europe/Helsinki", "EUR", time(10, 0), time(18, 30))
_VIE = Venue("VIE", "Europe/Vienna", "EUR")
_WSE = Venue("WSE", "Europe/Warsaw", "PLN", time(9, 0), time(17, 0))
_SAO = Venue("B3", "America/Sao_Paulo", "BRL", time(10, 0), time(17, 0))
_MEX = Venue("BMV", "America/Mexico_City", "MXN", time(8, 30), time(15, 0))
_KRX = Venue("KRX", "Asia/Seoul", "KRW", time(9, 0), time(15, 30))
_SSE = Venue("SSE", "Asia/Shanghai", "CNY", time(9, 30), time(15, 0))
_TWSE = Venue("TWSE", "Asia/Taipei", "TWD", time(9, 0), time(13, 30))
_SGX = Venue("SGX", "Asia/Singapore", "SGD", time(9, 0), time(17, 0))
_JSE = Venue("JSE", "Africa/Johannesburg", "ZAR", time(9, 0), time(17, 0))
_TASE = Venue("TASE", "Asia/Jerusalem", "ILS")
_NZX = Venue("NZX", "Pacific/Auckland", "NZD")
_IST = Venue("BIST", "Europe/Istanbul", "TRY", time(10, 0), time(18, 0))
_DUB = Venue("DUB", "Europe/Dublin", "EUR", time(8, 0), time(16, 30))

BY_SUFFIX: dict[str, Venue] = {
    "L": _LSE, "IL": _LSE, "DE": _DE, "F": _DE, "SG": _DE, "MU": _DE, "BE": _DE, "DU": _DE, "HM": _DE, "XETRA": _DE,
    "SW": _SIX, "VX": _SIX, "T": _TSE, "HK": _HK, "NS": _NSE, "BO": _BSE, "AX": _ASX, "TO": _TSX, "V": _TSX,
    "PA": _PARIS,
    "AS": _AMS, "BR": _BRU, "LS": _LIS, "MI": _MIL, "MC": _BME, "ST": _STO, "CO": _CPH, "OL": _OSL, "HE": _HEL,
    "VI": _VIE, "WA": _WSE, "SA": _SAO, "MX": _MEX, "KS": _KRX, "KQ": _KRX, "SS": _SSE, "SZ": _SSE, "TW": _TWSE,
    "SI": _SGX, "JO": _JSE, "TA": _TASE, "NZ": _NZX, "IS": _IST, "IR": _DUB,
}  # fmt: skip
"""Suffix of a ticker (``TSCO.L``) and the venue that it names."""

_NAMES: dict[str, Venue] = {
    "new york stock exchange": US, "nyse": US, "nasdaqgs": US, "nasdaqgm": US, "nasdaqcm": US, "nasdaq": US,
    "nyse american": US,
    "nysearca": US, "amex": US, "otcmkts": US, "us markets": US, "wall street": US,
    "london stock exchange": _LSE, "lse": _LSE, "lon": _LSE, "london": _LSE, "xlon": _LSE, "xnys": US, "xnas": US,
    "xetr": _DE,
    "xetra": _DE, "tradegate": _DE, "frankfurt": _DE, "gettex": _DE, "stuttgart": _DE, "lang & schwarz": _DE,
    "etr": _DE, "fra": _DE,
    "six swiss exchange": _SIX, "six swiss": _SIX, "six": _SIX, "swx": _SIX, "zürich": _SIX, "zurich": _SIX,
    "bx swiss": _SIX,
    "tokyo": _TSE, "tse": _TSE, "tyo": _TSE, "jpx": _TSE, "東証prm": _TSE, "東証": _TSE, "東京": _TSE, "hkex": _HK,
    "hkg": _HK, "sehk": _HK,
    "hong kong": _HK, "nse": _NSE, "bse": _BSE, "bom": _BSE, "asx": _ASX, "tsx": _TSX, "toronto": _TSX,
    "euronext paris": _PARIS,
    "epa": _PARIS, "bourse de paris": _PARIS, "paris": _PARIS, "euronext amsterdam": _AMS, "amsterdam": _AMS,
    "ams": _AMS,
    "euronext brussels": _BRU, "bruxelles": _BRU, "euronext lisbon": _LIS, "borsa italiana": _MIL, "milano": _MIL,
    "milan": _MIL,
    "bit": _MIL, "bme": _BME, "bolsa de madrid": _BME, "madrid": _BME, "mercado continuo": _BME,
    "nasdaq stockholm": _STO,
    "stockholm": _STO, "stockholmsbörsen": _STO, "københavns fondsbørs": _CPH, "helsingin pörssi": _HEL,
    "sto": _STO, "nasdaq copenhagen": _CPH, "copenhagen": _CPH, "cph": _CPH, "oslo børs": _OSL,
    "oslo": _OSL,
    "nasdaq helsinki": _HEL, "helsinki": _HEL, "wien": _VIE, "wiener börse": _VIE, "vienna": _VIE, "gpw": _WSE,
    "bovespa": _SAO,
    "b3": _SAO, "bvmf": _SAO, "bmv": _MEX, "krx": _KRX, "kospi": _KRX, "sse": _SSE, "szse": _SSE, "shanghai": _SSE,
    "shenzhen": _SSE,
    "twse": _TWSE, "tpe": _TWSE, "sgx": _SGX, "jse": _JSE, "johannesburg": _JSE, "tase": _TASE, "nzx": _NZX,
    "euronext dublin": _DUB, "dublin": _DUB, "lisbon": _LIS, "lisboa": _LIS, "warsaw": _WSE, "warszawa": _WSE,
    "istanbul": _IST, "tel aviv": _TASE, "bombay stock exchange": _BSE, "national stock exchange": _NSE,
    "mumbai": _BSE, "singapore exchange": _SGX, "taiwan stock exchange": _TWSE, "korea exchange": _KRX,
    "shanghai stock exchange": _SSE, "shenzhen stock exchange": _SSE, "australian securities exchange": _ASX,
    "sydney": _ASX, "toronto stock exchange": _TSX, "bolsa mexicana": _MEX, "brussels": _BRU,
    "borsa istanbul": _IST, "코스피": _KRX, "코스닥": _KRX, "上交所": _SSE, "深交所": _SSE,
    "上海证券交易所": _SSE, "深圳证券交易所": _SSE,
    "沪市": _SSE, "深市": _SSE, "港交所": _HK, "港股": _HK, "證交所": _TWSE, "臺灣證券交易所": _TWSE,
}  # fmt: skip

_CITY = frozenset(
    [
        "london",
        "frankfurt",
        "stuttgart",
        "zürich",
        "zurich",
        "tokyo",
        "hong kong",
        "toronto",
        "paris",
        "amsterdam",
        "bruxelles",
        "milano",
        "milan",
        "madrid",
        "stockholm",
        "copenhagen",
        "oslo",
        "helsinki",
        "wien",
        "vienna",
        "shanghai",
        "shenzhen",
        "johannesburg",
        "dublin",
        "lisbon",
        "lisboa",
        "warsaw",
        "warszawa",
        "istanbul",
        "mumbai",
        "sydney",
        "brussels",
        "bit",
        "six",
    ]
)
# A city or a common word names its exchange only in capitals or beside a word such as "exchange"; see `named`.

_WIDE = chr(0x3000)
"""From here on, letters are of scripts without spaces."""
_FIND = longest(_NAMES, _WIDE)
_BEGINNING: dict[bytes, list[str]] = {}
for _name in _NAMES:
    if _name[0] < _WIDE:
        _BEGINNING.setdefault(re.split(r"[\W_]", _name)[0].encode("latin-1"), []).append(_name)
_FIRST_WORDS = frozenset(_BEGINNING)
_ENDS = ("", ".", ",", ";", ")", "|", "\n")
_TRADED_IN = re.compile(
    r"(?:\beuros?|€|\bpence|\dp|\bfran(?:cs?|ken)|\byen|\bkron(?:or|er)|\breais|\bdollars?|\btrading|\btraded|\blisted)"
    r"\s(?:à|in|a|en|em|i)\Z"
)
"""What a sentence says before the place of a listing: "55,12 euros à Paris"."""
_BESIDE = re.compile(r"\s*(?:stock exchange|exchange|börse|boerse|bourse|borse|se\b)")


def is_exchange(words: str) -> bool:
    """Tell whether lower-case `words` are an exchange's name or code and no more."""
    return words in _NAMES


@cache
def _beginning(first: bytes) -> re.Pattern[str]:
    """Give the pattern of the names that begin with that word, which is found at once."""
    return longest(_BEGINNING[first], _WIDE)


def named(text: str, lower: str, said: frozenset[bytes]) -> list[tuple[int, Venue]]:
    """Give the exchanges that `text` (with its lower-case form, and the words of it) names, with their offsets."""
    found: list[tuple[int, Venue]] = []
    firsts = _FIRST_WORDS & said
    if not firsts and lower.isascii():
        return found
    pattern = _beginning(*firsts) if len(firsts) == 1 and lower.isascii() else _FIND
    for match in pattern.finditer(lower):
        start, end = match.span()
        word = match[0]
        # "Six" or "Paris" in a sentence is no exchange; "SIX", "Börse Frankfurt" or "Frankfurt (EUR)" is.
        shouted = text[start:end].isupper()
        if not shouted and (
            (len(word) <= 3 and word[0] < "\u3000") or (word in _CITY and not _venue_like(text, start, end))
        ):
            continue
        found.append((start, _NAMES[" ".join(word.split())]))
    return found


def _venue_like(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 16) : start].lower().rstrip()
    if _TRADED_IN.search(before):
        return True
    if (before[-1:].isdigit() and text[end : end + 1] in _ENDS) or before.endswith(
        ("börse", "boerse", "bourse de", "bolsa de", "borsa di", "euronext", "nasdaq", "platz", "|", "·", ",", "(")
    ):
        return True
    if text[end : end + 4].strip() in ("EUR", "USD", "GBP", "CHF", "JPY", "SEK", "DKK", "NOK", "HKD"):
        return True
    return bool(_BESIDE.match(text[end : end + 20].lower())) or text[end : end + 2] in (" |", " ·", ": ", ":")
