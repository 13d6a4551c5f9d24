"""A daemon's configuration while it runs: read anew on SIGHUP and when a file changes; one that is wrong is refused."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import structlog
from sqlmodel import Session

from monitor.daemon.health import event
from monitor.daemon.limits import limits_from
from monitor.daemon.reload import FIXED, FileWatch, changed_tables, refuse_emptied, taken_over
from monitor.daemon.world import World, load_whole, watched_files
from monitor.environment import forget_secrets
from monitor.errors import MonitorError
from monitor.probing.fire import Prober
from monitor.search.clients import open_clients
from monitor.search.outcome import SearchApi
from monitor.store import alerts

if TYPE_CHECKING:
    from monitor.daemon.app import Daemon

__all__ = ["ALERT", "Configuration"]

ALERT = "config"
"""Key of the alert that stands while the files cannot be used."""

log = structlog.get_logger("monitor.daemon")


class Configuration:
    """Keeps a daemon's settings, clients and prober those of its files.

    Batches that began before a change end with the clients that they began with, which are closed then.
    """

    def __init__(self, daemon: "Daemon") -> None:
        self._daemon = daemon
        self._watch = FileWatch(watched_files(daemon.settings))
        self._asked = False
        self._turn = asyncio.Lock()
        self._users: Counter[int] = Counter()
        self._old: dict[int, tuple[Prober, Mapping[str, SearchApi]]] = {}

    def ask(self) -> None:
        """Have everything read anew at the next look, whether a file changed or not."""
        self._asked = True

    async def look(self) -> None:
        """Read the files if they changed or it was asked for; the daemon calls this every few seconds."""
        asked, self._asked = self._asked, False
        # New files in a watched folder count too.
        self._watch.files = watched_files(self._daemon.settings)
        if self._watch.changed() or asked:
            async with self._turn:
                await self._read()
        await self._retire()

    @contextlib.contextmanager
    def using(self, prober: Prober) -> Iterator[None]:
        """Mark `prober` as in use; its clients are kept open until then."""
        self._users[id(prober)] += 1
        try:
            yield
        finally:
            self._users[id(prober)] -= 1

    def probers(self) -> list[Prober]:
        """Give the daemon's prober, and those of earlier configurations that still wait for answers."""
        return [self._daemon.prober, *(prober for prober, _ in self._old.values())]

    async def close(self) -> None:
        """Close all clients."""
        for apis in (self._daemon.apis, *(apis for _, apis in self._old.values())):
            await _close(apis)
        self._old.clear()

    async def _read(self) -> None:
        daemon = self._daemon
        forget_secrets()
        try:
            world = await asyncio.to_thread(load_whole, daemon.settings.source)
            refuse_emptied(daemon.settings, world.settings)
            if not world.usable:
                raise MonitorError("no api could be asked: none is enabled, or no key is set", "settings",
                                   "see `monitor apis`")  # fmt: skip
            await self._take(world)
        except MonitorError as err:
            text, now = str(err), daemon.clock.now()
            log.error("config_refused", error=text)

            def refuse(session: Session) -> None:
                event(session, "config_refused", f"the configuration stays as it was: {text}", now)
                alerts.raise_(session, ALERT, f"the changed configuration cannot be used: {text}", now)

            await daemon.writer.write(refuse)

    async def _take(self, world: World) -> None:
        """Go over to what was read, then plan by it."""
        daemon, old = self._daemon, self._daemon.settings
        differ = changed_tables(old, world.settings)
        later = [name for name in differ if name in FIXED]
        differ = [name for name in differ if name not in FIXED]
        settings = taken_over(old, world.settings)
        await daemon.firing.quiet()
        apis = open_clients(world.usable, world.env, clock=daemon.clock)  # raises before anything is changed
        before, daemon.apis = daemon.apis, apis
        self._old[id(daemon.prober)] = (daemon.prober, before)
        error_ms = daemon.prober.clock_error_ms
        daemon.prober = Prober(daemon.database, daemon.writer, daemon.clock, apis, limits_from(settings, apis),
                               daemon.holder.name, clock_error_ms=error_ms)  # fmt: skip
        daemon.settings = settings
        daemon.worker.change(settings)
        daemon.nights.change(settings)
        daemon.alerting.change(settings)
        self._watch.watch(watched_files(settings))
        now = daemon.clock.now()
        said = f"read anew; changed: {', '.join(differ) or 'nothing in the settings'}"
        said += f"; after a restart only: {', '.join(later)}" if later else ""
        log.info("config_reloaded", changed=differ, after_restart=later, apis=len(apis))

        def took(session: Session) -> None:
            event(session, "config_reloaded", said, now, changed=differ, after_restart=later)
            alerts.clear(session, ALERT, now)

        await daemon.writer.write(took)
        await daemon.chores.plan()

    async def _retire(self) -> None:
        """Close the clients of earlier configurations that nothing uses any more."""
        for key, (_, apis) in list(self._old.items()):
            if not self._users[key]:
                del self._old[key], self._users[key]
                await _close(apis)


async def _close(apis: Mapping[str, SearchApi]) -> None:
    for api in apis.values():
        with contextlib.suppress(Exception):  # a client that cannot close has nothing left to lose
            await api.close()
