"""The results of a study as text: for a terminal, and as Markdown for the documentation."""

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["lines", "markdown"]

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
    yield from _together(results["pooled"])


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


def _together(pooled: Mapping[str, Any]) -> Iterator[str]:
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
