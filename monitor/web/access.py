"""What lets a request in: tokens by their hashes, and how often an address may try."""

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy.exc import SQLAlchemyError

from monitor.clock import Clock
from monitor.store.database import Database
from monitor.store.tokens import hash_of, is_one_of, live_hashes

__all__ = ["Rate", "Rates", "Tokens"]

FRESH_S = 2.0
"""So long after `monitor token revoke` a token may still be taken."""

MOST_ADDRESSES = 4096


@dataclass
class Tokens:
    """The tokens that hold: those of the store, and the one of the environment, if there is one."""

    database: Database
    clock: Clock
    fixed: str | None = None
    _hashes: frozenset[str] = frozenset()
    _read_at: float | None = None

    def any(self) -> bool:
        """Tell whether there is one at all."""
        return bool(self._known())

    def holds(self, token: str) -> bool:
        """Tell whether this one holds."""
        return is_one_of(token, self._known())

    def _known(self) -> frozenset[str]:
        now = self.clock.monotonic()
        if self._read_at is None or now - self._read_at >= FRESH_S:
            try:
                with self.database.read() as session:
                    found = live_hashes(session)
            except SQLAlchemyError:
                found = self._hashes  # a store that cannot be read takes nobody's token, and gives nobody one
            self._hashes = found | ({hash_of(self.fixed)} if self.fixed else set())
            self._read_at = now
        return self._hashes


@dataclass
class Rate:
    """At most `most` events of one address in `every_s` seconds."""

    most: int
    monotonic: Callable[[], float]
    every_s: float = 60.0
    _seen: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def wait_s(self, address: str) -> float:
        """Give how many seconds the address must wait; 0 when it need not."""
        seen = self._seen.get(address)
        now = self.monotonic()
        while seen and now - seen[0] >= self.every_s:
            seen.popleft()
        return 0.0 if not seen or len(seen) < self.most else self.every_s - (now - seen[0])

    def count(self, address: str) -> None:
        """Count one event; of very many addresses the longest silent are forgotten."""
        seen = self._seen.setdefault(address, deque(maxlen=self.most))
        seen.append(self.monotonic())
        self._seen.move_to_end(address)
        while len(self._seen) > MOST_ADDRESSES:
            self._seen.popitem(last=False)


class Rates:
    """What an address may do in a minute: give wrong tokens, ask what costs work."""

    def __init__(self, clock: Clock, *, wrong: int = 10, costly: int = 120) -> None:
        self.wrong = Rate(wrong, clock.monotonic)
        self.costly = Rate(costly, clock.monotonic)
