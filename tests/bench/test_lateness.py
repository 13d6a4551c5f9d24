"""How late probes leave: the daemon's 170 of 17 configurations at one instant, beside one bare client's."""

import asyncio
import json
import math
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from monitor.clock import SystemClock
from monitor.datasets import fill_template, load_live
from monitor.sandbox.formats import FORMATS
from monitor.sandbox.settings import KEY_VARIABLE
from tests.leaks.canary import KEY
from tests.site import Site, wait_for

CONFIGURATIONS = 17
SPOKEN = ("exa", "tavily", "brave")
SCHEDULE = '[[live]]\nname = "bench"\nitems = ["all"]\ncalendar = "always"\nevery = "1m"\noffsets = ["5s"]\n'


def tables(base_url: str) -> str:
    """Give 17 configurations, each with a key group and so a client of its own."""
    names = [f"c{n:02}" for n in range(CONFIGURATIONS)]
    parts = [
        f"enabled = {json.dumps(names)}",
        'schedules = "schedules"',
        '[store]\npath = "monitor.sqlite"',
        f'[market]\nbase_url = "{base_url}"',
    ]
    for n, name in enumerate(names):
        spoken = FORMATS.all()[SPOKEN[n % len(SPOKEN)]]
        parts.append(
            f"[key_groups.{name}]\nrps = 2000\nper_minute = 100000\nconcurrent = 100\n[apis.{name}]\n"
            f'like = "{spoken.like}"\nkey_group = "{name}"\nprice_usd = 0\ncost = ""\nenv = ["{KEY_VARIABLE}"]\n'
            f'url = "{base_url}/e/fast/{spoken.name}{spoken.path}"'
        )
    return "\n".join(parts) + "\n"


async def bare(base_url: str, queries: list[str]) -> list[float]:
    """Send them all at one moment through one shared client, and give how late each left, in ms."""
    late: list[float] = []
    async with httpx.AsyncClient(timeout=60) as client:
        await client.get(f"{base_url}/_sandbox/health")
        due = time.perf_counter() + 0.5

        async def one(query: str) -> None:
            async def trace(name: str, _info: object) -> None:
                if name == "http11.send_request_headers.started":
                    late.append((time.perf_counter() - due) * 1000)

            await asyncio.sleep(due - time.perf_counter())
            await client.post(
                f"{base_url}/e/fast/exa/search",
                json={"query": query},
                headers={"x-api-key": KEY},
                extensions={"trace": trace},
            )

        await asyncio.gather(*(one(query) for query in queries))
    return late


def p99(values: list[float]) -> float:
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]


@pytest.mark.slow
def test_probes_leave_closer_to_their_slots_than_a_bare_client_sends_them(site: Site, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "monitor", "sandbox", "--write", str(tmp_path / "sandbox.toml")], stdout=subprocess.PIPE
    )
    try:
        wait_for((tmp_path / "sandbox.toml").is_file, 30)
        base_url = (tmp_path / "sandbox.toml").read_text().partition('base_url = "')[2].partition('"')[0]
        site.configure(SCHEDULE)
        (site.folder / "monitor.toml").write_text(tables(base_url))
        items = load_live()
        now = SystemClock().now().replace(second=0, microsecond=0)
        queries = [fill_template(item, now) for item in items] * CONFIGURATIONS
        asyncio.run(bare(base_url, queries))  # the market makes its days at the first question
        site.clock.shift *= 0
        daemon = site.start("run", "--no-page")

        def status() -> dict:
            done = subprocess.run(
                [sys.executable, "-m", "monitor", "--config", str(site.folder / "monitor.toml"), "status", "--json"],
                capture_output=True,
                text=True,
                env=site.environment,
            )
            return json.loads(done.stdout) if done.stdout.strip() else {}

        wait_for(lambda: status().get("counts", {}).get("answered", 0) >= 10 * CONFIGURATIONS, 140, site.log)
        found = status()
        daemon.terminate()
        daemon.wait(timeout=15)
        plain = p99(asyncio.run(bare(base_url, queries)))
    finally:
        process.terminate()
        process.wait()
    ours = found["lateness_ms"]["p99"]
    print(
        f"\nlateness p99, {len(queries)} probes of {CONFIGURATIONS} configurations: {ours:.1f} ms by `monitor status`; "
        f"one bare client: {plain:.1f} ms; ratio {ours / plain:.3f}"
    )
    assert found["counts"]["answered"] % (10 * CONFIGURATIONS) == 0
    assert ours < plain
