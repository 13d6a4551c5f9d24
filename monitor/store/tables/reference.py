"""What was pulled from market-data sources, and the bars in it."""

from datetime import datetime

from sqlalchemy import Column, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment


class Pull(SQLModel, table=True):
    """One request window asked of one market-data source, kept whole."""

    __tablename__ = "pull"
    __table_args__ = (
        Index("ix_pull_item_id_source", "item_id", "source"),
        Index("ix_pull_source_pulled_at", "source", "pulled_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    item_id: str
    source: str
    symbol: str
    currency: str = ""
    role: str = "trade"
    interval_s: int = 60
    start_at: datetime = moment(nullable=False)
    end_at: datetime = moment(nullable=False)
    pulled_at: datetime = moment(nullable=False)
    outcome: str = "ok"
    """``ok`` or a reason: not yet, retention passed, delisted, rate limited, blocked here, disagrees, unavailable."""
    error: str | None = Field(default=None, sa_column=Column(Text))
    library: str = ""
    sha256: str | None = None
    zstd: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    bars: int = 0


class BarRow(SQLModel, table=True):
    """One final bar of one source; a revision is a further row with a later pull."""

    __tablename__ = "bar"
    __table_args__ = (
        UniqueConstraint("source", "symbol", "interval_s", "start_at", "pull_id"),
        Index("ix_bar_item_id_interval_s_start_at", "item_id", "interval_s", "start_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    pull_id: int = Field(foreign_key="pull.id", index=True)
    item_id: str
    source: str
    symbol: str
    interval_s: int = 60
    start_at: datetime = moment(nullable=False)
    open: float
    high: float
    low: float
    close: float
    volume: float | None = None
    count: int | None = None
