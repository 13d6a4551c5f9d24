"""``monitor run``: the daemon, with the page."""

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import Config, Db

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from monitor.clock import Clock
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["run"]


def run(
    yes: Annotated[
        bool, typer.Option("--yes", help="Start although the plan is over budget; the budget holds.")
    ] = False,
    page: Annotated[bool, typer.Option("--page/--no-page", help="With the page, or without.")] = True,
    host: Annotated[str | None, typer.Option("--host", metavar="HOST", help="Address of the page.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="Port of the page; 0: any free.")] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """Run the daemon, with the page: ask, record, grade.

    It logs to standard error and runs until SIGTERM or Ctrl-C, which waits for the answers that are under way.
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.daemon.logs import set_up_logs
    from monitor.daemon.serve import run_daemon

    settings = settings_for(config, db, whole=True)
    clock = clock_of(settings)
    host = settings.web.host if host is None else host
    port = settings.web.port if port is None else port
    set_up_logs(clock, debug=os.environ.get("MONITOR_DEBUG", "") not in ("", "0"))
    if not page:
        run_daemon(settings, clock, yes=yes)
        return

    def beside(database: "Database", current: "Callable[[], Settings]") -> "list[Coroutine[Any, Any, None]]":
        from monitor.web.app import tokens_for

        tokens_for(database, settings, clock, host)  # refused before anything is asked, not when the page opens
        return [_page(database, current, clock, host, port)]

    run_daemon(settings, clock, companions=beside, yes=yes)


async def _page(
    database: "Database", current: "Callable[[], Settings]", clock: "Clock", host: str, port: int
) -> None:
    """Serve the page until cancelled; the port is taken when this starts, after the lease."""
    import structlog

    from monitor.daemon.drawing import Drawing
    from monitor.web.app import create_app
    from monitor.web.serving import listen, server, url_of

    drawing = Drawing(current(), clock, current)
    app = create_app(database, current(), clock, host=host, draw=drawing, current=current)
    listener = listen(host, port)
    structlog.get_logger("monitor.web").info("page_open", url=url_of(listener))
    try:
        await server(app, host, port, listener)
    finally:
        await drawing.close()
