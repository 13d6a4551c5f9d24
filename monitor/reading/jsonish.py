"""Machine-readable text (JSON, also cut short) enters; the prices of the item that its keys name leave."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from monitor.datasets import Asset
from monitor.reading.candidates import CERTAIN, Candidate
from monitor.reading.currencies import CODES
from monitor.reading.identity import MONEY, Profile, Subject
from monitor.reading.labels import Label
from monitor.reading.numbers import parse
from monitor.reading.pages import Page
from monitor.reading.times import epoch, iso
from monitor.reading.types import Kind
from monitor.reading.vocabulary import spaced

__all__ = ["looks_like", "read_json"]

_PIECE = re.compile(
    r'"((?:[^"\\]|\\.){0,200})"\s*(:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([{}\[\],])|(true|false|null)'
)
_PLAIN = re.compile(r"\d+(?:\.\d+)?(?:[eE]-?\d+)?")
_EPOCH = re.compile(r"\d{9,19}(?:\.\d+)?")
_KEY = re.compile(r'"[A-Za-z_0-9. ]{1,40}"\s*:')


def looks_like(text: str) -> bool:
    """Tell whether `text` is machine-readable for the most part."""
    head = text.lstrip()[:1]
    if '":' not in text and '" :' not in text:
        return False
    return head in "{[" or len(_KEY.findall(text[:2000])) >= 4


_PRICE_KEYS: dict[str, Label] = {}
for _label, _keys in (
    (Label.LAST,
        "regularmarketprice last lastprice last_price lasttradeprice last_trade_price price current_price"
        " currentprice latestprice rate close_price_now spot mid_market_rate exchange_rate exchangerate trade_price"
        " lasttradedprice ltp c 05.price 5.exchangerate currentexchangerate lastpr lastsaleprice last_traded_price"
        " pricelast priceusd price_usd price_native lasttrade quote value amount result converted conversion_rate"
        " conversionrate"
    ),
    (Label.CLOSE, "close closeprice adjclose regularmarketclose prev_day_close closing_price official_close"),
    (Label.EXTENDED,
        "postmarketprice premarketprice afterhoursprice extendedprice extendedhoursprice extended_hours_price"
    ),
    (Label.BID, "bid bidprice bid_price b bestbid best_bid bidpx 8.bidprice highestbid highest_bid buy"),
    (Label.ASK, "ask askprice ask_price a bestask best_ask askpx 9.askprice lowestask lowest_ask sell"),
    (Label.PREVIOUS,
        "regularmarketpreviousclose previousclose previous_close prevclose prev_close chartpreviousclose pc"
        " 08.previousclose prevprice prev_price"
    ),
    (Label.OPEN, "regularmarketopen open openprice open_price o 02.open"),
    (Label.MID, "mid midprice mid_price midpoint"),
):  # fmt: skip
    for _key in _keys.split():
        _PRICE_KEYS[_key] = _label
_TIME_KEYS = frozenset(
    spaced(
        "regularmarkettime timestamp time last_updated last_updated_at lastupdated last_update lastupdate",
        "lastupdatetime lasttradetime last_trade_time datetime date ts t updated updated_at updatedat latestupdate",
        "time_last_update_unix closetime close_time 6.lastrefreshed 07.latesttradingday as_of asof quotetime",
        "quotetimeinlong time_published latesttime at servertime regularmarkettimeutc updatetime",
        "time_last_update_utc trade_time tradetimestamp market_time lasttradedate effectivedate postmarkettime",
        "premarkettime",
    )
)
_SYMBOL_KEYS = frozenset(
    [
        "symbol",
        "ticker",
        "instid",
        "pair",
        "market",
        "product_id",
        "s",
        "instrument",
        "id",
        "name",
        "coin",
        "01.symbol",
        "from_currency",
        "base",
        "basecurrency",
        "base_code",
        "asset",
        "code",
        "shortname",
        "longname",
        "market_pair",
        "from",
        "slug",
        "ric",
        "source",
        "target",
        "fromcurrency",
        "1.from_currencycode",
    ]
)
_MONEY_KEYS = frozenset(
    [
        "currency",
        "quote",
        "quotecurrency",
        "quote_currency",
        "quoteasset",
        "quote_asset",
        "pricecurrency",
        "vs_currency",
        "target",
        "to",
        "counter",
        "to_currency",
        "3.to_currencycode",
        "tocurrency",
        "unit",
        "financialcurrency",
    ]
)


_NAMED = frozenset(_PRICE_KEYS) | _TIME_KEYS


@dataclass(slots=True)
class _Leaf:
    path: tuple[str, ...]
    key: str
    raw: str
    quoted: bool
    order: int


def _leaves(text: str) -> list[_Leaf]:
    """Give the values of a JSON text with the keys that lead to them; one that breaks off is read that far."""
    leaves: list[_Leaf] = []
    path: list[str] = []
    counts: list[int] = []
    key = ""
    for match in _PIECE.finditer(text):
        if len(leaves) >= 600 or len(path) > 30:
            break
        string, colon, number, mark = match[1], match[2], match[3], match[4]
        if string is not None and colon:
            key = string
        elif string is not None or number is not None:
            name = key or (str(counts[-1]) if counts else "")
            leaves.append(
                _Leaf(tuple(path), name, string if string is not None else number, string is not None, match.start())
            )
            if counts and not key:
                counts[-1] += 1
            key = ""
        elif mark in ("{", "["):
            path.append(key or (str(counts[-1]) if counts else ""))
            counts.append(0)
            if mark == "[" and key:
                pass
            key = ""
        elif mark in ("}", "]"):
            if path:
                path.pop()
                counts.pop()
                if counts:
                    counts[-1] += 1
            key = ""
        elif mark is None:
            key = ""
    return leaves


@lru_cache(maxsize=4096)
def _tidy(key: str) -> str:
    return key.lower().replace(" ", "").replace("-", "_")


def read_json(
    text: str,
    profile: Profile,
    default: Subject,
    page: Page,
    position: int,
    url: str,
    home: str,
    page_money: str | None,
) -> list[Candidate]:
    """Give the item's candidates in a machine-readable text."""
    leaves = _leaves(text)
    groups: dict[tuple[str, ...], list[_Leaf]] = {}
    for leaf in leaves:
        if leaf.key in ("raw", "value") and leaf.path and _tidy(leaf.path[-1]) in _NAMED:
            leaf.key, leaf.path = (
                leaf.path[-1],
                leaf.path[:-1],
            )  # {"regularMarketPrice": {"raw": 87.93, "fmt": "87.93"}}
        groups.setdefault(leaf.path, []).append(leaf)
    # The usual answer of Kraken: lists under one letter; the first of each list is the price.
    flat: dict[tuple[str, ...], list[_Leaf]] = {}
    for path, members in groups.items():
        if path and _tidy(path[-1]) in ("a", "b", "c") and members[0].key == "0" and len(path) >= 2:
            first = members[0]
            flat.setdefault(path[:-1], []).append(_Leaf(path[:-1], path[-1], first.raw, first.quoted, first.order))
    for path, members in flat.items():
        groups.setdefault(path, []).extend(members)
    found: list[Candidate] = []
    for path, members in groups.items():
        subject, money = _about(path, members, groups, profile, default)
        if subject not in (Subject.OWN, Subject.INVERSE):
            continue
        found.extend(_of_group(path, members, groups, profile, subject, money or page_money, page, position, url, home))
    for candidate in found:
        candidate.page = page if page is not Page.ARTICLE else Page.QUOTE
    return found


