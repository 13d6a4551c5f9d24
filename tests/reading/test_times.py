"""Stated times: absolute, relative, zoned, of an exchange."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from monitor.reading.text import lowered
from monitor.reading.times import epoch, resolve
from monitor.reading.tokens import tokenise
from tests.reading.helpers import AT

NEW_YORK = ZoneInfo("America/New_York")


def stated(text: str, at: datetime = AT, local: ZoneInfo | None = None, day_first: bool | None = None) -> object:
    """Give what the first time in `text` means."""
    token = next(t for t in tokenise(text, lowered(text), at) if t.time is not None)
    assert token.time is not None
    return resolve(token.time, at, at, local, day_first)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("As of 10:44:57 AM EST.", "2026-11-30T15:44:57+00:00"),
        ("At close: November 27 at 1:00:00 PM EST", "2026-11-27T18:00:00+00:00"),
        ("30.11.2026, 11:58:40 Uhr", "2026-11-30T10:58:40+00:00"),
        ("16:42:10 Uhr MEZ 30.11.2026", "2026-11-30T15:42:10+00:00"),
        ("30 Nov, 2026 03:29 PM IST", "2026-11-30T09:59:00+00:00"),
        ("Nov 30, 2026 10:44 AM New\u00a0York", "2026-11-30T15:44:00+00:00"),
        ("By 1530 GMT on Monday, November 30, 2026", "2026-11-30T15:30:00+00:00"),
        ("Nov 30, 10:44:20 AM UTC-5", "2026-11-30T15:44:20+00:00"),
        ("11月30日 15:44 UTC", "2026-11-30T15:44:00+00:00"),
        ("2026-11-30T15:44:52.118Z", "2026-11-30T15:44:52+00:00"),
        ("2026-11-30 10:44:52 -05:00", "2026-11-30T15:44:52+00:00"),
        ("4 p.m. ET", "2026-11-29T21:00:00+00:00"),
        ("9.15am GMT", "2026-11-30T09:15:00+00:00"),
        ("le 30/11/2026 à 15:40 UTC", "2026-11-30T15:40:00+00:00"),
        ("7 de noviembre de 2026, 16:14 UTC", "2026-11-07T16:14:00+00:00"),
        ("Updated 3 minutes ago", "2026-11-30T15:42:00+00:00"),
        ("vor 5 Minuten", "2026-11-30T15:40:00+00:00"),
        ("il y a 2 heures", "2026-11-30T13:45:00+00:00"),
        ("an hour ago", "2026-11-30T14:45:00+00:00"),
        ("5分前", "2026-11-30T15:40:00+00:00"),
    ],
)
def test_a_moment_is_read(text: str, wanted: str) -> None:
    assert stated(text) == datetime.fromisoformat(wanted)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Nov 27, 2026", date(2026, 11, 27)),
        ("27 November 2026", date(2026, 11, 27)),
        ("2026年11月27日", date(2026, 11, 27)),
        ("(11/27)", date(2026, 11, 27)),
        ("Dec 31", date(2025, 12, 31)),
        ("2 days ago", date(2026, 11, 28)),
        ("10:44:58 on 11/30/2026", date(2026, 11, 30)),
    ],
)
def test_a_day_without_a_usable_clock_is_a_bare_date(text: str, wanted: date) -> None:
    assert stated(text) == wanted


def test_a_clock_without_zone_or_exchange_states_nothing() -> None:
    assert stated("Real-time Data 10:44:58") is None
    assert stated("Real-time Data 10:44:58", local=NEW_YORK) == datetime(2026, 11, 30, 15, 44, 58, tzinfo=UTC)


def test_a_clock_time_is_the_latest_such_moment_not_after_the_question() -> None:
    assert stated("15:46 UTC") == datetime(2026, 11, 29, 15, 46, tzinfo=UTC)
    assert stated("15:45 UTC") == datetime(2026, 11, 30, 15, 45, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("2026-03-08T20:00:00+00:00", "2026-03-08T19:30:00+00:00"),
        ("2026-03-07T21:00:00+00:00", "2026-03-07T20:30:00+00:00"),
    ],
)
def test_eastern_time_follows_the_clocks_of_new_york(at: str, wanted: str) -> None:
    assert stated("3:30 PM ET", datetime.fromisoformat(at)) == datetime.fromisoformat(wanted)


def test_the_leap_day_is_a_day() -> None:
    assert stated("Feb 29, 2028", datetime(2028, 3, 1, tzinfo=UTC)) == date(2028, 2, 29)
    assert stated("Feb 29, 2027", datetime(2028, 3, 1, tzinfo=UTC)) is None


def test_the_order_of_an_all_digit_date_follows_the_page_and_never_points_ahead() -> None:
    assert stated("07/12/2026", datetime(2026, 12, 8, tzinfo=UTC), day_first=True) == date(2026, 12, 7)
    assert stated("07/12/2026", datetime(2026, 12, 8, tzinfo=UTC), day_first=False) == date(2026, 7, 12)
    assert stated("07/12/2026", datetime(2026, 12, 8, tzinfo=UTC)) == date(2026, 12, 7)
    assert stated("12/07/2026", datetime(2026, 8, 1, tzinfo=UTC)) == date(2026, 7, 12)


@pytest.mark.parametrize("value", [1796053499, 1796053499000, 1796053499000000, 1796053499000000000])
def test_counts_since_1970_are_moments(value: int) -> None:
    moment = epoch(float(value))
    assert moment is not None
    assert moment.replace(microsecond=0) == datetime(2026, 11, 30, 15, 44, 59, tzinfo=UTC)


def test_other_numbers_are_no_moment() -> None:
    assert epoch(88.66) is None
    assert epoch(8636000.0) is None
