"""Grading what the store holds: every reading, and every failure of an api, that has no grade under this policy yet."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from monitor.grading.again import Stretch, Verdicts, again, grade_stretch, legs, stretches
from monitor.grading.groups import Fresh
from monitor.grading.judging import Judging, judged
from monitor.grading.queries import Read, Settled, counts, pending, settled_now
from monitor.grading.storing import store
from monitor.market.shelf import Shelf
from monitor.reading.parallel import cores, ordered
from monitor.store.plain import plain_rows
from monitor.store.tables import Note

__all__ = ["Change", "GradeReport", "Judging", "Regrade", "grade_pending", "regrade"]

OPEN = timedelta(days=3)
"""Instants so recent are always looked at: well past the time for which a probe waits for its bars."""
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

    A probe waits until its bars are final, so that no grade rests on a bar that may still change. How far all is graded
    is remembered, so that a pass costs what came since, and what waits.
    """
    report, shelf = GradeReport(), Shelf()
    for reader in judging.readers:
        name = f"graded:{reader}:{judging.policy.name}:{judging.policy.version}"
        with judging.database.read() as session:
            note = session.get(Note, name)
            settled = Settled(**note.value) if note is not None else Settled()
            first = reader == judging.readers[0]
            rows = plain_rows(session, pending(judging.policy, reader, settled, failures=first).limit(most))
            after = settled_now(session, judging.now - OPEN)
        fresh: list[Fresh] = []
        for members, graded in judged(judging, rows, shelf):
            fresh += graded or ()
            if graded is None:
                report.waiting += len(members)
                after = after._replace(before=min(after.before, Read._make(members[0]).instant))
        report.classes.update(store(judging.database, fresh))
        if len(rows) < most and after.before > settled.before:
            with judging.database.write() as session:
                session.merge(Note(name=name, at=judging.now, value=after._asdict()))
    return report


def regrade(
    judging: Judging, *, since: datetime, until: datetime, done: Done | None = None, jobs: int | None = None
) -> Regrade:
    """Grade every reading of the instants in [since, until) again, from what is stored; nothing is asked or pulled.

    Over `jobs` processes, by default one a core where there is much to do. `done` is called with the number of probes
    just graded.
    """
    report = Regrade()
    with judging.database.read() as session:
        planned = counts(session, since, until)
    jobs = jobs or (cores() if sum(n for _, n in planned) >= SMALL else 1)
    for found in _verdicts(judging, list(stretches(planned)), jobs):
        report.classes.update(found.classes)
        report.waiting += found.waiting
        report.changes += [Change(*one) for one in found.changed]
        if done is not None:
            done(sum(found.classes.values()))
    return report


def _verdicts(judging: Judging, found: Sequence[Stretch], jobs: int) -> Iterator[Verdicts]:
    """Give what each stretch came to, in order, over `jobs` processes."""
    if jobs <= 1:
        shelf = Shelf()
        yield from (grade_stretch(judging, stretch, shelf) for stretch in found)
        return
    for leg in ordered(again(judging), legs(found, jobs), jobs, ahead=2):
        yield from leg
