"""Cells and a number of studies enter; what the estimator said of each leaves, over processes, kept as it goes.

Each finished study is a line of the notes beside the results, so a run that is cut off goes on where it stopped, and a
run with more studies adds to an earlier one.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from monitor.datasets import Asset
from monitor.errors import DataError
from monitor.processes import pool

if TYPE_CHECKING:
    from monitor.lag.simulate import World
    from monitor.market.series import Bar

__all__ = ["Notes", "Plan", "cells_of", "load_notes", "notes_of", "recorded_of", "results_of", "run_plan"]

RECORDED = 100
"""Added to a recorded market's place in seeds, to tell it from simulated ones."""
PIECE = 5
"""Studies of one market to a piece of work."""
Rows = dict[str, dict[str, list[float | None]]]


@dataclass(frozen=True)
class Plan:
    """What is to be run: cells as (market, provider), studies a cell, and what a study is made of."""

    cells: tuple[tuple[str, str], ...]
    studies: int
    seed: int = 1
    instants: int = 24
    days: int = 8
    bars: tuple[tuple[str, Path, Asset], ...] = ()
    """Recorded markets in place of simulated ones: name, file of bars, asset."""

    def stamp(self) -> dict[str, Any]:
        """Give what must agree for notes to be continued."""
        from monitor import __version__

        kind = {"recorded": [name for name, _, _ in self.bars]} if self.bars else {"days": self.days}
        return {"version": __version__, "seed": self.seed, "instants": self.instants, **kind}

    def markets(self) -> list[str]:
        """Give the markets, each once."""
        return list(dict.fromkeys(market for market, _ in self.cells))


@dataclass(frozen=True)
class Work:
    """Some studies of one market, with the providers that each still lacks."""

    market: str
    wanted: tuple[tuple[int, tuple[str, ...]], ...]
    plan: Plan

    @property
    def size(self) -> int:
        """Number of studies, a provider each."""
        return sum(len(providers) for _, providers in self.wanted)


@dataclass
class Notes:
    """Rows by (market, provider), by study."""

    rows: dict[tuple[str, str], dict[int, dict[str, list[float | None]]]] = field(default_factory=dict)

    def add(self, market: str, number: int, done: Rows) -> None:
        """Take in one study's rows."""
        for provider, row in done.items():
            self.rows.setdefault((market, provider), {})[number] = row

    def has(self, market: str, provider: str, number: int) -> bool:
        """Tell whether a study is there."""
        return number in self.rows.get((market, provider), {})


def notes_of(out: Path) -> Path:
    """Give the file of notes beside the results."""
    return out.with_suffix(".notes.jsonl")


def load_notes(plan: Plan, file: Path | None) -> Notes:
    """Give what an earlier run of the plan left in `file`; DataError for notes of another version, seed or size."""
    notes = Notes()
    if file is None or not file.exists():
        return notes
    with file.open(encoding="utf-8") as lines:
        try:
            stamp = json.loads(next(lines, "{}"))
        except json.JSONDecodeError:
            stamp = None
        if stamp != plan.stamp():
            raise DataError(f"holds notes of another study: {stamp}", str(file), "delete it, or name another --out")
        for line in lines:
            try:
                market, number, rows = json.loads(line)
            except json.JSONDecodeError:
                continue  # half a line, where a run was cut off; its studies are run again
            notes.add(market, number, rows)
    return notes


def run_plan(plan: Plan, notes: Notes, jobs: int = 1, file: Path | None = None) -> Iterator[int]:
    """Run what `notes` lack and add it to them and to `file`; give the number of studies as each piece ends.

    The first number counts the studies that were there before.
    """
    yield sum(notes.has(m, p, k) for m, p in plan.cells for k in range(plan.studies))
    with ExitStack() as held:
        target: IO[str] | None = None
        if file is not None:
            begun = file.exists()
            target = held.enter_context(file.open("a", encoding="utf-8"))
            # A line feed first: the last line may be half of one.
            target.write("\n" if begun else json.dumps(plan.stamp()) + "\n")
        for work, done in _over(_pieces(plan, notes), jobs):
            for number, rows in done:
                notes.add(work.market, number, rows)
                if target is not None:
                    target.write(json.dumps([work.market, number, rows]) + "\n")
            if target is not None:
                target.flush()
            yield work.size


