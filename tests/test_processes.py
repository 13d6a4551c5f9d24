"""Processes that are started for work end with the one that started them."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import monitor
from monitor.clock import SystemClock

ROOT = Path(monitor.__file__).parent
SCRIPT = """
import time
from monitor.reading.parallel import ordered
if __name__ == "__main__":
    print("begun", flush=True)
    list(ordered(time.sleep, [300.0, 300.0], 2))
"""


def children(pid: int) -> set[int]:
    try:
        found = {int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}
    except OSError:
        return set()
    return found | {inner for one in found for inner in children(one)}


def pooled_of(pid: int) -> set[int]:
    """Give the pool's processes, without the one that tracks its semaphores."""
    return {one for one in children(pid) if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()}


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(what, seconds: float = 60.0) -> None:
    clock = SystemClock()
    end = clock.monotonic() + seconds
    while not what():
        assert clock.monotonic() < end, "it did not come to pass"
        signal.sigtimedwait([], 0.02)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the kernel has no such signal")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_pools_processes_end_with_their_parent(number, tmp_path):
    script = tmp_path / "pooled.py"
    script.write_text(SCRIPT)
    parent = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE)
    try:
        assert parent.stdout is not None
        parent.stdout.readline()
        until(lambda: len(pooled_of(parent.pid)) == 2)
        pooled = pooled_of(parent.pid)
        parent.send_signal(number)
        assert parent.wait(60) == -number
        until(lambda: not any(running(one) for one in pooled))
    finally:
        parent.kill()
        parent.wait()


def test_no_pool_is_made_elsewhere():
    made = [path.name for path in ROOT.rglob("*.py") if "ProcessPoolExecutor(" in path.read_text()]
    assert made == ["processes.py"]
