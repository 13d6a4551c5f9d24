"""A loopback server that speaks the OpenAI (Chat, Responses) and Anthropic (Messages) formats."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = dict[str, Any]


@dataclass
class Script:
    """What the server does: `answer` gives the report for a request's text; `faults` come first, one a request.

    A fault is ``429``, ``500``, ``401``, ``refuse``, ``cut``, ``bad json``, ``wrong schema`` or ``text``.
    """

    answer: Callable[[str], Answer]
    faults: list[str] = field(default_factory=list)
    got: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    delay_s: float = 0.0

    @property
    def asked(self) -> int:
        """Requests so far."""
        return len(self.got)


class ModelServer:
    """Runs while the block does."""

    def __init__(self, script: Script) -> None:
        self.script = script
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with lock:
                    script.got.append(body)
                    script.keys.append(self.headers.get("x-api-key") or self.headers.get("authorization") or "")
                    fault = script.faults.pop(0) if script.faults else ""
                    script.at_once += 1
                    script.most_at_once = max(script.most_at_once, script.at_once)
                if script.delay_s:
                    threading.Event().wait(script.delay_s)
                kind = next(k for k in ("chat", "responses", "messages") if k in self.path)
                status, said = respond(kind, body, fault, script)
                raw = json.dumps(said).encode()
                with lock:
                    script.at_once -= 1
                self.send_response(status)
                self.send_header("content-type", "application/json")
                if status == 429:
                    self.send_header("retry-after-ms", "5")
                    self.send_header("retry-after", "0")
                self.send_header("content-length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "ModelServer":
        """Start."""
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()


def text_of(kind: str, body: dict[str, Any]) -> str:
    """Give what the user said in the first message of a request."""
    messages = body["input"] if kind == "responses" else body["messages"]
    first = next(m for m in messages if m.get("role") == "user")["content"]
    return first if isinstance(first, str) else "".join(part.get("text", "") for part in first)


def respond(kind: str, body: dict[str, Any], fault: str, script: Script) -> tuple[int, dict[str, Any]]:
    if fault in ("429", "500", "401"):
        error = {"message": "no", "type": "rate_limit_error" if fault == "429" else "api_error", "code": None}
        return int(fault), {"error": error, "type": "error"}
    report = json.dumps(script.answer(text_of(kind, body)))
    if fault == "bad json":
        report = report[: len(report) // 2]
    if fault == "wrong schema":
        report = json.dumps({"price": "a lot"})
    return 200, {"chat": chat, "responses": responses, "messages": messages}[kind](report, fault)


def chat(report: str, fault: str) -> dict[str, Any]:
    call = {"id": "c1", "type": "function", "function": {"name": "report", "arguments": report}}
    message: dict[str, Any] = {"role": "assistant", "content": None, "tool_calls": [call]}
    reason = "tool_calls"
    if fault == "refuse":
        message, reason = {"role": "assistant", "content": None, "refusal": "I cannot help with that."}, "stop"
    if fault == "text":
        message, reason = {"role": "assistant", "content": "The price is 5."}, "stop"
    if fault == "cut":
        call["function"] = {"name": "report", "arguments": report[:20]}
        reason = "length"
    return {
        "id": "x", "object": "chat.completion", "created": 1796000000, "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
    }  # fmt: skip


def responses(report: str, fault: str) -> dict[str, Any]:
    output: list[dict[str, Any]] = [{
        "type": "function_call", "id": "f1", "call_id": "c1", "name": "report", "arguments": report,
        "status": "completed",
    }]  # fmt: skip
    status, details = "completed", None
    said = {"refuse": {"type": "refusal", "refusal": "I cannot."}, "text": {"type": "output_text", "text": "It is 5.",
            "annotations": []}}.get(fault)  # fmt: skip
    if said:
        output = [{"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [said]}]
    if fault == "cut":
        output[0]["arguments"], output[0]["status"] = report[:20], "incomplete"
        status, details = "incomplete", {"reason": "max_output_tokens"}
    return {
        "id": "r", "object": "response", "created_at": 1796000000, "model": "m", "status": status,
        "incomplete_details": details, "error": None, "instructions": None, "metadata": {}, "output": output,
        "parallel_tool_calls": False, "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0,
        "usage": {"input_tokens": 1000, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 100,
                  "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 1100},
    }  # fmt: skip


def messages(report: str, fault: str) -> dict[str, Any]:
    try:
        given = json.loads(report)
    except ValueError:
        given = {"asked": report}  # this format carries no broken JSON: the server would have failed itself
    content: list[dict[str, Any]] = [{"type": "tool_use", "id": "t1", "name": "report", "input": given}]
    reason = "tool_use"
    if fault == "refuse":
        content, reason = [], "refusal"
    if fault == "text":
        content, reason = [{"type": "text", "text": "It is 5."}], "end_turn"
    if fault == "cut":
        content, reason = [{"type": "tool_use", "id": "t1", "name": "report", "input": {}}], "max_tokens"
    return {
        "id": "x", "type": "message", "role": "assistant", "model": "m", "content": content, "stop_reason": reason,
        "stop_sequence": None, "usage": {"input_tokens": 1000, "output_tokens": 100},
    }  # fmt: skip
