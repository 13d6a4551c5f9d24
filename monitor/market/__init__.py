"""An item and a window enter; bars, sessions and a consensus reference leave."""

from monitor.market.series import Bar, Bars, DailyClose, MinuteSeries, Reference
from monitor.market.sources.base import REASONS, Source

__all__ = ["REASONS", "Bar", "Bars", "DailyClose", "MinuteSeries", "Reference", "Source"]
