"""Where keys come from, and that none is shown."""

import json
import sys

import pytest

from monitor.config import Settings
from monitor.environment import environment, forget_secrets, open_to_others
from monitor.errors import ConfigError
from monitor.hidden import looks_like_key, secrets_in, without_secrets
from tests.leaks.canary import KEY, PLAIN_KEY, plant


@pytest.fixture(autouse=True)
def anew():
    forget_secrets()
    yield
    forget_secrets()


def test_a_command_gives_keys_that_env_file_and_environment_win_over(tmp_path, monkeypatch):
    code = "print('EXA_API_KEY=told\\nBRAVE_API_KEY=told\\nTAVILY_API_KEY=told')"
    (tmp_path / ".env").write_text("BRAVE_API_KEY=kept\nTAVILY_API_KEY=kept\n")
    monkeypatch.setenv("TAVILY_API_KEY", "set")
    monkeypatch.delenv("EXA_API_KEY", raising=False)
    monkeypatch.delenv("BRAVE_API_KEY", raising=False)
    env = environment(Settings(base=tmp_path, secret_command=(sys.executable, "-c", code)))
    assert [env[f"{name}_API_KEY"] for name in ("EXA", "BRAVE", "TAVILY")] == ["told", "kept", "set"]


def test_the_command_is_asked_once_until_a_reload(tmp_path):
    code = f"open({str(tmp_path / 'asked')!r}, 'a').write('x')"
    settings = Settings(base=tmp_path, secret_command=(sys.executable, "-c", code))
    environment(settings), environment(settings)
    assert (tmp_path / "asked").read_text() == "x"
    forget_secrets()
    environment(settings)
    assert (tmp_path / "asked").read_text() == "xx"


@pytest.mark.parametrize(("command", "said"), [
    (("no-such-program",), "No such file"),
    ((sys.executable, "-c", f"print('A={PLAIN_KEY}'); exit(3)"), "ended with status 3"),
])  # fmt: skip
def test_a_command_that_fails_is_an_error_without_its_output(tmp_path, command, said):
    with pytest.raises(ConfigError, match=said) as caught:
        environment(Settings(base=tmp_path, secret_command=command))
    assert PLAIN_KEY not in str(caught.value)


def test_an_env_file_that_others_can_read_is_told(tmp_path):
    settings = Settings(base=tmp_path)
    assert open_to_others(settings) is None
    (tmp_path / ".env").write_text("")
    (tmp_path / ".env").chmod(0o640)
    assert "mode 0640" in (open_to_others(settings) or "")
    (tmp_path / ".env").chmod(0o600)
    assert open_to_others(settings) is None


@pytest.mark.parametrize("text", ["sk-abcdefghijklmnop1234", "tvly-dev-abcdefghijklmnop12", "Bearer abcdefgh1234",
                                  "0123456789abcdef0123456789abcdef", "aB3dE5gH7jK9mN1pQ3sT5vW7"])  # fmt: skip
def test_what_looks_like_a_key_is_one(text):
    assert looks_like_key("value", text)


@pytest.mark.parametrize(("name", "text"), [
    ("key_env", "OPENAI_API_KEY"), ("authorization", "Bearer {key}"), ("model", "openai:gpt-5-mini-2026-01-01"),
    ("path", "/var/lib/monitor/monitor.sqlite"), ("user_header", "X-Forwarded-User"), ("key", ""),
    ("hits", "results[*].{title: title, url: url, snippet: text}"), ("base_url", "http://127.0.0.1:8000/v1"),
])  # fmt: skip
def test_what_does_not_look_like_a_key_is_none(name, text):
    assert not looks_like_key(name, text)


def test_the_tables_that_ship_hold_nothing_that_looks_like_a_key():
    from monitor.search.config import _shipped

    assert list(secrets_in(_shipped())) == []


