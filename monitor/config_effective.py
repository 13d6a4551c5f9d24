"""The settings that hold, one a row, with where each comes from and without what could be a secret."""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from monitor.config import Settings
from monitor.hidden import without_secrets

__all__ = ["Effective", "effective"]


@dataclass(frozen=True, slots=True)
class Effective:
    """One setting. `origin` is ``default``, ``file``, or the variable that it was taken from."""

    table: str
    key: str
    value: Any
    origin: str


def effective(settings: Settings, secrets: Collection[str] = ()) -> list[Effective]:
    """Give every setting in the file's order of tables; a text that is or holds one of `secrets` is hidden."""
    told = settings.model_dump(mode="json")
    usual = dict(_flat((), Settings.model_construct().model_dump(mode="json")))
    rows = []
    for place, value in _flat((), told):
        if place[0] in ("base", "source"):
            continue
        variable = _variable(place)
        origin = variable or ("default" if usual.get(place, ()) == value else "file")
        rows.append(Effective(".".join(place[:-1]), place[-1], without_secrets(value, place[-1], secrets), origin))
    return sorted(rows, key=lambda row: row.table != "")  # what stands in no table comes first in a file


def _flat(place: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, Mapping) and (value or not place):
        for name, inner in value.items():
            yield from _flat((*place, str(name)), inner)
    else:
        yield place, value


def _variable(place: tuple[str, ...]) -> str | None:
    for length in range(len(place), 0, -1):
        name = "MONITOR_" + "__".join(place[:length]).upper()
        if any(one.upper() == name for one in os.environ):
            return name
    return None
