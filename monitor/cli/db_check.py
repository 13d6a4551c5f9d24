"""``monitor db check``: what is wrong in the database, how it grows, when it was backed up."""

from datetime import datetime
from pathlib import Path
from typing import Any

import typer

from monitor.cli.db_parts import size
from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db

__all__ = ["check"]


def check(as_json: AsJson = False, config: Config = None, db: Db = None) -> None:
    """Look for anything wrong in the database; 1 with findings.

    Pages and indices, foreign keys, rows that belong to nothing, probes without an end, probes that stand twice, and
    the hash of every body. It only reads; a monitor may be running.
    """
    from dataclasses import asdict

    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, print_table, progress, say
    from monitor.daemon.world import database_path
    from monitor.errors import StoreError
    from monitor.store.check import check_file

    settings = settings_for(config, db)
    path = database_path(settings)
    if not path.is_file():
        raise StoreError("there is no database", str(path), "`monitor run` or `monitor db upgrade` makes it")
    with progress("Checking"):
        findings = check_file(path)
        facts: list[tuple[str, object]] = []
        plain: dict[str, Any] = {}
        if not any(one.kind == "integrity" for one in findings):
            more, facts, plain = _look(path, clock_of(settings).now())
            findings += more
    if as_json:
        print_json({"database": path, "findings": [asdict(one) for one in findings], **plain})
    else:
        from monitor.cli.output import print_facts

        print_facts([("database", path), *facts])
        say()
        if findings:
            print_table(("finding", "what", "what to do"), [(f.kind, f.what, f.remedy) for f in findings])
        else:
            say("Nothing is wrong.")
    raise typer.Exit(FINDING if findings else DONE)


def _look(path: Path, now: datetime) -> tuple[list[Any], list[tuple[str, object]], dict[str, Any]]:
    """Give findings about probes, facts to print, and the same as plain values."""
    from monitor.cli.output import ago
    from monitor.daemon.care import BACKUP
    from monitor.probing.audit import unended
    from monitor.store import lease
    from monitor.store.check import Finding
    from monitor.store.database import open_database
    from monitor.store.growth import growth
    from monitor.store.tables import Note

    database = open_database(path, create=False)
    try:
        measured = growth(database, now)
        with database.read() as session:
            open_ends, last = unended(session, now), session.get(Note, BACKUP)
    finally:
        database.close()
    runs = lease.running(path, now) is not None
    findings = []
    if open_ends.total and runs:
        what = f"{open_ends.overdue:,} planned probes are overdue, {open_ends.abandoned:,} claimed by a dead process"
        findings.append(Finding("no end", what, "start the monitor again: it settles them"))
    pace, left = measured.bytes_a_day, measured.days_left
    facts: list[tuple[str, object]] = [
        ("size", f"{size(measured.file_bytes)}, of which {size(measured.reusable_bytes)} are free pages"),
        ("growth", "not known yet" if pace is None else f"{size(int(pace))} a day"),
        ("disk", f"{size(measured.disk_free_bytes)} free" + ("" if left is None else f", full in {left:,.0f} days")),
        ("last backup", ago(last.at, now) + f", {last.value.get('path')}" if last is not None else "never"),
        ("scheduler", "running" if runs else "not running"),
        ("without end", f"{open_ends.total:,} probes; the next start settles them" if open_ends.total and not runs
         else None),
    ]  # fmt: skip
    plain = {
        "bytes": measured.file_bytes, "used_bytes": measured.used_bytes, "free_page_bytes": measured.reusable_bytes,
        "disk_free_bytes": measured.disk_free_bytes, "bytes_a_day": pace, "days_left": left,
        "last_backup_at": None if last is None else last.at, "scheduler": runs, "without_end": open_ends.total,
    }  # fmt: skip
    return findings, facts, plain
