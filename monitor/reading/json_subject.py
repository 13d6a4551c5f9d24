"""Whose values a group of JSON keys holds: by a symbol in it, by the keys above it, by the groups around it."""

import re
from collections.abc import Sequence

from monitor.reading.codes import CRYPTO, FX
from monitor.reading.currencies import CODES, COINS_AS_MONEY
from monitor.reading.identity import MONEY, Profile, Subject
from monitor.reading.json_keys import MONEY_KEYS, SYMBOL_KEYS, tidy
from monitor.reading.json_leaves import Leaf

__all__ = ["about"]


_VENUE_KEYS = frozenset(("market", "source"))
_QUOTED_IN = frozenset(("quote", "quotes", "price", "prices", "current_price", "last_price", "rates", "ticker"))
"""Keys below which a coin's code is what a price is in, not whose price it is."""


def about(
    path: tuple[str, ...],
    members: Sequence[Leaf],
    groups: dict[tuple[str, ...], list[Leaf]],
    profile: Profile,
    default: Subject,
) -> tuple[Subject, str | None]:
    """Give whose values the group at `path` holds, and the currency that is said with it."""
    money: str | None = None
    base: str | None = None
    scope = [leaf for leaf in members if leaf.quoted]
    for depth in range(len(path) - 1, -1, -1):
        scope.extend(leaf for leaf in groups.get(path[:depth], ()) if leaf.quoted)
    named: Subject | None = None
    for leaf in scope:
        key = tidy(leaf.key)
        value = leaf.raw.strip()
        if key in MONEY_KEYS and value.upper() in MONEY:
            money = money or value.upper()
        if key in SYMBOL_KEYS and named is None:
            subject, quote = _instrument(value, profile)
            if profile.asset is FX and value.upper() in CODES:
                base = base or value.upper()
                continue
            if subject is Subject.OTHER and key in _VENUE_KEYS and value.isalnum() and value.upper() not in CODES:
                continue  # {"MARKET": "CCCAGG"}: where it is from
            if subject is None and key not in MONEY_KEYS and _coin_in_place(value, profile):
                subject = Subject.OTHER
            if subject is not None:
                named, money = subject, quote or money
    for key in reversed(path):
        if named is not None:
            break
        subject, quote = _instrument(key, profile)
        if subject is Subject.OWN or (subject is Subject.OTHER and _other_coin(key, profile)):
            named, money = subject, quote or money
    if named is None:
        for key, above in zip(path, ("", *path), strict=False):
            if _coin_in_place(key, profile) and tidy(above) not in _QUOTED_IN:
                named = Subject.OTHER  # {"ETH": {"USD": …}}
    if profile.asset is FX and named is None and base is not None:
        if base == profile.base and (money in (None, profile.quote)):
            named = Subject.OWN
        elif base == profile.quote and (money in (None, profile.base)):
            named = Subject.INVERSE
        else:
            named = Subject.OTHER
    return (named if named is not None else default), money


def _coin_in_place(value: str, profile: Profile) -> bool:
    """Tell whether `value` is the code of another coin, of one that prices are also quoted in."""
    return profile.asset is CRYPTO and value.upper() in COINS_AS_MONEY and value.upper() not in profile.forms


def _other_coin(key: str, profile: Profile) -> bool:
    return key.lower() in profile.others or (key.isupper() and len(key) >= 5 and key[-3:] in CODES)


def _instrument(value: str, profile: Profile) -> tuple[Subject | None, str | None]:
    lower = value.lower()
    if profile.asset is FX:
        tidy = re.sub(r"[^A-Z]", "", value.upper().removesuffix("=X"))
        if tidy == profile.base + profile.quote:
            return Subject.OWN, profile.quote
        if tidy == profile.quote + profile.base:
            return Subject.INVERSE, profile.base
        return (Subject.OTHER, None) if len(tidy) == 6 and tidy[:3] in CODES and tidy[3:] in CODES else (None, None)
    if lower in {n.lower() for n in profile.names} or lower.replace("-", " ") in {n.lower() for n in profile.names}:
        return Subject.OWN, None
    parts = re.split(r"[-_]", lower)
    if len(parts) > 1 and set(parts) <= {f.lower() for f in profile.forms} | {
        w for n in profile.names for w in n.lower().split()
    }:
        return Subject.OWN, None  # "link-chainlink"
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
