"""``monitor lag`` and ``monitor annotate`` on a store of known lags."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest

from monitor.lag.kept import Keeping, keep
from monitor.lag.rows import midnight
from monitor.store.database import open_database
from tests.lag.stored import History, write

APIS = {"fast": 300.0, "slow": 1800.0}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("lag") / "m.sqlite"
    now = datetime.now(UTC)
    write(History(path, midnight(now) - timedelta(days=2), days=2, instants=8, lag_s=APIS, offsets_s=(5.0, 900.0)))
    database = open_database(path)
    keep(Keeping(database, "rules", "strict"), now)
    database.close()
    return path


@pytest.mark.parametrize(
    ("by", "groups"),
    [("api,asset", 2), ("day", 2), ("api,day", 4), ("item", 2), ("hour", 8), ("session", 2), ("api,offset", 4)],
)
def test_every_key_makes_a_table_whose_groups_hold_all_probes(command, store, by, groups):
    table = json.loads(command("lag", "--by", by, "--json", "--db", store).out)
    assert len(table["groups"]) == groups
    assert sum(group["probes"] for group in table["groups"]) == 2 * 8 * 2 * 2 * 2
    assert set(table["groups"][0]["key"]) == set(by.split(","))


def test_days_are_whole_so_that_so_many_days_ago_is_a_midnight(command, store):
    assert json.loads(command("lag", "--since", "3d", "--json", "--db", store).out)["since"].endswith("T00:00:00Z")
    assert not json.loads(command("lag", "--since", "61m", "--json", "--db", store).out)["since"].endswith("T00:00:00Z")


def test_compared_apis_are_ranked_and_an_unknown_one_is_refused_with_those_that_are_there(command, store):
    found = command("lag", "--compare", "slow,fast", "--db", store)
    assert "fast is fresher than slow (Holm over 1 pair, 5%)." in found.out
    plain = json.loads(command("lag", "--compare", "slow,fast", "--json", "--db", store).out)
    assert plain["pairs"][0]["fresher"] == "fast"
    unknown = command("lag", "--compare", "slow,moon", "--db", store)
    assert unknown.code == 2
    assert "there is fast, slow" in unknown.err
    assert command("lag", "--compare", "slow", "--db", store).code == 2


def test_changes_say_how_many_days_they_need(command, store):
    ran = command("lag", "--changes", "--db", store)
    assert ran.code == 0
    assert "no change found" in ran.out
    assert "2 have too few days yet" in ran.out


def test_an_exclusion_is_made_stated_in_every_table_listed_and_taken_back(command, store):
    day = (datetime.now(UTC) - timedelta(days=1)).date()
    window = ("--from", f"{day}T04:30Z", "--until", f"{day}T06:30Z", "--api", "slow")
    made = command("annotate", *window, "--reason", "their outage", "--exclude", "--json", "--db", store)
    number = json.loads(made.out)[0]["id"]
    for words in (("lag",), ("lag", "--compare", "slow,fast"), ("lag", "--by", "day")):
        ran = command(*words, "--db", store)
        assert f"2 h excluded (slow, from {day} 04:30 UTC, 8 probes): their outage." in ran.out
    assert "left out" in command("annotate", "--db", store).out
    all_of_it = ("--from", f"{day - timedelta(days=9)}T00:00Z", "--until", f"{day + timedelta(days=2)}T00:00Z")
    rest = command("annotate", *all_of_it, "--reason", "ours", "--exclude", "--json", "--db", store)
    assert "no graded probes there but excluded ones: `monitor annotate`" in command("lag", "--db", store).out
    assert command("annotate", "--remove", json.loads(rest.out)[0]["id"], "--db", store).code == 0
    assert command("annotate", "--remove", number, "--db", store).code == 0
    assert "excluded" not in command("lag", "--db", store).out
    assert "nothing was noted" in command("annotate", "--db", store).out
    assert "removed" in command("annotate", "--all", "--db", store).out
    assert command("annotate", "--remove", number, "--db", store).code == 3


@pytest.mark.parametrize(
    "words",
    ["--from 2d", "--reason x", "--from 1d --until 2d --reason x", "--from 2d --reason x --asset bonds",
     "--from 2d --reason x --remove 1", "--exclude", "--api slow", "--until 1d", "--from 2d --reason x --api slwo",
     "--remove 99999999999999999999"],
)  # fmt: skip
def test_an_annotation_without_a_window_or_a_reason_is_refused(command, store, words):
    assert command("annotate", *words.split(), "--db", store).code == 2


@pytest.mark.parametrize("words", [
    ("--watch", "0.1"), ("--compare", "a,b", "--changes"), ("--since", "1h", "--until", "2h"),
])
def test_options_that_make_no_sense_are_refused(command, store, words):
    assert command("lag", *words, "--db", store).code == 2


def test_a_reader_that_there_is_not_is_refused_with_those_that_there_are(command, store):
    for words in (("lag",), ("report",)):
        ran = command(*words, "--reader", "ruls", "--db", store)
        assert ran.code == 2
        assert "'ruls' is not one of rules, llm, extracted; did you mean rules?" in " ".join(ran.err.split())


def test_watching_draws_again_with_what_is_new_until_it_is_stopped(store):
    words = ("lag", "--since", "3d", "--watch", "1", "--by", "asset", "--db", str(store))
    watching = subprocess.Popen([sys.executable, "-u", "-m", "monitor", *words], stdout=subprocess.PIPE, text=True)
    seen = ""
    try:
        while seen.count("Age of the served price") < 1:
            seen += _line(watching)
        assert "crypto" in seen
        with sqlite3.connect(store) as connection:
            connection.execute("INSERT INTO annotation (start_at, end_at, reason, excludes, made_at) VALUES"
                               " (?, ?, 'told meanwhile', 0, 0)", (0, 2_000_000_000_000_000))  # fmt: skip
        while "told meanwhile" not in seen:
            seen += _line(watching)
        assert watching.poll() is None
        with sqlite3.connect(store) as connection:
            connection.execute("DELETE FROM annotation")
        watching.send_signal(signal.SIGINT)
        assert watching.wait(timeout=30) in (0, 130)
    finally:
        watching.kill()
        watching.communicate()


def _line(process) -> str:
    line = process.stdout.readline()
    assert line, "it ended by itself"
    return line


def test_a_month_of_many_probes_comes_from_kept_figures_and_says_so(command, store, monkeypatch):
    monkeypatch.setattr("monitor.lag.history.FEW_PROBES", 10)
    kept = command("lag", "--since", "30d", "--db", store)
    assert re.search(r"From figures kept between \S+Z and \S+Z.* \(--fresh estimates anew\)\.", kept.out)
    fresh = command("lag", "--since", "30d", "--fresh", "--db", store)
    assert "From figures kept" not in fresh.out
    assert kept.out.splitlines()[:3] == fresh.out.splitlines()[:3]
