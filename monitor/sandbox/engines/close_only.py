"""An engine that knows only closes."""

from datetime import datetime, timedelta

from monitor.datasets import Asset
from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine
from monitor.sandbox.noise import EPOCH, seconds_of

_SETTLING_S = 600


@ENGINES.add
class CloseOnly(Engine):
    """The newest close, ten minutes after it: a stock's official one, 17:00 New York, or the UTC day's last price."""

    name = "close_only"
    title = "last close"

    def moment(self, ask: Ask) -> datetime:
        """Give the moment of the newest close."""
        second = seconds_of(ask.received_at) - _SETTLING_S
        if ask.item is None:
            return EPOCH + timedelta(seconds=second)
        return EPOCH + timedelta(seconds=self.market.last_close(ask.item.ticker, second)[0])

    def stated(self, ask: Ask, moment: datetime) -> datetime:
        """Give the close itself, where the price is that of the second before it."""
        stock = ask.item is not None and ask.item.asset is Asset.EQUITY
        return moment if stock else moment + timedelta(seconds=1)
