"""Whether hosts can be reached: a TCP connection each, all at once, bounded in time. Nothing is sent."""

import errno
import queue
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

__all__ = ["Reached", "Target", "reach_all", "target_of"]


@dataclass(frozen=True, slots=True)
class Target:
    """A host and port, and who would talk to it."""

    host: str
    port: int

    def __str__(self) -> str:
        """Give ``host:port``."""
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Reached:
    """How a connection went: `ms` where it was made, else `problem` and `remedy`."""

    target: Target
    ms: float | None = None
    problem: str = ""
    remedy: str = ""


def target_of(url: str) -> Target:
    """Give the host and port of an http or https address."""
    parts = urlsplit(url)
    return Target(parts.hostname or "", parts.port or (80 if parts.scheme == "http" else 443))


def reach_all(
    targets: Iterable[Target], monotonic: Callable[[], float], *, each_s: float = 4.0, all_s: float = 6.0
) -> dict[Target, Reached]:
    """Connect to every target at once; what has not ended after `all_s` seconds is given up.

    The threads are daemons, since a lookup cannot be cut short: one that hangs does not keep the program.
    """
    wanted: Sequence[Target] = tuple(dict.fromkeys(targets))
    answers: queue.SimpleQueue[Reached] = queue.SimpleQueue()
    for target in wanted:
        work = threading.Thread(target=_connect, args=(target, each_s, monotonic, answers), daemon=True)
        work.start()
    found: dict[Target, Reached] = {}
    until = monotonic() + all_s
    while len(found) < len(wanted):
        try:
            one = answers.get(timeout=max(0.0, until - monotonic()))
        except queue.Empty:
            break
        found[one.target] = one
    late = "no answer in time, not even its name was resolved"
    return {t: found.get(t) or Reached(t, None, late, "check this host's network and name servers") for t in wanted}


def _connect(
    target: Target, each_s: float, monotonic: Callable[[], float], answers: "queue.SimpleQueue[Reached]"
) -> None:
    started_s = monotonic()
    try:
        with socket.create_connection((target.host, target.port), timeout=each_s):
            answers.put(Reached(target, (monotonic() - started_s) * 1000))
    except OSError as err:
        answers.put(Reached(target, None, *_explained(err, target)))


def _explained(err: OSError, target: Target) -> tuple[str, str]:
    """Give what went wrong, and what to do."""
    if isinstance(err, socket.gaierror):
        return "its name cannot be resolved", "check this host's network and name servers"
    if isinstance(err, TimeoutError):
        return "no answer", f"a firewall may stop port {target.port}; allow it, or try another network"
    if isinstance(err, ConnectionRefusedError):
        return "it refuses connections", "check the address, and that the server runs"
    if err.errno in (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN):
        return "there is no route to it", "connect this host to a network"
    return err.strerror or str(err), "check this host's network"
