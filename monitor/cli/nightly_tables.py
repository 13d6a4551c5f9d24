"""How figures of the question sets, and one run, are printed."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from monitor.cli.output import iso, money, number, print_facts, print_table, say
from monitor.web.messages import spoken

if TYPE_CHECKING:
    from monitor.store.database import Database

__all__ = ["check_asked", "print_figures", "print_run"]

FETCH = "search+fetch"
"""The mode in which pages were read too."""

SHOWN = 600
"""Characters of a message that are printed; ``--json`` has them all."""


def check_asked(database: "Database", named: Mapping[str, Sequence[str] | None]) -> None:
    """Raise ConfigError for the first name of a night, set or api (by option) that no run is of."""
    from sqlmodel import select

    from monitor.cli.picking import check_name, split_names
    from monitor.store.tables import Run

    with database.read() as session:
        runs = session.exec(select(Run.night, Run.question_set, Run.api).distinct()).all()
    for place, (option, words) in enumerate(named.items() if runs else ()):
        for word in split_names(words or ()):
            check_name(word, sorted({row[place] for row in runs}), "run of", option)


def print_figures(found: dict[str, Any], *, areas: bool = False, history: bool = False) -> None:
    """Print each group of figures: a table by api, what cannot be told apart, what was left out."""
    if not found["groups"]:
        say("No run of these has ended yet: `monitor nightly --now` asks.")
    for n, group in enumerate(found["groups"]):
        if n:
            say()
        nights = group["nights"]
        span = nights[0] if len(nights) == 1 else f"{len(nights)} nights, {nights[0]} to {nights[-1]}"
        told = f"{group['agent']}, {group['version']}, {group['mode']}"
        who = f"baseline {group['agent']}, no model, {group['mode']}" if group["baseline"] else told
        say(f"{group['question_set']} ({who}; {span})")
        used = ("searches", "pages") if group["mode"] == FETCH else ("searches",)
        columns = ("right", "95 %", "questions", "runs", "flips", *used, "p50 s", "p95 s", "USD/right")
        print_table(
            ("api", *columns), [_row(row, pages="pages" in used) for row in group["apis"]], right=set(columns)
        )
        _print_notes(group)
        if areas:
            _print_split(group, "area", [(row["api"], one) for row in group["apis"] for one in row["areas"]])
        if history:
            _print_split(group, "night", [(one["api"], one) for one in group["history"]])


def _row(row: dict[str, Any], *, pages: bool) -> tuple[object, ...]:
    each = row["cost_per_correct_usd"]
    return (
        row["api"], _percent(row["accuracy"]["est"]), _span(row["accuracy"]), row["questions"], row["runs"],
        _percent(row["flip_rate"]), number(row["searches"], 1),
        *((number(row["fetches"], 1),) if pages else ()), _seconds(row["latency_p50_ms"]),
        _seconds(row["latency_p95_ms"]), "-" if each is None else money(each),
    )  # fmt: skip


def _print_notes(group: dict[str, Any]) -> None:
    apart = [one for one in group["comparisons"] if not one["tie"]]
    for one in apart:
        better, worse = (one["a"], one["b"]) if one["difference"]["est"] > 0 else (one["b"], one["a"])
        say(f"{better} is right more often than {worse}: by {100 * abs(one['difference']['est']):.0f} points.")
    ties = [one for one in group["comparisons"] if one["tie"]]
    for one in ties[:5]:
        needed = one["needed_questions"]
        on = f"{one['questions']} question{'' if one['questions'] == 1 else 's'}"
        more = f"; about {needed:,} questions would tell" if needed else ""
        say(f"{one['a']} and {one['b']}: a tie on {on}{more}.")
    if len(ties) > 5:
        say(f"{len(ties) - 5} further pairs are ties (--json has them).")
    for row in group["apis"]:
        out = [f"{n} {why}" for why, n in row["left_out"].items()]
        out += [f"{row['ungraded']} not graded yet"] if row["ungraded"] else []
        if out:
            say(f"{row['api']}: left out {', '.join(out)}.")


def _print_split(group: dict[str, Any], name: str, rows: list[tuple[str, dict[str, Any]]]) -> None:
    say()
    print_table(
        ("api", name, "right", "95 %", "questions"),
        [
            (api, one[name], _percent(one["accuracy"]["est"]), _span(one["accuracy"]), one["questions"])
            for api, one in rows
        ],
        right={"right", "95 %", "questions"},
    )


def print_run(found: dict[str, Any]) -> None:
    """Print one run so that a person can follow it from the question to the verdict."""
    run, asked = found["run"], found["question"]
    state = run["state"] if run["state"] != "answered" else run["finish"]
    verdicts = found["verdicts"]
    which = f"{run['question_set']} {run['question_id']}, repeat {run['repeat'] + 1}, night {run['night']}"
    reads = run["mode"] == FETCH
    read = f"pages {money(run['fetch_usd'])}, " if reads else ""
    paid = f"searches {money(run['search_usd'])}, {read}model {money(run['model_usd'])}"
    print_facts(
        [
            ("run", f"{run['id']}: {which}"),
            ("api", run["api"]),
            ("agent", f"{run['agent']} ({'baseline' if run['baseline'] else run['prompt_version']})"),
            ("mode", run["mode"]),
            ("question", asked["question"]),
            ("reference", asked["answer"]),
            ("tolerance", asked["tolerance"] or None),
            ("ended", f"{state}{': ' + run['reason'] if run['reason'] else ''}"),
            ("answer", run["answer"] or None),
            ("verdict", found["verdict"] or "not graded"),
            *((one["grader"], f"{one['verdict']} ({one['version']}): {one['reason']}") for one in verdicts),
            ("searches", f"{run['searches']} of {run['max_searches']}, {run['denied']} denied"),
            ("pages", f"{run['fetches']} of {run['max_fetches']}" if reads else None),
            ("tokens", f"{run['input_tokens']:,} in, {run['output_tokens']:,} out" if not run["baseline"] else None),
            ("cost", f"{money(run['cost_usd'])} USD: {paid}"),
        ]
    )
    say()
    print_table(
        ("call", "of", "try", "state", "sent (UTC)", "ms", "hits", "USD", "what"),
        [
            (one["kind"], one["seq"], one["attempt"] + 1, one["state"], iso(one["sent_at"]),
             number(one["latency_ms"], 0), one["hits"] if one["kind"] != "model" else "", money(one["cost_usd"]),
             (one["query"] or one["reason"] or "")[:60])
            for one in found["calls"]
        ],
        right={"of", "try", "ms", "hits", "USD"}, empty="no calls",
    )  # fmt: skip
    for who, text in spoken(found["messages"]):
        say()
        say(f"-- {who}")
        for line in (text if len(text) <= SHOWN else text[:SHOWN] + " …").splitlines():
            say(line)


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.0f} %"


def _span(share: dict[str, float | None]) -> str:
    return "-" if share["lo"] is None or share["hi"] is None else f"{100 * share['lo']:.0f}-{100 * share['hi']:.0f}"


def _seconds(value: float | None) -> str:
    return "-" if value is None else f"{value / 1000:.1f}"
