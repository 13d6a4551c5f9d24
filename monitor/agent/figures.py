"""Runs with their verdicts enter; the figures of the question sets leave as plain values: by set, agent, api and area.

Runs of the baseline and of models, of different models, of different modes, and of different versions of a prompt stand
in groups of their own and are never ranked together. Failures of ours are left out and counted; an answer that never
came for the api's fault, like a blank one, is not attempted and counts. A question asked once is a run: costs are of
runs that count, and `cost_usd` is of all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from monitor.agent.accuracy import accuracy_of
from monitor.agent.compare import compare

__all__ = ["RunFact", "figures"]


@dataclass(frozen=True, slots=True)
class RunFact:
    """One run that has ended, as far as figures need it."""

    question_set: str
    question_id: str
    area: str
    api: str
    night: str
    repeat: int
    agent: str
    baseline: bool
    version: str
    verdict: str
    """correct, incorrect or not_attempted; abstain or nothing where no grader has decided."""
    left_out: str = ""
    """Why the run tells nothing about the api: local, account, rate_limit, model, budget, interrupted."""
    mode: str = "search"
    searches: int = 0
    fetches: int = 0
    denied: int = 0
    latency_ms: float | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0

    @property
    def counts(self) -> bool:
        """Tell whether the run is part of an accuracy."""
        return not self.left_out and self.verdict in ("correct", "incorrect", "not_attempted")


def figures(facts: Iterable[RunFact]) -> list[dict[str, Any]]:
    """Give a group of figures for each question set, agent and mode, in the order of their names; models come first."""
    groups: dict[tuple[str, bool, str, str, str], list[RunFact]] = {}
    for fact in facts:
        key = (fact.question_set, fact.baseline, fact.agent, fact.mode, fact.version)
        groups.setdefault(key, []).append(fact)
    return [_group(key, groups[key]) for key in sorted(groups)]


def _group(key: tuple[str, bool, str, str, str], facts: Sequence[RunFact]) -> dict[str, Any]:
    name, baseline, agent, mode, version = key
    by_api = _by(facts, "api")
    rows = [_api(api, some) for api, some in by_api.items()]
    rows.sort(key=lambda row: (-(row["accuracy"]["est"] if row["accuracy"]["est"] is not None else -1.0), row["api"]))
    pairs = compare({row["api"]: _verdicts(by_api[row["api"]]) for row in rows if row["runs"]})
    for row in rows:
        ties = [{one.a, one.b} - {row["api"]} for one in pairs if one.tie and row["api"] in (one.a, one.b)]
        row["tied_with"] = sorted(name for tie in ties for name in tie)
    return {
        "question_set": name,
        "agent": agent,
        "baseline": baseline,
        "mode": mode,
        "version": version,
        "nights": sorted({fact.night for fact in facts}),
        "apis": rows,
        "comparisons": [one.as_dict() for one in pairs],
        "history": [
            {"night": night, "api": api, **accuracy_of(_verdicts(of_api)).as_dict()}
            for night, some in sorted(_by(facts, "night").items())
            for api, of_api in _by(some, "api").items()
        ],
    }


def _api(api: str, facts: Sequence[RunFact]) -> dict[str, Any]:
    counted = [fact for fact in facts if fact.counts]
    correct = sum(fact.verdict == "correct" for fact in counted)
    cost = sum(fact.cost_usd for fact in counted)
    passed = [fact.latency_ms for fact in counted if fact.latency_ms is not None]
    return {
        "api": api,
        **accuracy_of(_verdicts(facts)).as_dict(),
        "verdicts": dict(Counter(fact.verdict for fact in counted)),
        "ungraded": sum(not fact.left_out and not fact.counts for fact in facts),
        "left_out": dict(Counter(fact.left_out for fact in facts if fact.left_out)),
        "searches": _mean([fact.searches for fact in counted]),
        "fetches": _mean([fact.fetches for fact in counted]),
        "denied": sum(fact.denied for fact in counted),
        "latency_p50_ms": _quantile(passed, 0.5),
        "latency_p95_ms": _quantile(passed, 0.95),
        "input_tokens": _mean([fact.input_tokens for fact in counted]),
        "output_tokens": _mean([fact.output_tokens for fact in counted]),
        "cost_usd": round(sum(fact.cost_usd for fact in facts), 6),
        "cost_per_question_usd": round(cost / len(counted), 6) if counted else None,
        "cost_per_correct_usd": round(cost / correct, 6) if correct else None,
        "areas": [
            {"area": area, **accuracy_of(_verdicts(some)).as_dict()}
            for area, some in sorted(_by(facts, "area").items())
        ],
    }


def _verdicts(facts: Iterable[RunFact]) -> dict[str, dict[str, bool]]:
    found: dict[str, dict[str, bool]] = {}
    for fact in facts:
        if fact.counts:
            found.setdefault(fact.question_id, {})[f"{fact.night} {fact.repeat}"] = fact.verdict == "correct"
    return found


def _by(facts: Iterable[RunFact], name: str) -> Mapping[str, list[RunFact]]:
    found: dict[str, list[RunFact]] = {}
    for fact in facts:
        found.setdefault(getattr(fact, name), []).append(fact)
    return found


def _mean(values: Sequence[float]) -> float | None:
    return round(float(np.mean(values)), 3) if values else None


def _quantile(values: Sequence[float], q: float) -> float | None:
    return round(float(np.quantile(values, q)), 1) if values else None
