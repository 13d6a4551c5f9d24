"""Rows as the driver gives them: for passes over millions, where an object each would cost more than the work."""

from typing import Any

from sqlmodel import Session

__all__ = ["plain_rows"]


def plain_rows(session: Session, query: Any) -> list[tuple[Any, ...]]:
    """Give the rows of `query` as tuples without any conversion: times are microseconds, booleans 0 and 1."""
    result = session.connection().execute(query)
    try:
        return [*result.cursor.fetchall()]
    finally:
        result.close()
