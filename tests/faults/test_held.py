"""A database that another process holds for a minute. It mostly waits, so it runs beside others."""

import pytest

from monitor.daemon import app
from monitor.search.fake import Scripted
from monitor.store.check import check_file
from tests.faults.running import Holder, Running

pytestmark = pytest.mark.slow
HELD_S = 60


async def test_while_another_process_holds_the_database_for_a_minute_answers_are_kept_and_the_gap_is_set_down(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "ARM_EVERY_S", 1)
    other = Holder(running.database.path)

    def answers(_: str) -> Scripted:
        if not other.held:  # from the first answer on, before it can be written
            other.hold()
        return Scripted()

    asked = running.fake("a", answers)
    ids = [running.plan("a", 5.0, item=f"i{n}") for n in range(8)]
    running.start()
    try:
        assert running.daemon is not None
        writer = running.daemon.writer
        await running.until(lambda: len(asked.queries) == 8 and writer.trouble is not None)
        await running.clock.sleep(HELD_S)
        assert writer.trouble is not None
        assert {running.probe(one).state for one in ids} == {"claimed"}
    finally:
        other.end()
    await running.run_until(*ids)
    told = await running.event("store")
    await running.stop()
    assert {running.probe(one).state for one in ids} == {"answered"}
    assert len(asked.queries) == 8
    assert "another process holds the database" in told.message
    assert told.detail["lasted_s"] > HELD_S
    assert check_file(running.database.path) == []
