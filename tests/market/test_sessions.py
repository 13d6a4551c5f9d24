"""What the calendar says of a moment's price."""

import numpy as np
import pytest

from monitor.datasets import Asset, Item
from monitor.market.series import DailyClose
from monitor.market.sessions import MinuteHours, Phase, official_closes, overlaps_session, status_at, trading_part
from monitor.market.windows import Window
from tests.market.loopback import at

STOCK = Item("e", Asset.EQUITY, "Apple", "AAPL", "")
PAIR = Item("f", Asset.FX, "Euro", "EUR/USD", "")
COIN = Item("c", Asset.CRYPTO, "Bitcoin", "BTC", "")


@pytest.mark.parametrize(("item", "moment", "phase", "closed", "half_day"), [
    (STOCK, "2026-11-27 17:59", Phase.REGULAR, False, True),
    (STOCK, "2026-11-27 18:00", Phase.CLOSE, False, True),
    (STOCK, "2026-11-27 18:01", Phase.POST, True, False),
    (STOCK, "2026-11-27 22:30", Phase.CLOSED, True, False),
    (STOCK, "2026-12-24 18:00", Phase.CLOSE, False, True),
    (STOCK, "2026-11-26 15:00", Phase.CLOSED, True, False),
    (STOCK, "2026-12-31 20:59", Phase.REGULAR, False, False),
    (STOCK, "2026-12-31 21:00", Phase.CLOSE, False, False),
    (STOCK, "2026-03-06 14:29", Phase.PRE, True, False),
    (STOCK, "2026-03-06 14:30", Phase.REGULAR, False, False),
    (STOCK, "2026-03-09 13:30", Phase.REGULAR, False, False),
    (STOCK, "2026-10-30 13:30", Phase.REGULAR, False, False),
    (STOCK, "2026-11-02 13:30", Phase.PRE, True, False),
    (STOCK, "2026-11-02 14:30", Phase.REGULAR, False, False),
    (STOCK, "2026-03-28 15:00", Phase.CLOSED, True, False),
    (PAIR, "2026-11-28 12:00", Phase.CLOSED, True, False),
    (PAIR, "2026-06-07 20:59", Phase.CLOSED, True, False),
    (PAIR, "2026-06-07 21:01", Phase.REGULAR, False, False),
    (PAIR, "2026-12-06 21:59", Phase.CLOSED, True, False),
    (PAIR, "2026-12-06 22:01", Phase.REGULAR, False, False),
    (PAIR, "2026-03-08 20:59", Phase.CLOSED, True, False),
    (PAIR, "2026-03-08 21:01", Phase.REGULAR, False, False),
    (PAIR, "2026-03-29 21:01", Phase.REGULAR, False, False),
    (PAIR, "2026-10-25 20:59", Phase.CLOSED, True, False),
    (PAIR, "2026-10-25 21:01", Phase.REGULAR, False, False),
    (PAIR, "2026-11-01 21:59", Phase.CLOSED, True, False),
    (PAIR, "2026-11-01 22:01", Phase.REGULAR, False, False),
    (PAIR, "2026-12-04 22:00", Phase.CLOSE, False, False),
    (PAIR, "2026-12-25 04:59", Phase.REGULAR, False, False),
    (PAIR, "2026-12-25 05:00", Phase.CLOSE, False, False),
    (PAIR, "2026-12-25 12:00", Phase.CLOSED, True, False),
    (PAIR, "2027-01-01 12:00", Phase.CLOSED, True, False),
    (STOCK, "2026-04-03 15:00", Phase.CLOSED, True, False),
    (STOCK, "2026-12-24 19:00", Phase.POST, True, False),
    (STOCK, "2027-01-01 15:00", Phase.CLOSED, True, False),
    (PAIR, "2026-12-31 12:00", Phase.REGULAR, False, False),
    (COIN, "2026-12-25 12:00", Phase.REGULAR, False, False),
])
def test_a_moment_has_its_phase_and_mark(item: Item, moment: str, phase: Phase, closed: bool, half_day: bool) -> None:
    status = status_at(item, at(moment))
    assert (status.phase, status.closed, status.half_day) == (phase, closed, half_day)


