"""The public harness's classes, against a plain re-statement of its published rules on generated rows."""

import random
from datetime import timedelta

import pytest

from monitor.datasets import Asset
from monitor.errors import ConfigError
from monitor.grading.grade import grade
from monitor.grading.policy import load_policy

from .helpers import T_S, T, ask, item, reading, reference

BOARD = load_policy("board")
SIZES = {"large": 0.0010, "mid": 0.0025, "small": 0.0050, None: 0.0025, "huge": 0.0025}


def stock_rule(price, currency, close, prior):
    if price is None:
        return "none"
    if close is not None and abs(price - close) <= max(close * 0.0002, 0.01):
        return "close"
    if (currency or "USD").upper() not in ("USD", "US$", "$"):
        return "wrong_currency"
    if prior is not None and abs(price - prior) <= max(prior * 0.0002, 0.01):
        return "prior_close"
    return "other"


def coin_rule(price, rows, sent_s, b):
    if price is None:
        return "none", None
    bars = {T_S + 60 * k: v for k, v in rows.items()}

    def within(lo, hi):
        return lo * (1 - b) <= price <= hi * (1 + b)

    seen = [m for m in sorted(bars) if T_S - 14400 <= m <= sent_s and within(bars[m][0], bars[m][1])]
    age = max(0, sent_s - (seen[-1] + 60)) if seen else None
    targets = [bars[m] for m in (T_S - 60, T_S) if m in bars]
    if targets and within(min(t[0] for t in targets), max(t[1] for t in targets)):
        return "target", age
    minute = int(sent_s // 60) * 60
    now = bars.get(minute, bars.get(minute - 60))
    if now and within(now[0], now[1]):
        return "current", age
    return ("stale" if seen else "other"), age


def test_stocks_get_the_published_classes():
    rng = random.Random(7)
    what, seen = item(), {}
    for _ in range(3000):
        close = round(rng.uniform(1, 400), 2) if rng.random() > 0.03 else None
        base = close or 100.0
        prior = round(base * rng.uniform(0.999, 1.001), 2)
        price = rng.choice([None, base, prior, base + 0.01, base - 0.01, prior + max(prior * 0.0002, 0.01),
                            base + base * 0.0002, base * 1.0003, round(base * rng.uniform(0.99, 1.01), 2)])
        currency = rng.choice([None, "USD", "usd", "US$", "$", "EUR", "GBP"])
        closing = ask(what, is_close=True, official_close=close, prior_close=prior)
        got = grade(closing, reading(price, currency=currency), reference({}, what), BOARD)
        assert got.cls.value == stock_rule(price, currency, close, prior), (price, currency, close, prior)
        assert got.key_available == (close is not None)
        assert got.correct == (got.cls.value == "close")
        seen[got.cls.value] = seen.get(got.cls.value, 0) + 1
    assert set(seen) == {"none", "close", "wrong_currency", "prior_close", "other"}


def test_coins_get_the_published_classes_and_ages():
    rng = random.Random(8)
    seen = {}
    for _ in range(300):
        what = item("BTC", Asset.CRYPTO)
        price, rows = 100.0, {}
        for k in range(-300, 200):
            step = price * (1 + rng.gauss(0, 0.002))
            rows[k] = (min(price, step), max(price, step), step)
            price = step
        for k in rng.sample(sorted(rows), 60) + rng.sample([-1, 0], rng.randint(0, 2)):
            rows.pop(k, None)
        ref = reference(rows, what)
        for _ in range(10):
            offset = rng.choice([5, 30, 60, 900, 3600, 10800])
            size = rng.choice(list(SIZES))
            own = rng.choice([None, None, 0.004])
            b = SIZES[size] if own is None else own
            low, high, close = rows[rng.choice(sorted(rows))]
            served = rng.choice([None, close, high * (1 + b), low * (1 - b), high * (1 + b) + 1e-9, close * 1.5,
                                 close * rng.uniform(0.99, 1.01)])
            sent_at = T + timedelta(seconds=offset + rng.random())
            asked = ask(what, offset, sent_at=sent_at, size=size, buffer=own)
            got = grade(asked, reading(served, currency="EUR"), ref, BOARD)
            want, age = coin_rule(served, rows, sent_at.timestamp(), b)
            assert (got.cls.value, got.lag_low_s) == (want, age)
            seen[want] = seen.get(want, 0) + 1
    assert set(seen) == {"none", "target", "current", "stale", "other"}
    assert min(seen.values()) > 50


def test_currency_pairs_are_refused():
    what = item("EUR/USD", Asset.FX)
    with pytest.raises(ConfigError, match="no rules for fx"):
        grade(ask(what), reading(1.1), reference({}, what), BOARD)


def test_a_failed_call_has_no_price():
    got = grade(ask(item("BTC", Asset.CRYPTO), error=True), None, reference({}, item("BTC", Asset.CRYPTO)), BOARD)
    assert got.cls.value == "none"
