"""What a pull of 10 items x 3 sources costs: the daemon's memory meanwhile, the worker's peak, requests an instant."""

import json
import math
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import func, select

from monitor.config import load_settings
from monitor.daemon.adhoc import probe_now
from monitor.daemon.world import load_world
from monitor.datasets import load_live
from monitor.reading.rules import RulesReader
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import KEY_VARIABLE
from monitor.store.tables import GradeRow, Probe, Pull
from tests.site import MovableClock, Site, wait_for

LIMIT_MB = 150
"""Of the daemon's resident memory, page included, at any moment."""
COINS = ("BTC", "ETH", "SOL", "XRP", "ADA", "DOGE", "LINK", "LTC", "ALGO", "DOT")
PAGE_BARS = {"kraken": 720, "coinbaseexchange": 300, "bitstamp": 1000}
BARS_PATHS = ("OHLC", "/candles", "/ohlc/")
INSTANTS = (timedelta(minutes=40), timedelta(minutes=30))
"""How long ago; their windows overlap but for ten minutes."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc"),
]


def status_mb(pid: int, field: str) -> float | None:
    """Give a field of a process's status in MB; None once it has gone."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    found = [line.split()[1] for line in text.splitlines() if line.startswith(f"{field}:")]
    return int(found[0]) / 1024 if found else None


def children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for one in listed for child in one.read_text().split()]


class Watch:
    """Reads the daemon's resident memory twenty times a second, by phase, and its worker's peak."""

    def __init__(self, pid: int) -> None:
        self.phase = "before"
        self.seen: dict[str, list[float]] = {}
        self.worker_mb = 0.0
        self._pid = pid
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._end.wait(0.05):
            now = status_mb(self._pid, "VmRSS")
            if now is not None:
                self.seen.setdefault(self.phase, []).append(now)
                peaks = [status_mb(child, "VmHWM") or 0.0 for child in children(self._pid)]
                self.worker_mb = max([self.worker_mb, *peaks])

    @contextmanager
    def on(self) -> Iterator["Watch"]:
        self._thread.start()
        yield self
        self._end.set()
        self._thread.join()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv(KEY_VARIABLE, "any")
    query = "{{name}} ({{ticker}}) price {{date}} {{time}}"
    rows = [{"id": f"coin-{ticker}", "asset": "crypto", "name": f"Coin {ticker}", "ticker": ticker,
             "query_template": query} for ticker in COINS]  # fmt: skip
    data = tmp_path / "items.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)))
    clock = MovableClock()
    with SandboxServer(clock, 7, load_live(data), latency_scale=0.0) as sandbox:
        made = Site(tmp_path, sandbox, clock)
        yield made
        for process in made.running:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


def configure(site: Site) -> None:
    """Ask one engine about ten coins, and three exchanges for their bars, final at once; nothing more is planned."""
    far = '[[live]]\nname = "far"\nitems = ["coin-BTC"]\ncalendar = "always"\ncron = "0 0 29 2 *"\noffsets = ["5s"]\n'
    settle = "[market.settle_s]\n" + "".join(f"{name} = 0\n" for name in PAGE_BARS)
    site.configure(far, engines=("fast",), extra=settle)
    path = site.folder / "monitor.toml"
    sources = f"[market]\nyahoo = false\nexchanges = {json.dumps(list(PAGE_BARS))}\n"
    text = path.read_text().replace("[market]\n", sources, 1)
    path.write_text(text.replace("schedules =", 'data = "items.jsonl"\nschedules =', 1))


def ask(site: Site) -> None:
    """Ask about every coin at two instants that are over, as a daemon would have."""
    world = load_world(load_settings(site.folder / "monitor.toml"))
    database = site.database()
    for ago in INSTANTS:
        site.clock.shift = -ago
        probe_now(world, database, site.clock, world.items, list(world.usable.values()), RulesReader(),
                  show=lambda _: None)  # fmt: skip
    site.clock.shift = timedelta()
    database.close()


def counted(site: Site, table: type, *where: object) -> int:
    database = site.database()
    with database.read() as session:
        found = session.exec(select(func.count()).select_from(table).where(*where)).one()
    database.close()
    return found


def pages_expected(site: Site) -> dict[str, int]:
    """Give the pages of one coin's minutes by source: from 24 h before the first instant to past the last probe."""
    database = site.database()
    with database.read() as session:
        instants = session.exec(select(Probe.instant_at)).all()
        last = session.exec(select(Probe).order_by(Probe.instant_at.desc(), Probe.offset_s.desc())).first()
    database.close()
    start = min(instants) - timedelta(hours=24, minutes=1)
    end = last.instant_at + timedelta(seconds=last.offset_s) + timedelta(minutes=2)
    end = end.replace(second=0, microsecond=0) + timedelta(minutes=1)
    minutes = (end - start) // timedelta(minutes=1)
    return {name: 1 if name == "kraken" else math.ceil(minutes / bars) for name, bars in PAGE_BARS.items()}


def test_the_daemon_stays_small_while_ten_items_are_pulled_from_three_sources(site: Site, capsys) -> None:
    configure(site)
    ask(site)
    ledger = site.sandbox.world.ledger
    assert not ledger.venue_requests()
    daemon = site.start("run", "--port", "0", "--yes")
    with Watch(daemon.pid).on() as watch:
        wait_for(lambda: bool(ledger.venue_requests()) or daemon.poll() is not None, 120, site.log)
        watch.phase = "during"
        want = len(COINS) * len(PAGE_BARS) * 2  # minutes, and days
        wait_for(lambda: counted(site, Pull, Pull.outcome == "ok") >= want or daemon.poll() is not None, 240, site.log)
        wait_for(lambda: counted(site, GradeRow) >= len(COINS) * len(INSTANTS), 120, site.log)
        watch.phase = "after"
        threading.Event().wait(3)
    asked = ledger.venue_requests()
    assert daemon.poll() is None, site.log()
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=20) == 0

    assert counted(site, Pull, Pull.outcome != "ok") == 0
    bars, set_up = Counter(), Counter()
    for (venue, path), count in asked.items():
        (bars if any(part in path for part in BARS_PATHS) else set_up)[venue] += count
    pages = pages_expected(site)
    days = 1  # sixty bars of a day are one page everywhere
    with capsys.disabled():
        peaks = ", ".join(f"{phase} {max(seen):.0f}" for phase, seen in watch.seen.items())
        print(
            f"\n10 items x 3 sources at {len(INSTANTS)} instants: the daemon's memory {peaks} MB, the worker's peak "
            f"{watch.worker_mb:.0f} MB; {sum(asked.values())} requests ({sum(asked.values()) / len(INSTANTS):g} an "
            f"instant): pages {dict(bars)}, set-up {dict(set_up)}"
        )
    assert dict(bars) == {name: len(COINS) * (pages[name] + days) for name in PAGE_BARS}
    repeated = {key: count for key, count in asked.items()
                if count > 1 and not any(part in key[1] for part in BARS_PATHS)}  # fmt: skip
    assert repeated == {}, "a session is set up once"
    assert set(watch.seen) == {"before", "during", "after"}
    assert {phase: max(seen) for phase, seen in watch.seen.items() if max(seen) >= LIMIT_MB} == {}
    assert watch.worker_mb > max(watch.seen["during"]), "the libraries' weight is the worker's"
