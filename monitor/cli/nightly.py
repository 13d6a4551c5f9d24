"""``monitor nightly``: the question sets now; beside it the commands on what is stored, and other tools' files."""

from typing import TYPE_CHECKING, Annotated

import typer

from monitor.cli import nightly_files, nightly_stored
from monitor.cli.entry import DONE, FINDING
from monitor.cli.nightly_stored import Sets
from monitor.cli.options import AsJson, Config, Db, example

if TYPE_CHECKING:
    from monitor.agent.estimate import NightCost
    from monitor.config import Settings
    from monitor.daemon.nightly import Night
    from monitor.daemon.world import World
    from monitor.store.tables import Run

__all__ = ["app"]

app = typer.Typer(add_completion=False, rich_markup_mode=None, help="Ask the question sets; see what came of it.")

Apis = Annotated[list[str] | None, typer.Option("--apis", "--api", metavar="NAME", help="Of which apis. Default: all.")]
Night_ = Annotated[
    str | None, typer.Option("--night", metavar="NAME", help="Which night: its UTC date, or a name of your own.")
]


@app.callback(
    invoke_without_command=True,
    epilog=example(
        "monitor nightly",
        "monitor nightly --now",
        "monitor nightly --now --sets historical-lookup --apis all --limit 3",
    ),
)
def nightly(
    context: typer.Context,
    now: Annotated[bool, typer.Option("--now", help="Ask; without it, only say what would be asked.")] = False,
    sets: Sets = None,
    apis: Apis = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="The first so many questions of each set.")
    ] = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, max=100, help="How often each question is asked.")] = 3,
    night: Night_ = None,
    yes: Annotated[bool, typer.Option("--yes", help="Start although it may cost more than the day's budget.")] = False,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Ask the question sets now, through one agent.

    A night is a UTC date (or --night NAME); what is done already is not asked again, so the same command goes on where
    it was stopped. Without a model key a baseline answers. Exit status 1 when a fault of ours left something out.
    """
    if context.invoked_subcommand is not None:
        return
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json
    from monitor.cli.picking import pick_apis, split_names
    from monitor.daemon.nightly import Night, asked_sets, night_name
    from monitor.daemon.world import load_world
    from monitor.datasets import QUESTION_SETS

    settings = settings_for(config, db)
    world = load_world(settings)
    chosen = {api.name: api for api in pick_apis(world.usable, world.apis, apis or ())}
    asked = asked_sets(world, split_names(sets or ()) or list(QUESTION_SETS), limit)
    name = night or night_name(clock_of(settings).now())
    plan = Night(name, asked, chosen, repeats)
    cost = plan.cost
    if not now:
        if as_json:
            print_json({"night": name, **cost.as_dict()})
            return
        _print_cost(cost)
        _say_end(settings, cost)
        return
    _check_budget(settings, cost, yes)
    raise typer.Exit(_ask(world, plan, cost, as_json=as_json))


def _check_budget(settings: "Settings", cost: "NightCost", yes: bool) -> None:
    from monitor.errors import ConfigError

    limit = settings.budget.usd_per_day
    if cost.total_usd > limit and not yes:
        raise ConfigError(
            f"this night may come to {cost.total_usd:.2f} USD, the day's budget is {limit:.2f}",
            "budget.usd_per_day",
            "ask less (--apis, --limit, --repeats), raise it, or start with --yes: the budget holds either way",
        )


def _ask(world: "World", plan: "Night", cost: "NightCost", *, as_json: bool) -> int:
    from monitor.agent.results import night_figures
    from monitor.cli.context import clock_of
    from monitor.cli.nightly_tables import print_figures
    from monitor.cli.output import print_json, progress, say
    from monitor.daemon.nightly import make_night
    from monitor.daemon.world import database_path
    from monitor.store.database import open_database

    clock = clock_of(world.settings)
    database = open_database(database_path(world.settings))
    try:
        if not as_json:
            _say_who(cost)
        with progress(f"Night {plan.name}", cost.runs) as bar:

            def done(run: "Run") -> None:
                bar.advance()
                if not as_json:
                    say(_line(run))

            report = make_night(world, database, clock, plan, done=done)
        found = night_figures(database, clock.now(), nights=[plan.name])
    finally:
        database.close()
    ours = sum(n for group in found["groups"] for row in group["apis"] for n in row["left_out"].values())
    if as_json:
        print_json({"night": plan.name, **report.as_dict(), "figures": found})
        return FINDING if ours else DONE
    if not report.states:
        say(f"Everything of the night {plan.name} is done already; --night NAME starts another.")
    say()
    print_figures(found)
    return FINDING if ours else DONE


def _line(run: "Run") -> str:
    from shutil import get_terminal_size

    from monitor.cli.output import clean, money

    took = f"{(run.latency_ms or 0) / 1000:.1f} s"
    head = f"{run.id:>5} {run.api:<16.16} {run.question_id:<10.10} {run.repeat + 1} {took:>7}"
    head += f" {money(run.cost_usd):>7}  "
    said = run.answer or run.finish if run.state == "answered" else f"{run.error_class or run.state}: {run.reason}"
    said, room = clean(said), max(24, get_terminal_size((80, 24)).columns - len(head) - 1)
    return head + (said if len(said) <= room else said[: room - 1] + "…")


def _say_who(cost: "NightCost") -> None:
    from monitor.cli.output import say

    for name, agent in cost.agents.items():
        why = cost.baseline.get(name)
        say(f"{name}: answered by " + (f"the baseline, {agent}: {why}." if why else f"{agent}."))
        if name in cost.without_pages:
            say(f"{name}: not asked of {', '.join(cost.without_pages[name])}, which cannot read pages.")


def _print_cost(cost: "NightCost") -> None:
    from monitor.cli.output import money, print_table, say

    _say_who(cost)
    say()
    print_table(
        ("api", "calls", "USD"),
        [(name, f"{cost.calls[name]:,}", money(cost.usd[name])) for name in cost.calls],
        right={"calls", "USD"},
        empty="no api is asked: set a key, or enable one (see `monitor apis`)",
    )
    say()


def _say_end(settings: "Settings", cost: "NightCost") -> None:
    from monitor.cli.output import say

    models = f" and about {cost.model_usd:.2f} for the models" if cost.model_usd else ""
    what = "searches and pages" if any("fetch" in agent for agent in cost.agents.values()) else "searches"
    say(f"{cost.runs:,} runs; at most {sum(cost.usd.values()):.2f} USD of {what}{models}. "
        f"Budget: {settings.budget.usd_per_day:.2f} USD a day.")  # fmt: skip
    say("Nothing was asked: --now does.")


for _command, _examples in (
    (nightly_stored.results, ("monitor nightly results", "monitor nightly results --night 2026-11-30 --json")),
    (nightly_stored.show, ("monitor nightly show 123", "monitor nightly show 123 --json | jq .messages")),
    (nightly_stored.regrade, ("monitor nightly regrade", "monitor nightly regrade --night 2026-11-30")),
):
    app.command(epilog=example(*_examples))(_command)
app.command(name="export", epilog=example("monitor nightly export runs/2026-11-30 --night 2026-11-30"))(
    nightly_files.export_
)
app.command(name="import", epilog=example("monitor nightly import runs/20261130-0230 --night board"))(
    nightly_files.import_
)
