"""Schedule files read and checked: every mistake of a load is reported, with file, table, field and remedy."""

import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from monitor.calendars import require_calendar
from monitor.datasets import Asset, Item
from monitor.errors import ConfigError, Mistakes, MonitorError
from monitor.schedules.errors import FieldError, did_you_mean
from monitor.schedules.instants import upcoming
from monitor.schedules.model import LiveSchedule, NightlySchedule

__all__ = ["Schedules", "SchedulesError", "load_schedules", "select_items"]

_KINDS: dict[str, type[LiveSchedule] | type[NightlySchedule]] = {"live": LiveSchedule, "nightly": NightlySchedule}


class SchedulesError(Mistakes):
    """Schedules cannot be used; `problems` has every mistake found, and the message is all of them, a line each."""

    def __init__(self, problems: Sequence[MonitorError]) -> None:
        super().__init__(problems, "schedules")


@dataclass(frozen=True, slots=True)
class Schedules:
    """All schedules of a folder, in the order of its files; disabled ones included."""

    live: tuple[LiveSchedule, ...] = ()
    nightly: tuple[NightlySchedule, ...] = ()


def load_schedules(source: Path, *, now: datetime | None, items: Sequence[Item] | None = None,
                   apis: Collection[str] | None = None) -> Schedules:
    """Give the schedules of a folder's ``*.toml`` files, or of one file, or raise SchedulesError with every mistake.

    `items` and `apis` (names and groups) are what schedules may name; without them, names are not checked. With `now`
    it is also checked that calendars exist and that everything can fire in the four years from then, which imports
    exchange_calendars; a process that must stay light passes None and leaves that to the worker.
    """
    problems: list[MonitorError] = []
    found: dict[str, tuple[str, LiveSchedule | NightlySchedule]] = {}
    for path in _files(source):
        try:
            tables = list(_tables(path))
        except SchedulesError as error:
            problems += error.problems
            continue
        for where, kind, table in tables:
            try:
                schedule = _KINDS[kind].model_validate(table)
            except ValidationError as error:
                problems += _translate(error, where, kind)
                continue
            if schedule.name in found:
                problems.append(ConfigError(f"{schedule.name!r} is already the name of {found[schedule.name][0]}",
                                            f"{where}, name", "give every schedule its own name"))
                continue
            found[schedule.name] = (where, schedule)
            problems += [ConfigError(one.what, f"{where}, {one.where}", one.remedy)
                         for one in _mistakes(schedule, now, items, apis)]
    if problems:
        raise SchedulesError(problems)
    schedules = [schedule for _, schedule in found.values()]
    return Schedules(tuple(one for one in schedules if isinstance(one, LiveSchedule)),
                     tuple(one for one in schedules if isinstance(one, NightlySchedule)))


def select_items(schedule: LiveSchedule, items: Sequence[Item]) -> tuple[Item, ...]:
    """Give the items that a schedule asks for, in the order of the set: by ``all``, by asset, or by id."""
    wanted = set(schedule.items)
    return tuple(item for item in items if "all" in wanted or item.id in wanted or item.asset.value in wanted)


def _files(source: Path) -> list[Path]:
    if source.is_file():
        return [source]
    files = sorted(source.glob("*.toml")) if source.is_dir() else []
    if not files:
        raise SchedulesError([ConfigError("no schedule files there", str(source),
                                          "name a folder with *.toml files, or run monitor init")])
    return files


