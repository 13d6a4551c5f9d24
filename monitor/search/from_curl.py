"""A curl command, as an API's documentation prints it -> the table that sends the same request. Pure.

Keys never get into the table: what looks like one becomes ``{key}``, and its value is handed over apart.
"""

import base64
import json
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, unquote_plus, urlsplit

from monitor.errors import ConfigError

__all__ = ["CurlRequest", "Draft", "draft_table", "parse_curl"]

_WITH_VALUE = {"-X": "request", "--request": "request", "-H": "header", "--header": "header", "--url": "url",
               "-d": "data", "--data": "data", "--data-raw": "raw", "--data-binary": "data", "--data-ascii": "data",
               "--data-urlencode": "encode", "--json": "json", "-u": "user", "--user": "user"}  # fmt: skip
_IGNORED_VALUE = {"-A", "--user-agent", "-o", "--output", "-m", "--max-time", "--connect-timeout", "-e", "--referer",
                  "-b", "--cookie", "-w", "--write-out", "--retry", "-c", "--cookie-jar", "-x", "--proxy"}  # fmt: skip
_REFUSED = {"-F", "--form", "-T", "--upload-file", "-K", "--config"}
_OURS = re.compile(r"^(accept|accept-encoding|user-agent|content-type|content-length|host|connection|cookie|origin"
                   r"|referer|sec-.*|dnt|priority)$", re.I)  # fmt: skip
_KEY_NAME = re.compile(r"(authorization|api[-_]?key|token|secret|passw|subscription|[-_]key$|^key$)", re.I)
_VARIABLE = re.compile(r"\$\{?([A-Za-z_]\w*)\}?$")
_STAND_IN = re.compile(r"^(<.*>|\[.*\]|x{3,}|\*+|\.{3}|.*(your|my|api)[-_ ]?(api|key|token|secret).*)$", re.I)
_RANDOM = re.compile(r"^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9_\-./+=]{24,}$")
_QUERY_NAMES = ("q", "query", "search_query", "objective", "question", "search", "search_term", "keywords", "keyword",
                "text", "prompt", "input", "term", "search_queries", "queries")  # fmt: skip
_SCHEMES = ("bearer", "basic", "token", "bot")


