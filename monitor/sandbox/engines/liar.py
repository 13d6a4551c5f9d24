"""An engine that states a false time."""

from datetime import datetime, timedelta

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine, lognormal_s


@ENGINES.add
class Liar(Engine):
    """Half an hour behind, while its pages say that the price is of a few seconds ago."""

    name = "liar"
    title = "30 min behind, says now"

    def moment(self, ask: Ask) -> datetime:
        """Give a moment about half an hour back."""
        return ask.received_at - lognormal_s(1800, 0.15, self.normal(ask, "lag"))

    def stated(self, ask: Ask, moment: datetime) -> datetime:
        """Give a moment seconds ago."""
        return ask.received_at - timedelta(seconds=3 + 12 * self.draw(ask, "stated"))
