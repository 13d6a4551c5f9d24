"""Where things are: the sets and schedules that ship, the working folder, the database."""

from pathlib import Path

__all__ = ["CONFIG_NAME", "DATABASE_NAME", "checkout_root", "data_dir", "default_database", "schedules_dir",
           "shipped_data_dir", "shipped_schedules_dir", "working_dir"]

CONFIG_NAME = "monitor.toml"
DATABASE_NAME = "monitor.sqlite"

_PACKAGE = Path(__file__).resolve().parent


def checkout_root(package: Path | None = None) -> Path | None:
    """Give the folder of the checkout that the package runs from, or None where it is installed.

    A checkout has ``pyproject.toml``, ``data/`` and ``schedules/`` beside the package folder; an editable install
    runs from one.
    """
    root = (package or _PACKAGE).parent
    found = (root / "pyproject.toml").is_file() and (root / "data").is_dir() and (root / "schedules").is_dir()
    return root if found else None


def _shipped(kind: str, package: Path | None) -> Path:
    root = checkout_root(package)
    return root / kind if root else (package or _PACKAGE) / "_shipped" / kind


def shipped_data_dir(package: Path | None = None) -> Path:
    """Give the folder of the three sets as they ship: the checkout's, else the packaged copy."""
    return _shipped("data", package)


def shipped_schedules_dir(package: Path | None = None) -> Path:
    """Give the folder of the schedule files as they ship: the checkout's, else the packaged copy."""
    return _shipped("schedules", package)


def working_dir(start: Path | None = None) -> Path | None:
    """Give the folder (by default the current one) if ``monitor init`` has made it a working folder, else None."""
    folder = (start or Path.cwd()).resolve()
    return folder if (folder / CONFIG_NAME).is_file() else None


def _own_or_shipped(kind: str, pattern: str, start: Path | None, package: Path | None) -> Path:
    folder = working_dir(start)
    if folder and any((folder / kind).glob(pattern)):
        return folder / kind
    return _shipped(kind, package)


def data_dir(start: Path | None = None, package: Path | None = None) -> Path:
    """Give the working folder's ``data/`` where it holds a set, else the shipped one."""
    return _own_or_shipped("data", "*.jsonl", start, package)


def schedules_dir(start: Path | None = None, package: Path | None = None) -> Path:
    """Give the working folder's ``schedules/`` where it holds a file, else the shipped one."""
    return _own_or_shipped("schedules", "*.toml", start, package)


def default_database(start: Path | None = None, package: Path | None = None) -> Path:
    """Give where the database is unless told otherwise; nothing is created.

    In a working folder that ``monitor init`` made: there. In a checkout: ``data/monitor.sqlite``. Else: the user's
    data folder.
    """
    root = checkout_root(package)
    folder = working_dir(start)
    if folder and folder != root:
        return folder / DATABASE_NAME
    if root:
        return root / "data" / DATABASE_NAME
    import platformdirs

    return platformdirs.user_data_path("monitor", appauthor=False) / DATABASE_NAME
