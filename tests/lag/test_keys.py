"""What figures may be grouped by: weeks, hours and parts of the market's day."""

from datetime import UTC, datetime

import pytest

from monitor.datasets import Asset, Item
from monitor.lag.keys import KEYS, key_of, place, session_part
from monitor.lag.rows import Row
from monitor.store.types import to_micros


def row(at, asset="equity"):
    return Row(1, "x", asset, "X", "exa", "local", to_micros(at), 300.0, None, True, None, 0.0, "h", "w", None, None)


def part(asset, *at):
    return session_part(asset, "", to_micros(datetime(2026, *at, tzinfo=UTC)))


@pytest.mark.parametrize(
    ("at", "expected"),
    [((11, 30, 13, 0), "pre"), ((11, 30, 14, 30), "open"), ((11, 30, 15, 30), "mid"), ((11, 30, 20, 0), "last hour"),
     ((11, 30, 21, 0), "last hour"), ((11, 30, 21, 30), "after"), ((11, 28, 15, 0), "closed"),
     ((11, 27, 17, 0), "last hour")],
)  # fmt: skip
def test_parts_of_a_stocks_session_follow_the_exchange_half_days_too(at, expected):
    assert part(Asset.EQUITY, *at) == expected


@pytest.mark.parametrize(
    ("at", "expected"),
    [((11, 30, 3, 0), "Asia"), ((11, 30, 8, 0), "London"), ((11, 30, 13, 0), "New York"), ((11, 30, 22, 0), "Asia"),
     ((7, 1, 7, 0), "London"), ((7, 1, 12, 0), "New York"), ((11, 28, 12, 0), "closed")],
)  # fmt: skip
def test_hours_of_currency_dealing_follow_summer_time(at, expected):
    assert part(Asset.FX, *at) == expected


def test_coins_have_thirds_of_the_utc_day():
    assert [part(Asset.CRYPTO, 11, 28, hour, 59) for hour in (7, 8, 23)] == ["00-08", "08-16", "16-24"]


def test_every_key_is_found_and_sorts_among_its_like():
    at = datetime(2026, 12, 31, 15, 30, tzinfo=UTC)
    items = {"x": Item("x", Asset.EQUITY, "X", "X", "w")}
    keys = {name: key_of(name, row(at), items) for name in KEYS}
    assert keys == {"api": "exa", "asset": "equity", "item": "x", "day": "2026-12-31", "week": "2026-W53",
                    "hour": "15:00", "session": "mid", "offset": "5m"}  # fmt: skip
    assert sorted(["15m", "5s", "1h"], key=lambda key: place("offset", key)) == ["5s", "15m", "1h"]
    assert sorted(["after", "open", "pre"], key=lambda key: place("session", key)) == ["pre", "open", "after"]
