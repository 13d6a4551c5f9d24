"""`POST /api/v1/grade`: small batches, for whoever has the token."""

import json

import pytest
from fastapi.testclient import TestClient

from monitor.clock import VirtualClock
from monitor.config import Settings
from monitor.web.app import create_app
from monitor.web.grading import MOST_BYTES
from tests.interop.runs import lines, make
from tests.leaks.canary import KEY

from .fill import NOW, fill

TOKEN = KEY
HEADERS = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def client(tmp_path, monkeypatch):
    def opened(token=TOKEN):
        if token:
            monkeypatch.setenv("MONITOR_WEB_TOKEN", token)
        made = fill(tmp_path / "w.sqlite")
        held.append(made.database)
        return TestClient(create_app(made.database, Settings(base=tmp_path), VirtualClock(NOW)), "http://127.0.0.1")

    held = []
    yield opened
    for database in held:
        database.close()


def test_rows_are_graded_as_in_files(client, tmp_path):
    run, bars, classes = make(tmp_path, 60)
    asked = {"config": json.loads((run / "config.json").read_text()), "rows": [*lines(run / "raw.jsonl"), {"id": 1}],
             "keys": [row for path in sorted(bars.iterdir()) for row in lines(path)], "policy": "board"}  # fmt: skip
    answer = client().post("/api/v1/grade", json=asked, headers=HEADERS)
    assert answer.status_code == 200
    assert [row["class"] for row in answer.json()["rows"]] == classes
    (bad,) = answer.json()["bad"]
    assert bad.startswith("rows:61")


def test_without_the_token_nothing_is_done_on_loopback_either(client):
    page = client()
    assert page.post("/api/v1/grade", json={}).status_code == 401
    assert page.post("/api/v1/grade", json={}, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert page.get("/healthz").status_code == 200


def test_where_no_token_is_set_it_says_so(client):
    answer = client(None).post("/api/v1/grade", json={}, headers=HEADERS)
    assert answer.status_code == 403
    assert "MONITOR_WEB_TOKEN" in answer.json()["error"]


@pytest.mark.parametrize(
    "asked",
    [{}, [], {"config": {}, "rows": [{}] * 501, "keys": []}, {"config": {}, "rows": [{}], "keys": []},
     {"config": {"target": "2026-11-30T17:30Z"}, "rows": [], "keys": [], "policy": "/etc/passwd"},
     {"config": {"target": "2026-11-30T17:30Z"}, "rows": [{}], "keys": [{"ticker": 1}]}],
)  # fmt: skip
def test_what_is_no_batch_is_refused_with_the_reason(client, asked):
    answer = client().post("/api/v1/grade", json=asked, headers=HEADERS)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert "/tmp" not in answer.text


def test_what_is_nested_too_deep_is_refused_with_the_reason(client):
    answer = client().post("/api/v1/grade", content=b"[" * 100_000, headers=HEADERS)
    assert (answer.status_code, "nested" in answer.json()["error"]) == (400, True)


def test_what_is_too_big_is_refused(client):
    answer = client().post("/api/v1/grade", content=b" " * (MOST_BYTES + 1), headers=HEADERS)
    assert answer.status_code == 413
