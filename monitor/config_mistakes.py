"""What pydantic finds in the settings, in this program's words: file, table, key, value, and what to do."""

import difflib
import os
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from monitor.errors import ConfigError
from monitor.hidden import shown

__all__ = ["mistakes", "unknown_variables"]

PREFIX = "MONITOR_"
_REMEDIES = {
    "bool": "write true or false",
    "float": "write a number",
    "int": "write a whole number",
    "string": "write it in quotes",
    "tuple": "write a list in square brackets",
    "list": "write a list in square brackets",
    "path": "write a path in quotes",
}

_WORDS = {"Input should": "it should", ", unable to parse string as a number": "", "valid tuple": "list",
          ", unable to parse string as an integer": "", "valid dictionary": "table"}  # fmt: skip


def mistakes(faults: Iterable[Any], model: type[BaseModel], file: str) -> list[ConfigError]:
    """Give one error for each of pydantic's `faults` in a tree of `model`, read from `file` or the environment."""
    return [_mistake(fault, model, file) for fault in faults]


def unknown_variables(model: type[BaseModel], env: Mapping[str, str]) -> list[ConfigError]:
    """Give an error for each ``MONITOR_TABLE__KEY`` whose table there is not: it would change nothing, unsaid."""
    tables = [name.upper() for name in model.model_fields]
    found = []
    for variable in sorted(env):
        table, nested, rest = variable.upper().removeprefix(PREFIX).partition("__")
        if variable.upper().startswith(PREFIX) and nested and table not in tables:
            near = _nearest(table, tables)
            remedy = f"did you mean {PREFIX}{near}__{rest}?" if near else "unset it"
            found.append(ConfigError("there is no such table", f"{variable} in the environment", remedy))
    return found


def _mistake(fault: Any, model: type[BaseModel], file: str) -> ConfigError:
    place = [str(part) for part in fault["loc"]]
    variable = _variable(place)
    if of_key := place[-1:] == ["[key]"]:
        place = place[:-2]  # what is wrong is the name of a key in the table at `place`
    table, key = _table(place, model), place[-1] if place else ""
    where = f"{variable} in the environment" if variable else f"{file}: {table}" if table else file
    if fault["type"] == "extra_forbidden":
        if key.isupper() and "_" in key:
            return ConfigError(f"unknown key {key!r}", where, "variables stand in .env beside it or in the environment")
        return ConfigError(f"unknown key {key!r}", where, _meant(place, model))
    if fault["type"] == "missing":
        return ConfigError(f"{key!r} is missing", where, "add it")
    named = ".".join(place) if variable else key if not key.isdigit() else f"{place[-2]}[{key}]"
    cause = fault.get("ctx", {}).get("error")
    said = fault["msg"].removeprefix("Value error, ")
    said, remedy = (cause.what, cause.remedy) if isinstance(cause, ConfigError) else (said, _remedy(fault["type"]))
    for theirs, ours in _WORDS.items():
        said = said.replace(theirs, ours)
    value = f"{named}, key {fault['input']!r}" if of_key else f"{named} = {shown(key, fault['input'])}"
    return ConfigError(f"{value}: {said[:1].lower()}{said[1:]}", where, remedy)


def _remedy(kind: str) -> str:
    """Give what to write; the message itself says it where there is a bound or a choice."""
    if kind.endswith(("_type", "_parsing", "_from_float")):
        return _REMEDIES.get(kind.partition("_")[0], "write a table" if kind.startswith(("model", "dict")) else "")
    return ""


def _variable(place: Sequence[str]) -> str | None:
    """Give the variable that a wrong value came from; None where it came from the file."""
    for length in range(len(place), 0, -1):  # a table may also come as a whole, as JSON
        name = PREFIX + "__".join(place[:length]).upper()
        found = next((one for one in os.environ if one.upper() == name), None)
        if found is not None:
            return found
    return None


def _table(place: Sequence[str], model: type[BaseModel]) -> str:
    """Give the table's header as a file has it: ``[budget.api.exa]``, ``[[slo]] number 2``, or nothing at the top."""
    tables = list(place[:-1])
    if place[-1:] and place[-1].isdigit():
        tables = tables[:-1]  # a place in the list that is a key's value
    if not tables:
        return ""
    if tables[-1].isdigit():
        return f"[[{'.'.join(tables[:-1])}]] number {int(tables[-1]) + 1}"
    return f"[{'.'.join(tables)}]"


def _meant(place: Sequence[str], model: type[BaseModel]) -> str:
    """Say which key was perhaps meant, or in which table it belongs."""
    here = _model_at(place[:-1], model)
    known = list(here.model_fields) if here is not None else []
    near = _nearest(place[-1], known)
    if near:
        return f"did you mean {near!r}?"
    tables = [name for name, field in model.model_fields.items()
              if (inner := _model_in(field.annotation)) is not None and place[-1] in inner.model_fields]  # fmt: skip
    if tables:
        return f"it belongs in [{tables[0]}]"
    return f"remove it; known are {', '.join(known)}" if 0 < len(known) <= 12 else "remove it"


def _nearest(word: str, known: Iterable[str]) -> str | None:
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), None)


def _model_at(place: Sequence[str], model: type[BaseModel]) -> type[BaseModel] | None:
    """Give the model of the table at `place`, through tables by name and lists of tables."""
    kind: Any = model
    for name in place:
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            field = kind.model_fields.get(name)
            kind = field.annotation if field is not None else None
        else:
            kind = _inner(kind)
    return _model_in(kind, through=False)


def _inner(kind: Any) -> Any:
    """Give what a table by name or a list holds."""
    for one in _choices(kind):
        held = [arg for arg in typing.get_args(one) if arg is not Ellipsis]
        if held and typing.get_origin(one) in (dict, list, tuple):
            return held[-1]
    return None


def _model_in(kind: Any, *, through: bool = True) -> type[BaseModel] | None:
    for one in _choices(kind):
        if isinstance(one, type) and issubclass(one, BaseModel):
            return one
    return _model_in(_inner(kind), through=False) if through and _inner(kind) is not None else None


def _choices(kind: Any) -> tuple[Any, ...]:
    return typing.get_args(kind) if typing.get_origin(kind) in (typing.Union, types.UnionType) else (kind,)
