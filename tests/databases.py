"""Databases for tests: each is a copy of one that this process migrated, since Alembic takes 25 times a copy's time."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from monitor.store import database

_migrated = database._make


@pytest.fixture(scope="session", autouse=True)
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have every new database in this process be a copy; processes that tests start migrate theirs."""
    model = tmp_path_factory.mktemp("model") / "model.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_make", _copying(model))
        yield


@pytest.fixture
def migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every new database of a test be made by its migrations, as outside of tests."""
    monkeypatch.setattr(database, "_make", _migrated)


def _copying(model: Path) -> Callable[[Path], None]:
    one_at_a_time = threading.Lock()

    def make(path: Path) -> None:
        with one_at_a_time:
            if not model.exists():
                _migrated(model)
            if path.exists():
                return _migrated(path)  # something is there already
            part = path.with_name(f"{path.name}.copy-{os.getpid()}")
            try:
                shutil.copyfile(model, part)
                os.link(part, path)  # whole, or not at all
            except OSError:
                return _migrated(path)  # says what is wrong with the place
            finally:
                part.unlink(missing_ok=True)

    return make
