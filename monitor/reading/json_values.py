"""Single values of a machine-readable text: the price that a number is, and the time that a group states."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime

from monitor.reading.candidates import CERTAIN, Candidate
from monitor.reading.codes import FX
from monitor.reading.identity import Profile, Subject
from monitor.reading.json_keys import TIME_KEYS, tidy
from monitor.reading.json_leaves import Leaf
from monitor.reading.labels import Label
from monitor.reading.pages import Page
from monitor.reading.text import lowered
from monitor.reading.times import epoch, iso, resolve
from monitor.reading.tokens import tokenise
from monitor.reading.types import Kind

__all__ = ["made", "time_of"]

_MIDNIGHT = re.compile(r"[T ]00:00:00(?:\.0+)?(?:Z|\+00:?00)?\Z")
_LATE = datetime(9000, 1, 1, tzinfo=UTC)
"""A now behind every complete time."""
_EPOCH = re.compile(r"\d{9,19}(?:\.\d+)?")


def made(
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
    """Give the candidate of one number, or None where it is in something else than the item is."""
    derived, kind = (
        False,
        Kind.CLOSE if label in (Label.CLOSE, Label.PREVIOUS) else Kind.MID if label is Label.MID else Kind.LAST,
    )
    if profile.asset is FX:
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


def time_of(members: Sequence[Leaf]) -> datetime | date | None:
    """Give the first time that a group of values states: to the second, or a day where only that is told."""
    found = list(_times(members))
    return next((t for t in found if isinstance(t, datetime)), found[0] if found else None)


def _times(members: Sequence[Leaf]) -> Iterator[datetime | date]:
    for leaf in members:
        if tidy(leaf.key) not in TIME_KEYS:
            continue
        if _EPOCH.fullmatch(leaf.raw):
            moment = epoch(float(leaf.raw))
            if moment is not None:
                yield moment.replace(microsecond=0)
        else:
            stated = iso(leaf.raw)
            if isinstance(stated, datetime) and _MIDNIGHT.search(leaf.raw):
                yield stated.date()  # how a row of daily prices writes its bare day
            elif isinstance(stated, datetime):
                if stated.tzinfo is None:
                    zone = next((m.raw for m in members if "zone" in tidy(m.key)), "UTC")
                    yield (
                        stated.replace(tzinfo=UTC, microsecond=0)
                        if zone.upper() in ("UTC", "GMT", "Z")
                        else stated.date()
                    )
                else:
                    yield stated.astimezone(UTC).replace(microsecond=0)
            elif stated is not None:
                yield stated
            else:
                yield from _written(leaf.raw)


def _written(raw: str) -> Iterator[datetime | date]:
    """Give the moment or day of a time written for people ("Sep 8, 2026 2:03 PM ET") that leaves nothing open."""
    text = raw[:60]
    for token in tokenise(text, lowered(text), _LATE, 6):
        stated = token.time
        if stated is not None and stated.year is not None and stated.month_first is None:
            moment = resolve(stated, _LATE, _LATE, None, None)
            if moment is not None:
                yield moment
