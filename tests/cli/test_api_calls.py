"""`apis test` makes one call and shows all of it; `apis new` makes a table of a curl command, tries it, writes it."""

import io
import json
import tomllib
from collections.abc import Iterator

import pytest
from sqlmodel import select

from monitor.clock import SystemClock
from monitor.config import load_settings
from monitor.datasets import load_live
from monitor.sandbox.server import SandboxServer
from monitor.store import alerts
from monitor.store.database import open_database
from monitor.store.tables import Probe, Spend
from tests.leaks.canary import KEY, plant


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxServer]:
    with SandboxServer(SystemClock(), 7, load_live(), latency_scale=0.0) as server:
        yield server


@pytest.fixture
def here(tmp_path, monkeypatch, sandbox):
    """Give a working folder with one api of the sandbox; `text` goes under its table."""
    sandbox.world.heal()
    sandbox.world.ledger.reset()
    monkeypatch.setenv("SANDBOX_API_KEY", KEY)

    def write(text: str = "") -> str:
        table = (f'[apis.sbx]\nlike = "exa_instant"\nkey_group = "sbx"\nenv = ["SANDBOX_API_KEY"]\nprice_usd = 0.02\n'
                 f'url = "{sandbox.base_url}/e/fast/exa/search"\n{text}\n')  # fmt: skip
        path = tmp_path / "monitor.toml"
        path.write_text('[store]\npath = "monitor.sqlite"\n' + table)
        return str(path)

    return write


def store(tmp_path):
    return open_database(tmp_path / "monitor.sqlite", create=False)


def test_one_call_shows_request_times_hits_and_both_readings(command, here, sandbox, tmp_path):
    ran = command("apis", "test", "sbx", "--config", here(), "--item", "BTC", "--json")
    assert ran.code == 0, ran.err
    assert KEY not in ran.out + ran.err
    found = json.loads(ran.out)
    assert len(sandbox.world.ledger.truth("fast")) == 1
    assert found["request"]["headers"]["x-api-key"] == "***"
    assert found["request"]["url"].endswith("/e/fast/exa/search")
    assert "(BTC)" in found["query"]
    timings = found["timings"]
    assert timings["connect_ms"] > 0
    assert timings["tls_ms"] is None
    assert 0 < timings["sent_ms"] <= timings["first_byte_ms"] <= timings["total_ms"]
    assert found["connection"] == "new"
    assert found["hits"]
    served = sandbox.world.ledger.truth("fast")[0].price
    assert found["readings"]["newest"]["price"] == pytest.approx(served, rel=1e-3)
    assert set(found["readings"]) == {"asked", "newest", "reader", "version"}
    database = store(tmp_path)
    with database.read() as session:
        (spend,) = session.exec(select(Spend)).all()
        assert (spend.api, spend.calls, spend.usd) == ("sbx", 1, pytest.approx(found["cost_usd"]))
        assert session.exec(select(Probe)).all() == []
    database.close()


def test_for_people_it_says_the_same(command, here):
    ran = command("apis", "test", "sbx", "--config", here())
    assert ran.code == 0
    for words in ("POST http://127.0.0.1", "x-api-key: ***", "connect with DNS", "first byte after", "asked", "newest"):
        assert words in ran.out
    free = command("apis", "test", "sbx", "--config", here(), "--query", "what is gold at")
    assert "what is gold at" in free.out
    assert "Reading by" not in free.out


def test_a_cool_down_is_obeyed(command, here, sandbox):
    sandbox.world.fail("fast", "429", 1)
    refused = command("apis", "test", "sbx", "--config", here(), "--json")
    assert refused.code == 1
    assert json.loads(refused.out)["error_class"] == "rate_limit"
    cooling = command("apis", "test", "sbx", "--config", here())
    assert cooling.code == 1
    assert "slow down" in cooling.err
    assert sandbox.world.ledger.arrivals_report()["total"] == 1


@pytest.mark.parametrize("limit", ["calls_per_day = 1", "usd_per_day = 0.02"])
def test_it_stays_within_the_budget(command, here, sandbox, limit):
    path = here(limit + "\ncost = ''")
    assert command("apis", "test", "sbx", "--config", path).code == 0
    spent = command("apis", "test", "sbx", "--config", path)
    assert spent.code == 1
    assert "used up" in spent.err
    assert len(sandbox.world.ledger.truth("fast")) == 1


def test_an_account_error_stands_until_a_call_by_hand_passes(command, here, sandbox, tmp_path):
    sandbox.world.fail("fast", "402", 1)
    assert command("apis", "test", "sbx", "--config", here()).code == 1
    database = store(tmp_path)
    with database.read() as session:
        assert [one.key for one in alerts.open_alerts(session)] == ["account:sbx"]
    assert command("apis", "test", "sbx", "--config", here()).code == 0
    with database.read() as session:
        assert alerts.open_alerts(session) == []
    database.close()


