"""A daemon in this process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.running import Running


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    made = Running(tmp_path)
    yield made
    await made.close()
