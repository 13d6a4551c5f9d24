"""`items`, `apis` and `schedules` show what is configured."""

import json

import pytest

from monitor.config import load_settings
from tests.cli.conftest import Ran
from tests.leaks.canary import KEY, PLAIN_KEY, plant


def test_items_lists_the_set_that_ships(command):
    ran = command("items")
    assert ran.code == 0
    assert "MSFT" in ran.out
    assert "{{date}}" in ran.out
    listed = json.loads(command("items", "--json").out)
    assert {one["asset"] for one in listed} == {"equity", "crypto", "fx"}
    assert next(one for one in listed if one["ticker"] == "USD/JPY")["currency"] == "JPY"


def test_items_of_one_asset(command):
    listed = json.loads(command("items", "--asset", "fx", "--json").out)
    assert {one["asset"] for one in listed} == {"fx"}


def test_a_bad_row_names_file_and_line(command, tmp_path):
    (tmp_path / "live.jsonl").write_text('{"id": "a"}\n')
    ran = command("items", "--data", tmp_path / "live.jsonl")
    assert ran.code == 2
    assert "live.jsonl:1" in ran.err


def apis(ran: Ran) -> dict:
    return {one["name"]: one for one in json.loads(ran.out)}


def test_apis_tell_keys_prices_and_pacing(command, monkeypatch):
    monkeypatch.setenv("EXA_API_KEY", KEY)
    ran = command("apis", "--json")
    found = apis(ran)
    exa, keyless = found["exa_instant"], found["ddgs_mojeek"]
    assert exa["key_present"]
    assert exa["asked"]
    assert exa["price_usd"] > 0
    assert exa["env"] == ["EXA_API_KEY"]
    assert set(exa["pacing"]) == {"rps", "per_minute", "concurrent"}
    assert keyless["key_present"]
    assert keyless["env"] == []
    assert not found["tavily_live"]["key_present"]
    assert "TAVILY_API_KEY" in found["tavily_live"]["why_not"]
    assert KEY not in ran.out + command("apis").out


def test_apis_list_every_configuration_in_the_agreed_shape(command):
    found = json.loads(command("apis", "--json").out)
    assert len(found) >= 30
    assert len({one["provider"] for one in found}) == 19
    agreed = {"name", "provider", "key_group", "env", "key_present", "price_usd", "calls_today", "usd_today", "budget"}
    for one in found:
        assert agreed | {"pacing", "last_ok", "last_error"} <= set(one)


def test_apis_tell_how_they_were_used(command, filled):
    found = apis(command("apis", "--db", filled.path, "--json"))
    assert (found["exa_instant"]["calls_today"], found["exa_instant"]["usd_today"]) == (18, 0.126)
    assert found["exa_instant"]["last_ok"]
    assert found["brave"]["last_error"]["class"] == "timeout"


def test_an_api_of_the_user_is_listed(command, config):
    path = config('[apis.mine]\nlike = "exa_instant"\nenv = ["MINE_KEY"]\ncalls_per_day = 7\n')
    assert apis(command("apis", "--json", "--config", path))["mine"]["budget"]["calls_per_day"] == 7


BODY = {
    "requestId": "r",
    "results": [{"title": "T", "url": "https://e.com/", "text": "$5", "publishedDate": "2026-11-30"}],
}


@pytest.mark.parametrize("wrapped", [BODY, {"ok": True, "response": BODY}, {"response": json.dumps(BODY)}])
def test_parse_gives_the_hits_of_a_body(command, tmp_path, wrapped):
    (tmp_path / "body.json").write_text(json.dumps(wrapped))
    ran = command("apis", "parse", "exa_instant", tmp_path / "body.json", "--json")
    assert ran.code == 0
    (hit,) = json.loads(ran.out)
    assert hit["position"] == 0
    assert (hit["url"], hit["title"], hit["published"], hit["as_of"]) == ("https://e.com/", "T", "2026-11-30", None)


def test_parse_of_what_is_no_answer_is_a_finding(command, tmp_path):
    (tmp_path / "body.html").write_text("<html>busy</html>")
    ran = command("apis", "parse", "exa_instant", tmp_path / "body.html", "--json")
    assert ran.code == 1
    assert json.loads(ran.out) == []
    assert "not a search answer" in ran.err


