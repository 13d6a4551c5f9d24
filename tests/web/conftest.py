"""A page over a filled database, at a moment that stands still."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from monitor.clock import SystemClock
from monitor.config import Settings
from monitor.store.database import open_database
from monitor.web.app import create_app
from tests.cli.conftest import command
from tests.leaks.canary import note
from tests.web.fill import NOW, Filled, fill

__all__ = ["StillClock", "client", "client_of", "command", "filled", "heard"]


class StillClock(SystemClock):
    """A clock that shows one moment."""

    def __init__(self, at: datetime = NOW) -> None:
        self.at = at

    def now(self) -> datetime:
        """Give the moment."""
        return self.at


def heard(client: TestClient) -> TestClient:
    """Have every answer looked through for keys."""

    def look(answer: Any) -> None:
        note(f"page {answer.request.url.path}", answer.read(), repr(answer.headers.raw))

    client.event_hooks = {"response": [look]}
    return client


@pytest.fixture
def filled(tmp_path: Path) -> Iterator[Filled]:
    """Give the database of a monitor that runs."""
    made = fill(tmp_path / "filled.sqlite")
    yield made
    made.database.close()


@pytest.fixture
def client(filled: Filled) -> TestClient:
    """Give a client of the page."""
    return heard(TestClient(create_app(filled.database, Settings(), StillClock()), base_url="http://127.0.0.1:8765"))


@pytest.fixture
def client_of(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    """Make clients over an empty database, for a page that listens on `host`."""
    database = open_database(tmp_path / "empty.sqlite")

    def make(host: str = "127.0.0.1", base_url: str = "http://127.0.0.1:8765") -> TestClient:
        return heard(TestClient(create_app(database, Settings(), StillClock(), host=host), base_url=base_url))

    yield make
    database.close()
