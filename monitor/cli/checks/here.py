"""Checks of this host: Python, settings, data, database, disk."""

import platform
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from monitor import __version__
from monitor.cli.checks.finding import Finding
from monitor.config import Settings
from monitor.daemon.world import World, database_path
from monitor.errors import StoreError
from monitor.paths import data_dir, shipped_data_dir
from monitor.store.database import SCHEMA, open_database

__all__ = ["checks_of_host", "checks_of_store"]

LEAST_FREE_GB = 1.0


def checks_of_host(settings: Settings, world: World) -> Iterator[Finding]:
    """Look at the program, its settings and its sets."""
    python = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, monitor {__version__}"
    linux = sys.platform == "linux"
    yield Finding("program", python, linux, "" if linux else "it is made for Linux; elsewhere it is not tested")
    yield Finding("settings", str(settings.source) if settings.source else "defaults (no monitor.toml here)")
    counts = Counter(item.asset.value for item in world.items)
    shipped = settings.data is None and data_dir(settings.base) == shipped_data_dir()
    source = " (those that ship)" if shipped else ""
    yield Finding("items", f"{len(world.items)}: {', '.join(f'{n} {asset}' for asset, n in counts.items())}{source}")


def checks_of_store(settings: Settings) -> Iterator[Finding]:
    """Look at the database and at the room left for it."""
    path = database_path(settings)
    if path.exists() and not path.is_file():
        yield Finding("database", f"{path}: is no file", False, "set store.path to a file")
    elif not path.exists():
        yield Finding("database", f"{path}: none yet, made at the first run")
    else:
        try:
            open_database(path, create=False).close()
        except StoreError as err:
            yield Finding("database", str(path) + f": {err.what}", False, err.remedy)
        else:
            size_mb = sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*")) / 1e6
            yield Finding("database", f"{path}: schema {SCHEMA}, {size_mb:,.1f} MB")
    free_gb = shutil.disk_usage(_nearest(path.parent)).free / 1e9
    enough = free_gb >= LEAST_FREE_GB
    yield Finding(
        "disk",
        f"{free_gb:,.1f} GB free there",
        enough,
        "" if enough else "make room, or move the database (store.path)",
    )


def _nearest(folder: Path) -> Path:
    """Give the folder, or the first above it that exists."""
    return next(one for one in (folder, *folder.parents) if one.is_dir())
