"""Who may read, and what every answer says to the browser."""

import base64

import pytest

from monitor.errors import ConfigError
from monitor.web.guard import TOKEN, allowed_hosts, is_loopback
from tests.leaks.canary import KEY

ALL = ("/", "/healthz", "/api/v1/health", "/static/style.css", "/nothing")


@pytest.mark.parametrize("path", ALL)
def test_every_answer_is_locked_down(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


@pytest.mark.parametrize("path", [*ALL, "/probes", "/api/v1/probes.csv"])
def test_head_is_answered_as_get_without_the_body(client, path):
    whole, head = client.get(path), client.head(path)
    assert head.content == b""
    assert head.status_code == whole.status_code
    assert head.headers["content-length"] == whole.headers["content-length"]
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_head_of_the_line_of_events_ends(client):
    assert client.head("/live").status_code == 200


@pytest.mark.parametrize("number", ["0", "-1", "99999999999999999999999"])
def test_an_alert_of_an_impossible_number_is_not_there(client, number):
    assert client.get(f"/api/v1/incidents/{number}").status_code == 404


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.1:8765", "LOCALHOST:1", "[::1]:8765"])
def test_the_machine_itself_is_answered(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8765", "", "[::2]", "192.168.1.5",
             "[::1]evil.example"],
)
@pytest.mark.parametrize("path", ALL)
def test_another_name_for_this_machine_gets_nothing(client, host, path):
    answer = client.get(path, headers={"host": host})
    assert answer.status_code == 421
    assert "answered" not in answer.text
    assert "content-security-policy" in answer.headers


def test_elsewhere_a_token_must_be_set(client_of):
    with pytest.raises(ConfigError, match=TOKEN):
        client_of("0.0.0.0")


def test_elsewhere_the_token_is_needed_for_all_but_healthz(client_of, monkeypatch):
    monkeypatch.setenv(TOKEN, KEY)
    client = client_of("box.lan", "http://box.lan:8765")
    assert client.get("/healthz").status_code == 503
    for path in ("/", "/api/v1/health", "/static/style.css"):
        refused = client.get(path)
        assert refused.status_code == 401
        assert refused.headers["www-authenticate"].startswith("Basic")
        assert client.get(path, headers={"authorization": "Bearer wrong"}).status_code == 401
        assert client.get(path, headers={"authorization": f"Bearer {KEY}"}).status_code == 200
    password = base64.b64encode(f"anybody:{KEY}".encode()).decode()
    assert client.get("/", headers={"authorization": f"Basic {password}"}).status_code == 200
    for odd in ("Basic !!!", "Basic " + base64.b64encode(b"\xff\xfe").decode(), "Basic", "Digest x", "Bearer"):
        assert client.get("/", headers={"authorization": odd}).status_code == 401


def test_on_loopback_a_token_is_not_asked_for(client_of, monkeypatch):
    monkeypatch.setenv(TOKEN, KEY)
    assert client_of().get("/").status_code == 200


def test_listening_everywhere_answers_to_addresses_but_not_to_names(client_of, monkeypatch):
    monkeypatch.setenv(TOKEN, "t")
    client = client_of("0.0.0.0")
    known = {"authorization": "Bearer t"}
    assert client.get("/", headers={"host": "192.168.1.5:8765", **known}).status_code == 200
    assert client.get("/", headers={"host": "evil.example", **known}).status_code == 421


def test_loopback_addresses():
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "127.9.9.9")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "box.lan", "")] == [False] * 5
    assert "box.lan" in allowed_hosts("Box.lan")
