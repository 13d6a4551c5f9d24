"""The results of a study as text: for a terminal, and as Markdown for the documentation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

__all__ = ["condensed", "lines", "markdown", "together"]

NAMES = {"median_s": "median", "within_60": "within 1 min", "within_300": "within 5 min",
         "within_900": "within 15 min", "within_3600": "within 60 min", "asked_moment": "asked moment"}
HEADS = ("figure", "truth", "mean", "bias", "cover", "width", "ratio", "newest", "declined")


def lines(results: Mapping[str, Any]) -> Iterator[str]:
    """Give the table, a block a cell, in at most 80 columns; then what all cells say together."""
    last = None
    for row in results["cells"]:
        cell = (row["market"], row["provider"])
        if cell != last:
            yield ""
            yield f"{cell[0]}, {cell[1]} ({row['studies']} studies)"
            yield f"  {'figure':14}" + "".join(f"{head:>8}" for head in HEADS[1:-1]) + f"{'declined':>9}"
            last = cell
        mark = "  misses" if row["faults"] else ""
        yield f"  {NAMES[row['figure']]:14}" + "".join(f"{cell:>8}" for cell in _cells(row)[1:-1]) + \
            f"{row['declined']:>9}{mark}"
    yield ""
    yield from together(results["pooled"])


def markdown(results: Mapping[str, Any]) -> Iterator[str]:
    """Give the same as a Markdown table, without figures that have no interval and hold at 0 or 1."""
    yield "| market, provider | " + " | ".join(("figure", "truth", "mean estimate", "bias", "coverage", "width",
                                               "width / oracle's", "newest-minute rule", "declined")) + " |"
    yield "|---|---|" + "---:|" * 8
    last = None
    for row in results["cells"]:
        if row["figure"] == "asked_moment" and not row["truth"]:
            continue
        cell = f"{row['market']}, {row['provider']}"
        yield f"| {'' if cell == last else cell} | " + " | ".join(_cells(row)) + \
            (f" (misses: {', '.join(row['faults'])})" if row["faults"] else "") + " |"
        last = cell


def condensed(results: Mapping[str, Any]) -> Iterator[str]:
    """Give a Markdown table of a line a provider and figure, over all markets.

    Shares at 0 or 1 are left out, and so are figures that every market declined.
    """
    heads = ("true lag", "figure", "truth", "largest bias", "hold the truth", "width / oracle's", "newest-minute rule",
             "declined")
    yield "| " + " | ".join(heads) + " |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    groups: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in results["cells"]:
        wanted = row["truth"] > 0 if row["figure"] == "asked_moment" else row["inner"]
        if wanted:
            groups.setdefault((row["provider"], row["figure"]), []).append(row)
    last = None
    for (provider, figure), rows in groups.items():
        if all(row["mean"] is None for row in rows):
            continue

        def show(value: float | None, seconds: bool = figure == "median_s") -> str:
            return "-" if value is None else _span(value) if seconds else f"{value:.3f}"

        said = [row for row in rows if row["coverage"] is not None]
        bias = max((row["bias"] for row in rows if row["bias"] is not None), key=abs)
        cover = _range([row["coverage"] for row in said], lambda v: f"{v:.1%}")
        ratio = _range([row["ratio"] for row in said if row["ratio"] is not None], lambda v: f"{v:.1f}")
        naive = _range([row["newest_minute"] for row in rows if row["newest_minute"] is not None], show)
        declined = sum(row["declined"] for row in rows) / sum(row["studies"] for row in rows)
        cells = ("" if provider == last else provider, NAMES[figure], show(rows[0]["truth"]), show(bias), cover, ratio,
                 naive, f"{declined:.0%}")
        yield "| " + " | ".join(cells) + " |"
        last = provider


def _range(values: Sequence[float], show: Callable[[float], str]) -> str:
    if not values:
        return "-"
    low, high = show(min(values)), show(max(values))
    return low if low == high else f"{low} to {high}"


def _cells(row: Mapping[str, Any]) -> list[str]:
    seconds = row["figure"] == "median_s"

    def show(value: float | None) -> str:
        if value is None:
            return "-"
        return _span(value) if seconds else f"{value:.3f}"

    return [NAMES[row["figure"]], show(row["truth"]), show(row["mean"]), show(row["bias"]),
            "-" if row["coverage"] is None else f"{row['coverage']:.3f}{'' if row['inner'] else ' e'}",
            show(row["width"]), "-" if row["ratio"] is None else f"{row['ratio']:.2f}", show(row["newest_minute"]),
            f"{row['declined']}/{row['studies']}"]


def _span(seconds: float) -> str:
    if abs(seconds) < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.1f} m" if abs(seconds) < 6000 else f"{seconds / 3600:.2f} h"


def together(pooled: Mapping[str, Any]) -> Iterator[str]:
    """Give what all cells say together, and which figures miss what the method promises."""
    for word, said in (("inner", "Medians, and shares of .03 to .97"), ("edge", "Other shares (e)")):
        if word in pooled:
            one = pooled[word]
            yield f"{said}: {one['coverage']:.1%} of {one['intervals']} intervals hold the truth"
            yield f"  (lowest cell {one['lowest']:.1%}, highest {one['highest']:.1%})"
    if pooled["largest_bias_of_a_share"] is not None:
        yield f"Largest bias of a share: {pooled['largest_bias_of_a_share']:.3f}"
    if pooled["largest_ratio"] is not None:
        yield f"Widest against an oracle who sees the true lags: {pooled['largest_ratio']:.2f} times"
    for one in pooled["missing"]:
        yield f"Misses: {one}"
