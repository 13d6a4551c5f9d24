"""``monitor grade``: verdicts, made anew from what is stored, or made of recorded runs."""

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.answers import answers
from monitor.cli.options import AsJson, Config, Db, Since, Until, example

if TYPE_CHECKING:
    from monitor.daemon.world import World
    from monitor.grading.work import Regrade
    from monitor.store.database import Database

__all__ = ["app"]

READERS = ("rules", "llm", "extracted")

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=example("monitor grade live --since 2d"))
app.command(
    epilog=example(
        "monitor grade answers made.jsonl --questions historical-lookup --out verdicts.jsonl",
        "monitor grade answers runs/2026-11-30/results.jsonl --grader both --out verdicts.jsonl",
        "monitor grade answers labelled.jsonl --agreement",
    )
)(answers)


@app.callback()
def grade() -> None:
    """Grade on demand."""


@app.command(epilog=example("monitor grade live --since 2d", "monitor grade live --policy board --json"))
def live(
    since: Since = None,
    until: Until = None,
    policy: Annotated[
        str | None,
        typer.Option("--policy", metavar="NAME", help="strict, board or a TOML file. Default: the settings'."),
    ] = None,
    reader: Annotated[
        str | None,
        typer.Option("--reader", metavar="NAMES", help="Read again first: rules, llm, or both as rules,llm."),
    ] = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Grade stored readings again; by default of the last 7 days.

    Nothing is asked or pulled. Grades are added, never replaced; what changed is shown. Of several readers each one's
    readings are graded. The reader extracted is what imported runs came with: it is graded, and never read again.
    """
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.output import print_json, progress
    from monitor.daemon.jobs import summarise
    from monitor.daemon.world import load_world
    from monitor.grading.policy import load_policy
    from monitor.grading.work import Judging, regrade
    from monitor.market.work import close_sources, shared_sources
    from monitor.reading.items import known_items
    from monitor.store.lease import held

    settings = settings_for(config, db)
    world, now = load_world(settings), clock_of(settings).now()
    names = _readers(reader)
    chosen = load_policy(policy or settings.probing.policy)
    start = moment(since, now, "--since") or now - timedelta(days=7)
    end = moment(until, now, "--until") or now
    database = existing_database(settings)
    try:
        read = sum(_read(database, world, name, now, start) for name in names) if names else None
        with progress("Grading") as bar:
            judging = Judging(
                database, known_items(database, world.by_id), settings.market, shared_sources(settings.market), chosen,
                now, names or (settings.probing.reader,),
            )  # fmt: skip
            report = regrade(judging, since=start, until=end, done=bar.advance)
            if report.classes and chosen.name == settings.probing.policy and not held(database, now):
                # The page shows what was just found; a daemon does it by itself.
                summarise(database, world, now, pause_s=0, done=bar.to)
    finally:
        close_sources()
        database.close()
    said = {"policy": chosen.name, "policy_version": chosen.version, "since": start, "until": end, "read": read}
    if as_json:
        changes = [{"probe": one.probe_id, "before": one.before, "after": one.after} for one in report.changes]
        print_json({**said, **report.as_dict(), "changes": changes})
        return
    _print(report, said)


@app.command(
    epilog=example("monitor grade batch runs/live/2026-11-30 --bars answers --policy board --out graded.jsonl")
)
def batch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A run folder (config.json, raw.jsonl), or many.")],
    bars: Annotated[
        Path, typer.Option("--bars", metavar="BARS", help="Folder of <ticker>.csv, .parquet or JSONL answer keys.")
    ],
    policy: Annotated[str, typer.Option("--policy", metavar="NAME", help="strict, board or a TOML file.")] = "strict",
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="OUT", help="Where to; what it holds is continued. Default: standard output."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes. Default: one a core for big runs, else one.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out; they are counted and listed.")
    ] = False,
) -> None:
    """Grade recorded live results against given bars.

    Gives a line of JSON for each call, in order. A reading that the run holds is used as it is; without one the
    rules read.
    """
    from collections import Counter

    from monitor.cli.batches import Tally, file_size, opened, report, take
    from monitor.cli.output import batch_progress, print_table, warn
    from monitor.grading.policy import load_policy
    from monitor.interop.finsearch import find_runs, load_run, parse_call
    from monitor.interop.grading import GradePiece
    from monitor.interop.keys import load_keys
    from monitor.reading.stream import in_order, jobs_for, lines_done, pieces

    load_policy(policy)
    keys = load_keys(bars)
    runs = [load_run(one) for one in find_runs(folder)]
    paths = [run.raw for run in runs]
    by_path = {str(run.raw): run for run in runs}
    tally, place, after = Tally(), 0, 0
    work = GradePiece(bars, policy, skip_bad, named=len(runs) > 1)
    if out is not None and out.is_file():
        place, after, tally.before = lines_done(
            paths, out, lambda line, where: parse_call(line, where, by_path[where.rpartition(":")[0]]),
            lambda call, row: (call.item.id, call.vendor, call.offset_s)
            == (row.get("id"), row.get("api"), row.get("offset_s")),
            tally.bad, work,
        )  # fmt: skip
    size = sum(map(file_size, paths))
    classes: Counter[str] = Counter()
    without: set[str] = set()

    def see(row: dict[str, Any]) -> None:
        classes.update([str(row["class"])])
        if row["class"] == "no_reference":
            without.add(str(row["ticker"]))

    with (
        opened(out, more=tally.before > 0) as target,
        batch_progress(f"Grading {folder.name}", size, lines=out is None) as bar,
    ):
        found = (
            piece for at, path in enumerate(paths) if at >= place for piece in pieces(path, after if at == place else 0)
        )
        for done in in_order(work, found, jobs_for(jobs, size)):
            take(done, target, tally, bar, see)
    report(tally, "graded calls", out)
    if unknown := sorted(ticker for ticker in without if not keys.know(ticker)):
        names = ", ".join(unknown[:8]) + (f" and {len(unknown) - 8} more" if len(unknown) > 8 else "")
        warn(f"{bars} has no bars of {names}: their calls are graded no_reference (a file is named <ticker>.csv, "
             "with / written as -)")  # fmt: skip
    if out is not None:
        total = sum(classes.values())
        print_table(
            ("class", "calls", "share"),
            [(name, f"{n:,}", f"{100 * n / total:.1f} %") for name, n in classes.most_common()],
            right={"calls", "share"},
            empty="there was nothing more to grade",
        )


def _readers(text: str | None) -> tuple[str, ...]:
    """Give the readers that were named, each once; none where none was."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(","))) if text is not None else ()
    if wrong := [name for name in names if name not in READERS]:
        raise typer.BadParameter(f"{wrong[0]!r} is not one of {', '.join(READERS)}", param_hint="--reader")
    return names


def _read(database: "Database", world: "World", reader: str, now: Any, since: Any) -> int:
    from monitor.reading.rules import RulesReader
    from monitor.reading.work import read_pending

    if reader == "extracted":
        return 0
    if reader == "llm":
        from monitor.cli.model import model_reader
        from monitor.cli.output import progress, warn
        from monitor.reading.both import read_pending_by_model

        with model_reader(world.settings) as model, progress("Reading with the model") as bar:
            report = read_pending_by_model(
                database, world.by_id, world.apis, model, now, since=since, most=1_000_000, done=bar.advance
            )
        for line in (*report.faults, *([report.stopped] if report.stopped else [])):
            warn(line)
        return report.read
    return read_pending(database, world.by_id, world.apis, RulesReader(), now).read


def _print(report: "Regrade", said: dict[str, Any]) -> None:
    from collections import Counter

    from monitor.cli.output import iso, print_table, say

    total = sum(report.classes.values())
    print_table(
        ("class", "probes", "share"),
        [(name, f"{n:,}", f"{100 * n / total:.1f} %") for name, n in report.classes.most_common()],
        right={"probes", "share"},
        empty="there was nothing to grade",
    )
    say()
    kinds = Counter((one.before, one.after) for one in report.changes)
    for (before, after), n in kinds.most_common():
        first = next(one.probe_id for one in report.changes if (one.before, one.after) == (before, after))
        say(f"changed: {n:,} from {before} to {after} (`monitor show {first}` is one)")
    waiting = f", {report.waiting:,} wait for final bars" if report.waiting else ""
    again = f", {said['read']:,} responses read anew" if said["read"] is not None else ""
    say(f"{total:,} probes from {iso(said['since'])} to {iso(said['until'])} graded under {said['policy']} "
        f"{said['policy_version']}{again}{waiting}.")  # fmt: skip
