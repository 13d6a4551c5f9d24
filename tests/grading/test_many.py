"""Many answers graded together get what each gets alone, and the fast search for minutes what a plain loop finds."""

from contextlib import closing
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel import col

from monitor.datasets import Asset
from monitor.grading.again import legs
from monitor.grading.asking import ask_at
from monitor.grading.grade import grade
from monitor.grading.groups import COLUMNS, grade_group
from monitor.grading.matching import match
from monitor.grading.policy import load_policy
from monitor.grading.queries import Read, gradable
from monitor.grading.target import disagreement, make_frame
from monitor.reading.types import Price, Reading
from monitor.store.database import open_database
from monitor.store.tables import Probe
from monitor.store.types import to_micros

from .helpers import T, ask, day, item, reference

STRICT = load_policy("strict")
RATES = {"USDT": 0.999}
WHAT = {"equity": item(), "crypto": item("BTC", Asset.CRYPTO), "fx": item("EUR/USD", Asset.FX)}

cents = st.integers(9_900, 10_100).map(lambda n: n / 100)
price = st.one_of(st.none(), cents, st.floats(1, 1e9))
unit = st.sampled_from([None, 0.0, 0.01, 0.1, 1.0])
code = st.sampled_from([None, "USD", "$", "usdt", "USDC", "EUR", ""])


@st.composite
def bars(draw):
    """Minutes around the instant, with gaps, that wander over a few cents."""
    first, last = draw(st.integers(-120, -2)), draw(st.integers(0, 60))
    steps = np.random.default_rng(draw(st.integers(0, 999))).integers(-3, 4, last - first)
    closes = np.round(100 + np.cumsum(steps) / 100, 2)
    gone = draw(st.sets(st.integers(first, last), max_size=20))
    return {
        k: (close - 0.01, close + 0.02, close)
        for k, close in zip(range(first, last), closes.tolist(), strict=True) if k not in gone
    }  # fmt: skip


@st.composite
def answer(draw):
    """One row as the store gives it, and the same as a reading."""
    failed = draw(st.sampled_from([False] * 5 + [True]))
    sent = T + timedelta(seconds=draw(st.integers(0, 3_000)), microseconds=draw(st.integers(0, 999_999)))
    same = draw(st.booleans())
    asked = Price(draw(price), draw(code), unit=draw(unit))
    newest = asked if same else Price(draw(price), draw(code), unit=draw(unit))
    numbers = tuple(draw(st.lists(cents, max_size=5)))
    read = None if failed and draw(st.booleans()) else Reading(asked, newest, "rules", "1", numbers)
    return sent, failed, read


def row_of(number, what, sent, failed, read):
    """Give what the query would give."""
    price_of = (None,) * 6 if read is None else (
        read.asked.price, read.asked.unit, read.asked.currency, read.newest.price, read.newest.unit,
        read.newest.currency)
    return Read(
        what.id, to_micros(T), False, number, to_micros(sent), "failed" if failed else "answered",
        None if read is None else number, *price_of,
        None if read is None else np.array(read.numbers, dtype="<f8").tobytes())  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(WHAT)), bars(), st.lists(answer(), min_size=1, max_size=8), st.sampled_from([0.0, 0.05]),
       st.booleans())
def test_a_group_gets_the_grades_that_each_answer_gets_alone(kind, rows, answers, spread, closes):
    what = WHAT[kind]
    ref = reference(rows, what, daily=[day(1, 99.5)] if closes else [], spread=spread)
    together = grade_group(
        what, [row_of(n, what, *one) for n, one in enumerate(answers)], ref, STRICT, RATES, T)
    for row, (sent, failed, read) in zip(together, answers, strict=True):
        made = dict(zip(COLUMNS, row, strict=True))
        alone = grade(ask_at(what, T, sent_at=sent, error=failed), read, ref, STRICT, RATES)
        assert made["class"] == alone.cls
        assert made["rivals"] == ",".join(alone.rivals)
        assert made["sources"] == ",".join(alone.sources)
        for name in ("correct", "target_low", "target_high", "band", "coarse", "closed", "power", "contained",
                     "lag_low_s", "lag_high_s", "lookback_s", "why", "policy", "policy_version"):
            assert made[name] == getattr(alone, name), name


@settings(max_examples=150, deadline=None)
@given(bars(), st.lists(st.tuples(cents, unit, st.integers(0, 4_000)), min_size=1, max_size=6),
       st.sampled_from([3_600, 86_400]))
def test_the_minutes_that_hold_a_price_are_those_a_plain_loop_finds(rows, asked, lookback_s):
    frame = make_frame(ask(), reference(rows), STRICT)
    sent = np.array([frame.instant_s + s + 0.25 for _, _, s in asked])
    prices, half = np.array([p for p, _, _ in asked]), np.array([(u or 0.0) / 2 for _, u, _ in asked])
    found = match(frame, prices, half, sent, lookback_s)
    minutes = list(zip(frame.start_s.tolist(), frame.bar_low.tolist(), frame.bar_high.tolist(), strict=True))
    for n, (value, margin, at) in enumerate(zip(prices.tolist(), half.tolist(), sent.tolist(), strict=True)):
        fits = [s for s, low, high in minutes
                if at - lookback_s <= s <= at and low <= value + margin and value - margin <= high]
        assert found.earlier[n] == any(s < at // 60 * 60 for s in fits)
        if fits:
            assert found.age_low_s[n] == max(0.0, at - max(fits) - 60)
            assert found.age_high_s[n] == at - min(fits)
        else:
            assert np.isnan(found.age_low_s[n])
            assert np.isnan(found.age_high_s[n])


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60))
def test_the_measured_disagreement_is_the_95th_percentile_as_numpy_has_it(spreads):
    ref = reference(dict.fromkeys(range(len(spreads)), (1.0, 2.0, 1.5)))
    minutes = replace(ref.minutes, spread=np.array(spreads), n_sources=np.full(len(spreads), 2))
    assert disagreement(replace(ref, minutes=minutes)) == float(np.quantile(spreads, 0.95))


@pytest.mark.parametrize("failures", [True, False])
def test_a_stretch_is_looked_up_by_its_instants_alone(tmp_path, failures):
    with closing(open_database(tmp_path / "m.sqlite")) as database, database.read() as session:
        query = gradable("rules", failures=failures).where(col(Probe.instant_at) >= T, col(Probe.instant_at) <= T)
        made = str(query.compile(dialect=session.connection().dialect, compile_kwargs={"literal_binds": True}))
        plan = [row[3] for row in session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {made}")]
    assert plan[0].startswith("SEARCH probe USING INDEX ix_probe_instant_at")


@given(st.integers(0, 60), st.integers(1, 4))
def test_legs_hold_every_stretch_once_in_order_and_leave_several_for_each_process(count, jobs):
    found = [(T + timedelta(hours=n), T + timedelta(hours=n)) for n in range(count)]
    made = list(legs(found, jobs))
    assert [stretch for leg in made for stretch in leg] == found
    assert len(made) >= min(count, 4 * jobs)
