"""An item and an instant enter; all that its target range rests on leaves, for a person to look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from sqlmodel import Session, col, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.grading.asking import ask_at, awaits_close
from monitor.grading.policy import Policy
from monitor.grading.power import current_prices, power_of
from monitor.grading.target import Frame, disagreement, make_frame
from monitor.grading.types import Ask, Rival
from monitor.market.consensus import Consensus
from monitor.market.reference import Examined
from monitor.market.series import DailyClose, MinuteSeries
from monitor.market.sessions import describe
from monitor.market.sources.base import MINUTE_S
from monitor.market.stored import examine_stored
from monitor.market.table import VERDICTS, Verdict
from monitor.market.windows import Window, window_for
from monitor.store.tables import GradeRow, Probe, Pull, ReadingRow
from monitor.store.types import State

__all__ = ["Answer", "Inspection", "Minute", "Rivalry", "SourceLine", "inspect_instant"]

AFTER_S = (60.0, 300.0, 900.0, 3600.0, 10_800.0)
"""Where nothing was asked: the offsets at which the price of the moment is compared with the target."""
_SHOWN = (-2, 2)
"""Minutes around the instant that are shown one by one."""


@dataclass(frozen=True, slots=True)
class Minute:
    """One minute of one source, or of all (`source` is empty) where they agree. `what` says what became of it."""

    start: datetime
    source: str
    low: float
    high: float
    close: float
    what: str
    target: bool


@dataclass(frozen=True, slots=True)
class SourceLine:
    """What one source gave over the look-back, and when and with what it was last asked."""

    source: str
    symbol: str
    minutes: int
    used: int
    set_aside: dict[str, int]
    pulled_at: datetime | None
    library: str
    failure: str
    """Reason and words of the last pull where that failed."""


@dataclass(frozen=True, slots=True)
class Rivalry:
    """A price that a wrong answer could have been, and whether the target range tells it apart; None without one."""

    rival: Rival
    at: datetime | None
    price: float
    apart: bool | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What one API answered at one offset; the price was the market's from `held_from` to `held_until`, by the bars."""

    probe_id: int
    api: str
    offset_s: float
    sent_at: datetime
    price: float | None
    newest: float | None
    unit: float | None
    cls: str | None
    held_from: datetime | None
    held_until: datetime | None


@dataclass(frozen=True)
class Inspection:
    """The reference of one item at one instant, with the evidence for it. Prices are in the item's currency."""

    item: Item
    instant: datetime
    policy: str
    market: str
    """Where the instant lies in the market's hours, as words."""
    ask: Ask
    frame: Frame
    series: MinuteSeries
    window: Window
    why: str
    """Why there is no target range; empty where there is one."""
    disagreement: float
    agreement: float
    official: DailyClose | None
    prior: DailyClose | None
    power: float | None
    rivals: tuple[Rivalry, ...]
    sources: tuple[SourceLine, ...]
    minutes: tuple[Minute, ...]
    findings: tuple[str, ...]
    answers: tuple[Answer, ...]
    consensus: Consensus

    @property
    def asks_close(self) -> bool:
        """True where the answer is an official close, not a minute."""
        return self.ask.is_close or not self.ask.session_open

    @property
    def band_from(self) -> str:
        """What the band is made of: the policy's fixed one, or the sources' measured disagreement."""
        if self.frame.band <= self.frame.fixed:
            return "fixed"
        return "measured disagreement" if self.disagreement < self.agreement else "agreement limit"


