"""What is asked at an instant, as the item's own market sees it, and which close answers it."""

from datetime import UTC, date, datetime

import pytest

from monitor.datasets import Asset, Item
from monitor.grading.asking import ask_at, awaits_close
from monitor.grading.policy import load_policy
from monitor.grading.target import make_frame
from monitor.market.consensus import empty_series
from monitor.market.reference import closes_of_minutes
from monitor.market.series import DailyClose, MinuteSeries, Reference
from tests.grading.helpers import minutes

STOCK = Item("e", Asset.EQUITY, "Apple", "AAPL", "")
PAIR = Item("f", Asset.FX, "Euro", "EUR/USD", "")
COIN = Item("c", Asset.CRYPTO, "Bitcoin", "BTC", "")
STRICT = load_policy("strict")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def closes(*days: tuple[str, float]) -> tuple[DailyClose, ...]:
    return tuple(DailyClose(at(day).date(), at(day), price) for day, price in days)


def of(item: Item, daily: tuple[DailyClose, ...], series: MinuteSeries | None = None) -> Reference:
    return Reference(item.id, item.asset, item.currency, series or empty_series(), daily, ("yahoo",))


THURSDAY, FRIDAY = ("2026-12-03 21:00", 100.0), ("2026-12-04 21:00", 110.0)


def test_at_new_yorks_close_a_stock_is_asked_for_the_close_and_others_for_the_minute() -> None:
    close = at("2026-12-04 21:00")
    asks = {item.asset: ask_at(item, close, told_close=True) for item in (STOCK, PAIR, COIN)}
    assert {asset: ask.is_close for asset, ask in asks.items()} == {
        Asset.EQUITY: True, Asset.FX: False, Asset.CRYPTO: False}
    assert all(ask.session_open for ask in asks.values())
    assert ask_at(STOCK, close).is_close, "whatever calendar the schedule goes by"


@pytest.mark.parametrize("moment", ["2026-12-04 21:00", "2026-12-04 21:30", "2026-12-05 12:00", "2026-12-06 22:30"])
def test_an_earlier_close_is_never_taken_for_the_one_that_is_to_come(moment: str) -> None:
    ask = ask_at(STOCK, at(moment))
    early, whole = of(STOCK, closes(THURSDAY)), of(STOCK, closes(THURSDAY, FRIDAY))
    assert awaits_close(ask, early)
    assert not make_frame(ask, early, STRICT).has_reference
    assert not awaits_close(ask, whole)
    frame = make_frame(ask, whole, STRICT)
    assert frame.low <= 110.0 <= frame.high
    assert frame.closed is (moment != "2026-12-04 21:00")


def test_within_a_session_no_close_is_awaited_and_an_old_one_is_no_rival() -> None:
    ask = ask_at(STOCK, at("2026-12-04 15:00"))
    assert not awaits_close(ask, of(STOCK, ()))
    wednesday = of(STOCK, closes(("2026-12-02 21:00", 90.0)))
    assert make_frame(ask, wednesday, STRICT).prior_close != make_frame(ask, wednesday, STRICT).prior_close
    assert make_frame(ask, of(STOCK, closes(THURSDAY)), STRICT).prior_close == 100.0


def test_a_holiday_in_the_fx_week_closes_at_its_last_minute() -> None:
    shift = int((at("2026-12-25 05:00") - at("2026-11-30 15:30")).total_seconds() / 60)
    series = minutes({shift + n: (1.1, 1.1, 1.1 + n / 1000) for n in range(-400, 0)})
    found = closes_of_minutes(PAIR, (), series)
    assert [(one.session, one.close_at) for one in found] == [
        (date(2026, 12, 24), at("2026-12-25 00:00")), (date(2026, 12, 25), at("2026-12-25 05:00"))]
    ask = ask_at(PAIR, at("2026-12-25 12:00"))
    assert not awaits_close(ask, of(PAIR, found, series))
    assert make_frame(ask, of(PAIR, found, series), STRICT).low <= 1.099 <= make_frame(
        ask, of(PAIR, found, series), STRICT).high
