"""The three question sets, read strictly from a folder, a file, or the Hugging Face hub."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from monitor import paths
from monitor.errors import DataError

__all__ = ["LIVE_SET", "MONTHS", "PLACEHOLDERS", "QUESTION_SETS", "Asset", "Item", "Question", "fill_template",
           "load_live", "load_questions", "placeholders", "when_day", "when_time"]

LIVE_SET = "live-lookup"
QUESTION_SETS = ("historical-lookup", "multi-hop-lookup")
PLACEHOLDERS = ("date", "time", "name", "ticker")
"""What a template may hold between ``{{`` and ``}}``."""

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")
"""English month names, whatever the locale."""
_PLACEHOLDER = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_PAIR = re.compile(r"[A-Z]{3}/[A-Z]{3}", re.ASCII)

Row = TypeVar("Row", "Item", "Question")


class Asset(StrEnum):
    """What kind of thing a price is asked for."""

    EQUITY = "equity"
    CRYPTO = "crypto"
    FX = "fx"


@dataclass(frozen=True, slots=True)
class Item:
    """One row of the live set."""

    id: str
    asset: Asset
    name: str
    ticker: str
    query_template: str
    close: bool = False
    """True where the row asks for a session's close rather than for a moment."""
    extra: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)

    @property
    def currency(self) -> str:
        """The currency asked for: B for a pair A/B; otherwise dollars unless the row names another."""
        if self.asset is Asset.FX:
            return self.ticker.partition("/")[2].upper() or "USD"
        return str(self.extra.get("currency", "USD")).upper()


@dataclass(frozen=True, slots=True)
class Question:
    """One row of a question set. `tolerance` and `area` are empty where the row gives none."""

    id: str
    question: str
    answer: str
    tolerance: str = ""
    area: str = ""
    extra: dict[str, Any] = field(default_factory=dict, hash=False, compare=False)


def when_day(instant: datetime) -> str:
    """Give the UTC day of `instant` as queries write it, ``November 30, 2026``, in English whatever the locale."""
    at = _whole_minute(instant)
    return f"{MONTHS[at.month - 1]} {at.day}, {at.year}"


def when_time(instant: datetime) -> str:
    """Give the UTC time of `instant` as queries write it, ``14:30 UTC``."""
    at = _whole_minute(instant)
    return f"{at.hour:02d}:{at.minute:02d} UTC"


