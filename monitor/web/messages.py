"""The kept messages of a question's run enter; who said what leaves, for the page and `monitor nightly`. Pure."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

__all__ = ["spoken"]

WHO = {
    "system-prompt": "instructions",
    "user-prompt": "asked",
    "text": "model",
    "tool-call": "model calls {tool}",
    "tool-return": "{tool} gives",
    "retry-prompt": "refused",
    "thinking": "model thinks",
}
"""Parts of messages as pydantic-ai names them, in our words."""


def spoken(messages: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Give who said what, of the messages of a model's run or of the baseline's notes.

    A message of a shape that is not known is given as its JSON.
    """
    for message in messages:
        if not isinstance(message, Mapping):
            yield "message", _json(message)
            continue
        kind = message.get("kind")
        if kind == "search":
            yield f"search: {message.get('query', '')}", _found(message)
        elif kind == "figure":
            yield (f"figure {message.get('text', '')} (score {message.get('score', '-')})",
                   f"{message.get('url', '')}: {message.get('sentence', '')}")  # fmt: skip
        elif kind == "worked out":
            yield (f"worked out: {message.get('operation', '')}",
                   f"{message.get('part', '')} {message.get('text', '')}".strip())  # fmt: skip
        elif not isinstance(message.get("parts"), list):
            yield str(kind or message.get("role") or "message"), _json(message)
        else:
            yield from (_part(part) for part in message["parts"])


def _found(message: Mapping[str, Any]) -> str:
    hits = message.get("hits") or ()
    rows = "\n".join(f"{one.get('url', '')}  {one.get('title', '')}: {one.get('snippet', '')}" for one in hits)
    return str(message.get("fault") or rows or "no results")


def _part(part: Any) -> tuple[str, str]:
    if not isinstance(part, Mapping):
        return "message", _json(part)
    kind, content = str(part.get("part_kind", "")), part.get("content", part.get("args", ""))
    who = WHO.get(kind, kind or "message").replace("{tool}", str(part.get("tool_name") or "a tool"))
    return who, content if isinstance(content, str) else _json(content)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)
