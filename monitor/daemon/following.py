"""Settings that follow their files, for a page that runs without a daemon, which would read them anew."""

import asyncio

import structlog

from monitor.config import Settings
from monitor.daemon.reload import FileWatch, refuse_emptied, taken_over
from monitor.daemon.world import load_whole, watched_files
from monitor.environment import forget_secrets
from monitor.errors import MonitorError

__all__ = ["Following"]

WATCH_EVERY_S = 2.0

log = structlog.get_logger("monitor.web")


class Following:
    """Gives the settings that hold: those of the files as they were when all of it was last right."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._watch = FileWatch(watched_files(settings))

    def __call__(self) -> Settings:
        """Give them."""
        return self._settings

    async def run(self) -> None:
        """Look every few seconds until cancelled."""
        while True:
            await asyncio.sleep(WATCH_EVERY_S)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Read the files if they changed and then stood still; wrong ones are said and change nothing."""
        self._watch.files = watched_files(self._settings)
        if not self._watch.changed():
            return
        forget_secrets()
        try:
            found = load_whole(self._settings.source).settings
            refuse_emptied(self._settings, found)
        except MonitorError as err:
            log.warning("config_refused", error=str(err))
            return
        self._settings = taken_over(self._settings, found)
        self._watch.watch(watched_files(self._settings))
