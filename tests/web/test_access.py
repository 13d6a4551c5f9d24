"""Tokens, proxies, other sites' pages, too many tries; and another address, which gets nothing."""

import base64
import http.client
import os
import re
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest
from starlette.testclient import TestClient

from monitor.config import Settings, WebSettings
from monitor.errors import StoreError
from monitor.store.database import open_database
from monitor.store.tokens import PREFIX, hash_of, is_one_of, live_hashes, make_token, revoke_token, tokens
from monitor.web.access import MOST_ADDRESSES, Rate, Rates
from monitor.web.app import create_app
from monitor.web.guard import TOKEN
from tests.leaks.canary import CANARY, KEY, plant
from tests.site import wait_for
from tests.web.conftest import StillClock, heard
from tests.web.fill import NOW

BEARER = {"authorization": f"Bearer {KEY}"}


class Hand:
    """A monotonic clock that a test moves."""

    now_s = 0.0

    def __call__(self):
        return self.now_s


@pytest.fixture
def database(tmp_path):
    made = open_database(tmp_path / "page.sqlite")
    yield made
    made.close()


@pytest.fixture
def page(database):
    """Give a client from `peer` of a page with these settings."""

    def make(peer="127.0.0.1", host="127.0.0.1", rates=None, **web):
        app = create_app(database, Settings(web=WebSettings(**web)), StillClock(), host=host, rates=rates)
        return heard(TestClient(app, base_url=f"http://{host}:8765", client=(peer, 50000)))

    return make


def test_a_token_is_kept_as_a_hash_and_holds_until_revoked(database):
    with database.write() as session:
        token = make_token(session, "phone", NOW)
        other = make_token(session, "box", NOW)
    assert token.startswith(PREFIX)
    assert len(token) > 40
    with database.read() as session:
        kept = [(one.name, one.sha256) for one in tokens(session)]
        assert kept == [("phone", hash_of(token)), ("box", hash_of(other))]
        assert is_one_of(token, live_hashes(session))
        assert not is_one_of(token + "x", live_hashes(session))
        assert not is_one_of("", live_hashes(session))
    with database.write() as session:
        assert revoke_token(session, 1, NOW).name == "phone"
        assert revoke_token(session, 9, NOW) is None
    with database.read() as session:
        assert not is_one_of(token, live_hashes(session))
        assert is_one_of(other, live_hashes(session))
    for path in database.path.parent.glob("page.sqlite*"):
        assert token.encode() not in path.read_bytes()


def test_a_token_of_the_store_opens_the_page_elsewhere(database, page):
    with database.write() as session:
        token = make_token(session, "phone", NOW)
    client = page(host="box.lan")
    assert client.get("/").status_code == 401
    assert client.get("/", headers={"authorization": f"Bearer {token}"}).status_code == 200
    with database.write() as session:
        revoke_token(session, 1, NOW)
    assert page(host="127.0.0.1").get("/").status_code == 200
    with pytest.raises(Exception, match="monitor token new"):
        page(host="box.lan")


def test_the_command_makes_lists_and_revokes(command, tmp_path):
    db = ("--db", tmp_path / "monitor.sqlite")
    made = command("token", "new", "phone", *db)
    assert re.fullmatch(rf"{PREFIX}[\w-]{{43}}\n", made.out)
    listed = command("token", "list", *db)
    assert "phone" in listed.out
    assert made.out.strip() not in listed.out + command("token", "list", "--json", *db).out
    assert command("token", "revoke", 1, *db).out == "phone no longer holds\n"
    assert command("token", "revoke", 7, *db).code == 1


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP"])
def test_what_a_proxy_passes_on_comes_from_elsewhere(page, monkeypatch, name):
    assert page().get("/").status_code == 200
    assert page().get("/", headers={name: "127.0.0.1"}).status_code == 401
    monkeypatch.setenv(TOKEN, KEY)
    assert page().get("/", headers={name: "127.0.0.1", **BEARER}).status_code == 200


def test_a_user_header_counts_from_a_named_proxy_only(page, monkeypatch):
    monkeypatch.setenv(TOKEN, KEY)
    named = {"user_header": "X-Forwarded-User", "proxies": ("10.0.0.0/30",)}
    user = {"x-forwarded-user": "ann"}
    assert page("10.0.0.1", "box.lan", **named).get("/", headers=user).status_code == 200
    assert page("10.0.0.1", "box.lan", **named).get("/", headers={"x-forwarded-user": " "}).status_code == 401
    assert page("10.0.0.9", "box.lan", **named).get("/", headers=user).status_code == 401
    assert page("10.0.0.1", "box.lan", proxies=("10.0.0.1",)).get("/", headers=user).status_code == 401
    loopback = page("127.0.0.1", **{**named, "proxies": ("127.0.0.1",)})
    assert loopback.get("/").status_code == 401  # on loopback too, what comes from the proxy comes from elsewhere
    assert loopback.get("/", headers=user).status_code == 200
    assert loopback.post("/api/v1/grade", json={}, headers=user).status_code == 401  # a user may read, not change


def test_a_proxys_name_is_answered_where_the_settings_say_it(page):
    host = {"host": "monitor.example.org"}
    assert page().get("/", headers=host).status_code == 421
    assert page(hosts=("Monitor.example.org",)).get("/", headers=host).status_code == 200


