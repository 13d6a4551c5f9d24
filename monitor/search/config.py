"""Tables -> checked apis: the shipped `apis.toml`, overridden and added to by tables of the user's `monitor.toml`."""

import copy
import difflib
import functools
import tomllib
from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from monitor.errors import ConfigError, Mistakes, MonitorError
from monitor.search.models import ApiConfig, ErrorRow, KeyGroup

__all__ = ["SHIPPED", "load_apis", "load_key_groups", "shared_rows"]

SHIPPED = "monitor/search/apis.toml"

Tables = Mapping[str, Any]
M = TypeVar("M", bound=BaseModel)
V = TypeVar("V")

_NOT_COPIED = ("enabled", "unsure", "notes")  # a copy is an api of its own: on unless it says otherwise


@functools.cache
def _shipped() -> dict[str, Any]:
    return tomllib.loads(files("monitor.search").joinpath("apis.toml").read_text("utf-8"))


@functools.cache
def shared_rows() -> tuple[ErrorRow, ...]:
    """Give the error rows that hold for every api, in their order."""
    rows = _shipped().get("errors", [])
    return tuple(_checked(ErrorRow, row, SHIPPED, f"[[errors]] number {number}") for number, row in enumerate(rows, 1))


def _merged(base: Tables, over: Tables) -> dict[str, Any]:
    """Give `base` overridden by `over`: tables are merged, everything else is replaced."""
    out = dict(base)
    for name, value in over.items():
        old = out.get(name)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            out[name] = _merged(old, value)
        else:
            out[name] = copy.deepcopy(value)
    return out


def _nearest(word: str, known: Iterable[str]) -> str:
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known are: {', '.join(names)}"


def _checked(model: type[M], data: Tables, file: str, table: str) -> M:
    """Validate one table; its faults become Mistakes that name file, table, field and remedy."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
    raise Mistakes([_fault(one, model, file, table) for one in found], "tables of apis")


def _fault(fault: Any, model: type[BaseModel], file: str, table: str) -> ConfigError:
    path = [str(part) for part in fault["loc"]]
    message = fault["msg"].removeprefix("Value error, ")
    if fault["type"] == "extra_forbidden":
        fields = (ErrorRow if "errors" in path else model).model_fields
        known = {field.alias or name for name, field in fields.items()} - {"group", "name"}
        return ConfigError(f"unknown field {path[-1]!r}", f"{file}: {table}", _nearest(path[-1], known))
    field = ".".join(path) or message.partition(":")[0]
    if not path:
        message = message.partition(":")[2].strip() or message
    return ConfigError(f"{field}: {message}", f"{file}: {table}", "docs/search-apis.md describes every field")


def _all_of(names: Iterable[str], make: Callable[[str], V]) -> dict[str, V]:
    """Give what `make` makes of each name; the faults of all of them are raised together."""
    made: dict[str, V] = {}
    faults: list[MonitorError] = []
    for name in names:
        try:
            made[name] = make(name)
        except Mistakes as error:
            faults += error.problems
        except ConfigError as error:
            faults.append(error)
    if faults:
        raise Mistakes(faults, "tables of apis", partial=made)
    return made


def _tables(value: Any, file: str, name: str) -> dict[str, dict[str, Any]]:
    if not isinstance(value, Mapping) or not all(isinstance(one, Mapping) for one in value.values()):
        raise ConfigError(f"{name} holds something that is not a table", file, f"write [{name}.some_name]")
    return {str(key): dict(one) for key, one in value.items()}


class _Resolver:
    """Puts the shipped and the user's tables together, following `like`."""

    def __init__(self, shipped: dict[str, dict[str, Any]], user: dict[str, dict[str, Any]], file: str) -> None:
        self._shipped, self._user, self._file = shipped, user, file
        self.names = [*shipped, *(name for name in user if name not in shipped)]

    def file_of(self, name: str) -> str:
        """Give the file to blame for the table."""
        return self._file if name in self._user else SHIPPED

    def table(self, name: str, trail: tuple[str, ...] = ()) -> dict[str, Any]:
        """Give the whole table of one api."""
        where = f"{self.file_of(name)}: [apis.{name}]"
        if name in trail:
            circle = " -> ".join((*trail, name))
            raise ConfigError(f"like: goes round in a circle ({circle})", where, "copy from a full table")
        own, over = self._shipped.get(name, {}), self._user.get(name, {})
        data = self._copied(own, name, trail)
        if over:
            data = _merged(data, self._copied(over, name, trail)) if "like" in over else _merged(data, over)
        return data

    def _copied(self, table: dict[str, Any], name: str, trail: tuple[str, ...]) -> dict[str, Any]:
        other = table.get("like")
        if other is None:
            return table
        if not isinstance(other, str) or other not in self.names:
            where = f"{self.file_of(name)}: [apis.{name}]"
            raise ConfigError(f"like: there is no api {other!r}", where, _nearest(str(other), self.names))
        base = {field: value for field, value in self.table(other, (*trail, name)).items() if field not in _NOT_COPIED}
        return _merged(base, {field: value for field, value in table.items() if field != "like"})


def load_key_groups(user_key_groups: Tables | None = None, where: str = "monitor.toml") -> dict[str, KeyGroup]:
    """Give the limits of every key group that a table sets, the user's over the shipped ones."""
    shipped = _tables(_shipped().get("key_groups", {}), SHIPPED, "key_groups")
    user = _tables(user_key_groups or {}, where, "key_groups")

    def group(name: str) -> KeyGroup:
        merged = _merged(shipped.get(name, {}), user.get(name, {})) | {"name": name}
        return _checked(KeyGroup, merged, where if name in user else SHIPPED, f"[key_groups.{name}]")

    return _all_of([*shipped, *(name for name in user if name not in shipped)], group)


def load_apis(user_tables: Tables | None = None, user_key_groups: Tables | None = None,
              where: str = "monitor.toml") -> dict[str, ApiConfig]:
    """Give every configured api by name, the shipped ones first, each checked and with its key group's limits.

    `user_tables` and `user_key_groups` are the tables `[apis.*]` and `[key_groups.*]` of the file `where`. Raises
    Mistakes that name file, table, field and what to do.
    """
    user = _tables(user_tables or {}, where, "apis")
    resolver = _Resolver(_tables(_shipped()["apis"], SHIPPED, "apis"), user, where)
    groups = load_key_groups(user_key_groups, where)

    def api(name: str) -> ApiConfig:
        data = resolver.table(name)
        table, file = f"[apis.{name}]", resolver.file_of(name)
        for field in ("name", "group"):
            if field in data:
                raise ConfigError(f"unknown field {field!r}", f"{file}: {table}", "an api is named by its table")
        data.setdefault("provider", name)
        data.setdefault("key_group", data["provider"])
        group = groups.get(str(data["key_group"])) or KeyGroup(name=str(data["key_group"]))
        return _checked(ApiConfig, data | {"name": name, "group": group}, file, table)

    return _all_of(resolver.names, api)