@dataclass(frozen=True, slots=True, repr=False)
class CurlRequest:
    """The request of a command. It may hold a key: it is never kept, logged or printed."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: str | None

    def __repr__(self) -> str:
        """Show nothing of what may hold a key."""
        return f"CurlRequest({self.method})"


@dataclass(slots=True, repr=False)
class Draft:
    """A table without `hits` and `expect`, and the values of its variables that the command held."""

    table: dict[str, Any]
    secrets: dict[str, str] = field(default_factory=dict)
    query: str = ""
    """What the command asked for."""

    def __repr__(self) -> str:
        """Show no secret."""
        return f"Draft({self.table!r})"


def _wrong(what: str, remedy: str = "paste the whole command, beginning with curl") -> ConfigError:
    return ConfigError(what, "the curl command", remedy)


def parse_curl(text: str) -> CurlRequest:
    """Give the request that a curl command sends; ConfigError where it is none, or does what a table cannot say."""
    joined = re.sub(r"[\\^]\r?\n", " ", text.strip())
    try:
        words = shlex.split(re.sub(r"(?<!\S)\$'", "'", joined))
    except ValueError as error:
        raise _wrong(f"its quotes do not match: {error}") from None
    if not words or words[0].rpartition("/")[2] != "curl":
        raise _wrong("this is no curl command")
    return _collect(_options(words[1:]))


def _options(words: list[str]) -> list[tuple[str, str]]:
    """Give what the words say, as (meaning, value)."""
    said: list[tuple[str, str]] = []
    left = list(words)
    while left:
        word = left.pop(0)
        if not word.startswith("-") or word == "-":
            said.append(("url", word))
            continue
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if not word.startswith("--") and len(word) > 2 and word[:2] in {*_WITH_VALUE, *_IGNORED_VALUE, *_REFUSED}:
            name, equals, value = word[:2], "=", word[2:]
        if name in _REFUSED:
            raise _wrong(f"{name} is something that a table cannot say", "write a class: docs/search-apis.md")
        if name in _WITH_VALUE or name in _IGNORED_VALUE:
            if not equals and not left:
                raise _wrong(f"{name} has no value")
            value = value if equals else left.pop(0)
            if name in _WITH_VALUE:
                said.append((_WITH_VALUE[name], value))
        elif name in ("-G", "--get") or (not word.startswith("--") and "G" in word):
            said.append(("get", ""))
    return said


def _collect(said: list[tuple[str, str]]) -> CurlRequest:
    urls = [value for what, value in said if what == "url"]
    if len(urls) != 1:
        raise _wrong(f"it names {len(urls)} addresses", "it takes exactly one")
    headers = [_header(value) for what, value in said if what == "header"]
    headers += [("Authorization", "Basic " + base64.b64encode(value.encode()).decode())
                for what, value in said if what == "user"]  # fmt: skip
    parts = [_encoded(value) if what == "encode" else value
             for what, value in said if what in ("data", "raw", "json", "encode")]  # fmt: skip
    if any(what == "data" and value.startswith("@") for what, value in said):
        raise _wrong("its data is in a file", "put the data into the command")
    get = any(what == "get" for what, _ in said)
    url = urls[0] if "://" in urls[0] else f"https://{urls[0]}"
    if get and parts:
        url, parts = url + ("&" if "?" in url else "?") + "&".join(parts), []
    stated = next((value.upper() for what, value in said if what == "request"), "")
    method = stated or ("POST" if parts else "GET")
    if method not in ("GET", "POST"):
        raise _wrong(f"its method is {method}", "only GET and POST are known")
    return CurlRequest(method, url, tuple(headers), "&".join(parts) if parts else None)


def _header(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip(), value.strip()


def _encoded(text: str) -> str:
    name, equals, value = text.partition("=")
    return f"{name}={quote(value, safe='')}" if equals else quote(text, safe="")


class _Keys:
    """Takes keys out of values and remembers them by variable."""

    def __init__(self, name: str) -> None:
        self._default = f"{name.upper()}_API_KEY"
        self.env: str | None = None
        self.vars: dict[str, str] = {}
        self.secrets: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def taken(self, name: str, value: str) -> str:
        """Give the template of a value that is a key."""
        scheme, blank, rest = value.partition(" ")
        lead = f"{scheme} " if blank and scheme.lower() in _SCHEMES else ""
        secret = rest.strip() if lead else value
        if secret in self._known:
            return f"{lead}{{{self._known[secret]}}}"
        variable = _VARIABLE.match(secret)
        if self.env is None:
            placeholder, self.env = "key", variable[1] if variable else self._default
            owner = self.env
        else:
            placeholder = re.sub(r"\W+", "_", name.lower()).strip("_") or "other"
            owner = variable[1] if variable else f"{self._default.removesuffix('API_KEY')}{placeholder.upper()}"
            self.vars[placeholder] = owner
        self._known[secret] = placeholder
        if variable is None and not _STAND_IN.match(secret):
            self.secrets[owner] = secret
        return f"{lead}{{{placeholder}}}"

    def is_key(self, name: str, value: Any) -> bool:
        """Tell whether a value is one by its name, or by its look."""
        return isinstance(value, str) and bool(value) and bool(_KEY_NAME.search(name) or _RANDOM.match(value))


def draft_table(request: CurlRequest, name: str, query: str | None = None) -> Draft:
    """Give the table that sends the request, its words replaced by ``{query}`` and its keys by placeholders.

    `query` are the words as they stand in the command; without them, a field that is called like one is taken.
    """
    keys = _Keys(name)
    split = urlsplit(request.url)
    params = dict(parse_qsl(split.query, keep_blank_values=True))
    body, body_format = _body(request)
    headers = {one: value for one, value in request.headers if not _OURS.match(one)}
    words = query if query is not None else _words(params) or _words(body)
    path = unquote_plus(split.path)
    if not words or not (_holds(params, words) or _holds(body, words) or words in path):
        raise _wrong("no field of it holds the words that are searched for", "name them, as they stand in it: --query")

    def template(field_name: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {one: template(str(one), inner) for one, inner in value.items() if inner is not None}
        if isinstance(value, list):
            return [template(field_name, inner) for inner in value if inner is not None]
        if not isinstance(value, str):
            return value
        if words in value:
            return "{query}".join(_literal(part) for part in value.split(words))
        return keys.taken(field_name, value) if keys.is_key(field_name, value) else _literal(value)

    table: dict[str, Any] = {"method": request.method, "url": f"{split.scheme}://{split.netloc}"}
    in_path = words in path and not _holds(params, words) and not _holds(body, words)
    table["url"] += "{query}".join(_quoted(part) for part in path.split(words)) if in_path else _literal(split.path)
    found = {
        "headers": {one: keys.taken(one, value) if keys.is_key(one, value) else _literal(value)
                    for one, value in headers.items()},
        "query": template("", params),
        "body": None if body is None else template("", body),
    }  # fmt: skip
    table |= {part: value for part, value in found.items() if value}
    if body is not None and body_format == "form":
        table["body_format"] = "form"
    lead: dict[str, Any] = {"env": keys.env} if keys.env else {}
    if keys.vars:
        lead["vars"] = {placeholder: [variable] for placeholder, variable in keys.vars.items()}
    return Draft(lead | table, keys.secrets, words)


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _quoted(text: str) -> str:
    return _literal(quote(text))


def _body(request: CurlRequest) -> tuple[dict[str, Any] | None, str]:
    if request.body is None or request.method == "GET":
        return None, "json"
    try:
        found = json.loads(request.body)
    except ValueError:
        return dict(parse_qsl(request.body, keep_blank_values=True)), "form"
    if not isinstance(found, dict):
        raise _wrong("its data is JSON, but no object", "a table's body is an object; write a class")
    return found, "json"


def _walk(value: Any, visit: Callable[[str, str], bool], name: str = "") -> bool:
    """Visit every text with the name of its field until one says yes."""
    if isinstance(value, Mapping):
        return any(_walk(inner, visit, str(one)) for one, inner in value.items())
    if isinstance(value, list):
        return any(_walk(inner, visit, name) for inner in value)
    return isinstance(value, str) and visit(name, value)


def _words(value: Any) -> str:
    """Give the text of the first field that is called like a query, in the order of the names."""
    for wanted in _QUERY_NAMES:
        found: list[str] = []

        def visit(name: str, text: str, wanted: str = wanted, found: list[str] = found) -> bool:
            if name.lower() == wanted and text:
                found.append(text)
            return bool(found)

        if _walk(value, visit):
            return found[0]
    return ""


def _holds(value: Any, words: str) -> bool:
    return _walk(value, lambda _, text: words in text)
