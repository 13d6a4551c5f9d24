"""Facts from figures that the worker keeps: SLOs and their burn rates, and target rates that fell."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session

from monitor.alerting.facts import Fact
from monitor.store.tables import Summary

__all__ = ["DROPS", "SLO", "from_summaries"]

SLO, DROPS = "slo", "target_rate_drops"
"""Names of the summaries."""
FRESH = timedelta(hours=6)
"""A figure older than this says nothing about now."""


def from_summaries(session: Session, now: datetime) -> Iterator[Fact]:
    """Give the facts of the figures that are fresh."""
    for name, facts in ((SLO, _slo), (DROPS, _drop)):
        kept = session.get(Summary, name)
        if kept is not None and now - kept.made_at <= FRESH:
            for row in kept.value["rows"]:
                yield from facts(row)


def _slo(row: Mapping[str, Any]) -> Iterator[Fact]:
    what = f"{row['api']}, {row['asset']}"
    subject = f"{row['api']}:{row['asset']}:{row['within_s']}"
    for rule, name in (("slo_fast", "fast"), ("slo_slow", "slow")):
        burn = row["burn"][name]
        value = None if burn["rate"] is None else burn["rate"] / burn["limit"]
        text = (
            f"{what}: answers older than {row['within_s'] // 60} min use up the SLO's budget at "
            f"{_times(burn['rate'])} its pace over {_hours(burn['long_h'] or 0.0)} (limit {burn['limit']:.1f}x, "
            f"SLO {row['objective']:.0%} over {row['window']})"
        )
        yield Fact(rule, subject, value, text, burn["n"], row["api"], f"/apis/{row['api']}", dict(row))


def _drop(row: Mapping[str, Any]) -> Iterator[Fact]:
    value = row["gap_points"]
    said = "" if value is None else f"{row['recent']['est']:.0%} of the last day, {row['before']['est']:.0%} before"
    yield Fact("target_rate", f"{row['api']}:{row['asset']}", value,
               f"{row['api']}, {row['asset']}: the price of the instant in {said}", row["n"], row["api"],
               f"/apis/{row['api']}", dict(row))  # fmt: skip


def _hours(hours: float) -> str:
    return f"{hours:.0f} h" if hours >= 1.5 else f"{60 * hours:.0f} min"


def _times(rate: float | None) -> str:
    return "?" if rate is None else f"{rate:.1f}x"
