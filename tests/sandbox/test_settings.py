"""The settings that the sandbox writes are settings, and every api in them is answered."""

from pathlib import Path

from monitor.config import load_settings
from monitor.datasets import Item
from monitor.sandbox.engines import ENGINES
from monitor.sandbox.server import SandboxServer
from monitor.sandbox.settings import KEY_VARIABLE, api_name, sandbox_config
from monitor.search.clients import close_clients, open_clients
from monitor.search.config import load_apis
from tests.leaks.canary import KEY
from tests.sandbox.conftest import NOW, query_for


async def test_every_engine_has_an_api_that_answers(
    server: SandboxServer, items: tuple[Item, ...], tmp_path: Path
) -> None:
    path = tmp_path / "monitor.toml"
    path.write_text(sandbox_config(server.base_url, ddgs=(server.proxy_url("fast"), str(server.ca_file))), "utf-8")
    settings = load_settings(path)
    assert settings.market.base_url == server.base_url
    apis = load_apis(settings.apis, settings.key_groups)
    wanted = {api_name(name) for name in [*ENGINES.all(), "ddgs"]}
    assert set(settings.enabled or ()) == wanted
    assert all(apis[name].price_usd == 0 for name in wanted)
    clients = open_clients({name: apis[name] for name in wanted}, {KEY_VARIABLE: KEY})
    try:
        for name, client in clients.items():
            outcome = await client.ask(query_for(items[0], NOW))
            flaky = name == api_name("flaky")
            assert outcome.state == "answered" or flaky, f"{name}: {outcome.reason}"
            assert outcome.cost_usd == 0
    finally:
        await close_clients(clients)


def test_engines_and_formats_can_be_chosen() -> None:
    text = sandbox_config("http://127.0.0.1:1", engines=["slow"], formats={"slow": "brave"}, extra='data = "here"')
    assert text.startswith('data = "here"')
    assert 'url = "http://127.0.0.1:1/e/slow/brave/res/v1/web/search"' in text
    assert "sbx_fast" not in text
