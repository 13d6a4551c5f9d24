"""Run folders and answer keys, generated, with a plain re-statement of the harness's published rules beside them."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

TARGET = datetime(2026, 11, 30, 17, 30, tzinfo=UTC)
CLOSE = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)
TARGET_S, CLOSE_S = TARGET.timestamp(), CLOSE.timestamp()
OFFSETS = (5, 30, 60, 900, 3600, 10800)
COINS = {"BTC": "large", "LINK": "mid", "ALGO": "small", "XYZ": None, "ODD": "huge", "KEY": "large", "GAP": "mid"}
STOCKS = {"MSFT": (512.34, 508.1), "F": (11.02, 11.4), "NOKEY": (None, None), "NEW": (30.0, None)}
BUFFER = {"large": 0.0010, "mid": 0.0025, "small": 0.0050}
VENDORS = ("exa_instant", "tavily_live", "brave")

Row = dict[str, Any]


def coin_minutes(rng: random.Random, ticker: str) -> dict[float, tuple[float, float]]:
    """Give a walk of (low, high) by the start of the minute, from five hours before the target to three after."""
    price, out = {"BTC": 96000.0, "ALGO": 0.21}.get(ticker, 14.0), {}
    for k in range(-300, 185):
        low, high = sorted((price, price * (1 + rng.gauss(0, 0.002))))
        price = high if rng.random() < 0.5 else low
        gap = (ticker == "GAP" and (k in (-1, 0) or k % 7 == 0)) or rng.random() < 0.03
        if not gap:
            out[TARGET_S + 60 * k] = (low, high)
    return out


def stock_class(price: float | None, currency: str | None, close: float | None, prior: float | None) -> str:
    """Re-state the rules for stocks."""
    if price is None:
        return "none"
    if close is not None and abs(price - close) <= max(close * 0.0002, 0.01):
        return "close"
    if (currency or "USD").upper() not in {"USD", "US$", "$"}:
        return "wrong_currency"
    if prior is not None and abs(price - prior) <= max(prior * 0.0002, 0.01):
        return "prior_close"
    return "other"


def coin_class(price: float | None, bars: dict[float, tuple[float, float]], sent_s: float, b: float) -> str:
    """Re-state the rules for coins."""
    if price is None:
        return "none"
    held = {s: v for s, v in bars.items() if s >= TARGET_S - 4 * 3600}

    def within(low: float, high: float) -> bool:
        return low * (1 - b) <= price <= high * (1 + b)

    asked = [held[s] for s in (TARGET_S - 60, TARGET_S) if s in held]
    if asked and within(min(low for low, _ in asked), max(high for _, high in asked)):
        return "target"
    minute = sent_s // 60 * 60
    now = held.get(minute) or held.get(minute - 60)
    if now is not None and within(*now):
        return "current"
    if any(within(*v) for s, v in held.items() if s <= sent_s):
        return "stale"
    return "other"


def make(folder: Path, n: int, seed: int = 7) -> tuple[Path, Path, list[str]]:
    """Write a run of `n` calls and its answer key; give (run folder, folder of bars, the rules' classes)."""
    rng = random.Random(seed)
    run, bars = folder / "run", folder / "bars"
    run.mkdir(parents=True)
    bars.mkdir()
    coins = {ticker: coin_minutes(rng, ticker) for ticker in COINS}
    buffers = {"KEY": 0.004}
    items = [
        {"id": f"c-{t}", "asset": "crypto", "name": t, "ticker": t, "query_template": "", **_word(size)}
        for t, size in COINS.items()
    ] + [{"id": f"s-{t}", "asset": "equity", "name": t, "ticker": t, "query_template": ""} for t in STOCKS]
    rows, classes = [], []
    for k in range(n):
        item = rng.choice(items)
        ticker = item["ticker"]
        stock = item["asset"] == "equity"
        offset = rng.choice(OFFSETS)
        base_s = CLOSE_S if stock else TARGET_S
        sent_s = base_s + offset + rng.choice((0.0, rng.random() * 2, -offset, 55.0 - offset % 60))
        if stock:
            close, prior = STOCKS[ticker]
            near = rng.choice((close, prior, 512.34, None))
            tick = None if near is None else max(near * 0.0002, 0.01)
            price = None if near is None else rng.choice(
                (near, near + tick, near - tick, near + tick * rng.uniform(-2, 2), round(near + 0.01, 2), near * 1.3)
            )
            currency = rng.choice((None, "USD", "usd", "US$", "$", "EUR", "eur", "GBP", ""))
            classes.append(stock_class(price, currency, close, prior))
        else:
            size = COINS[ticker]
            b = buffers.get(ticker, BUFFER.get(size or "mid", BUFFER["mid"]))
            ages = [s for s in coins[ticker] if s <= sent_s + 120]
            low, high = coins[ticker][rng.choice((rng.choice(ages), max(ages), *[s for s in (TARGET_S,) if s in ages]))]
            price = rng.choice(
                (low, high, low * (1 - b), high * (1 + b), low * (1 - b) * 0.9999, high * (1 + b) * 1.00001, None,
                 rng.uniform(low, high), low * rng.uniform(0.9, 1.1))
            )
            currency = rng.choice((None, "USD", "USDT", "EUR"))
            classes.append(coin_class(price, coins[ticker], sent_s, b))
        extracted: Row = {"price": price, "currency": currency, "price_type": "other", "source_url": None, "note": "",
                          "stated_time": None}
        rows.append({
            "offset_s": offset, "id": item["id"], "asset": item["asset"], "ticker": ticker, "name": ticker,
            "size": COINS.get(ticker) if rng.random() < 0.5 or ticker == "ODD" else None,
            "vendor": rng.choice(VENDORS), "query": f"{ticker} price", "t_sent": sent_s, "t_received": sent_s + 0.4,
            "latency_ms": 400.0, "status": "ok", "error": None, "error_class": None, "vendor_cost_usd": 0.001,
            "hits": [], "extracted": {} if price is None and rng.random() < 0.5 else extracted, "mine": k,
        })  # fmt: skip
    config = {
        "trade_date": "2026-11-30", "close": CLOSE.isoformat(), "target": TARGET.isoformat(), "offsets": OFFSETS,
        "vendors": VENDORS, "when_day": "November 30, 2026", "when_minute": "November 30, 2026 17:30 UTC",
        "rotate_wordings": False, "items": items, "limits": {},
    }  # fmt: skip
    (run / "config.json").write_text(json.dumps(config))
    write_lines(run / "raw.jsonl", rows)
    key = [
        {"ticker": t, "minute": iso(s), "low": low, "high": high, **({"buffer": buffers[t]} if t in buffers else {})}
        for t, held in coins.items() for s, (low, high) in held.items()
    ]
    write_lines(bars / "live-coins.jsonl", key)
    write_lines(bars / "live-closes.jsonl", [
        {"date": "2026-11-30", "ticker": t, "close": close, "prior_close": prior}
        for t, (close, prior) in STOCKS.items() if close is not None
    ])  # fmt: skip
    return run, bars, classes


def _word(size: str | None) -> Row:
    return {} if size is None else {"stratum": size}


def iso(moment_s: float) -> str:
    """Give a moment as the answer keys write it."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=moment_s)).isoformat().replace("+00:00", "Z")


def write_lines(path: Path, rows: list[Row]) -> Path:
    """Write rows as JSONL."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def lines(path: Path) -> list[Row]:
    """Read rows of JSONL."""
    return [json.loads(line) for line in path.read_text().splitlines()]
