"""A benchmark is slow and needs the machine for itself, whatever it takes: marked here, for all of this folder."""

from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the benchmarks; those by hand are so by their own mark."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("full") is None:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.alone)
