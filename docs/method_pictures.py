"""Draws the pictures of method.md and writes its tables from docs/results: python docs/method_pictures.py."""

import json
from pathlib import Path

import altair as alt
import numpy as np

from monitor.charts import Look, framed, render
from monitor.lag.grid import fit_grid
from monitor.lag.intervals import share_interval
from monitor.lag.matrix import make_matrix
from monitor.lag.naive import newest_minute_age
from monitor.lag.profile import Problem
from monitor.lag.simulate import MARKETS, PROVIDERS, make_world, serve
from monitor.lag.study import ALMOST_SURE, FEW, probes_of
from monitor.lag.study_table import NAMES, condensed, markdown, together

HERE = Path(__file__).parent
LOOK = Look(width=720)
SEED = 8


def crossing() -> alt.LayerChart:
    """Show a price from 20 minutes ago, and the newest minute whose range holds it."""
    rng = np.random.default_rng(SEED)
    world = make_world(MARKETS["large coin"], rng)
    line = world.timeline
    for sent in world.instants_s:
        price = world.price_at(np.array([sent - 1200.0]))
        age = newest_minute_age(line, np.array([sent]), price, np.zeros(1), 86400.0)[0]
        if 60 <= age <= 600:
            break
    here = (line.start_s >= sent - 3600) & (line.start_s < sent)
    minutes = [{"ago": -(sent - s) / 60, "low": lo, "high": hi} for s, lo, hi in
               zip(line.start_s[here] + 30, line.low[here] - line.widen, line.high[here] + line.widen, strict=True)]
    marks = [{"ago": -20.0, "price": price[0], "is": "true: 20 min ago"},
             {"ago": -(age + 30) / 60, "price": price[0], "is": f"newest minute that fits: {age / 60:.0f} min ago"}]
    x = alt.X("ago:Q", title="minutes before the probe was sent", axis=alt.Axis(labelExpr="abs(datum.value)"))
    bars = alt.Chart(alt.Data(values=minutes)).mark_bar(width=6, color=LOOK.colors[0], opacity=0.55).encode(
        x=x, y=alt.Y("low:Q", title="price, USD", scale=alt.Scale(zero=False)), y2="high:Q")
    rule = alt.Chart(alt.Data(values=[{"price": price[0]}])).mark_rule(
        color=LOOK.ink, strokeDash=[6, 3]).encode(y="price:Q")
    points = alt.Chart(alt.Data(values=marks)).mark_point(size=140).encode(
        x=x, y="price:Q", color=alt.Color("is:N", title=None, scale=alt.Scale(range=[LOOK.accent, LOOK.target])),
        shape=alt.Shape("is:N", title=None))
    return (bars + rule + points).properties(width=LOOK.plot_width, height=220)


def distribution() -> alt.LayerChart:
    """Show one simulated week's estimate of the distribution of the lag, the truth, and the newest-minute rule."""
    rng = np.random.default_rng(SEED)
    world, provider = make_world(MARKETS["large coin"], rng), PROVIDERS["15 min"]
    matrix, fit = fit_grid(make_matrix(probes_of(serve(world, provider, rng)), {"x": world.timeline}))
    bins = len(matrix.edges_s) - 1
    problem = Problem(matrix.likelihood, fit.weights[0], float(fit.loglik[0]), matrix.cluster, matrix.edges_s[1:],
                      np.array([False] * bins + [name == "older" for name in matrix.columns]))
    ages = [x for x in matrix.edges_s[1:] if 30 <= x <= 21600]
    spans = share_interval(problem, ages)
    naive = np.nan_to_num(matrix.naive_s, nan=np.inf)
    rows, band = [], []
    for x, (low, high) in zip(ages, spans, strict=True):
        band.append({"min": x / 60, "low": low, "high": high})
        for name, share in (("estimate, with its 95 % interval", problem.share(x)), ("truth", provider.share_within(x)),
                            ("newest-minute rule", float((naive <= x).mean()))):
            rows.append({"min": x / 60, "share": share, "is": name})
    order = ["estimate, with its 95 % interval", "truth", "newest-minute rule"]
    x = alt.X("min:Q", title="age up to, minutes", scale=alt.Scale(type="log", nice=False),
              axis=alt.Axis(values=[0.5, 1, 2, 5, 15, 60, 180, 360]))
    area = alt.Chart(alt.Data(values=band)).mark_area(color=LOOK.colors[0], opacity=0.2).encode(
        x=x, y=alt.Y("low:Q", title="share of answers", axis=alt.Axis(format="%")), y2="high:Q")
    lines = alt.Chart(alt.Data(values=rows)).mark_line(strokeWidth=2.5).encode(
        x=x, y="share:Q",
        color=alt.Color("is:N", title=None, sort=order, scale=alt.Scale(
            domain=order, range=[LOOK.colors[0], LOOK.target, LOOK.accent])),
        strokeDash=alt.StrokeDash("is:N", title=None, sort=order, scale=alt.Scale(
            domain=order, range=[[1, 0], [6, 3], [2, 2]])))
    return (area + lines).properties(width=LOOK.plot_width, height=260)


def reach(results: dict) -> float:
    """Give how far from .95 chance alone puts a cell's coverage, at most, in 99.9 % of cells."""
    return ALMOST_SURE * (0.95 * 0.05 / results["studies"]) ** 0.5


