"""Simulated nights whose true accuracies are known: how often the intervals cover them, and what comparisons say. Pure.

    python -m monitor.agent.study --nights 1000 --seed 1

prints the table that is kept under docs/results.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from monitor import __version__
from monitor.agent.accuracy import accuracy_of
from monitor.agent.compare import compare

__all__ = ["coverage", "main", "simulated", "telling"]

APIS = {"a60": 0.60, "b70": 0.70, "c72": 0.72, "d80": 0.80}
"""True accuracies of the simulated apis."""

CASES = [
    {"questions": questions, "likeness": likeness, "accuracies": list(accuracies)}
    for questions in (5, 10, 15, 50, 200)
    for likeness in (0.0, 0.5, 0.9)
    for accuracies in ((0.6, 0.7, 0.72, 0.8),)
] + [{"questions": 200, "likeness": 0.7, "accuracies": [0.05, 0.95]}]


def simulated(
    rng: np.random.Generator, accuracies: Mapping[str, float], questions: int, repeats: int, likeness: float
) -> dict[str, dict[str, dict[str, bool]]]:
    """Give verdicts of one night by api: each question has a chance of its own with every api, drawn from a beta law.

    `likeness` is the intraclass correlation of its repeats: 0 where they are independent, towards 1 where they agree.
    """
    found: dict[str, dict[str, dict[str, bool]]] = {}
    for api, p in accuracies.items():
        chances = np.full(questions, p)
        if likeness > 0:
            size = 1 / likeness - 1
            chances = rng.beta(p * size, (1 - p) * size, questions)
        right = rng.random((questions, repeats)) < chances[:, None]
        found[api] = {f"q{n}": {str(m): bool(right[n, m]) for m in range(repeats)} for n in range(questions)}
    return found


def coverage(
    nights: int, seed: int, accuracies: Sequence[float], questions: int, likeness: float, repeats: int = 3
) -> dict[str, Any]:
    """Give how often the interval of an accuracy held the truth, over all nights and apis, and its mean width."""
    rng = np.random.default_rng([seed, questions, int(likeness * 100)])
    named = {f"api{n}": p for n, p in enumerate(accuracies)}
    held, widths = [], []
    for _ in range(nights):
        for api, verdicts in simulated(rng, named, questions, repeats, likeness).items():
            share = accuracy_of(verdicts).share
            assert share.lo is not None
            assert share.hi is not None
            held.append(share.lo <= named[api] <= share.hi)
            widths.append(share.hi - share.lo)
    return {
        "questions": questions, "repeats": repeats, "likeness": likeness, "accuracies": list(accuracies),
        "intervals": len(held), "covered": round(float(np.mean(held)), 4),
        "mean_width": round(float(np.mean(widths)), 4),
    }  # fmt: skip


def telling(nights: int, seed: int, questions: int = 200, likeness: float = 0.7, repeats: int = 3) -> dict[str, Any]:
    """Give how often each pair of apis was told apart, in the right order, and in the wrong one."""
    rng = np.random.default_rng([seed, questions])
    apart: dict[str, list[int]] = {}
    for _ in range(nights):
        for pair in compare(simulated(rng, APIS, questions, repeats, likeness)):
            order = 0 if pair.tie else 1 if (pair.difference.est or 0) * (APIS[pair.a] - APIS[pair.b]) > 0 else -1
            apart.setdefault(f"{APIS[pair.a]:.2f} and {APIS[pair.b]:.2f}", []).append(order)
    return {
        "questions": questions, "repeats": repeats, "likeness": likeness, "nights": nights,
        "pairs": {
            name: {"told_apart": orders.count(1) / nights, "wrong_order": orders.count(-1) / nights,
                   "tie": orders.count(0) / nights}
            for name, orders in apart.items()
        },
    }  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run the study and print it as JSON."""
    parser = argparse.ArgumentParser(description="Coverage of the accuracy intervals on simulated nights.")
    parser.add_argument("--nights", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    rows = [coverage(given.nights, given.seed, **case) for case in CASES]  # type: ignore[arg-type]
    told = telling(min(given.nights, 1000), given.seed)
    print(json.dumps({"version": __version__, "seed": given.seed, "nights": given.nights, "coverage": rows,
                      "comparisons": told}, indent=2))  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
