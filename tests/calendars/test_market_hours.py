"""Sessions of exchanges, the FX week, and markets that never close."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from freezegun import freeze_time

from monitor.calendars import (
    at_local,
    calendar_for,
    calendar_zone,
    is_close,
    is_open,
    next_session,
    previous_close,
    previous_session,
    require_calendar,
    require_zone,
    session_at,
    session_close,
    session_on,
    sessions_between,
)
from monitor.datasets import Asset
from monitor.errors import ConfigError

MINUTE = timedelta(minutes=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(("calendar", "opens"), [
    # The session before and after each clock change: the local open stays, the UTC one moves by an hour.
    ("XNYS", "2026-03-06T14:30"), ("XNYS", "2026-03-09T13:30"),
    ("XNYS", "2026-10-30T13:30"), ("XNYS", "2026-11-02T14:30"),
    ("XLON", "2026-03-27T08:00"), ("XLON", "2026-03-30T07:00"),
    ("XLON", "2026-10-23T07:00"), ("XLON", "2026-10-26T08:00"),
    ("XASX", "2026-04-01T23:00"), ("XASX", "2026-04-07T00:00"),
    ("XASX", "2026-10-02T00:00"), ("XASX", "2026-10-05T23:00"),
])
def test_open_follows_the_exchanges_own_clock(calendar: str, opens: str) -> None:
    assert is_open(calendar, utc(opens))
    assert not is_open(calendar, utc(opens) - MINUTE)
    session = session_at(calendar, utc(opens))
    assert session is not None
    assert session.open_at == utc(opens)


def test_new_york_and_london_are_four_hours_apart_between_their_clock_changes() -> None:
    new_york = session_on("XNYS", date(2026, 3, 10))
    london = session_on("XLON", date(2026, 3, 10))
    assert new_york is not None
    assert london is not None
    assert new_york.open_at.hour == 13
    assert london.open_at.hour == 8


@pytest.mark.parametrize("day", [date(2026, 11, 27), date(2026, 12, 24)])
def test_half_day_closes_at_one_in_new_york(day: date) -> None:
    session = session_on("XNYS", day)
    assert session is not None
    assert session.half_day
    assert session.close_at == datetime.combine(day, time(18), UTC)
    assert session_close("XNYS", day) == session.close_at
    assert is_open("XNYS", session.close_at - MINUTE)
    assert not is_open("XNYS", session.close_at)
    assert is_close("XNYS", session.close_at)


@pytest.mark.parametrize("day", [date(2026, 11, 26), date(2026, 12, 25), date(2027, 1, 1), date(2026, 11, 28)])
def test_holiday_and_weekend_have_no_session(day: date) -> None:
    assert session_on("XNYS", day) is None
    assert session_close("XNYS", day) is None
    assert not is_open("XNYS", datetime.combine(day, time(16), UTC))


def test_ordinary_day_is_no_half_day() -> None:
    session = session_on("XNYS", date(2026, 11, 30))
    assert session is not None
    assert not session.half_day


def test_leap_day_of_2028_is_a_session_although_it_is_far_ahead() -> None:
    assert is_open("XNYS", utc("2028-02-29T15:00"))
    assert session_close("XNYS", date(2028, 2, 29)) == utc("2028-02-29T21:00")


def test_calendar_reaches_years_ahead_and_back_whatever_was_asked_first() -> None:
    assert is_open("XNYS", utc("2026-11-30T15:00"))
    assert is_open("XNYS", utc("2031-06-03T15:00"))
    assert is_open("XNYS", utc("2014-06-03T15:00"))
    assert is_open("XNYS", utc("2026-11-30T15:00"))


@pytest.mark.parametrize("now", ["2026-11-27 17:59:59", "2026-11-27 18:00:00", "2010-01-01", "2035-01-01"])
def test_the_hosts_own_date_does_not_matter(now: str) -> None:
    with freeze_time(now):
        assert is_open("XNYS", utc("2026-11-27T17:59"))
        assert not is_open("XNYS", utc("2026-11-27T18:00"))
        # A code that no other test uses, so that it is built while the clock is frozen.
        assert is_open({"2010-01-01": "XOSL", "2035-01-01": "XSTO"}.get(now, "XPAR"), utc("2028-06-01T10:00"))


def test_midday_break_belongs_to_the_session_but_is_not_open() -> None:
    at = utc("2026-11-30T04:30")
    session = session_at("XHKG", at)
    assert session is not None
    assert session.break_start_at == utc("2026-11-30T04:00")
    assert not is_open("XHKG", at)
    assert is_open("XHKG", utc("2026-11-30T05:00"))


def test_previous_close_counts_the_close_itself() -> None:
    close = utc("2026-11-25T21:00")
    assert previous_close("XNYS", close) == close
    assert previous_close("XNYS", close - MINUTE) == utc("2026-11-24T21:00")
    assert previous_close("XNYS", utc("2026-11-27T14:29")) == close  # Thanksgiving lies between
    session = previous_session("XNYS", utc("2026-11-28T12:00"))
    assert session is not None
    assert session.date == date(2026, 11, 27)


def test_previous_close_reaches_over_the_turn_of_the_year() -> None:
    assert previous_close("XNYS", utc("2027-01-03T12:00")) == utc("2026-12-31T21:00")


def test_next_session_skips_the_holiday() -> None:
    session = next_session("XNYS", utc("2026-11-25T22:00"))
    assert session is not None
    assert session.open_at == utc("2026-11-27T14:30")


def test_sessions_between_gives_those_that_overlap() -> None:
    def days(start: str, end: str) -> list[int]:
        return [session.date.day for session in sessions_between("XNYS", utc(start), utc(end))]

    assert days("2026-11-25T20:59", "2026-11-30T14:30") == [25, 27]
    assert days("2026-11-25T21:00", "2026-11-30T14:31") == [27, 30]


@pytest.mark.parametrize(("at", "opened"), [
    ("2026-01-11T21:59", False), ("2026-01-11T22:01", True),  # a Sunday in winter
    ("2026-07-12T20:59", False), ("2026-07-12T21:01", True),  # a Sunday in summer
    ("2026-01-16T21:59", True), ("2026-01-16T22:00", False),  # a Friday in winter
    ("2026-07-17T20:59", True), ("2026-07-17T21:00", False),  # a Friday in summer
    ("2026-03-08T20:59", False), ("2026-03-08T21:00", True),  # the Sunday on which New York goes to summer time
    ("2026-11-01T21:59", False), ("2026-11-01T22:00", True),  # and back
    ("2026-07-18T12:00", False), ("2026-07-15T12:00", True),
    ("2026-12-25T12:00", False), ("2027-01-01T12:00", False), ("2025-12-25T12:00", False), ("2025-12-26T12:00", True),
])
def test_fx_week(at: str, opened: bool) -> None:
    assert is_open("fx", utc(at)) is opened


def test_fx_close_is_the_end_of_the_week() -> None:
    assert previous_close("fx", utc("2026-11-29T12:00")) == utc("2026-11-27T22:00")
    session = session_at("fx", utc("2026-11-25T12:00"))
    assert session is not None
    assert (session.date, session.open_at) == (date(2026, 11, 27), utc("2026-11-22T22:00"))
    assert is_close("fx", session.close_at)


def test_fx_holiday_in_mid_week_cuts_the_week_in_two() -> None:
    found = sessions_between("fx", utc("2024-12-23T00:00"), utc("2024-12-27T12:00"))
    assert [(one.open_at, one.close_at) for one in found] == [
        (utc("2024-12-22T22:00"), utc("2024-12-25T05:00")), (utc("2024-12-26T05:00"), utc("2024-12-27T22:00"))]
    assert [one.date for one in found] == [date(2024, 12, 24), date(2024, 12, 27)]


def test_fx_weeks_neither_overlap_nor_vanish_over_ten_years() -> None:
    weeks = sessions_between("fx", utc("2020-01-10T00:00"), utc("2030-01-10T00:00"))
    gaps = [after.open_at - before.close_at for before, after in pairwise(weeks)]
    assert min(gaps) >= timedelta(hours=24)
    assert max(gaps) < timedelta(days=4)


def test_coins_are_always_open_and_their_sessions_are_utc_days() -> None:
    at = utc("2026-12-25T12:34")
    assert is_open("always", at)
    session = session_at("always", at)
    assert session is not None
    assert session.open_at == utc("2026-12-25T00:00")
    assert previous_close("always", at) == utc("2026-12-25T00:00")
    assert not is_close("always", utc("2026-12-25T00:00"))


def test_every_asset_has_a_calendar_with_a_zone() -> None:
    assert {asset.value: calendar_for(asset) for asset in Asset} == {"equity": "XNYS", "crypto": "always", "fx": "fx"}
    assert [str(calendar_zone(calendar_for(asset))) for asset in (Asset.EQUITY, Asset.CRYPTO, Asset.FX)] == [
        "America/New_York", "UTC", "America/New_York"]
    assert str(calendar_zone("XASX")) == "Australia/Sydney"


@pytest.mark.parametrize(("given", "name"), [("NYSE", "XNYS"), ("24/7", "always"), ("fx", "fx"), ("XLON", "XLON")])
def test_aliases_lead_to_one_name(given: str, name: str) -> None:
    assert require_calendar(given) == name


def test_unknown_calendar_and_zone_suggest_the_nearest() -> None:
    with pytest.raises(ConfigError, match="did you mean XNYS"):
        require_calendar("XNYX")
    with pytest.raises(ConfigError, match="did you mean America/New_York"):
        require_zone("America/NewYork")
    with pytest.raises(ConfigError, match="unknown time zone"):
        require_zone("../etc/passwd")


def test_a_year_that_the_library_does_not_know_is_an_error_not_a_holiday() -> None:
    with pytest.raises(ConfigError, match="known for"):
        is_open("XHKG", utc("2151-06-01T03:00"))


def test_naive_moments_are_refused() -> None:
    with pytest.raises(ValueError, match="naive"):
        is_open("fx", datetime(2026, 1, 1))  # noqa: DTZ001


def test_skipped_local_time_is_none_and_a_repeated_one_is_the_first() -> None:
    new_york = ZoneInfo("America/New_York")
    assert at_local(date(2026, 3, 8), time(2, 30), new_york) is None
    assert at_local(date(2026, 11, 1), time(1, 30), new_york) == utc("2026-11-01T05:30")
