"""Noticing that the configuration changed, and saying what of the change holds at once and what needs a restart."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from monitor.config import Settings
from monitor.errors import ConfigError

__all__ = ["FIXED", "FileWatch", "changed_tables", "refuse_emptied", "taken_over"]

FIXED = ("store", "web", "clock")
"""Tables that a running daemon cannot change: its database, the address that it listens on, its clock."""

Print = tuple[tuple[str, int, int], ...]


@dataclass
class FileWatch:
    """Tells once when files changed and then stood still for one look, so that no half-written file is read."""

    files: Iterable[Path]
    _known: Print = field(init=False)
    _last: Print = field(init=False)

    def __post_init__(self) -> None:
        self._known = self._last = _print(self.files)

    def changed(self) -> bool:
        """Look; the caller then reads the files, and may set `files` anew."""
        now = _print(self.files)
        steady, self._last = now == self._last, now
        if now == self._known or not steady:
            return False
        self._known = now
        return True

    def watch(self, files: Iterable[Path]) -> None:
        """Watch these from now on; they count as read."""
        self.files = files
        self._known = self._last = _print(files)


def refuse_emptied(old: Settings, new: Settings) -> None:
    """Raise ConfigError where the file says nothing any more, but did: a full disk or a mistake leaves it so.

    What its defaults ask would be other apis, for money, and every planned probe would be cancelled.
    """
    source = new.source
    if source is not None and changed_tables(old, new) and source.is_file() and not source.read_bytes().strip():
        raise ConfigError("is empty, and was not", str(source), "put it back, or restart the monitor to go by defaults")


def changed_tables(old: Settings, new: Settings) -> list[str]:
    """Give the names of the tables (and of the keys outside tables) in which two settings differ."""
    return [name for name in Settings.model_fields
            if name not in ("base", "source") and getattr(old, name) != getattr(new, name)]  # fmt: skip


def taken_over(old: Settings, new: Settings) -> Settings:
    """Give the new settings with the tables of `FIXED` as they were."""
    return new.model_copy(update={name: getattr(old, name) for name in FIXED})


def _print(files: Iterable[Path]) -> Print:
    found = []
    for path in files:
        try:
            seen = path.stat()
        except OSError:
            continue  # one that went is missing from the print, which says so
        found.append((str(path), seen.st_mtime_ns, seen.st_size))
    return tuple(found)
