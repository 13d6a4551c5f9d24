"""The real ddgs package reads the sandbox's sites through the proxy, with an authority of its own."""

import pytest
from ddgs import DDGS
from ddgs.engines import ENGINES as INSTALLED
from ddgs.exceptions import DDGSException

from monitor.datasets import Item
from monitor.sandbox.formats import FORMATS
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import sandbox_config
from tests.sandbox.conftest import NOW, query_for

SITES = {name.removeprefix("ddgs_"): kind for name, kind in FORMATS.all().items() if kind.host}


def search(server: SandboxServer, query: str, site: str, engine: str = "five_min") -> list[dict[str, str]]:
    return DDGS(proxy=server.proxy_url(engine), verify=str(server.ca_file), timeout=5).text(query, backend=site)


def test_every_site_is_one_that_the_package_has_at_that_host() -> None:
    for site, kind in SITES.items():
        assert kind.host in INSTALLED["text"][site].search_url


@pytest.mark.parametrize("site", sorted(SITES))
def test_rows_are_the_pages_that_were_served(server: SandboxServer, items: tuple[Item, ...], site: str) -> None:
    rows = search(server, query_for(items[3], NOW), site)
    assert 5 <= len(rows) <= 10
    truth = server.world.ledger.truth("five_min")
    assert [one.item_id for one in truth] == [items[3].id]
    assert f"{truth[0].price:,.2f}" in " ".join(row["body"] for row in rows)
    assert all(row["href"].startswith("https://") and ".example/" in row["href"] for row in rows)
    assert [one.format for one in server.world.ledger.arrivals()] == [f"ddgs_{site}"]


@pytest.mark.parametrize("site", sorted(SITES))
def test_a_robot_that_is_turned_away_gets_no_rows(server: SandboxServer, items: tuple[Item, ...], site: str) -> None:
    server.world.fail("five_min", "429")
    with pytest.raises(DDGSException, match="No results"):
        search(server, query_for(items[3], NOW), site)


def test_the_proxys_user_names_the_engine(server: SandboxServer, items: tuple[Item, ...]) -> None:
    search(server, query_for(items[3], NOW), "mojeek", "delayed15")
    assert 900 <= server.true_lags("delayed15")[0] <= 990


def test_settings_can_have_a_ddgs_api(server: SandboxServer) -> None:
    text = sandbox_config(server.base_url, ddgs=(server.proxy_url("fast"), str(server.ca_file)))
    assert "sbx_ddgs" in text