def test_known_keys_and_passwords_in_addresses_are_hidden_anywhere():
    tree = {"a": [f"x {KEY} y"], "url": "http://me:pw@h/?api_key=abc&q=1", "n": 3}
    assert without_secrets(tree, known=[KEY]) == {"a": ["(hidden)"], "url": "http://(hidden)@h/?api_key=(hidden)",
                                                  "n": 3}  # fmt: skip
    assert list(secrets_in(tree, [KEY])) == ["a.0", "url"]


HELD = f'[apis.mine]\nlike = "brave"\nheaders = {{ "X-Key" = "{PLAIN_KEY}" }}\n'


def test_check_warns_of_a_key_in_the_file_and_of_an_open_env_file(command, config, tmp_path, monkeypatch):
    from monitor.cli.checks import network, symbols

    monkeypatch.setattr(network, "NTP_SERVERS", ())
    monkeypatch.setattr(symbols, "ALL_S", 0.1)
    path = config(HELD + '[market]\nbase_url = "http://127.0.0.1:9"\n')
    plant(path)
    (tmp_path / ".env").write_text("")
    (tmp_path / ".env").chmod(0o644)
    ran = command("check", "--json", "--config", path)
    said = [one for one in json.loads(ran.out) if one["check"] == "secrets"]
    assert [one["ok"] for one in said] == [False, False]
    assert "settings.toml: apis.mine.headers.X-Key" in said[0]["what"]
    assert PLAIN_KEY not in ran.out


def test_check_finds_slips_in_the_env_file_and_addresses_that_cannot_be_sent_to(command, config, tmp_path, monkeypatch):
    from monitor.cli.checks import network, symbols

    monkeypatch.setattr(network, "NTP_SERVERS", ())
    monkeypatch.setattr(symbols, "ALL_S", 0.1)
    path = config('enabled = ["ddgs_brave"]\n[market]\nbase_url = "http://127.0.0.1:9"\n')
    text = "EXA_API_KEY=\nTAVILY_APIKEY=any\nno value here\nMINE=1\nMONITOR_ALERT_URLS=mailtoo://secretuser@x\n"
    (tmp_path / ".env").write_text(text)
    ran = command("check", "--json", "--config", path)
    wrong = [one for one in json.loads(ran.out) if not one["ok"] and one["check"] in ("keys", "alerts")]
    assert [one["what"].rpartition("/")[2] for one in wrong] == [
        ".env:2: nothing reads TAVILY_APIKEY", ".env:3: is no NAME=value, and is not read",
        wrong[2]["what"].rpartition("/")[2],
    ]  # fmt: skip
    assert wrong[0]["remedy"] == "did you mean TAVILY_API_KEY?"
    assert wrong[2]["what"].startswith("mailtoo-")
    assert "secretuser" not in ran.out + ran.err


def test_check_prints_the_settings_that_hold_without_secrets(command, config, monkeypatch):
    path = config('[web]\nport = 9001\n' + HELD)
    plant(path)
    monkeypatch.setenv("MONITOR_BUDGET__USD_PER_DAY", "2.5")
    ran = command("--config", path, "check", "--config")
    assert ran.code == 0
    for line in ("port = 9001  # file", "usd_per_day = 2.5  # MONITOR_BUDGET__USD_PER_DAY", 'host = "127.0.0.1"',
                 "# path is not set", 'X-Key = "(hidden)"  # file'):  # fmt: skip
        assert line in ran.out
    rows = json.loads(command("check", "--effective", "--json", "--config", path).out)
    assert {"table": "web", "key": "port", "value": 9001, "origin": "file"} in rows


def test_an_env_file_that_is_not_utf8_is_named_without_what_it_holds(tmp_path):
    (tmp_path / ".env").write_bytes(b"EXA_API_KEY=" + KEY.encode() + b"\xff\n")
    with pytest.raises(ConfigError) as caught:
        environment(Settings(base=tmp_path))
    assert str(caught.value).startswith(f"{tmp_path / '.env'}: is not UTF-8")
    assert KEY not in str(caught.value)
    (tmp_path / ".env").write_bytes(b"\xef\xbb\xbfHELD_BACK=x\n")  # as some editors begin a file
    assert environment(Settings(base=tmp_path))["HELD_BACK"] == "x"
