"""What a table of `apis.toml` holds: one api, with everything that asking it takes."""

import functools
import hashlib
import json
import re
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from monitor.config_base import web_address
from monitor.search.expressions import compile_expression
from monitor.search.rows import ErrorRow, ExtractTable, KeyGroup, Scalar, Table, as_tuple, sendable
from monitor.search.templating import placeholders

__all__ = ["ApiConfig", "ErrorRow", "ExtractTable", "KeyGroup"]

_NAME = re.compile(r"^[a-z0-9][a-z0-9_]*$")
_ENV = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")
_NOT_HASHED = {"name", "env", "enabled", "price_usd", "calls", "usd_per_day", "calls_per_day", "unsure", "notes",
               "group", "key_group", "live", "extract"}


class ApiConfig(Table):
    """One named configuration of a search API, checked; no secret is ever in it, only the names of variables."""

    name: str
    provider: str
    key_group: str = ""
    """The credential whose limits it shares; the provider where nothing is said."""
    group: KeyGroup = KeyGroup()
    """The limits of that key group, filled in when the tables are loaded."""
    enabled: bool = True
    """Asked by schedules that name no apis."""
    live: bool = False
    """Is served from live content, by the API's own knob or by its nature."""

    env: tuple[str, ...] = ()
    """Variables that may hold the key, the first found wins; none for a keyless api."""
    vars: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Further placeholders -> variables that may hold their value."""

    method: Literal["GET", "POST"] = "GET"
    url: str = ""
    headers: dict[str, str] = Field(default_factory=dict)
    query: dict[str, Scalar | tuple[Scalar, ...]] = Field(default_factory=dict)
    body: dict[str, Any] | None = None
    body_format: Literal["json", "form"] = "json"
    ca_file: str | None = None
    """PEM file of the authorities to trust instead of the usual ones."""

    hits: str = ""
    """JMESPath: the body -> list of {url, title, snippet, published, as_of}."""
    expect: str = ""
    """JMESPath that must not be null for the body to count as a search answer."""
    empty: str | None = None
    """JMESPath that is true where rows that give no hit are nothing found; otherwise such rows are a fault."""
    errors: tuple[ErrorRow, ...] = ()
    """Rows tried before the shared ones."""
    retry_after: str | None = None
    """JMESPath of the seconds to wait, where the body of a refusal states them."""
    reset_header: str | None = None
    """Header that says when the (first, short) window opens again."""
    reset_unit: Literal["seconds", "unix"] = "seconds"

    extract: ExtractTable | None = None
    """How it reads a page for us; None where it offers no such thing."""

    price_usd: float = Field(default=0.0, ge=0)
    """List price of a call."""
    cost: str | None = None
    """JMESPath of the response's own cost, in units of `cost_unit_usd`."""
    cost_unit_usd: float = Field(default=1.0, gt=0)
    calls: int = Field(default=1, ge=1, le=10)
    """Billable calls of one probe at the most; `price_usd` is that of all of them."""
    usd_per_day: float | None = Field(default=None, ge=0)
    calls_per_day: int | None = Field(default=None, ge=0)

    connect_s: float = Field(default=5.0, gt=0)
    first_byte_s: float = Field(default=60.0, gt=0)
    total_s: float = Field(default=60.0, gt=0)
    max_body_mb: float = Field(default=8.0, gt=0, le=64)
    """Decoded size at which reading stops."""
    max_text_chars: int = Field(default=20_000, gt=0, le=1_000_000)
    """Characters of a snippet that are kept; the body is kept whole."""

    class_: str | None = Field(default=None, alias="class")
    """Name in the entry-point group `monitor.search_apis`, where a table alone cannot say it."""
    engine: str | None = None
    options: dict[str, Any] = Field(default_factory=dict)
    """What the class takes besides."""

    unsure: tuple[str, ...] = ()
    """What the documentation leaves open about this table."""
    notes: str = ""

    @field_validator("env", "unsure", mode="before")
    @classmethod
    def _lists(cls, value: Any) -> Any:
        return as_tuple(value)

    @field_validator("vars", mode="before")
    @classmethod
    def _var_lists(cls, value: Any) -> Any:
        return {name: as_tuple(names) for name, names in value.items()} if isinstance(value, dict) else value

    @field_validator("name")
    @classmethod
    def _plain_name(cls, value: str) -> str:
        if not _NAME.match(value):
            raise ValueError("a name is made of a-z, 0-9 and _")
        return value

    @field_validator("env")
    @classmethod
    def _variables(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for one in value:
            if not _ENV.match(one):
                raise ValueError("not the name of a variable; the key itself belongs in the environment or .env")
        return value

    @field_validator("url")
    @classmethod
    def _web_url(cls, value: str) -> str:
        if value:
            web_address(value)
        host = re.sub(r"^https?://|[/?#].*$", "", value)
        if "query" in placeholders(host):
            raise ValueError(f"{value!r} would take its host from what is asked; write the host out")
        return value

    @field_validator("headers")
    @classmethod
    def _sendable(cls, value: dict[str, str]) -> dict[str, str]:
        return sendable(value)

    @field_validator("hits", "expect", "empty", "cost", "retry_after")
    @classmethod
    def _compiles(cls, value: str | None) -> str | None:
        if value:
            compile_expression(value)
        return value

    @model_validator(mode="after")
    def _consistent(self) -> "ApiConfig":
        if self.class_ is None:
            for field in ("url", "hits", "expect"):
                if not getattr(self, field):
                    raise ValueError(f"{field}: this field is needed")
            if self.method == "GET" and self.body is not None:
                raise ValueError("body: a GET sends no body; use query, or method = \"POST\"")
        used = placeholders([self.url, self.headers, self.query, self.body])
        own = self.extract
        reading = placeholders([own.url, own.headers, own.query, own.body]) if own is not None else set()
        for names, known in ((used, {"query", "key", *self.vars}), (reading, {"url", "key", *self.vars})):
            if unknown := sorted(names - known):
                raise ValueError(f"placeholders: {{{unknown[0]}}} is unknown; known are {', '.join(sorted(known))}")
        if self.class_ is None and "query" not in used:
            raise ValueError("query: no part of the request holds {query}")
        if "key" in used | reading and not self.env:
            raise ValueError("env: the request holds {key}, so env must name the variable that has it")
        return self

    @functools.cached_property
    def config_hash(self) -> str:
        """16 hex digits that change when what is asked, or how the answer is understood, changes."""
        data = self.model_dump(mode="json", by_alias=True, exclude=_NOT_HASHED, exclude_defaults=True)
        text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def max_body_bytes(self) -> int:
        """The cap on a decoded body."""
        return int(self.max_body_mb * 1_000_000)

    def needs_key(self) -> bool:
        """Tell whether it cannot be asked without a key."""
        return bool(self.env)
