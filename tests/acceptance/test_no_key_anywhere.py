"""After a run with keys that would be known anywhere, no file and no output holds one, in any form."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from sqlmodel import func, select

from monitor.store.tables import Body, Probe
from tests.interop.runs import lines, make, write_lines
from tests.leaks.canary import CANARY, finds, plant, planted
from tests.leaks.places import sweep
from tests.site import Site, wait_for

# Characters that every encoding changes; words that no page of the sandbox holds.
KEYS = {name: f'{CANARY.first}/{name}+Q"<{n}7x&z=9{CANARY.second}'
        for n, name in enumerate(("HEADER", "QUERY", "BEARER", "BASIC", "NOBODY"))}  # fmt: skip
SCHEDULE = (
    '[[live]]\nname = "every-minute"\nitems = ["live-004"]\ncalendar = "always"\nevery = "1m"\noffsets = [{offsets}]\n'
)
HITS = 'hits = "results[].{url: url, title: title, snippet: content}"\nexpect = "results"\n'
TABLES = """
[apis.sbx_fast]
env = ["CANARY_HEADER"]
[apis.sbx_slow]
env = ["CANARY_HEADER"]
[apis.sbx_five_min]
env = ["CANARY_BEARER"]
[apis.in_query]
like = "serpapi"
price_usd = 0
env = ["CANARY_QUERY"]
url = "{base_url}/e/cached/serpapi/search.json"
[apis.in_basic]
env = ["CANARY_BASIC"]
method = "POST"
url = "{base_url}/e/delayed15/tavily/search"
headers = {{ Authorization = "Bearer {{key}}", X-Also = "Basic {{key}}" }}
body = {{ query = "{{query}}", api_key = "{{key}}" }}
{hits}
[apis.nobody]
like = "serpapi"
price_usd = 0
env = ["CANARY_NOBODY"]
url = "http://127.0.0.1:9/search.json"
"""
EXPORTS = ("out.csv", "out.jsonl", "out.parquet")
ENABLED = ("sbx_fast", "sbx_slow", "sbx_five_min", "in_query", "in_basic", "nobody")


def echoes(site: Site) -> int:
    """Count the responses that repeated a key."""
    database = site.database()
    with database.read() as session:
        echoed = session.exec(select(func.count()).select_from(Body).where(Body.redacted)).one()
    database.close()
    return echoed


def told_run(folder: Path, echo: str) -> tuple[Path, Path, Path]:
    """Write a run of another tool that kept keys in errors and pages; give it, its bars, and its calls to be read."""
    run, bars, _ = make(folder, 60)
    rows = lines(run / "raw.jsonl")
    for n, row in enumerate(rows):
        row.pop("mine")
        said = f"price 512.34 USD {echo}"
        row["hits"] = [{"url": f"https://x.example/?k={quote(echo, safe='')}", "title": said, "snippet": said}]
        if n % 3 == 0:
            row |= {"status": "error", "error": f"401 for {echo}", "error_class": "account"}
    write_lines(run / "raw.jsonl", rows)
    results = folder / "results.jsonl"
    write_lines(results, [
        {"case_id": str(n), "item": {"asset": "equity", "name": "MSFT", "ticker": "MSFT"},
         "asked_at": "2026-11-30T15:00:00Z",
         "results": [{"url": "https://x.example/", "title": "MSFT", "snippet": "MSFT trades at $512.34 now"}]}
        for n in range(20)
    ])  # fmt: skip
    plant(run / "raw.jsonl")
    return run, bars, results


@pytest.mark.slow
def test_no_key_is_in_store_logs_outputs_or_exceptions(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, key in KEYS.items():
        monkeypatch.setenv(f"CANARY_{name}", key)
    monkeypatch.setenv("MONITOR_DEBUG", "1")
    monkeypatch.setenv("PYTHONASYNCIODEBUG", "1")
    offsets = ", ".join(f'"{second}s"' for second in range(1, 60, 5))
    site.configure(SCHEDULE.format(offsets=offsets), engines=("fast", "slow", "five_min"))
    path = site.folder / "monitor.toml"
    text = path.read_text().replace(path.read_text().partition("\n")[0], f"enabled = {json.dumps(ENABLED)}", 1)
    own, _, more = TABLES.format(base_url=site.sandbox.base_url, hits=HITS).partition("[apis.in_query]")
    for block in own.split("[apis.")[1:]:  # override the key's variable in the sandbox's own tables
        name, _, line = block.partition("]\n")
        before, mark, after = text.partition(f"[apis.{name}]\n")
        text = before + mark + after.replace('env = ["SANDBOX_API_KEY"]', line.strip(), 1)
    path.write_text(text + "[apis.in_query]" + more + "[key_groups.serpapi]\nrps = 50\n")
    world = site.sandbox.world
    world.fail("fast", "echo")
    world.fail("slow", "echo_401")
    world.fail("five_min", "echo")
    world.fail("cached", "echo")
    world.fail("delayed15", "echo")
    site.set_clock()
    daemon = site.start("run", "--port", "0")

    def counted(*where: object) -> int:
        if not site.database_path.is_file():
            return 0
        database = site.database()
        try:
            with database.read() as session:
                return session.exec(select(func.count()).select_from(Probe).where(*where)).one()
        finally:
            database.close()

    def enough() -> bool:
        failed = counted(Probe.api == "nobody", Probe.state == "failed")
        return daemon.poll() is not None or (counted(Probe.state == "answered") >= 16 and failed > 0)

    wait_for(enough, 120, site.log)
    assert daemon.poll() is None, site.log()[-500:]
    outputs: dict[str, bytes] = {}
    address = site.log().partition("http://127.0.0.1:")[2].split('"')[0].split("/")[0].split()[0]
    for page in ("/", "/api/v1/health", "/healthz", "/absent?api_key=" + quote(KEYS["QUERY"], safe="")):
        outputs[f"page {page[:12]}"] = httpx.get(f"http://127.0.0.1:{address}{page}", trust_env=False).content
    probes = [str(n) for n in range(1, 13)]
    run, bars, results = told_run(tmp_path / "other", KEYS["HEADER"])
    commands = [
        ("apis",), ("apis", "--json"), ("status", "--json"), ("lag", "--json"), ("check",), ("items",),
        *(("apis", "test", name) for name in ENABLED), *(("apis", "test", name, "--json") for name in ENABLED),
        ("probe", "BTC", "--json"), *(("show", one) for one in probes), ("show", probes[0], "--json"),
        ("apis", "new", "further", "--print", "--curl", f"curl '{site.sandbox.base_url}/e/fast/serpapi/search.json"
         f"?q=gold&api_key={quote(KEYS['QUERY'], safe='')}'"),
        *(("export", name) for name in EXPORTS), ("export", "runs", "--format", "finsearch"),
        ("read", str(results), "--out", "read.jsonl"), ("import", str(run), "--bars", str(bars)),
        ("grade", "batch", "runs", "--bars", "runs/bars", "--out", "graded.jsonl"), ("export", "imported.jsonl"),
    ]  # fmt: skip
    for words in commands:
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-m", "monitor", "--config", str(path), *words],
            capture_output=True, env=site.environment, cwd=site.folder, timeout=120,
        )  # fmt: skip
        shown = " ".join(words[:3])
        outputs[f"{shown} {len(outputs)}"] = done.stdout + done.stderr
        if words[0] in ("export", "read", "import", "grade"):
            assert done.returncode == 0, (words, done.stderr[-500:])
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=15) == 0
    assert echoes(site), "no response repeated a key, so nothing was tested"
    files = {one.name for one in site.folder.rglob("*") if one.is_file()}
    assert files >= {"monitor.sqlite", "daemon.log", "monitor.toml", *EXPORTS, "read.jsonl", "graded.jsonl"}
    found = [line for name, data in outputs.items() for line in finds(name, [data])]
    swept = sweep(site.folder, planted=planted)
    print(f"\n{swept.files} files, {len(outputs)} outputs, {sum(map(len, outputs.values()))} bytes of output looked at")
    assert not found + swept.found, (found + swept.found)[:5]
