"""A run of tests fails when a fake key is left in any file, output, log or exception of it.

With pytest-xdist each worker looks through its own folder and hands its finds over; the one that leads looks through
the rest, the folders of workers that fell over, and the report of every test.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from monitor.clock import SystemClock
from monitor.errors import MonitorError
from tests.leaks import canary as keys
from tests.leaks.canary import CANARY, Canary
from tests.leaks.places import sweep

NAME = "key-sweep"
_SHOWN = 500  # lines


class KeySweep:
    """Looks through all that a session leaves; a find fails the session, naming file or test, and the form."""

    def __init__(self, config: pytest.Config, canary: Canary = CANARY) -> None:
        self.config, self.canary = config, canary
        self.is_worker = hasattr(config, "workerinput")
        self.found: list[str] = []
        self.done: set[str] = set()
        """Folders of workers that have looked through them."""
        self.planted: set[str] = set()
        self.files = self.bytes = self.texts = 0
        self.took_s = 0.0
        self.unread: list[str] = []

    def _text(self, where: str, text: str) -> None:
        self.texts += len(text)
        self.found += [f"{where}: a key, {form}" for form in self.canary.forms_in_text(text)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self.is_worker:
            return  # the one that leads gets every report
        started_s = SystemClock().monotonic()
        self._report(report)
        self.took_s += SystemClock().monotonic() - started_s

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if not self.is_worker and (report.longrepr or report.sections):
            self._report(report)

    def _report(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        place = report.nodeid
        if getattr(report, "when", "") != "teardown" or report.longrepr:
            skip = report.longrepr if isinstance(report.longrepr, tuple) else ()
            shown = "\n".join(map(str, skip)) or re.sub(r"(?m)^E? +", "", report.longreprtext)
            self._text(f"{place}, exception", shown)
        for title, text in report.sections:
            self._text(f"{place}, {title}", text)
        if getattr(report, "when", "") == "setup":
            self._text(f"the name {place}", place)
        if properties := getattr(report, "user_properties", None):
            self._text(f"{place}, properties", repr(properties))

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        told = getattr(node, "workeroutput", {}).get(NAME)
        if told is not None:
            self.done.add(told["folder"])
            self.found += told["found"]
            self.unread += told["unread"]
            self.files, self.bytes = self.files + told["files"], self.bytes + told["bytes"]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        started_s = SystemClock().monotonic()
        base = self._base()
        if base is not None:
            swept = sweep(base, besides=self.done, planted=keys.planted, canary=self.canary)
            lead = f"{base.name}/" if self.is_worker else ""
            self.found += [one.replace("the name ", f"the name {lead}", 1) if one.startswith("the name ")
                           else lead + one for one in swept.found]  # fmt: skip
            self.unread += [lead + one for one in swept.unread]
            self.files, self.bytes = self.files + swept.files, self.bytes + swept.bytes
        self.found += keys.noted
        keys.noted.clear()
        self.took_s += SystemClock().monotonic() - started_s
        if self.is_worker:
            told = {"folder": base.name if base else "", "found": self.found, "unread": self.unread,
                    "files": self.files, "bytes": self.bytes}  # fmt: skip
            self.config.workeroutput[NAME] = told
        elif self.found:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _base(self) -> Path | None:
        factory = getattr(self.config, "_tmp_path_factory", None)  # not public, and the only way at this point
        return factory.getbasetemp() if factory is not None else None

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        say = terminalreporter
        looked = f"{self.files} files ({self.bytes / 1e6:.0f} MB), {self.texts / 1e6:.1f} MB of outputs"
        say.write_line(f"looked for keys in {looked} in {self.took_s:.1f} s: {len(self.found)} found")
        for line in self.unread:
            say.write_line(f"  looked at as raw bytes only: {line}")
        if self.found:
            say.section("a key was left behind", sep="=", red=True)
            for line in self.found[:_SHOWN]:
                say.write_line(line)
            if len(self.found) > _SHOWN:
                say.write_line(f"... and {len(self.found) - _SHOWN} more")


def install(config: pytest.Config, canary: Canary = CANARY) -> None:
    """Let a session look for keys at its end, and meanwhile in every named error, shown or not."""
    config.pluginmanager.register(KeySweep(config, canary), NAME)


@pytest.fixture(autouse=True)
def heard_errors(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look into the message of every error that the program makes, also where a test expects it and it is not shown."""
    made = MonitorError.__init__

    def listening(self: MonitorError, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        keys.note(f"{request.node.nodeid}, {type(self).__name__}", str(self))

    monkeypatch.setattr(MonitorError, "__init__", listening)
