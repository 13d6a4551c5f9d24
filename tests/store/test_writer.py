"""The writer commits in groups, in order, and tells each caller how its own work ended."""

import time
from concurrent.futures import Future
from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, select

from monitor.errors import StoreError
from monitor.store.database import Database
from monitor.store.tables import Event
from monitor.store.writer import Writer

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def add(message: str) -> "callable":  # type: ignore[valid-type]
    return lambda session: session.add(Event(at=NOON, kind="x", message=message))


def messages(database: Database) -> list[str]:
    with database.read() as session:
        return [event.message for event in session.exec(select(Event).order_by(Event.id))]


def test_a_burst_shares_commits_and_keeps_its_order(database: Database) -> None:
    writer = Writer(database)
    futures = [writer.submit(add(str(n))) for n in range(500)]
    for future in futures:
        future.result(timeout=30)
    writer.close()
    assert messages(database) == [str(n) for n in range(500)]
    assert writer.commits < 500


def test_one_failing_function_undoes_only_its_own_writes(database: Database) -> None:
    writer = Writer(database)

    def fails(session: Session) -> None:
        session.add(Event(at=NOON, kind="x", message="undone"))
        session.flush()
        raise KeyError("mine")

    before, bad, after = writer.submit(add("before")), writer.submit(fails), writer.submit(add("after"))
    before.result(timeout=30)
    with pytest.raises(KeyError, match="mine"):
        bad.result(timeout=30)
    after.result(timeout=30)
    writer.close()
    assert messages(database) == ["before", "after"]


def test_a_result_is_given_only_after_its_commit(database: Database) -> None:
    writer = Writer(database)
    future: Future[None] = writer.submit(add("durable"))
    seen: list[list[str]] = []
    future.add_done_callback(lambda _: seen.append(messages(database)))
    future.result(timeout=30)
    writer.close()
    assert seen == [["durable"]]


def test_a_closed_writer_takes_nothing_and_has_lost_nothing(database: Database) -> None:
    writer = Writer(database)
    for n in range(50):
        writer.submit(add(str(n)))
    writer.close()
    assert len(messages(database)) == 50
    with pytest.raises(StoreError, match="closed"):
        writer.submit(add("late"))


def test_a_writer_gets_in_between_transactions_that_follow_one_another(database: Database) -> None:
    other, writer = Database(database.path), Writer(database)
    future, meanwhile = None, 0
    while (future is None or not future.done()) and meanwhile < 60:
        with other.write() as session:
            add("long")(session)
            future = future or writer.submit(add("short"))
            time.sleep(0.02)
        time.sleep(0.01)
        meanwhile += 1
    future.result(timeout=30)
    writer.close()
    other.close()
    assert meanwhile < 60


def test_a_lock_that_is_not_given_back_is_waited_for_as_long_as_told(database: Database) -> None:
    hasty = Database(database.path, busy_timeout_s=0.05)
    with database.write(), pytest.raises(OperationalError, match="locked"), hasty.write():
        pass
    with hasty.write() as session:
        add("then")(session)
    hasty.close()
    assert messages(database) == ["then"]


def test_what_came_back_while_another_process_held_the_database_is_kept(database: Database) -> None:
    """The driver gives up after its half minute; the writer does not, since the response cannot be had again."""
    patient = Database(database.path, busy_timeout_s=0.1)
    writer = Writer(patient)
    with database.write():
        future = writer.submit(add("kept"))
        while writer.held_up < 2:
            assert not future.done()
    future.result(timeout=30)
    writer.close()
    patient.close()
    assert messages(database) == ["kept"]