@pytest.mark.parametrize("headers", [
    {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://[x"}, {"origin": "http://127.0.0.1:1"},
    {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"},
])  # fmt: skip
def test_another_sites_page_can_change_nothing_even_with_the_token(page, monkeypatch, headers):
    monkeypatch.setenv(TOKEN, KEY)
    assert page().post("/api/v1/grade", json={}, headers={**headers, **BEARER}).status_code == 403


@pytest.mark.parametrize("headers", [{}, {"origin": "http://127.0.0.1:8765", "sec-fetch-site": "same-origin"}])
def test_the_pages_own_scripts_and_programs_can(page, monkeypatch, headers):
    monkeypatch.setenv(TOKEN, KEY)
    assert page().post("/api/v1/grade", json={}, headers={**headers, **BEARER}).status_code == 400


def test_a_password_that_a_browser_sends_by_itself_changes_nothing(page, monkeypatch):
    monkeypatch.setenv(TOKEN, KEY)
    basic = {"authorization": "Basic " + base64.b64encode(f"me:{KEY}".encode()).decode()}
    assert page(host="box.lan").get("/", headers=basic).status_code == 200
    assert page(host="box.lan").post("/api/v1/grade", json={}, headers=basic).status_code == 401


def test_wrong_tokens_are_limited_by_address(page, monkeypatch):
    monkeypatch.setenv(TOKEN, KEY)
    rates = Rates(StillClock())
    hand = rates.wrong.monotonic = Hand()
    named = {"host": "box.lan", "proxies": ("10.0.0.1",), "rates": rates}
    wrong = {"authorization": "Bearer wrong"}
    client, proxy = page("10.0.0.2", **named), page("10.0.0.1", **named)
    assert [client.get("/", headers=wrong).status_code for _ in range(11)] == [401] * 10 + [429]
    blocked = client.get("/", headers=BEARER)
    assert (blocked.status_code, blocked.headers["retry-after"]) == (429, "60")
    assert client.get("/").status_code == 401  # no token given, none tried
    assert proxy.get("/", headers={"x-forwarded-for": "1.1.1.1, 10.0.0.2", **BEARER}).status_code == 429
    assert proxy.get("/", headers={"x-forwarded-for": "10.0.0.2, 1.1.1.1", **BEARER}).status_code == 200
    hand.now_s = 61
    assert client.get("/", headers=BEARER).status_code == 200


def test_what_costs_work_is_limited_by_address(page, monkeypatch):
    monkeypatch.setenv(TOKEN, KEY)
    client = page(rates=Rates(StillClock(), costly=3))
    asked = [client.post("/api/v1/grade", json={}, headers=BEARER).status_code for _ in range(4)]
    assert asked == [400, 400, 400, 429]
    assert client.get("/").status_code == 200


def test_addresses_without_end_take_no_memory_without_end():
    rate = Rate(2, Hand())
    for number in range(MOST_ADDRESSES + 50):
        rate.count(str(number))
    assert len(rate._seen) == MOST_ADDRESSES
    assert rate.wait_s("0") == 0


def outside_address() -> str | None:
    """Give an address of this host that is not loopback, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        try:
            link.connect(("192.0.2.1", 9))  # sends nothing: it only chooses a route
        except OSError:
            return None
        found = link.getsockname()[0]
    return None if found.startswith("127.") else found


@contextmanager
def serving(tmp_path, *arguments, **env):
    """Run `monitor serve` on any free port; gives the port, and where its output goes."""
    log = tmp_path / "serve.log"
    plant(log)  # looked through by hand below
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "monitor", "serve", "--port=0", "--db", str(tmp_path / "page.sqlite"), *arguments],
            stdout=out, stderr=out, cwd=tmp_path, env={**os.environ, "MONITOR_DEBUG": "1", **env},
        )  # fmt: skip
    try:
        wait_for(lambda: b"The page is at" in log.read_bytes(), 40, log.read_text)
        yield int(re.search(r"http://[^ ]*:(\d+)/", log.read_text())[1]), log
    finally:
        process.terminate()
        process.wait(20)


def test_another_address_gets_nothing_but_healthz_and_the_token_is_in_no_log(database, tmp_path):
    address = outside_address() or "127.0.0.2"
    paths = {re.sub(r"\{[^}]*\}", "1", route.path) for route in create_app(database, Settings(), StillClock()).routes}
    paths |= {"/static/style.css", "/nothing", "/openapi.json", "/docs", "/%2e%2e/healthz", "//healthz", "/healthz/"}
    assert len(paths) > 5
    with serving(tmp_path, "--host", "0.0.0.0", **{TOKEN: KEY}) as (port, log):

        def ask(path, method="GET", **headers):
            link = http.client.HTTPConnection(address, port, timeout=20)
            link.request(method, path, headers=headers)
            answer = link.getresponse()
            answer.read()
            return answer.status

        assert ask("/healthz") == 503
        wrong = {path: status for path in paths - {"/healthz"} if (status := ask(path)) != 401}
        assert wrong == {}
        assert ask("/", Authorization=f"Bearer {KEY}x") == 401
        assert ask("/?token=" + KEY.replace("%", "")) in (400, 401)
        assert ask("/", Authorization=f"Bearer {KEY}") == 200
        assert ask("/healthz", "POST") == 401
    assert CANARY.forms_in_text(log.read_text()) == []


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "x" * 61, "phone"])
def test_a_name_that_tells_nothing_or_is_taken_is_refused(filled, name):
    with filled.database.write() as session:
        make_token(session, "phone", NOW)
        with pytest.raises(StoreError):
            make_token(session, name, NOW)
        revoke_token(session, 1, NOW)
        assert make_token(session, " phone ", NOW)
        assert [one.name for one in tokens(session)] == ["phone", "phone"]
