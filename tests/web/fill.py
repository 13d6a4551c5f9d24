"""A database with a little of everything, as a monitor that has run for a day would leave it."""

import hashlib
import json
from array import array
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import zstandard

from monitor.store import alerts, lease
from monitor.store.database import Database, open_database
from monitor.store.tables import (
    Annotation,
    Body,
    Event,
    GradeRow,
    Instant,
    Note,
    Probe,
    ReadingRow,
    Response,
    Spend,
    Summary,
)
from monitor.store.types import State

NOW = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
APIS = ("exa_instant", "tavily_live", "brave")
ITEMS = (("live-001", "equity", "MSFT"), ("live-004", "crypto", "BTC"))
OFFSETS_S = (5, 60, 900)
NASTY = "<script>alert(1)</script> \x1b[31m & <b>\u202e"
"""What must reach neither a page nor a terminal as it is."""


@dataclass(frozen=True)
class Filled:
    """The database, and ids that tests look for."""

    database: Database
    path: Path
    graded: int
    failed: int
    missed: int


_made: dict[bool, tuple[bytes, dict[str, int]]] = {}
"""The file as of `NOW`, and its ids: most tests want this one."""


def fill(path: Path, now: datetime = NOW, *, alive: bool = True) -> Filled:
    """Make the database at `path` as of `now`: three instants past, two to come, an alert, a lag table."""
    if now == NOW and alive in _made:
        content, ids = _made[alive]
        path.write_bytes(content)
    else:
        ids = _fill(path, now, alive=alive)
        if now == NOW:
            _made[alive] = path.read_bytes(), ids
    return Filled(open_database(path), path, ids["graded"], ids["failed"], ids["missed"])


def _fill(path: Path, now: datetime, *, alive: bool) -> dict[str, int]:
    """Write everything, and close the file; gives the ids."""
    database = open_database(path)
    ids: dict[str, int] = {}
    with database.write() as session:
        for number, hours in enumerate((-5, -3, -1, 1, 3)):
            at = now + timedelta(hours=hours)
            instant = Instant(
                at=at, schedule="stocks-session", schedule_hash="abc", seed=101, planned_at=now - timedelta(days=2)
            )
            session.add(instant)
            session.flush()
            for offset_s in OFFSETS_S:
                for item_id, asset, ticker in ITEMS:
                    for place, api in enumerate(APIS):
                        due_at = at + timedelta(seconds=offset_s)
                        probe = Probe(
                            instant_id=instant.id or 0,
                            instant_at=at,
                            offset_s=float(offset_s),
                            item_id=item_id,
                            asset=asset,
                            ticker=ticker,
                            api=api,
                            query=f"{ticker} price {at:%H:%M} UTC",
                            wording="{{ticker}} price {{time}}",
                            api_hash="f" * 16,
                            due_at=due_at,
                            slot_at=due_at + timedelta(milliseconds=2 * place),
                        )
                        session.add(probe)
                        if due_at <= now:
                            end(session, probe, number, place, offset_s, ids)
        if alive:
            lease.take(session, lease.this_process(), now - timedelta(seconds=3))
        session.add(Event(at=now - timedelta(hours=6), kind="start", message="started"))
        session.add(
            Note(
                name="heartbeat",
                at=now - timedelta(seconds=3),
                value={
                    "pid": 4321,
                    "host": "box",
                    "loop_delay_ms": 1.5,
                    "worker_pid": 4322,
                    "worker_restarts": 1,
                    "waiting_writes": 0,
                    "clock_error_ms": 12.5,
                }
                if alive
                else {"stopped": True},
            )
        )
        session.add(Note(name="job:digest", at=now - timedelta(minutes=2), value={"read": 12, "graded": 11}))
        session.add(Note(name="job:plan", at=now - timedelta(minutes=40), value={"instants": 2, "probes": 36}))
        session.add(Spend(day=now.date().isoformat(), api="exa_instant", calls=18, usd=0.126))
        session.add(Summary(name="lag", made_at=now - timedelta(minutes=2), value=lag_value(now)))
        session.add(Summary(name="comparisons", made_at=now - timedelta(minutes=2), value=comparisons_value(now)))
        session.add(Summary(name="changes", made_at=now - timedelta(minutes=2), value=CHANGES))
        session.add(Annotation(start_at=now - timedelta(days=3), end_at=now - timedelta(days=2), api="exa_instant",
                               reason=f"their outage {NASTY}", excludes=True, made_at=now))  # fmt: skip
        session.add(Annotation(start_at=now - timedelta(days=3), end_at=now - timedelta(days=2), api="brave",
                               reason="a holiday", made_at=now))  # fmt: skip
        alerts.raise_(
            session, "account:brave", f"brave: the key is refused {NASTY}", now - timedelta(hours=1), severity="warning"
        )
    database.close()
    return ids


