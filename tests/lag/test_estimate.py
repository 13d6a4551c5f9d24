"""The lag of simulated providers, and what is said when it cannot be told."""

import json
from dataclasses import replace

import numpy as np
import pytest

from monitor.datasets import Asset
from monitor.lag.estimate import estimate_lag
from monitor.lag.simulate import MARKETS, PROVIDERS, Provider, make_world
from monitor.lag.types import LagProbe

from .helpers import coin_line, series, world_and_probes


def estimate(market, provider, seed=3, **more):
    world, served, probes = world_and_probes(market, provider, seed, **more)
    return estimate_lag(probes, {"x": world.timeline}), served


@pytest.mark.parametrize("market", list(MARKETS))
@pytest.mark.parametrize("provider", ["5 min", "50 min"])
def test_the_interval_holds_the_true_median_and_the_newest_minute_rule_is_far_off(market, provider):
    got, served = estimate(market, PROVIDERS[provider], seed=4)
    truth = np.nanmedian(served["lag_s"])
    assert got.median_s.lo < truth < got.median_s.hi
    assert got.newest_minute_median_s < truth / 2
    assert got.share_within[300].est == pytest.approx(np.nanmean(served["lag_s"] <= 300), abs=0.12)


def test_unrelated_prices_are_counted_and_do_not_move_the_lag():
    got, served = estimate("large coin", replace(PROVIDERS["15 min"], unrelated=0.3))
    assert got.unrelated == pytest.approx(np.isnan(served["lag_s"]).mean(), abs=0.1)
    assert got.median_s.lo < 900 < got.median_s.hi


def test_answers_for_the_asked_moment_are_told_from_stale_ones():
    got, _ = estimate("large coin", Provider("asked", 20.0, asked=1.0, unrelated=0.0))
    assert got.asked_moment > 0.85
    assert got.median_s.est is None
    assert "asked moment" in got.why
    assert got.time_to_fresh.hi == 5.0


def test_a_part_that_answers_the_asked_moment_is_left_out_of_the_lag():
    got, _ = estimate("large coin", replace(PROVIDERS["50 min"], asked=0.4), instants=40)
    assert got.asked_moment == pytest.approx(0.4, abs=0.12)
    assert got.median_s.lo < 3000 < got.median_s.hi


@pytest.mark.parametrize("provider", ["20 s", "15 min", "4 h cached"])
def test_no_other_provider_is_taken_for_one_that_answers_the_asked_moment(provider):
    got, _ = estimate("large coin", PROVIDERS[provider])
    assert got.asked_moment < 0.02


def test_one_offset_cannot_tell_the_asked_moment():
    got, _ = estimate("large coin", PROVIDERS["5 min"], instants=60, offsets_s=(5,))
    assert got.asked_moment is None


def test_a_frozen_provider_is_older_than_the_look_back():
    world, _, probes = world_and_probes("stock", PROVIDERS["5 min"], 15, days=14)
    first = [p for p in probes if p.instant_s > world.start_s + 6 * 86400]
    old = world.price_at(np.array([world.start_s + 16 * 3600.0]))[0]
    frozen = [p._replace(price=float(old)) for p in first]
    got = estimate_lag(frozen, {"x": world.timeline})
    assert got.older is not None
    assert got.older + got.unrelated > 0.8
    assert got.median_s.est is None


def test_time_to_fresh_is_a_cell_between_two_offsets():
    got, _ = estimate("quiet FX", replace(PROVIDERS["15 min"], sigma=0.05))
    assert (got.time_to_fresh.lo, got.time_to_fresh.hi) in {(300.0, 900.0), (900.0, 1800.0)}
    assert got.time_to_fresh.lo_bound <= got.time_to_fresh.lo
    fast, _ = estimate("quiet FX", replace(PROVIDERS["20 s"], median_s=2.0))
    assert fast.time_to_fresh.lo == 0.0
    never, _ = estimate("quiet FX", replace(PROVIDERS["50 min"], median_s=30000.0, sigma=0.2))
    assert never.time_to_fresh.hi is None
    assert never.time_to_fresh.why


