"""``kill -9`` anywhere in the cycle: plan, probe, record, read, pull, grade, back up, prune, migrate."""

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from datetime import datetime, timedelta

import pytest
from sqlmodel import func, select

from monitor import __version__
from monitor.store.backup import verify
from monitor.store.check import check_file
from monitor.store.database import SCHEMA
from monitor.store.migrate import upgrade
from monitor.store.tables import GradeRow, ReadingRow
from tests.acceptance.test_kill import _ends, _recorded
from tests.conftest import ROOT
from tests.faults.cycle import PHASES, live, settle
from tests.leaks.canary import note
from tests.site import Site
from tests.store.filled import contents, fill_columns

SCHEDULE = (
    '[[live]]\nname = "every-minute"\nitems = ["live-004"]\ncalendar = "always"\nevery = "1m"\n'
    f"offsets = [{', '.join(repr(f'{s}s') for s in range(1, 60))}]\n"
)
ENGINES = ("fast", "liar", "five_min")
PRELOADED = ["tests.faults.cycle", "monitor.grading.work", "monitor.market.work", "monitor.lag.work",
             "exchange_calendars", "yfinance", "ccxt", "scipy.stats"]  # fmt: skip
"""What each killed process would otherwise import anew."""
LONGEST_S = {"probe": 2.5, "digest": 1.0, "plan": 0.5}
"""How long after a part of the cycle has begun the kill comes at most; 0.2 s where nothing is said."""
PATIENCE_S = 60
APART = timedelta(seconds=60)
"""The clock goes on between rounds, so that earlier minutes are final and can be graded."""
QUICK = "[market.settle_s]\nkraken = 0\nbitstamp = 0\n"


def kill_everywhere(site: Site, kills: int, seed: int) -> dict[str, object]:
    """Kill the cycle `kills` times, settle, and give what was there at the end; fails where a promise is broken."""
    draw = random.Random(seed)
    site.configure(SCHEDULE, engines=ENGINES, extra=QUICK)
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
    for _ in range(kills):
        site.clock.shift += APART
        phase.value = 0
        process = fork.Process(target=live, args=(site.folder, site.clock.shift.total_seconds(), phase))
        process.start()
        _wait_for(process, phase, draw)
        assert process.exitcode is None, "the cycle ended by itself"
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        killed_at.append(site.clock.now())
        hit[PHASES[phase.value]] += 1
        _migrated(site, rows)
    time.sleep(1.5)
    site.clock.shift += 2 * APART
    last = fork.Process(target=settle, args=(site.folder, site.clock.shift.total_seconds(), phase))
    last.start()
    last.join(120)
    assert last.exitcode == 0
    _recorded(site, killed_at)
    states = _ends(site)
    assert check_file(site.database_path) == []
    backups = [verify(path) for path in (site.folder / "backups").glob("*.sqlite")]
    checked = subprocess.run(
        [sys.executable, "-m", "monitor", "--config", str(site.folder / "monitor.toml"), "db", "check"],
        capture_output=True, text=True, timeout=120, env=site.environment,
    )  # fmt: skip
    note("monitor db check", checked.stdout, checked.stderr)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    database = site.database()
    with database.read() as session:
        read, graded = (session.exec(select(func.count()).select_from(one)).one() for one in (ReadingRow, GradeRow))
    database.close()
    return {
        "version": __version__, "seed": seed, "kills": kills, "killed_in": dict(sorted(hit.items())),
        "arrived": len(site.sandbox.world.ledger.arrivals()), "states": dict(sorted(states.items())),
        "readings": read, "grades": graded, "backups_whole": len(backups),
        "answers_lost": 0, "asked_twice": 0, "findings_of_db_check": 0,
    }  # fmt: skip


def _wait_for(process: multiprocessing.process.BaseProcess, phase: object, draw: random.Random) -> None:
    """Wait for a random moment of a random part of the cycle."""
    part = draw.choice(PHASES)
    for _ in range(PATIENCE_S * 100):
        if phase.value == PHASES.index(part) or process.exitcode is not None:  # type: ignore[attr-defined]
            break
        process.join(0.01)
    process.join(draw.uniform(0, LONGEST_S.get(part, 0.2)))


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
@pytest.mark.alone
def test_thirty_kills_anywhere_lose_nothing_and_ask_nothing_twice(site: Site) -> None:
    found = kill_everywhere(site, 30, seed=30)
    print(found)
    assert found["states"]["answered"] > 20  # type: ignore[index]


@pytest.mark.full
def test_two_hundred_kills_anywhere_lose_nothing_and_ask_nothing_twice(site: Site) -> None:
    found = kill_everywhere(site, 200, seed=200)
    assert found["states"]["answered"] > 200  # type: ignore[index]
    assert found["grades"] > 0  # type: ignore[operator]
    (ROOT / "docs" / "results" / "kills.json").write_text(json.dumps(found, indent=2) + "\n")
