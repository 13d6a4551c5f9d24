"""A response or an exception -> whose fault it is. The rules are rows of `apis.toml`; here they are only applied."""

import errno
import re
import ssl
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from monitor.search.decoding import looks_like_html
from monitor.search.expressions import JMESPathError, evaluate
from monitor.search.models import ErrorRow
from monitor.search.outcome import ErrorClass

__all__ = ["Reply", "classify_exception", "first_row", "own_words"]

_SEARCHED_BYTES = 64 * 1024
_OWN_LIMITS = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ENOSPC, errno.EADDRNOTAVAIL}
_MESSAGE_PATHS = ("error.message", "error.detail", "errors[0].detail", "error[0].message", "detail.error", "detail",
                  "message", "error_message", "readableMessage", "error")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reply:
    """What the rows look at. `document` is None where the body is not JSON."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    document: Any = None

    @property
    def content_type(self) -> str:
        """The label of the body."""
        return self.headers.get("content-type", "")


def _status_fits(wanted: tuple[int | str, ...], status: int) -> bool:
    return any(one == status if isinstance(one, int) else str(one)[0] == str(status)[0] for one in wanted)


def _json_fits(wanted: Mapping[str, tuple[Any, ...]], document: Any) -> bool:
    for path, values in wanted.items():
        try:
            found = evaluate(path, document)
        except JMESPathError:
            return False
        if found is None or not any(value == "*" or _same(value, found) for value in values):
            return False
    return True


def _same(value: Any, found: Any) -> bool:
    if isinstance(value, bool) or isinstance(found, bool):
        return value is found
    if isinstance(value, str) and isinstance(found, str):
        return value.lower() == found.lower()
    return bool(value == found)


def _fits(row: ErrorRow, reply: Reply, text: str) -> bool:
    if row.status and not _status_fits(row.status, reply.status):
        return False
    if row.html is not None and looks_like_html(reply.body, reply.content_type) is not row.html:
        return False
    if row.body and not any(part.lower() in text for part in row.body):
        return False
    if row.json_ and not _json_fits(row.json_, reply.document):
        return False
    return all(re.search(pattern, reply.headers.get(name, "")) for name, pattern in row.headers.items())


def first_row(rows: Iterable[ErrorRow], reply: Reply) -> ErrorRow | None:
    """Give the first row whose conditions all hold."""
    text = reply.body[:_SEARCHED_BYTES].decode("utf-8", errors="replace").lower()
    return next((row for row in rows if _fits(row, reply, text)), None)


def own_words(document: Any) -> str:
    """Give the response's own message, cut short; empty where it has none."""
    if not isinstance(document, dict):
        return ""
    for path in _MESSAGE_PATHS:
        try:
            found = evaluate(path, document)
        except JMESPathError:
            continue
        if isinstance(found, str) and found.strip():
            return " ".join(found.encode("utf-8", errors="replace").decode().split())[:300]
    return ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        waiting += [one.__cause__, one.__context__]
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions


def classify_exception(error: BaseException, *, answering: bool) -> tuple[ErrorClass, str]:
    """Give the class of an exception of the HTTP library, and a reason that still has to be redacted.

    `answering` says that the response's headers had come: a response cut short is the API's, whatever cut it;
    before that, nobody can tell yet whose network it was.
    """
    name = type(error).__name__
    for one in _chain(error):
        if isinstance(one, OSError) and one.errno in _OWN_LIMITS:
            return ErrorClass.LOCAL, f"this host has reached a limit of its own: {one.strerror or one}"
    if name in ("LocalProtocolError", "UnsupportedProtocol", "InvalidURL"):
        return ErrorClass.LOCAL, f"the request could not be sent: {error}"
    if name in ("RemoteProtocolError", "DecodingError"):
        if answering:
            return ErrorClass.API, f"the response was cut short: {error}"
        if "disconnected" in str(error).lower():
            return ErrorClass.NETWORK_PENDING, "the connection was closed before any response"
        return ErrorClass.API, f"the response is not HTTP: {error}"
    if answering:
        return ErrorClass.API, f"the response broke off: {_detail(error)}"
    return ErrorClass.NETWORK_PENDING, f"no connection ({name}): {_detail(error)}"


def _detail(error: BaseException) -> str:
    for one in _chain(error):
        if isinstance(one, ssl.SSLError | OSError) and str(one):
            return str(one)[:200]
    return str(error)[:200] or type(error).__name__
