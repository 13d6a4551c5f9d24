"""Work that runs until somebody ends it."""

import asyncio
import contextlib
import signal
from collections.abc import Coroutine
from typing import Any

__all__ = ["until_signalled"]


async def until_signalled(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` until it ends or SIGINT or SIGTERM comes; then it is cancelled and this returns."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    waiting = asyncio.ensure_future(asked.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not task.done():
        task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
