"""A central bank's list of rates enters; the rate of the pair, of one unit, leaves.

Such a list names a currency a row and leaves its own unsaid: "100 HUF 1,1032" of the National Bank of Poland is in
zlotys.
"""

import re
from datetime import date, datetime
from functools import lru_cache
from itertools import takewhile

from monitor.reading.candidates import CERTAIN, Candidate
from monitor.reading.labels import Label
from monitor.reading.numbers import parse
from monitor.reading.pairs import NAMES
from monitor.reading.scene import Scene
from monitor.reading.token import Sort
from monitor.reading.types import Kind
from monitor.reading.vocabulary import trie

__all__ = ["issuer", "per_own", "read_fixings"]

_ISSUERS = {
    "PLN": r"\bnbp\b|narodow\w+ bank\w* polski\w*|national bank of poland",
    "CZK": r"čnb|\bcnb\.cz|česk\w+ národní bank|czech national bank",
    "HUF": r"\bmnb\b|magyar nemzeti bank",
    "RON": r"\bbnr\b|bnro\.ro|banca naţională a româniei|national bank of romania",
    "NOK": r"norges[ -]bank",
    "SEK": r"riksbank",
    "DKK": r"nationalbanken",
    "INR": r"\brbi\b|\bfbil\b|reserve bank of india",
    "CAD": r"bank of canada|bankofcanada",
    "CLP": r"banco central de chile|dólar observado",
    "COP": r"banrep|banco de la república|\btrm\b",
    "CHF": r"\bsnb\.ch|swiss national bank|schweizerische nationalbank",
    "TRY": r"\btcmb\b|central bank of the republic of t",
    "MXN": r"banxico|banco de méxico",
    "BRL": r"\bbcb\.gov|banco central do brasil|\bptax\b",
    "ZAR": r"\bsarb\b|resbank|south african reserve bank",
    "SGD": r"\bmas\.gov\.sg|monetary authority of singapore",
    "HKD": r"\bhkma\b|hong kong monetary authority",
    "THB": r"\bbot\.or\.th|bank of thailand",
    "MYR": r"bnm\.gov\.my|bank negara",
    "PHP": r"\bbsp\.gov|bangko sentral",
    "IDR": r"\bbi\.go\.id|bank indonesia",
    "ILS": r"\bboi\.org\.il|bank of israel",
    "RUB": r"\bcbr\.ru|bank of russia|банк россии|банка россии",
    "UAH": r"bank\.gov\.ua|national bank of ukraine|\bнбу\b",
    "CNY": r"\bcfets\b|chinamoney|safe\.gov\.cn|人民币汇率中间价|central parity",
    "KRW": r"\bbok\.or\.kr|bank of korea|매매기준율",
}
_FIND = {code: re.compile(pattern) for code, pattern in _ISSUERS.items()}
_PER = re.compile(r"(?:\bper|\bpr\.|\bje|\bpour|\bpor|\bfür|\bza|\bza)\s(100|1[.,]?000|10)\b|(?:^|\s)(100|1000)\s?円")
_JOINED = re.compile(r"(1|10|100|1000)[ \u00a0](\d{3},\d+)")


_PER_OWN = {"bankofengland.co.uk": "GBP", "rba.gov.au": "AUD", "rbnz.govt.nz": "NZD", "ecb.europa.eu": "EUR"}


def per_own(url: str) -> str | None:
    """Give the currency of the bank at the lower-case address `url` that quotes others per one of its own, or None."""
    return next((code for host, code in _PER_OWN.items() if host in url), None)


def issuer(home: str, base: str, lower: str) -> str | None:
    """Give which of the two currencies is that of a central bank named in the lower-case `lower`, or None."""
    for code in (home, base):
        pattern = _FIND.get(code)
        if pattern is not None and pattern.search(lower):
            return code
    return None


@lru_cache(maxsize=256)
def _row(code: str) -> re.Pattern[str]:
    names = trie({code.lower(), *NAMES.get(code, ())})
    return re.compile(
        rf"(?:(?<![\d.,])(?P<many>1|10|100|1[ .,]?000|10[ .,]?000)[\s|;]{{1,3}})?(?<![a-z])(?:{names})\)?"
        rf"(?:[\s|;:=]{{1,3}}(?P<after>1|10|100|1000)(?![\d.,]))?(?:[\s|;:=]{{0,3}}[^\W\d_]{{2,20}}){{0,3}}[\s|;:=$]{{0,4}}(?=\d)"
    )


def _per(lower: str) -> float:
    """Give the amount that a list quotes per ("per 100"), else 1."""
    found = _PER.search(lower)
    return float((found[1] or found[2]).replace(",", "").replace(".", "")) if found else 1.0


def _day_of(when: datetime | date) -> date:
    return when.date() if isinstance(when, datetime) else when


def _newest_column(scene: Scene, index: int) -> tuple[int, datetime | date | None]:
    """Give which of the numbers of a row, from the token at `index` on, is under the newest of the days above it.

    The day comes with it; (0, None) where the row has no column a day.
    """
    days = [t for t in scene.tokens[:index] if t.sort is Sort.TIME and t.time is not None and t.time.day is not None]
    row = list(takewhile(lambda t: t.sort is Sort.NUMBER, scene.tokens[index : index + len(days)]))
    found = [scene.resolve(t.time) for t in days if t.time is not None]
    newest = max((d for d in found if d is not None), key=_day_of, default=None)
    return (found.index(newest), newest) if newest is not None and len(row) == len(found) > 1 else (0, None)


def read_fixings(scene: Scene, own: str, comma: bool) -> list[Candidate]:
    """Give the rate that the list of the bank of currency `own` states for the pair, turned round where need be.

    `comma` tells whether decimals follow a comma where a number leaves it open.
    """
    other = scene.base if own == scene.home else scene.home
    numbers = {t.at: i for i, t in enumerate(scene.tokens) if t.sort is Sort.NUMBER}
    for match in _row(other).finditer(scene.lower):
        index = numbers.get(match.end())
        if index is None or index in scene.used:
            continue
        token = scene.tokens[index]
        column, day = _newest_column(scene, index)
        many, raw = match["many"] or match["after"], scene.tokens[index + column].raw
        joined = _JOINED.fullmatch(raw) if not many else None
        if joined:
            many, raw = joined[1], joined[2]  # "EUR euro 1 381,94": the amount, then the rate
        quantity = parse(raw, comma)
        if quantity is None or quantity[0] <= 0 or quantity[1] >= 1:
            continue
        amount = float(re.sub(r"\D", "", many)) if many else _per(scene.lower[: match.start()])
        value, unit, turned = quantity[0] / amount, quantity[1] / amount, own != scene.home
        if turned:
            value, unit = 1 / value, unit / value / value
        scene.used.add(index + column)
        return [
            Candidate(
                value=value, unit=unit, currency=scene.home, label=Label.CLOSE, strength=CERTAIN, page=scene.page,
                position=scene.position, url=scene.url, order=token.start, derived=turned or amount != 1,
                kind=Kind.CONVERTED if turned or amount != 1 else Kind.CLOSE, note="a central bank's rate", when=day,
            )
        ]  # fmt: skip
    return []
