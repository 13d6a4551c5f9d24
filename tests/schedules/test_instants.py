"""Schedules turned into instants: clock changes, half days, holidays, leap days, draws at random."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from freezegun import freeze_time
from hypothesis import given, settings
from hypothesis import strategies as st

from monitor.calendars import is_open
from monitor.schedules import (
    LiveSchedule,
    NightlySchedule,
    instants,
    instants_per_day,
    nightly_starts,
    pick_minutes,
    upcoming,
)

Live = Callable[[str], LiveSchedule]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def at(schedule: LiveSchedule, start: str, end: str) -> list[str]:
    return [f"{one.at:%m-%dT%H:%M}" for one in instants(schedule, utc(start), utc(end))]


@pytest.mark.parametrize(("calendar", "zone", "time", "days", "expected"), [
    ("XNYS", "America/New_York", "10:00", ("2026-03-06", "2026-03-11"), ["03-06T15:00", "03-09T14:00", "03-10T14:00"]),
    ("XNYS", "America/New_York", "10:00", ("2026-10-30", "2026-11-04"), ["10-30T14:00", "11-02T15:00", "11-03T15:00"]),
    ("XLON", "Europe/London", "08:30", ("2026-03-27", "2026-04-01"), ["03-27T08:30", "03-30T07:30", "03-31T07:30"]),
    ("XLON", "Europe/London", "08:30", ("2026-10-23", "2026-10-28"), ["10-23T07:30", "10-26T08:30", "10-27T08:30"]),
    # Sydney: clocks go back on 5 April, 3 and 6 April are Easter holidays; they go forward on 4 October.
    ("XASX", "Australia/Sydney", "11:00", ("2026-04-01", "2026-04-09"),
     ["04-01T00:00", "04-02T00:00", "04-07T01:00", "04-08T01:00"]),
    ("XASX", "Australia/Sydney", "11:00", ("2026-10-01", "2026-10-07"),
     ["10-01T01:00", "10-02T01:00", "10-05T00:00", "10-06T00:00"]),
    ("always", "Europe/Berlin", "09:00", ("2026-10-24", "2026-10-27"), ["10-24T07:00", "10-25T08:00", "10-26T08:00"]),
])
def test_a_local_time_keeps_its_local_hour_over_a_clock_change(live: Live, calendar: str, zone: str, time: str,
                                                               days: tuple[str, str], expected: list[str]) -> None:
    schedule = live(f'calendar = "{calendar}"\nzone = "{zone}"\nat = ["{time}"]')
    assert at(schedule, *days) == expected
    assert {f"{one.local:%H:%M}" for one in instants(schedule, utc(days[0]), utc(days[1]))} == {time}


def test_a_time_in_another_zone_than_the_exchanges_moves_against_the_session(live: Live) -> None:
    schedule = live('calendar = "XNYS"\nat = ["13:45"]')  # UTC: before the open in winter, after it in summer
    assert at(schedule, "2026-03-05", "2026-03-11") == ["03-09T13:45", "03-10T13:45"]


@pytest.mark.parametrize(("zone", "skipped", "repeated"), [
    ("America/New_York", ("2026-03-08", "02:30"), ("2026-11-01", "01:30")),
    ("Europe/London", ("2026-03-29", "01:30"), ("2026-10-25", "01:30")),
    ("Australia/Sydney", ("2026-10-04", "02:30"), ("2026-04-05", "02:30")),
])
def test_skipped_time_does_not_fire_and_repeated_one_fires_once(live: Live, zone: str, skipped: tuple[str, str],
                                                                repeated: tuple[str, str]) -> None:
    for (day, time), count in ((skipped, 0), (repeated, 1)):
        schedule = live(f'calendar = "always"\nzone = "{zone}"\nat = ["{time}"]')
        around = instants(schedule, utc(day) - timedelta(days=2), utc(day) + timedelta(days=3))
        local_days = [one.at.astimezone(ZoneInfo(zone)).date() for one in around]
        assert local_days.count(date.fromisoformat(day)) == count
        assert len(set(local_days)) == len(local_days)


def test_every_steps_by_the_local_clock_through_a_night_with_a_clock_change(live: Live) -> None:
    schedule = live('calendar = "always"\nzone = "America/New_York"\nevery = "30m"\nbetween = ["01:00", "03:30"]')
    assert at(schedule, "2026-03-08T00:00", "2026-03-08T12:00") == [
        "03-08T06:00", "03-08T06:30", "03-08T07:00", "03-08T07:30"]
    assert at(schedule, "2026-11-01T00:00", "2026-11-01T12:00") == [
        "11-01T05:00", "11-01T05:30", "11-01T07:00", "11-01T07:30", "11-01T08:00", "11-01T08:30"]


def test_every_between_includes_both_ends(live: Live) -> None:
    schedule = live('calendar = "XNYS"\nzone = "America/New_York"\nevery = "15m"\nbetween = ["09:35", "15:50"]')
    found = at(schedule, "2026-11-30", "2026-12-01")
    assert (found[0], found[-1], len(found)) == ("11-30T14:35", "11-30T20:50", 26)


def test_half_day_ends_the_instants_early(live: Live) -> None:
    schedule = live('calendar = "XNYS"\nzone = "America/New_York"\nevery = "1h"\nbetween = ["10:00", "16:00"]')
    for day in ("2026-11-27", "2026-12-24"):
        found = instants(schedule, utc(day), utc(day) + timedelta(days=1))
        assert [f"{one.local:%H:%M}" for one in found] == ["10:00", "11:00", "12:00", "13:00"]
        assert [(one.market_open, one.at_close) for one in found[-2:]] == [(True, False), (False, True)]


def test_close_moves_with_the_half_day_and_skips_the_holiday(live: Live) -> None:
    schedule = live('items = ["equity"]\nat_close = ["-30m", "0m"]')
    found = instants(schedule, utc("2026-11-25"), utc("2026-12-01"))
    assert [f"{one.at:%m-%dT%H:%M}" for one in found] == [
        "11-25T20:30", "11-25T21:00", "11-27T17:30", "11-27T18:00", "11-30T20:30", "11-30T21:00"]
    assert [one.at_close for one in found] == [False, True] * 3
    assert [one.market_open for one in found] == [True, False] * 3


def test_after_the_close_is_kept_as_closed(live: Live) -> None:
    schedule = live('calendar = "XNYS"\nat_close = ["+15m"]')
    [one] = instants(schedule, utc("2026-11-30"), utc("2026-12-01"))
    assert (one.at, one.market_open, one.at_close) == (utc("2026-11-30T21:15"), False, False)


def test_holiday_is_skipped_or_asked_as_closed(live: Live) -> None:
    lines = 'calendar = "XNYS"\nzone = "America/New_York"\nat = ["10:00"]\n'
    assert at(live(lines), "2026-11-26", "2026-11-27") == []
    schedule = live(lines + 'when_closed = "ask"')
    [one] = instants(schedule, utc("2026-11-26"), utc("2026-11-27"))
    assert not one.market_open


def test_fx_week_bounds_the_instants(live: Live) -> None:
    schedule = live('calendar = "fx"\nevery = "1h"')
    assert at(schedule, "2026-01-09T20:00", "2026-01-12T00:00") == [
        "01-09T20:00", "01-09T21:00", "01-09T22:00", "01-11T22:00", "01-11T23:00"]
    assert at(schedule, "2026-07-10T20:00", "2026-07-12T23:00") == [
        "07-10T20:00", "07-10T21:00", "07-12T21:00", "07-12T22:00"]


@pytest.mark.parametrize("now", ["2026-07-12 20:59:59", "2026-07-12 21:00:00", "2035-01-01"])
def test_the_hosts_own_time_does_not_matter(live: Live, now: str) -> None:
    schedule = live('calendar = "fx"\ncron = "*/30 * * * *"')
    with freeze_time(now):
        assert at(schedule, "2026-07-12T20:00", "2026-07-12T22:00") == ["07-12T21:00", "07-12T21:30"]
        assert upcoming(schedule, utc("2026-07-12T20:00"))[0].at == utc("2026-07-12T21:00")


def test_leap_day_fires(live: Live) -> None:
    daily = live('calendar = "XNYS"\nzone = "America/New_York"\nat = ["10:00"]')
    assert at(daily, "2028-02-28", "2028-03-02") == ["02-28T15:00", "02-29T15:00", "03-01T15:00"]
    yearly = live('calendar = "always"\ncron = "0 12 29 2 *"')
    assert [one.at for one in upcoming(yearly, utc("2026-11-20"))] == [utc("2028-02-29T12:00")]
    drawn = live('calendar = "XNYS"\nrandom = { per_day = 2, seed = 1 }')
    assert [one.at.day for one in instants(drawn, utc("2028-02-29"), utc("2028-03-01"))] == [29, 29]


@pytest.mark.parametrize(("field", "days"), [
    ("1-5", "MTWRF"), ("mon-fri", "MTWRF"), ("0", "S"), ("7", "S"), ("sun", "S"), ("5-7", "FYS"), ("fri-mon", "FYSM"),
    ("1,3", "MW"), ("0-6/3", "SWY"), ("*", "MTWRFYS"), ("*/2", "STRY")])
def test_cron_counts_weekdays_from_sunday(live: Live, field: str, days: str) -> None:
    schedule = live(f'calendar = "always"\ncron = "0 12 * * {field}"')
    found = instants(schedule, utc("2026-11-23"), utc("2026-11-30"))  # Monday to Sunday
    assert sorted("MTWRFYS"[one.at.weekday()] for one in found) == sorted(days)


def test_cron_is_utc_and_stays_within_the_calendar(live: Live) -> None:
    schedule = live('calendar = "XNYS"\ncron = "30 */2 * * *"')
    assert at(schedule, "2026-11-27", "2026-12-01") == [
        "11-27T14:30", "11-27T16:30", "11-30T14:30", "11-30T16:30", "11-30T18:30", "11-30T20:30"]


def test_window_is_half_open_and_windows_join_without_gap_or_double(live: Live) -> None:
    for lines in ('calendar = "always"\nat = ["10:00", "16:00"]', 'calendar = "XNYS"\nat_close = ["0m"]',
                  'calendar = "fx"\nrandom = { per_day = 3, seed = 5 }', 'calendar = "fx"\ncron = "0 * * * *"'):
        schedule = live(lines)
        whole = instants(schedule, utc("2026-11-23"), utc("2026-12-07"))
        second = whole[1].at
        cuts = [whole[0].at, second, second + timedelta(minutes=1), utc("2026-11-30T22:30"), utc("2026-12-07")]
        parts = [one for start, end in pairwise(cuts) for one in instants(schedule, start, end)]
        assert parts == whole


def test_start_in_another_zone_is_the_same_moment(live: Live) -> None:
    schedule = live('calendar = "always"\nat = ["10:00"]')
    eastern = utc("2026-11-30T05:00").astimezone(ZoneInfo("America/New_York"))
    assert instants(schedule, eastern, eastern + timedelta(days=1)) == instants(
        schedule, utc("2026-11-30T05:00"), utc("2026-12-01T05:00"))
    with pytest.raises(ValueError, match="naive"):
        instants(schedule, datetime(2026, 1, 1), datetime(2026, 1, 2))  # noqa: DTZ001


SCHEDULES = st.builds(
    lambda calendar, per_day, seed: LiveSchedule.model_validate(
        {"name": "drawn", "calendar": calendar, "random": {"per_day": per_day, "seed": seed}}),
    st.sampled_from(["XNYS", "XLON", "XASX", "XHKG", "fx", "always"]), st.integers(1, 12), st.integers(-2**40, 2**40))


@settings(deadline=None, max_examples=40)
@given(SCHEDULES, st.integers(0, 600))
def test_random_instants_are_whole_minutes_within_hours_and_always_the_same(schedule: LiveSchedule, day: int) -> None:
    start = utc("2026-01-01") + timedelta(days=day)
    found = instants(schedule, start, start + timedelta(days=2))
    assert found == instants(schedule, start, start + timedelta(days=2))
    for one in found:
        assert (one.at.second, one.at.microsecond) == (0, 0)
        assert one.market_open
        assert is_open(schedule.calendar, one.at)
        assert schedule.random is not None
        assert one.seed == schedule.random.seed
        assert one.at in {other.at for other in instants(schedule, one.at, one.at + timedelta(minutes=1))}
    local_days = [one.local.date() for one in found]
    assert all(local_days.count(one) <= (schedule.random.per_day if schedule.random else 0) for one in local_days)


def test_random_gives_the_wanted_number_on_each_session(live: Live) -> None:
    schedule = live('calendar = "XNYS"\nrandom = { per_day = 4, seed = 9 }')
    found = instants(schedule, utc("2026-11-23"), utc("2026-11-30"))
    assert [[one.local.day for one in found].count(day) for day in range(23, 30)] == [4, 4, 4, 0, 4, 0, 0]


def test_random_depends_on_the_seed_and_covers_the_day(live: Live) -> None:
    rule = 'calendar = "always"\nrandom = { per_day = 4, seed = %d }'
    drawn = {seed: at(live(rule % seed), "2026-11-01", "2026-12-01") for seed in (1, 2)}
    assert len(drawn[1]) == len(drawn[2]) == 120
    assert len(set(drawn[1]) & set(drawn[2])) < 10
    quarters = [int(text[6:8]) // 6 for text in drawn[1]]
    assert quarters == [0, 1, 2, 3] * 30
    assert len({text[9:] for text in drawn[1]}) > 30  # of the 60 minutes of an hour


def test_a_stored_draw_can_be_checked_by_hand() -> None:
    # The two smallest SHA-256 of "7:2026-11-30T14:30Z" ... among 14:30-14:34 and 14:35-14:39, by sha256sum.
    minutes = [utc("2026-11-30T14:30") + timedelta(minutes=n) for n in range(10)]
    assert pick_minutes(7, minutes, 2) == [utc("2026-11-30T14:30"), utc("2026-11-30T14:35")]
    assert pick_minutes(7, minutes, 20) == minutes
    assert pick_minutes(7, [], 3) == []


def test_nightly_starts_follow_their_zone() -> None:
    schedule = NightlySchedule.model_validate({"name": "n", "at": ["02:30"], "zone": "Europe/London"})
    assert nightly_starts(schedule, utc("2026-10-24"), utc("2026-10-27")) == [
        utc("2026-10-24T01:30"), utc("2026-10-25T02:30"), utc("2026-10-26T02:30")]


def test_upcoming_gives_the_first_few_however_far(live: Live) -> None:
    schedule = live('calendar = "always"\ncron = "0 12 1 1 *"')
    assert [one.at.year for one in upcoming(schedule, utc("2026-11-20"), 3)] == [2027, 2028, 2029]


def test_mean_per_day_counts_closed_days(live: Live) -> None:
    assert instants_per_day(live('calendar = "XNYS"\nat_close = ["0m"]'), utc("2026-06-01"), 28) == 19 / 28