def inspect_instant(
    session: Session, item: Item, instant: datetime, market: MarketSettings, policy: Policy, reader: str
) -> Inspection:
    """Give what the store holds on `item` at `instant`: bars, target range, closes, rivals, and what was answered."""
    answers = _answers(session, item, instant, policy, reader)
    offsets = [(one.sent_at - instant).total_seconds() for one in answers] or [AFTER_S[-1]]
    window = window_for(instant, offsets, timedelta(hours=market.lookback_h))
    examined = examine_stored(session, item, window.start, window.end, market)
    ask = ask_at(item, instant)
    frame = make_frame(ask, examined.reference, policy)
    why = frame.why
    if not why and awaits_close(ask, examined.reference):
        why = "its official close is still to come"
    edges = (np.array([frame.low]), np.array([frame.high]))
    power = float(power_of(frame, *edges)[0])
    level = frame.high if frame.has_reference else 0.0
    prior, official = _closes(ask, examined.reference.daily)
    return Inspection(
        item=item, instant=instant, policy=f"{policy.name} {policy.version}", market=describe(item, instant), ask=ask,
        frame=frame, series=examined.reference.minutes, window=window, why=why,
        disagreement=disagreement(examined.reference),
        agreement=policy.band(item).agreement(level, policy.pip(item)), official=official, prior=prior,
        power=None if power != power else power, rivals=_rivals(frame, instant, answers, prior),
        sources=_sources(session, item, window, examined), minutes=_minutes(examined, ask),
        findings=_findings(examined, instant), answers=answers, consensus=examined.consensus,
    )  # fmt: skip


def _closes(ask: Ask, daily: Sequence[DailyClose]) -> tuple[DailyClose | None, DailyClose | None]:
    """Give (prior close, official close); for a close that is asked for the latter is the answer."""
    known = [one for one in daily if one.close_at <= ask.instant]
    if ask.is_close or not ask.session_open:
        since = ask.last_close_at
        here = [one for one in known if since is None or one.close_at >= since]
        earlier = [one for one in known if one not in here]
        return (earlier[-1] if earlier else None), (here[-1] if here else None)
    return (known[-1] if known else None), None


def _rivals(
    frame: Frame, instant: datetime, answers: Sequence[Answer], prior: DailyClose | None
) -> tuple[Rivalry, ...]:
    moments = {Rival.PRIOR_CLOSE: prior.close_at if prior else None, Rival.M15: instant - timedelta(minutes=15),
               Rival.H1: instant - timedelta(hours=1)}  # fmt: skip

    def apart(price: float) -> bool | None:
        return not frame.low <= price <= frame.high if frame.has_reference else None

    # While the market is closed the last close is the answer, and no rival of it.
    found = [Rivalry(rival, moments[rival], price, apart(price)) for rival, price in frame.rivals
             if not (frame.closed and rival is Rival.PRIOR_CLOSE)]  # fmt: skip
    after = sorted({one.offset_s for one in answers} or set(AFTER_S))
    sent = np.array([instant.timestamp() + span for span in after])
    known = float(frame.ends_s[-1]) + MINUTE_S if len(frame.ends_s) else 0.0
    for span, price in zip(after, current_prices(frame, sent).tolist(), strict=True):
        at = instant + timedelta(seconds=span)
        if span >= MINUTE_S and price == price and at.timestamp() <= known:
            found.append(Rivalry(Rival.CURRENT, at, price, apart(price)))
    return tuple(found)


def _sources(session: Session, item: Item, window: Window, examined: Examined) -> tuple[SourceLine, ...]:
    pulls = session.exec(
        select(Pull).where(Pull.item_id == item.id, Pull.interval_s == MINUTE_S, col(Pull.start_at) < window.end,
                           col(Pull.end_at) > window.start).order_by(col(Pull.id))
    ).all()  # fmt: skip
    last = {(pull.source, pull.symbol): pull for pull in pulls}
    good = {(pull.source, pull.symbol): pull for pull in pulls if pull.outcome == "ok"}
    given = {(one.source, one.symbol): one for one in examined.report.sources}
    lines = []
    for key in sorted({*last, *given}, key=lambda one: (one not in given, one)):
        report, pull, ended = given.get(key), good.get(key), last.get(key)
        lines.append(SourceLine(
            *key, report.minutes if report else 0, report.used if report else 0,
            dict(report.set_aside) if report else {}, pull.pulled_at if pull else None, pull.library if pull else "",
            f"{ended.outcome} at {ended.pulled_at:%m-%d %H:%M}: {ended.error}" if ended and ended.error else "",
        ))  # fmt: skip
    return tuple(lines)


