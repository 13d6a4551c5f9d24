"""Anthropic's Messages (``POST /v1/messages``)."""

from collections.abc import Iterator, Mapping
from typing import Any

from monitor.sandbox.models._base import MODELS, Heard, ModelFormat, Turn, Usage, given, text_in


@MODELS.add
class AnthropicMessages(ModelFormat):
    """Blocks in messages; arguments are objects, so that broken ones cannot be sent as such."""

    name = "anthropic_messages"
    path = "/messages"

    def heard(self, body: Mapping[str, Any]) -> Heard:
        """Give what ``messages`` and ``tools`` hold."""
        said = body.get("messages") or []
        first = next((one.get("content") for one in said if one.get("role") == "user"), "")
        return Heard(
            text_in(first),
            tuple(_results(said)),
            sum(one.get("role") == "assistant" for one in said),
            tuple(one["name"] for one in body.get("tools") or []),
            body,
        )

    def answer(self, turn: Turn, usage: Usage, number: int) -> dict[str, Any]:
        """Give a ``message``."""
        content: list[dict[str, Any]] = [
            {"type": "tool_use", "id": f"toolu_{number}_{n}", "name": name, "input": given(arguments)}
            for n, (name, arguments) in enumerate(turn.calls)
        ]
        if turn.text and turn.kind != "refuse":
            content.insert(0, {"type": "text", "text": turn.text})
        reason = "max_tokens" if turn.cut else "tool_use" if turn.calls else "end_turn"
        return {
            "id": f"msg_{number}",
            "type": "message",
            "role": "assistant",
            "model": "scripted",
            "content": [] if turn.kind == "refuse" else content,
            "stop_reason": "refusal" if turn.kind == "refuse" else reason,
            "stop_sequence": None,
            "usage": {"input_tokens": usage[0], "output_tokens": usage[1]},
        }


def _results(said: list[dict[str, Any]]) -> Iterator[str]:
    for one in said:
        content = one.get("content")
        for block in content if isinstance(content, list) else []:
            if block.get("type") == "tool_result":
                yield text_in(block.get("content"))