def _about(
    path: tuple[str, ...],
    members: Sequence[_Leaf],
    groups: dict[tuple[str, ...], list[_Leaf]],
    profile: Profile,
    default: Subject,
) -> tuple[Subject, str | None]:
    """Tell whose values a group of keys holds: by a symbol in it, by the keys above it, by the groups around it."""
    money: str | None = None
    base: str | None = None
    scope = [leaf for leaf in members if leaf.quoted]
    for depth in range(len(path) - 1, -1, -1):
        scope.extend(leaf for leaf in groups.get(path[:depth], ()) if leaf.quoted)
    named: Subject | None = None
    for leaf in scope:
        key = _tidy(leaf.key)
        value = leaf.raw.strip()
        if key in _MONEY_KEYS and value.upper() in MONEY:
            money = money or value.upper()
        if key in _SYMBOL_KEYS and named is None:
            subject, quote = _named(value, profile)
            if profile.asset is Asset.FX and value.upper() in CODES:
                base = base or value.upper()
                continue
            if subject is not None:
                named, money = subject, quote or money
    for key in reversed(path):
        if named is not None:
            break
        subject, quote = _named(key, profile)
        if subject is Subject.OWN or (subject is Subject.OTHER and _other_coin(key, profile)):
            named, money = subject, quote or money
    if profile.asset is Asset.FX and named is None and base is not None:
        if base == profile.base and (money in (None, profile.quote)):
            named = Subject.OWN
        elif base == profile.quote and (money in (None, profile.base)):
            named = Subject.INVERSE
        else:
            named = Subject.OTHER
    return (named if named is not None else default), money


