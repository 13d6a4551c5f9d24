"""A body -> hits, cost, and whether it says that it found nothing.

Pure; used by the client and by `monitor apis parse`.
"""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from monitor.search.decoding import DecodeProblem, parse_json
from monitor.search.expressions import JMESPathError, evaluate
from monitor.search.hits import Hit
from monitor.search.models import ApiConfig

__all__ = ["CUT_MARK", "MAX_HITS", "ParsedBody", "clean_text", "parse_body", "parse_document"]

MAX_HITS = 100
CUT_MARK = " [cut]"

_MAX_FIELD_CHARS = 2_000
_DEAREST = 1e9  # in the API's own units (tokens, credits); what is above, or not a number, is a mistake of the response
_TAG = re.compile(
    r"</?(?:strong|b|em|i|mark|u|s|p|br|hr|span|div|a|sup|sub|small|code|li|ul|ol|td|tr|th|table|h[1-6])"
    r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s<>\"']+))*\s*/?>", re.I)  # fmt: skip
_BLOCK = re.compile(r"</?(?:p|br|hr|div|li|ul|ol|td|tr|th|table|h[1-6])\b", re.I)


@dataclass(frozen=True, slots=True)
class ParsedBody:
    """What a body says. `problem` is set where it is not a search answer; then there are no hits."""

    hits: tuple[Hit, ...] = ()
    cost_usd: float | None = None
    empty: bool = False
    """It is an answer, and the answer is that there is nothing."""
    problem: str | None = None


def clean_text(text: str) -> str:
    """Give text without the tags that decorate search results, with entities undone, and encodable as UTF-8.

    Only real inline tags go: in "p < 5 and b > 3" nothing is a tag.
    """
    if "<" in text:
        text = _TAG.sub(lambda match: " " if _BLOCK.match(match.group()) else "", text)
    if "&" in text:
        text = html.unescape(text)
    return _encodable(text).strip()


def _encodable(text: str) -> str:
    return text.replace("\0", "").encode("utf-8", errors="replace").decode("utf-8")


def _text(value: Any) -> str:
    """Give a field's text: a string, a number as written, or the strings of a list, a line each; else nothing."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, list):
        return "\n".join(part for part in (_text(one) for one in value if not isinstance(one, list)) if part)
    return ""


def _number(value: float) -> str:
    if isinstance(value, int) and abs(value) >= 10**30:
        return ""
    return str(value)


def _snippet(value: Any, most: int) -> str:
    text = _text(value)
    if len(text) > 4 * most:
        text = text[: 4 * most]  # tags may yet fall away, so not cut to the last character here
    text = clean_text(text)
    return text if len(text) <= most else text[:most] + CUT_MARK


def _hit(row: Mapping[str, Any], position: int, most: int) -> Hit | None:
    url = row.get("url")
    url = _encodable(url).strip()[:_MAX_FIELD_CHARS] if isinstance(url, str) else ""
    snippet = _snippet(row.get("snippet"), most)
    if not url and not snippet:
        return None
    dates = [_encodable(_text(row.get(field))).strip()[:200] or None for field in ("published", "as_of")]
    title = clean_text(_text(row.get("title"))[:_MAX_FIELD_CHARS])
    return Hit(position, url, title, snippet, published=dates[0], as_of=dates[1])


def _cost(api: ApiConfig, document: Any) -> float | None:
    if not api.cost:
        return None
    try:
        value = evaluate(api.cost, document)
    except JMESPathError:
        return None  # the list price stands in
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _DEAREST:
        return None
    return float(value) * api.cost_unit_usd


def parse_document(api: ApiConfig, document: Any) -> ParsedBody:
    """Give what a parsed body says."""
    try:
        if api.expect and evaluate(api.expect, document) is None:
            keys = ", ".join(map(str, list(document)[:8])) if isinstance(document, dict) else type(document).__name__
            return ParsedBody(problem=f"the body lacks what is expected ({api.expect}); it has: {keys or 'nothing'}")
        rows = evaluate(api.hits, document)
        says_empty = bool(api.empty and evaluate(api.empty, document) is True)
    except JMESPathError as error:
        return ParsedBody(problem=f"the body has values of another kind than expected: {str(error).splitlines()[0]}")
    if rows is None:
        rows = []
    if not isinstance(rows, list):
        return ParsedBody(problem="the hits expression does not give a list")
    hits: list[Hit] = []
    for row in rows:
        hit = _hit(row, len(hits), api.max_text_chars) if isinstance(row, dict) else None
        if hit is not None:
            hits.append(hit)
            if len(hits) == MAX_HITS:
                break
    if rows and not hits and not says_empty:
        return ParsedBody(problem=f"{len(rows)} results, but none with a url or a text: the shape may have changed")
    return ParsedBody(tuple(hits), _cost(api, document), empty=not hits)


def parse_body(api: ApiConfig, body: bytes, content_type: str = "") -> ParsedBody:
    """Give what a body says; one that is not JSON is a `problem`, never an exception."""
    try:
        document = parse_json(body, content_type)
    except DecodeProblem as problem:
        return ParsedBody(problem=str(problem))
    return parse_document(api, document)
