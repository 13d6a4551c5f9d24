"""What models were paid for: an answer is kept before anything else is done with it, so that it is never paid twice.

One SQLite file beside the database. It also holds what each day cost: money is reserved before a call is made, and a
reservation that was never settled (the process died) counts as spent.
"""

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from monitor.datasets import Item
from monitor.search.hits import Hit

__all__ = ["Paid", "PaidAnswer", "key_of"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS answer (
  key TEXT PRIMARY KEY, at TEXT NOT NULL, model TEXT NOT NULL, outcome TEXT NOT NULL, answer TEXT,
  input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, cost_usd REAL NOT NULL);
CREATE TABLE IF NOT EXISTS spend (id INTEGER PRIMARY KEY, day TEXT NOT NULL, usd REAL NOT NULL);
CREATE INDEX IF NOT EXISTS ix_spend_day ON spend (day);
"""


@dataclass(frozen=True, slots=True)
class PaidAnswer:
    """What came of a request. `answer` is the model's own JSON; None where `outcome` is not ``ok``."""

    outcome: str
    """``ok``, ``refused``, ``cut off`` or ``invalid``."""
    answer: str | None
    model: str
    input_tokens: int
    output_tokens: int
    cost_usd: float

    @property
    def usage(self) -> dict[str, Any]:
        """Give model, outcome, tokens and dollars as plain values."""
        return {
            "model": self.model, "outcome": self.outcome, "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens, "cost_usd": self.cost_usd,
        }  # fmt: skip


def key_of(version: str, item: Item, hits: Sequence[Hit], asked_at: datetime, received_at: datetime) -> str:
    """Give what identifies a (response, reader version): a hash over all that the model is told."""
    told = [
        version, item.asset.value, item.name, item.ticker, item.currency, asked_at.isoformat(), received_at.isoformat(),
        [(h.position, h.url, h.title, h.snippet, h.published, h.as_of) for h in hits],
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


class Paid:
    """The file. Every method is one committed transaction."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._held = sqlite3.connect(path, timeout=30, isolation_level=None)
        self._held.execute("PRAGMA journal_mode=WAL")
        self._held.execute("PRAGMA synchronous=FULL")
        self._held.executescript(_SCHEMA)

    def find(self, key: str) -> PaidAnswer | None:
        """Give the answer that was paid for."""
        row = self._held.execute(
            "SELECT outcome, answer, model, input_tokens, output_tokens, cost_usd FROM answer WHERE key = ?", (key,)
        ).fetchone()
        return None if row is None else PaidAnswer(*row)

    def reserve(self, day: str, usd: float, limit_usd: float) -> int | None:
        """Set `usd` aside within the day's limit and give its number; None where the limit does not allow it."""
        self._held.execute("BEGIN IMMEDIATE")
        try:
            if self.spent(day) + usd > limit_usd:
                return None
            return self._held.execute("INSERT INTO spend (day, usd) VALUES (?, ?)", (day, usd)).lastrowid
        finally:
            self._held.execute("COMMIT")

    def settle(
        self, reservation: int, usd: float, key: str = "", at: str = "", found: PaidAnswer | None = None
    ) -> None:
        """Put the true cost in a reservation's place, and keep the answer, at once."""
        self._held.execute("BEGIN IMMEDIATE")
        self._held.execute("UPDATE spend SET usd = ? WHERE id = ?", (usd, reservation))
        if found is not None:
            values = (key, at, found.model, found.outcome, found.answer, found.input_tokens, found.output_tokens, usd)
            self._held.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        self._held.execute("COMMIT")

    def spent(self, day: str) -> float:
        """Give what is spent or set aside on a UTC day (ISO date), in dollars."""
        return float(self._held.execute("SELECT coalesce(sum(usd), 0) FROM spend WHERE day = ?", (day,)).fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        self._held.close()
