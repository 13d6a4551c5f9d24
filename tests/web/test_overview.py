"""What is running, next and past, from the store."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.store import lease
from monitor.store.database import open_database
from monitor.store.tables import Instant, Lease, Probe
from monitor.web.overview import overview, percentile
from tests.web.fill import NOW


def life(database, now=NOW):
    return overview(database, now).life


def test_a_fresh_lease_is_alive(filled):
    assert life(filled.database).alive
    assert life(filled.database).heartbeat["worker_pid"] == 4322


def test_a_lease_that_ran_out_is_not(filled):
    found = life(filled.database, NOW + timedelta(minutes=2))
    assert not found.alive
    assert "has not been heard of since 2026-11-30 14:59:57 UTC" in found.why


def test_a_killed_process_is_not_alive_though_its_lease_holds(filled):
    with filled.database.write() as session:
        held = session.get(Lease, "scheduler")
        held.pid = 2**22 + 1  # above the kernel's largest pid
        session.add(held)
    assert not life(filled.database).alive


def test_a_process_of_another_host_is_judged_by_its_lease(filled):
    with filled.database.write() as session:
        held = session.get(Lease, "scheduler")
        held.pid, held.host = 2**22 + 1, "elsewhere"
        session.add(held)
    assert life(filled.database).alive


def test_a_stop_is_told_from_a_death(filled):
    with filled.database.write() as session:
        lease.release(session, lease.this_process())
    assert not life(filled.database).alive


def test_batches_are_whole_and_in_order(filled):
    view = overview(filled.database, NOW, batches=3)
    assert [batch.probes for batch in view.next] == [6, 6, 6]
    assert [batch.due_at for batch in view.next] == sorted(batch.due_at for batch in view.next)
    assert [batch.due_at for batch in view.last] == sorted((batch.due_at for batch in view.last), reverse=True)
    assert view.next[0].offset_s == 5.0
    assert (view.next[0].items, view.next[0].apis) == (2, 3)
    assert view.last[0].spread_max_ms == 4.0


def test_two_schedules_that_meet_are_one_batch(filled):
    due_at = NOW + timedelta(hours=1, seconds=60)
    with filled.database.write() as session:
        at = NOW + timedelta(minutes=46)
        instant = Instant(at=at, schedule="other", schedule_hash="x", planned_at=NOW)
        session.add(instant)
        session.flush()
        asked = {
            "item_id": "live-001",
            "asset": "equity",
            "ticker": "MSFT",
            "api": "brave",
            "query": "q",
            "wording": "w",
        }
        when = {"instant_id": instant.id or 0, "instant_at": at, "offset_s": 900.0, "due_at": due_at, "slot_at": due_at}
        session.add(Probe(**asked, **when, api_hash="h"))
    batch = next(one for one in overview(filled.database, NOW).next if one.due_at == due_at)
    assert batch.probes == 7
    assert batch.schedules == ("other", "stocks-session")
    assert batch.offset_s is None


def test_counts_and_reasons_are_of_the_last_day(filled):
    now = overview(filled.database, NOW)
    later = overview(filled.database, NOW + timedelta(hours=22, minutes=30))
    assert sum(now.counts.values()) == 54
    assert later.counts["planned"] == 36
    assert sum(later.counts.values()) < 36 + 54
    assert now.reasons[0] == ("missed", "the monitor was not running", 6)
    assert now.reasons[1][0] == "failed (timeout)"
    assert now.reasons[1][2] == 4


def test_lateness_is_over_what_was_sent(filled):
    late = overview(filled.database, NOW).lateness
    assert late.n == 48
    assert (late.p50_ms, late.max_ms, late.spread_max_ms) == (3.0, 5.0, 4.0)


def test_an_empty_database_has_an_overview(tmp_path):
    database = open_database(tmp_path / "empty.sqlite")
    view = overview(database, NOW)
    database.close()
    assert not view.life.alive
    assert view.next == view.last == ()
    assert view.lateness.p99_ms is None
    assert not view.healthy


@given(st.lists(st.floats(-1e6, 1e6), min_size=1), st.floats(0, 1))
def test_a_percentile_is_one_of_the_values_and_enough_do_not_exceed_it(values, share):
    ordered = sorted(values)
    found = percentile(ordered, share)
    assert found in ordered
    assert sum(value <= found for value in ordered) >= share * len(ordered) - 1e-9


@pytest.mark.parametrize(("n", "share", "rank"), [(100, 0.99, 99), (170, 0.99, 169), (1, 0.5, 1), (4, 0.5, 2)])
def test_percentiles_are_by_nearest_rank(n, share, rank):
    assert percentile([float(value) for value in range(1, n + 1)], share) == rank
