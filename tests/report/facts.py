"""Facts of a report, with texts that would do harm if they were taken for more than text."""

from dataclasses import replace
from typing import Any

from monitor.report.facts import Facts
from tests.charts.figures import figures

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></title><svg onload=alert(1)>",
    "{{ 7 * 7 }} {% raw %}",
    "[link](http://evil.example/x) ![pic](https://evil.example/y.png)",
    "a | b\n# heading\n- list \u202e\x1b[31m",
    "&lt;b&gt; `code` **bold** <http://evil.example>",
)


def facts(**changes: Any) -> Facts:
    made = Facts(
        data={**figures(), "excluded": [], "annotations": []}, made_at="2026-11-24T08:00:00Z",
        apis=("by_the_minute", "slow", "swift"), items=(("crypto", "BTC", "Bitcoin"), ("equity", "MSFT", "Microsoft")),
        offsets=("5s", "1m", "15m"), instants=40, first_at="2026-11-10T14:30:00Z", last_at="2026-11-23T20:00:00Z",
        asked=2000, answered=1950, not_asked=(("missed", "the monitor was not running", 12),),
        failed=(("timeout", 50),), cost_usd=4.2, sources=("coinbase", "kraken"),
        versions={"program": "1.0", "schema": "0003", "reader": "rules, version 5", "policy": "strict, version 1",
                  "data": "7-8-9"},
        example="Bitcoin (BTC) price November 23, 2026 20:00 UTC",
        compared={"pairs": [
            {"a": "slow", "b": "swift", "fresher": "swift", "tie": False,
             "lag_score": {"pairs": 300, "instants": 40, "est": 2.1, "lo": 1.9, "hi": 2.3, "p": 1e-9, "p_holm": 3e-9}},
            {"a": "by_the_minute", "b": "slow", "fresher": None, "tie": False,
             "lag_score": {"pairs": 3, "instants": 3, "est": None, "p_holm": None, "why": "too few"}},
        ]},
    )  # fmt: skip
    return replace(made, **changes)


def hostile() -> Facts:
    """Give facts in which every text that comes from elsewhere is hostile."""
    data: dict[str, Any] = {**figures()}
    text = HOSTILE[0]
    for part in ("groups", "days", "classes", "calls"):
        data[part] = [{**row, "api": HOSTILE[n % 6] if row["api"] == "swift" else row["api"]}
                      for n, row in enumerate(data[part])]  # fmt: skip
    data["nights"] = [{**one, "agent": text, "question_set": HOSTILE[5]} for one in data["nights"]]
    data["groups"] = [{**one, "why": HOSTILE[5]} if one.get("why") else one for one in data["groups"]]
    data["excluded"] = [{"text": f"3 h excluded: {one}"} for one in HOSTILE]
    data["annotations"] = [
        {"from": "2026-11-11T00:00:00Z", "to": "2026-11-11T03:00:00Z", "api": text, "reason": one, "excludes": False}
        for one in HOSTILE
    ]
    data["ours"] = [{"at": "2026-11-12T09:00:00Z", "api": text, "what": one} for one in HOSTILE]
    return facts(
        data=data, apis=HOSTILE, items=tuple(("equity", one, one) for one in HOSTILE), example=HOSTILE[1],
        not_asked=tuple(("missed", one, 1) for one in HOSTILE), failed=((text, 1),), sources=HOSTILE,
        versions={"program": text},
    )  # fmt: skip
