"""Dates at the ends of the calendar, and texts that a reader trips over, hold up nothing."""

from datetime import UTC, datetime

import pytest

from monitor.datasets import Asset, Item
from monitor.reading.rules import RulesReader
from monitor.search.hits import Hit

BITCOIN = Item("b", Asset.CRYPTO, "Bitcoin", "BTC", "")
ASKED = datetime(2026, 11, 30, 15, 45, tzinfo=UTC)


@pytest.mark.parametrize("when", [
    "as of January 1, 0001 00:00 GMT+14", "as of 9999-12-31T23:59:59-12:00", "12/31/9999 11:59 PM PST",
    "updated 1 Jan 0001 12:00 AM JST", "0001-01-01T00:00:00+14:00",
])  # fmt: skip
def test_a_date_beyond_the_calendar_is_no_time_and_no_crash(when):
    hits = [Hit(0, "https://q.example/btc", "Bitcoin (BTC) price", f"Bitcoin price $118,000.50 {when}")]
    reading = RulesReader().read(BITCOIN, hits, ASKED, ASKED)
    assert reading.asked.price in (118000.50, None)
    stated = Hit(0, "https://q.example/btc", "Bitcoin (BTC) price", "Bitcoin price $118,000.50", as_of=when)
    assert RulesReader().read(BITCOIN, [stated], ASKED, ASKED).asked.price == 118000.50


@pytest.mark.parametrize("year", [1, 9999])
def test_a_question_at_the_end_of_the_calendar_is_read_too(year):
    at = datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31, tzinfo=UTC)
    text = "Bitcoin price $118,000.50 at 10:44 AM EST, 3 minutes ago"
    hits = [Hit(0, "https://q.example/btc", "Bitcoin (BTC) price", text)]
    assert RulesReader().read(BITCOIN, hits, at, at).reader == "rules"
