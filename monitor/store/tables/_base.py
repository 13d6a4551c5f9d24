"""What every table shares: one metadata with named constraints, and a field for a moment."""

from typing import Any

from sqlalchemy import Column, MetaData
from sqlmodel import Field, SQLModel

from monitor.store.types import UtcMicros

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def moment(*, nullable: bool = True, index: bool = False) -> Any:
    """Give a field for a moment."""
    kept: Column[Any] = Column(UtcMicros(), nullable=nullable, index=index)
    return Field(default=None, sa_column=kept) if nullable else Field(sa_column=kept)
