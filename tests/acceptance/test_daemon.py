"""The daemon as its user runs it: a process of its own, the real scheduler, real HTTP."""

import json
import signal
import subprocess
import sys
from datetime import timedelta

from sqlmodel import func, select

from monitor.daemon.adhoc import probe_now
from monitor.daemon.world import load_world
from monitor.reading.rules import RulesReader
from monitor.store.tables import Alert, Event, GradeRow, Instant, Lease, Note, Probe, Response, Summary
from tests.leaks.canary import note
from tests.site import Site, wait_for

EVERY_MINUTE = (
    '[[live]]\nname = "every-minute"\nitems = ["crypto"]\ncalendar = "always"\nevery = "1m"\noffsets = [{}]\n'
)
HEAVY = ("yfinance", "ccxt", "pandas", "scipy", "altair", "vl_convert", "exchange_calendars", "pydantic_ai",
         "apprise")  # fmt: skip

RUN_AND_LIST = """
import json, sys
from pathlib import Path
from monitor.cli.context import clock_of
from monitor.config import load_settings
from monitor.daemon.serve import run_daemon
from monitor.web.app import create_app
from monitor.web.serving import listen, server
settings = load_settings(Path(sys.argv[1]))
clock = clock_of(settings)
def page(database, current):
    app = create_app(database, settings, clock, current=current)
    return [server(app, "127.0.0.1", 0, listen("127.0.0.1", 0))]
run_daemon(settings, clock, companions=page)
print(json.dumps(sorted(sys.modules)))
"""


def count(site: Site, table: type, *where: object) -> int:
    database = site.database()
    try:
        with database.read() as session:
            return session.exec(select(func.count()).select_from(table).where(*where)).one()
    finally:
        database.close()


def answered(site: Site) -> int:
    return count(site, Probe, Probe.state == "answered") if site.database_path.is_file() else 0


def offsets(*seconds: int) -> str:
    return ", ".join(f'"{s}s"' for s in seconds)


def test_it_asks_records_and_ends_on_sigterm_with_nothing_lost(site: Site) -> None:
    site.configure(EVERY_MINUTE.format(offsets(*range(1, 60, 4))), engines=("fast", "liar"))
    site.set_clock()
    daemon = site.start("run", "--no-page")
    wait_for(lambda: answered(site) >= 6, 90, site.log)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=10) == 0
    assert count(site, Probe, Probe.state == "claimed") == 0
    assert count(site, Lease) == 0
    assert count(site, Response) == answered(site) + count(site, Probe, Probe.state == "failed")
    assert count(site, Event, Event.kind == "stop") == 1
    assert count(site, Alert) == 0


def test_it_ends_on_sigterm_also_when_nobody_reads_its_log_any_more(site: Site) -> None:
    site.configure(EVERY_MINUTE.format(offsets(5)), engines=("fast",))
    daemon = subprocess.Popen(
        [sys.executable, "-m", "monitor", "--config", str(site.folder / "monitor.toml"), "run", "--no-page"],
        stderr=subprocess.PIPE,
        env=site.environment,
    )
    site.running.append(daemon)
    assert daemon.stderr is not None
    wait_for(lambda: site.database_path.is_file() and count(site, Lease) == 1, 60, site.log)
    daemon.stderr.close()
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=30) == 0
    assert count(site, Event, Event.kind == "stop") == 1


def test_a_second_daemon_on_the_store_says_who_holds_it(site: Site) -> None:
    site.configure(EVERY_MINUTE.format(offsets(5)), engines=("fast",))
    first = site.start("run", "--no-page")
    wait_for(lambda: site.database_path.is_file() and count(site, Lease) == 1, 60, site.log)
    second = subprocess.run(
        [sys.executable, "-m", "monitor", "--config", str(site.folder / "monitor.toml"), "run", "--no-page"],
        capture_output=True,
        text=True,
        timeout=60,
        env=site.environment,
    )
    note("monitor run", second.stdout, second.stderr)
    assert second.returncode == 3
    assert f"process {first.pid} on" in second.stderr


def test_a_running_daemon_has_loaded_nothing_heavy_after_a_plan_and_a_grade(site: Site) -> None:
    settle = "[market.settle_s]\nkraken = 0\nbitstamp = 0\n"
    settings = site.configure(EVERY_MINUTE.format(offsets(5)), engines=("fast",), extra=settle)
    text = (site.folder / "monitor.toml").read_text()
    text = text.replace("[market]\n", '[market]\nyahoo = false\nexchanges = ["kraken", "bitstamp"]\n', 1)
    (site.folder / "monitor.toml").write_text(text)
    world = load_world(settings)
    site.clock.shift = -timedelta(minutes=30)
    database = site.database()
    probe_now(
        world, database, site.clock, world.items[3:4], list(world.usable.values()), RulesReader(), show=lambda _: None
    )
    database.close()
    site.clock.shift = timedelta()
    with subprocess.Popen(
        [sys.executable, "-c", RUN_AND_LIST, str(site.folder / "monitor.toml")],
        stdout=subprocess.PIPE,
        env=site.environment,
    ) as daemon:
        site.running.append(daemon)
        summed = Summary.name == "lag"
        wait_for(lambda: count(site, GradeRow) == 1 and count(site, Summary, summed) and count(site, Instant) > 1, 90)
        daemon.send_signal(signal.SIGTERM)
        assert daemon.stdout is not None
        loaded = {name.partition(".")[0] for name in json.loads(daemon.stdout.read().splitlines()[-1])}
    assert loaded.isdisjoint(HEAVY)
    assert "apscheduler" in loaded
    assert count(site, GradeRow, GradeRow.class_.in_(["target", "current", "stale"])) == 1


def test_with_nobody_to_ask_it_records_our_own_failure_and_goes_on(site: Site) -> None:
    site.configure(EVERY_MINUTE.format(offsets(*range(1, 60, 3))), engines=("fast", "liar", "slow"))
    text = (site.folder / "monitor.toml").read_text()
    (site.folder / "monitor.toml").write_text(text.replace(site.sandbox.base_url, "http://127.0.0.1:9"))
    site.set_clock()
    daemon = site.start("run", "--no-page")
    wait_for(lambda: site.database_path.is_file() and count(site, Probe, Probe.state == "failed") >= 18, 90, site.log)
    assert daemon.poll() is None
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=10) == 0
    assert count(site, Probe, Probe.state == "failed", Probe.error_class != "local") == 0
    assert count(site, Note, Note.name == "heartbeat") == 1