def test_a_market_that_stands_still_tells_nothing():
    line = coin_line(series(np.full(6000, 100.0), low=np.full(6000, 99.99), high=np.full(6000, 100.01)))
    start = line.start_s[0]
    probes = [LagProbe("x", start + 60.0 * (2000 + 90 * k), start + 60.0 * (2000 + 90 * k) + o, 100.0, 0.01)
              for k in range(20) for o in (5, 60, 300)]
    got = estimate_lag(probes, {"x": line})
    assert got.usable == 0
    assert got.why.startswith("not enough movement")
    assert got.median_s.est is None
    assert got.share_within[60].why == got.why


def test_too_few_probes_or_instants_give_no_figure():
    world, _, probes = world_and_probes("large coin", PROVIDERS["5 min"], 6)
    few = estimate_lag(probes[:20], {"x": world.timeline})
    assert few.median_s.est is None
    assert "not enough movement" in few.why
    clustered = estimate_lag([p for p in probes if p.instant_s <= world.instants_s[3]], {"x": world.timeline})
    assert "4 instants" in clustered.why
    assert estimate_lag([], {}).why.startswith("not enough movement")
    assert "none of the 56 answers read holds a price" in estimate_lag([], {}, unpriced=56).why
    assert estimate_lag(probes, {}).usable == 0


def test_a_few_instants_of_an_old_cache_are_no_figure_though_a_fast_engine_has_one():
    old, _ = estimate("stock", PROVIDERS["4 h cached"], seed=2, instants=6)
    assert old.usable >= 40
    assert "not enough movement" in old.why
    assert "6 instants of 12" in old.why
    assert old.median_s.est is None
    quick, _ = estimate("stock", PROVIDERS["5 min"], seed=2, instants=6)
    assert quick.median_s.est is not None


def test_where_venues_differ_by_as_much_as_a_minute_moves_the_last_minute_is_not_cut_finer():
    blurred, _ = estimate("small coin", PROVIDERS["20 s"])
    assert blurred.median_s.est is None
    assert blurred.median_s.lo == 0.0
    assert 60.0 <= blurred.median_s.hi < 120.0
    assert "within a minute" in blurred.median_s.why
    assert blurred.share_within[60].est is None
    assert blurred.share_within[60].lo > 0.5
    assert blurred.share_within[300].est > 0.95
    slower, _ = estimate("small coin", PROVIDERS["5 min"])
    assert slower.median_s.est is not None
    assert slower.share_within[60].est is None
    assert slower.share_within[60].lo < 0.011 < slower.share_within[60].hi < 0.3
    assert estimate("stock", PROVIDERS["5 min"])[0].share_within[60].est is not None
    clear, _ = estimate("stock", PROVIDERS["20 s"])
    assert clear.median_s.lo < 20.0 < clear.median_s.hi < 60.0


def test_where_prices_tell_under_a_fifth_of_what_seen_lags_would_the_median_is_its_bounds():
    """A stock's last close stands all night: an age of four hours and one of eighteen look the same."""
    night, served = estimate("stock", PROVIDERS["4 h cached"])
    assert night.median_s.est is None
    assert night.median_s.lo < np.nanmedian(served["lag_s"]) < night.median_s.hi
    assert "less than a fifth" in night.median_s.why
    assert night.share_within[3600].est is not None
    coin, _ = estimate("large coin", PROVIDERS["4 h cached"])
    assert coin.median_s.est is not None


def test_bars_that_do_not_reach_back_limit_the_look_back():
    world, _, probes = world_and_probes("large coin", PROVIDERS["5 min"], 7)
    from monitor.lag.timeline import make_timeline

    bars = world.minutes
    cut = bars.start_s >= probes[0].sent_s - 7200
    short = replace(bars, **{k: getattr(bars, k)[cut] for k in ("start_s", "low", "high", "close", "spread",
                                                               "n_sources")})
    got = estimate_lag([p for p in probes if p.instant_s < world.instants_s[8]],
                       {"x": make_timeline(short, Asset.CRYPTO)})
    assert got.lookback_s < 12 * 3600
    assert got.median_s.lo < 300 < got.median_s.hi


