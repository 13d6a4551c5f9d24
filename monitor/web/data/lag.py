"""The figures that the worker keeps: the lag table's groups, and each group's rates by offset."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from monitor.store.tables import Summary
from monitor.web.data import links
from monitor.web.lagtable import WITHIN_S
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

__all__ = ["LAG", "OFFSETS", "bounds", "kept", "lag_of", "lag_rows", "offsets_of"]


_AS_KEPT = ("api", "asset", "probes", "instants", "answered", "none", "errors", "unrelated", "older", "asked_moment",
            "cost_usd")  # fmt: skip


def kept(site: Site, name: str = "lag") -> tuple[Mapping[str, Any], datetime] | None:
    """Give a kept figure and when it was made; None where there is none yet."""
    with site.database.read() as session:
        found = session.get(Summary, name)
        return (found.value, found.made_at) if found is not None else None


def _groups(site: Site) -> list[tuple[Mapping[str, Any], str | None]]:
    """Give each group with what a person had left out of it, in words."""
    found = kept(site)
    table = found[0] if found is not None else {}
    return [(one, _left_out(table, one)) for one in table.get("groups", ()) if isinstance(one, Mapping)]


def _left_out(table: Mapping[str, Any], group: Mapping[str, Any]) -> str | None:
    said = [one["text"] for one in table.get("excluded", ())
            if one["api"] in (None, group.get("api")) and one["asset"] in (None, group.get("asset"))]  # fmt: skip
    return "; ".join(said) or None


def bounds(name: str, figure: Any) -> Row:
    """Give an estimate and its interval under the names that a column with bounds has."""
    figure = figure if isinstance(figure, Mapping) else {}
    return {name: figure.get("est"), f"{name}_lo": figure.get("lo"), f"{name}_hi": figure.get("hi")}


def lag_rows(site: Site) -> list[Row]:
    """Give a row for each group of the kept lag table; `said` is what is to be told below its figures."""
    rows = []
    for group, left_out in _groups(site):
        shares = group.get("share_within") or {}
        row: Row = {name: group.get(name) for name in _AS_KEPT}
        row |= bounds("median_s", group.get("median_s")) | bounds("p90_s", group.get("p90_s"))
        for age in WITHIN_S:
            row |= bounds(f"within_{age}s", shares.get(str(age)))
        why = group.get("why") or (group.get("median_s") or {}).get("why")
        row["why"] = "; ".join(map(str, why.values())) if isinstance(why, Mapping) else why
        row["left_out"] = left_out
        row["said"] = "; ".join(one for one in (row["why"], left_out) if one) or None
        rows.append(row)
    return rows


def _offset_rows(site: Site) -> list[Row]:
    return [
        {
            "api": group.get("api"), "asset": group.get("asset"), "offset_s": one.get("offset_s"), "n": one.get("n"),
            **bounds("target_rate", one.get("target_rate")), "corrected": one.get("corrected"),
            "power": one.get("power"), "contained_rate": one.get("contained_rate"),
            "latency_p50_ms": one.get("latency_p50_ms"), "latency_p95_ms": one.get("latency_p95_ms"),
            "why": one.get("why"), "left_out": left_out,
        }
        for group, left_out in _groups(site) for one in group.get("by_offset") or ()
    ]  # fmt: skip


_ASSETS = ("equity", "crypto", "fx")
_WHO = (
    Column("api", "API", filter="is", href=links.to_api),
    Column("asset", "Asset", filter="is", choices=_ASSETS),
)

LAG = Table(
    name="lag",
    title="Freshness lag",
    columns=(
        *_WHO,
        Column("median_s", "Median", Kind.SPAN, bounds=True),
        Column("p90_s", "90 %", Kind.SPAN, bounds=True),
        Column("within_60s", "≤ 1 min", Kind.SHARE, bounds=True),
        Column("within_300s", "≤ 5 min", Kind.SHARE, bounds=True),
        Column("within_900s", "≤ 15 min", Kind.SHARE, bounds=True),
        Column("within_3600s", "≤ 1 h", Kind.SHARE, bounds=True),
        Column("probes", "Probes", Kind.COUNT),
        Column("instants", "Instants", Kind.COUNT),
        Column("answered", "Answered", Kind.COUNT, shown=False),
        Column("none", "Without price", Kind.COUNT, shown=False),
        Column("errors", "Errors", Kind.COUNT, shown=False),
        Column("unrelated", "Unrelated", Kind.SHARE, shown=False),
        Column("older", "Older", Kind.SHARE, shown=False),
        Column("asked_moment", "Of the asked moment", Kind.SHARE, shown=False),
        Column("cost_usd", "USD", Kind.MONEY, shown=False),
        Column("why", "Why there is none", Kind.LONG, sort=False, shown=False),
        Column("left_out", "Left out", Kind.LONG, sort=False, shown=False),
    ),
    source=PlainSource(lag_rows),
    about="Age of the served price by API and asset, with 95 % intervals, as the worker last computed it.",
    empty="No figures yet: they come after the first answers have been graded.",
)

OFFSETS = Table(
    name="offsets",
    title="Freshness by offset",
    columns=(
        *_WHO,
        Column("offset_s", "Offset", Kind.SPAN, filter="is"),
        Column("n", "Probes", Kind.COUNT),
        Column("target_rate", "Asked price", Kind.SHARE, bounds=True),
        Column("corrected", "Corrected for chance", Kind.SHARE),
        Column("power", "Power", Kind.NUMBER),
        Column("contained_rate", "Among the hits", Kind.SHARE),
        Column("latency_p50_ms", "Answered in", Kind.MS),
        Column("latency_p95_ms", "95 % in", Kind.MS),
        Column("why", "Why there is none", Kind.LONG, sort=False, shown=False),
        Column("left_out", "Left out", Kind.LONG, sort=False, shown=False),
    ),
    source=PlainSource(_offset_rows),
    about="The share of answers that gave the asked price, by API, asset and offset, as the worker last computed it.",
    empty="No figures yet: they come after the first answers have been graded.",
)


def _fixed(table: Table, fixed: Mapping[str, str]) -> Table:
    return replace(table, sort="asset" if "," in fixed.get("api", "") else table.sort, fixed=dict(fixed))


def lag_of(**fixed: str) -> Table:
    """Give the lag table of some groups."""
    return _fixed(LAG, fixed)


def offsets_of(**fixed: str) -> Table:
    """Give the table by offset of some groups."""
    return _fixed(OFFSETS, fixed)
