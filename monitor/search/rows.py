"""Parts of a table of `apis.toml`: limits by credential, error rows, and how the api hands out a page's text."""

import re
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from monitor.search.expressions import compile_expression
from monitor.search.templating import placeholders

__all__ = ["ErrorRow", "ExtractTable", "KeyGroup", "RowClass", "Scalar", "Table", "as_tuple", "sendable"]

RowClass = Literal["account", "rate_limit", "timeout", "api", "local", "answered_empty"]
Scalar = str | int | float | bool

_TOKEN = re.compile(r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")
"""A header's name (RFC 9110)."""
_STATUS = re.compile(r"^[1-5]xx$")


class Table(BaseModel):
    """A table that admits no field it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


def as_tuple(value: Any) -> Any:
    """Let a table give one value where a list is meant."""
    if isinstance(value, str | int):
        return (value,)
    return tuple(value) if isinstance(value, list) else value


def sendable(headers: dict[str, str]) -> dict[str, str]:
    """Give back headers that can be sent: names of RFC 9110, values in visible ASCII; else raise `ValueError`."""
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a header: ASCII letters, digits and hyphens make one")
        if not (value.isascii() and value.replace("\t", " ").isprintable()):
            raise ValueError(f"the value of {name} holds a line break or a character outside ASCII")
    return headers


class KeyGroup(Table):
    """The limits that every api of one credential shares."""

    name: str = ""
    rps: float | None = Field(default=5.0, gt=0)
    """Calls a second; planned slots keep at least 1/rps apart."""
    per_minute: int | None = Field(default=None, gt=0)
    """Calls in any 60 s."""
    concurrent: int = Field(default=10, gt=0)
    """Calls in flight at once."""
    note: str = ""
    """Where the figures come from."""


class ErrorRow(Table):
    """One row: where every condition that it gives holds, the response is of its class."""

    status: tuple[int | str, ...] = ()
    """Statuses, as numbers or "4xx"."""
    body: tuple[str, ...] = ()
    """Any of these in the body's text, in any case."""
    json_: dict[str, tuple[Scalar, ...]] = Field(default_factory=dict, alias="json")
    """JMESPath -> values, one of which it must equal ("*": anything but null)."""
    headers: dict[str, str] = Field(default_factory=dict)
    """Header name -> regular expression found in its value."""
    html: bool | None = None
    """Whether the body is a page rather than data."""
    class_: RowClass = Field(alias="class")
    why: str = ""
    """What a person should read, with the remedy."""

    @field_validator("status", "body", mode="before")
    @classmethod
    def _lists(cls, value: Any) -> Any:
        return as_tuple(value)

    @field_validator("json_", mode="before")
    @classmethod
    def _values(cls, value: Any) -> Any:
        return {path: as_tuple(wanted) for path, wanted in value.items()} if isinstance(value, dict) else value

    @field_validator("status")
    @classmethod
    def _known_status(cls, value: tuple[int | str, ...]) -> tuple[int | str, ...]:
        for one in value:
            if (isinstance(one, int) and not 100 <= one <= 599) or (isinstance(one, str) and not _STATUS.match(one)):
                raise ValueError(f"{one!r} is no status; give a number such as 429, or '5xx'")
        return value

    @field_validator("json_")
    @classmethod
    def _paths_compile(cls, value: dict[str, tuple[Scalar, ...]]) -> dict[str, tuple[Scalar, ...]]:
        for path in value:
            compile_expression(path)
        return value

    @field_validator("headers")
    @classmethod
    def _patterns_compile(cls, value: dict[str, str]) -> dict[str, str]:
        for pattern in value.values():
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
        return {name.lower(): pattern for name, pattern in value.items()}

    @model_validator(mode="after")
    def _says_when(self) -> "ErrorRow":
        if not (self.status or self.body or self.json_ or self.headers or self.html is not None):
            raise ValueError("an error row needs a condition: status, body, json, headers or html")
        return self


class ExtractTable(Table):
    """How an api reads one page for us: a second request with the same key and limits."""

    method: Literal["GET", "POST"] = "POST"
    url: str
    """Of the endpoint; a relative one counts from the api's own, as a link on a page does."""
    headers: dict[str, str] | None = None
    """Left out, those of the api."""
    query: dict[str, Scalar | tuple[Scalar, ...]] = Field(default_factory=dict)
    body: dict[str, Any] | None = None
    hits: str
    """JMESPath: the body -> list of {url, title, snippet, published}; the first row is the page."""
    expect: str
    """JMESPath that must not be null for the body to count as an answer."""
    errors: tuple[ErrorRow, ...] = ()
    """Rows tried before the api's; a page that cannot be read is `answered_empty`."""
    price_usd: float = Field(default=0.0, ge=0)
    """List price of a page."""
    cost: str | None = None
    cost_unit_usd: float = Field(default=1.0, gt=0)
    unsure: tuple[str, ...] = ()
    """What the documentation leaves open about this endpoint."""

    @field_validator("unsure", mode="before")
    @classmethod
    def _lists(cls, value: Any) -> Any:
        return as_tuple(value)

    @field_validator("headers")
    @classmethod
    def _sendable(cls, value: dict[str, str] | None) -> dict[str, str] | None:
        return None if value is None else sendable(value)

    @field_validator("hits", "expect", "cost")
    @classmethod
    def _compiles(cls, value: str | None) -> str | None:
        if value:
            compile_expression(value)
        return value

    @model_validator(mode="after")
    def _consistent(self) -> "ExtractTable":
        if "url" not in placeholders([self.url, self.query, self.body]):
            raise ValueError("extract: no part of the request holds {url}")
        if "url" in placeholders(re.sub(r"^https?://|[/?#].*$", "", self.url)):
            raise ValueError("extract: the host would come from the page's address; write the host out")
        if self.method == "GET" and self.body is not None:
            raise ValueError("extract: a GET sends no body; use query, or method = \"POST\"")
        return self