def test_parse_of_an_unknown_api_or_file(command, tmp_path):
    assert command("apis", "parse", "exa_instnat", tmp_path / "x").code == 2
    assert "cannot be read" in command("apis", "parse", "exa_instant", tmp_path / "absent").err


def test_recorded_answers_parse(command, shared):
    for path in sorted((shared / "payloads" / "search").glob("*.exa_instant.json")):
        assert json.loads(command("apis", "parse", "exa_instant", path, "--json").out)


def test_schedules_show_local_time_and_cost(command):
    ran = command("schedules", "--json", "--count", 2)
    found = json.loads(ran.out)
    close = next(one for one in found["instants"] if one["schedule"] == "stocks-close")
    assert close["market"] == "close"
    assert close["zone"] == "America/New_York"
    assert close["local"][11:16] in ("16:00", "13:00")
    assert all(one["enabled"] and one["cost"]["baseline"] for one in found["nightly"])
    assert found["calls_per_day"] == pytest.approx(sum(one["calls_per_day"] for one in found["apis"].values()), abs=0.5)
    table = command("schedules").out
    assert "stocks-close" in table
    assert "multi-hop" in table
    assert "the baseline answers: no model key is set" in table
    assert "Budget: 5.00 USD" in table


def test_a_schedule_with_a_mistake_is_refused(command, config, tmp_path):
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "a.toml").write_text('[[live]]\nname = "a"\nitems = ["equity"]\nat = ["09:30"]\nzone = "Mars"\n')
    ran = command("schedules", "--config", config('schedules = "s"\n'))
    assert ran.code == 2
    assert "zone" in ran.err
    assert "a.toml" in ran.err


def test_relative_paths_count_from_the_settings_file(config, tmp_path):
    settings = load_settings(config('[store]\npath = "here.sqlite"\n'))
    assert settings.path(settings.store.path or "") == tmp_path / "here.sqlite"


MINE = '[apis.mine]\nlike = "exa_instant"\n'


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('ca_file = "/absent/ca.pem"', ["ca_file: '/absent/ca.pem'", "[apis.mine]", "PEM"]),
        ('url = "http://{query}/"', ["url: 'http://{query}/'", "[apis.mine]", "write the host out"]),
        ('url = "ftp://x.example/"', ["url: 'ftp://x.example/'", "[apis.mine]", "http://"]),
        ('class = "ddgs"\nengine = "google"\noptions = { proxy = 7 }', ["[apis.mine]"]),
    ],
)
def test_a_table_that_cannot_be_opened_is_named_with_its_key_value_and_remedy(command, config, monkeypatch, line, says):
    monkeypatch.setenv("EXA_API_KEY", KEY)
    ran = command("apis", "test", "mine", "--config", config(MINE + line))
    assert ran.code == 2
    assert all(one in ran.err for one in says), ran.err
    assert "fault of this program" not in ran.err


def test_a_password_in_an_address_is_not_repeated(command, config):
    path = config(MINE + f'url = "https://me:{PLAIN_KEY}@x.example/"')
    plant(path)
    ran = command("apis", "--config", path)
    assert (ran.code, PLAIN_KEY in ran.err) == (2, False)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("MONITOR_WEB__PORT", "abc", "MONITOR_WEB__PORT in the environment: web.port = "),
        ("MONITOR_WEB", "{", "MONITOR_WEB in the environment: the value is not JSON"),
        ("MONITOR_WEB", '{"port": "abc"}', "MONITOR_WEB in the environment: web.port = "),
    ],
)
def test_a_wrong_variable_is_blamed_and_not_the_file(command, config, monkeypatch, name, value, says):
    monkeypatch.setenv(name, value)
    path = config("[web]\nport = 9000\n")
    ran = command("apis", "--config", path)
    assert ran.code == 2
    assert says in ran.err
    assert path.name not in ran.err


def test_a_wrong_value_of_the_file_is_still_the_files(command, config, monkeypatch):
    monkeypatch.setenv("MONITOR_WEB__PORT", "9000")
    ran = command("apis", "--config", config('[worker]\ntimeout_s = "x"\n'))
    assert 'settings.toml: [worker]: timeout_s = "x"' in ran.err
