"""The hits of a response enter; the price that an agent would take from them leaves."""

from monitor.reading.rules import RulesReader
from monitor.reading.types import Kind, Price, Reader, Reading

__all__ = ["Kind", "Price", "Reader", "Reading", "RulesReader"]
