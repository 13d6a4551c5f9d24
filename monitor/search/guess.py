"""A response of an unknown API -> the expressions that would find its hits. Pure; a person looks at what it found."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["guess_hits", "table_text"]

_URL = ("url", "link", "href", "permalink", "webpage_url", "uri", "source_url")
_TITLE = ("title", "name", "headline", "page_title")
_SNIPPET = ("snippet", "description", "content", "text", "body", "summary", "excerpts", "highlights", "excerpt",
            "passage", "extra_snippets", "snippets", "markdown")  # fmt: skip
_PUBLISHED = ("published", "published_date", "publishedDate", "publish_date", "published_at", "publishedAt",
              "page_age", "datePublished", "date", "timestamp", "time", "age")  # fmt: skip
_BARE = re.compile(r"^[A-Za-z_]\w*$")
_BARE_TOML = re.compile(r"^[A-Za-z0-9_-]+$")
_DEPTH = 6


def _lists(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Give every list of objects with the names that lead to it; lists inside rows are left out."""
    if len(path) > _DEPTH:
        return
    if isinstance(value, list):
        if any(isinstance(row, Mapping) for row in value):
            yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _lists(inner, (*path, str(name)))


def _field(rows: list[Mapping[str, Any]], names: tuple[str, ...], kinds: tuple[type, ...] = (str,)) -> str | None:
    return next((name for name in names if any(isinstance(row.get(name), kinds) for row in rows)), None)


def _score(rows: list[Mapping[str, Any]]) -> int:
    url, snippet = _field(rows, _URL), _field(rows, _SNIPPET, (str, list))
    return 0 if url is None else sum(isinstance(row.get(url), str) for row in rows) * (2 if snippet else 1)


def _named(name: str) -> str:
    return name if _BARE.match(name) else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def guess_hits(document: Any) -> tuple[str, str] | None:
    """Give the JMESPath of the hits and that of what must be there; None where no list of pages is found."""
    best: tuple[int, tuple[str, ...], list[Mapping[str, Any]]] | None = None
    for path, found in _lists(document):
        rows = [row for row in found if isinstance(row, Mapping)]
        score = _score(rows)
        if score and (best is None or score > best[0]):
            best = (score, path, rows)
    if best is None:
        return None
    _, path, rows = best
    fields = [("url", _field(rows, _URL)), ("title", _field(rows, _TITLE))]
    snippets = [name for name in _SNIPPET if any(isinstance(row.get(name), str | list) for row in rows)][:2]
    shown = ", ".join(map(_named, snippets))
    expressions = [f"{field}: {_named(name)}" for field, name in fields if name]
    if snippets:
        expressions.append(f"snippet: [{shown}][]" if len(snippets) > 1 else f"snippet: {shown}")
    published = _field(rows, _PUBLISHED, (str, int, float))
    if published:
        expressions.append(f"published: {_named(published)}")
    start = ".".join(map(_named, path))
    return f"{start}[].{{{', '.join(expressions)}}}", _named(path[0]) if path else "@"


def table_text(name: str, table: Mapping[str, Any]) -> str:
    """Give the table as TOML, a line for each field."""
    lines = [f"[apis.{name}]"] + [f"{_toml_key(field)} = {_toml(value)}" for field, value in table.items()]
    return "\n".join(lines) + "\n"


def _toml_key(name: str) -> str:
    return name if _BARE_TOML.match(name) else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_toml_key(str(one))} = {_toml(other)}" for one, other in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return _text(str(value))


def _text(text: str) -> str:
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(char if char.isprintable() else f"\\U{ord(char):08x}" for char in escaped) + '"'
