"""A real database in a folder of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from monitor.store.database import Database, open_database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "monitor.sqlite")
    yield opened
    opened.close()
