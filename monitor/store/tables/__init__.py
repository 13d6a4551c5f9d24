"""The tables. Times are UTC microseconds; readings, grades and verdicts are only ever added to."""

from monitor.store.tables._base import metadata
from monitor.store.tables.alerts import Alert, AlertEvent, AlertWatch, Maintenance, Outbox
from monitor.store.tables.figures import Annotation, LagFigure, Summary
from monitor.store.tables.judged import GradeRow, ReadingRow
from monitor.store.tables.probes import Body, Instant, Probe, Response
from monitor.store.tables.questions import QuestionRow, Run, RunCall, RunMessages, RunVerdict
from monitor.store.tables.reference import BarRow, Pull
from monitor.store.tables.service import AccessToken, ConfigVersion, Event, Lease, Note, Spend

__all__ = [
    "AccessToken",
    "Alert",
    "AlertEvent",
    "AlertWatch",
    "Annotation",
    "BarRow",
    "Body",
    "ConfigVersion",
    "Event",
    "GradeRow",
    "Instant",
    "LagFigure",
    "Lease",
    "Maintenance",
    "Note",
    "Outbox",
    "Probe",
    "Pull",
    "QuestionRow",
    "ReadingRow",
    "Response",
    "Run",
    "RunCall",
    "RunMessages",
    "RunVerdict",
    "Spend",
    "Summary",
    "metadata",
]
