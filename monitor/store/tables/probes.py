"""Instants, the probes planned for them, and what came back."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment
from monitor.store.types import State


class Instant(SQLModel, table=True):
    """A chosen moment of one schedule, stored before it happens."""

    __tablename__ = "instant"
    __table_args__ = (UniqueConstraint("schedule", "at", "schedule_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = moment(nullable=False, index=True)
    schedule: str
    schedule_hash: str
    seed: int | None = None
    market_open: bool = True
    is_close: bool = False
    planned_at: datetime = moment(nullable=False)


class Probe(SQLModel, table=True):
    """One query for one item to one api at one instant and offset; attempt 0 decides, later attempts are retries."""

    __tablename__ = "probe"
    __table_args__ = (
        # A cancelled row may be planned anew under the changed configuration.
        Index(
            "uq_probe_asked_once",
            "instant_at",
            "offset_s",
            "item_id",
            "api",
            "vantage",
            "attempt",
            unique=True,
            sqlite_where=text("state != 'cancelled'"),
            postgresql_where=text("state != 'cancelled'"),
        ),
        Index("ix_probe_state_due_at", "state", "due_at"),
        Index("ix_probe_api_asset_instant_at", "api", "asset", "instant_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    instant_id: int = Field(foreign_key="instant.id", index=True)
    instant_at: datetime = moment(nullable=False, index=True)
    offset_s: float
    item_id: str
    asset: str
    ticker: str
    api: str
    vantage: str = "local"
    attempt: int = 0
    is_close: bool = False
    query: str
    wording: str
    api_hash: str
    due_at: datetime = moment(nullable=False)
    slot_at: datetime = moment(nullable=False)
    state: str = State.PLANNED
    reason: str | None = None
    error_class: str | None = None
    claimed_at: datetime | None = moment()
    claimed_by: str | None = None
    sent_at: datetime | None = moment()
    received_at: datetime | None = moment()
    lateness_ms: float | None = None
    connect_ms: float | None = None
    first_byte_ms: float | None = None
    latency_ms: float | None = None
    loop_delay_ms: float | None = None
    spoiled: bool = False
    clock_error_ms: float | None = None
    cost_usd: float = 0.0


class Body(SQLModel, table=True):
    """A response's body, compressed; apart, so that pruning bodies leaves everything else."""

    __tablename__ = "body"

    id: int | None = Field(default=None, primary_key=True)
    sha256: str
    size: int
    """Bytes before compression."""
    zstd: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    truncated: bool = False
    redacted: bool = False


class Response(SQLModel, table=True):
    """What came back for a probe."""

    __tablename__ = "response"

    id: int | None = Field(default=None, primary_key=True)
    probe_id: int = Field(foreign_key="probe.id", unique=True)
    body_id: int | None = Field(default=None, foreign_key="body.id", index=True)
    status: int | None = None
    headers: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    request: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    hits: int = 0
    error: str | None = Field(default=None, sa_column=Column(Text))
    received_at: datetime = moment(nullable=False)
