"""A browser, and the page over a day of the sandbox's, with hostile answers planted in it."""

import asyncio
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from monitor.clock import VirtualClock
from monitor.daemon.drawing import Drawing
from monitor.daemon.world import database_path
from monitor.datasets import load_live
from monitor.demo.history import run_history
from monitor.sandbox.settings import KEY_VARIABLE
from monitor.store.database import Database, open_database
from monitor.web.app import create_app
from monitor.web.serving import listen, server, url_of
from tests.browser.planted import plant_all
from tests.leaks.canary import KEY

REQUIRE = "MONITOR_REQUIRE_BROWSER"
REQUIRED = bool(os.environ.get(REQUIRE))
PICTURES = os.environ.get("MONITOR_SCREENSHOTS")
"""Read here, since every test runs without the variables of the program."""
AXE = Path(__file__).parent / "vendor" / "axe-4.14.1.min.js"


def browser_path() -> str | None:
    """Give the system's browser."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))),
                None)  # fmt: skip


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Give the browser; without one its tests are skipped, or fail where one is required.

    It ends with its module: while it runs, no test of this process can have an event loop of its own.
    """
    path = browser_path()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacks: str | None = "the Python package playwright (pip install -e '.[dev]')"
    else:
        lacks = None if path else "Chromium or Chrome on the PATH (on Debian: apt-get install chromium)"
    if lacks:
        if REQUIRED:
            pytest.fail(f"{REQUIRE} is set, and there is no browser: {lacks} is missing")
        pytest.skip(f"the tests in a browser need {lacks}")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@dataclass
class Served:
    """The page, its address, its database and what was planted there."""

    url: str
    database: Database
    now: datetime
    pages: dict[str, str] = field(default_factory=dict)
    """Name -> address of every kind of page."""
    hostile: str = ""
    formula: str = ""


@pytest.fixture(scope="module")
def served(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Serve the page over a filled store; one for all tests, since filling it takes half a minute."""
    folder = tmp_path_factory.mktemp("browsed")
    items = tuple(one for one in load_live(None) if one.ticker in ("MSFT", "BTC", "EUR/USD"))
    os.environ[KEY_VARIABLE] = KEY
    try:
        day = datetime.fromisoformat("2026-11-26T12:00:00Z")
        with ThreadPoolExecutor(1) as aside:  # the browser holds this thread's event loop
            history = aside.submit(run_history, folder, items, 7, day, lambda *_: None, 8).result()
        settings = history.settings
        database = open_database(database_path(settings))
        now = history.until + timedelta(minutes=1)
        pages, hostile, formula = plant_all(database, now)
        clock = VirtualClock(now)
        app = create_app(database, settings, clock, draw=Drawing(settings, clock))
        with _running(app) as url:
            yield Served(url, database, now, pages, hostile, formula)
        database.close()
    finally:
        del os.environ[KEY_VARIABLE]


class _running:
    """Serves an app in a thread of its own."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._loop = asyncio.new_event_loop()

    def __enter__(self) -> str:
        listener = listen("127.0.0.1", 0)
        self._task = self._loop.create_task(server(self._app, "127.0.0.1", 0, listener))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return url_of(listener).rstrip("/")

    def _serve(self) -> None:
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            self._loop.close()

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(timeout=15)


@dataclass
class Seen:
    """What a page did that it should not."""

    faults: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)


@pytest.fixture
def tab(chromium: Any, served: Served) -> Iterator[Callable[..., Any]]:
    """Open tabs: give a function that takes a context's options and gives a page, on which `seen` has its faults."""
    contexts = []

    def opened(**options: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        seen = Seen()
        page.seen = seen
        page.on("console", lambda said: seen.faults.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda err: seen.faults.append(str(err)))
        page.on("dialog", lambda dialog: (seen.faults.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: seen.hosts.add(request.url.split("/")[2]))
        if options.get("java_script_enabled", True):
            page.add_init_script(
                "document.addEventListener('securitypolicyviolation',"
                " e => console.error('CSP: ' + e.violatedDirective + ' ' + e.blockedURI))"
            )
        return page

    yield opened
    for context in contexts:
        context.close()
