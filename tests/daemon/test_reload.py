"""A running daemon takes up a changed configuration, and refuses a wrong one."""

import os
import re
import signal

import httpx
import pytest
from sqlmodel import col, select

from monitor.config import load_settings
from monitor.daemon.reload import FileWatch, changed_tables, refuse_emptied, taken_over
from monitor.errors import ConfigError
from monitor.store.tables import Alert, ConfigVersion, Event, Instant, Probe
from tests.site import Site, wait_for

LIVE = '[[live]]\nname = "every"\nitems = ["crypto"]\ncalendar = "always"\nevery = "{}"\noffsets = ["{}"]\n'


def test_a_change_is_seen_once_and_only_when_the_file_stands_still(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text("1")
    watch = FileWatch([path, tmp_path / "absent"])
    assert not watch.changed()
    path.write_text("12")
    assert not watch.changed()  # it may still be written to
    path.write_text("123")
    assert not watch.changed()
    assert watch.changed()
    assert not watch.changed()
    path.unlink()
    assert [watch.changed(), watch.changed()] == [False, True]


def test_what_cannot_change_while_it_runs_stays_as_it_was(tmp_path):
    path = tmp_path / "monitor.toml"
    path.write_text("")
    old = load_settings(path)
    path.write_text('[web]\nport = 1\n[store]\npath = "b"\n[budget]\nusd_per_day = 1\n')
    new = load_settings(path)
    assert changed_tables(old, new) == ["store", "budget", "web"]
    kept = taken_over(old, new)
    assert (kept.web, kept.store, kept.budget) == (old.web, old.store, new.budget)


def test_a_file_that_was_emptied_is_refused(tmp_path):
    path = tmp_path / "monitor.toml"
    path.write_text("[budget]\nusd_per_day = 1\n")
    old = load_settings(path)
    path.write_text("\n")
    with pytest.raises(ConfigError, match="empty"):
        refuse_emptied(old, load_settings(path))
    refuse_emptied(load_settings(path), load_settings(path))


def rows(site, query):
    if not site.database_path.is_file():
        return []
    database = site.database()
    try:
        with database.read() as session:
            return list(session.exec(query).all())
    finally:
        database.close()


def events(site, kind):
    return rows(site, select(Event.message).where(Event.kind == kind))


@pytest.mark.slow
def test_a_changed_schedule_is_planned_anew_and_a_wrong_one_is_refused(site: Site) -> None:
    site.configure(LIVE.format("2m", "10m"), engines=("fast",))
    planned = select(Instant.schedule_hash, Probe.state).join(Instant, col(Instant.id) == col(Probe.instant_id))
    daemon = site.start("run", "--port", "0")
    wait_for(lambda: len(rows(site, planned)) > 0, 60, site.log)
    (first,) = {row[0] for row in rows(site, planned)}
    schedule = site.folder / "schedules" / "test.toml"

    schedule.write_text(LIVE.format("2m", "20m"))
    wait_for(lambda: {row[1] for row in rows(site, planned) if row[0] != first} == {"planned"}, 60, site.log)
    assert {row[1] for row in rows(site, planned) if row[0] == first} == {"cancelled"}
    reasons = rows(site, select(Probe.reason).where(Probe.state == "cancelled").distinct())
    assert reasons == ["configuration changed"]
    assert len(rows(site, select(ConfigVersion.hash).where(ConfigVersion.kind == "schedule"))) == 2

    schedule.write_text(LIVE.format("2m", "20m").replace("offsets", "ofsets"))
    wait_for(lambda: events(site, "config_refused"), 30, site.log)
    assert "did you mean offsets" in events(site, "config_refused")[0]
    assert rows(site, select(Alert.key).where(Alert.cleared_at == None)) == ["config"]  # noqa: E711
    assert daemon.poll() is None

    schedule.write_text(LIVE.format("2m", "20m"))
    wait_for(lambda: len(events(site, "config_reloaded")) == 2, 30, site.log)
    assert rows(site, select(Alert.key).where(Alert.cleared_at == None)) == []  # noqa: E711

    settings = site.folder / "monitor.toml"
    settings.write_text(settings.read_text() + "\n[web]\nport = 1\n[budget]\nusd_per_day = 3.5\n")
    wait_for(lambda: len(events(site, "config_reloaded")) == 3, 30, site.log)
    page = re.search(r"http://[\d.:]+/", site.log())[0]
    shown = httpx.get(f"{page}api/v1/settings?setting=budget.usd_per_day", trust_env=False).json()["rows"]
    assert [one["value"] for one in shown] == ["3.5"]
    assert "after a restart only: web" in events(site, "config_reloaded")[2]

    os.kill(daemon.pid, signal.SIGHUP)
    wait_for(lambda: len(events(site, "config_reloaded")) == 4, 30, site.log)
    assert "changed: nothing in the settings; after a restart only: web" in events(site, "config_reloaded")[3]
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=15) == 0
