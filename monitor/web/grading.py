"""``POST /api/v1/grade``: a small batch graded in a process of its own, for whoever has the token."""

import asyncio
import json
import sys

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

__all__ = ["add_grading"]

MOST_BYTES = 4_000_000
DEADLINE_S = 60.0


def add_grading(app: FastAPI) -> None:
    """Add the address. It costs processor time, one batch at a time; the guard has seen the token."""
    turn = asyncio.Semaphore(1)

    @app.post("/api/v1/grade")
    async def grade(request: Request) -> JSONResponse:
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                return JSONResponse({"error": f"more than {MOST_BYTES:,} bytes; use `monitor grade batch`"}, 413)
        async with turn:
            return await _graded(bytes(body))


async def _graded(body: bytes) -> JSONResponse:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "monitor.interop.request",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(child.communicate(body), DEADLINE_S)
    except TimeoutError:
        return JSONResponse({"error": "it took too long; use `monitor grade batch`"}, 503)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    try:
        said = json.loads(out)
    except ValueError:
        return JSONResponse({"error": "grading failed"}, 500)
    return JSONResponse(said, 200 if child.returncode == 0 else 400)
