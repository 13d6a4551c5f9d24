"""A symbol and a window enter; final bars leave, or a SourceError with its reason."""

from monitor.market.sources.base import REASONS, Source

__all__ = ["REASONS", "Source"]
