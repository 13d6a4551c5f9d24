"""The database's file under a running daemon: what stops writes is told at once, and another file ends the daemon."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from monitor.errors import StoreError
from monitor.store.writer import Trouble

if TYPE_CHECKING:
    from monitor.daemon.app import Daemon

__all__ = ["StoreGuard"]

log = structlog.get_logger("monitor.daemon")

LOOK_EVERY_S = 1.0


class StoreGuard:
    """Watches what a daemon writes to."""

    def __init__(self, daemon: "Daemon") -> None:
        self._daemon = daemon
        self._told: Trouble | None = None
        self.gone = False
        """True once the database's file is another one: nothing more is written then."""

    async def watch(self) -> None:
        """Say at once when nothing can be written, and set it down once something can.

        Ends the daemon where the file is another one: whatever it wrote from then on would spoil both.
        """
        daemon = self._daemon
        while not daemon.database.is_elsewhere():
            await self._look()
            await asyncio.sleep(LOOK_EVERY_S)
        self.gone = True
        error = StoreError(
            "was moved, removed or replaced while the monitor ran", str(daemon.database.path),
            "stop the monitor before that; what belongs to one file are also its -wal and -shm: move them "
            "together, then `monitor db check`",
        )  # fmt: skip
        log.error("store", error=str(error))
        daemon.fail(error)

    async def _look(self) -> None:
        daemon, told = self._daemon, self._told
        trouble = daemon.writer.trouble
        if trouble is not None and told is None:
            log.error("store", error=trouble.why, waiting=daemon.writer.waiting)
        elif trouble is None and told is not None:
            lasted_s = daemon.clock.monotonic() - told.since_s
            log.info("store", written_again_after_s=round(lasted_s, 1))
            text = f"nothing could be written for {lasted_s:.0f} s: {told.why}"
            await daemon.record("store", text, lasted_s=lasted_s)
        self._told = trouble
