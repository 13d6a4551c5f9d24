"""Which APIs can be told apart where they were asked alike, as the worker keeps it: paired, by instant, Holm's p."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from monitor.web.data.lag import kept
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

if TYPE_CHECKING:
    from monitor.web.table.asked import Asked

__all__ = ["COMPARISONS", "comparison_rows", "comparisons_of"]


def comparison_rows(site: Site) -> list[Row]:
    """Give a row for each asset and pair of APIs; `left_out` says what was excluded from it."""
    found = kept(site, "comparisons")
    assets = found[0].get("assets", ()) if found is not None else ()
    return [_row(asset["asset"], one, asset.get("excluded", ())) for asset in assets for one in asset["pairs"]]


def _row(asset: str, pair: Mapping[str, Any], excluded: Any) -> Row:
    lag, target = pair["lag_score"], pair["target_rate"]
    left_out = "; ".join(one["text"] for one in excluded if one["api"] in (None, pair["a"], pair["b"]))
    why = lag.get("why")
    return {
        "asset": asset, "a": pair["a"], "b": pair["b"],
        "fresher": pair["fresher"] or ("tie" if pair["tie"] else "too few pairs"),
        "pairs": lag["pairs"], "instants": lag["instants"], "p": lag["p_holm"],
        "score": lag["est"], "score_lo": lag["lo"], "score_hi": lag["hi"],
        "graded": target["pairs"], "target": target["est"], "target_lo": target["lo"], "target_hi": target["hi"],
        "target_p": target["p_holm"], "why": why, "left_out": left_out or None,
        "said": "; ".join(one for one in (why, left_out) if one) or None,
    }  # fmt: skip


def _turned(row: Row) -> Row:
    """Give the same pair with the other API first."""
    out = {**row, "a": row["b"], "b": row["a"]}
    for name in ("score", "target"):
        for field, source in ((name, name), (f"{name}_lo", f"{name}_hi"), (f"{name}_hi", f"{name}_lo")):
            out[field] = None if row[source] is None else -row[source]
    return out


class _Pairs:
    """Gives the pairs; where both `a` and `b` are asked for, they stand so, whichever way the pair is kept."""

    def fetch(self, site: Site, table: Table, asked: "Asked") -> tuple[list[Row], str | None]:
        """Give the rows, and where they go on."""
        wanted = [asked.filters[name].split(",") for name in ("a", "b") if asked.filters.get(name)]
        rows = comparison_rows(site)
        if len(wanted) == 2:
            rows = [row if row["a"] in wanted[0] else _turned(row) for row in rows]
        return PlainSource(lambda _site: rows).fetch(site, table, asked)


COMPARISONS = Table(
    name="comparisons",
    title="Which is fresher, where both were asked alike",
    columns=(
        Column("asset", "Asset", filter="is", choices=("equity", "crypto", "fx")),
        Column("a", "First", filter="is"),
        Column("b", "Second", filter="is"),
        Column("fresher", "Fresher", filter="is"),
        Column("p", "p", Kind.P),
        Column("pairs", "Pairs", Kind.COUNT),
        Column("instants", "Instants", Kind.COUNT),
        Column("score", "Log-lag, first less second", Kind.NUMBER, bounds=True, shown=False),
        Column("graded", "Graded pairs", Kind.COUNT),
        Column("target", "Asked price, first less second", Kind.POINTS, bounds=True),
        Column("target_p", "Its p", Kind.P),
        Column("why", "Why it cannot be told", Kind.LONG, sort=False, shown=False),
        Column("left_out", "Left out", Kind.LONG, sort=False, shown=False),
    ),
    source=_Pairs(),
    about="Each pair of APIs on each asset, paired on item, instant and offset; instants are the units that vary, and "
          "p is corrected over the asset's pairs (Holm).",
    empty="The two were not compared yet: that comes with the lag figures.",
)  # fmt: skip


def comparisons_of(first: str, second: str) -> Table:
    """Give the table of two APIs."""
    return replace(COMPARISONS, fixed={"a": first, "b": second})
