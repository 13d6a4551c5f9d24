"""Machine-readable text (JSON, also cut short) enters; the prices of the item that its keys name leave."""

import re
from collections.abc import Sequence

from monitor.reading.candidates import Candidate
from monitor.reading.codes import FX
from monitor.reading.identity import MONEY, Profile, Subject
from monitor.reading.json_keys import NAMED_KEYS, PRICE_KEYS, tidy
from monitor.reading.json_leaves import Leaf, leaves_of, looks_like
from monitor.reading.json_subject import about
from monitor.reading.json_values import made, time_of
from monitor.reading.labels import Label
from monitor.reading.numbers import parse
from monitor.reading.pages import Page
from monitor.reading.vocabulary import spaced

__all__ = ["looks_like", "read_json"]

_OF_ANOTHER = frozenset(
    spaced(
        "volume total_volume volume_24h volumes market_cap market_caps marketcap mktcap ath atl ath_date atl_date",
        "high_24h low_24h fully_diluted_valuation fdv supply liquidity change changes price_change_24h_in_currency",
        "ath_change_percentage atl_change_percentage total_value_locked market_cap_change_24h_in_currency high low",
        "price_change_percentage_24h_in_currency",
    )
)
_PLAIN = re.compile(r"(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?(?:[eE]-?\d+)?")


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
    leaves = leaves_of(text)
    groups: dict[tuple[str, ...], list[Leaf]] = {}
    for leaf in leaves:
        if leaf.key in ("raw", "value") and leaf.path and tidy(leaf.path[-1]) in NAMED_KEYS:
            leaf.key, leaf.path = (
                leaf.path[-1],
                leaf.path[:-1],
            )  # {"regularMarketPrice": {"raw": 87.93, "fmt": "87.93"}}
        groups.setdefault(leaf.path, []).append(leaf)
    # The usual answer of Kraken: lists under one letter; the first of each list is the price.
    flat: dict[tuple[str, ...], list[Leaf]] = {}
    for path, members in groups.items():
        if path and tidy(path[-1]) in ("a", "b", "c") and members[0].key == "0" and len(path) >= 2:
            first = members[0]
            flat.setdefault(path[:-1], []).append(Leaf(path[:-1], path[-1], first.raw, first.quoted, first.order))
    # An order book: lists of [price, size] under "bids" and "asks", the best first.
    for path, members in groups.items():
        if len(path) >= 2 and path[-1] == "0" and tidy(path[-2]) in ("bids", "asks") and members[0].key == "0":
            first = members[0]
            flat.setdefault(path[:-2], []).append(
                Leaf(path[:-2], tidy(path[-2])[:3], first.raw, first.quoted, first.order)
            )
    for path, members in flat.items():
        groups.setdefault(path, []).extend(members)
    found: list[Candidate] = []
    for path, members in groups.items():
        if not _OF_ANOTHER.isdisjoint(map(tidy, path)):
            continue  # {"market_cap": {"usd": …}}: the codes under such a key are not the price's
        subject, money = about(path, members, groups, profile, default)
        if subject not in (Subject.OWN, Subject.INVERSE):
            continue
        found.extend(_of_group(path, members, groups, profile, subject, money or page_money, page, position, url, home))
    for candidate in found:
        candidate.page = page if page is not Page.ARTICLE else Page.QUOTE
    return found


def _of_group(
    path: tuple[str, ...],
    members: Sequence[Leaf],
    groups: dict[tuple[str, ...], list[Leaf]],
    profile: Profile,
    subject: Subject,
    money: str | None,
    page: Page,
    position: int,
    url: str,
    home: str,
) -> list[Candidate]:
    when = time_of(members)
    if when is None:
        for depth in range(len(path) - 1, -1, -1):
            when = time_of(groups.get(path[:depth], ()))
            if when is not None:
                break
    if when is None:
        below = (g for p, g in groups.items() if len(p) > len(path) and p[: len(path)] == path)
        when = next((stated for g in below if (stated := time_of(g)) is not None), None)
    found: list[Candidate] = []
    sides: dict[Label, tuple[float, float]] = {}
    under = {tidy(p).upper() for p in path}
    dated = any(tidy(m.key) in ("rates", "date") for m in groups.get(path[:-1], ())) or (*path, "rates") in groups
    rates = (
        bool(
            under
            & {"RATES", "CONVERSION_RATES", "CURRENT_PRICE", "USD", "QUOTE", "QUOTES", "PRICE", "PRICES", "DATA", "RAW"}
        )
        or subject is Subject.OWN
    )
    for leaf in members:
        raw = leaf.raw.lstrip("$€£¥₹ ") if leaf.quoted else leaf.raw
        if not raw[:1].isdecimal():
            continue
        key = tidy(leaf.key)
        label = PRICE_KEYS.get(key)
        code = leaf.key.upper()
        if label is None and code not in MONEY and len(code) < 6:
            continue
        quantity = parse(raw) if _PLAIN.fullmatch(raw) else None
        if quantity is None or quantity[0] <= 0:
            continue
        currency = money
        if label is None and code in MONEY and rates:
            label, currency = Label.LAST, code
        whose = subject
        if label is None and profile.asset is FX:
            pair = re.sub(r"[^A-Z]", "", code)
            if pair in (profile.base + profile.quote, profile.quote + profile.base):
                label, whose = Label.LAST, Subject.OWN if pair.startswith(profile.base) else Subject.INVERSE
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
        if key in ("c", "o", "a", "b", "p", "value", "amount", "quote", "result") and (
            dated or not _known_shape(key, members, path)
        ):
            continue
        candidate = made(*quantity, currency, profile, whose, label, page, position, url, home, leaf.order, when)
        if candidate is not None:
            found.append(candidate)
    if any(c.label in (Label.LAST, Label.CLOSE) for c in found):
        found = [c for c in found if c.label is not Label.MID]
    if len(sides) == 2 and not any(c.label in (Label.LAST, Label.CLOSE) for c in found):
        bid, ask = sides[Label.BID], sides[Label.ASK]
        if 0.9 < bid[0] / ask[0] < 1.1:
            middle = made(
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


def _known_shape(key: str, members: Sequence[Leaf], path: tuple[str, ...]) -> bool:
    keys = {tidy(m.key) for m in members}
    if key in ("c", "o", "a", "b"):
        return len(keys & {"a", "b", "c", "h", "l", "o", "v", "p", "t", "pc", "d", "dp"}) >= 3
    if key == "p":
        return len(keys & {"s", "t", "x", "q", "e", "z"}) >= 2
    if key in ("amount", "value"):
        return bool(keys & {"base", "currency", "currencycode", "symbol"}) and "rates" not in keys
    return key == "result"
