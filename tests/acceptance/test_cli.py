"""The commands as a person or a script meets them: processes, pipes, exit statuses."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.site import Site, wait_for

HEAVY = (
    *("sqlmodel", "sqlalchemy", "fastapi", "uvicorn", "httpx", "pydantic", "numpy", "pandas", "scipy"),
    *("yfinance", "ccxt", "exchange_calendars", "rich.console"),
)


def monitor(*words: object, folder: Path, **more: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "monitor", *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120, **more)


def test_help_loads_nothing_heavy(tmp_path):
    """What makes `monitor --help` quick; the time itself depends on the machine."""
    code = f"""
import sys
from monitor.cli import main
status = main(["--help"])
print(status, [name for name in {HEAVY} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def test_items_from_an_empty_folder(tmp_path):
    done = monitor("items", folder=tmp_path)
    assert done.returncode == 0
    assert "MSFT" in done.stdout
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == []


def test_what_is_piped_has_no_colour_even_when_asked_for(tmp_path):
    done = monitor(
        "items", folder=tmp_path, env={"FORCE_COLOR": "1", "TERM": "xterm-256color", "PYTHONPATH": str(ROOT)}
    )
    assert "\x1b" not in done.stdout + done.stderr


def test_a_reader_that_leaves_early_is_no_error(tmp_path):
    command = f"{sys.executable} -m monitor apis | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("words", "status"), [("nonsense", 2), ("items --data absent", 2), ("status --db absent.sqlite", 3)]
)
def test_a_failure_is_one_message_and_a_status(tmp_path, words, status):
    done = monitor(*words.split(), folder=tmp_path)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    assert done.stdout == ""


def test_a_working_folder_from_init_to_status(tmp_path):
    assert monitor("init", "here", folder=tmp_path).returncode == 0
    here = tmp_path / "here"
    assert monitor("db", "upgrade", folder=here).returncode == 0
    assert (here / "monitor.sqlite").is_file()
    assert json.loads(monitor("schedules", "--json", folder=here).stdout)["instants"]
    assert monitor("status", folder=here).returncode == 1


@pytest.mark.slow
def test_ask_pull_show_and_grade_by_hand(site: Site):
    """The commands for a person's own hands, against the sandbox through the real libraries."""
    site.configure(
        '[[live]]\nname = "coins"\nitems = ["crypto"]\ncalendar = "always"\nevery = "6h"\n', engines=("fast", "frozen")
    )
    asked = monitor("probe", "BTC", "LINK", "--json", folder=site.folder, env=site.environment)
    assert asked.returncode == 0, asked.stderr
    rows = json.loads(asked.stdout)
    assert {(row["api"], row["ticker"]) for row in rows} == {
        (a, t) for a in ("sbx_fast", "sbx_frozen") for t in ("BTC", "LINK")
    }
    assert all(row["state"] == "answered" and row["price"] for row in rows)
    again = monitor("grade", "live", "--json", folder=site.folder, env=site.environment)
    assert json.loads(again.stdout)["waiting"] == 4

    site.clock.shift += timedelta(minutes=15)  # by then the bars are final
    pulled = monitor(
        "reference", "pull", "BTC", "LINK", "--since", "25h", "--json", folder=site.folder, env=site.environment
    )
    assert all(row["bars"] > 1000 for row in json.loads(pulled.stdout)), pulled.stdout + pulled.stderr
    shown = monitor("reference", "show", "BTC", "--since", "30m", "--json", folder=site.folder, env=site.environment)
    assert len(json.loads(shown.stdout)[0]["minutes"]) > 5

    graded = json.loads(monitor("grade", "live", "--json", folder=site.folder, env=site.environment).stdout)
    assert graded["graded"] == 4, graded
    evidence = monitor("show", rows[0]["probe"], folder=site.folder, env=site.environment)
    assert "Reading by rules" in evidence.stdout
    assert "under strict" in evidence.stdout


@pytest.mark.slow
def test_the_page_alone_serves_until_it_is_stopped(site: Site):
    import httpx

    site.configure('[[live]]\nname = "coins"\nitems = ["crypto"]\ncalendar = "always"\nevery = "6h"\n')
    monitor("db", "upgrade", folder=site.folder, env=site.environment)
    page = site.start("serve", "--port", "0", log="page.log")
    log = site.folder / "page.log"
    wait_for(lambda: "http://" in log.read_text(), 30, log.read_text)
    url = log.read_text().split("at ")[1].split()[0]
    assert "Not running" in httpx.get(url, trust_env=False).text
    page.terminate()
    assert page.wait(10) == 0


@pytest.mark.slow
def test_the_sandbox_alone_writes_settings_that_work(tmp_path):
    command = [sys.executable, "-u", "-m", "monitor", "sandbox", "--write", "sandbox.toml", "--seed", "3"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as world:
        try:
            assert world.stdout is not None
            assert "with seed 3" in world.stdout.readline()
            listed = monitor("apis", "--config", "sandbox.toml", "--json", folder=tmp_path)
            assert any(one["name"].startswith("sbx_") for one in json.loads(listed.stdout))
            status = monitor("status", "--config", "sandbox.toml", folder=tmp_path)
            assert str(tmp_path / "sandbox.sqlite") in status.stderr
            second = monitor("sandbox", "--write", "sandbox.toml", folder=tmp_path)
            assert second.returncode == 2
            assert "nothing is overwritten" in second.stderr
        finally:
            world.terminate()
        assert world.wait(10) == 0
