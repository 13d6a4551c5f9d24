"""A small world that all sandbox tests share: ten items, one seed, one moment within New York's session."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from monitor.clock import VirtualClock
from monitor.datasets import Asset, Item
from monitor.sandbox.bars import BarMaker
from monitor.sandbox.market import Market
from monitor.sandbox.server import SandboxServer
from tests.conftest import ROOT

SEED = 7
NOW = datetime(2026, 11, 30, 15, 45, 13, tzinfo=UTC)  # a Monday, 10:45 in New York


def load_items() -> tuple[Item, ...]:
    rows = map(json.loads, (ROOT / "data" / "live-lookup.jsonl").read_text("utf-8").splitlines())
    fields = "id", "asset", "name", "ticker", "query_template"
    return tuple(Item(**{**{name: row[name] for name in fields}, "asset": Asset(row["asset"])}) for row in rows)


def query_for(item: Item, at: datetime) -> str:
    text = item.query_template.replace("{{date}}", f"{at:%B} {at.day}, {at.year}")
    return text.replace("{{time}}", f"{at:%H:%M} UTC")


@pytest.fixture(scope="session")
def items() -> tuple[Item, ...]:
    return load_items()


@pytest.fixture(scope="session")
def market(items: tuple[Item, ...]) -> Market:
    return Market(SEED, items)


@pytest.fixture(scope="session")
def bars(market: Market) -> BarMaker:
    return BarMaker(market)


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(NOW)


@pytest.fixture
def server(clock: VirtualClock, items: tuple[Item, ...]) -> Iterator[SandboxServer]:
    with SandboxServer(clock, SEED, items) as running:
        yield running
