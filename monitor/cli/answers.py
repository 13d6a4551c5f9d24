"""``monitor grade answers``: verdicts on candidate answers, by rules, by a model that judges, or by both."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson, Config

if TYPE_CHECKING:
    from monitor.grading.verdicts.both import Triple

__all__ = ["answers"]


def answers(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="JSONL: case_id, candidate, question, answer; or results.jsonl.")
    ],
    questions: Annotated[
        str | None,
        typer.Option("--questions", metavar="Q", help="Set, file or folder to look questions up in, by id."),
    ] = None,
    grader: Annotated[
        str, typer.Option("--grader", metavar="NAME", help="rules, llm, or both: the model decides what rules leave.")
    ] = "rules",
    agreement: Annotated[
        bool, typer.Option("--agreement", help="Show how far graders and people's labels agree, instead of the lines.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="OUT", help="Where to; what it holds is continued. Default: standard output."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, help="Processes. Default: one a core for a big file, else one.")
    ] = None,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave bad lines out; they are counted and listed.")
    ] = False,
    as_json: AsJson = False,
    config: Config = None,
) -> None:
    """Grade candidate answers against reference answers.

    Gives a line of JSON for each, in the same order. Verdicts are correct, incorrect, not_attempted, or abstain where
    the grader is not sure. Run again, it goes on where OUT ends.
    """
    from collections import Counter

    from monitor.cli.batches import Tally, file_size, opened, report, take
    from monitor.cli.context import settings_for
    from monitor.cli.judging import judge_file
    from monitor.cli.output import batch_progress
    from monitor.datasets import load_questions
    from monitor.grading.verdicts.batch import GRADERS, AnswersPiece, continues
    from monitor.grading.verdicts.rows import parse_answer
    from monitor.reading.stream import in_order, jobs_for, lines_done, pieces

    if grader not in GRADERS:
        raise typer.BadParameter(f"{grader!r} is not one of {', '.join(GRADERS)}", param_hint="--grader")
    if agreement and out is not None:
        raise typer.BadParameter("shows figures and writes no lines: leave --out away", param_hint="--agreement")
    settings = settings_for(config)
    known = {} if questions is None else {one.id: one for one in load_questions(questions, settings.data)}
    size = file_size(file)
    tally, after, work = Tally(), 0, AnswersPiece(known, skip_bad)
    if out is not None and out.is_file():
        _, after, tally.before = lines_done(
            [file], out, lambda line, where: parse_answer(line, where, known),
            lambda row, written: continues(row, written, grader), tally.bad, work if grader == "rules" else None,
        )  # fmt: skip
    counts: Counter[str] = Counter()
    triples: list[Triple] = []

    def see(row: dict[str, Any]) -> None:
        counts[str(row["verdict"])] += 1
        if agreement:
            triples.append(_labelled(row))

    with (
        _target(out, agreement, tally.before > 0, opened) as target,
        batch_progress(f"Grading {file.name}", size, lines=out is None and not agreement) as bar,
    ):
        if grader == "rules":
            for done in in_order(work, pieces(file, after), jobs_for(jobs, size)):
                take(done, target, tally, bar, see)
        else:
            triples = judge_file(
                settings, file, after, known, target, tally, bar, see,
                everything=agreement, by_rules=grader == "both", skip_bad=skip_bad,
            )  # fmt: skip
    report(tally, "verdicts", out)
    if agreement:
        _print_agreement(triples, judged=grader != "rules", as_json=as_json)
    elif out is not None:
        _print_counts(counts, as_json=as_json)


def _target(out: Path | None, agreement: bool, more: bool, opened: Any) -> Any:
    """Give where lines go: nowhere where only the agreement is wanted."""
    if not agreement:
        return opened(out, more=more)
    import os
    from contextlib import closing

    return closing(Path(os.devnull).open("w", encoding="utf-8"))


def _labelled(row: dict[str, Any]) -> "Triple":
    from monitor.grading.verdicts.types import Verdict

    label = row.get("label", row.get("expected"))
    return Verdict(row["verdict"]), None, Verdict(label) if label in set(Verdict) else None


def _print_counts(counts: Any, *, as_json: bool) -> None:
    from monitor.cli.output import print_json, print_table

    if as_json:
        print_json(dict(counts))
        return
    total = sum(counts.values())
    print_table(
        ("verdict", "answers", "share"),
        [(name, f"{n:,}", f"{100 * n / total:.1f} %") for name, n in counts.most_common()],
        right={"answers", "share"},
        empty="there was nothing more to grade",
    )


def _print_agreement(triples: "list[Triple]", *, judged: bool, as_json: bool) -> None:
    from monitor.cli.output import print_json, print_table, say
    from monitor.grading.verdicts.agreement import SIDES, agreement

    sides = {"rules": 0, "llm": 1, "labels": 2}
    wanted = [("rules", "labels"), *([("llm", "labels"), ("rules", "llm")] if judged else [])]
    found = {
        (one, two): agreement((triple[sides[one]], triple[sides[two]]) for triple in triples) for one, two in wanted
    }
    if as_json:
        print_json([{"between": [one, two], **each.as_dict()} for (one, two), each in found.items()])
        return
    print_table(
        ("between", "answers", "left open", "agree", "kappa"),
        [
            (f"{one} and {two}", f"{each.decided:,}", f"{each.open:,}", _share(each.raw), _plain(each.kappa))
            for (one, two), each in found.items()
        ],
        right={"answers", "left open", "agree", "kappa"},
        empty="there was nothing to compare",
    )
    for (one, two), each in found.items():
        if each.decided:
            say()
            print_table(
                (f"{one} \\ {two}", *(side.value for side in SIDES)),
                [(row.value, *(f"{each.pairs[row, column]:,}" for column in SIDES)) for row in SIDES],
                right={side.value for side in SIDES},
            )


def _share(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
