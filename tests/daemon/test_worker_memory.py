"""Whether a job's error means that the worker is out of memory."""

import subprocess
import sys

import pytest

from monitor.daemon.worker_main import out_of_memory
from monitor.errors import MonitorError

AT_LIMIT = """
import resource
from monitor.daemon.worker_main import out_of_memory
before = out_of_memory(SystemError("error return without exception set"))
resource.setrlimit(resource.RLIMIT_DATA, (1_000_000, 1_000_000))
print(before, out_of_memory(SystemError("error return without exception set")), out_of_memory(OSError("ENOMEM")))
"""


def _wrapped() -> MonitorError:
    try:
        try:
            raise MemoryError
        except MemoryError as err:
            raise MonitorError("the file cannot be read", "bars.csv", "look at it") from err
    except MonitorError as told:
        return told


@pytest.mark.parametrize(
    ("err", "expected"),
    [(MemoryError(), True), (_wrapped(), True), (ValueError("bad"), False), (SystemError("x"), False)],
)
def test_an_error_that_a_memory_error_led_to_is_one_of_memory(err: Exception, expected: bool) -> None:
    assert out_of_memory(err) is expected


def test_at_the_limit_any_error_is_one_of_memory() -> None:
    """In a process of its own, since the limit cannot be lifted again."""
    done = subprocess.run([sys.executable, "-c", AT_LIMIT], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True", "True"]
