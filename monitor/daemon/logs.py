"""Log lines: for people on a terminal, JSON lines otherwise. They carry ids and counts, never result texts or keys."""

import contextlib
import logging
import sys
from typing import TextIO, cast

import structlog

from monitor.clock import Clock

__all__ = ["set_up_logs"]


class _Surely:
    """Standard error, whose reader may be gone: a line that nobody can read must not keep the program from its work."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):  # a broken pipe, a full disk, a closed stream
            self._out.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._out.flush()


def set_up_logs(clock: Clock, *, debug: bool = False) -> None:
    """Send log lines to standard error, stamped by `clock`; libraries' own lines from warnings up."""

    def stamp(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
        event["at"] = clock.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return event

    people = sys.stderr.isatty()
    last: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer(16, timestamp_key="at") if people else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[structlog.processors.add_log_level, stamp, structlog.processors.format_exc_info, last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if debug else logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _Surely(sys.stderr))),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    # Its listener records what it drops; its own lines would only repeat that, tracebacks included.
    logging.getLogger("apscheduler").setLevel(logging.CRITICAL)
