"""Fixtures for all tests. Heavy modules are imported here, before any test can freeze time.

Importing pandas, exchange_calendars or yfinance, or defining a SQLModel class, while freezegun holds the
clock crashes or fails; importing them first avoids it.
"""

import gc
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices: more threads only get in each other's way

import exchange_calendars  # noqa: F401
import hypothesis
import pandas  # noqa: F401
import pytest
import sqlmodel  # noqa: F401
import yfinance  # noqa: F401

from tests.databases import copied, migrated  # noqa: F401
from tests.leaks.plugin import heard_errors, install  # noqa: F401
from tests.site import site  # noqa: F401

# Examples are drawn anew by hand, and the same every time where a run decides about a change.
hypothesis.settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"


def pytest_configure(config: pytest.Config) -> None:
    install(config)


def pytest_collection() -> None:
    gc.disable()  # what is collected stays: nothing of it is worth looking for


def pytest_collection_finish() -> None:
    """Leave the modules and tests of a whole run, millions of objects, out of later looks for garbage; look seldom."""
    _leave_out_what_stays()
    gc.set_threshold(20_000, 10, 50)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Do so after each file too: what it imported stays, and the program looks for garbage before each firing."""
    if nextitem is not None and nextitem.path != item.path:
        _leave_out_what_stays()


def _leave_out_what_stays() -> None:
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def clean_environ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take keys, settings and proxies of the host out of every test."""
    for name in list(os.environ):
        upper = name.upper()
        if (
            upper.startswith("MONITOR_")
            or upper.endswith(("_API_KEY", "_PROXY", "_API_TOKEN"))
            or upper == "RAPIDAPI_KEY"
        ):
            monkeypatch.delenv(name)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


@pytest.fixture
def shared() -> Path:
    """Give the folder of recorded data that tests use where it is present."""
    if not SHARED.is_dir():
        pytest.skip("the recorded data is not beside this checkout")
    return SHARED
