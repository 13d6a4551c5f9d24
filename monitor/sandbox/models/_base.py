"""The shape that every model format has: what a model was told, what it says, and the bytes of both."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from monitor.sandbox.plugins import Registry
from monitor.sandbox.wire import Reply, Request, json_reply

__all__ = ["CREATED", "MODELS", "Heard", "ModelFormat", "Turn", "given", "text_in"]

CREATED = 1_796_000_000
"""When every answer says it was made, in seconds since 1970: the same request gets the same bytes."""

Usage = tuple[int, int]
"""Tokens in and out."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One request as a model would understand it."""

    text: str
    """The first message of the user."""
    results: tuple[str, ...] = ()
    """What the tools that it called gave, in order."""
    turns: int = 0
    """How often it has spoken before."""
    tools: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    """The credential that came with it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a model does with a request.

    ``say`` a text, ``call`` tools (name and arguments as JSON text, which may be broken), ``refuse``, answer with an
    ``error`` status, ``hang`` until the client leaves, or send a body that is no JSON (``broken``). `cut` ends a text
    or a call at the limit of tokens.
    """

    kind: Literal["say", "call", "refuse", "error", "hang", "broken"]
    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()
    cut: bool = False
    status: int = 500
    retry_after_s: float | None = None
    usage: Usage | None = None
    """Tokens in and out; left out, a quarter of the characters of each."""


class ModelFormat:
    """One provider's requests and answers."""

    name = ""
    path = ""
    """The end of the request's path, under the base address that its library is given."""

    def heard(self, body: Mapping[str, Any]) -> Heard:
        """Give a request as a model would understand it."""
        raise NotImplementedError

    def answer(self, turn: Turn, usage: Usage, number: int) -> dict[str, Any]:
        """Give the body of a turn that is no error; `number` tells ids of one conversation apart."""
        raise NotImplementedError

    def error(self, status: int) -> dict[str, Any]:
        """Give the body of an error."""
        kind = {429: "rate_limit_error", 401: "authentication_error"}.get(status, "api_error")
        return {"error": {"message": f"the sandbox answers {status}", "type": kind, "code": None}, "type": "error"}

    def key(self, request: Request) -> str:
        """Give the credential that a request carries, or nothing."""
        return request.headers.get("x-api-key") or request.headers.get("authorization", "").removeprefix("Bearer ")

    def reply(self, turn: Turn, heard: Heard) -> tuple[Reply, Usage]:
        """Give the reply of a turn, and the tokens that it reports."""
        said = len(turn.text) + sum(len(name) + len(arguments) for name, arguments in turn.calls)
        usage = turn.usage or (len(json.dumps(heard.body)) // 4, said // 4 + 5)
        if turn.kind == "error":
            named: dict[str, str] = {}
            if turn.retry_after_s is not None:
                named = {"Retry_After": f"{turn.retry_after_s:g}", "Retry_After_Ms": f"{turn.retry_after_s * 1000:g}"}
            return json_reply(self.error(turn.status), turn.status, **named), (0, 0)
        reply = json_reply(self.answer(turn, usage, heard.turns))
        if turn.kind == "hang":
            return Reply(200, b"", {}, "hang"), (0, 0)
        if turn.kind == "broken":
            return Reply(200, reply.body[: len(reply.body) // 2], reply.headers), (0, 0)
        return reply, usage


def text_in(content: object) -> str:
    """Give the text of a message's content: text itself, or a list of parts."""
    if isinstance(content, Sequence) and not isinstance(content, str):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def given(arguments: str) -> dict[str, Any]:
    """Give arguments as an object, for formats that carry no broken JSON."""
    try:
        found = json.loads(arguments)
    except ValueError:
        return {"unreadable": arguments}
    return found if isinstance(found, dict) else {"unreadable": found}


MODELS: Registry[type[ModelFormat]] = Registry(__package__)
