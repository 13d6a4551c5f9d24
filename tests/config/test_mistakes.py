"""Every mistake at once, each with file, table, key, value and remedy."""

import re

import pytest

from monitor.config import load_settings
from monitor.daemon.world import load_whole
from monitor.errors import ConfigError, Mistakes
from tests.leaks.canary import PLAIN_KEY, plant

WRONG = """
port = 9000
enabled = "exa"
[web]
prot = 1
host = 3
[budget]
usd_per_day = -1
api.exa_instant = { usd_per_dya = 1.0 }
[agent.sets.multi-hop-lookup]
modell = "openai:x"
[market]
exchanges = ["krakn"]
symbols.live-002 = 4
settle_s.kraken = -60
[judge]
model = "gpt"
base_url = "localhost:8000/v1"
[alerts]
page = "javascript:alert(1)"
[weeb]
a = 1
[[slo]]
api = "exa_instant"
share_within = { soon = 0.9 }
"""
SAID = (
    "unknown key 'port' (it belongs in [web])",
    'enabled = "exa": it should be a list (write a list in square brackets)',
    "[web]: unknown key 'prot' (did you mean 'port'?)",
    "[web]: host = 3: it should be a valid string (write it in quotes)",
    "[budget]: usd_per_day = -1: it should be greater than or equal to 0",
    "[budget.api.exa_instant]: unknown key 'usd_per_dya' (did you mean 'usd_per_day'?)",
    "[agent.sets.multi-hop-lookup]: unknown key 'modell' (did you mean 'model'?)",
    "[market]: exchanges = ['krakn']: no exchange 'krakn', did you mean kraken",
    "[market.symbols]: live-002 = 4: it should be a table",
    "[market.settle_s]: kraken = -60: it should be greater than or equal to 0",
    '[judge]: base_url = "localhost:8000/v1": ',
    '[alerts]: page = "javascript:alert(1)": ',
    '[judge]: model = "gpt": write it as openai:NAME',
    "[[slo]] number 1: share_within, key 'soon': it should be a valid integer (write a whole number)",
    "unknown key 'weeb' (did you mean 'web'?)",
)


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "monitor.toml"
        path.write_text(text)
        return path

    return write


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    path = tmp_path_factory.mktemp("wrong") / "monitor.toml"
    path.write_text(WRONG)
    with pytest.raises(Mistakes) as caught:
        load_settings(path)
    assert all(str(one).startswith(f"{path}: ") for one in caught.value.problems)
    return str(caught.value)


@pytest.mark.parametrize("mistake", SAID)
def test_each_mistake_is_told_with_its_table_key_value_and_remedy(said, mistake):
    assert mistake in said


def test_no_mistake_is_told_that_is_none(said):
    assert len(said.splitlines()) == 1 + len(SAID)


def test_a_variable_for_a_table_that_there_is_not_is_a_mistake(file, monkeypatch):
    monkeypatch.setenv("MONITOR_WBE__PORT", "9000")
    with pytest.raises(ConfigError, match=r"MONITOR_WBE__PORT in the environment: .*did you mean MONITOR_WEB__PORT"):
        load_settings(file(""))


def test_a_key_in_the_wrong_place_is_not_repeated(file):
    path = file(f'[web]\nhosts = "{PLAIN_KEY}"\nport = "{PLAIN_KEY}"\n')
    plant(path)
    with pytest.raises(Mistakes) as caught:
        load_settings(path)
    assert PLAIN_KEY not in str(caught.value)
    assert str(caught.value).count("(hidden)") == 2


def test_settings_apis_items_and_schedules_are_looked_through_together(file, tmp_path):
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "a.toml").write_text('[[live]]\nname = "x"\ncalendar = "always"\nevery = "99x"\n')
    (tmp_path / "live.jsonl").write_text("{}\n")
    path = file('data = "live.jsonl"\nschedules = "schedules"\n[web]\nprot = 1\n'
                '[apis.mine]\nlik = "brave"\n[apis.yours]\nlike = "brvae"\n')  # fmt: skip
    with pytest.raises(Mistakes) as caught:
        load_whole(path)
    for part in ("[web]: unknown key 'prot'", "[apis.mine]: unknown field 'lik'", "[apis.yours]: like: there is no api",
                 "live.jsonl:1", "[[live]] 'x', every: "):  # fmt: skip
        assert part in str(caught.value)


def test_names_of_apis_that_there_are_not_are_told_together(file):
    with pytest.raises(Mistakes) as caught:
        load_whole(file('enabled = ["exa_instnt"]\n[budget.api.tavily]\n[key_groups.exxa]\nrps = 1\n'
                        '[[slo]]\napi = "exa_instnat"\nshare_within = { 900 = 0.9 }\n'))
    assert [one.remedy for one in caught.value.problems][-2:] == ["did you mean 'exa_instant'?"] * 2
    assert len(caught.value.problems) == 4


def test_a_user_header_is_believed_from_a_named_proxy_only(file):
    with pytest.raises(ConfigError, match="name its address in `proxies`"):
        load_settings(file('[web]\nuser_header = "X-Forwarded-User"\n'))
    with pytest.raises(ConfigError, match="does not appear to be an IPv4 or IPv6 network"):
        load_settings(file('[web]\nproxies = ["nginx"]\n'))


@pytest.mark.parametrize(("line", "text"), [
    *((f'base_url = "{one}"', "such as http://127.0.0.1:8800") for one in ("ftp://x", "localhost:80", "http://", "http://[::1")),
    ("settle_s.krakn = 60", "no source 'krakn', did you mean kraken"),
    ('symbols.live-002.yaho = "TTC"', "no source 'yaho', did you mean yahoo?"),
    ('interval.binnance = "1s"', "no source 'binnance', did you mean binance"),
])
def test_a_source_that_there_is_not_is_named_with_the_nearest(file, line, text):
    with pytest.raises(ConfigError, match=re.escape(text)):
        load_settings(file(f"[market]\n{line}\n"))
    load_settings(file('[market]\nsettle_s.ecb = 60\nsymbols.live-002 = { yahoo = "T", okx = "T/USDT" }\n'))
