"""OpenAI's Responses (``POST /v1/responses``)."""

from collections.abc import Mapping
from typing import Any

from monitor.sandbox.models._base import CREATED, MODELS, Heard, ModelFormat, Turn, Usage, text_in


@MODELS.add
class OpenAiResponses(ModelFormat):
    """Items of types; calls are items beside the messages, and the end at a limit is a status."""

    name = "openai_responses"
    path = "/responses"

    def heard(self, body: Mapping[str, Any]) -> Heard:
        """Give what ``input`` and ``tools`` hold."""
        said = body.get("input") or []
        if isinstance(said, str):
            said = [{"role": "user", "content": said}]
        first = next((one.get("content") for one in said if one.get("role") == "user"), "")
        spoken = [one for one in said if one.get("type") == "function_call" or one.get("role") == "assistant"]
        return Heard(
            text_in(first),
            tuple(text_in(one.get("output")) for one in said if one.get("type") == "function_call_output"),
            len(spoken),
            tuple(one["name"] for one in body.get("tools") or [] if "name" in one),
            body,
        )

    def answer(self, turn: Turn, usage: Usage, number: int) -> dict[str, Any]:
        """Give a ``response``."""
        state = "incomplete" if turn.cut else "completed"
        output: list[dict[str, Any]] = [
            {
                "type": "function_call",
                "id": f"fc_{number}_{n}",
                "call_id": f"call_{number}_{n}",
                "name": name,
                "arguments": arguments,
                "status": state,
            }
            for n, (name, arguments) in enumerate(turn.calls)
        ]
        if not turn.calls:
            part = {"type": "output_text", "text": turn.text, "annotations": []}
            if turn.kind == "refuse":
                part = {"type": "refusal", "refusal": turn.text or "I cannot help with that."}
            output = [
                {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": state, "content": [part]}
            ]
        return {
            "id": f"resp_{number}",
            "object": "response",
            "created_at": CREATED,
            "model": "scripted",
            "status": state,
            "incomplete_details": {"reason": "max_output_tokens"} if turn.cut else None,
            "error": None,
            "instructions": None,
            "metadata": {},
            "output": output,
            "parallel_tool_calls": False,
            "temperature": 1.0,
            "tool_choice": "auto",
            "tools": [],
            "top_p": 1.0,
            "usage": {
                "input_tokens": usage[0],
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": usage[1],
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": sum(usage),
            },
        }
