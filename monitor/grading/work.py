"""Grading what the store holds: every reading, and every failure of an api, that has no grade under this policy yet."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from time import sleep
from typing import Any

from sqlalchemy import insert

from monitor.errors import StoreError
from monitor.grading.again import again, grade_stretch, stretches
from monitor.grading.groups import CLASS, COLUMNS, Fresh
from monitor.grading.judging import Judging, judged
from monitor.grading.queries import counts, pending
from monitor.market.shelf import Shelf
from monitor.reading.parallel import cores, ordered
from monitor.store.database import Database
from monitor.store.plain import plain_rows
from monitor.store.tables import GradeRow

__all__ = ["Change", "GradeReport", "Judging", "Regrade", "grade_pending", "regrade"]

CHUNK = 1_000
"""Grades a transaction: some 10 ms under the lock."""
PAUSE_S = 0.01
"""Between transactions that follow one another, so that a daemon's commits, which ask again and again, get in."""
SMALL = 100_000
"""Probes below which starting processes would cost more than it saves."""


@dataclass
class GradeReport:
    """What a pass graded."""

    classes: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    """Probes whose bars are not final yet."""

    def as_dict(self) -> dict[str, Any]:
        """Give plain values."""
        return {"graded": sum(self.classes.values()), "waiting": self.waiting, "classes": dict(self.classes)}


@dataclass(frozen=True, slots=True)
class Change:
    """A probe whose class a new grade changed."""

    probe_id: int
    before: str
    after: str


@dataclass
class Regrade(GradeReport):
    """What grading again did; grades are added, never replaced."""

    changes: list[Change] = field(default_factory=list)


Done = Callable[[int], None]


def grade_pending(judging: Judging, *, most: int = 20_000) -> GradeReport:
    """Grade up to `most` probes that this version of the policy has not graded, oldest first.

    A probe waits until its bars are final, so that no grade rests on a bar that may still change.
    """
    report, shelf = GradeReport(), Shelf()
    for reader in judging.readers:
        query = pending(judging.policy, reader, failures=reader == judging.readers[0]).limit(most)
        with judging.database.read() as session:
            rows = plain_rows(session, query)
        fresh: list[Fresh] = []
        for n, graded in judged(judging, rows, shelf):
            fresh += graded or ()
            report.waiting += n if graded is None else 0
        _store(judging.database, fresh, report)
    return report


def regrade(
    judging: Judging, *, since: datetime, until: datetime, done: Done | None = None, jobs: int | None = None
) -> Regrade:
    """Grade every reading of the instants in [since, until) again, from what is stored; nothing is asked or pulled.

    Over `jobs` processes, by default one a core where there is much to do; only this one writes. `done` is called
    with the number of probes just graded.
    """
    report = Regrade()
    with judging.database.read() as session:
        planned = counts(session, since, until)
    jobs = jobs or (cores() if sum(n for _, n in planned) >= SMALL else 1)
    shelf = Shelf()
    work = again(judging) if jobs > 1 else lambda stretch: grade_stretch(judging, stretch, shelf)
    for found in ordered(work, stretches(planned), jobs, ahead=2):
        _store(judging.database, found.rows, report)
        report.waiting += found.waiting
        report.changes += [Change(*one) for one in found.changed]
        if done is not None:
            done(len(found.rows))
    return report


def _store(database: Database, rows: Sequence[Fresh], report: GradeReport) -> None:
    """Add grades as plain tuples (binding columns by name costs more than grading does), and count them."""
    for start in range(0, len(rows), CHUNK):
        chunk = list(rows[start : start + CHUNK])
        with database.write() as session:
            connection = session.connection()
            statement = insert(GradeRow).values(dict.fromkeys(COLUMNS)).compile(dialect=connection.dialect)
            if tuple(statement.positiontup or ()) != COLUMNS:
                raise StoreError("the table of grades has other columns than grading gives", str(database.path))
            connection.exec_driver_sql(statement.string, chunk)
        report.classes.update(Counter(row[CLASS] for row in chunk))
        sleep(PAUSE_S)
