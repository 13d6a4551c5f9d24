"""APIs compared from what the store holds: the probes that were asked of two or more of them alike."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.lag.compare import LEVEL, Answer, Pairing, compare, scores
from monitor.lag.estimate import estimate_lag
from monitor.lag.groups import lag_probe, load_timelines
from monitor.lag.heading import headed
from monitor.lag.matrix import make_matrix
from monitor.lag.references import References
from monitor.lag.rows import Asked, Row, load_rows
from monitor.lag.timeline import Timeline
from monitor.lag.types import LagProbe
from monitor.store.database import Database

__all__ = ["compare_apis", "compare_assets"]


def compare_apis(
    database: Database,
    apis: Sequence[str],
    *,
    since: datetime,
    until: datetime,
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
    market: MarketSettings | None = None,
    items: Mapping[str, Item] | None = None,
) -> dict[str, Any]:
    """Give each API's lag on the questions that it shares with another, every pair's difference, and a sentence."""
    market = market or MarketSettings()
    alike = _alike(database, apis, Asked(since, until, reader, policy), now, market, items or {})
    pairs = compare(alike.answers)
    figures = []
    for name in apis:
        of = estimate_lag([one for _, one in alike.dated[name]], alike.timelines, market.lookback_h * 3600)
        scored = sum(one.score is not None for one in alike.answers[name].values())
        figures.append({"api": name, "shared": len(alike.answers[name]), "dated": scored,
                        "median_s": of.median_s.to_json(), "p90_s": of.p90_s.to_json(),
                        "share_within": {str(k): v.to_json() for k, v in of.share_within.items()}})  # fmt: skip
    return {**alike.head, "level": LEVEL, "apis": figures, "pairs": [one.to_json() for one in pairs],
            "text": _said(pairs)}  # fmt: skip


def compare_assets(
    database: Database,
    apis: Mapping[str, Sequence[str]],
    *,
    since: datetime,
    until: datetime,
    reader: str = "rules",
    policy: str = "strict",
    now: datetime,
    market: MarketSettings | None = None,
    items: Mapping[str, Item] | None = None,
    references: References | None = None,
) -> dict[str, Any]:
    """Give for each asset every pair of its `apis`, Holm's correction over those pairs: what pages keep.

    `answers` is how many shared answers there were in all.
    """
    market = market or MarketSettings()
    assets, answers = [], 0
    for asset, names in apis.items():
        asked = Asked(since, until, reader, policy, asset=asset)
        alike = _alike(database, names, asked, now, market, items or {}, references)
        answers += sum(len(one) for one in alike.answers.values())
        pairs = compare(alike.answers)
        assets.append({"asset": asset, "excluded": alike.head["excluded"], "pairs": [one.to_json() for one in pairs],
                       "text": _said(pairs)})  # fmt: skip
    return {"since": since.isoformat(), "until": until.isoformat(), "reader": reader, "policy": policy,
            "level": LEVEL, "answers": answers, "assets": assets}  # fmt: skip


@dataclass(frozen=True)
class _Alike:
    """Answers to questions that two APIs or more were asked alike, by API."""

    head: dict[str, Any]
    timelines: Mapping[str, Timeline]
    dated: Mapping[str, list[tuple[Hashable, LagProbe]]]
    answers: Mapping[str, Mapping[Hashable, Answer]]


def _alike(
    database: Database, apis: Sequence[str], asked: Asked, now: datetime, market: MarketSettings,
    items: Mapping[str, Item], references: References | None = None,
) -> _Alike:  # fmt: skip
    with database.read() as session:
        read = load_rows(session, asked)
        rows = [row for row in read.rows if row.api in apis and row.answered]
        timelines = load_timelines(session, rows, asked, market, items, references)
        head = headed(session, asked, now, {one.id: probes for one, probes in read.excluded})
    by_api: dict[str, dict[Hashable, Row]] = {name: {} for name in apis}
    for row in rows:
        by_api[row.api][(row.item, row.instant_us, row.offset_s, row.vantage)] = row
    times = Counter(key for asked_of in by_api.values() for key in asked_of)
    shared = {name: {k: r for k, r in asked_of.items() if times[k] > 1} for name, asked_of in by_api.items()}
    lookback = market.lookback_h * 3600
    dated = {name: [(k, lag) for k, r in found.items() if (lag := lag_probe(r))] for name, found in shared.items()}
    used = [name for name in apis if dated[name]]
    matrices = {name: make_matrix([lag for _, lag in dated[name]], timelines, lookback) for name in used}
    used = [name for name in used if len(matrices[name].sent_s)]
    score: dict[str, dict[Hashable, float]] = {name: {} for name in apis}
    if used:
        for name, found in zip(used, scores([matrices[name] for name in used]), strict=True):
            keys = [dated[name][place][0] for place in matrices[name].rows]
            score[name] = {k: float(v) for k, v in zip(keys, found, strict=True) if not np.isnan(v)}
    answers = {
        name: {k: Answer(row.instant_us, score[name].get(k), _correct(row)) for k, row in shared[name].items()}
        for name in apis
    }
    return _Alike(head, timelines, dated, answers)


def _correct(row: Row) -> bool | None:
    """Give whether the answer was right; None where its grade does not count towards freshness."""
    if row.grade is None:
        return None
    _, class_, correct, _, _, _, closed, coarse = row.grade
    return None if class_ in ("no_reference", "error") or closed or coarse else bool(correct)


def _said(pairs: Sequence[Pairing]) -> str:
    told = [one for one in pairs if one.fresher is not None]
    parts = [
        f"{one.fresher} is fresher than {one.b if one.fresher == one.a else one.a}" for one in told if one.fresher
    ]
    ties = [f"{one.a} and {one.b}" for one in told if one.fresher == ""]
    if ties:
        parts.append(f"not told apart: {', '.join(ties)}")
    if len(told) < len(pairs):
        parts.append(f"{len(pairs) - len(told)} of {len(pairs)} pairs have too few shared answers")
    many = f"{len(told)} pair{'' if len(told) == 1 else 's'}"
    return "; ".join(parts) + f" (Holm over {many}, {LEVEL:.0%})."
