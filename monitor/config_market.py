"""Settings of the reference prices: whose they are, and how long they are waited for."""

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from monitor.config_base import Table, web_address
from monitor.errors import ConfigError
from monitor.exchange_ids import require_exchange, require_source

__all__ = ["MarketSettings"]


class MarketSettings(Table):
    """Where reference prices come from."""

    base_url: str | None = None
    """Another server in place of the real ones (Yahoo's paths at its root, each exchange under its id)."""
    yahoo: bool = True
    exchanges: tuple[str, ...] = ("kraken", "coinbaseexchange", "binance", "bitstamp")
    fixings: tuple[Literal["ecb", "frankfurter"], ...] = ("ecb",)
    """Daily fixings of currencies, as a check on the minutes of pairs."""
    files: Path | None = None
    """A folder of bars (CSV, Parquet, answer keys) used as a further source."""
    cache_dir: Path | None = None
    deadline_s: float = Field(60.0, gt=0, allow_inf_nan=False)
    lookback_h: float = Field(24.0, gt=0, le=720)
    symbols: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Overrides: item id -> source -> symbol."""
    settle_s: dict[str, Annotated[float, Field(ge=0, le=86_400)]] = Field(default_factory=dict)
    """Overrides of a source's settling time: source -> seconds."""

    interval: dict[str, Literal["1m", "1s"]] = Field(default_factory=dict)
    """Source -> what its minutes are made from: ``1s`` where the exchange has bars of a second."""

    @field_validator("exchanges")
    @classmethod
    def _known_exchanges(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            try:
                require_exchange(name)
            except ConfigError as err:
                raise ValueError(f"{err.what}, {err.remedy}") from err
        return value

    @field_validator("settle_s", "interval")
    @classmethod
    def _known_sources(cls, value: dict[str, Any]) -> dict[str, Any]:
        """Refuse what names no source: it would change nothing, and nobody would know."""
        for name in value:
            require_source(name)
        return value

    @field_validator("symbols")
    @classmethod
    def _known_sources_of_symbols(cls, value: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        for of_item in value.values():
            cls._known_sources(of_item)
        return value

    @field_validator("base_url")
    @classmethod
    def _no_slash(cls, value: str | None) -> str | None:
        if not value:
            return value
        try:
            return web_address(value).rstrip("/")
        except ValueError as err:
            raise ValueError("write an address such as http://127.0.0.1:8800") from err