def test_truthful_times_narrow_and_lying_ones_are_ignored():
    world, served, probes = world_and_probes("small coin", PROVIDERS["5 min"], 8)
    plain = estimate_lag(probes, {"x": world.timeline})
    true = [p._replace(stated_s=p.sent_s - lag) for p, lag in zip(probes, served["lag_s"], strict=True)]
    liar = [p._replace(stated_s=p.sent_s - 4000) for p in probes]
    honest, lied = (estimate_lag(rows, {"x": world.timeline}) for rows in (true, liar))
    assert honest.stated_trust > 0.5
    assert lied.stated_trust == 0.0
    assert lied.median_s == plain.median_s
    spans = [d.share_within[300].hi - d.share_within[300].lo for d in (honest, plain)]
    assert spans[0] < 0.9 * spans[1]
    assert honest.median_s.lo < 300 < honest.median_s.hi


def test_a_liar_about_a_few_minutes_is_not_believed():
    world, _, probes = world_and_probes("quiet FX", replace(PROVIDERS["5 min"], sigma=0.1), 9)
    got = estimate_lag([p._replace(stated_s=p.sent_s - 2) for p in probes], {"x": world.timeline})
    assert got.stated_trust == 0.0
    assert got.median_s.lo < 300 < got.median_s.hi


def test_the_same_probes_in_another_order_give_the_same_figures():
    world, _, probes = world_and_probes("stock", PROVIDERS["15 min"], 10)
    one = estimate_lag(probes, {"x": world.timeline})
    two = estimate_lag(probes[::-1], {"x": world.timeline})
    assert two.median_s.est == pytest.approx(one.median_s.est, rel=1e-3)
    assert two.share_within[900].lo == pytest.approx(one.share_within[900].lo, abs=1e-3)


def test_the_distribution_adds_up_and_serialises():
    got, _ = estimate("stock", PROVIDERS["15 min"])
    assert sum(got.weights) <= 1.0 + 1e-9
    shares = [got.share_within[x].est for x in (60, 300, 900, 3600)]
    assert shares == sorted(shares)
    row = json.loads(json.dumps(got.to_json(), allow_nan=False))
    assert set(row["share_within"]) == {"60", "300", "900", "3600"}
    assert set(row["median_s"]) >= {"est", "lo", "hi"}


def test_two_items_share_one_estimate():
    one, _, first = world_and_probes("large coin", PROVIDERS["15 min"], 11)
    two, _, second = world_and_probes("small coin", PROVIDERS["15 min"], 12)
    rows = [p._replace(item="a") for p in first] + [p._replace(item="b") for p in second]
    got = estimate_lag(rows, {"a": one.timeline, "b": two.timeline})
    assert got.usable > 400
    assert got.median_s.lo < 900 < got.median_s.hi


def test_the_world_closes_at_night_and_moves_by_day():
    world = make_world(MARKETS["stock"], np.random.default_rng(1), instants=10, days=5)
    hours = (world.instants_s % 86400) / 3600
    assert ((hours >= 14.5) & (hours < 21)).all()
    assert len(world.minutes) == 5 * 390


@pytest.mark.parametrize("market", ["large coin", "stock", "quiet FX"])
def test_a_delay_that_hardly_varies_is_not_smeared_over_a_wide_bin(market):
    got, _ = estimate(market, Provider("a delayed feed", 945.0, sigma=0.02, unrelated=0.0))
    assert got.median_s.lo <= 945 <= got.median_s.hi
    assert got.median_s.hi - got.median_s.lo <= 240


def test_stated_times_of_the_asked_moment_do_not_make_it_look_like_age():
    world, _, probes = world_and_probes("large coin", Provider("asked", 20.0, asked=1.0, unrelated=0.0), 3)
    stated = [p._replace(stated_s=p.instant_s) for p in probes]
    assert estimate_lag(stated, {"x": world.timeline}).asked_moment > 0.9
