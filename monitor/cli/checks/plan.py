"""Checks of what would be asked: keys, schedules, calls and dollars."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from monitor.cli.checks.finding import Finding
from monitor.config import Settings
from monitor.daemon.jobs import check_judging
from monitor.daemon.nightly import costs_of_schedules
from monitor.daemon.world import World, schedules_of
from monitor.errors import ConfigError, Mistakes, MonitorError
from monitor.paths import schedules_dir, shipped_schedules_dir
from monitor.probing.estimate import Estimate, estimate
from monitor.probing.which import GROUPS, choose
from monitor.search.keys import secret_names, why_not_usable

__all__ = ["checks_of_keys", "checks_of_plan"]


def checks_of_keys(settings: Settings, world: World) -> Iterator[Finding]:
    """Look at which keys are there; an api that was enabled by name and cannot be asked is a finding."""
    names = secret_names(world.apis.values())
    held = sorted(name for name in names if world.env.get(name, "").strip())
    text = f"{len(held)} of {len(names)} set" + (f": {', '.join(held)}" if held else "; keyless apis are asked")
    yield Finding("keys", text)
    for name in settings.enabled or ():
        why = why_not_usable(world.apis[name], world.env)
        if why is not None:
            yield Finding("keys", f"{name} is enabled, but {why}", False, "set it, or take the name out of `enabled`")
    if not world.usable:
        yield Finding("apis", "none can be asked", False, "set a key, or enable a keyless one (see `monitor apis`)")


def checks_of_plan(settings: Settings, world: World, now: datetime) -> Iterator[Finding]:
    """Look at the schedules and at what they cost."""
    try:
        check_judging(settings)
    except ConfigError as err:
        yield Finding("grading", f"{err.where}: {err.what}", False, err.remedy)
    try:
        schedules = schedules_of(world, now)
        cost = estimate(schedules.live, world.items, world.usable, now)
    except ConfigError as err:
        for one in err.problems if isinstance(err, Mistakes) else (err,):
            what = " ".join(str(one).split())
            yield Finding("schedules", what, False, "correct it; docs/schedules.md describes the fields")
        return
    on = [one.name for one in schedules.live if one.enabled]
    nightly = [one.name for one in schedules.nightly if one.enabled]
    shipped = settings.schedules is None and schedules_dir(settings.base) == shipped_schedules_dir()
    text = f"{len(on)} live ({', '.join(on)}), {len(nightly)} of {len(schedules.nightly)} nightly enabled"
    text += " (those that ship)" if shipped else ""
    yield Finding("schedules", text, bool(on), "" if on else "enable one: nothing is asked without")
    for schedule in (*schedules.live, *schedules.nightly):
        if schedule.enabled:
            yield from _not_asked(schedule.name, schedule.apis, settings, world)
    try:
        nights = costs_of_schedules(world, schedules.nightly)
    except MonitorError as err:
        yield Finding("nightly", f"{err.where}: {err.what}", False, err.remedy)
        nights = []
    for night in nights:
        yield Finding("nightly", _night(night))
    yield from _cost(settings, cost, nights)
    by_number: dict[int, list[str]] = {}
    for name, late in cost.too_late.items():
        by_number.setdefault(late, []).append(name)
    for late, names in by_number.items():
        what = f"{', '.join(names)}: {late} probes of the fullest instant have no slot in time under the api's limits"
        yield Finding("plan", what, False, "ask for fewer items or offsets, or set slow_offsets (docs/schedules.md)")


def _not_asked(schedule: str, apis: Sequence[str], settings: Settings, world: World) -> Iterator[Finding]:
    """Tell which of the apis that the schedule names are left out, and whether its groups stand for any."""
    left = [name for name in apis if name not in GROUPS and name not in world.usable]
    for name in left:
        if name in (settings.enabled or ()):
            continue  # without its key, which is a finding by itself
        why = why_not_usable(world.apis[name], world.env)
        remedy = "set it, or take the api out of the schedule"
        if why is None:
            why = "not in `enabled`" if settings.enabled is not None else "its table says enabled = false"
            remedy = f"add {name!r} to `enabled`" if settings.enabled is not None else "set it to true"
        yield Finding("schedules", f"{schedule} names {name}, which is not asked: {why}", False, remedy)
    if world.usable and not left and not choose(apis, world.usable):
        what = f"{schedule} asks nobody: apis = {list(apis)} stands for none that can be asked"
        yield Finding("schedules", what, False, "name others (`monitor apis` lists them), or set a key")


def _night(night: dict[str, Any]) -> str:
    """Say what one night comes to, and who answers."""
    why = next(iter(night["baseline"].values()), "")
    who = f"the baseline answers: {why}" if why else ", ".join(sorted(set(night["agents"].values())))
    usd = f"at most {night['search_usd']:.2f} USD of searches"
    usd += " and pages" if "fetch" in who else ""
    usd += f", about {night['model_usd']:.2f} of models" if night["model_usd"] else ""
    return f"{night['schedule']}: {night['runs']:,} runs, {night['calls']:,} calls, {usd}; {who}"


def _cost(settings: Settings, cost: Estimate, nights: Sequence[dict[str, Any]]) -> Iterator[Finding]:
    budget = settings.budget
    total_usd = cost.total_usd + sum(night["usd_per_day"] for night in nights)
    total_calls = cost.total_calls + sum(night["calls"] for night in nights)
    usd = f"{total_usd:.2f} USD a day of the budget's {budget.usd_per_day:.2f}"
    calls = f"{total_calls:,.0f} calls a day to {len(cost.calls)} apis"
    over = total_usd > budget.usd_per_day
    remedy = "ask less often, raise budget.usd_per_day, or start with --yes: the budget holds either way"
    if budget.calls_per_day is not None:
        calls += f", {budget.calls_per_day:,} allowed"
        if total_calls > budget.calls_per_day:
            over, remedy = True, "ask less often, or raise budget.calls_per_day; calls past it are skipped"
    yield Finding("plan", f"{calls}, {usd}", not over, remedy if over else "")
