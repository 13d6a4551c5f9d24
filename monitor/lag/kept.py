"""Kept figures: the worker makes them as grades appear, so that a month's table is read rather than estimated.

For each UTC day there is a row an api and asset, and rows for all apis or all assets together; for windows of 7 and 30
days (whole days up to now) a row an api and asset. `marked` counts what has changed under a row (a grade, an exclusion,
the estimator), `done` what it was when the figures were made, so a pass that is killed half-way leaves nothing wrong.
The figures are those of `figures`, from the same rows that `lag_table` takes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlmodel import Session, col, select

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.groups import figures, load_pairs, load_timelines
from monitor.lag.references import References
from monitor.lag.rows import Asked, load_rows, midnight
from monitor.lag.spans import DAY, WINDOWS, watermark_name
from monitor.store.database import Database
from monitor.store.plain import plain_rows
from monitor.store.tables import LagFigure, Note
from monitor.store.types import to_micros

__all__ = ["VERSION", "KeepReport", "Keeping", "keep"]

VERSION = "4"
"""Raise it when the estimator gives other figures from the same rows: what is kept is then made again, newest first."""
PAUSE_S = 0.1
"""Seconds a probe that must pass before a group is estimated again: about 300 times what that costs."""
MOST_PROBES = 30_000
"""Probes that one pass estimates at most, so that the worker is soon free for what cannot wait."""
GRADES = 50_000
"""Grades looked through at a time for the days that they touch."""
DAY_US = 86_400_000_000

_MARK = text(
    "INSERT INTO lag_figure (reader, policy, span, api, asset, day, since_at, until_at, marked, done, version, probes,"
    " value) VALUES (:reader, :policy, :span, :api, :asset, :day, :since_at, :until_at, 1, 0, '', 0, '{}')"
    " ON CONFLICT (reader, policy, span, api, asset, day) DO UPDATE SET marked = lag_figure.marked + 1"
)


@dataclass(frozen=True)
class Keeping:
    """What figures are kept of: a database's probes, as one reader and policy saw them."""

    database: Database
    reader: str
    policy: str
    market: MarketSettings = field(default_factory=MarketSettings)
    items: Mapping[str, Item] = field(default_factory=dict)
    references: References | None = None
    """What a pass over these figures and others shares; by default each pass reads for itself."""

    @property
    def key(self) -> dict[str, str]:
        """What every row of these figures carries."""
        return {"reader": self.reader, "policy": self.policy}


@dataclass
class KeepReport:
    """What a pass did: figures made, probes that they stand on, figures left for the next pass."""

    made: int = 0
    probes: int = 0
    left: int = 0
    days: set[tuple[str, str]] = field(default_factory=set)
    """(api, asset) of which a day that is over was made."""

    def as_dict(self) -> dict[str, int]:
        """Give plain values."""
        return {"kept": self.made, "kept_probes": self.probes, "kept_left": self.left}


@dataclass(frozen=True, slots=True)
class _Due:
    span: str
    api: str
    asset: str
    day: str
    marked: int


def keep(keeping: Keeping, now: datetime, *, most: int = MOST_PROBES, pause_s: float = PAUSE_S,
         done: Callable[[int, int, str], None] | None = None) -> KeepReport:  # fmt: skip
    """Bring the kept figures up to the grades, newest days first, until about `most` probes were estimated.

    A group is made again only once `pause_s` a probe has passed since it was made: a busy day is not estimated anew
    for every answer. `done` is told (units done, of so many, what they are).
    """
    _mark_graded(keeping, now)
    _mark_outdated(keeping, now)
    report = KeepReport()
    waiting = _due(keeping, now, pause_s)
    units: dict[tuple[str, ...], list[_Due]] = {}
    for one in waiting:  # the groups of a day share its rows; a window is read a group at a time
        units.setdefault((one.day,) if one.span == DAY else (one.span, one.asset, one.api), []).append(one)
    references = keeping.references or References()
    for number, unit in enumerate(units.values()):
        if done is not None:
            done(number, len(units), "Summing up")
        if report.probes >= most:
            report.left += len(unit)
        else:
            _make(keeping, unit, references, now, report)
    return report


def _mark_graded(keeping: Keeping, now: datetime) -> None:
    """Mark what the grades since the last pass touch, and remember how far that went, in one transaction a chunk."""
    name = watermark_name(keeping.reader, keeping.policy)
    with keeping.database.read() as session:
        note = session.get(Note, name)
        seen = int(note.value["grade"]) if note is not None else 0
        last = session.connection().execute(text("SELECT max(id) FROM grade")).scalar() or 0
    while seen < last:
        upto = min(seen + GRADES, last)
        with keeping.database.read() as session:
            touched = session.connection().execute(
                text(
                    "SELECT DISTINCT probe.api, probe.asset, probe.instant_at / :day FROM grade"
                    " JOIN probe ON probe.id = grade.probe_id"
                    " WHERE grade.id > :seen AND grade.id <= :upto AND grade.policy = :policy"
                ),
                {"day": DAY_US, "seen": seen, "upto": upto, "policy": keeping.policy},
            ).all()
        rows = _marks(keeping, touched, now)
        with keeping.database.write() as session:
            if rows:
                session.connection().execute(_MARK, rows)
            session.merge(Note(name=name, at=now, value={"grade": upto}))
        seen = upto


