"""A line of JSONL that somebody else wrote enters; the object that it holds leaves, or a DataError with its place."""

import json
import math
from typing import Any, NoReturn

from monitor.errors import DataError

__all__ = ["object_of"]


def object_of(line: str, where: str) -> dict[str, Any]:
    """Give the line's object; DataError names `where`. A byte order mark before it is left out.

    NaN, infinities and numbers past a float's range are refused: what is passed through must be JSON again.
    """
    try:
        row = json.loads(line.removeprefix("\ufeff"), parse_constant=_no_constant, parse_float=_finite)
    except RecursionError as err:
        raise DataError("is nested too deep", where, "each line is one object") from err
    except ValueError as err:
        raise DataError(f"is not JSON: {err}", where, "each line is one object") from err
    if not isinstance(row, dict):
        raise DataError("is not an object", where, "each line is one object")
    return row


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{text[:40]} is past what a number can be")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no value of JSON")
