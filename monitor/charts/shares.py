"""Class shares: what became of all that was asked, by API."""

from collections import Counter
from typing import Any

import altair as alt

from monitor.charts.base import Spec, framed, inline
from monitor.charts.look import PADDING_PX, Look
from monitor.charts.parts import ASSETS, Data, apis_of, heading, name_px, of_asset, row_axis, shown_assets, window
from monitor.charts.table import Table

__all__ = ["CLASSES", "shares_chart", "shares_table"]

CLASSES = {
    "target": "T", "current": "C", "stale": "S", "prior_close": "P", "other": "O", "wrong_currency": "W", "none": "N",
    "no_reference": "R", "error": "E", "ungraded": "U",
}  # fmt: skip
"""The classes in the order of their bars, and the letter that stands in a bar, so that colour is not needed."""
_LIGHT = ("#009E73", "#56B4E9", "#E69F00", "#D55E00", "#CC79A7", "#F0E442", "#98a2a7", "#c3c9cb", "#5a646b", "#e9ebe8")
_DARK = ("#009E73", "#56B4E9", "#E69F00", "#D55E00", "#CC79A7", "#F0E442", "#8a959b", "#4b555b", "#c9cfd2", "#2b3338")
ROW_PX = 26
LETTER_PX = 15
"""The least width of a bar that has its letter."""


def shares_chart(data: Data, look: Look, title: str) -> Spec | str:
    """Give the picture: a bar for each api, in parts that add up to all that was asked; a panel for each asset."""
    counted = [row for row in data.get("classes") or [] if row["n"]]
    if not counted:
        return "Nothing was asked in this time, so there is nothing to draw."
    there = [name for name in CLASSES if any(row["class"] == name for row in counted)]
    chart = alt.vconcat(
        *(_panel(of_asset(counted, asset), asset, there, look, name_px(apis_of(counted), look))
          for asset in shown_assets(counted)), spacing=18
    )
    notes = (
        "Parts of all questions asked, less those that failed by our own fault. target: the price of the moment asked "
        f"for; current: that of the moment of sending; stale: an earlier one. {window(data)}"
    )
    return framed(chart, look, title, notes)


def _panel(rows: list[Any], asset: str, there: list[str], look: Look, names_px: int) -> Any:
    totals: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for row in rows:
        totals[row["api"]] += row["n"]
        hits[row["api"]] += row["n"] if row["class"] == "target" else 0
    names = sorted(totals, key=lambda api: (-hits[api] / totals[api], api))
    wide = look.width - 2 * PADDING_PX - names_px - 8
    drawn = []
    for api in names:
        begin = 0.0
        for name in there:
            n = sum(row["n"] for row in rows if (row["api"], row["class"]) == (api, name))
            if n:
                share = n / totals[api]
                letter = CLASSES[name] if share * wide >= LETTER_PX else ""
                drawn.append({"api": api, "class": name, "from": begin, "to": begin + share, "n": n, "letter": letter,
                              "middle": begin + share / 2})  # fmt: skip
                begin += share
    colors = dict(zip(CLASSES, _DARK if look.dark else _LIGHT, strict=True))
    scale = alt.Scale(domain=there, range=[colors[name] for name in there])
    legend = alt.Legend(title=None, labelExpr=_lettered(there), columns=2 if look.narrow else 5, symbolType="square")
    y = row_axis(names, look, names_px)
    x = alt.X("from:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format=".0%", tickCount=5))
    base = alt.Chart(inline(drawn))
    bars = base.mark_bar(stroke=look.paper, strokeWidth=1).encode(
        x=x, x2="to:Q", y=y, color=alt.Color("class:N", scale=scale, legend=legend)
    )
    dark_on = {"ungraded", "no_reference"} if look.dark else {"error"}
    ink = alt.condition(
        alt.FieldOneOfPredicate("class", sorted(dark_on)), alt.value("#ffffff"), alt.value("#111111")
    )
    letters = base.mark_text(fontSize=11, fontWeight="bold").encode(x="middle:Q", y=y, text="letter:N", color=ink)
    return alt.layer(bars, letters).properties(
        width=wide, height=ROW_PX * len(names), title=heading(ASSETS.get(asset, asset), look)
    )


def _lettered(there: list[str]) -> str:
    """Give the Vega expression that puts its letter before the name of a class."""
    words = {name: name.replace("_", " ") for name in there}
    pairs = ", ".join(f"'{name}': '{CLASSES[name]}  {words[name]}'" for name in there)
    return "({" + pairs + "})[datum.value]"


def shares_table(data: Data) -> Table:
    """Give the number and the share of each class."""
    rows = data.get("classes") or []
    totals: Counter[tuple[str, str]] = Counter()
    for row in rows:
        totals[row["api"], row["asset"]] += row["n"]
    place = {name: n for n, name in enumerate(CLASSES)}
    order = sorted(rows, key=lambda row: (row["api"], row["asset"], place.get(row["class"], len(place))))
    return Table.of(
        [("api", "text"), ("asset", "text"), ("class", "text"), ("probes", "count"), ("share", "share")],
        [(r["api"], r["asset"], r["class"], r["n"], r["n"] / totals[r["api"], r["asset"]]) for r in order if r["n"]],
    )
