"""Figures of two weeks as charts take them: three APIs, one that only answers the asked moment, and a quiet one."""

from typing import Any

ASKED = "90% of the answers give the price of the asked moment; about 3 are left to date"
QUIET = "not enough movement yet: 12 usable probes of 30 needed, 3 instants of 5"
NASTY = "<script>alert('x')</script>"


def estimate(est: float | None, lo: float | None = None, hi: float | None = None, why: str | None = None) -> dict:
    return {"est": est, "lo": lo, "hi": hi} | ({"why": why} if why else {})


def group(api: str, asset: str, median: dict, p90: dict, fresh: dict, why: str | None = None) -> dict[str, Any]:
    rate = estimate(0.8, 0.7, 0.9) if why is None else estimate(None, why=why)
    return {
        "key": {"api": api, "asset": asset}, "api": api, "asset": asset, "probes": 400, "instants": 40,
        "answered": 390, "none": 3, "errors": 10, "median_s": median, "p90_s": p90,
        "share_within": {"60": fresh, "300": fresh, "900": fresh, "3600": fresh}, "cost_usd": 0.4,
        "by_offset": [
            {"offset_s": float(offset), "n": 100, "target_rate": rate, "corrected": None if why else 0.75, "power": 0.9,
             "contained_rate": 0.9, "latency_p50_ms": 300.0, "latency_p95_ms": 900.0, "told_apart": 80,
             **({"why": why} if why else {})}
            for offset in (5, 60, 900)
        ], **({"why": why} if why else {}),
    }  # fmt: skip


def nights(name: str, baseline: bool) -> dict[str, Any]:
    """Give one question set's figures, as `monitor.agent.figures.figures` has them: a tie, and one that is worse."""
    apis = {"swift": (0.8, ["slow"]), "slow": (0.7, ["swift"]), "by_the_minute": (0.1, [])}
    counts = {"questions": 20, "runs": 20}
    return {
        "question_set": name, "agent": "extractive" if baseline else "some:model", "baseline": baseline,
        "mode": "search", "version": "", "nights": ["2026-11-10", "2026-11-12", "2026-11-13"], "comparisons": [],
        "apis": [{"api": api, "accuracy": estimate(right, right / 2, right / 2 + 0.5), "tied_with": tied,
                  "cost_usd": 0.1, **counts} for api, (right, tied) in apis.items()],
        "history": [{"night": f"2026-11-{day}", "api": api, "accuracy": estimate(right, right / 4, right / 4 + 0.7),
                     **counts} for day in (10, 12, 13) for api, (right, _) in apis.items()],
    }  # fmt: skip


def figures() -> dict[str, Any]:
    quiet, asked = (estimate(None, why=why) for why in (QUIET, ASKED))
    groups = [
        group("swift", "equity", estimate(20.0, 10.0, 35.0), estimate(40.0, 30.0, 70.0), estimate(0.97, 0.9, 1.0)),
        group("swift", "crypto", estimate(None, 0.0, 60.0, "not enough movement within a minute"),
              estimate(None, 0.0, None, "not enough movement within a minute"), estimate(0.99, 0.9, 1.0)),
        group("slow", "equity", estimate(900.0, 700.0, 1200.0), estimate(3000.0, 2000.0, None, "beyond"),
              estimate(0.1, 0.05, 0.2)),
        group("slow", "crypto", quiet, quiet, quiet, QUIET),
        group("by_the_minute", "equity", asked, asked, asked, ASKED),
    ]  # fmt: skip
    days = [
        group(api, "equity", estimate(at, 0.7 * at, 1.4 * at), estimate(None), estimate(0.5))
        | {"key": {"api": api, "asset": "equity", "day": f"2026-11-{day:02d}"}}
        for api, before, after in (("swift", 20.0, 20.0), ("slow", 300.0, 900.0))
        for day in range(10, 24)
        for at in [before if day < 17 else after]
    ]
    classes = [
        {"api": api, "asset": asset, "class": name, "n": n}
        for api, asset in (("swift", "equity"), ("slow", "equity"), ("swift", "crypto"))
        for name, n in (("target", 300 if api == "swift" else 20), ("stale", 60), ("none", 3), ("error", 10))
    ]
    calls = [
        {"api": api, "asset": asset, "asked": 400, "answered": 390, "latency_p50_ms": ms, "latency_p95_ms": 3 * ms,
         "cost_usd": usd}
        for api, asset, ms, usd in (
            ("swift", "equity", 300.0, 2.0), ("swift", "crypto", 320.0, 2.0), ("slow", "equity", 1500.0, 0.0))
    ]  # fmt: skip
    return {
        "since": "2026-11-10T00:00:00Z", "until": "2026-11-24T00:00:00Z", "reader": "rules", "policy": "strict",
        "groups": groups, "days": days, "classes": classes, "calls": calls,
        "nights": [nights("historical-lookup", False), nights("multi-hop-lookup", True)],
        "shifts": [{"api": "slow", "asset": "equity", "day": "2026-11-17", "before_s": 300.0, "after_s": 900.0}],
        "ours": [{"at": "2026-11-12T09:00:00Z", "api": None, "what": "the reader's version"},
                 {"at": "2026-11-20T09:00:00Z", "api": "swift", "what": "its configuration"}],
    }  # fmt: skip
