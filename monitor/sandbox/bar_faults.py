"""Ways in which a venue's bars go wrong: a name, and the true answer, enter; the answer with that fault leaves.

Whatever a venue's format (rows of a list, objects, or Yahoo's parallel lists), its rows are changed in the same way.
An answer without bars passes unchanged, but for the list of markets under ``delisted``.
"""

import json
from collections.abc import Callable
from typing import Any

from monitor.sandbox.faults import plain
from monitor.sandbox.wire import Reply, json_reply, text_reply

__all__ = ["BAR_FAULTS", "spoil_bars"]

_EVERY = 7
"""One row of so many is hit where a fault takes some rows only; never the first."""
_PLACES = (0, 1, 2, 3, 4)
_NAMES = ("timestamp", "open", "high", "low", "close")
_MILLISECONDS = 10**11
_NOT_TRADING = {"online": "cancel_only", "TRADING": "BREAK", "Enabled": "Disabled", "live": "suspend"}
_SPLIT = 7

Rows = list[Any]


def _found(answer: Any) -> tuple[Rows, tuple[Any, ...]] | None:
    """Give (the rows of an answer, the keys of a row's label and four prices); None where it holds no bars."""
    if isinstance(answer, dict):
        result = answer.get("result")
        if isinstance(result, dict) and "last" in result:
            return next(rows for key, rows in result.items() if key != "last"), _PLACES
        data = answer.get("data")
        if isinstance(data, dict) and "ohlc" in data:
            return data["ohlc"], _NAMES
        answer = data
    if isinstance(answer, list) and answer and isinstance(answer[0], list) and len(answer[0]) > 4:
        return answer, _PLACES
    return None


def _changed(good: Reply, change: Callable[[Rows, tuple[Any, ...]], Rows]) -> Reply:
    """Give a reply with its rows changed, whatever its format."""
    try:
        answer = json.loads(plain(good))
    except ValueError:
        return good
    charts = (answer.get("chart") or {}).get("result") if isinstance(answer, dict) else None
    if charts and charts[0].get("timestamp"):
        _change_chart(charts[0], change)
        return json_reply(answer, good.status)
    found = _found(answer)
    if found is None:
        return good
    rows, keys = found
    rows[:] = change(list(rows), keys)
    return json_reply(answer, good.status)


def _change_chart(chart: dict[str, Any], change: Callable[[Rows, tuple[Any, ...]], Rows]) -> None:
    quote = chart["indicators"]["quote"][0]
    adjusted = chart["indicators"].get("adjclose")
    columns = {"timestamp": chart["timestamp"], **quote, **({"adjclose": adjusted[0]["adjclose"]} if adjusted else {})}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    changed = change(rows, _NAMES)
    chart["timestamp"] = [row["timestamp"] for row in changed]
    for name in quote:
        quote[name] = [row[name] for row in changed]
    if adjusted:
        adjusted[0]["adjclose"] = [row["adjclose"] for row in changed]


def _copied(row: Any) -> Any:
    return dict(row) if isinstance(row, dict) else list(row)


def _like(old: Any, value: float) -> Any:
    """Give a number in the dress of another: text stays text."""
    return f"{value:.10g}" if isinstance(old, str) else type(old)(value)


def _labelled(change: Callable[[float], float]) -> Callable[[Rows, tuple[Any, ...]], Rows]:
    def changed(rows: Rows, keys: tuple[Any, ...]) -> Rows:
        for row in rows:
            old = row[keys[0]]
            row[keys[0]] = str(int(change(int(old)))) if isinstance(old, str) else int(change(old))
        return rows

    return changed


def _later(seconds: int) -> Callable[[Rows, tuple[Any, ...]], Rows]:
    return _labelled(lambda label: label + seconds * (1000 if label > _MILLISECONDS else 1))


def _priced(factor: float) -> Callable[[Rows, tuple[Any, ...]], Rows]:
    def changed(rows: Rows, keys: tuple[Any, ...]) -> Rows:
        for row in rows:
            for key in keys[1:]:
                if row[key] is not None:
                    row[key] = _like(row[key], float(row[key]) * factor)
        return rows

    return changed


def _nulls(rows: Rows, keys: tuple[Any, ...]) -> Rows:
    for row in rows[_EVERY::_EVERY]:
        for key in keys[1:]:
            row[key] = None
    return rows


def _gaps(rows: Rows, keys: tuple[Any, ...]) -> Rows:
    return [row for n, row in enumerate(rows) if n == 0 or n % _EVERY]


def _unordered(rows: Rows, keys: tuple[Any, ...]) -> Rows:
    return rows[1::2][::-1] + rows[::2]


