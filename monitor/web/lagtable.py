"""The lag figures as rows of text: what `lag_table` gives, made readable for the page and `monitor lag` alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from monitor.web.figures import span

__all__ = ["WITHIN_S", "Figure", "LagRow", "lag_rows", "short", "table_notes"]

WITHIN_S = (60, 300, 900, 3600)
"""The ages, in seconds, within which the share of served prices is shown."""


@dataclass(frozen=True, slots=True)
class Figure:
    """An estimate and its interval as text; ``-`` where only bounds, or nothing, can be told.

    As a whole: ``5 min [4 min, 6 min]``.
    """

    est: str = "-"
    bounds: str = ""

    def __str__(self) -> str:
        """Give both on one line."""
        return f"{self.est} {self.bounds}".rstrip()


@dataclass(frozen=True, slots=True)
class LagRow:
    """One group; `why` says why a figure is missing."""

    key: tuple[str, ...]
    probes: int
    instants: int
    median: Figure
    p90: Figure
    within: tuple[Figure, ...]
    why: str
    agree: str = "-"
    """Share of responses of which two readers took the same price."""
    kappa: str = "-"
    """Cohen's kappa of the classes that the two are graded into."""
    short: str = "-"
    """The median and its interval in one unit: ``5.1 min [4.0, 6.5]``."""


def lag_rows(table: Mapping[str, Any], by: Sequence[str] = ("api", "asset")) -> list[LagRow]:
    """Give the rows of a lag table, in its order; `by` names the parts of each group's key."""
    return [_row(group, by) for group in table.get("groups", ())]


def _row(group: Mapping[str, Any], by: Sequence[str]) -> LagRow:
    key = group.get("key") or {}
    shares = group.get("share_within") or {}
    median, p90 = group.get("median_s"), group.get("p90_s")
    why = [_why(group, "median_s", median), _why(group, "p90_s", p90)]
    why += [_why(group, "share_within", shares.get(str(age))) for age in WITHIN_S]
    return LagRow(
        tuple(str(key.get(name, group.get(name)) or "-") for name in by),
        int(group.get("probes") or 0),
        int(group.get("instants") or 0),
        _estimate(median, _seconds),
        _estimate(p90, _seconds),
        tuple(_estimate(shares.get(str(age)), _percent) for age in WITHIN_S),
        "; ".join(dict.fromkeys(one for one in why if one)),
        *_agreement(group.get("agreement")),
        short(median),
    )


def table_notes(table: Mapping[str, Any]) -> list[str]:
    """Give the sentences that belong below a lag table: its window, where it is from, what was left out of it."""
    notes = [f"Age of the served price, [95 % interval]. {table.get('since')} to {table.get('until')}, reader "
             f"{table.get('reader')}, policy {table.get('policy')}."]  # fmt: skip
    kept = table.get("kept")
    if kept:
        said = f"From figures kept between {kept['as_of']} and {kept['newest']}"
        if kept["changed_since"] or kept["grades_not_seen"]:
            said += f"; {kept['changed_since']} are to be made again, {kept['grades_not_seen']} grades are newer"
        if kept["not_made_yet"]:
            said += f"; {kept['not_made_yet']} groups are not summed up yet and are missing here"
        notes.append(said + " (--fresh estimates anew).")
    notes += [one["text"] + "." for one in table.get("excluded", ())]
    notes += [
        f"Note, {one['from'][:16]}Z to {one['to'][:16]}Z: {one['reason']}."
        for one in table.get("annotations", ())
        if not one["excludes"]
    ]
    return notes


def short(figure: Mapping[str, Any] | None) -> str:
    """Give an estimate of seconds and its interval in one unit; ``-`` without one."""
    if figure is None or (figure.get("est") is None and (figure.get("lo") is None or figure.get("hi") is None)):
        return "-"
    values = [figure.get(name) for name in ("est", "lo", "hi")]
    size = values[0] if values[0] is not None else values[2]
    assert size is not None
    unit, one = next((u, s) for u, s in (("s", 1), ("min", 60), ("h", 3600)) if size < 100 * s or u == "h")
    est, lo, hi = ("?" if v is None else f"{v / one:.1f}" if v < 10 * one else f"{v / one:.0f}" for v in values)
    return f"- [{lo}, {hi}] {unit}" if values[0] is None else f"{est} {unit} [{lo}, {hi}]"


def _agreement(found: Mapping[str, Any] | None) -> tuple[str, str]:
    if not found or found.get("raw") is None:
        return "-", "-"
    kappa = found.get("kappa")
    return f"{100 * found['raw']:.0f} % of {found['n']}", "-" if kappa is None else f"{kappa:.2f}"


def _estimate(figure: Mapping[str, Any] | None, text: Callable[[float | None], str]) -> Figure:
    if figure is None:
        return Figure()
    est, low, high = (figure.get(name) for name in ("est", "lo", "hi"))
    untold = low is None and high is None if est is not None else low is None or high is None
    return Figure("-" if est is None else text(est), "" if untold else f"[{text(low)}, {text(high)}]")


def _seconds(value: float | None) -> str:
    return "?" if value is None else span(value)


def _percent(value: float | None) -> str:
    return "?" if value is None else f"{100 * value:.0f} %"


def _why(group: Mapping[str, Any], name: str, figure: Mapping[str, Any] | None) -> str:
    """Give the reason that stands in, or beside, a figure that is null."""
    if figure is not None and figure.get("est") is not None:
        return ""
    beside = group.get("why")
    if isinstance(beside, Mapping):
        beside = beside.get(name)
    return str((figure or {}).get("why") or beside or "")