def _minutes(examined: Examined, ask: Ask) -> tuple[Minute, ...]:
    """Give every source's bars around the instant or, where a close is asked for, around that close."""
    table, series = examined.consensus.table, examined.reference.minutes
    at = ask.instant
    if not ask.session_open and ask.last_close_at is not None:
        at = ask.last_close_at
    centre = int(at.timestamp()) // 60 * 60
    first, last = (centre + 60 * step for step in _SHOWN)
    wanted = {centre - 60, centre}
    rows = []
    for start_s in range(first, last, 60):
        start = datetime.fromtimestamp(start_s, UTC)
        target = start_s in wanted and ask.session_open and not ask.is_close
        place = int(np.searchsorted(table.start_s, start_s))
        held = place < len(table.start_s) and table.start_s[place] == start_s
        for row, source in enumerate(table.sources if held else ()):
            verdict = int(table.verdict[row, place])
            if verdict != Verdict.ABSENT:
                low, high, close = (float(values[row, place]) for values in (table.low, table.high, table.close))
                rows.append(Minute(start, source, low, high, close, VERDICTS[verdict], target))
        place = int(np.searchsorted(series.start_s, start_s))
        if place < len(series) and series.start_s[place] == start_s:
            n, spread = int(series.n_sources[place]), float(series.spread[place])
            what = "single source" if n == 1 else f"{n} agree within {spread:.3g}"
            low, high, close = (float(values[place]) for values in (series.low, series.high, series.close))
            rows.append(Minute(start, "", low, high, close, what, target))
    return tuple(rows)


def _findings(examined: Examined, instant: datetime) -> tuple[str, ...]:
    """Give doubts, and stretches of a source that were set aside; those that hold the instant first."""
    at = instant.timestamp()
    found = sorted(examined.report.findings, key=lambda one: not one.start_s <= at <= one.end_s)
    words = [f"{one.source}, {_hm(one.start_s)} to {_hm(one.end_s)}: {one.what}" for one in found]
    return (*examined.doubts, *words)


def _hm(second: int) -> str:
    return f"{datetime.fromtimestamp(second, UTC):%m-%d %H:%M}"


def _answers(session: Session, item: Item, instant: datetime, policy: Policy, reader: str) -> tuple[Answer, ...]:
    """Give what was answered, each with its latest reading by `reader` and latest grade under `policy`."""
    probes = session.exec(
        select(Probe, ReadingRow).join(ReadingRow, col(ReadingRow.probe_id) == col(Probe.id))
        .where(Probe.item_id == item.id, Probe.instant_at == instant, Probe.state == State.ANSWERED,
               ReadingRow.reader == reader)
        .order_by(col(Probe.sent_at), col(ReadingRow.id))
    ).all()  # fmt: skip
    latest = {probe.id or 0: (probe, reading) for probe, reading in probes}
    grades = session.exec(
        select(GradeRow).where(col(GradeRow.reading_id).in_([reading.id for _, reading in latest.values()]),
                               GradeRow.policy == policy.name).order_by(col(GradeRow.id))
    ).all()  # fmt: skip
    graded = {grade.probe_id: grade for grade in grades}
    found = []
    for key, (probe, reading) in latest.items():
        sent, grade = probe.sent_at or probe.due_at, graded.get(key)
        ages = (grade.lag_high_s, grade.lag_low_s) if grade else (None, None)
        held = [None if age is None else sent - timedelta(seconds=age) for age in ages]
        found.append(Answer(key, probe.api, probe.offset_s, sent, reading.price, reading.newest_price, reading.unit,
                            grade.class_ if grade else None, held[0], held[1]))  # fmt: skip
    return tuple(found)
