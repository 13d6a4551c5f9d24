"""Files that are written whole or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from monitor.errors import MonitorError

__all__ = ["seen_to_be_writable", "whole"]


def seen_to_be_writable(path: Path) -> Path:
    """Give `path`; a MonitorError where it is a folder, or in none: known before the work whose result goes there."""
    if path.is_dir():
        raise MonitorError("cannot be written: it is a folder", str(path), "name a file in it")
    if not path.parent.is_dir():
        raise MonitorError("cannot be written: its folder is not there", str(path), f"make {path.parent}")
    return path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Give where to write what takes the place of `path` once the block ends; if it raises, `path` stays as it was.

    So a full disk leaves no half of a table that looks like a table, nor takes an earlier one away. A device, a pipe
    and a file in a folder that takes no new ones are written to directly. What the operating system refuses is a
    MonitorError.
    """
    try:
        with _part_of(path) as part:
            yield part
    except OSError as err:
        remedy = "name a file in a folder that is there" if isinstance(err, FileNotFoundError) else "name another file"
        raise MonitorError(f"cannot be written: {err.strerror or err}", str(path), remedy) from err


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    target = path.resolve()  # what a link points to, not the link, is replaced
    if (path.exists() and not path.is_file()) or not os.access(target.parent, os.W_OK):
        yield path
        return
    if target.is_file():
        with target.open("ab"):  # a file that may not be written to is not to be replaced either
            pass
    part = target.with_name(f".monitor-{os.getpid()}.part")
    try:
        yield part
        if target.is_file():
            shutil.copymode(target, part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
