"""Facts enter; the report's sections leave, in the words of somebody who explains it to a stranger."""

from collections.abc import Sequence

from monitor.charts.base import render, untitled
from monitor.charts.look import Look
from monitor.charts.nights import group_name
from monitor.charts.overtime import shift_text
from monitor.charts.parts import ASSETS
from monitor.charts.registry import CHARTS
from monitor.charts.table import Table, figure
from monitor.report.facts import Facts
from monitor.report.findings import RULE, findings, untold
from monitor.report.parts import Block, Bullets, Figures, Picture, Report, Section, Text
from monitor.web.figures import money, number

__all__ = ["NARROW_PX", "WIDE_PX", "compose"]

NARROW_PX, WIDE_PX = 328, 860
"""Widths that pictures are drawn for: a phone's page and a desk's."""
MOST_NAMES = 12
FAULTS = {
    "local": "for a fault on our side", "network": "for the network", "timeout": "not in time",
    "api": "for the API's fault", "rate_limit": "refused as too many", "account": "refused for the key or its credit",
}  # fmt: skip
"""Of a probe, as a stranger understands them."""
REASONS = {"account_stopped": "the API refused the key or was out of credit", "budget": "the budget was used up"}
WORDS = (
    ("instant", "the moment, a whole minute in UTC, whose price is asked for. It is chosen beforehand."),
    ("offset", "how long after the instant the question is put."),
    ("age (lag)", "how old the newest price in an answer is when the question is sent: how long before then it was "
     "the market's price."),
    ("median, 90th percentile", "half of the prices, nine of ten prices, are at most so old."),
    ("95 % interval", "were the whole measurement repeated many times, about 95 of 100 such intervals would hold the "
     "true figure. Instants, not single answers, are what is counted, since answers of one instant share one market."),
    ("target range", "the prices that count as right: those of the market about the instant, a little widened."),
    ("power", "the share of the past day's minutes whose price lay outside the target range. Where it is low, an old "
     "price may look right by chance, and rates are corrected for that."),
)  # fmt: skip


def compose(facts: Facts, *, pictures: bool = True) -> Report:
    """Give the report; without `pictures` the charts are tables alone."""
    data = facts.data
    about = f"Instants from {_at(data['since'])} to {_at(data['until'])} UTC. Made at {_at(facts.made_at)} UTC."
    return Report("How fresh are the prices that web-search APIs serve?", about, (
        Section("In short", _short(facts)),
        Section("What was asked", _asked(facts)),
        Section("What was found", (
            Text("Each API is asked for the price of stocks, coins or currencies at chosen moments. What counts is how "
                 "old the newest price in its answer is. Further left, and smaller, is fresher."),
            *(_picture(facts, name, pictures) for name in ("lag", "within", "offsets", "classes")), *_pairs(facts))),
        Section("How sure this is", _sure(facts)),
        Section("What could not be told", _untold(facts)),
        Section("Over time, and what changed on our side",
                (*_changes(facts), _picture(facts, "days", pictures))),
        Section("What freshness costs", (
            Text(f"{money(facts.cost_usd)} USD were spent on the questions of this report."),
            *(_picture(facts, name, pictures) for name in ("latency", "cost")))),
        Section("Answers to the question sets", _answers(facts, pictures)),
        Section("Method and data", _method(facts)),
    ))  # fmt: skip


def _short(facts: Facts) -> tuple[Block, ...]:
    found = findings(facts.data.get("groups") or [])
    if not found:
        return (Text("Nothing was asked and answered in this time, so nothing can be said."),)
    return (Bullets.of(found), Text(RULE))


def _asked(facts: Facts) -> tuple[Block, ...]:
    if not facts.asked:
        return (Text("No question was put in this time."), *_left(facts))
    assets: dict[str, list[str]] = {}
    for asset in [*ASSETS, *sorted({asset for asset, _, _ in facts.items} - set(ASSETS))]:
        names = [ticker if ticker == name else f"{name} ({ticker})" for of, ticker, name in facts.items if of == asset]
        if names:
            assets[ASSETS.get(asset, asset)] = names
    points = [
        ("APIs", _some(facts.apis)),
        *((asset, _some(names)) for asset, names in assets.items()),
        ("instants", f"{number(facts.instants, 0)}, the first at {_at(facts.first_at)}, the last at "
         f"{_at(facts.last_at)} UTC"),
        ("offsets", f"asked {', '.join(facts.offsets)} after each instant"),
        ("questions", f"{number(facts.asked, 0)} put, {number(facts.answered, 0)} answered"
         + (f"; not answered: {_failed(facts)}" if facts.failed else "")),
    ]  # fmt: skip
    if facts.example:
        points.append(("for example", f"“{facts.example}”"))
    return (Bullets.of(points), *_left(facts))


def _failed(facts: Facts) -> str:
    return ", ".join(f"{n} {FAULTS.get(name, name)}" for name, n in facts.failed)


def _left(facts: Facts) -> tuple[Block, ...]:
    if not facts.not_asked:
        return ()
    return (
        Text("Planned, and not put:"),
        Bullets.of(f"{number(n, 0)} {state}: {REASONS.get(reason, reason)}" for state, reason, n in facts.not_asked),
    )


