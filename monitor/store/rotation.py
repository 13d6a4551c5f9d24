"""Which backups are kept: the newest of each of the last days that have one, and of each of the last weeks."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from monitor.store.files import HASH_SUFFIX

__all__ = ["made_at", "rotate", "surplus"]

_NAMED = re.compile(r"(.+)-(\d{8}T\d{6})Z\.sqlite", re.ASCII)


def made_at(path: Path, stem: str) -> datetime | None:
    """Give when a backup of database `stem` was made; None for a file that is not of its rotation."""
    found = _NAMED.fullmatch(path.name)
    if found is None or found[1] != stem:
        return None
    try:
        return datetime.strptime(found[2], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def surplus(paths: Iterable[Path], stem: str, keep_daily: int, keep_weekly: int) -> list[Path]:
    """Give those that may go, oldest first: neither a kept day's nor a kept week's newest. The newest always stays."""
    dated = sorted(((at, path) for path in paths if (at := made_at(path, stem)) is not None), reverse=True)
    kept = {path for _, path in dated[:1]}
    for most, key in ((keep_daily, "%Y-%m-%d"), (keep_weekly, "%G-W%V")):
        seen: dict[str, Path] = {}
        for at, path in dated:
            seen.setdefault(at.strftime(key), path)
        kept |= set(list(seen.values())[:most])
    return [path for _, path in reversed(dated) if path not in kept]


def rotate(folder: Path, stem: str, keep_daily: int, keep_weekly: int) -> list[Path]:
    """Delete the backups of database `stem` that may go, with their hashes; gives them."""
    gone = surplus(folder.glob(f"{stem}-*.sqlite"), stem, keep_daily, keep_weekly)
    for path in gone:
        path.unlink(missing_ok=True)
        path.with_name(path.name + HASH_SUFFIX).unlink(missing_ok=True)
    return gone
