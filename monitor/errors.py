"""The tree of errors that the program raises on purpose.

::

    MonitorError
    ├── ConfigError       a setting, schedule or api table is wrong
    │   └── Mistakes      every one that was found, at once
    ├── DataError         a data file is wrong (names file and line)
    ├── StoreError        the database cannot be used as it is
    │   ├── SchemaError   its schema is older or newer than this program
    │   └── LeaseError    another process holds the scheduler's lease
    ├── SearchError       a search call failed (its class says whose fault)
    └── SourceError       a market-data source gave nothing usable
"""

from collections.abc import Sequence

__all__ = [
    "ConfigError",
    "DataError",
    "LeaseError",
    "Mistakes",
    "MonitorError",
    "SchemaError",
    "SearchError",
    "SourceError",
    "StoreError",
]


class MonitorError(Exception):
    """What is wrong, where, and what to do about it, as one readable message."""

    def __init__(self, what: str, where: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        """One line: ``where: what (remedy)``."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head} ({self.remedy})" if self.remedy else head


class ConfigError(MonitorError):
    """A setting, a schedule or an api table cannot be used."""


class Mistakes(ConfigError):
    """Every mistake of the settings, schedules or tables that were read, in `problems`; the message has a line each.

    `partial` is what could be used all the same, for a caller that looks for further mistakes.
    """

    def __init__(self, problems: Sequence[MonitorError], of: str = "settings", partial: object = None) -> None:
        self.problems = tuple(problems)
        self.partial = partial
        if len(problems) == 1:
            super().__init__(problems[0].what, problems[0].where, problems[0].remedy)
        else:
            super().__init__(f"{len(problems)} mistakes in the {of}\n" + "\n".join(f"  {one}" for one in problems))


class DataError(MonitorError):
    """A data file has a row that cannot be used; ``where`` is ``file:line``."""


class StoreError(MonitorError):
    """The database cannot be used as it is."""


class SchemaError(StoreError):
    """The database's schema is not the one that this program writes."""


class LeaseError(StoreError):
    """Another process already schedules on this database."""


class SearchError(MonitorError):
    """A search call failed before there was a response to keep."""


class SourceError(MonitorError):
    """A market-data source gave nothing usable; ``reason`` is one of the fixed words of the market package."""

    def __init__(self, what: str, where: str = "", remedy: str = "", *, reason: str = "unavailable") -> None:
        self.reason = reason
        super().__init__(what, where, remedy)