def _other_coin(key: str, profile: Profile) -> bool:
    return key.lower() in profile.others or (key.isupper() and len(key) >= 5 and key[-3:] in CODES)


def _named(value: str, profile: Profile) -> tuple[Subject | None, str | None]:
    lower = value.lower()
    if profile.asset is Asset.FX:
        tidy = re.sub(r"[^A-Z]", "", value.upper().removesuffix("=X"))
        if tidy == profile.base + profile.quote:
            return Subject.OWN, profile.quote
        if tidy == profile.quote + profile.base:
            return Subject.INVERSE, profile.base
        return (Subject.OTHER, None) if len(tidy) == 6 and tidy[:3] in CODES and tidy[3:] in CODES else (None, None)
    if lower in {n.lower() for n in profile.names} or lower.replace("-", " ") in {n.lower() for n in profile.names}:
        return Subject.OWN, None
    if re.fullmatch(r"[A-Za-z0-9.:/_\-=^]{1,20}", value):
        subject, quote = profile.symbol(value.split(":")[-1])
        if subject is Subject.OWN:
            return subject, quote
        if subject is Subject.OTHER:
            return (
                Subject.OTHER if value.isupper() or lower in profile.others or re.search(r"[-/_]", value) else None
            ), None
        return None, None
    mentions = profile.own_mentions(value, lower)
    if mentions:
        return mentions[0].subject, None
    return None, None


def _of_group(
    path: tuple[str, ...],
    members: Sequence[_Leaf],
    groups: dict[tuple[str, ...], list[_Leaf]],
    profile: Profile,
    subject: Subject,
    money: str | None,
    page: Page,
    position: int,
    url: str,
    home: str,
) -> list[Candidate]:
    when = _time(members)
    if when is None:
        for depth in range(len(path) - 1, -1, -1):
            when = _time(groups.get(path[:depth], ()))
            if when is not None:
                break
    found: list[Candidate] = []
    sides: dict[Label, tuple[float, float]] = {}
    under = {_tidy(p).upper() for p in path}
    dated = any(_tidy(m.key) in ("rates", "date") for m in groups.get(path[:-1], ())) or (*path, "rates") in groups
    rates = (
        bool(
            under
            & {"RATES", "CONVERSION_RATES", "CURRENT_PRICE", "USD", "QUOTE", "QUOTES", "PRICE", "PRICES", "DATA", "RAW"}
        )
        or subject is Subject.OWN
    )
    for leaf in members:
        if not leaf.raw[:1].isdecimal():
            continue
        key = _tidy(leaf.key)
        label = _PRICE_KEYS.get(key)
        code = leaf.key.upper()
        if label is None and code not in MONEY and len(code) < 6:
            continue
        quantity = parse(leaf.raw) if _PLAIN.fullmatch(leaf.raw) else None
        if quantity is None or quantity[0] <= 0:
            continue
        currency = money
        if label is None and code in MONEY and rates:
            label, currency = Label.LAST, code
        if label is None and profile.asset is Asset.FX and re.sub(r"[^A-Z]", "", code) == profile.base + profile.quote:
            label = Label.LAST
        if label is None:
            continue
        if currency is None:
            for above in reversed(path):
                if above.upper() in MONEY:
                    currency = above.upper()
                    break
        if label in (Label.BID, Label.ASK):
            sides.setdefault(label, quantity)
            continue
        if key in ("c", "o", "a", "b", "value", "amount", "quote", "result") and (
            dated or not _known_shape(key, members, path)
        ):
            continue
        candidate = _make(*quantity, currency, profile, subject, label, page, position, url, home, leaf.order, when)
        if candidate is not None:
            found.append(candidate)
    if any(c.label in (Label.LAST, Label.CLOSE) for c in found):
        found = [c for c in found if c.label is not Label.MID]
    if len(sides) == 2 and not any(c.label in (Label.LAST, Label.CLOSE) for c in found):
        bid, ask = sides[Label.BID], sides[Label.ASK]
        if 0.9 < bid[0] / ask[0] < 1.1:
            middle = _make(
                (bid[0] + ask[0]) / 2,
                max(bid[1], ask[1]),
                money,
                profile,
                subject,
                Label.MID,
                page,
                position,
                url,
                home,
                members[0].order,
                when,
            )
            if middle is not None:
                found.append(middle)
    return found


