"""Column types, and the words that rows use for their state."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

__all__ = ["EPOCH", "ErrorClass", "State", "UtcMicros", "from_micros", "to_micros"]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_micros(at: datetime) -> int:
    """Give unix microseconds of an aware datetime; a naive one raises ValueError."""
    if at.tzinfo is None:
        raise ValueError(f"naive datetime {at!r}: give it a zone")
    return (at - EPOCH) // timedelta(microseconds=1)


def from_micros(value: int) -> datetime:
    """Give the UTC datetime of unix microseconds."""
    return EPOCH + timedelta(microseconds=value)


class UtcMicros(TypeDecorator[datetime]):
    """An aware datetime, kept as integer unix microseconds (SQLite would keep the digits and lose the zone)."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Turn a datetime into microseconds."""
        return None if value is None else to_micros(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Turn microseconds into a UTC datetime."""
        return None if value is None else from_micros(int(value))


class State(StrEnum):
    """Where a planned probe stands; every probe ends in one of the last seven."""

    PLANNED = "planned"
    CLAIMED = "claimed"
    ANSWERED = "answered"
    FAILED = "failed"
    MISSED = "missed"
    INTERRUPTED = "interrupted"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"


class ErrorClass(StrEnum):
    """Whose fault a failed probe is."""

    LOCAL = "local"
    ACCOUNT = "account"
    RATE_LIMIT = "rate_limit"
    TIMEOUT = "timeout"
    NETWORK = "network"
    API = "api"
