"""``/live``: a word, as a server-sent event, whenever what pages show has changed."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse, StreamingResponse
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import func, select
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from monitor.store.database import Database
from monitor.store.tables import Alert, Event, GradeRow, Note, Response, Summary

__all__ = ["LOOK_S", "add_live", "seen"]

LOOK_S = 2.0
"""How often the store is looked at while anybody listens: seven look-ups by primary key."""
MOST = 20
"""Listeners at once; a page that is one too many is read as it is."""
SILENCE = 10
"""Looks without a change after which a comment shows that the line still stands."""


def seen(database: Database) -> dict[str, Any]:
    """Give the marks that change when something that a page shows does."""
    with database.read() as session:
        return {
            "response": session.exec(select(func.max(Response.id))).one(),
            "grade": session.exec(select(func.max(GradeRow.id))).one(),
            "event": session.exec(select(func.max(Event.id))).one(),
            "alert": list(session.exec(select(func.max(Alert.id), func.max(Alert.cleared_at))).one()),
            "notes": dict(session.exec(select(Note.name, Note.at)).all()),
            "figures": session.exec(select(func.max(Summary.made_at))).one(),
        }


def add_live(app: FastAPI, database: Database) -> None:
    """Add the address. Each listener's own connection ends with its page, or with the server."""
    listening = 0

    class Line(StreamingResponse):
        """Counted from before its first byte to its end, so that many who come at once are not too many."""

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal listening
            if listening >= MOST:
                await PlainTextResponse("Too many pages listen.\n", 503)(scope, receive, send)
                return
            listening += 1
            try:
                await super().__call__(scope, receive, send)
            finally:
                listening -= 1

    @app.get("/live", include_in_schema=False)
    async def live() -> StreamingResponse:
        return Line(changes(), media_type="text/event-stream")

    async def changes() -> AsyncIterator[str]:
        yield "retry: 5000\n\n"
        before, still = await run_in_threadpool(seen, database), 0
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                after = await run_in_threadpool(seen, database)
            except SQLAlchemyError:
                return  # the browser asks again, and by then the page itself says what is wrong
            still += 1
            if after != before:
                changed = [name for name in after if after[name] != before[name]]
                before, still = after, 0
                yield f"event: change\ndata: {json.dumps(changed)}\n\n"
            elif still >= SILENCE:
                still = 0
                yield ": still here\n\n"
