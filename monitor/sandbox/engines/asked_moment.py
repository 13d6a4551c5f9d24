"""An engine that answers the question as put."""

from datetime import datetime, timedelta

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine


@ENGINES.add
class AskedMoment(Engine):
    """The price at the asked moment exactly, once that has passed; without one, or before it, 20 s back."""

    name = "asked_moment"
    title = "the asked moment exactly"

    def moment(self, ask: Ask) -> datetime:
        """Give the asked moment."""
        recent = ask.received_at - timedelta(seconds=20)
        return ask.asked_at if ask.asked_at is not None and ask.asked_at <= ask.received_at else recent
