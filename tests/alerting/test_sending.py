"""Messages reach real addresses on loopback, through Apprise; what cannot be sent is kept, seen, and tried again."""

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from monitor.alerting.send import Letter, send
from monitor.alerting.targets import VARIABLE, targets_of
from monitor.config import Settings
from monitor.daemon.alerting import Alerting
from monitor.store import alerts
from monitor.store.database import Database, open_database
from monitor.store.tables import Outbox
from monitor.store.writer import Writer
from tests.alerting.posts import Posts, serving
from tests.leaks.canary import PLAIN_KEY, note

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def posts() -> Iterator[Posts]:
    with serving() as made:
        yield made


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = open_database(tmp_path / "m.sqlite")
    yield made
    made.close()


@pytest.fixture
def alerting(database: Database, posts: Posts, monkeypatch: pytest.MonkeyPatch) -> Iterator[Alerting]:
    monkeypatch.setenv(VARIABLE, posts.url(user=f"me:{PLAIN_KEY}@"))
    writer = Writer(database)
    yield Alerting(Settings(), database, writer)
    writer.close()


def fail(database: Database, key: str, at: datetime = NOON, text: str = "exa: the key is refused; renew it") -> int:
    with database.write() as session:
        return alerts.raise_(session, key, text, at, severity="critical", detail={"page": "/apis/exa"}).id or 0


def kinds(database: Database, number: int) -> list[str]:
    with database.read() as session:
        return [event.kind for event in alerts.timeline(session, number)]


def rows(database: Database) -> list[Outbox]:
    with database.read() as session:
        return list(session.exec(select(Outbox)))


async def test_an_incident_is_told_once_with_its_page_and_once_more_when_it_is_over(
    database: Database, alerting: Alerting, posts: Posts
) -> None:
    number = fail(database, "account:exa")
    for minutes in range(1, 6):
        await alerting.look(NOON + minutes * MINUTE)
        await alerting.send(NOON + minutes * MINUTE)
    (told,) = posts.got
    sent = json.loads(told[1])
    assert sent["title"] == "[critical] exa: the key is refused"
    assert f"http://127.0.0.1:8765/alerts/{number}" in sent["message"]
    assert "http://127.0.0.1:8765/apis/exa" in sent["message"]
    assert sent["type"] == "failure"
    with database.write() as session:
        alerts.clear(session, "account:exa", NOON + HOUR)
    await alerting.look(NOON + HOUR)
    await alerting.send(NOON + HOUR)
    await alerting.look(NOON + 2 * HOUR)
    assert [json.loads(body)["title"] for _, body in posts.got] == [
        "[critical] exa: the key is refused", "[ok] over: exa: the key is refused",
    ]  # fmt: skip
    assert kinds(database, number) == ["raised", "queued", "sent", "cleared", "queued", "sent"]


async def test_what_happens_together_is_one_message(database: Database, alerting: Alerting, posts: Posts) -> None:
    for name in ("a", "b", "c"):
        fail(database, f"account:{name}", text=f"{name}: out of credit")
    await alerting.look(NOON + MINUTE)
    assert await alerting.send(NOON + MINUTE) == 1
    sent = json.loads(posts.got[0][1])
    assert sent["title"].endswith("(and 2 more)")
    assert all(f"{name}: out of credit" in sent["message"] for name in "abc")


async def test_a_standing_alert_is_told_again_after_the_repeat(
    database: Database, alerting: Alerting, posts: Posts
) -> None:
    fail(database, "account:exa")
    for hours in (1, 6, 12, 13, 14, 26):
        await alerting.look(NOON + hours * HOUR)
        await alerting.send(NOON + hours * HOUR)
    assert [json.loads(body)["title"].partition("] ")[2][:5] for _, body in posts.got] == ["exa: ", "still", "still"]


