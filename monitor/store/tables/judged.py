"""Readings and grades: only ever added to."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment


class ReadingRow(SQLModel, table=True):
    """What one version of a reader took from a response."""

    __tablename__ = "reading"
    __table_args__ = (UniqueConstraint("probe_id", "reader", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    probe_id: int = Field(foreign_key="probe.id", index=True)
    reader: str
    version: str
    read_at: datetime = moment(nullable=False)
    price: float | None = None
    currency: str | None = None
    stated_time: str | None = None
    """UTC ISO, or a bare date where only the day is stated."""
    unit: float | None = None
    url: str | None = None
    kind: str = "other"
    derived: bool = False
    note: str = ""
    newest_price: float | None = None
    newest_currency: str | None = None
    newest_stated_time: str | None = None
    newest_unit: float | None = None
    newest_url: str | None = None
    newest_kind: str = "other"
    newest_derived: bool = False
    newest_note: str = ""
    numbers: bytes = Field(default=b"", sa_column=Column(LargeBinary, nullable=False))
    """Every plausible number among the hits, as little-endian float64."""
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Positions and runners-up, for the evidence."""


class GradeRow(SQLModel, table=True):
    """A verdict on a reading under one version of a policy."""

    __tablename__ = "grade"
    __table_args__ = (Index("ix_grade_probe_id_policy", "probe_id", "policy"),)

    id: int | None = Field(default=None, primary_key=True)
    probe_id: int = Field(foreign_key="probe.id")
    reading_id: int | None = Field(default=None, foreign_key="reading.id", index=True)
    policy: str
    policy_version: str
    graded_at: datetime = moment(nullable=False)
    class_: str = Field(sa_column=Column("class", Text, nullable=False))
    correct: bool = False
    target_low: float | None = None
    target_high: float | None = None
    band: float | None = None
    coarse: bool = False
    closed: bool = False
    power: float | None = None
    rivals: str = ""
    """Comma-separated, of current, prior_close, 15m, 1h."""
    contained: bool | None = None
    lag_low_s: float | None = None
    lag_high_s: float | None = None
    lookback_s: float | None = None
    sources: str = ""
    why: str = ""
