"""Messages and addresses enter; whether each was sent leaves. Apprise runs in a child process of its own.

The library is large, blocks, and writes addresses into its log; a child that lives for seconds keeps all three out of
the daemon. Addresses reach it over its standard input, so that no list of processes shows them.
"""

import asyncio
import contextlib
import json
import sys
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Letter", "send"]

DEADLINE_S = 45.0


class Letter(NamedTuple):
    """One message for one address."""

    url: str
    kind: str
    """info, success, warning or failure."""
    title: str
    body: str


async def send(letters: Sequence[Letter], deadline_s: float = DEADLINE_S) -> list[str | None]:
    """Send each; gives None for each that was taken, else why not, without a word of the address."""
    if not letters:
        return []
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "monitor.alerting.send_main",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    results: list[str | None] = [f"it took longer than {deadline_s:g} s"] * len(letters)
    try:
        async with asyncio.timeout(deadline_s):
            await _exchange(child, letters, results)
    except TimeoutError:
        return results
    finally:
        if child.returncode is None:
            with contextlib.suppress(ProcessLookupError):  # it may end by itself just now
                child.kill()
            await child.wait()
    return results


async def _exchange(
    child: asyncio.subprocess.Process, letters: Sequence[Letter], results: list[str | None]
) -> None:
    assert child.stdin is not None
    assert child.stdout is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # the missing answers say so
        child.stdin.write(json.dumps([letter._asdict() for letter in letters]).encode() + b"\n")
        await child.stdin.drain()
    child.stdin.close()
    for number in range(len(letters)):
        line = await child.stdout.readline()
        if not line.endswith(b"\n"):
            results[number:] = ["the sender ended under it"] * (len(letters) - number)
            return
        results[number] = json.loads(line)["error"]
