"""Freshness by offset."""

import pytest

from monitor.lag.rates import RateProbe, by_offset, corrected


def probes(n=40, instants=10, offset_s=60.0, right=0.5, passes=0.0, **more):
    return [RateProbe(instant_s=float(k % instants), offset_s=offset_s, correct=k < right * n, power=0.8,
                      passes=k < passes * n, rivals=k < passes * n, contained=True, latency_ms=100.0 + k, **more)
            for k in range(n)]


def test_chance_is_taken_off():
    assert corrected(0.6, 0.2) == pytest.approx(0.5)
    assert corrected(1.0, 0.9) == pytest.approx(1.0)
    assert corrected(0.2, 0.4) < 0
    assert corrected(1.0, 1.0) is None


def test_each_offset_has_its_rate_power_and_latency():
    rows = by_offset(probes(offset_s=300.0) + probes(passes=0.2))
    assert [r.offset_s for r in rows] == [60.0, 300.0]
    first = rows[0]
    assert first.n == 40
    assert first.target_rate.est == pytest.approx(0.5)
    assert first.target_rate.lo < 0.5 < first.target_rate.hi
    assert first.corrected == pytest.approx((0.5 - 0.2) / 0.8)
    assert first.power == pytest.approx(0.8)
    assert first.told_apart == 32
    assert first.latency_p50_ms == pytest.approx(119.5)


def test_too_few_give_no_percentage():
    few, = by_offset(probes(n=20))
    clustered, = by_offset(probes(instants=3))
    for row in (few, clustered):
        assert row.target_rate.est is None
        assert row.corrected is None
        assert "not enough movement" in row.why
        assert row.latency_p50_ms is not None


def test_probes_that_do_not_count_are_in_n_alone():
    row, = by_offset(probes() + probes(n=15, right=0.0, counts=False))
    assert row.n == 55
    assert row.target_rate.est == pytest.approx(0.5)


def test_a_rival_that_always_passes_leaves_nothing_to_correct():
    row, = by_offset(probes(right=1.0, passes=1.0))
    assert row.corrected is None
    assert row.why == "a provider 15 min behind would have passed every time"
