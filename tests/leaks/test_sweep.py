"""A session in which a test leaves a key anywhere, in any form, fails and says where; one that leaves none passes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.leaks.canary import CANARY, finds
from tests.leaks.plugin import NAME

ROOT = Path(__file__).resolve().parents[2]

# Another canary than that of the session which runs these tests: its own sweep finds nothing in their folders.
CONFTEST = """
from tests.leaks import canary
canary.CANARY = canary.Canary("zQw5t2LvX8sB", "uJ4nYc6gVaE1")
canary.KEY = canary.CANARY.odd
from tests.leaks.plugin import heard_errors, install
def pytest_configure(config):
    install(config)
"""

FORMS = '''
import base64, html, json, pytest
from urllib.parse import quote
from tests.leaks import canary
KEY = canary.KEY
def lower(text):
    return "".join(c.lower() if n and "%" in text[max(0, n - 2):n] else c for n, c in enumerate(text))
def b64(lead, url=False):
    data = b"?" * lead + KEY.encode() + b"????"
    return (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()
TEXTS = {
    "as it is": KEY, "percent-encoded": quote(KEY, safe=""),
    "percent-encoded in lower case": lower(quote(KEY, safe="")),
    "percent-encoded twice": quote(quote(KEY, safe=""), safe=""), "JSON": json.dumps({"k": KEY}),
    "HTML": html.escape(KEY), "hex": KEY.encode().hex(), "upper hex": KEY.encode().hex().upper(),
    **{f"base64 at offset {n}": b64(n) for n in range(3)},
    **{f"base64url at offset {n}": b64(n, True) for n in range(3)},
    "broken over lines": "\\n".join(KEY[n:n + 5] for n in range(0, len(KEY), 5)),
    "a half": canary.CANARY.second,
}
BYTES = {**{name: text.encode() for name, text in TEXTS.items()},
         "UTF-16": KEY.encode("utf-16-le"), "UTF-16 the other way": KEY.encode("utf-16-be")}
'''

TEXT_FORMS = [
    *("as it is", "percent-encoded", "percent-encoded in lower case", "percent-encoded twice", "JSON", "HTML", "hex"),
    *("upper hex", "base64 at offset 0", "base64 at offset 1", "base64 at offset 2", "base64url at offset 0"),
    *("base64url at offset 1", "base64url at offset 2", "broken over lines", "a half"),
]  # fmt: skip
BYTE_FORMS = [*TEXT_FORMS, "UTF-16", "UTF-16 the other way"]

FILES = """
import gzip, sqlite3, zipfile, zstandard
import pyarrow, pyarrow.parquet
OPEN = []
def test_files(tmp_path):
    for name, data in BYTES.items():
        (tmp_path / f"file {name}.log").write_bytes(b"x" * 99_999 + data + b"y" * 99)
        (tmp_path / f"gzip {name}.csv.gz").write_bytes(gzip.compress(data))
        with zipfile.ZipFile(tmp_path / f"zip {name}.zip", "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("inner", data)
def test_database(tmp_path):
    held = sqlite3.connect(tmp_path / "store.sqlite")
    held.execute("PRAGMA journal_mode=WAL")
    held.execute("PRAGMA wal_autocheckpoint=0")
    for name, data in BYTES.items():
        # on pages of 4,096 bytes a long value is cut into chunks that do not lie beside one another
        for kind, value in (("body", zstandard.compress(data)), ("far", "z" * 4060 + data.decode("latin1") * 300)):
            held.execute(f'CREATE TABLE "{kind} {name}" (found)')
            held.execute(f'INSERT INTO "{kind} {name}" VALUES (?)', (value,))
    held.commit()
    OPEN.append(held)  # the write-ahead log stays as it is
def test_parquet(tmp_path):
    for name, text in TEXTS.items():
        table = pyarrow.table({"probe": [{"reason": text}]})
        pyarrow.parquet.write_table(table, tmp_path / f"parquet {name}.parquet", compression="zstd")
"""

OUTPUTS = """
import logging, sys, warnings
from monitor.errors import ConfigError
@pytest.mark.parametrize("name", TEXTS)
def test_stdout(name):
    print(TEXTS[name])
@pytest.mark.parametrize("name", TEXTS)
def test_stderr(name):
    print(TEXTS[name], file=sys.stderr)
@pytest.mark.parametrize("name", TEXTS)
def test_log(name):
    logging.getLogger("x").warning("refused: %s", TEXTS[name])
@pytest.mark.parametrize("name", TEXTS)
def test_expected_error(name):
    with pytest.raises(ConfigError):
        raise ConfigError(TEXTS[name], "here")
@pytest.mark.parametrize("name", TEXTS)
def test_noted(name):
    canary.note(f"output of {name}", TEXTS[name])
@pytest.mark.parametrize("name", TEXTS)
def test_skipped(name):
    pytest.skip(TEXTS[name])
@pytest.fixture
def broken(request):
    yield
    raise ValueError(TEXTS[request.param])
@pytest.mark.parametrize("broken", TEXTS, indirect=True, ids=lambda name: name)
def test_teardown(broken):
    pass
"""

EXCEPTIONS = """
@pytest.mark.parametrize("name", TEXTS)
def test_exception(name):
    raise ValueError(TEXTS[name])
@pytest.mark.parametrize("name", [canary.KEY])
def test_named(name):
    pass
"""


def session(folder: Path, tests: str, *words: str) -> tuple[int, list[str]]:
    """Run a session of its own; give its status and the lines of its end."""
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_inner.py").write_text(FORMS + tests)
    (folder / "pytest.ini").write_text("[pytest]\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pytest.ini", "--basetemp", "left",
         "--disable-warnings", *words],
        capture_output=True, text=True, cwd=folder, timeout=120,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "COLUMNS": "300"},
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stdout[-3000:] + done.stderr[-3000:]
    return done.returncode, done.stdout.rpartition("looked for keys in ")[2].splitlines()


def named(lines: list[str], form: str) -> bool:
    """Tell whether one of the lines gives the form, as exactly as the sweep can name it."""
    known = {"percent-encoded in lower case": "percent-encoded", "upper hex": "hex", "a half": "as it is",
             "UTF-16 the other way": "UTF-16"}.get(form, form)  # fmt: skip
    if form.startswith("base64url"):
        known = "base64"
    return any("a key, " in line and known in line for line in lines)


def test_a_key_in_a_file_fails_the_session_in_every_form(tmp_path: Path) -> None:
    status, lines = session(tmp_path, FILES)
    assert status == 1
    for form in BYTE_FORMS:
        for place in (f"file {form}.log", f"gzip {form}.csv.gz, unpacked", f"zip {form}.zip, inner",
                      f"store.sqlite, body {form}.found", f"store.sqlite, far {form}.found"):  # fmt: skip
            found = [line for line in lines if f"{place}: " in line]
            assert named(found, form), (place, found)
    for form in TEXT_FORMS:
        found = [line for line in lines if f"parquet {form}.parquet, probe: " in line]
        if form != "broken over lines":  # JSON's own \n stands between the pieces there
            assert found, form


@pytest.mark.parametrize("tests", [OUTPUTS, EXCEPTIONS], ids=["outputs", "exceptions"])
def test_a_key_in_an_output_or_exception_fails_the_session_in_every_form(tmp_path: Path, tests: str) -> None:
    status, lines = session(tmp_path, tests)
    assert status == 1
    kinds = ("stdout", "stderr", "log", "expected_error", "noted", "skipped", "teardown", "exception")
    kinds = [one for one in kinds if f"test_{one}(" in tests]
    for form in TEXT_FORMS:
        for kind in kinds:
            where = f"output of {form}:" if kind == "noted" else f"test_{kind}[{form}]"
            assert named([line for line in lines if where in line], form), (kind, form)
    if "test_named" in tests:
        assert any(line.startswith("the name test_inner.py::test_named[") for line in lines)


LEFT = """
import os
def test_first(tmp_path):
    (tmp_path / "a.txt").write_text(KEY)
def test_second(tmp_path):
    (tmp_path / "b.txt").write_text(KEY)
    print(KEY)
"""


def test_with_workers_every_folder_is_looked_through_also_that_of_one_that_fell_over(tmp_path: Path) -> None:
    status, lines = session(tmp_path, LEFT, "-n", "2")
    assert status == 1
    for place in ("test_first0/a.txt", "test_second0/b.txt"):
        assert len([line for line in lines if line.startswith("popen-gw") and place in line]) == 1
    assert any(line.startswith("test_inner.py::test_second, Captured stdout call: ") for line in lines)
    fallen = LEFT + "    os._exit(3)\n"
    status, lines = session(tmp_path, fallen, "-n", "1", "--max-worker-restart", "0")
    assert status == 1
    assert any(line.startswith("popen-gw0/test_second0/b.txt: ") for line in lines)


QUIET = """
def test_quiet(tmp_path, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", KEY)
    (tmp_path / ".env").write_text("SOME_API_KEY=" + KEY)
    canary.plant(tmp_path / ".env")
    print("SOME_API_KEY is set to ***")
    assert KEY
"""


def test_what_a_test_planted_and_said_so_is_no_find_and_its_neighbour_is(tmp_path: Path) -> None:
    status, lines = session(tmp_path, QUIET)
    assert (status, lines[0].split(": ")[-1]) == (0, "0 found")
    status, lines = session(tmp_path, QUIET + '    (tmp_path / ".env.bak").write_text(KEY)\n')
    assert status == 1
    assert any("test_quiet0/.env.bak: " in line for line in lines)


def test_this_session_is_looked_through(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.has_plugin(NAME)
    assert finds("here", [f"nothing {CANARY.first[:-1]} here"]) == []