def _marks(keeping: Keeping, touched: Iterable[Sequence[Any]], now: datetime) -> list[dict[str, Any]]:
    keys: set[tuple[str, str, str, str]] = set()
    oldest = {span: (midnight(now) - reach).date() for span, reach in WINDOWS.items()}
    for api, asset, number in touched:
        day = date(1970, 1, 1) + timedelta(days=int(number))
        keys |= {(DAY, a, b, day.isoformat()) for a in (api, "") for b in (asset, "")}
        keys |= {(span, api, asset, "") for span, first in oldest.items() if day >= first}
    rows = []
    for span, api, asset, on in sorted(keys):
        since, until = _reach(span, on, now)
        rows.append({**keeping.key, "span": span, "api": api, "asset": asset, "day": on,
                     "since_at": to_micros(since), "until_at": to_micros(until)})  # fmt: skip
    return rows


def _reach(span: str, day: str, now: datetime) -> tuple[datetime, datetime]:
    if span == DAY:
        start = datetime.fromisoformat(day).replace(tzinfo=UTC)
        return start, start + timedelta(days=1)
    return midnight(now) - WINDOWS[span], now


def _mark_outdated(keeping: Keeping, now: datetime) -> None:
    """Mark what another estimator made, and windows whose first day has passed."""
    with keeping.database.write() as session:
        connection = session.connection()
        current = {**keeping.key, "version": VERSION}
        connection.execute(
            text("UPDATE lag_figure SET marked = marked + 1 WHERE reader = :reader AND policy = :policy"
                 " AND marked = done AND version != :version"), current)  # fmt: skip
        for span, reach in WINDOWS.items():
            connection.execute(
                text("UPDATE lag_figure SET marked = marked + 1, since_at = :since WHERE reader = :reader"
                     " AND policy = :policy AND span = :span AND since_at < :since"),
                {**keeping.key, "span": span, "since": to_micros(midnight(now) - reach)})  # fmt: skip


def _due(keeping: Keeping, now: datetime, pause_s: float) -> list[_Due]:
    """Give what is to be made, in order: today, the windows, then earlier days from the newest on."""
    f = LagFigure
    with keeping.database.read() as session:
        rows = plain_rows(
            session,
            select(f.span, f.api, f.asset, f.day, f.marked, f.made_at, f.probes)  # type: ignore[call-overload]
            .where(f.reader == keeping.reader, f.policy == keeping.policy, col(f.marked) > col(f.done))
            .order_by(col(f.day).desc()),
        )
    today, moment = midnight(now).date().isoformat(), to_micros(now)
    found = [
        _Due(span, api, asset, day, marked)
        for span, api, asset, day, marked, made_at, probes in rows
        if made_at is None or moment - made_at >= probes * pause_s * 1e6
    ]
    windows = sorted((one for one in found if one.span != DAY), key=lambda one: (one.span != "7d", one.asset, one.api))
    days = [one for one in found if one.span == DAY]
    return [*(one for one in days if one.day >= today), *windows, *(one for one in days if one.day < today)]


def _make(keeping: Keeping, unit: Sequence[_Due], references: References, now: datetime, report: KeepReport) -> None:
    first = unit[0]
    since, until = _reach(first.span, first.day, now)
    window = first.span != DAY
    asked = Asked(since, until, keeping.reader, keeping.policy,
                  first.api if window else None, first.asset if window else None)  # fmt: skip
    with keeping.database.read() as session:
        rows = load_rows(session, asked).rows
        timelines = load_timelines(session, rows, asked, keeping.market, keeping.items, references)
        pairs = load_pairs(session, asked)
    for due in unit:
        mine = [row for row in rows if due.api in ("", row.api) and due.asset in ("", row.asset)]
        value = figures(_key(due), mine, timelines, keeping.market, pairs).to_json() if mine else {}
        with keeping.database.write() as session:
            _store(session, keeping, due, (since, until), value, len(mine), now)
        report.made += 1
        report.probes += len(mine)
        if due.api and due.asset and due.day and due.day < midnight(now).date().isoformat():
            report.days.add((due.api, due.asset))


def _key(due: _Due) -> dict[str, str]:
    named = {"api": due.api, "asset": due.asset, "day": due.day}
    return {name: value for name, value in named.items() if value}


def _store(
    session: Session, keeping: Keeping, due: _Due, window: tuple[datetime, datetime], value: dict[str, Any],
    probes: int, now: datetime,
) -> None:  # fmt: skip
    figure = session.get(LagFigure, (keeping.reader, keeping.policy, due.span, due.api, due.asset, due.day))
    if figure is None:
        return
    figure.since_at, figure.until_at = window
    figure.done, figure.version, figure.made_at = due.marked, VERSION, now
    figure.probes, figure.value = probes, value
    session.add(figure)
