"""The figures of a simulated quarter enter; the sentences about what broke a promise leave. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["problems"]

WARM_DAYS = 3
"""After so many days everything that a running monitor keeps has been loaded."""
GROWTH = 1.10
NONE_OF = {
    "without_end": "planned probes never ended",
    "not_planned": "probes of the schedule were never planned",
    "not_expected": "probes were planned that no schedule asked for",
    "unread": "answers were not read",
    "ungraded": "answers were not graded",
}


def problems(found: Mapping[str, Any]) -> list[str]:
    """Say what the quarter broke: probes unaccounted for, figures that differ, memory or files that grew."""
    said = [f"{found[name]:,} {what}" for name, what in NONE_OF.items() if found[name]]
    if found["sent"] != found["arrived"]:
        said.append(f"{found['arrived']:,} requests arrived, {found['sent']:,} probes were sent")
    said += found["differences"]
    said += [f"{day['day']}: nothing recorded of the day's fault ({day['fault']})"
             for day in found["by_day"] if not day["left"]]  # fmt: skip
    return said + _growth(found["by_day"])


def _growth(days: Sequence[Mapping[str, Any]]) -> list[str]:
    if len(days) <= WARM_DAYS:
        return []
    warm, last = days[WARM_DAYS - 1], days[-1]
    said = []
    if last["resident_mb"] > GROWTH * warm["resident_mb"]:
        said.append(f"resident memory grew from {warm['resident_mb']} MB after day {WARM_DAYS}"
                    f" to {last['resident_mb']} MB")  # fmt: skip
    if last["open_files"] > warm["open_files"]:
        said.append(f"open files grew from {warm['open_files']} after day {WARM_DAYS} to {last['open_files']}")
    return said
