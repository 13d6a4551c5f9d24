"""Clients are opened from tables and share the limits of their key; no outcome keeps a key; budgets and the fake."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from monitor.clock import VirtualClock
from monitor.errors import ConfigError
from monitor.search.budget import Limits, Spent, refusal, settled_usd
from monitor.search.clients import ENTRY_POINTS, close_clients, open_clients, redactor_for
from monitor.search.config import load_apis
from monitor.search.fake import FakeApi, Scripted
from monitor.search.hits import Hit
from monitor.search.outcome import ErrorClass, SearchApi
from tests.leaks.canary import CANARY
from tests.search.wire import ANSWER, ENV, KEY, http, says, wire


async def test_configurations_of_one_key_share_its_limits() -> None:
    apis = load_apis()
    clients = open_clients({name: apis[name] for name in ("exa_instant", "exa_live", "brave", "ddgs_mojeek")}, {})
    limiters = {name: client.limiter for name, client in clients.items()}  # type: ignore[attr-defined]
    assert limiters["exa_instant"] is limiters["exa_live"]
    assert limiters["exa_instant"] is not limiters["brave"]
    assert all(isinstance(client, SearchApi) for client in clients.values())
    await close_clients(clients)


async def test_a_class_that_is_not_installed_is_refused() -> None:
    apis = load_apis({"odd": {"class": "nowhere"}})
    with pytest.raises(ConfigError, match=r"\[apis.odd\].*'nowhere'.*ddgs"):
        open_clients({"odd": apis["odd"]}, {})


async def test_a_class_of_another_package_is_found_by_its_entry_point(tmp_path: Path,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_engine.py").write_text(
        "from monitor.search.fake import FakeApi, Scripted\n\n"
        "class Odd(FakeApi):\n"
        "    def __init__(self, api, *, env, redactor, limiter, clock):\n"
        "        super().__init__([Scripted(reason=api.engine)], api=api, clock=clock)\n")
    info = tmp_path / "odd_engine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-engine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINTS}]\nodd = odd_engine:Odd\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    apis = load_apis({"odd": {"class": "odd", "engine": "seventh"}})
    clients = open_clients({"odd": apis["odd"]}, {})
    assert (await clients["odd"].ask("x")).reason == "seventh"
    await close_clients(clients)


async def test_a_key_that_comes_back_in_any_place_is_kept_in_none() -> None:
    body = dict(ANSWER, echo=f"{KEY} Bearer {KEY}")
    async with wire(says(http(body, server_timing=f"key;desc={KEY}"))) as server:
        apis = load_apis({"sbx": {"like": "exa_instant", "url": f"{server.url}/search?api_key={{key}}",
                                  "env": ["SANDBOX_API_KEY"]}})
        clients = open_clients({"sbx": apis["sbx"]}, ENV, redactor_for(apis, ENV))
        outcome = await clients["sbx"].ask(f"what is {KEY}?")
        await close_clients(clients)
    assert outcome.state == "answered"
    assert outcome.key_in_body
    assert server.arrivals[0].query["api_key"] == KEY
    assert CANARY.forms_in_text(repr(outcome)) == []
    assert CANARY.forms_in(outcome.body or b"") == []


def test_a_budget_admits_exactly_its_sum() -> None:
    limits = Limits(usd_per_day=5.0)
    spent = 0.0
    for _ in range(1000):
        assert refusal(0.005, Spent(), Limits(), Spent(usd=spent), limits) is None
        spent += 0.005
    assert "5 USD a day for all apis" in (refusal(0.005, Spent(), Limits(), Spent(usd=spent), limits) or "")


def test_the_limits_of_the_api_and_of_all_hold_both() -> None:
    own, total = Limits(calls_per_day=2), Limits(calls_per_day=3)
    assert refusal(1.0, Spent(calls=1), own, Spent(calls=2), total) is None
    assert "this api" in (refusal(1.0, Spent(calls=2), own, Spent(calls=2), total) or "")
    assert "all apis" in (refusal(0.0, Spent(calls=0), own, Spent(calls=3), total) or "")


def test_a_free_call_is_not_refused_for_money() -> None:
    assert refusal(0.0, Spent(), Limits(), Spent(usd=9.0), Limits(usd_per_day=5.0)) is None


@pytest.mark.parametrize(("said", "usd"), [
    (Scripted(cost_usd=0.02), 0.02), (Scripted(error_class=ErrorClass.ACCOUNT, status=402), 0.0),
    (Scripted(error_class=ErrorClass.TIMEOUT, status=None), 0.01),
    (Scripted(error_class=ErrorClass.API, status=200), 0.01),
    (Scripted(error_class=ErrorClass.API, status=500), 0.0), (Scripted(held="pacing"), 0.0),
])  # fmt: skip
async def test_what_a_call_is_taken_to_have_cost(said: Scripted, usd: float) -> None:
    assert settled_usd(await FakeApi([said]).ask("x"), 0.01) == usd


async def test_the_fake_follows_its_script_on_the_clock_it_is_given() -> None:
    clock = VirtualClock(datetime(2026, 11, 30, 14, 30, tzinfo=UTC))
    hit = Hit(0, "https://x.example", "t", "s")
    refused = Scripted(error_class=ErrorClass.RATE_LIMIT, retry_after_s=3)
    api = FakeApi([Scripted((hit,), delay_s=1.5), refused], clock=clock)
    sent: list[datetime] = []
    first = await clock.run(api.ask("a", on_sent=lambda: sent.append(clock.now())))
    assert (first.hits, first.sent_at, first.received_at) == ((hit,), sent[0], clock.now())
    assert (clock.now() - sent[0]).total_seconds() == 1.5
    assert [(await clock.run(api.ask("b"))).retry_after_s for _ in range(2)] == [3, 3]
    assert api.queries == ["a", "b", "b"]
    late = await clock.run(FakeApi([Scripted(delay_s=9)], clock=clock).ask("c", deadline_s=2))
    assert late.error_class is ErrorClass.TIMEOUT
    by_query = FakeApi(lambda query: Scripted(reason=query), clock=clock)
    assert (await by_query.ask("seen")).reason == "seen"
    assert isinstance(by_query, SearchApi)
