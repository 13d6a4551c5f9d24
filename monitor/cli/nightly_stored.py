"""``monitor nightly results``, ``show`` and ``regrade``: what the nights left, read back and graded anew."""

from typing import Annotated

import typer

from monitor.cli.entry import COULD_NOT
from monitor.cli.options import AsJson, Config, Db

__all__ = ["Sets", "regrade", "results", "show"]

Sets = Annotated[
    list[str] | None,
    typer.Option("--sets", metavar="SET", help="Which sets: names, folders, files, hf:OWNER/NAME. Default: both."),
]


def results(
    night: Annotated[
        list[str] | None, typer.Option("--night", metavar="NAME", help="Of these nights. Default: all.")
    ] = None,
    sets: Annotated[list[str] | None, typer.Option("--sets", metavar="SET", help="Of these question sets.")] = None,
    apis: Annotated[list[str] | None, typer.Option("--apis", "--api", metavar="NAME", help="Of these apis.")] = None,
    areas: Annotated[bool, typer.Option("--areas", help="Show each area of questions too.")] = False,
    history: Annotated[bool, typer.Option("--history", help="Show each night too.")] = False,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Show accuracy, ties, latency and cost by set and api.

    Intervals are of 95 %, clustered by question. Apis that the data cannot tell apart are named as ties.
    """
    from monitor.agent.results import night_figures
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.nightly_tables import check_asked, print_figures
    from monitor.cli.output import print_json
    from monitor.cli.picking import split_names

    settings = settings_for(config, db)
    database = existing_database(settings)
    try:
        found = night_figures(
            database, clock_of(settings).now(), nights=split_names(night or ()) or None,
            sets=split_names(sets or ()) or None, apis=split_names(apis or ()) or None,
        )  # fmt: skip
        if not found["groups"]:
            check_asked(database, {"--night": night, "--sets": sets, "--apis": apis})
    finally:
        database.close()
    if as_json:
        print_json(found)
        return
    print_figures(found, areas=areas, history=history)


def show(
    run: Annotated[int, typer.Argument(metavar="RUN", min=1, max=2**63 - 1, help="The number of a run.")],
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Show one run: question, messages, calls, verdict."""
    from monitor.agent.results import read_run
    from monitor.cli.context import existing_database, settings_for
    from monitor.cli.nightly_tables import print_run
    from monitor.cli.output import print_json, warn

    database = existing_database(settings_for(config, db))
    try:
        found = read_run(database, run)
    finally:
        database.close()
    if found is None:
        warn(f"there is no run {run}: `monitor nightly results` lists nights")
        raise typer.Exit(COULD_NOT)
    if as_json:
        print_json(found)
        return
    print_run(found)


def regrade(
    night: Annotated[
        list[str] | None, typer.Option("--night", metavar="NAME", help="Of these nights. Default: all.")
    ] = None,
    sets: Sets = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Grade stored answers anew.

    With this version's grader and the references as they stand now. Verdicts are added, none is overwritten, and
    nothing is asked.
    """
    from monitor.agent.grading import grade_runs
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import print_json, print_table, say
    from monitor.cli.picking import split_names
    from monitor.daemon.nightly import asked_sets, judge_open, keep_figures
    from monitor.daemon.world import load_world
    from monitor.datasets import QUESTION_SETS

    settings = settings_for(config, db)
    world = load_world(settings)
    database = existing_database(settings)
    try:
        found = grade_runs(
            database, clock_of(settings).now(), nights=split_names(night or ()) or None,
            current=asked_sets(world, split_names(sets or ()) or list(QUESTION_SETS)),
        )  # fmt: skip
        judged = judge_open(world, database, clock_of(settings), nights=split_names(night or ()) or None)
        keep_figures(database, clock_of(settings).now())
    finally:
        database.close()
    if as_json:
        extra = {} if judged is None else {"judged": judged.judged, "open": judged.open, "judge_usd": judged.cost_usd}
        print_json({**found.as_dict(), **extra})
        return
    print_table(
        ("verdict", "runs"), [(name, f"{n:,}") for name, n in found.verdicts.most_common()], right={"runs"},
        empty="there was nothing to grade: every answer has a verdict of this version",
    )  # fmt: skip
    for run_id, before, after in found.changed:
        say(f"run {run_id}: {before}, now {after}")
    if judged is not None and (judged.judged or judged.open):
        say(f"The judge decided {judged.judged}, for {judged.cost_usd:.4f} USD; {len(judged.open)} are still open.")
        for line in judged.open[:10]:
            say(f"  {line}")
    elif found.abstained:
        some = ", ".join(map(str, found.abstained[:10]))
        more = " …" if len(found.abstained) > 10 else ""
        say(f"{len(found.abstained)} left to a person, or to a judge ([judge] in the settings): runs {some}{more}")
