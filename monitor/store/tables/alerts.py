"""Alerts, their timelines, what is still to be sent, and maintenance windows."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment


class Alert(SQLModel, table=True):
    """Something that a person should know; raised once until cleared."""

    __tablename__ = "alert"
    __table_args__ = (Index("ix_alert_key_cleared_at", "key", "cleared_at"),)

    id: int | None = Field(default=None, primary_key=True)
    key: str
    """What it is about, such as ``account:exa``; at most one open alert has it."""
    severity: str
    message: str
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    raised_at: datetime = moment(nullable=False)
    last_at: datetime = moment(nullable=False)
    count: int = 1
    cleared_at: datetime | None = moment()
    told_at: datetime | None = moment()
    """When a message about it was last queued."""
    told_severity: str | None = None
    over_told_at: datetime | None = moment()
    """When the message that it is over was queued, or was found not to be needed."""
    held: str | None = None
    """Why no message is sent just now: quiet hours, or a maintenance window."""


class AlertEvent(SQLModel, table=True):
    """One line of an alert's timeline."""

    __tablename__ = "alert_event"

    id: int | None = Field(default=None, primary_key=True)
    alert_id: int = Field(foreign_key="alert.id", index=True)
    at: datetime = moment(nullable=False)
    kind: str
    """raised, escalated, muted, queued, sent, unsent, noted or cleared."""
    text: str = Field(default="", sa_column=Column(Text, nullable=False))


class AlertWatch(SQLModel, table=True):
    """Since when a figure has been beyond its threshold, while it has not been so for long enough."""

    __tablename__ = "alert_watch"

    key: str = Field(primary_key=True)
    since_at: datetime = moment(nullable=False)


class Outbox(SQLModel, table=True):
    """One message to one address; it stays until it is sent, and afterwards as what was sent."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_state_next_at", "state", "next_at"),)

    id: int | None = Field(default=None, primary_key=True)
    made_at: datetime = moment(nullable=False)
    kind: str
    """raised, reminder, resolved or test."""
    severity: str
    title: str
    body: str = Field(sa_column=Column(Text, nullable=False))
    alert_ids: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    target: str
    """Which address: a hash of it, since the address itself holds secrets."""
    label: str
    """The address's kind with the hash's beginning, for people."""
    state: str = "waiting"
    """waiting, sent or dropped."""
    attempts: int = 0
    next_at: datetime = moment(nullable=False)
    error: str | None = None
    sent_at: datetime | None = moment()


class Maintenance(SQLModel, table=True):
    """A stretch in which alerts are kept but not sent, as a person asked for it; ended ones stay."""

    __tablename__ = "maintenance"
    __table_args__ = (Index("ix_maintenance_end_at", "end_at"),)

    id: int | None = Field(default=None, primary_key=True)
    start_at: datetime = moment(nullable=False)
    end_at: datetime = moment(nullable=False)
    api: str | None = None
    rule: str | None = None
    reason: str
    source: str
    """command or api."""
    made_at: datetime = moment(nullable=False)
    ended_at: datetime | None = moment()
    """When it was ended early."""
