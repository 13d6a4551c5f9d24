"""The judge `llm` as commands use it: opened from the settings, and a file of answers judged with it."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monitor.cli.batches import Tally
    from monitor.cli.output import BatchBar
    from monitor.config import Settings
    from monitor.datasets import Question
    from monitor.grading.verdicts.both import Triple
    from monitor.grading.verdicts.judge import Judge
    from monitor.grading.verdicts.rows import AnswerRow

__all__ = ["judge_file", "model_judge"]


@contextmanager
def model_judge(settings: "Settings") -> Iterator["Judge"]:
    """Give the judge that the settings name; what it was paid for is kept beside the database."""
    from monitor.cli.context import clock_of
    from monitor.daemon.world import database_path
    from monitor.environment import environment
    from monitor.grading.verdicts.judge import Judge
    from monitor.reading.paid import Paid

    paid = Paid(database_path(settings).with_suffix(".judged.sqlite"))
    try:
        yield Judge(settings.judge, environment(settings), paid, clock_of(settings))
    finally:
        paid.close()


def judge_file(
    settings: "Settings", file: Path, after: int, questions: "Mapping[str, Question]", target: IO[str], tally: "Tally",
    bar: "BatchBar", see: Callable[[dict[str, Any]], None], *, everything: bool, by_rules: bool, skip_bad: bool,
) -> "list[Triple]":  # fmt: skip
    """Grade the lines of a file beyond the first `after` with rules and judge; gives each one's verdicts."""
    from monitor.cli.batches import parsed, write_each
    from monitor.cli.output import warn
    from monitor.grading.verdicts.both import JudgeReport, judged_rows
    from monitor.grading.verdicts.rows import parse_answer

    report = JudgeReport()

    def parse(line: str, where: str) -> "AnswerRow":
        return parse_answer(line, where, questions)

    rows = parsed(file, after, parse, tally, bar, skip_bad=skip_bad)
    with model_judge(settings) as judge:
        try:
            lines = judged_rows(rows, judge, report, everything=everything, by_rules=by_rules)
            asyncio.run(write_each(lines, target, tally, bar, see))
        finally:
            for line in report.ungraded:
                warn(f"ungraded: {line}")
            warn(
                f"{report.judged} answers judged by {settings.judge.model} ({report.again} paid for before),"
                f" {len(report.ungraded)} left ungraded, {report.input_tokens:,} tokens in,"
                f" {report.output_tokens:,} out, {report.cost_usd:.4f} USD"
            )
    return report.verdicts
