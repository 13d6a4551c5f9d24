"""The tables ``[alerts]`` and ``[[slo]]`` of the settings. Addresses to send to are secrets and stand elsewhere."""

import difflib
from dataclasses import replace
from datetime import UTC, datetime, time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from monitor.alert_rules import RULES, Rule, Severity
from monitor.config_base import Table, WebAddress
from monitor.durations import parse_duration

__all__ = ["AlertSettings", "Day", "MaintenanceSettings", "RuleSettings", "SloSettings", "hours_of", "rules_of"]

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def hours_of(text: str) -> tuple[time, time]:
    """Give the two times of day of ``22:00-07:00``; raises ValueError."""
    first, dash, last = text.partition("-")
    try:
        start, end = time.fromisoformat(first.strip()), time.fromisoformat(last.strip())
    except ValueError:
        dash = ""
        start = end = time()
    if not dash or start == end or start.tzinfo or end.tzinfo:
        raise ValueError(f"{text!r} is no stretch of the day: write it as in 22:00-07:00")
    return start, end


def _hours(text: str) -> str:
    hours_of(text)
    return text


def _span(text: str) -> str:
    parse_duration(text)
    return text


def _zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError) as err:
        raise ValueError(f"{text!r} is no time zone: write it as in UTC or Europe/Berlin") from err
    return text


def _moment(at: datetime) -> datetime:
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)


Hours = Annotated[str, AfterValidator(_hours)]
Span = Annotated[str, AfterValidator(_span)]
Zone = Annotated[str, AfterValidator(_zone)]
Moment = Annotated[datetime, AfterValidator(_moment)]


class RuleSettings(Table):
    """What a rule has of its own; a field left out is the default's."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    enabled: bool | None = None
    severity: Severity | None = None
    fire: float | None = Field(None, allow_inf_nan=False)
    clear: float | None = Field(None, allow_inf_nan=False)
    critical: float | None = Field(None, allow_inf_nan=False)
    for_: Span | None = Field(None, alias="for")
    clear_for: Span | None = None
    min_n: int | None = Field(None, ge=1)

    def over(self, rule: Rule) -> Rule:
        """Give the rule with these values in place of its own."""
        told = self.model_dump(exclude_none=True, exclude={"for_", "clear_for"})
        if self.for_ is not None:
            told["for_s"] = parse_duration(self.for_).total_seconds()
        if self.clear_for is not None:
            told["clear_for_s"] = parse_duration(self.clear_for).total_seconds()
        return replace(rule, **told)


class MaintenanceSettings(Table):
    """A stretch in which alerts are kept but not sent: once (`start`, `end`), or again and again (`hours`, `days`)."""

    reason: str
    start: Moment | None = None
    end: Moment | None = None
    hours: Hours | None = None
    days: tuple[Day, ...] = ()
    """None named: every day. A stretch over midnight belongs to the day on which it begins."""
    zone: Zone = "UTC"
    api: str | None = None
    rule: str | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "MaintenanceSettings":
        once = self.start is not None and self.end is not None and self.start < self.end
        if once == (self.hours is not None) or (self.start is None) != (self.end is None):
            raise ValueError("give either start and a later end, or hours (and days)")
        return self


class AlertSettings(Table):
    """When alerts fire and clear, and when a message is sent."""

    enabled: bool = True
    group_wait: Span = "30s"
    """How long an alert waits for others, so that what happens together is told together."""
    repeat: Span = "12h"
    """After how long a message is sent again while an alert stands."""
    least: Severity = "warning"
    """The least grave alerts that are sent."""
    page: WebAddress | None = None
    """Where people reach the page; None: its own address."""
    quiet: tuple[Hours, ...] = ()
    """Hours in which only what `quiet_lets` names is sent; the rest waits until they end."""
    quiet_zone: Zone = "UTC"
    quiet_lets: Severity = "critical"
    maintenance: tuple[MaintenanceSettings, ...] = ()
    rules: dict[str, RuleSettings] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _rules_make_sense(self) -> "AlertSettings":
        for name, own in self.rules.items():
            if name not in RULES:
                near = difflib.get_close_matches(name, RULES, n=1)
                raise ValueError(f"there is no rule {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
            rule = own.over(RULES[name])
            if not RULES[name].measured and {own.fire, own.clear, own.critical, own.min_n} != {None}:
                raise ValueError(f"rule {name!r} has no figure: it takes enabled, severity and for")
            if rule.fire is not None and rule.clear is not None and rule.clears(rule.fire):
                side = "below" if rule.above else "above"
                raise ValueError(f"rule {name!r}: clear ({rule.clear:g}) must lie {side} fire ({rule.fire:g})")
        return self


class SloSettings(Table):
    """How fresh an API's answers are to be: which share of them within how many seconds, over which window."""

    api: str = "*"
    """A name, or ``*`` for each."""
    asset: Literal["*", "equity", "crypto", "fx"] = "*"
    share_within: dict[int, float]
    """Seconds of lag (60, 300, 900 or 3600) -> the share of answers that are to be within them."""
    window: Span = "7d"

    @model_validator(mode="after")
    def _known(self) -> "SloSettings":
        if not self.share_within:
            raise ValueError("share_within names no lag: write it as in { 900 = 0.95 }")
        for lag_s, share in self.share_within.items():
            if lag_s not in (60, 300, 900, 3600):
                raise ValueError(f"share_within: {lag_s} is none of 60, 300, 900, 3600 seconds")
            if not 0 < share < 1:
                raise ValueError(f"share_within: {share:g} for {lag_s} s must lie between 0 and 1")
        if not 3600 <= parse_duration(self.window).total_seconds() <= 90 * 86400:
            raise ValueError("window must be from 1h to 90d")
        return self


def rules_of(settings: AlertSettings) -> dict[str, Rule]:
    """Give every rule as the settings have it."""
    none = RuleSettings()
    return {name: settings.rules.get(name, none).over(rule) for name, rule in RULES.items()}
