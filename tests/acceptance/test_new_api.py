"""Ten lines of TOML are a new API: it is listed, probed, has a lag, and stands on the page."""

import json
import subprocess
import sys
from datetime import timedelta

from sqlmodel import select
from starlette.testclient import TestClient

from monitor.clock import SystemClock
from monitor.config import load_settings
from monitor.daemon.jobs import digest
from monitor.store.tables import GradeRow, ReadingRow
from monitor.web.app import create_app
from tests.leaks.canary import KEY, note
from tests.site import Site

NEWCOMER = """
[apis.newcomer]
env = "NEWCOMER_KEY"
method = "POST"
url = "{base_url}/e/fast/tavily/search"
headers = {{ Authorization = "Bearer {{key}}" }}
body = {{ query = "{{query}}", max_results = 10 }}
hits = "results[].{{url: url, title: title, snippet: content, published: published_date}}"
expect = "results"
price_usd = 0.002
"""
SCHEDULE = '[[live]]\nname = "coins"\nitems = ["crypto"]\ncalendar = "always"\nevery = "6h"\n'
QUICK = '[market]\nyahoo = false\nexchanges = ["kraken", "bitstamp"]\n'


def test_ten_lines_of_toml_are_a_new_api(site: Site) -> None:
    lines = NEWCOMER.strip().splitlines()
    assert len(lines) <= 10
    site.configure(SCHEDULE, engines=(), extra="[market.settle_s]\nkraken = 0\nbitstamp = 0\n")
    path = site.folder / "monitor.toml"
    text = path.read_text().replace("[market]\n", QUICK, 1).replace("enabled = []\n", 'enabled = ["newcomer"]\n', 1)
    path.write_text(text + NEWCOMER.format(base_url=site.sandbox.base_url))
    site.clock.shift = -timedelta(minutes=30)

    def monitor(*words: str) -> object:
        command = [sys.executable, "-m", "monitor", "--config", str(path), *words]
        environment = {**site.environment, "NEWCOMER_KEY": KEY}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, cwd=site.folder)
        note(f"monitor {words[0]}", done.stdout, done.stderr)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    listed = next(one for one in monitor("apis", "--json") if one["name"] == "newcomer")
    assert listed["key_present"]
    assert listed["asked"]
    assert (listed["provider"], listed["price_usd"], listed["calls_today"]) == ("newcomer", 0.002, 0)

    probed = monitor("probe", "BTC", "LINK", "--json")
    assert {(row["api"], row["state"]) for row in probed} == {("newcomer", "answered")}
    assert all(row["price"] and row["cost_usd"] == 0.002 for row in probed)

    site.clock.shift = timedelta()
    settings = load_settings(path)
    now = site.clock.now()
    digest(settings, now)
    database = site.database()
    with database.read() as session:
        assert len(session.exec(select(ReadingRow)).all()) == 2
        graded = session.exec(select(GradeRow)).all()
    assert len(graded) == 2
    assert {row.class_ for row in graded} <= {"target", "current", "stale"}

    (group,) = monitor("lag", "--json")["groups"]
    assert (group["api"], group["asset"], group["probes"], group["answered"]) == ("newcomer", "crypto", 2, 2)
    assert group["cost_usd"] == 0.004

    class Still(SystemClock):
        def now(self):
            return now

    page = TestClient(create_app(database, settings, Still()), base_url="http://127.0.0.1:8765").get("/")
    assert page.status_code == 200
    assert "newcomer" in page.text
    database.close()
    assert next(one for one in monitor("apis", "--json") if one["name"] == "newcomer")["calls_today"] == 2
