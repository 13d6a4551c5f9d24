"""The program's way in: runs one command line and gives its exit status; errors become one message."""

import errno
import io
import os
import sys
from collections.abc import Sequence

from monitor.errors import ConfigError, DataError, MonitorError

__all__ = ["COULD_NOT", "DONE", "FINDING", "WRONG_USAGE", "main"]

DONE, FINDING, WRONG_USAGE, COULD_NOT = 0, 1, 2, 3
"""Exit statuses; README and `docs` promise them."""

INTERRUPTED = 130

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where there is no room for more."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's own) and give the exit status.

    0 done, 1 a finding, 2 wrong usage, settings or data, 3 could not. With ``MONITOR_DEBUG=1`` errors raise.
    """
    if sys.stdout is None:  # closed by whoever started us: there is nobody to print to
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    try:
        return _run(argv)
    except BrokenPipeError:
        # The reader of our output has what it wanted (`| head`); Python would complain while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except MonitorError as err:
        if _debugging():
            raise
        _complain(str(err))
        return WRONG_USAGE if isinstance(err, ConfigError | DataError) else COULD_NOT
    except Exception as err:
        if _debugging():
            raise
        first = (str(err).splitlines() or [""])[0]
        if isinstance(err, OSError) and err.errno in FULL:
            _complain(f"{err.filename or 'the output'}: cannot be written: {err.strerror} (make room and go on)")
            return COULD_NOT
        if isinstance(err, ModuleNotFoundError) and not (err.name or "").startswith("monitor"):
            _complain(f"{sys.executable} lacks the library {err.name} (install the program into it again: pip install)")
            return COULD_NOT
        if type(err).__module__.startswith("sqlalchemy"):
            remedy = "check its path, permissions and disk; another program may hold it"
            _complain(f"the database cannot be used: {first} ({remedy})")
            return COULD_NOT
        _complain(f"{type(err).__name__}: {first} (a fault of this program; MONITOR_DEBUG=1 shows where)")
        return COULD_NOT


def _run(argv: Sequence[str] | None) -> int:
    from monitor.cli.app import app

    try:
        app(args=None if argv is None else list(argv), prog_name="monitor")
    except SystemExit as end:
        if not isinstance(sys.stdout, io.TextIOBase):
            raise BrokenPipeError from end  # typer met it first: it gave standard output a wrapper, and status 1
        sys.stdout.flush()
        return end.code if isinstance(end.code, int) else DONE if end.code is None else COULD_NOT
    return DONE


def _debugging() -> bool:
    return os.environ.get("MONITOR_DEBUG", "") not in ("", "0")


def _complain(text: str) -> None:
    from monitor.cli.output import clean

    print("error: " + "\n".join(clean(line) for line in text.splitlines()), file=sys.stderr)
