"""The scripted models behind the server: a request enters; the reply of a script in the format asked for leaves."""

import asyncio
import hashlib
import json
import threading
from collections import Counter
from dataclasses import dataclass
from typing import Any

from monitor.sandbox.models import MODELS, Heard, ModelFormat, Turn
from monitor.sandbox.noise import pick
from monitor.sandbox.scripts import BEHAVIOURS, READERS, Behaviour
from monitor.sandbox.wire import Reply, Request, json_reply

__all__ = ["Played", "Stage"]

MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Played:
    """One request to a model and what it was answered."""

    script: str
    format: str
    heard: Heard
    turn: Turn
    tokens: tuple[int, int]
    """Tokens in and out as reported; none for an answer that never came."""


class Stage:
    """Plays scripts under ``/m/<script>/``; ``mixed`` draws one for each conversation, by the seed and its words."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._formats: dict[str, ModelFormat] = {kind.path: kind() for kind in MODELS.all().values()}
        self._scripts: dict[str, Behaviour] = {**BEHAVIOURS, **READERS}
        self._delays: dict[str, float] = {}
        self._came: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._played: list[Played] = []
        self._at_once = 0
        self.most_at_once = 0
        """The most requests that were being answered at one time."""

    def play(self, name: str, script: Behaviour, *, delay_s: float = 0.0) -> str:
        """Put a script on under a name; gives the path to it. An answer takes `delay_s`."""
        self._scripts[name], self._delays[name] = script, delay_s
        return f"/m/{name}"

    @property
    def played(self) -> list[Played]:
        """Every request so far."""
        with self._lock:
            return list(self._played)

    async def answer(self, request: Request, rest: str) -> Reply:
        """Give the reply to a request under ``/m/``."""
        name, _, path = rest.partition("/")
        speaks = next((one for end, one in self._formats.items() if f"/{path}".endswith(end)), None)
        if speaks is None or request.method != "POST" or (name != MIXED and name not in self._scripts):
            known = ", ".join((MIXED, *self._scripts))
            return json_reply({"error": f"no script {name!r} or format at /{path} here; scripts: {known}"}, 404)
        return await self._play(name, speaks, request)

    async def _play(self, name: str, speaks: ModelFormat, request: Request) -> Reply:
        body = request.json
        told = speaks.heard(body)
        heard = Heard(told.text, told.results, told.turns, told.tools, body, speaks.key(request))
        like = hashlib.sha256(f"{name} {speaks.name} {json.dumps(body, sort_keys=True)}".encode()).hexdigest()
        with self._lock:
            came = self._came[like]
            self._came[like] += 1
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if delay_s := self._delays.get(name, 0.0):
                await asyncio.sleep(delay_s)
            turn = self._script(name, heard)(heard, came)
            reply, tokens = speaks.reply(turn, heard)
        finally:
            with self._lock:
                self._at_once -= 1
        with self._lock:
            self._played.append(Played(name, speaks.name, heard, turn, tokens))
        return reply

    def _script(self, name: str, heard: Heard) -> Behaviour:
        if name != MIXED:
            return self._scripts[name]
        names = sorted(BEHAVIOURS)
        return BEHAVIOURS[names[pick(len(names), self._seed, "script", heard.text)]]

    def report(self) -> dict[str, Any]:
        """Give counts by script and format, and the tokens in all."""
        played = self.played
        return {
            "total": len(played),
            "by_script": dict(Counter(one.script for one in played)),
            "by_format": dict(Counter(one.format for one in played)),
            "input_tokens": sum(one.tokens[0] for one in played),
            "output_tokens": sum(one.tokens[1] for one in played),
        }
