"""Log lines: each event is documented, levels are those that are said, keys and texts are in none."""

import ast
import io
import json
import re
import sys
from pathlib import Path

import structlog

import monitor
from monitor.clock import VirtualClock
from monitor.daemon.logs import set_up_logs
from tests.web.fill import NOW

ROOT = Path(monitor.__file__).parent
DOCS = ROOT.parent / "docs" / "logs.md"
LEVELS = ("debug", "info", "warning", "error", "critical", "exception")


def logged() -> set[str]:
    """Give the first argument of each call of a logger in the program."""
    found = set()
    for path in ROOT.rglob("*.py"):
        text = path.read_text()
        if "structlog" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = node.func.body if isinstance(node.func, ast.IfExp) else node.func
                if isinstance(called, ast.Attribute) and called.attr in LEVELS:
                    found.add(str(node.args[0].value))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
                assert not ast.unparse(node.func).startswith("log."), f"{path.name}: an event without a fixed name"
    return found


def test_the_table_names_every_event_and_no_other():
    assert set(re.findall(r"^\| `(\w+)` \|", DOCS.read_text(), re.MULTILINE)) == logged()


def test_an_event_has_one_name_of_lower_case_words():
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", one) for one in logged())


def test_a_line_is_json_where_nobody_watches_and_debug_is_left_out(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    set_up_logs(VirtualClock(NOW))
    try:
        log = structlog.get_logger("x")
        log.info("stopped", interrupted=1)
        log.debug("job_done", job="digest")
    finally:
        structlog.reset_defaults()
    assert json.loads(out.getvalue()) == {"event": "stopped", "interrupted": 1, "level": "info",
                                          "at": "2026-11-30T15:00:00.000Z"}  # fmt: skip
