"""One scheduler a database: a second one is told who holds the lease; a dead holder's lease is taken over."""

import os
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from monitor.errors import LeaseError
from monitor.store import lease
from monitor.store.database import Database
from monitor.store.tables import Lease

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def holder(database: Database) -> str:
    with database.read() as session:
        held = session.get(Lease, "scheduler")
        assert held is not None
        return held.holder


def test_a_living_holder_is_named_to_the_second(database: Database) -> None:
    other = lease.Holder(f"elsewhere:{os.getppid()}:1", os.getppid(), "elsewhere")
    with database.write() as session:
        lease.take(session, other, NOW)
    with pytest.raises(LeaseError, match=rf"process {os.getppid()} on elsewhere"), database.write() as session:
        lease.take(session, lease.this_process(), NOW + timedelta(seconds=5))


def test_a_lease_that_ran_out_is_taken_over(database: Database) -> None:
    with database.write() as session:
        lease.take(session, lease.Holder("elsewhere:1:1", 1, "elsewhere"), NOW)
    assert holder(database) == "elsewhere:1:1"
    late = NOW + timedelta(seconds=lease.LEASE_S + 1)
    with database.write() as session:
        lease.take(session, lease.this_process(), late)
    with pytest.raises(LeaseError, match="taken over"), database.write() as session:
        lease.beat(session, lease.Holder("elsewhere:1:1", 1, "elsewhere"), late)


def test_a_dead_process_of_this_host_does_not_make_anyone_wait(database: Database) -> None:
    child = subprocess.Popen([sys.executable, "-c", "pass"])
    child.wait()
    dead = lease.Holder(f"{socket.gethostname()}:{child.pid}:1", child.pid, socket.gethostname())
    with database.write() as session:
        lease.take(session, dead, NOW)
    with database.write() as session:
        lease.take(session, lease.this_process(), NOW + timedelta(seconds=1))
    assert holder(database) == lease.this_process().name


def test_a_released_lease_is_free(database: Database) -> None:
    mine = lease.this_process()
    with database.write() as session:
        lease.take(session, mine, NOW)
        lease.release(session, mine)
    with database.write() as session:
        lease.take(session, lease.Holder("elsewhere:1:1", 1, "elsewhere"), NOW)
    assert holder(database) == "elsewhere:1:1"
