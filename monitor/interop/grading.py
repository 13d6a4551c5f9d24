"""A run folder and its answer key enter; a graded row for each call leaves."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

from monitor import calendars
from monitor.datasets import Asset
from monitor.errors import DataError
from monitor.grading.grade import grade
from monitor.grading.policy import Policy, load_policy
from monitor.grading.types import Ask, Grade
from monitor.interop.finsearch import Call, Run, load_run, parse_call, reading_of
from monitor.interop.keys import Keys, load_keys
from monitor.market.sessions import Phase, calendar_of, status_at
from monitor.reading.rules import RulesReader
from monitor.reading.stream import Done, Piece, rows_of
from monitor.reading.types import Reader, Reading

__all__ = ["GradePiece", "ask_of", "grade_call", "graded_row", "instant_of", "read_call"]

NAN = float("nan")


def instant_of(run: Run, call: Call, policy: Policy | None = None) -> tuple[datetime, bool]:
    """Give (the instant that a call asked for, whether it is a session's close).

    Under the harness's rules a stock is asked for the close. Otherwise a run that names both moments asked for the
    one that its sending, less the offset, is nearest to.
    """
    moments = [at for at in (run.close, run.target) if at is not None]
    if call.item.asset is not Asset.EQUITY:
        return moments[-1], False
    board = policy is not None and policy.rules == "board"
    if board or call.item.close:
        instant = moments[0]
    else:
        asked_s = call.sent_s - call.offset_s
        instant = min(moments, key=lambda at: abs(at.timestamp() - asked_s))
    asked = board or call.item.close or instant == run.close
    return instant, asked or status_at(call.item, instant).phase is Phase.CLOSE


def ask_of(run: Run, call: Call, keys: Keys, policy: Policy) -> Ask:
    """Give what a call asked for, with what the answer key says of it."""
    instant, is_close = instant_of(run, call, policy)
    item = call.item
    official = prior = None
    if is_close:
        day = run.trade_date or instant.astimezone(calendars.calendar_zone(calendar_of(item))).date()
        found = keys.closes_on(item.ticker, day)
        official, prior = (NAN if found is None or v is None else v for v in _both(found))
    status = status_at(item, instant) if not is_close else None
    return Ask(
        item=item,
        instant=instant,
        offset_s=call.offset_s,
        sent_at=call.sent_at,
        is_close=is_close,
        session_open=status is None or not status.closed,
        session_opened_at=status.session.open_at if status and status.session and not status.closed else None,
        last_close_at=status.last_close_at if status is not None and status.closed else None,
        official_close=official,
        prior_close=prior,
        error=call.status != "ok" and not call.extracted,
        size=call.size,
        buffer=keys.answers.buffers.get(item.ticker),
    )


def _both(found: Any) -> tuple[float | None, float | None]:
    return (None, None) if found is None else (found.close, found.prior)


def read_call(run: Run, call: Call, reader: Reader, where: str) -> Reading | None:
    """Give the harness's own reading of a call where there is one, else the reader's; None without a response."""
    if call.extracted is not None:
        return reading_of(call.extracted, call.hits, where)
    if call.status != "ok":
        return None
    return reader.read(call.item, call.hits, instant_of(run, call)[0], call.received_at)


def grade_call(run: Run, call: Call, keys: Keys, policy: Policy, reader: Reader, where: str) -> dict[str, Any]:
    """Give the graded row of one call; DataError where the policy has no rules for its asset."""
    if not policy.covers(call.item):
        what = f"policy {policy.name} has no rules for {call.item.asset.value} items"
        raise DataError(what, where, "grade it under the policy strict")
    reading = read_call(run, call, reader, where)
    ask = ask_of(run, call, keys, policy)
    reference = keys.reference(call.item, ask.instant, ask.sent_at)
    rates = {}
    for code in policy.converted:
        if reading is not None and (reading.asked.currency or "").upper() == code != call.item.currency:
            rate = keys.rate(code, ask.instant)
            if rate is not None:
                rates[code] = rate
    return graded_row(call, ask, reading, grade(ask, reading, reference, policy, rates))


def graded_row(call: Call, ask: Ask, reading: Reading | None, found: Grade) -> dict[str, Any]:
    """Give the row in the shape of the design, with the fields that came with the call."""
    asked = None if reading is None else reading.asked
    made: dict[str, Any] = {
        "id": call.item.id,
        "asset": call.item.asset.value,
        "ticker": call.item.ticker,
        "api": call.vendor,
        "offset_s": _plain(call.offset_s),
        "sent_after_s": round(call.sent_s - ask.instant.timestamp(), 6),
        "price": None if asked is None else asked.price,
        "currency": None if asked is None else asked.currency,
        "class": found.cls.value,
        "correct": found.correct,
        "target_low": found.target_low,
        "target_high": found.target_high,
        "band": found.band,
        "power": found.power,
        "rivals": [rival.value for rival in found.rivals],
        "contained": found.contained,
        "lag_low_s": found.lag_low_s,
        "lag_high_s": found.lag_high_s,
    }
    return {**made, **{key: value for key, value in call.extra.items() if key not in made}}


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value


@lru_cache(maxsize=1)
def _keys(folder: Path, _batch: str) -> Keys:
    return load_keys(folder)


@lru_cache(maxsize=64)
def _run(folder: Path, _batch: str) -> Run:
    return load_run(folder)


@dataclass(frozen=True)
class GradePiece:
    """Grades a piece of a run's calls; can be sent to another process."""

    bars: Path
    policy: str
    skip_bad: bool
    named: bool = False
    """True where rows say which run they are of."""
    batch: str = field(default_factory=lambda: uuid4().hex)
    """Keeps what a process holds of one batch's files from the next one."""

    def __call__(self, piece: Piece) -> Done:
        """Give a graded row for each line of the piece."""
        run, keys = _run(piece.path.parent, self.batch), _keys(self.bars, self.batch)
        policy, reader = load_policy(self.policy), RulesReader()

        def make(line: str, where: str) -> dict[str, Any]:
            row = grade_call(run, parse_call(line, where, run), keys, policy, reader, where)
            return {**row, "run": run.folder.name} if self.named else row

        return rows_of(piece, make, skip_bad=self.skip_bad)


