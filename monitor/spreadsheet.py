"""CSV cells that spreadsheets may open: every file and page that gives CSV writes its cells through this."""

from datetime import UTC, datetime
from typing import Any

__all__ = ["harmless"]


def harmless(value: Any) -> Any:
    """Give a cell that no spreadsheet takes for a formula: such a text gets an apostrophe before it.

    Moments become UTC ISO 8601, truth values ``true`` and ``false``.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r", "\n")):
        return "'" + value
    return value
