"""Small worlds for the grading tests: hand-made minutes, asks and readings."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from monitor.datasets import Asset, Item
from monitor.grading.types import Ask
from monitor.market.series import DailyClose, MinuteSeries, Reference
from monitor.reading.types import Price, Reading

T = datetime(2026, 11, 30, 15, 30, tzinfo=UTC)
T_S = int(T.timestamp())
CURRENCY = {Asset.EQUITY: "USD", Asset.CRYPTO: "USD"}


def item(ticker="MSFT", asset=Asset.EQUITY, **extra) -> Item:
    return Item(id=f"t-{ticker}", asset=asset, name=ticker, ticker=ticker, query_template="", extra=extra)


def minutes(rows: Mapping[int, tuple[float, float, float]] | Sequence, spread=0.0, sources=2) -> MinuteSeries:
    """rows: minutes relative to T -> (low, high, close)."""
    keys = sorted(rows)
    pick = [rows[k] for k in keys]
    n = len(keys)
    return MinuteSeries(
        start_s=np.array([T_S + 60 * k for k in keys], dtype=np.int64),
        low=np.array([r[0] for r in pick], dtype=float), high=np.array([r[1] for r in pick], dtype=float),
        close=np.array([r[2] for r in pick], dtype=float), spread=np.full(n, spread),
        n_sources=np.full(n, sources, dtype=np.int64))


def reference(rows, what: Item | None = None, daily=(), spread=0.0, sources=2, why=None, currency=None) -> Reference:
    what = what or item()
    return Reference(item_id=what.id, asset=what.asset, currency=currency or what.currency,
                     minutes=minutes(rows, spread, sources), daily=tuple(daily),
                     sources=tuple(f"s{i}" for i in range(sources)), why=why)


def ramp(first=-1440, last=240, start=100.0, step=0.01):
    """Minutes that rise by `step` each: minute k spans [p, p + step] and closes at its top; p(0) is `start`."""
    return {k: (start + step * k, start + step * (k + 1), start + step * (k + 1)) for k in range(first, last)}


def day(days_ago: int, close: float) -> DailyClose:
    at = (T - timedelta(days=days_ago)).replace(hour=21, minute=0)
    return DailyClose(session=at.date(), close_at=at, close=close)


def ask(what: Item | None = None, offset_s=5.0, **more) -> Ask:
    what = what or item()
    more.setdefault("sent_at", T + timedelta(seconds=offset_s))
    return Ask(item=what, instant=more.pop("instant", T), offset_s=offset_s, **more)


def reading(price: float | None, currency=None, unit=None, newest=None, numbers=()) -> Reading:
    asked = Price(price=price, currency=currency, unit=unit)
    return Reading(asked=asked, newest=asked if newest is None else Price(price=newest, currency=currency, unit=unit),
                   reader="rules", version="1", numbers=tuple(numbers))