async def test_a_sender_that_fails_loses_nothing_and_is_seen(
    database: Database, alerting: Alerting, posts: Posts
) -> None:
    posts.status = 503
    number = fail(database, "account:exa")
    at = NOON + MINUTE
    await alerting.look(at)
    assert await alerting.send(at) == 0
    assert await alerting.send(at + timedelta(seconds=29)) == 0
    (row,) = rows(database)
    assert (row.attempts, row.state, row.error) == (1, "waiting", "it answered 503"), "it waits before it tries again"
    waits = []
    for _ in range(9):
        (row,) = rows(database)
        waits.append((row.next_at - at).total_seconds())
        at = row.next_at
        if len(waits) < 4 or len(waits) > 8:
            await alerting.send(at)
        else:
            break
    assert waits[:3] == [30, 60, 120]
    with database.read() as session:
        trouble = alerts.find(session, f"sending:{row.label}")
        assert trouble is not None
        assert "it answered 503" in trouble.message
    posts.status = 200
    await alerting.look(at + MINUTE)
    assert await alerting.send(at + MINUTE) == 1
    assert "sent late" in json.loads(posts.got[0][1])["message"]
    assert kinds(database, number) == ["raised", "queued", "unsent", "sent"]
    with database.read() as session:
        assert alerts.find(session, f"sending:{row.label}") is None


async def test_one_address_that_fails_keeps_nothing_from_another(
    database: Database, alerting: Alerting, posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, f"json://127.0.0.1:9/{PLAIN_KEY}\n{posts.url('ntfy')}")
    fail(database, "account:exa")
    await alerting.look(NOON + MINUTE)
    assert await alerting.send(NOON + MINUTE) == 1
    assert [(row.label.partition("-")[0], row.state, row.error) for row in rows(database)] == [
        ("json", "waiting", "it could not be reached"), ("ntfy", "sent", None),
    ]  # fmt: skip
    assert "the key is refused" in posts.got[0][1]


async def test_a_message_survives_a_restart_between_queue_and_sending(
    database: Database, alerting: Alerting, posts: Posts
) -> None:
    fail(database, "account:exa")
    await alerting.look(NOON + MINUTE)
    writer = Writer(database)
    try:
        again = Alerting(Settings(), database, writer)
        assert await again.send(NOON + 5 * MINUTE) == 1
    finally:
        writer.close()


async def test_without_an_address_alerts_wait_until_there_is_one(
    database: Database, alerting: Alerting, posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE)
    number = fail(database, "account:exa")
    await alerting.look(NOON + MINUTE)
    assert rows(database) == []
    assert kinds(database, number) == ["raised"]
    monkeypatch.setenv(VARIABLE, posts.url())
    await alerting.look(NOON + HOUR)
    assert await alerting.send(NOON + HOUR) == 1


async def test_a_server_that_hangs_is_left_at_the_deadline_and_the_child_with_it(posts: Posts) -> None:
    posts.hang = threading.Event()
    error = (await send([Letter(posts.url(), "info", "t", "b")], deadline_s=2.0))[0]
    assert error is not None


async def test_an_address_shows_nowhere(database: Database, alerting: Alerting, posts: Posts) -> None:
    posts.status = 401
    fail(database, "account:exa")
    await alerting.look(NOON + MINUTE)
    await alerting.send(NOON + MINUTE)
    (target,) = targets_of({VARIABLE: posts.url(user=f"me:{PLAIN_KEY}@")})
    errors = await send([Letter("nosuch://" + PLAIN_KEY, "info", "t", "b"), Letter(target.url, "info", "t", "b")])
    assert errors == ["it is no address that Apprise knows", "it answered 401"]
    note("alerts", repr(target), target.label, *map(str, errors), repr(rows(database)))
    assert "sha" not in repr(target)


async def test_text_of_a_server_cannot_command_a_terminal_or_fill_a_message(
    database: Database, alerting: Alerting, posts: Posts
) -> None:
    fail(database, "account:exa", text="exa: \x1b[31m\u202e\n\nred" + "x" * 5000)
    await alerting.look(NOON + MINUTE)
    await alerting.send(NOON + MINUTE)
    sent = json.loads(posts.got[0][1])
    assert len(sent["message"]) < 1000
    assert not {"\x1b", "\u202e"} & set(sent["message"] + sent["title"])


def test_each_address_counts_once_and_odd_ones_have_a_label() -> None:
    found = targets_of({VARIABLE: "json://a/ json://a/\n  Weird!://x mailto://u:p@example.com"})
    assert [one.label.partition("-")[0] for one in found] == ["json", "unknown", "mailto"]
    assert targets_of({}) == []


