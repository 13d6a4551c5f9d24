"""Slots: every limit is kept, nobody is favoured, and what cannot be in time is told beforehand."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.probing.slots import SlotPlanner, Wanted, tolerance
from monitor.search.models import KeyGroup

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
FREE = KeyGroup(name="free", rps=None)


def planner(**limits: KeyGroup) -> SlotPlanner:
    return SlotPlanner({"free": FREE, **limits}, NOON)


def wanted(count: int, group: str = "free", offset_s: float = 5) -> list[Wanted]:
    return [Wanted(n, group, NOON + timedelta(seconds=offset_s), offset_s) for n in range(count)]


def test_a_batch_is_spread_two_milliseconds_apart_from_its_due_moment() -> None:
    slots = planner().assign(wanted(170), seed=1)
    times = sorted(at for at in slots.values() if at is not None)
    assert times[0] == NOON + timedelta(seconds=5)
    assert {later - earlier for earlier, later in pairwise(times)} == {timedelta(milliseconds=2)}


def test_the_order_is_drawn_from_the_seed_and_repeats() -> None:
    first, again, other = (planner().assign(wanted(50), seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_limit_of_thirty_a_minute_leaves_seventy_of_a_hundred_without_a_slot() -> None:
    slots = planner(slow=KeyGroup(name="slow", rps=None, per_minute=30)).assign(wanted(100, "slow"), seed=3)
    assert sum(at is None for at in slots.values()) == 70


def test_the_ones_left_out_are_not_always_the_same() -> None:
    limits = {"slow": KeyGroup(name="slow", rps=None, per_minute=10)}
    left_out = Counter(
        key
        for seed in range(40)
        for key, at in SlotPlanner(limits, NOON).assign(wanted(20, "slow"), seed).items()
        if at is None
    )
    assert min(left_out[key] for key in range(20)) > 0


def test_sends_planned_earlier_count_against_the_limit() -> None:
    plan = planner(slow=KeyGroup(name="slow", rps=None, per_minute=2))
    for second in (4, 4.5):
        plan.occupy("slow", NOON + timedelta(seconds=second))
    assert plan.assign(wanted(1, "slow"), seed=1) == {0: None}


@pytest.mark.parametrize(("offset_s", "seconds"), [(5, 2), (10, 2), (60, 12), (3600, 720)])
def test_the_tolerance_is_two_seconds_or_a_fifth_of_the_offset(offset_s: float, seconds: float) -> None:
    assert tolerance(offset_s) == timedelta(seconds=seconds)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["a", "b"]), st.sampled_from([5.0, 30.0, 60.0, 120.0])), max_size=60),
    st.floats(0.2, 20),
    st.integers(1, 40),
    st.integers(0, 99),
)
def test_no_second_and_no_minute_ever_holds_more_than_its_limit(
    probes: list[tuple[str, float]], rps: float, per_minute: int, seed: int
) -> None:
    limit = KeyGroup(name="x", rps=rps, per_minute=per_minute)
    asks = [Wanted(n, group, NOON + timedelta(seconds=o), o) for n, (group, o) in enumerate(probes)]
    slots = SlotPlanner({"a": limit, "b": limit}, NOON).assign(asks, seed)
    for group in ("a", "b"):
        sent = sorted(slots[w.key] for w in asks if w.group == group and slots[w.key] is not None)
        assert all((b - a).total_seconds() >= 1 / rps - 1e-5 for a, b in pairwise(sent))
        for first, last in zip(sent, sent[per_minute:], strict=False):
            assert (last - first).total_seconds() >= 60 - 1e-3
    for ask in asks:
        at = slots[ask.key]
        assert at is None or ask.due_at <= at <= ask.due_at + tolerance(ask.offset_s)


def test_a_probe_of_two_calls_uses_the_limits_twice() -> None:
    limits = {"slow": KeyGroup(name="slow", rps=1)}
    at = NOON + timedelta(seconds=100)
    slots = planner(**limits).assign([Wanted(n, "slow", at, 100, calls=2) for n in range(5)], seed=1)
    times = sorted(slot for slot in slots.values() if slot is not None)
    assert len(times) == 5
    assert min((later - earlier).total_seconds() for earlier, later in pairwise(times)) >= 2
