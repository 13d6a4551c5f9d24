"""The simulated market: the same for all, without steps where none belong, open when markets are."""

import math
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest

from monitor.datasets import Asset, Item
from monitor.sandbox import hours
from monitor.sandbox.market import Market
from monitor.sandbox.noise import seconds_of
from tests.sandbox.conftest import NOW, SEED

OPEN = datetime(2026, 11, 30, 14, 30, tzinfo=UTC)
CLOSE = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)


def test_the_same_seed_gives_the_same_prices_in_any_order(items: tuple[Item, ...], market: Market) -> None:
    moments = [NOW + timedelta(hours=7 * n) for n in range(30)]
    again = Market(SEED, reversed(items))
    for item in items:
        forward = [market.price(item.ticker, at) for at in moments]
        backward = [again.price(item.ticker, at) for at in reversed(moments)]
        assert forward == backward[::-1]


def test_another_seed_gives_another_market(items: tuple[Item, ...], market: Market) -> None:
    other = Market(SEED + 1, items)
    assert all(other.price(item.ticker, NOW) != market.price(item.ticker, NOW) for item in items)


@pytest.mark.parametrize("ticker", ["BTC", "ALGO", "USDT/USD", "EUR/USD"])
def test_days_join_without_a_step(market: Market, ticker: str) -> None:
    midnight = seconds_of(datetime(2026, 12, 1, tzinfo=UTC))
    steps = [
        abs(math.log(market.price_at(ticker, second + 1) / market.price_at(ticker, second)))
        for second in range(midnight - 600, midnight + 600)
    ]
    across = abs(math.log(market.price_at(ticker, midnight) / market.price_at(ticker, midnight - 1)))
    assert across <= max(steps[:590] + steps[610:]) * 1.5


@pytest.mark.parametrize(
    ("ticker", "low", "high"),
    [("EUR/USD", 0.05, 0.09), ("BTC", 0.40, 0.62), ("ALGO", 0.8, 1.25), ("MSFT", 0.18, 0.34), ("ETD", 0.26, 0.45)],
)
def test_volatility_of_a_year_is_that_of_its_class(market: Market, ticker: str, low: float, high: float) -> None:
    stock = market.instrument(ticker).asset is Asset.EQUITY
    days = [date(2025, 1, 2) + timedelta(days=n) for n in range(365)]
    if stock:
        closes = [market.official_close(ticker, day) for day in days if hours.session(day)]
    else:
        closes = [market.price(ticker, datetime(day.year, day.month, day.day, 20, tzinfo=UTC)) for day in days]
        closes = [one for n, one in enumerate(closes) if ticker == "BTC" or ticker == "ALGO" or days[n].weekday() < 5]
    moves = np.diff(np.log(closes))
    assert low < moves.std() * math.sqrt(365 if ticker in ("BTC", "ALGO") else 260) < high


def test_minutes_are_quiet_and_busy_by_turns(market: Market) -> None:
    prices = market.day_prices("BTC", seconds_of(NOW) // 86_400).prices[::60]
    moves = np.abs(np.diff(np.log(prices)))
    hourly = moves[:1380].reshape(23, 60).mean(axis=1)
    assert hourly.max() / hourly.min() > 2
    assert ((moves - moves.mean()) ** 4).mean() / moves.var() ** 2 > 4  # fatter tails than a normal's 3


def test_a_stock_moves_only_in_its_session(market: Market) -> None:
    inside = {market.price("MSFT", OPEN + timedelta(seconds=n)) for n in range(300)}
    night = {market.price("MSFT", CLOSE + timedelta(minutes=n)) for n in range(17 * 60)}
    assert len(inside) > 250
    assert night == {market.official_close("MSFT", date(2026, 11, 30))}


def test_a_stock_jumps_overnight_and_ends_on_the_auction(market: Market) -> None:
    before = market.official_close("MSFT", date(2026, 11, 27))
    gaps, auctions = [], []
    for n in range(40):
        day = date(2026, 9, 1) + timedelta(days=n)
        if hours.session(day) is None:
            continue
        prices = market.session_prices("TTC", day).prices
        gaps.append(abs(math.log(prices[0] / market.official_close("TTC", hours.previous_session(day)))))
        auctions.append(abs(math.log(market.official_close("TTC", day) / prices[-1])) * 1e4)
    assert market.price("MSFT", OPEN - timedelta(seconds=1)) == before != market.price("MSFT", OPEN)
    assert np.median(gaps) > 0.002
    assert 0.3 < np.median(auctions) < 4


def test_a_half_day_ends_at_one(market: Market) -> None:
    closed = datetime(2026, 11, 27, 18, 0, tzinfo=UTC)
    assert market.is_open("MSFT", seconds_of(closed) - 1)
    assert not market.is_open("MSFT", seconds_of(closed))
    assert market.last_close("MSFT", seconds_of(NOW)) == (
        seconds_of(closed),
        market.official_close("MSFT", date(2026, 11, 27)),
    )


def test_currencies_stand_still_over_the_weekend_and_coins_do_not(market: Market) -> None:
    friday, sunday = datetime(2026, 11, 27, 22, tzinfo=UTC), datetime(2026, 11, 29, 22, tzinfo=UTC)
    weekend = [friday + timedelta(minutes=30 * n) for n in range(96)]
    assert len({market.price("EUR/USD", at) for at in weekend}) == 1
    assert len({market.price("BTC", at) for at in weekend}) == 96
    assert market.price("EUR/USD", sunday) == pytest.approx(market.price("EUR/USD", weekend[-1]), rel=2e-5)
    assert market.price("EUR/USD", sunday + timedelta(minutes=5)) != market.price("EUR/USD", sunday)


def test_new_york_summer_time_moves_the_week(market: Market) -> None:
    summer, winter = datetime(2026, 7, 3, 20, 59, 59, tzinfo=UTC), datetime(2026, 11, 27, 21, 59, 59, tzinfo=UTC)
    for last in (summer, winter):
        assert market.is_open("EUR/USD", seconds_of(last))
        assert not market.is_open("EUR/USD", seconds_of(last) + 1)


def test_an_unknown_item_trades_at_a_price_of_its_own() -> None:
    made = [
        Item("x", Asset.EQUITY, "Made Up", "MADE", ""),
        Item("y", Asset.CRYPTO, "Madecoin", "MADE2", ""),
        Item("z", Asset.FX, "Euro to Swiss Franc", "EUR/CHF", ""),
    ]
    market = Market(1, made)
    assert all(market.price(item.ticker, NOW) > 0 for item in made)
    assert 0.7 < market.price("EUR/CHF", NOW) < 1.2


def test_a_moment_outside_the_simulated_years_is_refused(market: Market) -> None:
    with pytest.raises(ValueError, match="2000 to 2060"):
        market.price("BTC", datetime(1999, 1, 1, tzinfo=UTC))


def test_prices_before_the_open_lead_to_it(market: Market) -> None:
    early = market.extended("MSFT", seconds_of(OPEN) - 1)
    assert early == pytest.approx(market.price("MSFT", OPEN), rel=2e-4)
    assert market.extended("MSFT", seconds_of(OPEN) - 6 * 3600) is None
