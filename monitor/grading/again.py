"""Stretches of a store's instants graded again, in this process or in others."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from sqlmodel import col

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.grading.groups import CLASS, PROBE, Fresh
from monitor.grading.judging import Judging, judged
from monitor.grading.policy import Policy
from monitor.grading.queries import gradable, latest_classes
from monitor.grading.storing import store
from monitor.market.ready import Keeper, keeper_of
from monitor.market.shelf import Shelf
from monitor.store.database import Database, open_database
from monitor.store.plain import plain_rows
from monitor.store.tables import Probe

__all__ = ["Again", "Stretch", "Verdicts", "again", "grade_stretch", "legs", "stretches"]

BATCH = 10_000
"""Probes that are read together, unless one instant has more."""
LEG = 8
"""Stretches that one process takes in a row, so that few bars are read by several."""
SPAN = timedelta(days=2)
"""Instants that are graded together: item by item, so that an item's bars are at hand for all of them."""

Stretch = tuple[datetime, datetime]
"""The first and the last of some neighbouring instants."""


@dataclass(slots=True)
class Verdicts:
    """What a stretch came to: grades stored, probes that wait for bars, and (probe, old, new) of changed classes."""

    classes: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    changed: list[tuple[int, str, str]] = field(default_factory=list)


def stretches(planned: Sequence[tuple[datetime, int]]) -> Iterator[Stretch]:
    """Give the stretches that planned instants, each with its number of probes, fall into."""
    batch: list[datetime] = []
    held = 0
    for at, n in planned:
        if batch and (held + n > BATCH or at - batch[0] > SPAN):
            yield batch[0], batch[-1]
            batch, held = [], 0
        batch.append(at)
        held += n
    if batch:
        yield batch[0], batch[-1]


def legs(found: Sequence[Stretch], jobs: int) -> Iterator[Sequence[Stretch]]:
    """Give the stretches by legs of neighbours, short enough that each of `jobs` processes gets several."""
    size = max(1, min(LEG, len(found) // (4 * jobs)))
    for start in range(0, len(found), size):
        yield found[start : start + size]


def grade_stretch(judging: Judging, stretch: Stretch, shelf: Shelf) -> Verdicts:
    """Add new grades of every reading of a stretch, and compare them with the last ones under the same policy."""
    first, last = stretch
    rows_made: list[Fresh] = []
    found = Verdicts()
    for reader in judging.readers:
        query = gradable(reader, failures=reader == judging.readers[0])
        with judging.database.read() as session:
            rows = plain_rows(session, query.where(col(Probe.instant_at) >= first, col(Probe.instant_at) <= last))
            before = latest_classes(session, judging.policy.name, reader, first, last)
        for members, graded in judged(judging, rows, shelf):
            if graded is None:
                found.waiting += len(members)
                continue
            rows_made += graded
            found.changed += [
                (row[PROBE], old, row[CLASS])
                for row in graded
                if (old := before.get(row[PROBE])) is not None and old != row[CLASS]
            ]
    found.classes = store(judging.database, rows_made)
    return found


@dataclass(frozen=True)
class Again:
    """`grade_stretch` as work that can be sent to another process, which opens the store for itself."""

    path: Path
    items: Mapping[str, Item]
    market: MarketSettings
    sources: tuple[Keeper, ...]
    policy: Policy
    now: datetime
    readers: tuple[str, ...]
    token: str = field(default_factory=lambda: uuid4().hex)
    """Keeps what a process holds of one pass from the next."""

    def __call__(self, leg: Sequence[Stretch]) -> list[Verdicts]:
        """Grade a leg of stretches again."""
        database, shelf = _held(self.path, self.token)
        judging = Judging(database, self.items, self.market, self.sources, self.policy, self.now, self.readers)
        return [grade_stretch(judging, stretch, shelf) for stretch in leg]


def again(judging: Judging) -> Again:
    """Give the work that grades as `judging` says."""
    return Again(
        judging.database.path, dict(judging.items), judging.market, tuple(map(keeper_of, judging.sources)),
        judging.policy, judging.now, judging.readers,
    )  # fmt: skip


@lru_cache(maxsize=1)
def _held(path: Path, _token: str) -> tuple[Database, Shelf]:
    return open_database(path, create=False), Shelf()
