"""The ddgs package against a loopback engine, reached through a proxy and an authority of our own; itself untouched."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from html import escape
from pathlib import Path
from typing import Any

import pytest

from monitor.errors import ConfigError
from monitor.search.config import load_apis
from monitor.search.ddgs_api import DdgsApi, check_engine, engine_names
from monitor.search.outcome import ErrorClass, Outcome, SearchApi
from monitor.search.redact import Redactor
from tests.leaks.canary import CANARY, KEY
from tests.search.authority import server_tls, write_authority

ROWS = """<html><body><ul class="results-standard">
<li><h2><a href="https://x.example/a">Chainlink price</a></h2><p class="s">LINK at 12.34, KEY</p></li>
<li><h2><a href="https://x.example/b">Other</a></h2><p class="s">text</p></li></ul></body></html>""".replace(
    "KEY", escape(KEY)
)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Give the files of an authority and of the engine's host."""
    return write_authority(tmp_path_factory.mktemp("authority"), "www.mojeek.com")


@contextlib.asynccontextmanager
async def engine(authority: tuple[Path, Path], status: int, page: str, delay_s: float = 0.0) -> AsyncIterator[str]:
    """Run a proxy that plays the host behind it; give its url."""
    tls = server_tls(authority[1])

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await writer.drain()
            await writer.start_tls(tls)
            await reader.readuntil(b"\r\n\r\n")
            await asyncio.sleep(delay_s)
            body = page.encode()
            head = f"HTTP/1.1 {status} X\r\ncontent-type: text/html\r\ncontent-length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            return
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()


async def asked(authority: tuple[Path, Path], status: int, page: str, *, delay_s: float = 0.0,
                on_sent: Callable[[], None] | None = None, **fields: Any) -> Outcome:
    async with engine(authority, status, page, delay_s) as proxy:
        options = {"proxy": proxy, "verify": str(authority[0])}
        apis = load_apis({"local": {"like": "ddgs_mojeek", "key_group": "local", "options": options, **fields}})
        client = DdgsApi(apis["local"], env={}, redactor=Redactor([KEY]))
        assert isinstance(client, SearchApi)
        outcome = await client.ask("Chainlink price", on_sent=on_sent)
        await client.close()
        return outcome


async def test_rows_become_hits_and_stand_in_for_the_body(authority: tuple[Path, Path]) -> None:
    sent: list[int] = []
    outcome = await asked(authority, 200, ROWS, on_sent=lambda: sent.append(1))
    assert outcome.state == "answered", outcome.reason
    assert [hit.url for hit in outcome.hits] == ["https://x.example/a", "https://x.example/b"]
    assert "12.34" in outcome.hits[0].snippet
    assert (outcome.raw, outcome.status, outcome.cost_usd) == (False, 200, 0.0)
    assert outcome.key_in_body
    assert CANARY.forms_in_text(repr(outcome)) == []
    assert sent == [1]
    assert outcome.sent_at is not None
    assert (outcome.timings.sent_ms or 0) <= outcome.timings.total_ms


@pytest.mark.parametrize(("status", "page", "kind"), [
    (200, "<html><body>no rows</body></html>", None), (202, "", ErrorClass.RATE_LIMIT),
    (429, "x", ErrorClass.RATE_LIMIT), (403, "<html>robot?</html>", ErrorClass.RATE_LIMIT),
    (500, "x", ErrorClass.API), (504, "x", ErrorClass.TIMEOUT),
])  # fmt: skip
async def test_the_engine_s_status_tells_empty_from_refused(authority: tuple[Path, Path], status: int, page: str,
                                                            kind: ErrorClass | None) -> None:
    outcome = await asked(authority, status, page)
    assert (outcome.error_class, outcome.hits) == (kind, ()), outcome.reason
    assert outcome.status == status


async def test_our_own_deadline_frees_the_caller(authority: tuple[Path, Path]) -> None:
    outcome = await asked(authority, 200, ROWS, delay_s=1.0, total_s=0.3)
    assert outcome.error_class is ErrorClass.TIMEOUT


async def test_an_engine_that_cannot_be_reached_is_settled_later(authority: tuple[Path, Path]) -> None:
    options = {"proxy": "http://127.0.0.1:1", "verify": str(authority[0])}
    api = load_apis({"local": {"like": "ddgs_mojeek", "options": options}})["local"]
    client = DdgsApi(api, env={}, redactor=Redactor([]))
    outcome = await client.ask("x")
    await client.close()
    assert outcome.error_class is ErrorClass.NETWORK_PENDING, outcome


def test_an_engine_that_the_installed_version_lacks_is_refused() -> None:
    known = set(engine_names())
    for api in load_apis().values():
        if api.class_ == "ddgs":
            check_engine(api)
            assert api.engine in known
    with pytest.raises(ConfigError, match=r"no engine 'gogle'.*mojeek"):
        check_engine(load_apis({"x": {"like": "ddgs_mojeek", "engine": "gogle"}})["x"])
    with pytest.raises(ConfigError, match="unknown option 'prxy'"):
        check_engine(load_apis({"x": {"like": "ddgs_mojeek", "options": {"prxy": "y"}}})["x"])
