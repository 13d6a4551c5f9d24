"""Moments, lengths of time, money and figures as people read them; the same on pages and in the terminal."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

__all__ = ["ago", "did", "iso", "money", "ms", "number", "size", "span"]

_JOBS = {"kept": "figures kept", "kept_probes": "probes in them", "kept_left": "figures still to keep",
         "waiting": "waiting for prices", "pull": "pulled"}  # fmt: skip
"""What a job counts, where its own word would tell a stranger nothing."""


def iso(at: datetime | None) -> str | None:
    """Give a moment as UTC ISO 8601 with ``Z``; to the millisecond where it is not a whole second."""
    if at is None:
        return None
    at = at.astimezone(UTC)
    return at.isoformat(timespec="milliseconds" if at.microsecond else "seconds").replace("+00:00", "Z")


def span(seconds: float | None) -> str:
    """Give a length of time in its largest two units: ``12 ms``, ``4.2 s``, ``5 min``, ``2 h 05 min``, ``3 d 4 h``."""
    if seconds is None:
        return "-"
    sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
    if seconds == 0:
        return "0 s"
    if seconds < 1:
        return f"{sign}{seconds * 1000:.0f} ms"
    if seconds < 59.95:
        return f"{sign}{seconds:.1f}".removesuffix(".0") + " s"
    whole = round(seconds)
    if whole < 3600:
        minutes, rest = divmod(whole, 60)
        return f"{sign}{minutes} min" + (f" {rest:02d} s" if rest else "")
    if whole < 86_400:
        hours, minutes = divmod(round(whole / 60), 60)
        return f"{sign}{hours} h" + (f" {minutes:02d} min" if minutes else "")
    days, hours = divmod(round(whole / 3600), 24)
    return f"{sign}{days} d" + (f" {hours} h" if hours else "")


def ms(value: float | None) -> str:
    """Give milliseconds as ``0.3 ms``, ``412 ms``, or from a second on as `span` does."""
    if value is None:
        return "-"
    return span(value / 1000) if abs(value) >= 1000 else f"{value:.0f} ms" if abs(value) >= 100 else f"{value:.1f} ms"


def ago(at: datetime | None, now: datetime) -> str:
    """Give how far `at` lies from `now`: ``5 min ago``, ``in 2 h``."""
    if at is None:
        return "never"
    seconds = (now - at).total_seconds()
    return f"{span(seconds)} ago" if seconds >= 0 else f"in {span(-seconds)}"


def money(usd: float | None) -> str:
    """Give dollars with as many digits as small prices need: ``5.00``, ``0.0045``."""
    if usd is None:
        return "-"
    return f"{usd:,.2f}" if usd == 0 or abs(usd) >= 0.1 else f"{usd:.4f}"


def size(count: float) -> str:
    """Give a number of bytes: ``512 bytes``, ``3.4 GB``."""
    for unit in ("bytes", "kB", "MB"):
        if abs(count) < 1000:
            return f"{count:,.0f} {unit}" if unit == "bytes" else f"{count:,.1f} {unit}"
        count /= 1000
    return f"{count:,.1f} GB"


def did(result: Mapping[str, Any]) -> str:
    """Give what a job's result counts, in words and without what is nought: ``330 read, 2 instants``."""
    said = []
    for name, one in result.items():
        words = _JOBS.get(name, name.replace("_", " "))
        if isinstance(one, Mapping):
            inner = did(one)
            said += [f"{words} ({inner})"] if inner != "nothing" else []
        elif name == "bytes" and isinstance(one, int | float):
            said.append(size(one))
        elif isinstance(one, int | float) and not isinstance(one, bool) and one:
            said.append(f"{one:,} {words}")
        elif isinstance(one, str) and one:
            said.append(f"{words} {one}")
    return ", ".join(said) or "nothing"


def number(value: float | None, digits: int = 1) -> str:
    """Give a figure with so many decimals and thousands set apart, or ``-`` where there is none."""
    return "-" if value is None else f"{value:,.{digits}f}"
