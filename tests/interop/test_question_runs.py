"""The public harness's results.jsonl in and out: what is written can be read back, and twice adds nothing."""

import json
from datetime import UTC, datetime

import pytest
from sqlmodel import select

from monitor.agent.results import facts_of, night_figures
from monitor.errors import DataError
from monitor.interop.question_runs import export_runs, import_runs
from monitor.store.database import open_database
from monitor.store.tables import Run, RunCall, RunVerdict

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def row(question="hist-001", config="exa_instant", repeat=0, **more):
    given = {
        "question_id": question, "vendor": "exa", "config": config, "max_searches": 1, "max_fetches": 0, "model": "m",
        "answer": "$5 million", "finished": True, "notes": "", "n_searches": 1, "fetches": [], "turns": 2,
        "searches": [{"seq": 1, "query": "q", "status": "ok", "latency_ms": 300.5, "cost_usd": 0.005, "hits": 7,
                      "error": None}],
        "llm_ms": 900, "wall_ms": 1250.0, "input_tokens": 4000, "output_tokens": 60, "reasoning_tokens": 0,
        "cached_input_tokens": 0, "vendor_cost_usd": 0.005, "search_ms": 300.5, "fetch_ms": 0, "repeat": repeat,
        "reasoning_effort": "low", "search_class": "single", "task": "historical-lookup", "area": "a",
        "question": "What was it?", "reference_answer": "$5 million.", "tolerance": "", "judge_model": "j",
        "correct": True, "reason": "as expected", "llm_cost_usd": 0.01, "judge_cost_usd": 0.001, **more,
    }  # fmt: skip
    return json.dumps(given)


@pytest.fixture
def database(tmp_path):
    made = open_database(tmp_path / "m.sqlite")
    yield made
    made.close()


def test_a_run_folder_is_taken_in_once_with_its_costs_and_verdicts(database, tmp_path):
    folder = tmp_path / "20261130-0230"
    folder.mkdir()
    lines = [row(), row(repeat=1, correct=False), row("hist-002", correct=None, judge_error="timeout")]
    (folder / "results.jsonl").write_text("\n".join(lines) + "\n")
    report = import_runs(database, folder, NOW)
    assert (report.night, report.added, report.known) == ("20261130-0230", 3, 0)
    assert import_runs(database, folder, NOW).known == 3
    with database.read() as session:
        runs = session.exec(select(Run)).all()
        assert len(session.exec(select(RunVerdict)).all()) == 2
        for run in runs:
            calls = session.exec(select(RunCall).where(RunCall.run_id == run.id)).all()
            assert sum(call.cost_usd for call in calls) == pytest.approx(run.cost_usd) == pytest.approx(0.015)
    assert [fact.verdict for fact in facts_of(database)] == ["correct", "incorrect", ""]
    (group,) = night_figures(database, NOW)["groups"]
    assert (group["agent"], group["version"], group["apis"][0]["ungraded"]) == ("m@low", "finsearch", 1)


def test_what_is_written_can_be_taken_in_elsewhere_with_the_same_figures(database, tmp_path):
    file = tmp_path / "results.jsonl"
    file.write_text("\n".join([row(), row(config="brave", correct=False), row("hist-002")]))
    import_runs(database, file, NOW, "n")
    assert export_runs(database, tmp_path / "out", NOW) == 3
    written = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    given = json.loads(row())
    assert {name for name in given if name not in written[0]} == set()
    kept = set(given) - {"vendor", "judge_model", "judge_cost_usd", "searches", "notes"}
    assert {name: written[0][name] for name in kept} == {name: given[name] for name in kept}
    assert json.loads((tmp_path / "out" / "manifest.json").read_text())["configs"] == ["brave", "exa_instant"]
    other = open_database(tmp_path / "other.sqlite")
    import_runs(other, tmp_path / "out", NOW, "n")
    before, after = (night_figures(one, NOW)["groups"][0]["apis"] for one in (database, other))
    assert [one["accuracy"] for one in before] == [one["accuracy"] for one in after]
    other.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [("{", "not JSON"), ("[1]", "not an object"), ('{"question_id": "x"}', "'config' is missing"),
     (row("x", turns="two"), "'turns' is no number")],
)  # fmt: skip
def test_a_bad_line_is_an_error_with_its_number(database, tmp_path, line, said):
    file = tmp_path / "results.jsonl"
    file.write_text(row() + "\n" + line + "\n")
    with pytest.raises(DataError, match=f"results.jsonl:2: .*{said}"):
        import_runs(database, file, NOW, "n")


def test_runs_that_read_pages_keep_their_mode_pages_and_costs(database, tmp_path):
    page = {"seq": 1, "url": "https://a.example/", "status": "ok", "latency_ms": 80.0, "cost_usd": 0.001, "error": None}
    file = tmp_path / "results.jsonl"
    more = {"max_fetches": 2, "n_fetches": 1, "fetches": [page], "fetch_ms": 80.0, "vendor_cost_usd": 0.006}
    file.write_text(row() + "\n" + row(**more) + "\n")
    assert import_runs(database, file, NOW, "n").added == 2
    with database.read() as session:
        runs = {run.mode: run for run in session.exec(select(Run)).all()}
        calls = session.exec(select(RunCall).where(RunCall.kind == "fetch")).all()
    assert (runs["search"].fetches, runs["search"].fetch_usd) == (0, 0.0)
    read = runs["search+fetch"]
    assert (read.fetches, read.max_fetches, read.fetch_ms, len(calls)) == (1, 2, 80.0, 1)
    assert (read.search_usd, read.fetch_usd, read.cost_usd) == (pytest.approx(0.005), 0.001, pytest.approx(0.016))
    assert [one["mode"] for one in night_figures(database, NOW)["groups"]] == ["search", "search+fetch"]
    export_runs(database, tmp_path / "out", NOW)
    written = [json.loads(line) for line in (tmp_path / "out" / "results.jsonl").read_text().splitlines()]
    assert [(one["max_fetches"], one["n_fetches"], one["fetches"]) for one in written] == [(0, 0, []), (2, 1, [page])]
    assert written[1]["vendor_cost_usd"] == pytest.approx(0.006)
