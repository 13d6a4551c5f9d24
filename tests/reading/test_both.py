"""Stored responses read by a model beside the rules, and how far the two agree."""

import pytest

from monitor.errors import ConfigError
from monitor.reading.both import drawn
from monitor.sandbox.scripts import Report
from tests.cli.conftest import command, config, filled  # noqa: F401
from tests.leaks.canary import KEY
from tests.models import ModelServer

from .test_llm import report


def settings(url: str, more: str = "") -> str:
    return (
        f'[reader]\nmodel = "openai:m"\nbase_url = "{url}/v1"\nkey_env = "MY_MODEL_KEY"\nusd_per_million_in = 1.0\n'
        f"usd_per_million_out = 4.0\n{more}"
    )


def test_the_share_that_both_read_is_the_same_every_time_and_of_its_size():
    found = [n for n in range(20_000) if drawn(n, 0.05)]
    assert found == [n for n in range(20_000) if drawn(n, 0.05)]
    assert 850 < len(found) < 1150
    assert not any(drawn(n, 0.0) for n in range(100))
    assert all(drawn(n, 1.0) for n in range(100))


def test_stored_responses_are_read_once_and_agreement_is_a_figure(command, config, filled, monkeypatch):  # noqa: F811
    import json
    import sqlite3

    monkeypatch.setenv("MY_MODEL_KEY", KEY)
    prices = iter([512.34] * 1000)
    script = Report(lambda _: report(next(prices)))
    with ModelServer(script) as server:
        path = config(settings(server.url))
        words = ("grade", "live", "--reader", "llm", "--since", "2d", "--db", filled.path, "--config", path, "--json")
        first = command(*words)
        assert first.code == 0, first.err
        assert json.loads(first.out)["read"] == 44
        asked = server.asked
        assert asked > 0
        assert json.loads(command(*words).out)["read"] == 0
        assert server.asked == asked
    with sqlite3.connect(filled.path) as held:
        ((detail, version),) = held.execute("SELECT detail, version FROM reading WHERE reader = 'llm' LIMIT 1")
    assert json.loads(detail)["usage"]["input_tokens"] == 1000
    assert version.startswith("1-m-")
    table = json.loads(command("lag", "--json", "--since", "2d", "--db", filled.path, "--config", path).out)
    held = {group["api"]: group["agreement"] for group in table["groups"]}
    assert {one["with"] for one in held.values()} == {"llm"}
    assert held["exa_instant"]["raw"] == 1.0


def test_the_daemons_digest_reads_a_share_and_does_without_a_key(config, filled, monkeypatch):  # noqa: F811
    from datetime import UTC, datetime

    from monitor.config import load_settings
    from monitor.daemon.jobs import _read_share_by_model
    from monitor.daemon.world import load_world

    script = Report(lambda _: report())
    with ModelServer(script) as server:
        path = config(f'[store]\npath = "{filled.path}"\n' + settings(server.url, "both_share = 0.3\n"))
        now = datetime.now(UTC)
        said = _read_share_by_model(filled.database, load_world(load_settings(path)), now)
        assert "MY_MODEL_KEY" in said["model"]
        monkeypatch.setenv("MY_MODEL_KEY", KEY)
        said = _read_share_by_model(filled.database, load_world(load_settings(path)), now)
    assert 0 < said["model_read"] < 44
    assert server.asked > 0


def test_a_model_without_its_kind_is_refused(config):  # noqa: F811
    from monitor.config import load_settings

    with pytest.raises(ConfigError, match="openai:NAME"):
        load_settings(config('[reader]\nmodel = "gpt"\n'))
