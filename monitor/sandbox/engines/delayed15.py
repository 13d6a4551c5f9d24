"""An engine with an exchange's delayed feed."""

from datetime import datetime, timedelta

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine


@ENGINES.add
class Delayed15(Engine):
    """15 minutes behind, and up to 90 s more."""

    name = "delayed15"
    title = "15 min behind"

    def moment(self, ask: Ask) -> datetime:
        """Give a moment a quarter of an hour back."""
        return ask.received_at - timedelta(seconds=900 + 90 * self.draw(ask, "lag"))
