"""One thread writes; what several callers hand it at once is committed together.

A commit under ``synchronous=FULL`` costs a disk flush, so a burst of responses shares it. A caller's future
resolves only after the commit that holds its work has returned. While the database is held by another process, or the
disk is full, the work waits: a response cannot be had again. What held it up is told by `trouble`.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy.exc import OperationalError
from sqlmodel import Session

from monitor.clock import SystemClock
from monitor.errors import StoreError
from monitor.store.database import BUSY_TIMEOUT_S, Database

__all__ = ["Trouble", "Writer"]

T = TypeVar("T")

MAX_BATCH = 200
TRY_S = 1.0
"""How long one try waits for a held database: between tries the writer can be told to give up."""
ASK_S = 0.001
"""How often it asks for the lock: more often than passes that write much, so that a response goes first."""
PASSING = {
    "locked": "another process holds the database",
    "disk is full": "the disk is full",
    "disk I/O error": "the disk takes no more, or fails",
    "readonly": "the database may not be written",
    "unable to open": "its files cannot be opened",
}
"""What SQLite says when a write may succeed later, and what it means."""


@dataclass(slots=True)
class _Job:
    work: Callable[[Session], Any]
    future: "Future[Any]"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Since when (monotonic seconds) nothing can be written, and why."""

    since_s: float
    why: str


class Writer:
    """Takes functions of a session, runs them in order in one thread, commits them in groups."""

    def __init__(self, database: Database) -> None:
        self._database = Database(
            database.path, busy_timeout_s=min(TRY_S, database.busy_timeout_s), poll_s=ASK_S
        )  # fmt: skip
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._clock = SystemClock()
        self._until_s: float | None = None
        self._hurried = threading.Event()
        self.commits = 0
        self.held_up = 0
        """How often a commit had to be tried again."""
        self.trouble: Trouble | None = None
        """What keeps the writer from writing now, or None."""
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Session], T]) -> "Future[T]":
        """Queue `work`; the future gives its result once it is committed, or its error (its own writes undone)."""
        if self._closed:
            raise StoreError("the writer is closed", str(self._database.path))
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # a caller that waits no longer does not take its work back
        self._jobs.put(_Job(work, future))
        return future

    async def write(self, work: Callable[[Session], T]) -> T:
        """Queue `work` and wait for its commit."""
        return await asyncio.wrap_future(self.submit(work))

    @property
    def waiting(self) -> int:
        """The number of queued functions."""
        return self._jobs.qsize()

    def hurry(self, seconds: float) -> None:
        """Give up, from so many seconds on, what cannot be written: its callers get a StoreError."""
        until_s = self._clock.monotonic() + seconds
        self._until_s = until_s if self._until_s is None else min(until_s, self._until_s)
        self._hurried.set()

    def close(self) -> None:
        """Commit all that is queued, then stop; a held database is waited for as long as the driver would."""
        if not self._closed:
            self._closed = True
            self.hurry(BUSY_TIMEOUT_S)
            self._jobs.put(None)
            self._thread.join()
            self._database.close()

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            batch = [job]
            stop = False
            while len(batch) < MAX_BATCH:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stop = True
                    break
                batch.append(more)
            self._commit(batch)
            if stop:
                return

    def _commit(self, batch: list[_Job]) -> None:
        """Commit the batch; while that cannot be, keep it and try again."""
        while True:
            try:
                done = self._try(batch)
            except OperationalError as err:
                why = _passing(err)
                if why is None:
                    self._fail(batch, err)
                    return
                self.held_up += 1
                self.trouble = Trouble(self.trouble.since_s if self.trouble else self._clock.monotonic(), why)
                if self._until_s is not None and self._clock.monotonic() >= self._until_s:
                    what = f"{why}; {len(batch)} writes were given up"
                    self._fail(batch, StoreError(what, str(self._database.path), "the next start settles the rest"))
                    return
                if "locked" not in str(err.orig):
                    self._hurried.wait(TRY_S)  # the driver waits for a lock only
                continue
            except Exception as err:  # noqa: BLE001 - the commit failed: every caller in it must know
                self._fail(batch, err)
                return
            break
        self.commits += 1
        self.trouble = None
        for job, result, error in done:
            if error is not None:
                job.future.set_exception(error)
            else:
                job.future.set_result(result)

    def _try(self, batch: list[_Job]) -> list[tuple[_Job, Any, Exception | None]]:
        done: list[tuple[_Job, Any, Exception | None]] = []
        with self._database.write() as session:
            for job in batch:
                try:
                    with session.begin_nested():
                        result = job.work(session)
                except OperationalError as err:
                    if _passing(err) is not None:
                        raise  # the database's fault, not the work's: the whole batch waits
                    done.append((job, None, err))
                except Exception as err:  # noqa: BLE001 - handed to the caller; its savepoint is rolled back
                    done.append((job, None, err))
                else:
                    done.append((job, result, None))
        return done

    @staticmethod
    def _fail(batch: list[_Job], err: Exception) -> None:
        for job in batch:
            job.future.set_exception(err)


def _passing(err: BaseException) -> str | None:
    """Give what keeps a write from succeeding now, or None where it never will.

    A full disk ends the transaction, so that what is raised may be of the savepoint which is gone with it.
    """
    seen: BaseException | None = err
    while seen is not None:
        if isinstance(seen, OperationalError):
            for said, meaning in PASSING.items():
                if said in str(seen.orig):
                    return meaning
        seen = seen.__context__
    return None
