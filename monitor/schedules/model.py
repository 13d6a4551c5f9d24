"""What a schedule says: the checked form of one ``[[live]]`` or ``[[nightly]]`` table."""

import hashlib
import json
from datetime import time, timedelta
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from monitor.calendars import ALWAYS, calendar_for
from monitor.datasets import LIVE_SET, QUESTION_SETS, Asset, placeholders
from monitor.schedules.errors import FieldError
from monitor.schedules.fields import (
    read_clocks,
    read_cron,
    read_from_close,
    read_names,
    read_offsets,
    read_step,
    read_stretch,
    read_wordings,
    read_zone,
)

__all__ = ["LiveSchedule", "NightlySchedule", "RandomRule"]

SLOW_RPS = 1.0
"""Calls a second up to which an api counts as slow: a few items take it seconds, so short offsets cannot be kept."""
_RULES = ("at", "cron", "every", "random", "at_close")

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}$")]
Clocks = Annotated[tuple[time, ...], BeforeValidator(read_clocks)]
Apis = Annotated[tuple[str, ...], BeforeValidator(read_names("apis"))]
Zone = Annotated[str, BeforeValidator(read_zone)]


class _Schedule(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Name
    enabled: bool = True
    zone: Zone = "UTC"
    apis: Apis = ("all",)

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that change whenever the content does; presets count by what they hold."""
        said = {name: _plain(value) for name in type(self).model_fields
                if (value := getattr(self, name)) is not None}
        text = json.dumps({"kind": type(self).__name__, **said}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


class RandomRule(BaseModel):
    """Draw `per_day` whole minutes from each date's open hours, the same ones for the same `seed`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    per_day: Annotated[int, Field(ge=1, le=288)]
    seed: int


class LiveSchedule(_Schedule):
    """When which items are asked of which apis; exactly one of the five rules says the instants."""

    at: Clocks | None = None
    cron: Annotated[str, BeforeValidator(read_cron)] | None = None
    every: Annotated[timedelta, BeforeValidator(read_step)] | None = None
    between: Annotated[tuple[time, ...], BeforeValidator(read_stretch)] | None = None
    random: RandomRule | None = None
    at_close: Annotated[tuple[timedelta, ...], BeforeValidator(read_from_close)] | None = None
    calendar: str = ""
    when_closed: Literal["skip", "ask"] = "skip"
    items: Annotated[tuple[str, ...], BeforeValidator(read_names("items"))] = ("all",)
    offsets: Annotated[tuple[timedelta, ...], BeforeValidator(read_offsets)] = Field(
        default_factory=lambda: read_offsets("default"))
    slow_offsets: Annotated[tuple[timedelta, ...], BeforeValidator(read_offsets)] | None = None
    wordings: Annotated[tuple[str, ...], BeforeValidator(read_wordings)] = ()

    @property
    def rule(self) -> str:
        """The name of the rule that says the instants."""
        return next(name for name in _RULES if getattr(self, name) is not None)

    @property
    def offsets_s(self) -> tuple[int, ...]:
        """The offsets in seconds, ascending."""
        return tuple(int(offset.total_seconds()) for offset in self.offsets)

    def offsets_at(self, rps: float | None) -> tuple[int, ...]:
        """Give the offsets in seconds for an api with that limit (None: no limit): the slow ones up to `SLOW_RPS`."""
        if self.slow_offsets is None or rps is None or rps > SLOW_RPS:
            return self.offsets_s
        return tuple(int(offset.total_seconds()) for offset in self.slow_offsets)

    @model_validator(mode="before")
    @classmethod
    def _default_calendar(cls, table: Any) -> Any:
        """Take the asset's own calendar where the items are one asset and the table names none."""
        if isinstance(table, dict) and "calendar" not in table:
            items = table.get("items")
            only = items[0] if isinstance(items, list | tuple) and len(items) == 1 else items
            if isinstance(only, str) and only in set(Asset):
                return {**table, "calendar": calendar_for(only)}
        return table

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        given = [name for name in _RULES if getattr(self, name) is not None]
        if len(given) != 1:
            raise FieldError(f"{' and '.join(given)} are both there" if given else "nothing says when it fires",
                             given[-1] if given else "", remedy=f"give exactly one of {', '.join(_RULES)}")
        rule = given[0]
        if not self.calendar:
            raise FieldError("it is missing, and the items are not one asset", "calendar",
                             remedy="name XNYS or another exchange, fx, or always")
        if self.between is not None and rule != "every":
            raise FieldError(f"it has no meaning with {rule}", "between", remedy="remove it, or use every")
        if "zone" in self.model_fields_set and rule not in ("at", "every"):
            raise FieldError(f"it has no meaning with {rule}", "zone",
                             remedy="cron is UTC; the other rules follow the calendar: remove it")
        if self.when_closed == "ask" and rule in ("random", "at_close"):
            raise FieldError(f"it has no meaning with {rule}, which follows the sessions", "when_closed",
                             remedy="remove it")
        if rule == "at_close" and self.calendar in (ALWAYS, "24/7"):
            raise FieldError(f"calendar {self.calendar} never closes", "at_close", remedy="use at, every or random")
        self._check_wordings()
        return self

    def _check_wordings(self) -> None:
        """Hold wordings to what templates are held to; at the close itself the day alone says when."""
        at_close_alone = self.at_close == (timedelta(0),)
        one_item = len(self.items) == 1 and self.items[0] not in {*Asset, "all"}
        for text in self.wordings:
            names = placeholders(text)
            needed = {"date"} if at_close_alone else {"date", "time"}
            if lacking := sorted(needed - names):
                raise FieldError(f"{text!r} lacks {{{{{lacking[0]}}}}}", "wordings", remedy="add it")
            if not names & {"name", "ticker"} and not one_item:
                raise FieldError(f"{text!r} names no item", "wordings", remedy="add {{name}} or {{ticker}}")


class NightlySchedule(_Schedule):
    """When which question sets run, how often each question is asked, and of which apis."""

    at: Clocks
    sets: Annotated[tuple[str, ...], BeforeValidator(read_names("sets"))] = QUESTION_SETS
    repeats: Annotated[int, Field(ge=1, le=100)] = 1

    @model_validator(mode="after")
    def _known_sets(self) -> Self:
        for name in self.sets:
            if name not in QUESTION_SETS and not name.startswith("hf:") and "/" not in name and "." not in name:
                hint = "; the live set is asked by [[live]] tables" if name == LIVE_SET else ""
                raise FieldError(f"unknown set {name!r}{hint}", "sets",
                                 remedy=f"use {' or '.join(QUESTION_SETS)}, a folder or file, or hf:<owner>/<name>")
        return self


def _plain(value: Any) -> Any:
    """Give `value` in JSON's terms, independent of how any library writes times."""
    if isinstance(value, timedelta):
        return int(value.total_seconds())
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, BaseModel):
        return {name: _plain(one) for name, one in value}
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
