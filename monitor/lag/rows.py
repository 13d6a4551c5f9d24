"""The probes that lag figures stand on, each with its latest reading and grade, as plain tuples.

A month may hold some hundred thousand probes: an object of the mapper each would cost more than the estimate.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from monitor.datasets import Asset, Item
from monitor.store.annotations import Exclusion, exclusions
from monitor.store.plain import plain_rows
from monitor.store.tables import GradeRow, Probe, ReadingRow
from monitor.store.types import State, to_micros

__all__ = ["Asked", "Read", "Row", "load_rows", "midnight"]

OURS = ("local", "account")
"""Classes of failure that are our own and count against nobody."""
_PROBE: tuple[Any, ...] = (
    Probe.id, Probe.item_id, Probe.asset, Probe.ticker, Probe.api, Probe.vantage, Probe.instant_at, Probe.offset_s,
    Probe.sent_at, Probe.state, Probe.latency_ms, Probe.cost_usd, Probe.api_hash, Probe.wording, Probe.error_class,
)  # fmt: skip
_READING: tuple[Any, ...] = (
    ReadingRow.probe_id, ReadingRow.version, ReadingRow.price, ReadingRow.newest_price, ReadingRow.newest_currency,
    ReadingRow.newest_unit, ReadingRow.newest_stated_time,
)  # fmt: skip
_GRADE: tuple[Any, ...] = (
    GradeRow.probe_id, GradeRow.policy_version, GradeRow.class_, GradeRow.correct, GradeRow.power, GradeRow.rivals,
    GradeRow.contained, GradeRow.closed, GradeRow.coarse,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """Which probes: instants in [since, until), of one api or asset where named, as `reader` and `policy` saw them."""

    since: datetime
    until: datetime
    reader: str = "rules"
    policy: str = "strict"
    api: str | None = None
    asset: str | None = None


class Row(NamedTuple):
    """One probe that was asked and did not fail by our own fault. Moments are unix microseconds."""

    id: int
    item: str
    asset: str
    ticker: str
    api: str
    vantage: str
    instant_us: int
    offset_s: float
    sent_us: int | None
    answered: bool
    latency_ms: float | None
    cost_usd: float
    api_hash: str
    wording: str
    reading: tuple[Any, ...] | None
    """(version, price, newest price, newest currency, newest unit, newest stated time), the latest of its reader."""
    grade: tuple[Any, ...] | None
    """(policy version, class, correct, power, rivals, contained, closed, coarse), the latest under the policy."""

    def as_item(self) -> Item:
        """Give the item as far as the probe tells it, for one that is no longer configured."""
        return Item(self.item, Asset(self.asset), self.ticker, self.ticker, self.wording)


@dataclass(frozen=True)
class Read:
    """Rows by instant, and what was left out of them."""

    rows: list[Row]
    excluded: list[tuple[Exclusion, int]]
    """Every exclusion that touches the window, with the number of probes that it took out."""


def load_rows(session: Session, asked: Asked) -> Read:
    """Give the rows of `asked`, less the windows that a person has excluded."""
    window = [col(Probe.instant_at) >= asked.since, col(Probe.instant_at) < asked.until]
    if asked.api is not None:
        window.append(col(Probe.api) == asked.api)
    if asked.asset is not None:
        window.append(col(Probe.asset) == asked.asset)
    asked_for = [*window, col(Probe.attempt) == 0, col(Probe.state).in_([State.ANSWERED, State.FAILED])]
    probes = plain_rows(session, select(*_PROBE).where(*asked_for).order_by(col(Probe.instant_at), col(Probe.id)))
    taken_in = select(*_READING).join(Probe, col(Probe.id) == col(ReadingRow.probe_id))
    of_reader = col(ReadingRow.reader) == asked.reader
    readings = {
        r[0]: r for r in plain_rows(session, taken_in.where(*window, of_reader).order_by(col(ReadingRow.id)))
    }
    judged = (
        select(*_GRADE)
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .join(ReadingRow, col(ReadingRow.id) == col(GradeRow.reading_id), isouter=True)
        .where(*window, col(GradeRow.policy) == asked.policy, col(ReadingRow.id).is_(None) | of_reader)
    )
    grades = {g[0]: g for g in plain_rows(session, judged.order_by(col(GradeRow.id)))}
    left_out = exclusions(session, asked.since, asked.until)
    spans = [(to_micros(one.start_at), to_micros(one.end_at), one.api, one.asset) for one in left_out]
    taken = [0] * len(spans)
    rows = []
    for (id_, item, asset, ticker, api, vantage, instant, offset, sent, state, latency, cost, hash_, wording,
         error) in probes:  # fmt: skip
        if state == State.FAILED and (error in OURS or (error == "rate_limit" and sent is None)):
            continue
        if spans and (which := _which(spans, instant, api, asset)) is not None:
            taken[which] += 1
            continue
        reading, grade = readings.get(id_), grades.get(id_)
        rows.append(Row(id_, item, asset, ticker, api, vantage, instant, offset, sent, state == State.ANSWERED,
                        latency, cost, hash_, wording, reading and reading[1:], grade and grade[1:]))  # fmt: skip
    return Read(rows, [(one, taken[n]) for n, one in enumerate(left_out)])


def _which(spans: Sequence[tuple[int, int, str | None, str | None]], instant: int, api: str, asset: str) -> int | None:
    """Give the place of the first excluded window that the probe lies in."""
    for place, (start, end, for_api, for_asset) in enumerate(spans):
        if start <= instant < end and for_api in (None, api) and for_asset in (None, asset):
            return place
    return None


def midnight(at: datetime) -> datetime:
    """Give the start of the UTC day."""
    return at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
