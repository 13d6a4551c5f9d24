"""Rows of probes and readings enter, by item and instant; the rows of their grades leave."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, repeat
from operator import itemgetter
from typing import Any

import numpy as np

from monitor.datasets import Item
from monitor.grading.answers import Taken, answers_of
from monitor.grading.asking import ask_at
from monitor.grading.board import board_grade
from monitor.grading.columns import grade_columns
from monitor.grading.many import grade_many
from monitor.grading.policy import Policy
from monitor.grading.queries import Read
from monitor.grading.target import make_frame
from monitor.grading.types import Ask, Grade, Rates
from monitor.market.series import Reference
from monitor.reading.types import Price, Reading
from monitor.store.types import State, from_micros, to_micros

__all__ = ["CLASS", "COLUMNS", "PROBE", "Fresh", "ask_of", "columns_of", "grade_group", "groups_of"]

COLUMNS = (
    "probe_id", "reading_id", "policy", "policy_version", "graded_at", "class", "correct", "target_low", "target_high",
    "band", "coarse", "closed", "power", "rivals", "contained", "lag_low_s", "lag_high_s", "lookback_s", "sources",
    "why",
)  # fmt: skip
"""Of the table of grades, in the order of `Fresh`."""
PROBE, CLASS = COLUMNS.index("probe_id"), COLUMNS.index("class")

Fresh = tuple[Any, ...]
"""A grade to be stored."""

_GROUP = itemgetter(0, 1, 2)
FAILED = State.FAILED.value


def groups_of(rows: Sequence[Any]) -> Iterator[list[Read]]:
    """Give the rows of each (item, instant, whether it is a close), by item and then by time."""
    ordered = sorted(rows, key=itemgetter(0, 1, 2, 3))
    for _, members in groupby(ordered, key=_GROUP):
        yield list(members)


def ask_of(item: Item, row: Any) -> Ask:
    """Give what a group asked for; the time of sending is the first row's."""
    read = Read._make(row)
    instant, sent = from_micros(read.instant), from_micros(read.sent)
    return ask_at(
        item, instant, offset_s=(sent - instant).total_seconds(), sent_at=sent, told_close=bool(read.is_close),
        error=read.state == State.FAILED,
    )  # fmt: skip


def columns_of(rows: Sequence[Any]) -> Any:
    """Give the columns of rows of `Read` by its names; there are too many rows to pick a value from each."""
    return Read(*zip(*rows, strict=True))  # type: ignore[arg-type]  # columns instead of values


def grade_group(
    item: Item, rows: Sequence[Any], reference: Reference, policy: Policy, rates: Rates, now: datetime
) -> list[Fresh]:
    """Give the rows of the grades of one group, in order."""
    ask = ask_of(item, rows[0])
    if policy.rules == "board":
        return [_one_by_one(item, row, reference, policy, now) for row in rows]
    frame = make_frame(ask, reference, policy)
    read = columns_of(rows)
    answers = answers_of(_taken(read), item, policy, rates)
    found = grade_columns(frame, answers, grade_many(frame, answers, policy), policy)
    same = {
        "policy": policy.name, "policy_version": policy.version, "graded_at": to_micros(now),
        "band": frame.band if frame.has_reference else None, "closed": frame.closed, "lookback_s": frame.lookback_s,
        "sources": ",".join(frame.sources),
    }  # fmt: skip
    each = {
        "probe_id": read.probe_id, "reading_id": read.reading_id, "class": found.names,
        "correct": found.correct, "target_low": found.target_low, "target_high": found.target_high,
        "coarse": found.coarse, "power": found.power, "rivals": map(",".join, found.rivals),
        "contained": found.contained, "lag_low_s": found.lag_low_s, "lag_high_s": found.lag_high_s, "why": found.why,
    }  # fmt: skip
    columns = [each[name] if name in each else repeat(same[name], len(rows)) for name in COLUMNS]
    return list(zip(*columns, strict=True))


def _taken(read: Any) -> Taken:
    held = [one or b"" for one in read.numbers] if None in read.numbers else read.numbers
    lengths = np.fromiter(map(len, held), np.int64, len(held)) // 8
    return Taken(
        sent_s=np.array(read.sent, dtype=np.int64) / 1e6, error=np.array(read.state) == FAILED,
        price=_floats(read.price), unit=_floats(read.unit), currency=read.currency, newest=_floats(read.newest),
        newest_unit=_floats(read.newest_unit), newest_currency=read.newest_currency,
        numbers=np.frombuffer(b"".join(held), dtype="<f8"),
        numbers_of=np.repeat(np.arange(len(held), dtype=np.int64), lengths),
    )  # fmt: skip


def _floats(values: Sequence[float | None]) -> Any:
    return np.array(values, dtype=np.float64)


def _one_by_one(item: Item, row: Any, reference: Reference, policy: Policy, now: datetime) -> Fresh:
    """Give the row of one grade under the public harness's rules."""
    read = Read._make(row)
    reading = None
    if read.reading_id is not None:
        reading = Reading(
            Price(read.price, read.currency, unit=read.unit),
            Price(read.newest, read.newest_currency, unit=read.newest_unit), "", "",
            tuple(np.frombuffer(read.numbers or b"", dtype="<f8").tolist()),
        )  # fmt: skip
    return _row(read, board_grade(ask_of(item, row), reading, reference, policy), now)


def _row(read: Read, grade: Grade, now: datetime) -> Fresh:
    return (
        read.probe_id, read.reading_id, grade.policy, grade.policy_version, to_micros(now), grade.cls.value,
        grade.correct, grade.target_low, grade.target_high, grade.band, grade.coarse, grade.closed, grade.power,
        ",".join(grade.rivals), grade.contained, grade.lag_low_s, grade.lag_high_s, grade.lookback_s,
        ",".join(grade.sources), grade.why,
    )  # fmt: skip
