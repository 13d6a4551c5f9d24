"""OpenAI's Chat Completions (``POST /v1/chat/completions``)."""

from collections.abc import Mapping
from typing import Any

from monitor.sandbox.models._base import CREATED, MODELS, Heard, ModelFormat, Turn, Usage, text_in


@MODELS.add
class OpenAiChat(ModelFormat):
    """Messages of roles; calls stand in ``tool_calls``, a refusal in a field of its own."""

    name = "openai_chat"
    path = "/chat/completions"

    def heard(self, body: Mapping[str, Any]) -> Heard:
        """Give what ``messages`` and ``tools`` hold."""
        said = body.get("messages") or []
        first = next((one.get("content") for one in said if one.get("role") == "user"), "")
        return Heard(
            text_in(first),
            tuple(text_in(one.get("content")) for one in said if one.get("role") == "tool"),
            sum(one.get("role") == "assistant" for one in said),
            tuple(one["function"]["name"] for one in body.get("tools") or []),
            body,
        )

    def answer(self, turn: Turn, usage: Usage, number: int) -> dict[str, Any]:
        """Give a ``chat.completion``."""
        message: dict[str, Any] = {"role": "assistant", "content": turn.text or None}
        if turn.calls:
            message["tool_calls"] = [
                {"id": f"call_{number}_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
                for n, (name, arguments) in enumerate(turn.calls)
            ]
        if turn.kind == "refuse":
            message = {"role": "assistant", "content": None, "refusal": turn.text or "I cannot help with that."}
        if turn.kind == "say" and not turn.text:
            message["content"] = ""
        return {
            "id": f"chatcmpl-{number}",
            "object": "chat.completion",
            "created": CREATED,
            "model": "scripted",
            "choices": [
                {
                    "index": 0,
                    "message": message,
                    "finish_reason": "length" if turn.cut else "tool_calls" if turn.calls else "stop",
                }
            ],
            "usage": {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)},
        }
