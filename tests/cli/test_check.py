"""`monitor check`: what works, what does not, what to do; in bounded time, with or without a network."""

import json
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from monitor.cli.checks import here, network, symbols
from monitor.cli.checks.network import ClockCheck, api_targets, source_targets
from monitor.cli.checks.reach import Reached, Target, reach_all, target_of
from monitor.clock import SystemClock
from monitor.config import MarketSettings, Settings, load_settings
from monitor.daemon.world import load_world
from monitor.search.config import load_apis
from monitor.store.database import SCHEMA, open_database
from tests.alerting.stored import add_probes

MONOTONIC = SystemClock().monotonic


@contextmanager
def listening() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def closed_port() -> int:
    with listening() as port:
        return port


@pytest.fixture(autouse=True)
def no_time_servers(monkeypatch):
    """Ask a closed port for the time, so that no test needs a network, nor has one; wait shortly for silent sources."""
    monkeypatch.setattr(network, "NTP_SERVERS", (("127.0.0.1", closed_port()),))
    monkeypatch.setattr(symbols, "ALL_S", 0.5)


def settings(api_port: int, market_port: int, more: str = "") -> str:
    return f"""
enabled = ["mine"]
{more}
[apis.mine]
like = "searxng"
url = "http://127.0.0.1:{api_port}/search"
[market]
base_url = "http://127.0.0.1:{market_port}"
[store]
path = "own.sqlite"
"""


def checks(ran) -> dict[str, list[dict]]:
    found: dict[str, list[dict]] = {}
    for one in json.loads(ran.out):
        found.setdefault(one["check"], []).append(one)
    return found


def test_what_can_be_reached_is_ok(command, config):
    with listening() as api, listening() as market:
        found = checks(command("check", "--json", "--config", config(settings(api, market))))
    assert [one["ok"] for one in found["api"] + found["source"]] == [True, True]
    assert f"127.0.0.1:{market}" in found["source"][0]["what"]
    assert "yahoo, kraken" in found["source"][0]["what"]
    assert all(
        one["ok"]
        for name in ("program", "settings", "items", "disk", "database", "schedules", "plan")
        for one in found[name]
    )


def test_what_cannot_be_reached_is_a_line_with_a_remedy(command, config):
    ran = command("check", "--config", config(settings(closed_port(), closed_port())))
    assert ran.code == 1
    failed = [line for line in ran.out.splitlines() if line.startswith("FAIL")]
    assert {line.split()[1] for line in failed} == {"api", "source", "clock"}
    assert all(" -> " in line for line in failed)
    assert "mine at 127.0.0.1" in ran.out
    assert "lines need attention" in ran.out


def test_a_plan_over_budget_is_a_finding(command, config):
    more = "[budget]\nusd_per_day = 0.01\n"
    text = settings(closed_port(), closed_port(), more).replace(
        'like = "searxng"', 'like = "searxng"\nprice_usd = 0.01'
    )
    found = checks(command("check", "--json", "--config", config(text)))
    (plan,) = found["plan"]
    assert not plan["ok"]
    assert "--yes" in plan["remedy"]


def test_an_enabled_api_without_its_key_is_a_finding(command, config):
    found = checks(
        command(
            "check",
            "--json",
            "--config",
            config('enabled = ["exa_instant"]\n[market]\nyahoo = false\nexchanges = []\n'),
        )
    )
    wrong = [one for one in found["keys"] + found["apis"] if not one["ok"]]
    assert len(wrong) == 2
    assert "EXA_API_KEY" in wrong[0]["what"]


def test_answers_that_hold_nothing_are_a_finding_until_the_table_is_corrected(command, config, tmp_path):
    path = config(settings(closed_port(), closed_port()))
    asked = load_world(load_settings(path)).apis["mine"]
    database = open_database(tmp_path / "own.sqlite")
    with database.write() as session:
        add_probes(session, datetime.now(UTC), 12, api="mine", api_hash=asked.config_hash, hits=0)
    database.close()
    (found,) = checks(command("check", "--json", "--config", path))["answers"]
    assert "mine: 12 of its last 12 answers held no hit" in found["what"]
    assert "monitor apis test mine" in found["remedy"]
    path.write_text(path.read_text().replace("/search", "/other"))
    assert "answers" not in checks(command("check", "--json", "--config", path))


def test_a_schedule_that_asks_fewer_than_it_names_is_a_finding(command, config, tmp_path):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.toml").write_text("".join(
        f'[[live]]\nname = "{name}"\ncalendar = "always"\nevery = "8h"\napis = {apis}\n'
        for name, apis in (("fine", ["mine"]), ("unlisted", ["mine", "ddgs_brave"]), ("keyless", ["exa_instant"]),
                           ("nobody", ["live"]))
    ))  # fmt: skip
    text = settings(closed_port(), closed_port(), 'schedules = "s"\n').replace("[apis.mine]", "[apis.mine]\nlive=false")
    fine, *found = checks(command("check", "--json", "--config", config(text)))["schedules"]
    assert fine["ok"]
    assert [one["what"].partition(" (put")[0] for one in found] == [
        "unlisted names ddgs_brave, which is not asked: not in `enabled`",
        "keyless names exa_instant, which is not asked: not set: EXA_API_KEY",
        "nobody asks nobody: apis = ['live'] stands for none that can be asked",
    ]
    assert not any(one["ok"] for one in found)


