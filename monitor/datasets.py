"""The three question sets, read strictly from a folder, a file, or the Hugging Face hub."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Asset", "Item"]


class Asset(StrEnum):
    """What kind of thing a price is asked for."""

    EQUITY = "equity"
    CRYPTO = "crypto"
    FX = "fx"


@dataclass(frozen=True, slots=True)
class Item:
    """One row of the live set."""

    id: str
    asset: Asset
    name: str
    ticker: str
    query_template: str
    close: bool = False
    """True where the row asks for a session's close rather than for a moment."""
    extra: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)

    @property
    def currency(self) -> str:
        """The currency asked for: B for a pair A/B; otherwise dollars unless the row names another."""
        if self.asset is Asset.FX:
            return self.ticker.partition("/")[2].upper() or "USD"
        return str(self.extra.get("currency", "USD")).upper()
