"""HEAD enters and is answered as GET would be, without the body: what watches a page often asks so."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Heads"]


class Heads:
    """ASGI middleware: every address that takes GET takes HEAD too (RFC 9110, 9.3.2)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def head_only(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        await self._app({**scope, "method": "GET"}, receive, head_only)
