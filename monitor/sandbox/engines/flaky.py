"""An engine that fails now and then."""

from datetime import datetime

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine, lognormal_s

_FAULTS = ("500", "429", "html", "empty", "truncated", "503")


@ENGINES.add
class Flaky(Engine):
    """One answer in five is an error or empty; the others are 2 minutes behind."""

    name = "flaky"
    title = "2 min behind, one answer in five fails"

    def moment(self, ask: Ask) -> datetime:
        """Give a moment about two minutes back."""
        return ask.received_at - lognormal_s(120, 0.35, self.normal(ask, "lag"))

    def fault(self, ask: Ask) -> str | None:
        """Fail in one of six ways, at one time in five."""
        chance = self.draw(ask, "fault")
        return _FAULTS[int(chance / 0.2 * len(_FAULTS))] if chance < 0.2 else None
