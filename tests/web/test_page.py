"""The page shows what runs, what is next and the lag; what it shows cannot do anything."""

import re
from html.parser import HTMLParser

import pytest

from monitor.store.database import SCHEMA
from monitor.store.tables import Summary
from tests.web.fill import NOW


class Outline(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "br", "input", "img", "source"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data):
        self.text += data

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture
def page(client) -> Outline:
    return Outline(client.get("/").text)


def test_it_shows_what_runs_what_is_next_and_what_was_asked(page):
    text = " ".join(page.text.split())
    assert "Running" in text
    assert "44 answered, 4 failed, 6 missed" in text
    assert "36 probes are planned" in text
    assert "stocks-session" in text
    assert "the monitor was not running" in text
    assert "median 3.0 ms, 99 % within 5.0 ms" in text
    assert "12 read, 11 graded" in text


def test_it_shows_the_lag_with_intervals_and_why_there_is_none(page):
    text = " ".join(page.text.split())
    assert "5 min 05 s[4 min 01 s, 6 min 28 s]" in text
    assert "49 %[40 %, 58 %]" in text
    assert "not enough movement" in text
    assert "Computed Nov 30 14:58:00" in text


def test_text_from_elsewhere_is_escaped(client, page):
    assert "<script>alert(1)</script>" in page.text
    assert all(set(attrs) == {"src", "defer"} for attrs in page.all("script"))
    assert "<script>" not in client.get("/").text


def test_nothing_comes_from_another_host(client):
    body = client.get("/").text
    assert not re.search(r"(src|href|action)\s*=\s*[\"']?(https?:)?//", body)
    assert not re.search(r"\son\w+\s*=|style\s*=", body.partition("<body>")[2])
    for sheet in re.findall(r'(?:href|src)="(/static/[^"]+)"', body):
        answer = client.get(sheet)
        assert answer.status_code == 200
        assert "url(" not in answer.text
        assert "@import" not in answer.text


def test_it_is_made_for_every_reader(page):
    assert page.open == []
    assert page.all("html") == [{"lang": "en"}]
    assert {"header", "main", "footer"} <= {tag for tag, _ in page.tags}
    assert len(page.all("h1")) == 1
    assert len(page.all("table")) == len(page.all("caption")) == 4
    assert all("scope" in attrs for attrs in page.all("th"))
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs in page.tags:
        assert attrs.get("aria-labelledby", ids[0]) in ids
    assert any(attrs.get("name") == "viewport" for attrs in page.all("meta"))


def test_an_empty_database_gives_a_whole_page(client_of):
    page = Outline(client_of().get("/").text)
    assert page.open == []
    for said in ("Not running", "never started", "Nothing is planned", "Nothing has been asked", "No figures yet"):
        assert said in page.text


def test_a_lag_table_without_groups_or_of_odd_shape_does_not_break_the_page(filled, client):
    for value in ({"groups": []}, {}, {"groups": [{"api": "x", "median_s": {"est": 5.0, "lo": None, "hi": None}}]}):
        with filled.database.write() as session:
            session.merge(Summary(name="lag", made_at=NOW, value=value))
        assert client.get("/").status_code == 200


def test_health_as_json(client):
    found = client.get("/api/v1/health").json()
    assert found["alive"] is True
    assert found["schema"] == SCHEMA
    assert found["next_due_at"] == "2026-11-30T16:00:05Z"
    assert found["last_batch"]["states"] == {"answered": 4, "missed": 2}
    assert found["last_batch"]["probes"] == 6
    assert found["counts"] == {"answered": 44, "failed": 4, "missed": 6}
    assert [alert["key"] for alert in found["alerts"]] == ["account:brave"]
    assert found["version"]


def test_healthz_tells_supervisors(client, client_of):
    assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "ok\n")
    assert client_of().get("/healthz").status_code == 503


@pytest.mark.parametrize(
    ("path", "status"), [("/nothing", 404), ("/docs", 404), ("/openapi.json", 404), ("/api/v1/x", 404)]
)
def test_what_is_not_there_is_said_plainly(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    assert "There is no such page." in answer.text
    assert ("json" in answer.headers["content-type"]) == path.startswith("/api/")


def test_it_only_reads(client):
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert client.request(method, "/").status_code in (403, 405)


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/templates/home.html"])
def test_only_static_files_are_served(client, path):
    assert client.get(path).status_code == 404


def test_a_database_that_breaks_is_said(filled, client):
    with filled.database.write() as session:
        session.connection().exec_driver_sql("ALTER TABLE note RENAME TO gone")
    answer = client.get("/")
    assert answer.status_code == 503
    assert "monitor check" in answer.text
