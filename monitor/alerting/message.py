"""Alerts enter; the title and text of one message about them leave. Pure, plain text, bounded."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from monitor.alert_rules import SEVERITIES
from monitor.store.tables import Alert

__all__ = ["Message", "write_message"]

MOST_ALERTS = 20
MOST_TEXT = 600
WORDS = {"raised": "", "reminder": "still: ", "resolved": "over: ", "test": "test: "}


class Message(NamedTuple):
    """What is sent."""

    kind: str
    severity: str
    title: str
    body: str


def write_message(kind: str, alerts: Sequence[Alert], page: str, now: datetime) -> Message:
    """Write one message about the alerts, the gravest first; `page` is the address that links begin with."""
    ranked = sorted(alerts, key=lambda one: (-SEVERITIES.index(one.severity), one.raised_at))
    worst = ranked[0]
    more = f" (and {len(ranked) - 1} more)" if len(ranked) > 1 else ""
    mark = "ok" if kind == "resolved" else worst.severity
    title = f"[{mark}] {WORDS[kind]}{_short(worst.message.partition(';')[0], 120)}{more}"
    parts = [_about(one, kind, page, now) for one in ranked[:MOST_ALERTS]]
    if len(ranked) > MOST_ALERTS:
        parts.append(f"{len(ranked) - MOST_ALERTS} more: {page}/")
    return Message(kind, worst.severity, title, "\n\n".join(parts))


def _about(alert: Alert, kind: str, page: str, now: datetime) -> str:
    lines = [_short(alert.message, MOST_TEXT)]
    if kind == "resolved" and alert.cleared_at is not None:
        lines = [_short(alert.message.partition(";")[0], MOST_TEXT)]
        lines.append(f"{alert.severity}, from {_time(alert.raised_at)} to {_time(alert.cleared_at)}")
    else:
        lines.append(f"{alert.severity}, since {_time(alert.raised_at)}")
        lines += [f"- {line}" for line in _evidence(alert.detail)]
    lines.append(f"{page}/alerts/{alert.id}" if alert.id is not None else page)
    if alert.detail.get("page"):
        lines.append(f"{page}{alert.detail['page']}")
    return "\n".join(lines)


def _evidence(detail: dict[str, Any]) -> list[str]:
    """Give the counted reasons, where there are any."""
    out = []
    for name in ("reasons", "causes"):
        for row in detail.get(name) or ():
            text, *counts = (str(value) for value in row.values())
            out.append(_short(f"{' '.join(counts)} x {text}", 200))
    return out


def _short(text: str, most: int) -> str:
    """Give `text` on one line, without control characters; reasons may quote what a server sent."""
    plain = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text)
    plain = " ".join(plain.split())
    return plain if len(plain) <= most else plain[: most - 1] + "…"


def _time(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
