"""A table and a query -> the request to send. Substitution is one pass: what a query holds is never a placeholder."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote, urlencode

from monitor.errors import SearchError

__all__ = ["Rendered", "Template", "TemplateError", "placeholders", "renamed", "render"]

_TOKEN = re.compile(r"\{\{|\}\}|\{([a-z_][a-z0-9_]*)\}")
_HEADER_VALUE = re.compile(r"^[\x20-\x7e]*$")


class TemplateError(SearchError):
    """The request cannot be built from this query and key."""


class Template(Protocol):
    """The part of a table that a request is made of."""

    @property
    def method(self) -> str: ...  # noqa: D102
    @property
    def url(self) -> str: ...  # noqa: D102
    @property
    def headers(self) -> Mapping[str, str]: ...  # noqa: D102
    @property
    def query(self) -> Mapping[str, Any]: ...  # noqa: D102
    @property
    def body(self) -> Any: ...  # noqa: D102
    @property
    def body_format(self) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True, repr=False)
class Rendered:
    """A request ready to send. It holds the key: it is never kept, logged or printed."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None

    def __repr__(self) -> str:
        """Show nothing of what may hold a key."""
        return f"Rendered({self.method})"


def placeholders(template: Any) -> set[str]:
    """Give the names of all `{placeholders}` in a string, or in the values of a nested template."""
    if isinstance(template, str):
        return {name for name in _TOKEN.findall(template) if name}
    if isinstance(template, Mapping):
        return set().union(*(placeholders(value) for value in template.values()))
    if isinstance(template, list | tuple):
        return set().union(*(placeholders(value) for value in template))
    return set()


def renamed(template: Any, old: str, new: str) -> Any:
    """Give a template in which the placeholder `old` is called `new`."""
    if isinstance(template, str):
        return _TOKEN.sub(lambda found: f"{{{new}}}" if found[1] == old else found[0], template)
    if isinstance(template, Mapping):
        return {key: renamed(value, old, new) for key, value in template.items()}
    if isinstance(template, list | tuple):
        return [renamed(value, old, new) for value in template]
    return template


def _fill(template: Any, values: Mapping[str, str], encode: Callable[[str], str] = str) -> Any:
    if isinstance(template, str):
        def one(match: re.Match[str]) -> str:
            name = match.group(1)
            return encode(values[name]) if name else match.group()[0]

        return _TOKEN.sub(one, template)
    if isinstance(template, Mapping):
        return {key: _fill(value, values, encode) for key, value in template.items()}
    if isinstance(template, list | tuple):
        return [_fill(value, values, encode) for value in template]
    return template


def _pairs(filled: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = []
    for name, value in filled.items():
        for one in value if isinstance(value, list) else [value]:
            pairs.append((name, ("true" if one else "false") if isinstance(one, bool) else str(one)))
    return pairs


def render(api: Template, values: Mapping[str, str], user_agent: str) -> Rendered:
    """Build the request. `values` holds `query`, `key` where there is one, and the table's own variables.

    Raises TemplateError where a value cannot be sent (a key with a line break, a lone surrogate).
    """
    try:
        url = _fill(api.url, values, lambda text: quote(text, safe=""))
        if api.query:
            encoded = urlencode(_pairs(_fill(api.query, values)), quote_via=quote)
            url += ("&" if "?" in url else "?") + encoded
        headers = {"accept": "application/json", "user-agent": user_agent}
        headers |= {name.lower(): _fill(value, values) for name, value in api.headers.items()}
        headers["accept-encoding"] = "gzip"
        body = None
        if api.body is not None:
            filled = _fill(api.body, values)
            if api.body_format == "form":
                body = urlencode(_pairs(filled), quote_via=quote).encode()
                headers["content-type"] = "application/x-www-form-urlencoded"
            else:
                body = json.dumps(filled, ensure_ascii=False, separators=(",", ":")).encode()
                headers["content-type"] = "application/json"
    except UnicodeEncodeError:
        raise TemplateError("the query holds text that cannot be sent as UTF-8") from None
    except KeyError as error:
        raise TemplateError(f"no value for the placeholder {{{error.args[0]}}}") from None
    for name, value in headers.items():
        if not _HEADER_VALUE.match(value):
            raise TemplateError(f"the header {name} would hold a line break or a character outside ASCII",
                                remedy="look at the key in the environment: was it pasted with something else?")
    return Rendered(api.method, url, tuple(headers.items()), body)
