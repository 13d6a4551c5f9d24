"""What happens to the program itself: alerts, events, and what its jobs last did."""

from sqlalchemy import case, select
from sqlmodel import col
from sqlmodel import select as select_rows

from monitor.store.tables import Alert, Event, Note
from monitor.web.data import links
from monitor.web.figures import did
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table
from monitor.web.table.sql import SqlSource

__all__ = ["ALERTS", "EVENTS", "JOBS"]

ALERTS = Table(
    name="alerts",
    title="Alerts",
    columns=(
        Column("incident", "Incident", href=lambda row: links.incident(row["incident"])),
        Column("raised_at", "Raised", Kind.MOMENT),
        Column("severity", "Severity", filter="is", choices=("critical", "warning", "info")),
        Column("open", "Open", Kind.YES, filter="is", choices=("yes", "no")),
        Column("key", "About", filter="has"),
        Column("message", "What is wrong, and what to do", Kind.LONG, sort=False, filter="has"),
        Column("count", "Times", Kind.COUNT),
        Column("last_at", "Last", Kind.MOMENT),
        Column("cleared_at", "Over", Kind.MOMENT),
    ),
    source=SqlSource(
        query=lambda _site: select().select_from(Alert),
        fields={
            "incident": col(Alert.id),
            "raised_at": col(Alert.raised_at),
            "severity": col(Alert.severity),
            "open": case((col(Alert.cleared_at).is_(None), True), else_=False),
            "key": col(Alert.key),
            "message": col(Alert.message),
            "count": col(Alert.count),
            "last_at": col(Alert.last_at),
            "cleared_at": col(Alert.cleared_at),
        },
        key=col(Alert.id),
    ),
    sort="-raised_at",
    timed="raised_at",
    about="What a person should know, open or over.",
    empty="No alert was raised.",
)

EVENTS = Table(
    name="events",
    title="Events",
    columns=(
        Column("at", "At", Kind.MOMENT),
        Column("kind", "Kind", filter="is"),
        Column("message", "What happened", Kind.LONG, sort=False, filter="has"),
    ),
    source=SqlSource(
        query=lambda _site: select().select_from(Event),
        fields={"at": col(Event.at), "kind": col(Event.kind), "message": col(Event.message)},
        key=col(Event.id),
    ),
    sort="-at",
    timed="at",
    about="Starts, stops, stepped clocks, jobs that failed.",
    empty="Nothing has happened.",
)


def _jobs(site: Site) -> list[Row]:
    with site.database.read() as session:
        notes = session.exec(select_rows(Note).where(col(Note.name).startswith("job:")).order_by(col(Note.name))).all()
    return [
        {
            "job": note.name.removeprefix("job:"),
            "at": note.at,
            "did": did(note.value),
        }
        for note in notes
    ]  # fmt: skip


JOBS = Table(
    name="jobs",
    title="Jobs",
    columns=(
        Column("job", "Job", filter="is"),
        Column("at", "Last done", Kind.MOMENT),
        Column("did", "What it did", Kind.LONG, sort=False),
    ),
    source=PlainSource(_jobs),
    about="What each job of the worker last did.",
    empty="No job has been done yet.",
)
