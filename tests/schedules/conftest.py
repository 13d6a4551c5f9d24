"""A schedule out of a few lines, checked as a file's table is."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from monitor.schedules import LiveSchedule, Schedules, load_schedules

Live = Callable[[str], LiveSchedule]
Load = Callable[..., Schedules]

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def live(tmp_path: Path) -> Live:
    """Give the one live schedule whose fields are the given TOML lines."""

    def make(lines: str) -> LiveSchedule:
        path = tmp_path / "one.toml"
        path.write_text(f'[[live]]\nname = "one"\n{lines}\n', "utf-8")
        [schedule] = load_schedules(path, now=NOW).live
        return schedule

    return make


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Give the schedules of a file with the given text."""

    def make(text: str, **known: object) -> Schedules:
        path = tmp_path / "own.toml"
        path.write_text(text, "utf-8")
        return load_schedules(path, **{"now": NOW, **known})  # type: ignore[arg-type]

    return make
