"""Bars from a folder: CSV and Parquet, one file a ticker, and JSONL of answer keys."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from monitor.errors import DataError, SourceError
from monitor.market.finality import final_bars
from monitor.market.series import Bar, Bars
from monitor.market.sources.answer_keys import AnswerKeys, answer_key_files, read_answer_keys, with_ranges
from monitor.market.sources.bar_files import file_of, read_bars
from monitor.market.sources.base import DAY_S, MINUTE_S, EmptyAnswer, tidy

__all__ = ["FilesSource"]

_Signature = tuple[tuple[str, int, int], ...]


class FilesSource:
    """Bars from ``<folder>/<ticker>.csv`` or ``.parquet`` and from answer keys (JSONL); the symbol is the ticker.

    Where both give a minute, the answer key's range counts; without a file of bars the role is ``range``. Days are the
    official closes of answer keys. A file that has changed is read again.
    """

    def __init__(self, folder: Path, *, name: str = "files", currency: str = "USD", role: str = "trade",
                 settle_s: float = 0.0) -> None:
        self.name = name
        self.origin = name
        self.settle_s = settle_s
        self._folder = folder
        self._currency = currency
        self._role = role
        self._bars: dict[str, tuple[_Signature, str, tuple[Bar, ...]]] = {}
        self._keys: tuple[_Signature, AnswerKeys] | None = None

    def retention_s(self, interval_s: int) -> float | None:
        """Give None: files keep what they hold."""
        return None

    def bars(self, symbol: str, start: datetime, end: datetime, interval_s: int = MINUTE_S, *, now: datetime) -> Bars:
        """Give the folder's bars in [start, end); a pair ``A/B`` is in B, and without volumes it is quotes."""
        where = f"{self.name} {symbol}"
        if interval_s not in (MINUTE_S, DAY_S):
            raise SourceError(f"has no bars of {interval_s} s", where, "only minutes and closes are read from files")
        try:
            mark, bars, role = self._held(symbol) if interval_s == MINUTE_S else self._closes(symbol)
        except OSError as err:
            raise SourceError(f"cannot be read: {err.strerror}", str(err.filename), "mend or remove it") from err
        except DataError as err:
            raise SourceError(err.what, err.where, err.remedy) from err
        final = final_bars((b for b in bars if start <= b.start < end), now, self.settle_s)
        if not final:
            raise EmptyAnswer("holds no bar of the window", f"{self._folder}: {symbol}",
                              "add the minutes" if bars else f"put {symbol.replace('/', '-')}.csv there")
        currency = symbol.partition("/")[2] or self._currency
        if role == "trade":
            role = "mid" if "/" in symbol and final[0].volume is None else self._role
        return Bars(self.name, symbol, currency, final, now, mark.encode(), "files", role)

    def close(self) -> None:
        """Forget what was read."""
        self._bars.clear()
        self._keys = None

    def _held(self, symbol: str) -> tuple[str, tuple[Bar, ...], str]:
        """Give (where from, minutes, role)."""
        path = file_of(self._folder, symbol)
        paths = [*([path] if path is not None else []), *answer_key_files(self._folder)]
        signature = _signature(paths)
        known = self._bars.get(symbol)
        if known is None or known[0] != signature:
            ranges = self._answers().minutes.get(symbol, {})
            bars = tidy(with_ranges(read_bars(path) if path is not None else (), ranges))
            known = self._bars[symbol] = (signature, _mark(paths), bars)
        return known[1], known[2], "trade" if path is not None else "range"

    def _closes(self, symbol: str) -> tuple[str, tuple[Bar, ...], str]:
        closes = sorted(self._answers().closes.get(symbol, {}).items())
        bars = [
            Bar(datetime(day.year, day.month, day.day, tzinfo=UTC), *4 * (found.close,), interval_s=DAY_S)
            for day, found in closes if found.close is not None
        ]
        return _mark(answer_key_files(self._folder)), tidy(bars), self._role

    def _answers(self) -> AnswerKeys:
        signature = _signature(answer_key_files(self._folder))
        if self._keys is None or self._keys[0] != signature:
            self._keys = (signature, read_answer_keys(self._folder))
        return self._keys[1]


def _parts(paths: Sequence[Path]) -> list[Path]:
    return [part for path in paths for part in (sorted(path.rglob("*.parquet")) if path.is_dir() else [path])]


def _signature(paths: Sequence[Path]) -> _Signature:
    return tuple((str(p), p.stat().st_size, p.stat().st_mtime_ns) for p in _parts(paths))


def _mark(paths: Sequence[Path]) -> str:
    """Give what is kept in place of the files themselves: their names and digests."""
    return "\n".join(f"sha256 {hashlib.sha256(p.read_bytes()).hexdigest()} {p.name}" for p in _parts(paths))