def _tables(path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Give where, kind and content of each table; a file that is not such a file raises SchedulesError."""
    try:
        document = tomllib.loads(path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        mistake = ConfigError(f"cannot be read as TOML: {error}", str(path), "correct the file")
        raise SchedulesError([mistake]) from error
    problems = []
    for key, value in document.items():
        if key not in _KINDS:
            problems.append(ConfigError(f"unknown table {key!r}", str(path), did_you_mean(key, _KINDS)))
        elif not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            problems.append(ConfigError(f"{key} is not a list of tables", str(path), f"write [[{key}]]"))
    if not document:
        problems.append(ConfigError("holds no [[live]] or [[nightly]] table", str(path),
                                    "remove the file, or keep its tables with enabled = false"))
    if problems:
        raise SchedulesError(problems)
    for kind, tables in document.items():
        for number, table in enumerate(tables, start=1):
            name = table.get("name")
            yield f"{path}, [[{kind}]] {repr(name) if isinstance(name, str) else f'number {number}'}", kind, table


def _translate(error: ValidationError, where: str, kind: str) -> list[ConfigError]:
    """Give pydantic's findings in this program's words."""
    found = []
    for detail in error.errors(include_url=False):
        field = ".".join(str(part) for part in detail["loc"])
        cause = detail.get("ctx", {}).get("error")
        if isinstance(cause, ConfigError):
            field = field or (cause.where if isinstance(cause, FieldError) else "")
            what, remedy = cause.what, cause.remedy
        elif detail["type"] == "extra_forbidden":
            name = str(detail["loc"][-1])
            known = ("per_day", "seed") if len(detail["loc"]) > 1 else tuple(_KINDS[kind].model_fields)
            what, remedy = f"unknown field {name!r}", did_you_mean(name, known)
        elif detail["type"] == "missing":
            what, remedy = "it is missing", "add it"
        elif detail["type"] == "string_pattern_mismatch":
            what, remedy = f"{detail['input']!r} is not a name", "use lower-case letters, digits, - and _, up to 64"
        else:
            what, remedy = f"{detail['input']!r}: {detail['msg'][:1].lower()}{detail['msg'][1:]}", "docs/schedules.md"
            remedy = f"see {remedy}"
        found.append(ConfigError(what, f"{where}, {field}" if field else where, remedy))
    return found


def _mistakes(schedule: LiveSchedule | NightlySchedule, now: datetime | None, items: Sequence[Item] | None,
              apis: Collection[str] | None) -> Iterator[ConfigError]:
    """Give what is wrong with a well-formed schedule in its surroundings; ``where`` is the field."""
    if apis is not None:
        for name in schedule.apis:
            if name not in apis:
                yield ConfigError(f"unknown api or group {name!r}", "apis", did_you_mean(name, apis))
    if isinstance(schedule, NightlySchedule):
        return
    if items is not None:
        yield from _item_mistakes(schedule, items)
    if now is not None:
        yield from _never(schedule, now)


def _item_mistakes(schedule: LiveSchedule, items: Sequence[Item]) -> Iterator[ConfigError]:
    held = {"all"} | {item.id for item in items} | {item.asset.value for item in items}
    for name in schedule.items:
        if name in set(Asset) and name not in held:
            yield ConfigError(f"the set has no {name} item, so it can never fire", "items", "name other items")
        elif name not in held:
            of_ticker = [item.id for item in items if item.ticker.upper() == name.upper()]
            remedy = f"{name} is {of_ticker[0]}" if of_ticker else did_you_mean(name, held)
            yield ConfigError(f"unknown item or asset {name!r}", "items", remedy)


def _never(schedule: LiveSchedule, now: datetime) -> Iterator[ConfigError]:
    """Give what cannot fire in the four years from `now`; each time of ``at`` is held to it by itself."""
    try:
        require_calendar(schedule.calendar)
    except ConfigError as error:
        yield ConfigError(error.what, "calendar", error.remedy)
        return
    parts = [schedule.model_copy(update={"at": (one,)}) for one in schedule.at] if schedule.at else [schedule]
    for part in parts:
        said = f"{part.at[0]:%H:%M} {part.zone}" if part.at else schedule.rule
        try:
            fires = upcoming(part, now)
        except ConfigError as error:
            yield ConfigError(error.what, "calendar", error.remedy)
            return
        if not fires and schedule.cron and not upcoming(schedule.model_copy(update={"when_closed": "ask"}), now):
            yield ConfigError(f"{schedule.cron!r} can never fire: no such day comes", "cron", "correct the expression")
        elif not fires:
            yield ConfigError(f"{said} can never fire: {schedule.calendar} is never open then", schedule.rule,
                              'choose open hours, set zone, or say when_closed = "ask"')
