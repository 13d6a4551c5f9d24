"""After a run with keys that would be known anywhere, no file and no output holds one, in any form."""

import base64
import html
import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, quote_plus

import httpx
import pytest
import zstandard
from sqlmodel import func, select

from monitor.store.tables import Body, Probe, Pull
from tests.site import Site, wait_for

# Characters that every encoding changes; words that no page of the sandbox holds.
KEYS = {name: f'cana/{name}+Q"<{n}7x&z=9qv' for n, name in enumerate(("HEADER", "QUERY", "BEARER", "BASIC", "NOBODY"))}
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
ENABLED = ("sbx_fast", "sbx_slow", "sbx_five_min", "in_query", "in_basic", "nobody")


def forms(key: str) -> set[bytes]:
    """Give what to look for: each way of writing the key, made here and not by the code under test."""
    found = {key, quote(key), quote(key, safe=""), quote_plus(key), html.escape(key), json.dumps(key)[1:-1]}
    found |= {json.dumps(json.dumps(key))[3:-3]}
    found |= {quote(one, safe="") for one in list(found)} | {key.encode().hex()}
    for lead in (b"", b":", b"u:", b"me:"):
        whole = base64.b64encode(lead + key.encode()).decode()
        inner = whole[4:-4]  # what does not depend on the bytes beside it
        found |= {inner, inner.replace("+", "-").replace("/", "_"), quote(inner, safe="")}
    found |= {key[:12], key[-12:]}
    return {one.encode() for one in found} | {one.lower().encode() for one in found if "%" in one}


def leaks(name: str, data: bytes) -> list[str]:
    return [f"{name}: {owner} as {form!r}" for owner, key in KEYS.items() for form in forms(key) if form in data]


def stored(site: Site) -> list[str]:
    """Look into every body as it was before compression."""
    database = site.database()
    found = []
    with database.read() as session:
        for kind in (Body, Pull):
            for row in session.exec(select(kind)):
                if row.zstd:
                    found += leaks(f"{kind.__name__} {row.id}", zstandard.ZstdDecompressor().decompress(row.zstd))
        echoed = session.exec(select(func.count()).select_from(Body).where(Body.redacted)).one()
    database.close()
    assert echoed, "no response repeated a key, so nothing was tested"
    return found


@pytest.mark.slow
def test_no_key_is_in_store_logs_outputs_or_exceptions(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
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
    commands = [
        ("apis",), ("apis", "--json"), ("status", "--json"), ("lag", "--json"), ("check",), ("items",),
        *(("apis", "test", name) for name in ENABLED), *(("apis", "test", name, "--json") for name in ENABLED),
        ("probe", "BTC", "--json"), *(("show", one) for one in probes), ("show", probes[0], "--json"),
        ("apis", "new", "further", "--print", "--curl", f"curl '{site.sandbox.base_url}/e/fast/serpapi/search.json"
         f"?q=gold&api_key={quote(KEYS['QUERY'], safe='')}'"),
    ]  # fmt: skip
    for words in commands:
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-m", "monitor", "--config", str(path), *words],
            capture_output=True, env=site.environment, cwd=site.folder, timeout=120,
        )  # fmt: skip
        shown = " ".join(words[:3])
        outputs[f"{shown} {len(outputs)}"] = done.stdout + done.stderr
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=15) == 0
    found = [leak for name, data in outputs.items() for leak in leaks(name, data)]
    found += stored(site)
    files = [one for one in site.folder.rglob("*") if one.is_file()]
    assert {one.name for one in files} >= {"monitor.sqlite", "daemon.log", "monitor.toml"}
    found += [leak for one in files for leak in leaks(str(one.relative_to(site.folder)), Path(one).read_bytes())]
    print(f"\n{len(files)} files, {len(outputs)} outputs, {sum(map(len, outputs.values()))} bytes of output looked at")
    assert not found, found[:5]
