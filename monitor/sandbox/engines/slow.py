"""An engine that takes its time to answer."""

from datetime import datetime

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine, lognormal_s


@ENGINES.add
class Slow(Engine):
    """Answers after 3 s, with data a minute old when it was asked."""

    name = "slow"
    title = "1 min behind, 3 s to answer"

    def moment(self, ask: Ask) -> datetime:
        """Give a moment about a minute back."""
        return ask.received_at - lognormal_s(60, 0.3, self.normal(ask, "lag"))

    def latency_s(self, ask: Ask) -> float:
        """Take about three seconds."""
        return 2.7 + 0.6 * self.draw(ask, "latency")
