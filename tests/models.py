"""A scripted model of the sandbox behind an address of its own."""

from datetime import UTC, datetime

from monitor.clock import VirtualClock
from monitor.sandbox.playing import Played
from monitor.sandbox.scripts import Behaviour
from monitor.sandbox.server import SandboxServer


class ModelServer:
    """Plays a script while the block runs; `url` is what the libraries get, with ``/v1`` for OpenAI's."""

    def __init__(self, script: Behaviour, delay_s: float = 0.0) -> None:
        self._server = SandboxServer(VirtualClock(datetime(2026, 11, 30, 15, 0, tzinfo=UTC)), 1, ())
        self._stage = self._server.world.models
        self._path = self._stage.play("test", script, delay_s=delay_s)

    def __enter__(self) -> "ModelServer":
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__(None, None, None)

    @property
    def url(self) -> str:
        return self._server.base_url + self._path

    @property
    def played(self) -> list[Played]:
        return self._stage.played

    @property
    def asked(self) -> int:
        return len(self.played)

    @property
    def most_at_once(self) -> int:
        return self._stage.most_at_once