def _twice(rows: Rows, keys: tuple[Any, ...]) -> Rows:
    return [row for n, one in enumerate(rows) for row in ([one, _copied(one)] if n % _EVERY == 0 else [one])]


def _torn(rows: Rows, keys: tuple[Any, ...]) -> Rows:
    """Give every seventh row twice, the second time at another price."""
    doubled = []
    for n, row in enumerate(rows):
        doubled.append(row)
        if n and n % _EVERY == 0:
            doubled += _priced(1.01)([_copied(row)], keys)
    return doubled


def _stuck(rows: Rows, keys: tuple[Any, ...]) -> Rows:
    """Give the first row's close for ever, with volumes as they were."""
    if rows:
        first = rows[0][keys[4]]
        for row in rows[1:]:
            for key in keys[1:]:
                row[key] = first
    return rows


def _pence(good: Reply) -> Reply:
    reply = _changed(good, _priced(100.0))
    return _on_meta(reply, {"currency": "GBp"})


def _on_meta(good: Reply, more: dict[str, Any], events: bool = False) -> Reply:
    try:
        answer = json.loads(plain(good))
    except ValueError:
        return good
    charts = (answer.get("chart") or {}).get("result") if isinstance(answer, dict) else None
    if not charts:
        return good
    charts[0]["meta"].update(more)
    stamps = charts[0].get("timestamp")
    if events and stamps:
        first = _last_opening(stamps)
        charts[0].setdefault("events", {})["splits"] = {
            str(first): {"date": first, "numerator": _SPLIT, "denominator": 1, "splitRatio": f"{_SPLIT}:1"}
        }
    return json_reply(answer, good.status)


def _last_opening(stamps: list[int]) -> int:
    """Give the first label after the last gap of four hours and more: where the last day of trading begins."""
    return next((now for now, before in zip(stamps[:0:-1], stamps[-2::-1], strict=True) if now - before > 14_400),
                stamps[0])  # fmt: skip


def _split(scaled: bool) -> Callable[[Reply], Reply]:
    """Give a 7:1 split as the last day's trading begins; earlier prices are re-scaled already, or not yet."""

    def unscaled(rows: Rows, keys: tuple[Any, ...]) -> Rows:
        opening = _last_opening([row[keys[0]] for row in rows]) if rows else 0
        _priced(float(_SPLIT))([row for row in rows if row[keys[0]] < opening], keys)
        return rows

    return lambda good: _on_meta(good if scaled else _changed(good, unscaled), {}, events=True)


def _delisted(good: Reply) -> Reply:
    """Give a list of markets none of which trades; bars of a chart are not found."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: _NOT_TRADING.get(inner, inner) if isinstance(inner, str) else walk(inner)
                    for key, inner in value.items()}  # fmt: skip
        return [walk(inner) for inner in value] if isinstance(value, list) else value

    try:
        answer = json.loads(plain(good))
    except ValueError:
        return good
    if isinstance(answer, dict) and "chart" in answer:
        error = {"code": "Not Found", "description": "No data found, symbol may be delisted"}
        return json_reply({"chart": {"result": None, "error": error}}, 404)
    return json_reply(walk(answer), good.status)


def _rows(change: Callable[[Rows, tuple[Any, ...]], Rows]) -> Callable[[Reply], Reply]:
    return lambda good: _changed(good, change)


BAR_FAULTS: dict[str, Callable[[Reply], Reply]] = {
    "451": lambda good: json_reply({"code": 0, "msg": "Service unavailable from a restricted location"}, 451),
    "maintenance": lambda good: text_reply("<html><body>Down for maintenance</body></html>", 503),
    "null_rows": _rows(_nulls),
    "missing_rows": _rows(_gaps),
    "unordered": _rows(_unordered),
    "duplicates": _rows(_twice),
    "torn": _rows(_torn),
    "seconds_for_ms": _rows(_labelled(lambda label: label / 1000 if label > _MILLISECONDS else label * 1000)),
    "minute_late": _rows(_later(60)),
    "hour_late": _rows(_later(3600)),
    "times_100": _rows(_priced(100.0)),
    "coin_basis": _rows(_priced(1.003)),
    "stuck": _rows(_stuck),
    "pence": _pence,
    "split": _split(scaled=True),
    "split_unscaled": _split(scaled=False),
    "delisted": _delisted,
}
"""Faults that only venues have. The last four are Yahoo's, but for ``delisted``."""


def spoil_bars(fault: str, good: Reply) -> Reply:
    """Give what a fault of BAR_FAULTS makes of a venue's good reply."""
    return BAR_FAULTS[fault](good)
