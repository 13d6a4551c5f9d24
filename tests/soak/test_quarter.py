"""The daemon through simulated days, a fault on each: nothing is lost, nothing grows, the page tells the raw rows."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import monitor
from monitor.datasets import load_live
from monitor.demo.quarter import problems, run_quarter
from monitor.demo.quarter.faults import FAULTS, Fault, Trace
from monitor.demo.quarter.life import PACE
from monitor.demo.quarter.vitals import worker_a_day

RESULTS = Path(monitor.__file__).parents[1] / "docs" / "results" / "quarter.json"
LINES_A_DAY = 10
OFTEN = {"plan": 3600.0, "care": 3600.0}
"""As often as on a host: these jobs tell what they did."""
PROBES_A_DAY = 4 * 3 * 10 * 3


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("SANDBOX_API_KEY", "sandbox")


@pytest.mark.slow
def test_six_days_with_a_fault_each(tmp_path):
    found = run_quarter(tmp_path, 6, 1, load_live(), lambda *_: None)
    assert problems(found) == []
    assert found["planned"] - found["states"]["cancelled"] == 6 * PROBES_A_DAY
    assert [day["fault"] for day in found["by_day"]] == [one.name for one in FAULTS[:6]]
    assert {"answered", "missed", "skipped", "cancelled"} <= set(found["states"])


@pytest.mark.slow
def test_a_day_that_goes_well_is_quiet_enough_for_a_month_of_logs(tmp_path):
    async def nothing(life, day):
        """Let the day go well."""

    well = Fault("none", nothing, Trace("event", "start"))
    found = run_quarter(tmp_path, 2, 1, load_live(), lambda *_: None, faults=[well], pace={**PACE, **OFTEN})
    lines = found["by_day"][1]["log_lines"]
    assert 1 <= sum(lines.values()) <= LINES_A_DAY, lines


@pytest.mark.full
def test_a_quarter_loses_nothing_and_grows_by_nothing(tmp_path):
    """As the command, in a process of its own: beside what a test session has loaded, growth would look small."""
    command = [sys.executable, "-m", "monitor", "sandbox", "quarter", "--json", "--folder", str(tmp_path / "quarter")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    found = json.loads(done.stdout)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    assert found["problems"] == []
    assert found["planned"] - found["states"]["cancelled"] == 90 * PROBES_A_DAY


def _day(number, **changed):
    return {"day": f"d{number}", "fault": "f", "left": 1, "resident_mb": 100.0, "open_files": 50, **changed}


def _found(**changed):
    sound = {"without_end": 0, "not_planned": 0, "not_expected": 0, "unread": 0, "ungraded": 0, "sent": 9, "arrived": 9,
             "differences": [], "by_day": [_day(n) for n in range(5)]}  # fmt: skip
    return {**sound, **changed}


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"without_end": 3}, "3 planned probes never ended"),
        ({"arrived": 10}, "10 requests arrived, 9 probes were sent"),
        ({"differences": ["all instants: probes is 1 on the page, 2 in the rows"]}, "1 on the page"),
        ({"by_day": [_day(0, left=0)]}, "nothing recorded of the day's fault"),
        ({"by_day": [*(_day(n) for n in range(4)), _day(4, resident_mb=111.0)]}, "resident memory grew from 100.0"),
        ({"by_day": [*(_day(n) for n in range(4)), _day(4, open_files=51)]}, "open files grew from 50"),
    ],
)
def test_what_breaks_a_promise_is_said(changed, says):
    assert problems(_found()) == []
    (said,) = problems(_found(**changed))
    assert says in said


def test_a_day_of_the_worker_is_told_early_and_late():
    days = [{"cpu_s": {"worker": float(min(n, 30))}} for n in range(1, 61)]
    assert worker_a_day(days) == {"days 1 to 7": 4.0, "days 31 to 37": 30.0, "the last 7 days": 30.0}
    assert worker_a_day(days[:40]) == {"days 1 to 7": 4.0, "days 31 to 37": 30.0}