def end(session, probe: Probe, number: int, place: int, offset_s: int, ids: dict[str, int]) -> None:
    """Give a past probe its end: most are answered, brave fails at the first instant, and its last offset is missed."""
    if place == 2 and offset_s == 900:
        probe.state, probe.reason = State.MISSED, "the monitor was not running"
        session.flush()
        ids["missed"] = probe.id or 0
        return
    probe.sent_at = probe.slot_at + timedelta(milliseconds=1 + number + place)
    probe.received_at = probe.sent_at + timedelta(milliseconds=310)
    probe.lateness_ms, probe.latency_ms, probe.first_byte_ms, probe.connect_ms = (
        1.0 + number + place,
        310.0,
        290.0,
        12.0,
    )
    if place == 2 and number == 0:
        probe.state, probe.error_class, probe.reason = State.FAILED, "timeout", f"no answer within 60 s {NASTY}"
        session.flush()
        ids["failed"] = probe.id or 0
        return
    probe.state, probe.cost_usd = State.ANSWERED, 0.007
    session.flush()
    document = {
        "requestId": "r",
        "results": [
            {
                "title": f"{probe.ticker} stock {NASTY}",
                "url": "https://example.com/q",
                "text": f"{probe.ticker} trades at $512.34 {NASTY}",
                "publishedDate": "2026-11-30T09:55:00Z",
            }
        ],
    }
    raw = json.dumps(document).encode()
    body = Body(sha256=hashlib.sha256(raw).hexdigest(), size=len(raw), zstd=zstandard.ZstdCompressor().compress(raw))
    session.add(body)
    session.flush()
    session.add(
        Response(
            probe_id=probe.id or 0,
            body_id=body.id,
            status=200,
            headers={"content-type": "application/json"},
            request={"method": "POST", "url": "https://api.example.com/search", "headers": {}, "body": "{}"},
            hits=1,
            received_at=probe.received_at,
        )
    )
    reading = ReadingRow(
        probe_id=probe.id or 0,
        reader="rules",
        version="1",
        read_at=probe.received_at,
        price=512.34,
        currency="USD",
        unit=0.01,
        url="https://example.com/q",
        kind="last",
        note="the only price",
        stated_time="2026-11-30",
        newest_price=512.34,
        newest_currency="USD",
        newest_unit=0.01,
        newest_kind="last",
        newest_note="the only price",
        numbers=array("d", [512.34, 510.0]).tobytes(),
        detail={
            "position": 0,
            "newest_position": 0,
            "runners_up": [
                {
                    "price": 510.0,
                    "currency": "USD",
                    "kind": "close",
                    "note": "previous close",
                    "position": 0,
                    "stated_time": None,
                    "url": None,
                }
            ],
        },
    )
    session.add(reading)
    session.flush()
    session.add(
        GradeRow(
            probe_id=probe.id or 0,
            reading_id=reading.id,
            policy="strict",
            policy_version="1",
            graded_at=probe.received_at,
            class_="target",
            correct=True,
            target_low=512.2,
            target_high=512.5,
            band=0.1,
            power=0.92,
            rivals="current",
            contained=True,
            lag_low_s=0.0,
            lag_high_s=240.0,
            lookback_s=86400.0,
            sources="yahoo",
            why="within the target range",
        )
    )
    ids["graded"] = probe.id or 0


