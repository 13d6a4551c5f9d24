"""The store enters; each SLO's attainment, budget and burn rates leave, and target rates that fell."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from monitor.config import MarketSettings
from monitor.config_alerts import SloSettings
from monitor.datasets import Item
from monitor.durations import parse_duration
from monitor.lag.estimate import estimate_lag
from monitor.lag.groups import lag_probe, load_timelines, rate_probe
from monitor.lag.intervals import wilson
from monitor.lag.late import late_shares
from monitor.lag.rates import LEAST_INSTANTS, LEAST_PROBES, RateProbe
from monitor.lag.references import References
from monitor.lag.rows import Asked, Row, load_rows
from monitor.lag.slo import PACES, SloProbe, budget_left, burn
from monitor.store.database import Database

__all__ = ["drop_table", "slo_table"]

DAY = timedelta(days=1)
WEEK = timedelta(days=7)


def slo_table(database: Database, slos: Sequence[SloSettings], now: datetime, *, reader: str = "rules",
              policy: str = "strict", market: MarketSettings | None = None,
              items: Mapping[str, Item] | None = None,
              references: References | None = None) -> list[dict[str, Any]]:  # fmt: skip
    """Give a row for each SLO, api and asset that has answers: attained share with its interval, budget, burn rates."""
    market = market or MarketSettings()
    found = []
    for slo in slos:
        asked = Asked(now - parse_duration(slo.window), now, reader, policy, None if slo.api == "*" else slo.api,
                      None if slo.asset == "*" else slo.asset)  # fmt: skip
        with database.read() as session:
            rows = load_rows(session, asked).rows
            timelines = load_timelines(session, rows, asked, market, items or {}, references)
        for (api, asset), group in _groups(rows).items():
            dated = [one for row in group if row.answered and (one := lag_probe(row)) is not None]
            lookback_s = market.lookback_h * 3600
            shares = estimate_lag(dated, timelines, lookback_s).share_within
            late = late_shares(dated, timelines, list(slo.share_within), lookback_s)
            for within_s, objective in slo.share_within.items():
                probes = [] if late is None else [
                    SloProbe(*one) for one in zip(late.instant_s.tolist(), late.dated.tolist(),
                                                  late.late[within_s].tolist(), strict=True)
                ]  # fmt: skip
                share, window_s = shares[within_s], parse_duration(slo.window).total_seconds()
                found.append({
                    "api": api, "asset": asset, "within_s": within_s, "objective": objective, "window": slo.window,
                    "attained": share.to_json(),
                    "budget_left": None if share.est is None else round(budget_left(share.est, objective), 4),
                    "met": _met(share.lo, share.hi, objective), "probes": len(group),
                    "instants": len({row.instant_us for row in group}),
                    "burn": {pace.name: burn(probes, objective, window_s, now.timestamp(), pace).to_json()
                             for pace in PACES},
                })  # fmt: skip
    return found


def drop_table(database: Database, now: datetime, *, reader: str = "rules",
               policy: str = "strict") -> list[dict[str, Any]]:  # fmt: skip
    """Give, for each api and asset, the target rate of the last day and of the week before, and the gap between.

    The gap, in points, is from the upper end of the last day's interval to the lower end of the week's: positive where
    it fell for certain. Only probes under the api's present configuration count: a change of ours is no fall of theirs.
    """
    with database.read() as session:
        rows = load_rows(session, Asked(now - DAY - WEEK, now, reader, policy)).rows
    found = []
    since_us = (now - DAY).timestamp() * 1e6
    for (api, asset), group in _groups([row for row in rows if row.answered]).items():
        recent = [row for row in group if row.instant_us >= since_us]
        hashes = {row.api_hash for row in recent}
        before = [row for row in group if row.instant_us < since_us and row.api_hash in hashes]
        new, old = _rate(recent), _rate(before)
        gap = None if new is None or old is None else round(100 * (old[1] - new[2]), 2)
        found.append({"api": api, "asset": asset, "gap_points": gap, "n": sum(rate_probe(row).counts for row in recent),
                      "recent": _plain(new), "before": _plain(old)})  # fmt: skip
    return found


def _groups(rows: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.api, row.asset), []).append(row)
    return dict(sorted(groups.items()))


def _met(low: float | None, high: float | None, objective: float) -> bool | None:
    """Tell whether the objective is met; None where its interval leaves that open."""
    if low is None or high is None:
        return None
    return True if low >= objective else False if high < objective else None


def _rate(rows: Sequence[Row]) -> tuple[float, float, float] | None:
    counted: list[RateProbe] = [probe for row in rows if (probe := rate_probe(row)).counts]
    instants = np.array([probe.instant_s for probe in counted]).astype(np.int64)
    if len(counted) < LEAST_PROBES or len(set(instants.tolist())) < LEAST_INSTANTS:
        return None
    return wilson(np.array([float(probe.correct) for probe in counted]), instants)


def _plain(rate: tuple[float, float, float] | None) -> dict[str, float] | None:
    return None if rate is None else dict(zip(("est", "lo", "hi"), (round(float(one), 4) for one in rate), strict=True))
