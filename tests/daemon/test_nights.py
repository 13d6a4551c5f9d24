"""Which nights are due: once each, gone on with after a stop, made up for only by a monitor that was there."""

import json
import signal
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from monitor.daemon.nights import due_nights, note_night
from monitor.schedules import load_schedules
from monitor.store.database import open_database
from monitor.store.tables import Event, Note, Run, RunVerdict
from tests.site import Site, wait_for

START = datetime(2026, 11, 30, 2, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)
TWO = '[[nightly]]\nname = "a"\nat = "02:30"\n[[nightly]]\nname = "b"\nat = "02:10"\nenabled = {}\n'


@pytest.fixture
def due(tmp_path):
    (tmp_path / "s.toml").write_text(TWO.format("false"))
    schedules = load_schedules(tmp_path / "s.toml", now=None).nightly
    database = open_database(tmp_path / "m.sqlite")

    def ask(now, *, began=None, done=None):
        with database.write() as session:
            if began is not None:
                session.add(Event(at=began, kind="start", message="", detail={}))
            if done is not None:
                (one,) = due_nights(session, schedules, now)
                note_night(session, one, now, done=done)
        with database.read() as session:
            return [(one.schedule, one.name) for one in due_nights(session, schedules, now)]

    yield ask
    database.close()


def test_a_night_is_due_at_its_start_until_it_is_done(due):
    assert due(START - timedelta(minutes=1), began=START - 30 * HOUR) == []
    assert due(START) == [("a", "2026-11-30")]
    assert due(START + HOUR, done=False) == [("a", "2026-11-30")]
    assert due(START + 19 * HOUR) == [("a", "2026-11-30")], "it began, so it is gone on with"
    assert due(START + 19 * HOUR, done=True) == []
    assert due(START + 24 * HOUR) == [("a", "2026-12-01")]


def test_a_new_monitor_makes_up_for_nothing_and_an_old_one_for_some_hours(due):
    assert due(START + HOUR, began=START + HOUR / 2) == []
    assert due(START + HOUR, began=START - HOUR) == [("a", "2026-11-30")]
    assert due(START + 7 * HOUR) == []


QUESTIONS = [
    {"id": f"q{n}", "question": f"What revenue did Alder Foundry report for fiscal year {2001 + n}?",
     "answer": f"${100 + n}.5 million.", "tolerance": "", "area": "a"} for n in range(3)
]  # fmt: skip


@pytest.mark.slow
def test_the_daemon_makes_a_night_in_a_process_of_its_own_and_says_who_answered(site: Site) -> None:
    site.set_clock()
    now = site.clock.now()
    soon = now + timedelta(minutes=2)
    (site.folder / "questions.jsonl").write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS))
    schedule = (
        f'[[nightly]]\nname = "own"\nat = "{soon:%H:%M}"\nsets = ["{site.folder}/questions.jsonl"]\nrepeats = 2\n'
        '[[live]]\nname = "late"\nitems = ["crypto"]\ncalendar = "always"\nat = "00:00"\noffsets = ["5s"]\n'
    )
    site.configure(schedule, engines=("fast",))
    daemon = site.start("run", "--no-page")

    def done() -> bool:
        if not site.database_path.is_file():
            return False
        database = site.database()
        try:
            with database.read() as session:
                note = session.get(Note, "night:own")
                return note is not None and note.value["done"]
        finally:
            database.close()

    wait_for(done, 170, site.log)
    daemon.send_signal(signal.SIGTERM)
    assert daemon.wait(timeout=10) == 0
    database = site.database()
    with database.read() as session:
        runs = session.exec(select(Run)).all()
        said = session.exec(select(Event.message).where(Event.kind == "nightly")).all()
        verdicts = session.exec(select(RunVerdict)).all()
    database.close()
    assert {(run.question_set, run.agent, run.baseline, run.state) for run in runs} == {
        ("questions", "extractive", True, "answered")
    }
    assert len(runs) == len(verdicts) == 6
    assert {run.night for run in runs} == {soon.date().isoformat()}
    assert any("the baseline answered, no model key is set" in one for one in said)
