"""The daemon's part in alerts: look at the rules, queue messages, send them. Neither ever waits on a probe's way."""

import asyncio
from datetime import datetime

import structlog

from monitor.alert_rules import SEVERITIES
from monitor.alerting.cycle import apply_facts
from monitor.alerting.facts import Fact
from monitor.alerting.measure import measure
from monitor.alerting.outbox import due, settle
from monitor.alerting.send import Letter, send
from monitor.alerting.targets import Target, targets_of
from monitor.alerting.tell import tell
from monitor.config import Settings
from monitor.config_alerts import rules_of
from monitor.environment import environment
from monitor.store.database import Database
from monitor.store.tables import Outbox
from monitor.store.writer import Writer

__all__ = ["Alerting", "kind_of", "page_of"]

log = structlog.get_logger("monitor.alerts")

KINDS = dict(zip(SEVERITIES, ("info", "warning", "failure"), strict=True))
"""Severity -> Apprise's word."""


class Alerting:
    """Judges and tells in one job, sends in another; both write through the daemon's writer."""

    def __init__(self, settings: Settings, database: Database, writer: Writer) -> None:
        self.settings = settings
        self._database = database
        self._writer = writer

    def change(self, settings: Settings) -> None:
        """Go by other settings from the next turn on."""
        self.settings = settings

    async def look(self, now: datetime) -> None:
        """Measure, judge and queue messages."""
        if not self.settings.alerts.enabled:
            return
        facts, targets = await asyncio.to_thread(self._measured, now)
        settings, rules = self.settings.alerts, rules_of(self.settings.alerts)
        done = await self._writer.write(lambda s: apply_facts(s, facts, rules, now))
        page = page_of(self.settings)
        queued = await self._writer.write(lambda s: tell(s, settings, rules, targets, page, now))
        if queued or any(done.values()):
            log.info("alerts", queued=queued, **done)

    async def send(self, now: datetime) -> int:
        """Send what is due; gives how many messages were sent. What fails stays and is tried again."""
        targets = {one.key: one for one in await asyncio.to_thread(self._targets)}
        with self._database.read() as session:
            anything = bool(due(session, set(targets), now, drop=False))
        if not anything:
            return 0
        rows = await self._writer.write(lambda s: due(s, set(targets), now))
        errors = await send([_letter(row, targets[row.target]) for row in rows])
        for row, error in zip(rows, errors, strict=True):
            await self._writer.write(lambda s, number=row.id or 0, why=error: settle(s, number, why, now))  # type: ignore[misc]
            if error is not None:
                log.warning("unsent", message=row.id, to=row.label, error=error, attempts=row.attempts + 1)
        return sum(error is None for error in errors)

    def _measured(self, now: datetime) -> tuple[list[Fact], list[Target]]:
        return measure(self._database, self.settings, now), self._targets()

    def _targets(self) -> list[Target]:
        return targets_of(environment(self.settings))


def page_of(settings: Settings) -> str:
    """Give the address that links begin with."""
    web, told = settings.web, settings.alerts.page
    host = f"[{web.host}]" if ":" in web.host else web.host
    return told.rstrip("/") if told else f"http://{host}:{web.port}"


def kind_of(kind: str, severity: str) -> str:
    """Give Apprise's word for a message."""
    return "success" if kind == "resolved" else KINDS.get(severity, "info")  # type: ignore[call-overload]


def _letter(row: Outbox, target: Target) -> Letter:
    late = f"(made {row.made_at:%Y-%m-%d %H:%M} UTC, sent late)\n" if row.attempts else ""
    return Letter(target.url, kind_of(row.kind, row.severity), row.title, late + row.body)
