"""The settings as they were loaded, one a row. What could be a secret is hidden, wherever it was written."""

from collections.abc import Iterator, Mapping
from typing import Any

from monitor.config import Settings
from monitor.hidden import without_secrets
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

__all__ = ["SETTINGS"]

def _rows(site: Site) -> list[Row]:
    usual = dict(_flat("", Settings.model_construct().model_dump(mode="json")))
    return [
        {"setting": name, "value": _shown(name, value), "changed": usual.get(name) != value}
        for name, value in _flat("", site.settings.model_dump(mode="json"))
    ]


def _flat(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from _flat(f"{prefix}.{name}" if prefix else str(name), inner)
    else:
        yield prefix, value


def _shown(name: str, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, without_secrets(value, name.rpartition(".")[2]))) or "none"
    if value is None or value == {}:
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(without_secrets(value, name.rpartition(".")[2]))


SETTINGS = Table(
    name="settings",
    title="Settings",
    columns=(
        Column("setting", "Setting", filter="has"),
        Column("value", "Value", Kind.LONG, sort=False, filter="has"),
        Column("changed", "Not the default", Kind.YES, filter="is", choices=("yes", "no")),
    ),
    source=PlainSource(_rows),
    about="The settings as loaded; keys are never among them.",
    empty="No setting is called so.",
)
