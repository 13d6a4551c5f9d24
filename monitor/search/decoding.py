"""Raw body chunks -> decoded bytes under a cap; bytes -> a JSON document.

Nothing that a server sends may take the loop or the memory down.
"""

import contextlib
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

__all__ = ["BodyReader", "DecodeProblem", "looks_like_html", "parse_json"]

_STEP = 256 * 1024


class DecodeProblem(ValueError):
    """The body is not what it says it is."""


@dataclass(slots=True)
class BodyReader:
    """Collects a body chunk by chunk.

    gzip is undone as it arrives and stops at the cap: what a bomb would unpack to is never made. Once a body
    turns out not to be gzip, or bears another encoding, the raw bytes are kept instead.
    """

    encoding: str
    cap: int
    problem: str = ""
    truncated: bool = False
    _raw: list[bytes] = field(default_factory=list)
    _raw_size: int = 0
    _out: list[bytes] = field(default_factory=list)
    _out_size: int = 0
    _gzip: Any = None
    _ended: bool = False

    def __post_init__(self) -> None:
        encoding = self.encoding.strip().lower()
        if encoding in ("gzip", "x-gzip"):
            self._gzip = zlib.decompressobj(wbits=31)
        elif encoding not in ("", "identity"):
            self.problem = f"the body is encoded as {encoding[:40]!r}, which was not asked for"

    @property
    def full(self) -> bool:
        """Tell whether nothing more should be read."""
        return self.truncated

    def feed(self, chunk: bytes) -> None:
        """Take the next raw bytes."""
        if self.truncated:
            return
        if self._gzip is None or self.problem:
            self._keep_raw(chunk)
            return
        if self._out_size == 0:
            self._keep_raw(chunk)  # should it prove not to be gzip, this is what there is to keep
        try:
            self._unpack(chunk)
        except zlib.error as error:
            self.problem = f"the body is labelled gzip but is not: {error}"

    def _keep_raw(self, chunk: bytes) -> None:
        room = self.cap - self._raw_size
        self._raw.append(chunk[:room])
        self._raw_size += min(len(chunk), room)
        if len(chunk) > room:
            self._over()

    def _over(self) -> None:
        self.truncated = True
        self.problem = self.problem or f"the body is larger than the cap of {self.cap / 1e6:g} MB"

    def _unpack(self, chunk: bytes) -> None:
        pending = chunk
        while pending and not self.truncated:
            if self._gzip.eof:  # another member follows, or padding
                if not pending.strip(b"\0"):
                    return
                self._gzip = zlib.decompressobj(wbits=31)
            room = self.cap - self._out_size
            out = self._gzip.decompress(pending, min(_STEP, room + 1))
            pending = self._gzip.unused_data if self._gzip.eof else self._gzip.unconsumed_tail
            if len(out) > room:
                out = out[:room]
                self._over()
            self._out.append(out)
            self._out_size += len(out)

    def finish(self, whole: bool) -> bytes:
        """Give the body; `whole` says whether the other side ended it properly."""
        if self._gzip is None or (self.problem and not self._out):
            return b"".join(self._raw)
        if whole and not self.truncated and not self.problem and self._raw_size and not self._gzip.eof:
            self.truncated = True
            self.problem = "the gzip body ends too soon"
        return b"".join(self._out)


def looks_like_html(body: bytes, content_type: str) -> bool:
    """Tell whether the body is a page: by its label, or by its first character where the label does not say JSON."""
    kind = content_type.lower()
    if "html" in kind:
        return True
    return "json" not in kind and body[:256].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def _encodings(body: bytes, content_type: str) -> Iterator[str]:
    """Give what the body may be encoded as, the likeliest first: JSON's own rule, then the label."""
    found = json.detect_encoding(body)
    yield "utf-8-sig" if found == "utf-8" else found
    charset = content_type.lower().partition("charset=")[2].split(";")[0].strip(" \"'")
    if charset:
        yield charset


def _decode(body: bytes, content_type: str) -> str:
    for encoding in _encodings(body, content_type):
        with contextlib.suppress(LookupError, ValueError):
            return body.decode(encoding)
    return body.decode("utf-8", errors="replace")


def parse_json(body: bytes, content_type: str = "") -> Any:
    """Give the document, NaN and infinities as null; whatever cannot be parsed raises DecodeProblem."""
    if not body.strip():
        raise DecodeProblem("the body is empty")
    try:
        return json.loads(_decode(body, content_type), parse_constant=lambda _: None)
    except RecursionError:
        raise DecodeProblem("the JSON is nested too deep") from None
    except ValueError as error:
        kind = "an HTML page" if looks_like_html(body, content_type) else f"not JSON ({error})"
        raise DecodeProblem(f"the body is {kind}") from None
