"""Fixtures of the market tests: a loopback world."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.market.loopback import World, at, serving


@pytest.fixture
def world() -> Iterator[World]:
    with serving(World(now=at("2026-03-24 21:00"))) as served:
        yield served


@pytest.fixture
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("yahoo-cache")
