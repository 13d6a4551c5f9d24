"""Figures that the daemon keeps, and what people noted about the time behind them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, Text
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment


class LagFigure(SQLModel, table=True):
    """The lag figures of one group over one span, as the worker last made them; made anew when `marked` passes `done`.

    An empty `api` or `asset` means all of them together.
    """

    __tablename__ = "lag_figure"
    __table_args__ = (Index("ix_lag_figure_reader_policy_span_day", "reader", "policy", "span", "day"),)

    reader: str = Field(primary_key=True)
    policy: str = Field(primary_key=True)
    span: str = Field(primary_key=True)
    """``day``, ``7d`` or ``30d``."""
    api: str = Field(primary_key=True)
    asset: str = Field(primary_key=True)
    day: str = Field(primary_key=True)
    """The UTC day, ISO; empty for a window that ends now."""
    since_at: datetime = moment(nullable=False)
    until_at: datetime = moment(nullable=False)
    marked: int = 1
    """Counts up whenever something that the figures stand on has changed."""
    done: int = 0
    """What `marked` was when the figures were made; 0 where they never were."""
    version: str = ""
    """Of the estimator."""
    made_at: datetime | None = moment()
    probes: int = 0
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Summary(SQLModel, table=True):
    """A figure that the worker computed and pages show."""

    __tablename__ = "summary"

    name: str = Field(primary_key=True)
    made_at: datetime = moment(nullable=False)
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Annotation(SQLModel, table=True):
    """What a person says of a window of time; removed ones stay, marked as such."""

    __tablename__ = "annotation"

    id: int | None = Field(default=None, primary_key=True)
    start_at: datetime = moment(nullable=False, index=True)
    end_at: datetime = moment(nullable=False)
    api: str | None = None
    asset: str | None = None
    reason: str = Field(sa_column=Column(Text, nullable=False))
    excludes: bool = False
    """True: figures leave the window out, and say so."""
    made_at: datetime = moment(nullable=False)
    removed_at: datetime | None = moment()
