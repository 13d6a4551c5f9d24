"""A query enters; one page of its rows leaves: filtered, sorted and continued in the database, by its indexes."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Select, and_, func, or_

from monitor.durations import DurationError, parse_duration
from monitor.store.types import from_micros, to_micros
from monitor.web.table.asked import Asked, AskedError, yes
from monitor.web.table.spec import Column, Kind, Row, Table

if TYPE_CHECKING:
    from monitor.web.site import Site

__all__ = ["SqlSource"]


@dataclass(frozen=True)
class SqlSource:
    """Rows of a select. `fields` are what it selects, by column name; `key` is unique and settles ties.

    `with_context` completes the rows that leave, with what would be dear to join for every row that is passed over.
    """

    query: Callable[["Site"], Select[Any]]
    fields: Mapping[str, Any]
    key: Any
    with_context: Callable[["Site", list[Row]], None] | None = None
    also: Mapping[str, Any] = field(default_factory=dict)
    """Fields that rows have and no column shows."""

    def fetch(self, site: "Site", table: Table, asked: Asked) -> tuple[list[Row], str | None]:
        """Give the rows, and where they go on."""
        sort = self.fields[asked.sort] if asked.sort else self.key
        chosen = {**self.fields, **self.also}
        query = self.query(site).add_columns(*(one.label(name) for name, one in chosen.items()))
        query = query.add_columns(self.key.label("_key"))
        for name, text in asked.filters.items():
            column = table.column(name)
            query = query.where(_condition(self.fields[name], text, column) if column else self.fields[name] == text)
        for bound, lower in ((asked.since, True), (asked.until, False)):
            if bound is not None and table.timed:
                timed = self.fields[table.timed]
                query = query.where(timed >= bound if lower else timed < bound)
        if asked.after is not None:
            query = query.where(_beyond(sort, self.key, asked, table))
        order = [one.desc() if asked.descending else one.asc() for one in dict.fromkeys((sort, self.key))]
        with site.database.read() as session:
            found = session.connection().execute(query.order_by(*order).limit(asked.limit + 1)).mappings().all()
        rows = [dict(one) for one in found[: asked.limit]]
        after = _cursor(rows[-1], asked) if len(found) > asked.limit else None
        for row in rows:
            del row["_key"]
        if self.with_context is not None:
            self.with_context(site, rows)
        return rows, after


def _condition(expression: ColumnElement[Any], text: str, column: Column) -> ColumnElement[bool]:
    if column.filter == "has":
        return func.instr(func.lower(expression), text.lower()) > 0
    if column.kind is Kind.YES:
        return expression.is_(yes(text, column.name))
    if column.kind is Kind.SPAN:
        return expression == _seconds(text, column.name)
    if column.numeric:
        return expression == _number(text, column.name)
    return expression.in_(text.split(","))


def _seconds(text: str, name: str) -> float:
    try:
        return parse_duration(text).total_seconds()
    except DurationError:
        return _number(text, name)


def _number(text: str, name: str) -> float:
    try:
        value = float(text)
    except ValueError as err:
        raise AskedError(f"{text[:40]!r} is no number", name, "write it as in 30, or 30s where it is a length") from err
    if not abs(value) < 2**63:
        raise AskedError(f"{text[:40]!r} is no number that can be there", name, "write a smaller one")
    return int(value) if value == int(value) else value


def _beyond(sort: ColumnElement[Any], key: ColumnElement[int], asked: Asked, table: Table) -> ColumnElement[bool]:
    """Give the condition for rows past the cursor; SQLite takes null for less than anything."""
    value, last = _read(asked, table)
    past = key < last if asked.descending else key > last
    if sort is key:
        return past
    if value is None:
        return and_(sort.is_(None), past) if asked.descending else or_(sort.is_not(None), and_(sort.is_(None), past))
    beyond = or_(sort < value, sort.is_(None)) if asked.descending else sort > value
    return or_(beyond, and_(sort == value, past))


def _cursor(row: Row, asked: Asked) -> str:
    value = row.get(asked.sort)
    return json.dumps([to_micros(value) if isinstance(value, datetime) else value, row["_key"]])


def _read(asked: Asked, table: Table) -> tuple[Any, int]:
    column = table.column(asked.sort)
    try:
        value, last = json.loads(asked.after or "")
        if not _is_row(last) or not _may_stand(value, column):
            raise ValueError(last)
        if column is not None and column.kind is Kind.MOMENT and value is not None:
            value = from_micros(int(value))
    except (ValueError, TypeError, OverflowError, RecursionError) as err:
        raise AskedError("it is not what an answer gave", "after", "take it from `next`, or leave it out") from err
    return value, last


def _is_row(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def _may_stand(value: Any, column: Column | None) -> bool:
    """Tell whether the database can hold a value: text without halves of characters, numbers of 64 bits."""
    if isinstance(value, bool):
        return column is not None and column.kind is Kind.YES
    if isinstance(value, str):
        return value == value.encode("utf-8", "replace").decode("utf-8")
    return value is None or isinstance(value, float) or _is_row(value)