def _known_shape(key: str, members: Sequence[_Leaf], path: tuple[str, ...]) -> bool:
    keys = {_tidy(m.key) for m in members}
    if key in ("c", "o", "a", "b"):
        return len(keys & {"a", "b", "c", "h", "l", "o", "v", "p", "t", "pc", "d", "dp"}) >= 3
    if key in ("amount", "value"):
        return bool(keys & {"base", "currency", "currencycode", "symbol"}) and "rates" not in keys
    return key == "result"


def _make(
    value: float,
    unit: float,
    currency: str | None,
    profile: Profile,
    subject: Subject,
    label: Label,
    page: Page,
    position: int,
    url: str,
    home: str,
    order: int,
    when: datetime | date | None,
) -> Candidate | None:
    derived, kind = (
        False,
        Kind.CLOSE if label in (Label.CLOSE, Label.PREVIOUS) else Kind.MID if label is Label.MID else Kind.LAST,
    )
    if profile.asset is Asset.FX:
        if currency not in (None, profile.base, profile.quote):
            return None
        if subject is Subject.INVERSE:
            value, unit, derived, kind = 1 / value, unit / value / value, True, Kind.CONVERTED
        elif currency == profile.base:
            return None
        currency = profile.quote
    elif currency in profile.forms:
        return None
    if currency == "GBX" or currency == "GBp":
        value, unit, currency, derived = value / 100, unit / 100, "GBP", True
    return Candidate(
        value=value,
        unit=unit,
        currency=currency or home,
        label=label,
        strength=CERTAIN,
        page=page,
        position=position,
        url=url,
        order=order,
        when=when,
        derived=derived,
        kind=kind,
        stated_currency=currency is not None,
        note=f"machine-readable field, {label.name.lower()}",
    )


def _time(members: Sequence[_Leaf]) -> datetime | date | None:
    for leaf in members:
        if _tidy(leaf.key) not in _TIME_KEYS:
            continue
        if _EPOCH.fullmatch(leaf.raw):
            moment = epoch(float(leaf.raw))
            if moment is not None:
                return moment.replace(microsecond=0)
        else:
            stated = iso(leaf.raw)
            if isinstance(stated, datetime):
                if stated.tzinfo is None:
                    zone = next((m.raw for m in members if "zone" in _tidy(m.key)), "UTC")
                    return (
                        stated.replace(tzinfo=UTC, microsecond=0)
                        if zone.upper() in ("UTC", "GMT", "Z")
                        else stated.date()
                    )
                return stated.astimezone(UTC).replace(microsecond=0)
            if stated is not None:
                return stated
    return None