def _pairs(facts: Facts) -> tuple[Block, ...]:
    """Tell what the paired comparison found, over all assets together."""
    compared = facts.compared
    if not compared or not compared.get("pairs"):
        return ()
    rows = []
    for one in compared["pairs"]:
        score = one["lag_score"]
        said = f"{one['fresher']} is fresher" if one.get("fresher") else "not told apart" if one.get("tie") else None
        rows.append((f"{one['a']} and {one['b']}", score["pairs"], score["instants"], said, _p(score.get("p_holm")),
                     score.get("why")))  # fmt: skip
    columns = [("APIs", "text"), ("same questions", "count"), ("instants", "count"), ("found", "text"),
               ("p", "text"), ("why not", "text")]  # fmt: skip
    return (
        Text("Two by two, on the very same questions of all assets, with whole instants as what varies and p values "
             "corrected for the number of pairs (Holm):"),
        Figures("Pairs of APIs on the same questions", Table.of(columns, rows)),
    )  # fmt: skip


def _p(value: float | None) -> str | None:
    return None if value is None else "< 0.001" if value < 0.001 else f"{value:.3f}"


def _sure(facts: Facts) -> tuple[Block, ...]:
    blocks: list[Block] = [
        Text("Every figure stands with its 95 % interval, or is left out where the data do not support it: below 30 "
             "usable answers or 5 instants, or where the market hardly moved, the report says “not enough movement” "
             "and gives no figure. Old prices that equal the present one by chance are allowed for."),
    ]  # fmt: skip
    left = [str(one.get("text") or one) for one in facts.data.get("excluded") or []]
    notes = [one for one in facts.data.get("annotations") or [] if not one.get("excludes")]
    if left:
        blocks += [Text("Left out of every figure by a person, with the reason:"), Bullets.of(left)]
    else:
        blocks.append(Text("No part of this time was left out by hand."))
    if notes:
        blocks += [Text("Remarks that people made on this time:"), Bullets.of(
            f"{_at(one['from'])} to {_at(one['to'])}, {one.get('api') or 'all APIs'}: {one['reason']}"
            for one in notes)]  # fmt: skip
    return tuple(blocks)


def _untold(facts: Facts) -> tuple[Block, ...]:
    found = untold(facts.data.get("groups") or [])
    if not found:
        return (Text("Every API that was asked has all its figures."),)
    return (Figures("Figures that the data do not support, or only in part", Table.of(
        [("figure", "text"), ("of", "text"), ("why", "text")], found)),)  # fmt: skip


def _changes(facts: Facts) -> tuple[Block, ...]:
    shifts = facts.data.get("shifts") or []
    ours = facts.data.get("ours") or []
    blocks: list[Block] = []
    if shifts:
        blocks += [Text("Shifts that were found in an API's lag:"), Bullets.of(
            (f"{one['api']}, {one['asset']}", f"{str(one['day'])[:10]}, {shift_text(one)}") for one in shifts
        )]  # fmt: skip
    if ours:
        blocks += [Text("Changed on our side; what an API shows from then on may be our doing:"), Bullets.of(
            (_at(one["at"]), f"{one['what']} ({one['api'] or 'all APIs'})") for one in ours)]  # fmt: skip
    else:
        blocks.append(Text("Nothing that shapes a figure changed on our side: the configuration of the APIs, reader, "
                           "policy and program stayed the same."))
    return tuple(blocks)


def _answers(facts: Facts, drawn: bool) -> tuple[Block, ...]:
    """Tell how often each API led to right answers; agents and modes are not compared, and ties are named."""
    groups = [one for one in facts.data.get("nights") or [] if one["apis"]]
    if not groups:
        return (Text("No question of the sets was asked and graded in this time."),)
    columns = [("API", "text"), ("right", "share"), ("from", "share"), ("to", "share"), ("questions", "count"),
               ("answers", "count"), ("USD", "usd"), ("a tie with", "text")]  # fmt: skip
    return (
        Text("At night an agent answers fixed questions, with one API at a time to search with; each answer is graded "
             "against a reference. Only answers of the same agent, asked in the same way, compare. Where two APIs are "
             "a tie, these questions do not tell them apart. In 95 % intervals whole questions are what varies."),
        *(Figures(group_name(group), Table.of(columns, [
            (one["api"], *figure(one["accuracy"]), one["questions"], one["runs"], one["cost_usd"],
             ", ".join(one["tied_with"]) or None) for one in group["apis"]
        ])) for group in groups),
        _picture(facts, "nights", drawn),
    )  # fmt: skip


def _method(facts: Facts) -> tuple[Block, ...]:
    return (
        Text("At each instant every item's question goes to every API, and again at each offset. The answers are kept "
             "byte for byte. The newest price in an answer is read by fixed rules and compared with the market's own "
             "prices, minute by minute, from sources that must agree. Since a price crosses its own past, one answer "
             "does not tell its age; the ages of many answers together do. Their distribution is the non-parametric "
             "maximum likelihood estimate over all ages that each price may have; docs/method.md of the program "
             "explains it, with tests on simulated and recorded markets whose truth is known."),
        Bullets.of([
            ("market prices from", ", ".join(facts.sources) or "no source"),
            *((name, text) for name, text in facts.versions.items()),
        ]),
        Text("Words of this report:"),
        Bullets.of(WORDS),
    )  # fmt: skip


def _picture(facts: Facts, name: str, drawn: bool) -> Picture:
    chart = CHARTS[name]
    table = chart.table(facts.data)
    svg: dict[tuple[int, bool], str] = {}
    description = chart.title
    for look in (Look(width, dark) for width in (NARROW_PX, WIDE_PX) for dark in (False, True)):
        made = chart.build(facts.data, look, chart.title)
        if isinstance(made, str):
            return Picture(name, chart.title, made, table, made)
        description = str(made["description"])
        if not drawn:
            break
        svg[look.width, look.dark] = render(untitled(made, look)).decode()
    return Picture(name, chart.title, description, table, svg=svg)


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _at(at: str | None) -> str:
    return (at or "?").replace("T", " ").removesuffix("Z")[:16]
