"""Pages read as real ones do, and every figure in them is true of the simulated market."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from monitor.datasets import Asset, Item
from monitor.sandbox.asking import AskReader
from monitor.sandbox.engines import ENGINES
from monitor.sandbox.market import Market
from monitor.sandbox.noise import seconds_of
from monitor.sandbox.pages import Served, crypto, equity, fx, pages_for
from monitor.sandbox.pages.scene import Scene
from monitor.sandbox.pages.words import amount
from tests.sandbox.conftest import NOW, SEED, query_for

SATURDAY = datetime(2026, 12, 5, 12, tzinfo=UTC)
EVENING = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)


def served(market: Market, item: Item, at: datetime, name: str = "five_min") -> Served:
    ask = AskReader(market.items).read(query_for(item, at), at)
    return pages_for(ENGINES.all()[name](SEED, market, NOW), ask)


def scene(market: Market, item: Item, at: datetime) -> Scene:
    return Scene(market, item, at, at, at + timedelta(seconds=40), ("test",))


@pytest.mark.parametrize("at", [NOW, EVENING, SATURDAY])
def test_several_pages_hold_the_served_price(market: Market, items: tuple[Item, ...], at: datetime) -> None:
    for item in items:
        for n in range(12):
            found = served(market, item, at + timedelta(seconds=77 * n))
            assert found.price is not None
            shown = amount(found.price, market.instrument(item.ticker).decimals)
            bare = f"{found.price}"
            assert sum(shown in page.text or bare in page.text for page in found.pages) >= 2
            assert 5 <= len(found.pages) <= 10
            assert len({page.url + page.text for page in found.pages}) == len(found.pages)


def test_the_served_price_is_the_markets_at_the_served_moment(market: Market, items: tuple[Item, ...]) -> None:
    for item in items:
        found = served(market, item, NOW)
        assert found.moment is not None
        assert found.price == round(market.price(item.ticker, found.moment), market.instrument(item.ticker).decimals)


def test_bid_and_ask_stand_about_the_last_price(market: Market, items: tuple[Item, ...]) -> None:
    for item in items:
        for n in range(30):
            one = Scene(market, item, NOW, NOW, NOW, (n,))
            bid, ask = one.bid_ask
            assert bid < ask
            assert bid <= one.last <= ask
            assert (ask - bid) / one.last < 0.01


def test_ranges_and_changes_are_true(market: Market, items: tuple[Item, ...]) -> None:
    for item in items:
        one = scene(market, item, NOW)
        assert one.year[0] <= one.day_low <= one.last <= one.day_high <= one.year[1]
        assert one.day_low <= one.opened <= one.day_high
        if item.asset is Asset.EQUITY:
            assert one.previous == market.last_close(item.ticker, seconds_of(NOW))[1]


def test_rows_of_a_table_are_finished_days_newest_first(market: Market, items: tuple[Item, ...]) -> None:
    rows = scene(market, items[0], NOW).day_rows(3)
    assert [f"{row[0]}" for row in rows] == ["2026-11-27", "2026-11-25", "2026-11-24"]  # Thanksgiving left out
    assert all(low <= min(o, c) and high >= max(o, c) for _, o, high, low, c in rows)
    assert [f"{row[0]}" for row in scene(market, items[0], EVENING).day_rows(1)] == ["2026-11-30"]
    assert [f"{row[0]}" for row in scene(market, items[6], NOW).day_rows(2)] == ["2026-11-27", "2026-11-26"]


def test_every_form_can_be_written_at_any_hour(market: Market, items: tuple[Item, ...]) -> None:
    forms = {Asset.EQUITY: equity, Asset.CRYPTO: crypto, Asset.FX: fx}
    for item in items:
        kinds = forms[item.asset]
        for at in (NOW, EVENING, SATURDAY, NOW - timedelta(hours=3)):
            one = scene(market, item, at)
            shown = amount(one.last, one.decimals)
            for form in (*kinds.TIMED, *kinds.UNTIMED):
                text = form(one).text
                assert shown in text or f"{one.last}" in text
                assert "nan" not in text.lower().split()
            for form in (*kinds.OLDER, *kinds.OTHER):
                page = form(one)
                assert page.title
                assert page.text
                assert page.url.startswith("https://")


def test_hosts_are_invented(market: Market, items: tuple[Item, ...]) -> None:
    for item in items:
        for page in served(market, item, NOW).pages:
            assert re.match(r"https://[a-z0-9.]+\.example/", page.url)


def test_a_closed_market_is_shown_at_its_close(market: Market, items: tuple[Item, ...]) -> None:
    text = equity.quote_page(scene(market, items[0], EVENING)).text
    assert "At close: November 30 at 4:00:00 PM EST" in text
    assert "Market Closed." in fx.long_quote(scene(market, items[6], SATURDAY)).text
    assert "Dec 4, 2026, 21:59:59 UTC" in fx.long_quote(scene(market, items[6], SATURDAY)).text


def test_an_old_price_carries_its_day(market: Market, items: tuple[Item, ...]) -> None:
    monday = NOW
    old = Scene(market, items[0], monday, monday, monday + timedelta(days=3), ("old",))
    assert "As of November 30 at 10:45:13 AM EST" in equity.quote_page(old).text
    assert "Nov 30, 2026" in equity.last_line(old).text


def test_digits_are_those_of_real_pages(market: Market, items: tuple[Item, ...]) -> None:
    digits = {item.ticker: market.instrument(item.ticker).decimals for item in items}
    assert digits == {
        "MSFT": 2,
        "TTC": 2,
        "ETD": 2,
        "BTC": 2,
        "LINK": 4,
        "ALGO": 5,
        "EUR/USD": 5,
        "USD/JPY": 3,
        "GBP/USD": 5,
        "AUD/JPY": 3,
    }


def test_some_pages_are_undated_and_some_have_the_day_only(market: Market, items: tuple[Item, ...]) -> None:
    pages = [page for n in range(60) for page in served(market, items[4], NOW + timedelta(seconds=n)).pages]
    dated = [page.published for page in pages if page.published is not None]
    assert 0.08 < len(dated) / len(pages) < 0.7
    assert any(at.hour == at.minute == at.second == 0 for at in dated)


def test_unknown_items_get_unrelated_pages(market: Market) -> None:
    ask = AskReader(market.items).read("price of tea in Ceylon", NOW)
    found = pages_for(ENGINES.all()["fast"](SEED, market, NOW), ask)
    assert found.price is None
    assert found.moment is None
    assert len(found.pages) == 5