def results_of(plan: Plan, notes: Notes) -> dict[str, Any]:
    """Give the results as plain values: what was run, each figure of each cell, and all cells together."""
    import numpy
    import scipy

    from monitor.lag.simulate import OFFSETS_S, PROVIDERS
    from monitor.lag.study import pooled, summarise

    figures = []
    for market, provider in plan.cells:
        held = notes.rows.get((market, provider), {})
        rows = [held[k] for k in range(plan.studies) if k in held]
        if rows:
            figures += summarise(market, PROVIDERS[provider], rows)
    return {**plan.stamp(), "studies": plan.studies, "offsets_s": list(OFFSETS_S),
            "numpy": numpy.__version__, "scipy": scipy.__version__,
            "pooled": pooled(figures), "cells": [f.to_json() for f in figures]}


def _pieces(plan: Plan, notes: Notes) -> Iterator[Work]:
    """Give the work that is left, every market in turn, so that all cells grow together."""
    for first in range(0, plan.studies, PIECE):
        for market in plan.markets():
            wanted = []
            for number in range(first, min(first + PIECE, plan.studies)):
                lacking = tuple(p for m, p in plan.cells if m == market and not notes.has(m, p, number))
                if lacking:
                    wanted.append((number, lacking))
            if wanted:
                yield Work(market, tuple(wanted), plan)


def _do(work: Work) -> list[tuple[int, Rows]]:
    from monitor.lag.study import study_rows

    out = []
    for number, providers in work.wanted:
        world, seed = _world(work.plan, work.market, number)
        out.append((number, study_rows(world, providers, seed)))
    return out


def _world(plan: Plan, name: str, number: int) -> tuple["World", list[int]]:
    """Give a study's market, and its seed."""
    import numpy as np

    from monitor.lag.recorded import recorded_world
    from monitor.lag.simulate import MARKETS, make_world

    if plan.bars:
        names = [one for one, _, _ in plan.bars]
        _, file, asset = plan.bars[names.index(name)]
        seed = [plan.seed, RECORDED + names.index(name), number]
        return recorded_world(name, asset, _bars(file), np.random.default_rng(seed), plan.instants), seed
    seed = [plan.seed, list(MARKETS).index(name), number]
    return make_world(MARKETS[name], np.random.default_rng(seed), plan.instants, plan.days), seed


@cache
def _bars(file: Path) -> "tuple[Bar, ...]":
    from monitor.market.sources.bar_files import read_bars

    return read_bars(file)


def _over(pending: Iterable[Work], jobs: int) -> Iterator[tuple[Work, list[tuple[int, Rows]]]]:
    if jobs <= 1:
        for work in pending:
            yield work, _do(work)
        return
    queue = iter(pending)
    with pool(jobs, _one_thread) as processes:
        running = {processes.submit(_do, work): work for work in islice(queue, 2 * jobs)}
        while running:
            ended, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in ended:
                work = running.pop(future)
                for more in islice(queue, 1):
                    running[processes.submit(_do, more)] = more
                yield work, future.result()


def _one_thread() -> None:
    """Keep a process to one thread of linear algebra: the matrices are small, and threads would wait on each other."""
    import os

    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def recorded_of(names: Sequence[str]) -> tuple[tuple[str, Path, Asset], ...]:
    """Give the recorded markets that ``FILE=asset`` names mean; DataError for one that is not so."""
    out = []
    for name in names:
        file, _, asset = name.rpartition("=")
        if asset not in set(Asset) or not Path(file).is_file():
            raise DataError(f"{name!r} is no file of bars with its asset", "--bars",
                            "write it as FILE=" + ", FILE=".join(Asset))
        out.append((Path(file).stem, Path(file), Asset(asset)))
    return tuple(out)


def cells_of(names: Sequence[str], markets: Sequence[str], providers: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Give the cells that `names` mean: ``market``, ``provider`` or ``market/provider``; none means all."""
    out: dict[tuple[str, str], None] = {}
    for name in names or ("",):
        left, slash, right = (part.strip() for part in name.partition("/"))
        if slash:
            pair = ([left] if left in markets else [], [right] if right in providers else [])
        else:
            pair = (list(markets) if left in providers or not left else [m for m in markets if m == left],
                    [left] if left in providers else list(providers))
        found = [(m, p) for m in pair[0] for p in pair[1]]
        if not found:
            raise DataError(f"{name!r} is no cell", "--cells", "markets: " + ", ".join(markets) +
                            "; providers: " + ", ".join(providers) + "; or market/provider")
        out.update(dict.fromkeys(found))
    return tuple(out)
