"""One thread writes; what several callers hand it at once is committed together.

A commit under ``synchronous=FULL`` costs a disk flush, so a burst of responses shares it. A caller's future
resolves only after the commit that holds its work has returned.
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

from monitor.errors import StoreError
from monitor.store.database import Database

__all__ = ["Writer"]

T = TypeVar("T")

MAX_BATCH = 200


@dataclass(slots=True)
class _Job:
    work: Callable[[Session], Any]
    future: "Future[Any]"


class Writer:
    """Takes functions of a session, runs them in order in one thread, commits them in groups."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self.commits = 0
        self.held_up = 0
        """How often a commit had to be tried again, since another process held the database."""
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Session], T]) -> "Future[T]":
        """Queue `work`; the future gives its result once it is committed, or its error (its own writes undone)."""
        if self._closed:
            raise StoreError("the writer is closed", str(self._database.path))
        future: Future[T] = Future()
        self._jobs.put(_Job(work, future))
        return future

    async def write(self, work: Callable[[Session], T]) -> T:
        """Queue `work` and wait for its commit."""
        return await asyncio.wrap_future(self.submit(work))

    @property
    def waiting(self) -> int:
        """The number of queued functions."""
        return self._jobs.qsize()

    def close(self) -> None:
        """Commit all that is queued, then stop."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._thread.join()

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
        """Commit the batch; while another process holds the database, keep it and try again."""
        while True:
            try:
                done = self._try(batch)
            except OperationalError as err:
                if "locked" in str(err) and not self._closed:
                    self.held_up += 1
                    continue  # the driver has waited its half minute; what came back must not be lost for that
                self._fail(batch, err)
                return
            except Exception as err:  # noqa: BLE001 - the commit failed: every caller in it must know
                self._fail(batch, err)
                return
            break
        self.commits += 1
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
                except Exception as err:  # noqa: BLE001 - handed to the caller; its savepoint is rolled back
                    done.append((job, None, err))
                else:
                    done.append((job, result, None))
        return done

    @staticmethod
    def _fail(batch: list[_Job], err: Exception) -> None:
        for job in batch:
            job.future.set_exception(err)