def test_an_unknown_api_and_a_missing_key_are_wrong_usage(command, here, monkeypatch):
    assert command("apis", "test", "sbxx", "--config", here()).code == 2
    monkeypatch.delenv("SANDBOX_API_KEY")
    ran = command("apis", "test", "sbx", "--config", here())
    assert ran.code == 2
    assert "SANDBOX_API_KEY" in ran.err


def curl(sandbox: SandboxServer, key: str = KEY) -> str:
    body = json.dumps({"query": "Bitcoin (BTC) price", "max_results": 5})
    url = f"{sandbox.base_url}/e/fast/tavily/search"
    return f"curl -X POST {url} -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' -d '{body}'"


def test_a_table_is_made_of_a_curl_command_tried_and_written(command, here, sandbox, tmp_path):
    path = here()
    plant(tmp_path / "request.sh")
    (tmp_path / "request.sh").write_text(curl(sandbox))
    ran = command("apis", "new", "newcomer", "--curl", tmp_path / "request.sh", "--price", "0.003", "--config", path)
    assert ran.code == 0, ran.err
    written = (tmp_path / "monitor.toml").read_text()
    assert KEY not in ran.out + ran.err + written
    table = written[written.index("[apis.newcomer]") :].strip().splitlines()
    assert len(table) <= 10
    assert 'headers = { Authorization = "Bearer {key}" }' in table
    assert "NEWCOMER_API_KEY" in ran.out
    assert len(sandbox.world.ledger.truth("fast")) == 1
    api = load_settings(tmp_path / "monitor.toml").apis["newcomer"]
    assert api["body"] == {"query": "{query}", "max_results": 5}
    assert api["price_usd"] == 0.003
    listed = json.loads(command("apis", "--json", "--config", path).out)
    assert next(one for one in listed if one["name"] == "newcomer")["key_present"] is False
    again = command("apis", "new", "newcomer", "--curl", tmp_path / "request.sh", "--config", path)
    assert again.code == 2


def test_a_made_table_works_once_its_key_is_set(command, here, sandbox, tmp_path, monkeypatch):
    path = here()
    command("apis", "new", "newcomer", "--curl", curl(sandbox), "--config", path)
    monkeypatch.setenv("NEWCOMER_API_KEY", KEY)
    ran = command("apis", "test", "newcomer", "--config", path, "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["hits"]


def test_printing_writes_nothing_and_a_refusal_is_told(command, here, sandbox, tmp_path, monkeypatch):
    path = here()
    before = (tmp_path / "monitor.toml").read_text()
    monkeypatch.setattr("sys.stdin", io.StringIO(curl(sandbox)))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "40")  # narrower than the table's lines, which are copied from there
    ran = command("apis", "new", "newcomer", "--print", "--config", path)
    assert ran.code == 0, ran.err
    made = ran.out[ran.out.index("[apis.newcomer]") :]
    assert tomllib.loads(made[: made.index("price_usd")])["apis"]["newcomer"]["hits"]
    bad = command("apis", "new", "newcomer", "--curl", curl(sandbox, "bad"), "--config", path)
    assert bad.code == 1
    assert "account" in bad.err
    assert (tmp_path / "monitor.toml").read_text() == before


def test_a_page_is_read_through_the_api_at_its_own_price(command, here, sandbox, tmp_path):
    found = json.loads(command("apis", "test", "sbx", "--config", here(), "--item", "BTC", "--json").out)
    url = found["hits"][0]["url"]
    ran = command("apis", "test", "sbx", "--config", here(), "--page", url, "--json")
    assert ran.code == 0, ran.err
    page = json.loads(ran.out)
    assert page["request"]["url"].endswith("/e/fast/exa/contents")
    assert [hit["url"] for hit in page["hits"]] == [url]
    assert (page["readings"], page["cost_usd"]) == (None, 0.001)
    private = command("apis", "test", "sbx", "--config", here(), "--page", "http://0x7f.1/admin")
    assert (private.code, "private network" in private.err) == (1, True)
    plain = here('[apis.plain]\nlike = "brave"\nenv = ["SANDBOX_API_KEY"]')
    cannot = command("apis", "test", "plain", "--config", plain,
                     "--page", url)  # fmt: skip
    assert "cannot read pages" in cannot.err
    assert [one.kind for one in sandbox.world.ledger.arrivals()] == ["search", "page"]
    listed = {one["name"]: one["reads_pages"] for one in json.loads(command("apis", "--config", here(), "--json").out)}
    assert (listed["exa_instant"], listed["brave"]) == (True, False)
