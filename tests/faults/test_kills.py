"""``kill -9`` anywhere in the cycle: plan, probe, record, read, pull, grade, a night, back up, prune, migrate."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlmodel import func, select

from monitor import __version__
from monitor.store.backup import verify
from monitor.store.check import check_file
from monitor.store.database import SCHEMA
from monitor.store.files import HASH_SUFFIX
from monitor.store.migrate import upgrade
from monitor.store.tables import GradeRow, ReadingRow, Run
from tests.acceptance.test_kill import _ends, _recorded
from tests.conftest import ROOT
from tests.faults.cycle import PHASES, live, settle, write_night
from tests.leaks.canary import note
from tests.site import Site
from tests.store.filled import contents, fill_columns

SCHEDULE = (
    '[[live]]\nname = "every-minute"\nitems = ["live-004"]\ncalendar = "always"\nevery = "1m"\n'
    f"offsets = [{', '.join(repr(f'{s}s') for s in range(1, 60))}]\n"
)
ENGINES = ("fast", "liar", "five_min")
PRELOADED = ["tests.faults.cycle", "monitor.grading.work", "monitor.market.work", "monitor.lag.work",
             "monitor.agent.night", "monitor.agent.grading", "monitor.agent.results",
             "exchange_calendars", "yfinance", "ccxt", "scipy.stats"]  # fmt: skip
"""What each killed process would otherwise import anew."""
DRAWN = ("start", "plan", "probe", *["record"] * 3, *["digest"] * 2, "night", "backup", "prune", "migrate")
"""What a kill may be aimed at. `record` is the moment after a search has arrived; the others are parts of the cycle."""
ARRIVALS = 6
"""Which search it is after, at most: one to each of three engines each second, until the cycle goes on."""
AIM = {"start": "plan", "probe": "plan", "record": "plan"}
"""Where the cycle begins, so that it soon comes to what the kill is aimed at; elsewhere at that part itself."""
RECORDED_S = 0.06
PATIENCE_S = 60
APART = timedelta(seconds=60)
"""The clock goes on between rounds, so that earlier minutes are final and can be graded."""
QUICK = "[market.settle_s]\nkraken = 0\nbitstamp = 0\n"


def kill_everywhere(site: Site, kills: int, seed: int) -> dict[str, object]:
    """Kill the cycle `kills` times, settle, and give what was there at the end; fails where a promise is broken."""
    draw = random.Random(seed)
    site.configure(SCHEDULE + write_night(site.folder), engines=ENGINES, extra=QUICK)
    text = (site.folder / "monitor.toml").read_text()
    few = '[market]\nyahoo = false\nexchanges = ["kraken", "bitstamp"]\nfixings = []\n'
    (site.folder / "monitor.toml").write_text(text.replace("[market]\n", few, 1))
    upgrade(site.folder / "earlier.sqlite", "0001")
    rows = fill_columns(site.folder / "earlier.sqlite", 50)
    fork = multiprocessing.get_context("forkserver")
    fork.set_forkserver_preload(PRELOADED)
    phase = fork.Value("i", 0, lock=False)
    killed_at: list[datetime] = []
    hit: Counter[str] = Counter()

    def start(first: str, once: bool = False) -> multiprocessing.process.BaseProcess:
        site.clock.shift += APART
        phase.value = 0
        process = fork.Process(target=live, args=(site.folder, site.clock.shift.total_seconds(), phase, first, once))
        process.start()
        return process

    backups = 0
    preload = fork.Process(target=int)  # the first process waits until everything is imported
    preload.start()
    preload.join()
    lasts_s = _undisturbed(start("plan", once=True), phase)
    for _ in range(kills):
        part = draw.choice(DRAWN)
        process = start(AIM.get(part, part))
        arrived = len(site.sandbox.world.ledger.arrivals())
        if part == "record":
            wanted = arrived + draw.randint(1, ARRIVALS)
            _wait_for(process, lambda n=wanted: len(site.sandbox.world.ledger.arrivals()) >= n)
            process.join(draw.uniform(0, RECORDED_S))
        else:
            _wait_for(process, lambda part=part: phase.value == PHASES.index(part))
            process.join(draw.uniform(0, 1.5 * lasts_s[part]))
        assert process.exitcode is None, "the cycle ended by itself"
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        killed_at.append(site.clock.now())
        hit["record" if part == "record" else PHASES[phase.value]] += 1
        _migrated(site, rows)
        backups += _whole(site)
    time.sleep(1.5)
    site.clock.shift += 2 * APART
    settled_at = site.clock.now()
    last = fork.Process(target=settle, args=(site.folder, site.clock.shift.total_seconds(), phase))
    last.start()
    last.join(120)
    assert last.exitcode == 0
    _recorded(site, killed_at)
    states = _ends(site, settled_at)
    assert check_file(site.database_path) == []
    checked = subprocess.run(
        [sys.executable, "-m", "monitor", "--config", str(site.folder / "monitor.toml"), "db", "check"],
        capture_output=True, text=True, timeout=120, env=site.environment,
    )  # fmt: skip
    note("monitor db check", checked.stdout, checked.stderr)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    database = site.database()
    with database.read() as session:
        read, graded = (session.exec(select(func.count()).select_from(one)).one() for one in (ReadingRow, GradeRow))
        runs = Counter(session.exec(select(Run.state)).all())
    database.close()
    assert set(runs) <= {"answered", "interrupted"}
    return {
        "version": __version__, "seed": seed, "kills": kills, "killed_in": dict(sorted(hit.items())),
        "arrived": len(site.sandbox.world.ledger.arrivals()), "states": dict(sorted(states.items())),
        "readings": read, "grades": graded, "runs": dict(sorted(runs.items())),
        "lasts_s": {name: round(one, 2) for name, one in lasts_s.items()}, "backups_whole": backups,
        "answers_lost": 0, "asked_twice": 0, "findings_of_db_check": 0,
    }  # fmt: skip


def _undisturbed(process: multiprocessing.process.BaseProcess, phase: object) -> dict[str, float]:
    """Let one pass go to its end; gives how long each of its parts lasted, in seconds."""
    lasts_s = dict.fromkeys(PHASES, 0.0)
    began, last = time.perf_counter(), 0
    while process.is_alive():
        process.join(0.01)
        if (now := phase.value) != last or not process.is_alive():  # type: ignore[attr-defined]
            lasts_s[PHASES[last]] = time.perf_counter() - began
            began, last = time.perf_counter(), now
    assert process.exitcode == 0
    return lasts_s


def _wait_for(process: multiprocessing.process.BaseProcess, what: Callable[[], bool]) -> None:
    """Wait until `what` holds; what never comes shows in what the run came to, as a kill elsewhere."""
    for _ in range(PATIENCE_S * 200):
        if what() or process.exitcode is not None:
            return
        process.join(0.005)


def _whole(site: Site) -> int:
    """See that every backup that bears its name is whole, and make room; gives how many there were."""
    made = list((site.folder / "backups").glob("*.sqlite"))
    for path in made:
        verify(path)
        path.unlink()
        path.with_name(path.name + HASH_SUFFIX).unlink(missing_ok=True)
    return len(made)


def _migrated(site: Site, rows: dict[str, int]) -> None:
    """See that a killed migration left the earlier schema or the present one, with every row of it."""
    copy = site.folder / "migrating.sqlite"
    if not copy.exists():
        return
    found = contents(copy)
    assert {table: len(found[table]) for table in rows} == rows
    assert [one for one in check_file(copy) if one.kind == "integrity"] == []
    assert upgrade(copy)[1] == SCHEMA


@pytest.mark.slow
@pytest.mark.waits
def test_thirty_kills_anywhere_lose_nothing_and_ask_nothing_twice(site: Site) -> None:
    found = kill_everywhere(site, 30, seed=30)
    print(found)
    assert found["states"]["answered"] > 10  # type: ignore[index]


@pytest.mark.full
def test_two_hundred_kills_anywhere_lose_nothing_and_ask_nothing_twice(site: Site) -> None:
    found = kill_everywhere(site, 200, seed=200)
    assert found["states"]["answered"] > 100  # type: ignore[index]
    assert found["grades"] > 0  # type: ignore[operator]
    (ROOT / "docs" / "results" / "kills.json").write_text(json.dumps(found, indent=2) + "\n")
