"""An engine that keeps each item's answer for an hour."""

from datetime import datetime, timedelta

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine
from monitor.sandbox.noise import draw, seconds_of

_KEPT_S = 3600


@ENGINES.add
class Cached(Engine):
    """Renews an item once an hour, each at its own minute, so that the age grows from 15 s to an hour.

    A request for live content is 15 s behind.
    """

    name = "cached"
    title = "cache of 1 h"

    def moment(self, ask: Ask) -> datetime:
        """Give the moment at which the item's answer was put into the cache."""
        if ask.live:
            return ask.received_at - timedelta(seconds=15)
        key = ask.item.id if ask.item else ask.query
        phase_s = draw(self.seed, self.name, "phase", key) * _KEPT_S
        age_s = (seconds_of(ask.received_at) + ask.received_at.microsecond / 1e6 - phase_s) % _KEPT_S
        return ask.received_at - timedelta(seconds=15 + age_s)