def lag_value(now: datetime) -> dict:
    """Give a lag table with a group that is estimated and one that is not."""

    def figure(est, lo, hi):
        return {"est": est, "lo": lo, "hi": hi}

    def group(api: str, asset: str, **more: object) -> dict:
        return {
            "key": {"api": api, "asset": asset},
            "api": api,
            "asset": asset,
            "probes": 240,
            "instants": 40,
            "answered": 238,
            "none": 2,
            "errors": 0,
            "unrelated": 0.01,
            "older": 0.02,
            "asked_moment": 0.0,
            "by_offset": [],
            "time_to_fresh_s": None,
            "cost_usd": 1.2,
            **more,
        }

    shares = {
        "60": figure(0.12, 0.05, 0.2),
        "300": figure(0.49, 0.4, 0.58),
        "900": figure(0.91, 0.85, 0.95),
        "3600": figure(0.98, 0.95, 0.99),
    }
    return {
        "generated_at": now.isoformat(),
        "since": (now - timedelta(days=7)).isoformat(),
        "until": now.isoformat(),
        "reader": "rules",
        "policy": "strict",
        "excluded": [{"from": (now - timedelta(days=3)).isoformat(), "to": (now - timedelta(days=2)).isoformat(),
                      "hours": 24, "api": "exa_instant", "asset": None, "reason": "their outage", "probes": None,
                      "text": "24 h excluded (exa_instant): their outage"}],
        "groups": [
            group(
                "exa_instant",
                "equity",
                median_s=figure(305.0, 241.0, 388.0),
                p90_s=figure(880.0, 700.0, 1200.0),
                share_within=shares,
            ),
            group(
                "tavily_live",
                "equity",
                median_s=figure(900.0, 850.0, 990.0),
                p90_s=figure(1800.0, 1500.0, 2000.0),
                share_within=shares,
            ),
            group(
                "tavily_live",
                "crypto",
                probes=12,
                instants=2,
                median_s=None,
                p90_s=None,
                share_within=dict.fromkeys(shares),
                why="not enough movement",
            ),
        ],
    }


CHANGES = {
    "groups": [
        {"api": "exa_instant", "asset": "equity", "days": 60, "ours": [], "changes": [
            {"day": "2026-10-02", "first": "2026-09-30", "last": "2026-10-04", "before_s": 300.0, "after_s": 900.0,
             "days_before": 20, "days_after": 9, "found": "2026-10-10", "ours": []},
            {"day": "2026-11-12", "first": "2026-11-12", "last": "2026-11-13", "before_s": 900.0, "after_s": 305.0,
             "days_before": 38, "days_after": 12, "found": "2026-11-19",
             "ours": [{"day": "2026-11-12", "kind": "reader"}]},
        ]},
        {"api": "brave", "asset": "equity", "days": 3, "ours": [], "changes": [],
         "why": "not enough days yet: 3 with a median of 14 needed"},
    ]
}  # fmt: skip


def comparisons_value(now: datetime) -> dict:
    """Give kept comparisons: a pair that is told apart, and a tie."""

    def pair(a: str, b: str, fresher: str | None, p: float, pairs: int) -> dict:
        score = {"pairs": pairs, "instants": 40, "est": -0.8, "lo": -1.1, "hi": -0.5, "p": p, "p_holm": p}
        target = {**score, "est": 0.2, "lo": 0.1, "hi": 0.3}
        return {"a": a, "b": b, "fresher": fresher, "tie": fresher is None, "lag_score": score, "target_rate": target}

    pairs = [pair("exa_instant", "tavily_live", "exa_instant", 0.0004, 212)]
    pairs.append(pair("brave", "exa_instant", None, 0.4, 90))
    return {"since": (now - timedelta(days=7)).isoformat(), "until": now.isoformat(), "reader": "rules",
            "policy": "strict", "level": 0.05, "answers": 604,
            "assets": [{"asset": "equity", "excluded": [], "pairs": pairs, "text": ""}]}  # fmt: skip
