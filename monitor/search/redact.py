"""Keys out of everything that is kept: by value in every form that a key takes on, and by the name beside it."""

import base64
import html
import json
import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, quote_plus

__all__ = ["MASK", "LogFilter", "Redactor"]

MASK = "***"
_MIN_CHARS = 6  # a shorter "key" is a placeholder such as `x`, and would black out ordinary words
_MIN_FRAGMENT = 8

_NAMES = (
    r"(?:x[-_])?api[-_]?keys?|apikey|x[-_]subscription[-_]token|x[-_]rapidapi[-_]key|x[-_]goog[-_]api[-_]key|subscription[-_]key"
    r"|access[-_]?token|auth[-_]?token|client[-_]?secret|secret[-_]?key|secret|password|passwd"
)
_HEADER_NAME = re.compile(
    r"^(?:(?:proxy-)?authorization|(?:set-)?cookie|.*(?:api-?key|apikey|token|secret|password|rapidapi-key))$", re.I)
_FIELD_NAME = re.compile(rf"^(?:authorization|cookie|token|{_NAMES})$", re.I)
_IN_QUERY = re.compile(rf"(?i)(?<![A-Za-z0-9_-])({_NAMES}|token|key)(=)([^&\s\"'<>#;,)]+)")
_IN_HEADER = re.compile(
    rf"(?i)(?<![A-Za-z0-9_-])((?:proxy-)?authorization|cookie|set-cookie|(?:{_NAMES}))([\"']?\s*:\s*(?:b(?=[\"']))?[\"']?)"
    r"((?:bearer|basic|bot|token)\s+)?([^\s\"',;}&]{4,})")
_BEARER = re.compile(r"(?i)\b(bearer|basic)(\s+)([A-Za-z0-9._~+/=-]{8,})")
_USER_INFO = re.compile(r"(\w+://)([^/\s@:]+:[^/\s@]+)@")


def _base64_fragments(secret: bytes) -> set[str]:
    """Give what is constant of the base64 of any text that holds `secret`, at each of the three alignments."""
    found = set()
    for shift in range(3):
        whole = base64.b64encode(b"\0" * shift + secret).decode().rstrip("=")
        lead = (0, 2, 3)[shift]  # characters that also depend on the bytes before
        tail = (len(secret) + shift) % 3  # a last group that also depends on the bytes after
        fragment = whole[lead:-1] if tail else whole[lead:]
        if len(fragment) >= _MIN_FRAGMENT:
            found |= {fragment, fragment.replace("+", "-").replace("/", "_"), quote(fragment, safe="")}
    return found


def _forms(secret: str) -> set[str]:
    quoted = {quote(secret, safe=""), quote_plus(secret), quote(secret)}
    written = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    written |= {json.dumps(one)[1:-1] for one in written}  # JSON that quotes JSON, as an echoed request body does
    written |= {repr(secret)[1:-1], repr(secret.encode())[2:-1]}  # Python's, as in the debug lines of HTTP libraries
    found = {secret, html.escape(secret), secret.replace("/", "\\/")} | written
    found |= quoted | {re.sub(r"%[0-9A-F]{2}", lambda match: match.group().lower(), one) for one in quoted}
    found |= {quote(one, safe="") for one in quoted} | {secret.encode().hex(), secret.encode().hex().upper()}
    for one in {secret, *quoted, *written}:  # a gateway that quotes an address or a body may encode it as a whole
        found |= _base64_fragments(one.encode())
    return found


class Redactor:
    """Replaces keys. Made from the values of all keys that the program may hold, so that any is found anywhere."""

    def __init__(self, secrets: Iterable[str]) -> None:
        known = {secret.strip() for secret in secrets}
        forms: set[str] = set()
        for secret in known:
            if len(secret) >= _MIN_CHARS:
                forms |= _forms(secret)
        self._forms = sorted(forms, key=len, reverse=True)  # the longest first, so that no part of one is left over
        wide = ("utf-16-le", "utf-16-be")  # a body may state any charset
        self._bytes = [form.encode(kind) for kind in ("utf-8", *wide) for form in self._forms]

    @classmethod
    def from_env(cls, names: Iterable[str], env: Mapping[str, str]) -> "Redactor":
        """Give a redactor of the values that these variables have."""
        return cls(env[name] for name in names if env.get(name))

    def __repr__(self) -> str:
        """Show no key."""
        return f"Redactor({len(self._forms)} forms)"

    def values(self, text: str) -> str:
        """Give the text with every known key replaced, wherever it stands."""
        for form in self._forms:
            if form in text:
                text = text.replace(form, MASK)
        return text

    def text(self, text: str) -> str:
        """Give the text with known keys replaced, and whatever stands where a key usually does."""
        text = self.values(text)
        text = _USER_INFO.sub(rf"\1{MASK}@", text)
        text = _IN_QUERY.sub(rf"\1\2{MASK}", text)
        text = _IN_HEADER.sub(lambda match: f"{match[1]}{match[2]}{match[3] or ''}{MASK}", text)
        return _BEARER.sub(rf"\1\2{MASK}", text)

    def url(self, url: str) -> str:
        """Give the url without keys."""
        return self.text(url)

    def bytes(self, data: bytes) -> tuple[bytes, bool]:
        """Give the bytes with every known key overwritten by as many stars, and whether there was one.

        By value only: a page that a response quotes may rightly hold the words `token=`.
        """
        hit = False
        for form in self._bytes:
            if form in data:
                data, hit = data.replace(form, b"*" * len(form)), True
        return data, hit

    def headers(self, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Give headers by lower-case name, keys replaced; a repeated one is joined by a comma."""
        found: dict[str, str] = {}
        for raw_name, value in pairs:
            name = raw_name.lower()
            if _HEADER_NAME.match(name):
                scheme, _, rest = value.partition(" ")
                clean = f"{scheme} {MASK}" if rest and scheme.lower() in ("bearer", "basic", "bot") else MASK
            else:
                clean = self.values(value)
            found[name] = f"{found[name]}, {clean}" if name in found else clean
        return found

    def json(self, value: Any) -> Any:
        """Give the same nested value with keys replaced, also below a field that is named like one."""
        if isinstance(value, str):
            return self.values(value)
        if isinstance(value, Mapping):
            return {self.values(str(name)): MASK if isinstance(one, str) and _FIELD_NAME.match(str(name))
                    else self.json(one) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.json(one) for one in value]
        return value


class LogFilter(logging.Filter):
    """Rewrites log records: the HTTP libraries log whole URLs, and some APIs take their key there."""

    def __init__(self, redactor: Redactor) -> None:
        super().__init__()
        self.redactor = redactor

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace keys in the record's message; every record passes."""
        record.msg, record.args = self.redactor.text(record.getMessage()), None
        return True
