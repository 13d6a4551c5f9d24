"""Grades enter and are stored, some at a time, so that whoever else writes gets in."""

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from time import sleep

from sqlalchemy import insert

from monitor.errors import StoreError
from monitor.grading.groups import CLASS, COLUMNS, Fresh
from monitor.store.database import Database
from monitor.store.tables import GradeRow

__all__ = ["CHUNK", "store"]

CHUNK = 1_000
"""Grades a transaction: some 10 ms under the lock."""
PAUSE_S = 0.01
"""Between transactions that follow one another, so that a daemon's commits, which ask again and again, get in."""


def store(database: Database, rows: Sequence[Fresh]) -> Counter[str]:
    """Add grades as plain tuples (binding by name costs more than grading does); give how many of each class."""
    statement = _statement(database)
    for start in range(0, len(rows), CHUNK):
        with database.write() as session:
            session.connection().exec_driver_sql(statement, list(rows[start : start + CHUNK]))
        sleep(PAUSE_S)
    return Counter(map(itemgetter(CLASS), rows))


def _statement(database: Database) -> str:
    """Give the SQL that adds one grade, its values in the order of `Fresh`."""
    with database.read() as session:
        made = insert(GradeRow).values(dict.fromkeys(COLUMNS)).compile(dialect=session.connection().dialect)
    if tuple(made.positiontup or ()) != COLUMNS:
        raise StoreError("the table of grades has other columns than grading gives", str(database.path))
    return made.string
