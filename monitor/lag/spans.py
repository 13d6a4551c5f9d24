"""The spans that lag figures are kept of: each UTC day, and whole days up to now."""

from datetime import timedelta

__all__ = ["DAY", "WINDOWS", "watermark_name"]

DAY = "day"
WINDOWS = {"7d": timedelta(days=7), "30d": timedelta(days=30)}


def watermark_name(reader: str, policy: str) -> str:
    """Give the name of the note that says up to which grade the days were marked."""
    return f"kept:{reader}:{policy}"
