"""`/readyz` and `/metrics`: what machines ask."""

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from monitor.config import Settings
from monitor.store import alerts
from monitor.store.database import open_database
from monitor.web.metrics import FRESH_S, Metrics
from tests.web.conftest import StillClock
from tests.web.fill import NOW

DEPLOY = Path(__file__).parents[2] / "docs" / "deploy"
UNITS = ("_seconds", "_bytes", "_usd", "_ratio", "_info")
COUNTS = {"monitor_up", "monitor_probes", "monitor_probes_planned", "monitor_probes_spoiled", "monitor_grades",
          "monitor_writes_waiting", "monitor_worker_restarts", "monitor_bars_pending", "monitor_alerts_open",
          "monitor_calls", "monitor_build"}  # fmt: skip


def families(text):
    return {one.name: one for one in text_string_to_metric_families(text)}


def value(found, name, **labels):
    (only,) = [one.value for one in found[name].samples if labels.items() <= one.labels.items()]
    return only


def test_metrics_say_what_the_store_says(client):
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=")
    found = families(answer.text)
    assert value(found, "monitor_up") == 1
    assert value(found, "monitor_heartbeat_age_seconds") == 3
    assert value(found, "monitor_loop_delay_seconds") == 0.0015
    assert value(found, "monitor_clock_offset_seconds") == 0.0125
    assert value(found, "monitor_probes", api="brave", state="failed", error_class="timeout") == 4
    assert value(found, "monitor_probes", api="exa_instant", state="answered") == 18
    assert value(found, "monitor_grades", api="exa_instant", **{"class": "target"}) == 18
    assert value(found, "monitor_latency_seconds", api="exa_instant", quantile="0.95") == 0.31
    assert value(found, "monitor_spend_usd", api="exa_instant") == 0.126
    assert value(found, "monitor_budget_used_ratio") == 0.126 / 5
    assert value(found, "monitor_lag_median_seconds", api="exa_instant") == 305
    assert value(found, "monitor_lag_within_ratio", api="exa_instant", seconds="900") == 0.91
    assert value(found, "monitor_alerts_open", severity="warning") == 1
    assert value(found, "monitor_database_size_bytes") > 10_000
    assert not [one for one in found["monitor_lag_median_seconds"].samples if one.labels["asset"] == "crypto"]


def test_names_have_base_units_and_each_says_what_it_is(client):
    for name, family in families(client.get("/metrics").text).items():
        assert name.startswith("monitor_")
        assert name.endswith(UNITS) or name in COUNTS, name
        assert family.documentation.endswith(".")


def test_every_metric_of_the_dashboard_exists_and_every_metric_is_documented(client):
    there = set(re.findall(r"^# TYPE (\S+)", client.get("/metrics").text, re.MULTILINE))
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    assert set(re.findall(r"monitor_\w+", asked)) <= there
    assert there - {"monitor_build_info"} <= set(re.findall(r"`(monitor_\w+)", (DEPLOY / "README.md").read_text()))


def test_an_empty_store_has_metrics_too(tmp_path):
    database = open_database(tmp_path / "empty.sqlite")
    found = families(Metrics(database, Settings, StillClock()).text().decode())
    assert value(found, "monitor_up") == 0
    assert found["monitor_heartbeat_age_seconds"].samples == []
    database.close()


def test_scrapes_in_a_row_are_counted_once(filled):
    class Hand(StillClock):
        now_s = 0.0

        def monotonic(self):
            return self.now_s

    clock = Hand()
    metrics = Metrics(filled.database, Settings, clock)
    first = metrics.text()
    with filled.database.write() as session:
        alerts.raise_(session, "x", "x", NOW, severity="critical")
    assert metrics.text() is first
    clock.now_s = FRESH_S
    assert metrics.text() != first


def test_ready_means_that_it_can_do_its_work(client, filled, client_of):
    assert (client.get("/readyz").status_code, client.get("/readyz").text) == (200, "ready\n")
    with filled.database.write() as session:
        alerts.raise_(session, "disk", "the disk is full", NOW, severity="critical")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.text) == (503, "disk: the disk is full\n")
    assert client.get("/healthz").status_code == 200
    assert client_of().get("/readyz").text.splitlines()[1] == "no probe is planned"
