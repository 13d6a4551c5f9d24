"""A process that records responses as the daemon does, and says how long each commit took: argument is the database.

It writes ``ready``, records twenty responses of 20 kB a second until its standard input closes, and ends with one
line of JSON: commits, and the greatest and 99th percentile of their seconds.
"""

import json
import os
import random
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from monitor.probing.claim import Claimed
from monitor.probing.record import record
from monitor.search.outcome import Outcome, SentRequest, Timings
from monitor.store.database import open_database
from monitor.store.tables import Instant, Probe
from monitor.store.types import State
from monitor.store.writer import Writer

EVERY_S = 0.05
AT = datetime(2027, 1, 1, tzinfo=UTC)
"""Outside what is graded beside it."""


def main(path: Path) -> None:
    """Record until the standard input closes."""
    database, me = open_database(path), f"recorder {os.getpid()}"
    writer = Writer(database)
    stopping = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), stopping.set()), daemon=True).start()
    with database.write() as session:
        instant = Instant(at=AT, schedule="recorder", schedule_hash=me, planned_at=AT)
        session.add(instant)
        session.flush()
        instant_id = instant.id or 0
    rng = random.Random(3)
    took: list[float] = []
    print("ready", flush=True)
    while not stopping.wait(EVERY_S):
        body = rng.randbytes(7_000).hex().encode()  # as much as 20 kB of text once compressed
        number = len(took)

        def work(session, body=body, number=number):  # type: ignore[no-untyped-def]
            probe = Probe(
                instant_id=instant_id, instant_at=AT, offset_s=float(number), item_id="r", asset="crypto", ticker="R",
                api=me, query="q", wording="w", api_hash="h", due_at=AT, slot_at=AT, state=State.CLAIMED,
            )  # fmt: skip
            session.add(probe)
            session.flush()
            claimed = Claimed(probe.id or 0, me, "q", float(number), AT, AT, 0.0, False)
            outcome = Outcome(
                me, "h", "answered", SentRequest("GET", ""), Timings(total_ms=5.0), status=200, body=body,
                sent_at=AT, received_at=AT + timedelta(milliseconds=5),
            )  # fmt: skip
            record(session, claimed, outcome, group="recorder", loop_delay_ms=0.0, spoiled=False,
                   clock_error_ms=None, now=AT)  # fmt: skip

        began = time.perf_counter()
        writer.submit(work).result()
        took.append(time.perf_counter() - began)
    writer.close()
    database.close()
    took.sort()
    p99_s = took[len(took) * 99 // 100]
    print(json.dumps({"commits": len(took), "max_s": round(took[-1], 4), "p99_s": round(p99_s, 4)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
