"""``monitor serve``: the page alone, over a store that another process may be filling."""

from typing import Annotated

import typer

from monitor.cli.options import Config, Db

__all__ = ["serve"]


def serve(
    host: Annotated[str | None, typer.Option("--host", metavar="HOST", help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="Port; 0 takes any free one.")] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """Serve the page alone; it only reads.

    It listens on 127.0.0.1 unless told otherwise; elsewhere MONITOR_WEB_TOKEN must be set, and is asked for.
    """
    import asyncio

    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import say
    from monitor.cli.signals import until_signalled
    from monitor.daemon.drawing import Drawing
    from monitor.daemon.following import Following
    from monitor.web.app import create_app
    from monitor.web.serving import listen, server, url_of

    settings = settings_for(config, db)
    host = settings.web.host if host is None else host
    port = settings.web.port if port is None else port
    database = existing_database(settings)
    try:
        current = Following(settings)
        drawing = Drawing(settings, clock_of(settings), current)
        app = create_app(database, settings, clock_of(settings), host=host, draw=drawing, current=current)
        listener = listen(host, port)
        say(f"The page is at {url_of(listener)} (Ctrl-C ends it)")

        async def page() -> None:
            following = asyncio.create_task(current.run())
            try:
                await server(app, host, port, listener)
            finally:
                following.cancel()
                await drawing.close()

        asyncio.run(until_signalled(page()))
    finally:
        database.close()
