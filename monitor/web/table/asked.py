"""The parameters of an address enter; what they ask of one table leaves, with the addresses of what is near.

Every table takes the same: ``sort=name`` or ``sort=-name``, a column's name to filter by it, ``since`` and ``until``
where its rows have a time (``7d`` or an ISO time), ``limit``, and ``after`` as the previous answer gave it. On a page
with several tables each one's parameters begin with its own prefix (``events.sort``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlencode

from monitor.durations import moment
from monitor.errors import ConfigError
from monitor.web.table.spec import Table

__all__ = ["MOST", "Asked", "AskedError", "ask", "yes"]

USUAL, MOST = 50, 10_000
LONGEST = 500
"""Characters of one parameter."""


class AskedError(ConfigError):
    """A parameter cannot be understood."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted of a table."""

    sort: str = ""
    descending: bool = False
    filters: Mapping[str, str] = field(default_factory=dict)
    since: datetime | None = None
    until: datetime | None = None
    limit: int = USUAL
    after: str | None = None
    written: Mapping[str, str] = field(default_factory=dict)
    """This table's parameters as they were given, without their prefix."""
    others: tuple[tuple[str, str], ...] = ()
    """The parameters that are not this table's."""
    prefix: str = ""

    def address(self, **changed: str | None) -> str:
        """Give the query of the same with some parameters set anew (None: left out), from the first row on."""
        kept = {name: value for name, value in self.written.items() if name != "after"} | changed
        own = [(self.prefix + name, value) for name, value in kept.items() if value not in (None, "")]
        return "?" + urlencode([*self.others, *own])

    def sorted_by(self, name: str) -> str:
        """Give ``ascending``, ``descending`` or ``none``, as aria-sort has it."""
        return ("descending" if self.descending else "ascending") if self.sort == name else "none"

    def sort_address(self, name: str) -> str:
        """Give the query that sorts by a column, or turns the order where it is sorted by that already."""
        return self.address(sort=f"-{name}" if self.sort == name and not self.descending else name)


def ask(
    table: Table, parameters: Iterable[tuple[str, str]], now: datetime, *, prefix: str = "", limit: int = USUAL
) -> Asked:
    """Give what `parameters` ask of `table`; raises AskedError naming the one that is wrong.

    A parameter that no column has is left alone: it may be another table's.
    """
    names = {"sort", "limit", "after", *(one.name for one in table.filters)}
    names |= {"since", "until"} if table.timed else set()
    written: dict[str, str] = {}
    others: list[tuple[str, str]] = []
    for key, value in parameters:
        name = key.removeprefix(prefix)
        if key.startswith(prefix) and name in names:
            if len(value) > LONGEST or "\x00" in value:
                raise AskedError("it is too long, or not text", name, f"give at most {LONGEST} characters")
            written[name] = value.strip()
        else:
            others.append((key, value))
    order = written.get("sort") or table.sort
    sort, descending = order.removeprefix("-"), order.startswith("-")
    column = table.column(sort)
    if sort and sort != table.sort.removeprefix("-") and (column is None or not column.sort):
        can = ", ".join(one.name for one in table.columns if one.sort)
        raise AskedError(f"there is no sorting by {sort!r}", "sort", f"one of {can}")
    return Asked(
        sort=sort,
        descending=descending,
        filters={**table.fixed, **{one.name: written[one.name] for one in table.filters if written.get(one.name)}},
        since=_moment(written.get("since", table.since) if table.timed else None, now, "since"),
        until=_moment(written.get("until"), now, "until"),
        limit=_limit(written.get("limit"), limit),
        after=written.get("after") or None,
        written=written,
        others=tuple(others),
        prefix=prefix,
    )


def yes(text: str, name: str) -> bool:
    """Give what a filter of yes or no says; anything else raises AskedError."""
    if text.lower() not in ("yes", "no", "true", "false"):
        raise AskedError(f"{text[:40]!r} is neither yes nor no", name, "write yes or no")
    return text.lower() in ("yes", "true")


def _moment(text: str | None, now: datetime, name: str) -> datetime | None:
    if not text:
        return None
    try:
        return moment(text.replace(" ", "+") if "T" in text else text, now, name)  # a + in an address is a space
    except ConfigError as err:
        raise AskedError(err.what, name, err.remedy) from err
    except OverflowError as err:
        raise AskedError("it is too long ago", name, "write it as in 7d or 2026-11-30T14:30Z") from err


def _limit(text: str | None, usual: int) -> int:
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST):
        raise AskedError(f"{text[:40]!r} is no number of rows", "limit", f"from 1 to {MOST}")
    return int(text)