def test_after_a_close_the_session_is_the_one_that_closed_last() -> None:
    status = status_at(STOCK, at("2026-11-28 12:00"))
    assert status.session is not None
    assert status.session.close_at == at("2026-11-27 18:00")


@pytest.mark.parametrize(("item", "moment", "closed_at"), [
    (STOCK, "2026-03-09 13:30", "2026-03-06 21:00"),
    (STOCK, "2026-03-09 20:00", "2026-03-09 20:00"),
    (STOCK, "2026-11-28 12:00", "2026-11-27 18:00"),
    (STOCK, "2026-12-25 15:00", "2026-12-24 18:00"),
    (STOCK, "2027-01-01 15:00", "2026-12-31 21:00"),
    (PAIR, "2026-06-07 20:59", "2026-06-05 21:00"),
    (PAIR, "2026-12-25 12:00", "2026-12-25 05:00"),
    (COIN, "2026-12-25 12:00", "2026-12-25 00:00"),
])
def test_the_last_close_is_that_of_the_items_own_market(item: Item, moment: str, closed_at: str) -> None:
    assert status_at(item, at(moment)).last_close_at == at(closed_at)


def test_a_midday_break_is_closed_and_its_session_has_not_closed_yet() -> None:
    tokyo = Item("s", Asset.EQUITY, "Sony", "6758.T", "", extra={"calendar": "XTKS"})
    status = status_at(tokyo, at("2026-11-25 03:00"))
    assert (status.phase, status.closed) == (Phase.BREAK, True)
    assert status.last_close_at is not None
    assert status.last_close_at < at("2026-11-25 00:00")


def test_minutes_are_regular_extended_or_closed() -> None:
    moments = ["2026-03-24 07:59", "2026-03-24 08:00", "2026-03-24 13:29", "2026-03-24 13:30", "2026-03-24 13:34",
               "2026-03-24 13:35", "2026-03-24 19:55", "2026-03-24 20:00", "2026-03-24 23:59", "2026-03-25 00:00"]
    start_s = np.array([int(at(m).timestamp()) for m in moments])
    hours = MinuteHours(STOCK, 5)
    assert hours.closed(start_s).tolist() == [True] + [False] * 8 + [True]
    assert hours.extended(start_s).tolist() == [False, True, True, False, False, False, False, True, True, False]
    assert hours.edges(start_s).tolist() == [False, False, False, True, True, False, True, False, False, False]
    assert not MinuteHours(COIN, 5).edges(start_s).any()
    assert not MinuteHours(COIN, 5).closed(start_s).any()


def test_a_window_loses_the_closed_hours_at_its_ends() -> None:
    friday_to_monday = Window(at("2026-03-20 12:00"), at("2026-03-23 12:00"))
    assert trading_part(STOCK, friday_to_monday) == friday_to_monday
    assert trading_part(STOCK, Window(at("2026-03-21 02:00"), at("2026-03-23 03:00"))) is None
    assert trading_part(PAIR, Window(at("2026-03-21 02:00"), at("2026-03-23 03:00"))) == Window(
        at("2026-03-22 21:00"), at("2026-03-23 03:00"))
    assert trading_part(COIN, friday_to_monday) == friday_to_monday
    assert not overlaps_session(STOCK, Window(at("2026-03-23 20:00"), at("2026-03-23 23:00")))


def test_closes_are_the_last_and_the_one_before() -> None:
    closes = [DailyClose(at(f"2026-03-2{n} 00:00").date(), at(f"2026-03-2{n} 20:00"), 100.0 + n) for n in (3, 4, 5)]
    last, prior = official_closes(closes, at("2026-03-24 20:00"))
    assert last is not None
    assert prior is not None
    assert (last.close, prior.close) == (104, 103)
    assert official_closes(closes, at("2026-03-22 20:00")) == (None, None)


def test_an_item_may_name_its_own_calendar() -> None:
    london = Item("v", Asset.EQUITY, "Vodafone", "VOD.L", "", extra={"calendar": "XLON"})
    assert status_at(london, at("2026-03-24 09:00")).phase is Phase.REGULAR
