"""The hits of a response enter; the price that an agent would take from them leaves."""

from typing import TYPE_CHECKING, Any

from monitor.reading.types import Kind, Price, Reader, Reading

if TYPE_CHECKING:
    from monitor.reading.rules import RulesReader

__all__ = ["Kind", "Price", "Reader", "Reading", "RulesReader"]


def __getattr__(name: str) -> Any:
    """Give the rules reader when it is first asked for: its patterns take a while to compile."""
    if name == "RulesReader":
        from monitor.reading.rules import RulesReader

        return RulesReader
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