def coverage(results: dict) -> alt.LayerChart:
    """Show how many of the intervals of each cell hold the truth."""
    rows = [{"cell": f"{f['market']}, {f['provider']}", "cover": f["coverage"], "figure": NAMES[f["figure"]]}
            for f in results["cells"]
            if f["inner"] and f["coverage"] is not None and f["studies"] - f["declined"] >= FEW]
    cells = list(dict.fromkeys(row["cell"] for row in rows))
    figures = list(dict.fromkeys(row["figure"] for row in rows))
    x = alt.X("cover:Q", title="share of the 95 % intervals that hold the truth", axis=alt.Axis(format=".0%"),
              scale=alt.Scale(domain=[0.88, 1.0], clamp=True))
    ends = {"cover": 0.95 - reach(results), "b": min(0.95 + reach(results), 1.0)}
    band = alt.Chart(alt.Data(values=[ends])).mark_rect(
        color=LOOK.target, opacity=0.18).encode(x=x, x2="b:Q")
    middle = alt.Chart(alt.Data(values=[{"cover": 0.95}])).mark_rule(color=LOOK.target).encode(x=x)
    points = alt.Chart(alt.Data(values=rows)).mark_point().encode(
        x=x, y=alt.Y("cell:N", title=None, sort=cells, axis=alt.Axis(labelLimit=170, minExtent=150, maxExtent=150)),
        color=alt.Color("figure:N", title=None, sort=figures, scale=alt.Scale(domain=figures, range=list(LOOK.colors))),
        shape=alt.Shape("figure:N", title=None, sort=figures, scale=alt.Scale(domain=figures)))
    return (band + middle + points).properties(width=LOOK.plot_width - 100, height=17 * len(cells))


def tables(name: str, results: dict, what: str) -> None:
    """Write the whole table beside the results, and the condensed one into method.md between its marks."""
    kind = "studies a cell on recorded bars" if "recorded" in results else "simulated weeks a cell"
    made = f"{results['studies']:,} {kind}, seed {results['seed']}, version {results['version']}."
    known = f"With so many, chance alone puts 99.9 % of cells within {100 * reach(results):.1f} points of 95 %."
    whole = [f"# {what}", "", made + " `e`: the truth lies outside .03 to .97.", "", *markdown(results), "",
             *(f"- {line.strip()}" for line in together(results["pooled"])), ""]
    (HERE / "results" / f"{name}.md").write_text("\n".join(whole))
    page = HERE / "method.md"
    before, _, rest = page.read_text().partition(f"<!-- {name} -->")
    _, _, after = rest.partition("<!-- end -->")
    inner, edge = results["pooled"]["inner"], results["pooled"]["edge"]
    text = [f"<!-- {name} -->", "", f"{made} {known}", "", *condensed(results), "",
            f"Together {inner['coverage']:.1%} of {inner['intervals']:,} intervals hold the truth; of shares outside "
            f".03 to .97, {edge['coverage']:.1%} (lowest cell {edge['lowest']:.1%}). The largest bias of a share is "
            f"{results['pooled']['largest_bias_of_a_share']:.3f}. Every cell: "
            f"[results/{name}.md](results/{name}.md).", "", missed(results), "", "<!-- end -->"]
    page.write_text(before + "\n".join(text) + after)


def missed(results: dict) -> str:
    """Say which figures miss what is asked of them, and what they have instead."""
    cells = [f for f in results["cells"] if f["faults"]]
    figures = sum(f["coverage"] is not None for f in results["cells"])
    if not cells:
        return f"None of the {figures} figures misses what is asked of it (the band, the width, the bias)."
    said = "; ".join(f"{f['market']}, {f['provider']}, {NAMES[f['figure']]}: {', '.join(f['faults'])} ("
                     f"{f['coverage']:.1%} hold the truth, {f['ratio'] or 0:.1f} of the oracle's width, "
                     f"{f['studies'] - f['declined']:,} intervals)" for f in cells)
    return f"Of {figures} figures {len(cells)} miss what is asked of them. {said}."


def draw(name: str, chart: alt.LayerChart, title: str, notes: str) -> None:
    """Write one picture."""
    (HERE / "img" / name).write_bytes(render(framed(chart, LOOK, title, notes), "png"))


if __name__ == "__main__":
    draw("method-crossing.png", crossing(), "A price crosses its own past",
         "Simulated coin: ranges of one-minute bars, widened by the disagreement of venues. The dashed line is a price "
         "from 20 minutes ago, as an API served it.")
    draw("method-distribution.png", distribution(), "What one week of probes says about the age of the prices",
         "Simulated coin, an engine with a true median age of 15 minutes; 24 instants, 216 probes.")
    study = json.loads((HERE / "results" / "lag-study.json").read_text())
    draw("method-coverage.png", coverage(study), "The intervals hold the truth about as often as they say",
         f"{study['studies']:,} simulated weeks a cell, seed {study['seed']}; medians, and shares between .03 and .97. "
         f"The band is where chance puts 99.9 % of cells; figures told in fewer than {FEW} are left out.")
    tables("lag-study", study, "Study of the lag figures on simulated markets")
    tables("lag-recorded", json.loads((HERE / "results" / "lag-recorded.json").read_text()),
           "Study of the lag figures on recorded markets")
