"""What the running service itself needs to remember."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, UniqueConstraint
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment


class Spend(SQLModel, table=True):
    """Calls and dollars reserved on one UTC day by one api."""

    __tablename__ = "spend"

    day: str = Field(primary_key=True)
    api: str = Field(primary_key=True)
    calls: int = 0
    usd: float = 0.0


class AccessToken(SQLModel, table=True):
    """A token of the page, as a hash; whoever holds it may read from elsewhere, and do what costs or changes."""

    __tablename__ = "access_token"
    __table_args__ = (UniqueConstraint("sha256"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    sha256: str
    made_at: datetime = moment(nullable=False)
    revoked_at: datetime | None = moment()


class Lease(SQLModel, table=True):
    """Who schedules on this database."""

    __tablename__ = "lease"

    name: str = Field(primary_key=True)
    holder: str
    pid: int
    host: str
    taken_at: datetime = moment(nullable=False)
    beat_at: datetime = moment(nullable=False)
    expires_at: datetime = moment(nullable=False)


class ConfigVersion(SQLModel, table=True):
    """A configuration that probes carry the hash of, without secrets."""

    __tablename__ = "config_version"

    hash: str = Field(primary_key=True)
    kind: str
    name: str
    first_at: datetime = moment(nullable=False)
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Event(SQLModel, table=True):
    """Something that happened to the program: a start, a stop, a stepped clock, a job that failed."""

    __tablename__ = "event"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = moment(nullable=False, index=True)
    kind: str = Field(index=True)
    message: str
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Note(SQLModel, table=True):
    """A live value that the daemon keeps for `monitor status`, by name."""

    __tablename__ = "note"

    name: str = Field(primary_key=True)
    at: datetime = moment(nullable=False)
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
