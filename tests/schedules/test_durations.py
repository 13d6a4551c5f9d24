"""Durations are read strictly and written back."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.durations import DurationError, format_duration, parse_duration
from monitor.errors import ConfigError


@pytest.mark.parametrize(("text", "seconds"), [
    ("5s", 5), ("15m", 900), ("3h", 10_800), ("2d", 172_800), ("0s", 0), ("90s", 90), (" 1m ", 60), ("007s", 7)])
def test_reads_number_and_unit(text: str, seconds: int) -> None:
    assert parse_duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "5", "s", "5 s", "-5s", "+5s", "1.5h", "1h30m", "5S", "5sec", "٥s", "5s\n5s",
                                  "9999999999s", "999999999d", "1e3s", 5, None, 5.0])
def test_refuses_everything_else(text: object) -> None:
    with pytest.raises(DurationError, match=r"is not a duration|longer than ten years"):
        parse_duration(text)  # type: ignore[arg-type]


def test_error_is_a_config_error_and_a_value_error() -> None:
    with pytest.raises(ConfigError, match="5s, 15m, 3h, 2d"):
        parse_duration("soon")
    with pytest.raises(ValueError, match="soon"):
        parse_duration("soon")


@pytest.mark.parametrize(("seconds", "text"), [
    (0, "0s"), (59, "59s"), (60, "1m"), (90, "90s"), (3600, "1h"), (5400, "90m"), (86_400, "1d"), (90_000, "25h")])
def test_writes_the_largest_unit_that_divides(seconds: int, text: str) -> None:
    assert format_duration(timedelta(seconds=seconds)) == text


@pytest.mark.parametrize("span", [timedelta(seconds=-1), timedelta(microseconds=1), timedelta(seconds=1.5)])
def test_does_not_write_what_it_could_not_read(span: timedelta) -> None:
    with pytest.raises(DurationError, match="cannot be written"):
        format_duration(span)


@given(st.integers(0, 3650 * 86_400))
def test_reads_back_what_it_writes(seconds: int) -> None:
    assert parse_duration(format_duration(timedelta(seconds=seconds))) == timedelta(seconds=seconds)


@given(st.integers(0, 999), st.sampled_from("smhd"))
def test_writes_an_equal_duration_for_what_it_reads(number: int, unit: str) -> None:
    span = parse_duration(f"{number}{unit}")
    assert parse_duration(format_duration(span)) == span


@given(st.text(max_size=8))
def test_any_text_gives_a_duration_or_the_named_error(text: str) -> None:
    try:
        span = parse_duration(text)
    except DurationError as error:
        span = timedelta(0)
        said = error.what
    else:
        said = repr(text)
    assert span >= timedelta(0)
    assert repr(text) in said
