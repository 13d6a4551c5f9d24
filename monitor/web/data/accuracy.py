"""How often answers to the question sets were right, as the night's worker keeps it: by set, agent and mode."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from monitor.web.data import links
from monitor.web.data.lag import bounds, kept
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

__all__ = ["ACCURACY", "ANSWER_PAIRS", "AREAS", "NIGHTS", "Group", "groups_of"]

AS_KEPT = ("api", "questions", "runs", "searches", "latency_p50_ms", "latency_p95_ms", "cost_usd",
           "cost_per_question_usd", "cost_per_correct_usd", "ungraded")  # fmt: skip
_WHOSE = (
    Column("question_set", "Set", filter="is", shown=False),
    Column("agent", "Agent", filter="is", shown=False),
    Column("mode", "Mode", filter="is", shown=False),
    Column("version", "Version", filter="is", shown=False),
    Column("baseline", "Baseline", Kind.YES, filter="is", choices=("yes", "no"), shown=False),
)


@dataclass(frozen=True, slots=True)
class Group:
    """One question set as one agent answered it in one mode; neither agents nor modes compare, a baseline with none."""

    title: str
    accuracy: Table
    pairs: Table
    areas: Table
    nights: Table


def _groups(site: Site) -> list[Mapping[str, Any]]:
    found = kept(site, "nightly")
    # Figures that an earlier program kept say no mode: it knew only one.
    return [{"mode": "search", **group} for group in found[0]["groups"]] if found is not None else []


def _whose(group: Mapping[str, Any]) -> Row:
    return {name: group[name] for name in ("question_set", "agent", "mode", "version", "baseline")}


def _accuracy(site: Site) -> list[Row]:
    return [_row(group, one) for group in _groups(site) for one in group["apis"]]


def _row(group: Mapping[str, Any], one: Mapping[str, Any]) -> Row:
    out = [f"{number} {why.replace('_', ' ')}" for why, number in one["left_out"].items()]
    out += [f"{one['ungraded']} not decided yet"] if one["ungraded"] else []
    tied = one["tied_with"]
    return {
        **_whose(group), **{name: one[name] for name in AS_KEPT}, "fetches": one.get("fetches"),
        **bounds("right", one["accuracy"]), "flips": one["flip_rate"],
        "tied_with": ", ".join(tied) or None, "nights": len(group["nights"]),
        "left_out": "; ".join(out) or None, "said": f"Left out: {', '.join(out)}." if out else None,
    }  # fmt: skip


def _areas(site: Site) -> list[Row]:
    return [
        {**_whose(group), "api": one["api"], "area": area["area"] or "none named", **_right(area)}
        for group in _groups(site) for one in group["apis"] for area in one["areas"]
    ]  # fmt: skip


def _nights(site: Site) -> list[Row]:
    return [
        {**_whose(group), "night": one["night"], "api": one["api"], **_right(one)}
        for group in _groups(site) for one in group["history"]
    ]  # fmt: skip


def _right(found: Mapping[str, Any]) -> Row:
    return {**bounds("right", found["accuracy"]), "flips": found["flip_rate"], "questions": found["questions"],
            "runs": found["runs"]}  # fmt: skip


def _to_runs(*names: str) -> Callable[[Row], str | None]:
    """Give what leads from a row to the runs that it stands on."""
    return lambda row: links.runs(**{name: row[name] for name in ("question_set", "agent", "mode", *names)})


def _pairs(site: Site) -> list[Row]:
    return [
        {
            **_whose(group), "a": one["a"], "b": one["b"], "questions": one["questions"],
            **bounds("difference", one["difference"]), "p": one["p_holm"], "order": _order(one),
            "needed": one["needed_questions"] if one["tie"] else None,
        }
        for group in _groups(site) for one in group["comparisons"]
    ]  # fmt: skip


def _order(pair: Mapping[str, Any]) -> str:
    if pair["tie"]:
        return "tie"
    return f"{pair['a'] if pair['difference']['est'] > 0 else pair['b']} is right more often"


ACCURACY = Table(
    name="accuracy",
    title="Answers by API",
    columns=(
        *_WHOSE,
        Column("api", "API", filter="is", href=links.to_api),
        Column("right", "Right", Kind.SHARE, bounds=True),
        Column("tied_with", "A tie with", Kind.LONG, sort=False),
        Column("questions", "Questions", Kind.COUNT),
        Column("runs", "Runs", Kind.COUNT, href=_to_runs("api")),
        Column("flips", "Flips", Kind.SHARE),
        Column("searches", "Searches", Kind.NUMBER),
        Column("fetches", "Pages", Kind.NUMBER, shown=False),
        Column("latency_p50_ms", "Took", Kind.MS),
        Column("latency_p95_ms", "95 % took", Kind.MS),
        Column("cost_per_question_usd", "USD a question", Kind.MONEY),
        Column("cost_per_correct_usd", "USD a right one", Kind.MONEY),
        Column("cost_usd", "USD in all", Kind.MONEY, shown=False),
        Column("nights", "Nights", Kind.COUNT, shown=False),
        Column("ungraded", "Not decided", Kind.COUNT, shown=False),
        Column("left_out", "Left out", Kind.LONG, sort=False, shown=False),
    ),
    source=PlainSource(_accuracy),
    about="How often runs were right, with 95 % intervals by question, over the last 30 nights; by set, agent, mode "
          "and API. A baseline is no model, and does not compare with one.",
    empty="No question has been answered yet.",
)  # fmt: skip

ANSWER_PAIRS = Table(
    name="answer-pairs",
    title="Which are told apart",
    columns=(
        *_WHOSE,
        Column("a", "First", filter="is"),
        Column("b", "Second", filter="is"),
        Column("order", "Order"),
        Column("difference", "First less second", Kind.POINTS, bounds=True),
        Column("p", "p", Kind.P),
        Column("questions", "Questions", Kind.COUNT),
        Column("needed", "Questions to tell", Kind.COUNT),
    ),
    source=PlainSource(_pairs),
    about="Each pair of APIs on the questions that both answered with one agent; p is corrected over the pairs (Holm).",
    empty="There is no pair to compare.",
)


def _split(*names: str) -> tuple[Column, ...]:
    """Give the columns of a part of the runs; `names` are what tells it from others."""
    return (
        Column("right", "Right", Kind.SHARE, bounds=True),
        Column("questions", "Questions", Kind.COUNT),
        Column("runs", "Runs", Kind.COUNT, href=_to_runs(*names)),
        Column("flips", "Flips", Kind.SHARE, shown=False),
    )


AREAS = Table(
    name="areas",
    title="By area",
    columns=(
        *_WHOSE,
        Column("area", "Area", filter="is"),
        Column("api", "API", filter="is", href=links.to_api),
        *_split("area", "api"),
    ),
    source=PlainSource(_areas),
    sort="area",
    about="How often runs were right on the questions of each area, with 95 % intervals by question; by set, agent and "
          "API.",
    empty="No question has been answered yet.",
)  # fmt: skip

NIGHTS = Table(
    name="nights",
    title="By night",
    columns=(
        *_WHOSE,
        Column("night", "Night", filter="is", href=_to_runs("night")),
        Column("api", "API", filter="is", href=links.to_api),
        *_split("night", "api"),
    ),
    source=PlainSource(_nights),
    sort="-night",
    about="How often the runs of each night were right, with 95 % intervals by question; by set, agent and API.",
    empty="No night has been graded yet.",
)


def groups_of(site: Site) -> list[Group]:
    """Give the tables of each set, agent and mode, models before baselines."""
    found = []
    for number, group in enumerate(sorted(_groups(site), key=lambda one: (one["question_set"], one["baseline"]))):
        nights = group["nights"]
        when = nights[0] if len(nights) == 1 else f"{len(nights)} nights, {nights[0]} to {nights[-1]}"
        told = f"{group['agent']}, {group['version']}, {group['mode']}"
        who = f"baseline {group['agent']}, no model, {group['mode']}" if group["baseline"] else told
        fixed = {"question_set": group["question_set"], "agent": group["agent"], "mode": group["mode"],
                 "version": group["version"], "baseline": "yes" if group["baseline"] else "no"}  # fmt: skip
        fixed = {name: value for name, value in fixed.items() if value}
        tables = (replace(one, fixed=fixed, part=str(number)) for one in (ACCURACY, ANSWER_PAIRS, AREAS, NIGHTS))
        found.append(Group(f"{group['question_set']}: {who} ({when})", *tables))
    return found
