"""Every engine serves data of the age that it claims, and the same again for the same question and second."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from monitor.datasets import Item
from monitor.sandbox.asking import Ask, AskReader
from monitor.sandbox.engines import ENGINES, Engine
from monitor.sandbox.market import Market
from monitor.sandbox.pages import pages_for
from tests.sandbox.conftest import NOW, SEED, query_for

Ages = Callable[[str], np.ndarray]


def engine(name: str, market: Market) -> Engine:
    return ENGINES.all()[name](SEED, market, NOW)


def asks(items: tuple[Item, ...], count: int = 400) -> list[Ask]:
    reader = AskReader(items)
    made = []
    for n in range(count):
        at = NOW + timedelta(seconds=617 * n)
        item = items[n % len(items)]
        made.append(reader.read(query_for(item, at - timedelta(seconds=30)), at))
    return made


@pytest.fixture
def ages(market: Market, items: tuple[Item, ...]) -> Ages:
    def of(name: str) -> np.ndarray:
        one = engine(name, market)
        return np.array([(ask.received_at - one.moment(ask)).total_seconds() for ask in asks(items)])

    return of


def test_at_least_the_ten_engines_are_there() -> None:
    assert {
        "fast",
        "five_min",
        "delayed15",
        "cached",
        "close_only",
        "frozen",
        "flaky",
        "slow",
        "asked_moment",
        "liar",
    } <= set(ENGINES.all())


@pytest.mark.parametrize(
    ("name", "median_s", "low_s", "high_s"),
    [
        ("fast", 20, 2, 200),
        ("five_min", 300, 60, 1500),
        ("slow", 60, 20, 180),
        ("flaky", 120, 30, 480),
        ("liar", 1800, 1000, 3200),
    ],
)
def test_lags_spread_about_their_median(ages: Ages, name: str, median_s: float, low_s: float, high_s: float) -> None:
    found = ages(name)
    assert np.median(found) == pytest.approx(median_s, rel=0.1)
    assert low_s < found.min() < found.max() < high_s
    assert found.std() > 0


def test_a_delayed_feed_is_never_younger_than_its_delay(ages: Ages) -> None:
    found = ages("delayed15")
    assert 900 <= found.min() < found.max() <= 990


def test_a_cache_grows_older_until_its_hour_is_over(market: Market, items: tuple[Item, ...]) -> None:
    one, reader = engine("cached", market), AskReader(items)
    query = query_for(items[0], NOW)
    moments = [one.moment(reader.read(query, NOW + timedelta(minutes=n))) for n in range(180)]
    assert 3 <= len(set(moments)) <= 4
    found = [(NOW + timedelta(minutes=n) - at).total_seconds() for n, at in enumerate(moments)]
    assert 15 <= min(found) < 80
    assert 3500 < max(found) <= 3615


def test_a_cache_is_passed_by_when_live_content_is_asked_for(market: Market, items: tuple[Item, ...]) -> None:
    ask = AskReader(items).read(query_for(items[0], NOW), NOW, live=True)
    assert NOW - engine("cached", market).moment(ask) == timedelta(seconds=15)


def test_closes_are_those_of_the_asset(market: Market, items: tuple[Item, ...]) -> None:
    one, reader = engine("close_only", market), AskReader(items)
    by = {item.ticker: item for item in items}
    served = {name: pages_for(one, reader.read(query_for(by[name], NOW), NOW)) for name in ("MSFT", "EUR/USD", "BTC")}
    assert served["MSFT"].moment == datetime(2026, 11, 27, 18, tzinfo=UTC)  # the half day after Thanksgiving
    assert served["MSFT"].price == market.official_close("MSFT", date(2026, 11, 27))
    assert served["EUR/USD"].stated == datetime(2026, 11, 27, 21, 59, 59, tzinfo=UTC)
    assert served["BTC"].moment == datetime(2026, 11, 29, 23, 59, 59, tzinfo=UTC)


def test_a_frozen_engine_serves_one_moment(ages: Ages, market: Market, items: tuple[Item, ...]) -> None:
    one = engine("frozen", market)
    assert {one.moment(ask) for ask in asks(items)} == {NOW - timedelta(days=3)}


def test_the_asked_moment_is_served_once_it_has_passed(market: Market, items: tuple[Item, ...]) -> None:
    one, reader = engine("asked_moment", market), AskReader(items)
    asked = NOW.replace(second=0)
    for later in (5, 1800, 10_800):
        ask = reader.read(query_for(items[3], asked), asked + timedelta(seconds=later))
        assert ask.asked_at == asked
        assert one.moment(ask) == asked
        assert pages_for(one, ask).price == round(market.price("BTC", asked), 2)
    early = reader.read(query_for(items[3], asked), asked - timedelta(seconds=5))
    assert one.moment(early) == early.received_at - timedelta(seconds=20)


def test_a_liar_states_now_and_serves_half_an_hour_ago(market: Market, items: tuple[Item, ...]) -> None:
    one = engine("liar", market)
    for ask in asks(items, 50):
        moment = one.moment(ask)
        assert (ask.received_at - one.stated(ask, moment)).total_seconds() < 16
        assert (ask.received_at - moment).total_seconds() > 900


def test_every_other_engine_states_the_truth(market: Market, items: tuple[Item, ...]) -> None:
    for name in set(ENGINES.all()) - {"liar", "close_only"}:
        one = engine(name, market)
        for ask in asks(items, 10):
            assert one.stated(ask, one.moment(ask)) == one.moment(ask)


def test_one_in_five_of_a_flaky_engine_fails_and_in_several_ways(market: Market, items: tuple[Item, ...]) -> None:
    one = engine("flaky", market)
    faults = [one.fault(ask) for ask in asks(items, 1000)]
    assert 0.15 < sum(fault is not None for fault in faults) / 1000 < 0.25
    assert len(set(faults)) == 7


def test_a_slow_engine_takes_three_seconds(market: Market, items: tuple[Item, ...]) -> None:
    assert all(2.7 <= engine("slow", market).latency_s(ask) <= 3.3 for ask in asks(items, 50))


def test_answers_repeat(market: Market, items: tuple[Item, ...]) -> None:
    again = Market(SEED, items)
    for name in ENGINES.all():
        for ask in asks(items, 10):
            assert pages_for(engine(name, market), ask) == pages_for(engine(name, again), ask)


@pytest.mark.parametrize(
    ("query", "ticker", "minute"),
    [
        ("Bitcoin (BTC) price November 30, 2026 14:30 UTC", "BTC", 30),
        ("what is chainlink worth at 2026-11-30T14:05?", "LINK", 5),
        ("Euro to US Dollar (EUR/USD) exchange rate November 30, 2026 14:30 UTC", "EUR/USD", 30),
        ("MSFT now", "MSFT", None),
        ("The Toro Company share price", "TTC", None),
        ("weather in Oslo", None, None),
        ("Bitcoin (BTC) price February 30, 2026 14:30 UTC", "BTC", None),
    ],
)
def test_the_item_and_the_moment_are_found_in_the_words(
    items: tuple[Item, ...], query: str, ticker: str | None, minute: int | None
) -> None:
    ask = AskReader(items).read(query, NOW)
    assert (ask.item.ticker if ask.item else None) == ticker
    assert (ask.asked_at.minute if ask.asked_at else None) == minute
