"""An engine whose index is some minutes behind."""

from datetime import datetime

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine, lognormal_s


@ENGINES.add
class FiveMin(Engine):
    """Median lag 5 minutes, nine in ten between 2.5 and 10."""

    name = "five_min"
    title = "5 min behind, spread"

    def moment(self, ask: Ask) -> datetime:
        """Give a moment some minutes back."""
        return ask.received_at - lognormal_s(300, 0.42, self.normal(ask, "lag"))