def test_a_mistake_in_a_schedule_is_a_finding(command, config, tmp_path):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.toml").write_text(
        '[[live]]\nname = "a"\nitems = ["bonds"]\ncalendar = "always"\nevery = "1h"\n'
    )
    text = settings(closed_port(), closed_port(), 'schedules = "s"\n')
    (found,) = checks(command("check", "--json", "--config", config(text)))["schedules"]
    assert not found["ok"]
    assert "bonds" in found["what"]


def test_a_folder_is_no_database(command, config):
    text = settings(closed_port(), closed_port()).replace("own.sqlite", "")
    (found,) = checks(command("check", "--json", "--config", config(text)))["database"]
    assert not found["ok"]
    assert found["remedy"] == "set store.path to a file"


def test_an_older_database_names_the_command(command, config, filled):
    with filled.database.write() as session:
        session.connection().exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    path = config(settings(closed_port(), closed_port()))
    (found,) = checks(command("check", "--json", "--config", path, "--db", filled.path))["database"]
    assert not found["ok"]
    assert "schema 0000" in found["what"]
    assert f"needs {SCHEMA}" in found["what"]
    assert "monitor db upgrade" in found["remedy"]


def test_little_room_is_a_finding(monkeypatch):
    monkeypatch.setattr(here, "LEAST_FREE_GB", 1e9)
    disk = [one for one in here.checks_of_store(Settings()) if one.check == "disk"]
    assert [one.ok for one in disk] == [False]


def test_hosts_that_hang_are_given_up():
    with socket.create_server(("127.0.0.1", 0), backlog=1) as full:
        target = Target(*full.getsockname()[:2])
        crowd = [socket.socket() for _ in range(8)]
        for one in crowd:
            one.setblocking(False)
            one.connect_ex((target.host, target.port))
        found = reach_all([target, Target("127.0.0.1", closed_port())], MONOTONIC, each_s=0.3, all_s=2)
        for one in crowd:
            one.close()
    assert found[target].problem == "no answer"
    assert "firewall" in found[target].remedy
    assert sum(one.ms is None for one in found.values()) == 2


def test_a_name_that_does_not_exist_is_said():
    target = Target("no-such-host.invalid", 443)
    found = reach_all([target], MONOTONIC, all_s=10)[target]
    assert found.ms is None
    assert "name" in found.problem
    assert found.remedy


def test_every_api_and_source_that_ships_has_a_host():
    apis = load_apis()
    assert set(api_targets(apis)) == set(apis)
    assert source_targets(MarketSettings()).keys() == {
        "yahoo", "kraken", "coinbaseexchange", "binance", "bitstamp", "ecb"}
    assert target_of("http://h/x") == Target("h", 80)
    assert target_of("https://h:8443") == Target("h", 8443)


@contextmanager
def time_server(ahead: timedelta) -> Iterator[tuple[str, int]]:
    """Serve one NTP answer from a clock that is `ahead`."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.bind(("127.0.0.1", 0))
        link.settimeout(5)

        def answer() -> None:
            _, peer = link.recvfrom(48)
            since = datetime.now(UTC) + ahead - network.NTP_EPOCH
            stamp = struct.pack("!II", int(since.total_seconds()), int(since.microseconds * 2**32 / 1e6))
            link.sendto(b"\x24" + bytes(31) + stamp + stamp, peer)

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield link.getsockname()
        thread.join(5)


@pytest.mark.parametrize(("ahead_s", "ok"), [(0, True), (3, False), (-40, False)])
def test_the_clock_is_held_to_a_time_server(ahead_s, ok):
    with time_server(timedelta(seconds=ahead_s)) as server:
        check = ClockCheck(SystemClock().now, servers=(server,), wait_s=5)
        check.start()
        found = check.finish([])
    assert found.ok is ok
    assert "NTP" in found.what
    assert ok or "NTP client" in found.remedy
    assert ok or found.what.startswith("-" if ahead_s > 0 else "+")


def test_without_a_time_server_the_date_of_an_answer_bounds_the_clock():
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Old(BaseHTTPRequestHandler):
        def do_HEAD(self):
            self.send_response_only(200)
            self.send_header("Date", "Mon, 30 Nov 2020 14:30:00 GMT")
            self.end_headers()

        def log_message(self, *_):
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Old) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        check = ClockCheck(SystemClock().now, servers=())
        check.start()
        found = check.finish([Target("127.0.0.1", server.server_port)])
    assert not found.ok
    assert "Date headers" in found.what


def test_hosts_that_fail_alike_share_one_line_and_one_remedy():
    here_, there, well = Target("a.example", 443), Target("b.example", 443), Target("c.example", 443)
    dead = {one: Reached(one, None, "its name is not known", "look at the network") for one in (here_, there)}
    targets = {"one": here_, "two": here_, "three": there, "four": well}
    fine, wrong = network.checks_of_reach("api", targets, {**dead, well: Reached(well, 12.0)})
    assert fine.ok
    assert wrong.what == "2 hosts: its name is not known: one, two at a.example:443; three at b.example:443"
    assert (wrong.ok, wrong.remedy) == (False, "look at the network")