def _whole_minute(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError(f"naive datetime {instant!r}: give it a zone")
    if instant.second or instant.microsecond:
        raise ValueError(f"{instant.isoformat()} is not a whole minute")
    return instant.astimezone(UTC)


def placeholders(template: str) -> set[str]:
    """Give the names between double braces in `template`, known or not."""
    return set(_PLACEHOLDER.findall(template))


def fill_template(item: Item, instant: datetime, template: str | None = None) -> str:
    """Give the query for `item` at `instant`: its own template, or another wording, with the placeholders filled.

    ``{{date}}`` and ``{{time}}`` are the UTC day and minute, ``{{name}}`` and ``{{ticker}}`` the item's. A naive
    instant, one that is not a whole minute, or an unknown placeholder raises ValueError.
    """
    values = {"date": when_day(instant), "time": when_time(instant), "name": item.name, "ticker": item.ticker}

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise ValueError(f"unknown placeholder {match[0]} in a template of {item.id}")
        return values[match[1]]

    # One pass over the template: braces inside a name are text.
    return _PLACEHOLDER.sub(value, item.query_template if template is None else template)


def load_live(spec: str | Path | None = None) -> tuple[Item, ...]:
    """Give the live items of `spec`: a folder, a JSONL file, or ``hf:<owner>/<name>[@revision]``.

    Without one: the working folder's set, else the one that ships. Any row that cannot be used raises DataError with
    ``file:line``.
    """
    items = _read_rows(_files(spec, (LIVE_SET,)), _item)
    return tuple(items)


def load_questions(name_or_spec: str | Path, source: str | Path | None = None) -> tuple[Question, ...]:
    """Give the questions of a set by name (``historical-lookup``, ``multi-hop-lookup``), or of a folder, file, hub set.

    With a name, `source` says where the sets are (default: as for `load_live`). A folder or hub set gives all its
    question sets. Any row that cannot be used raises DataError with ``file:line``.
    """
    if str(name_or_spec) in QUESTION_SETS:
        return tuple(_read_rows(_files(source, (str(name_or_spec),)), _question))
    return tuple(_read_rows(_files(name_or_spec, QUESTION_SETS), _question))


def _files(spec: str | Path | None, sets: tuple[str, ...]) -> list[Path]:
    if spec is None:
        return [paths.data_dir() / f"{name}.jsonl" for name in sets]
    if str(spec).startswith("hf:"):
        from monitor._hub import fetch

        return [fetch(str(spec), f"{name}.jsonl") for name in sets]
    path = Path(spec).expanduser()
    if not path.is_dir():
        return [path]
    found = [path / f"{name}.jsonl" for name in sets if (path / f"{name}.jsonl").is_file()]
    if not found:
        raise DataError(f"no {' or '.join(f'{name}.jsonl' for name in sets)} there", str(path),
                        "name a folder with the set, or the file itself")
    return found


def _read_rows(files: Iterable[Path], make: Callable[[dict[str, Any], str], Row]) -> list[Row]:
    rows: list[Row] = []
    seen: dict[str, str] = {}
    for path in files:
        before = len(rows)
        for where, record in _records(path):
            row = make(record, where)
            if row.id in seen:
                raise DataError(f"id {row.id!r} is already at {seen[row.id]}", where, "give every row its own id")
            seen[row.id] = where
            rows.append(row)
        if len(rows) == before:
            raise DataError("the file holds no rows", f"{path}:1", "write one JSON object a line")
    return rows


def _records(path: Path) -> Iterable[tuple[str, dict[str, Any]]]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        known = ", ".join((LIVE_SET, *QUESTION_SETS))
        raise DataError(f"cannot be read: {error.strerror or error}", str(path),
                        f"name a folder, a JSONL file, hf:<owner>/<name>, or a set ({known})") from error
    # Split on \n alone: JSON strings may hold other line separators, and line numbers must match an editor's.
    for number, line in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            record = json.loads(line.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_no_constant)
        except UnicodeDecodeError as error:
            raise DataError(f"byte {error.start + 1} is not UTF-8", where, "save the file as UTF-8") from error
        except (ValueError, RecursionError) as error:
            raise DataError(f"bad JSON: {error}", where, "write one JSON object a line") from error
        if not isinstance(record, dict):
            raise DataError(f"a {type(record).__name__}, not an object", where, "write one JSON object a line")
        yield where, record


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"field {next(name for name in names if names.count(name) > 1)!r} is there twice")
    return record


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _text(record: dict[str, Any], name: str, where: str, *, optional: bool = False) -> str:
    """Take a string out of `record`. A misspelt neighbour of an absent field is an error, never a silent extra."""
    value = record.pop(name, None)
    if value is None:
        close = get_close_matches(name, record, n=1, cutoff=0.8)
        if optional and not close:
            return ""
        raise DataError(f"field {name!r} is missing", where, f"did you mean it by {close[0]!r}?" if close else "add it")
    if not isinstance(value, str):
        raise DataError(f"field {name!r} is a {type(value).__name__}, not text", where, "write it as a JSON string")
    if not value.strip() and not optional:
        raise DataError(f"field {name!r} is empty", where, "fill it")
    return value


def _item(record: dict[str, Any], where: str) -> Item:
    record = dict(record)
    texts = {name: _text(record, name, where) for name in ("id", "asset", "name", "ticker", "query_template")}
    close = record.pop("close", False)
    if not isinstance(close, bool):
        raise DataError(f"field 'close' is a {type(close).__name__}, not true or false", where, "write true or false")
    if texts["asset"] not in set(Asset):
        raise DataError(f"unknown asset {texts['asset']!r}", where, f"one of {', '.join(Asset)}")
    asset = Asset(texts["asset"])
    if asset is Asset.FX and not _PAIR.fullmatch(texts["ticker"]):
        raise DataError(f"ticker {texts['ticker']!r} is not a currency pair", where, "write A/B, as in EUR/USD")
    currency = record.get("currency", "USD")
    if not isinstance(currency, str) or not currency.strip():
        raise DataError("field 'currency' is not a currency code", where, "write it as in USD")
    _check_template(texts["query_template"], close, where)
    return Item(texts["id"], asset, texts["name"], texts["ticker"], texts["query_template"], close, record)


def _check_template(template: str, close: bool, where: str) -> None:
    names = placeholders(template)
    if unknown := sorted(names - set(PLACEHOLDERS)):
        raise DataError(f"query_template holds {{{{{unknown[0]}}}}}, which nothing fills", where,
                        "known: " + ", ".join(f"{{{{{name}}}}}" for name in PLACEHOLDERS))
    lacking = [name for name in ("date", "time") if name not in names]
    if lacking and not close:
        raise DataError("query_template lacks " + " and ".join(f"{{{{{name}}}}}" for name in lacking), where,
                        'add it, or set "close": true where the row asks for a close')


def _question(record: dict[str, Any], where: str) -> Question:
    record = dict(record)
    texts = {name: _text(record, name, where) for name in ("id", "question", "answer")}
    extras = {name: _text(record, name, where, optional=True) for name in ("tolerance", "area")}
    return Question(**texts, **extras, extra=record)
