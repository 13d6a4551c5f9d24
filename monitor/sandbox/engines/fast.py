"""An engine that serves what the market did seconds ago."""

from datetime import datetime

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine, lognormal_s


@ENGINES.add
class Fast(Engine):
    """Median lag 20 s, nine in ten under 45 s."""

    name = "fast"
    title = "20 s behind"

    def moment(self, ask: Ask) -> datetime:
        """Give a moment some seconds back."""
        return ask.received_at - lognormal_s(20, 0.6, self.normal(ask, "lag"))
