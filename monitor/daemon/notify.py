"""Telling others that the monitor lives: the service manager, and a dead-man switch elsewhere."""

import os
import socket
from collections.abc import Mapping

import httpx
import structlog

from monitor.clock import Clock

__all__ = ["PING_VARIABLE", "DeadMan", "Supervisor"]

PING_VARIABLE = "MONITOR_PING_URL"
PING_EVERY_S = 60.0

log = structlog.get_logger("monitor.daemon")


class Supervisor:
    """Sends systemd's notices (sd_notify(3)) where the environment names its socket; elsewhere it does nothing."""

    def __init__(self, env: Mapping[str, str] | None = None) -> None:
        name = (os.environ if env is None else env).get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name

    def say(self, *lines: str) -> bool:
        """Send e.g. ``READY=1``; gives whether somebody was there to be told."""
        if not self._address:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as link:
            link.setblocking(False)
            try:
                link.sendto("\n".join(lines).encode(), self._address)
            except OSError as err:
                log.warning("notify_failed", error=str(err))
                return False
        return True


class DeadMan:
    """Asks an address after work that succeeded, so that its owner is told when the asking stops.

    The address holds a secret: it comes from the environment and is in no log.
    """

    def __init__(self, clock: Clock, env: Mapping[str, str]) -> None:
        self._clock = clock
        self._url = env.get(PING_VARIABLE, "").strip()
        self._last_s: float | None = None
        self._failed = False
        self.barren = False
        """Whether the last batch brought no answer at all: then nothing succeeded, whatever else is done."""

    async def worked(self) -> None:
        """Ask, at most once a minute; an address that cannot be reached costs a line in the log, once."""
        now_s = self._clock.monotonic()
        if not self._url or self.barren or (self._last_s is not None and now_s - self._last_s < PING_EVERY_S):
            return
        self._last_s = now_s
        try:
            async with httpx.AsyncClient(timeout=10, follow_redirects=False) as client:
                status = (await client.get(self._url)).status_code
            problem = "" if status < 400 else f"status {status}"
        except (httpx.HTTPError, httpx.InvalidURL) as err:
            problem = type(err).__name__
        if problem and not self._failed:
            log.warning("ping_failed", error=problem)
        self._failed = bool(problem)
