"""What became of the lag: the shifts that the worker found, and what people noted or left out."""

from dataclasses import replace
from typing import Any

from monitor.store.annotations import annotations
from monitor.web.data import links
from monitor.web.data.lag import kept
from monitor.web.site import Site
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Kind, Row, Table

__all__ = ["CHANGES", "NOTES", "changes_of", "notes_of", "too_short"]

_ASSETS = ("equity", "crypto", "fx")


def _groups(site: Site) -> list[dict[str, Any]]:
    found = kept(site, "changes")
    return list(found[0]["groups"]) if found is not None else []


def _changes(site: Site) -> list[Row]:
    return [
        {
            "api": group["api"], "asset": group["asset"], "day": one["day"],
            "between": f"{one['first']} to {one['last']}", "before_s": one["before_s"], "after_s": one["after_s"],
            "whose": _whose(one), "found": one["found"],
            "days_before": one["days_before"], "days_after": one["days_after"],
        }
        for group in _groups(site) for one in group["changes"]
    ]  # fmt: skip


def _whose(change: dict[str, Any]) -> str:
    kinds = sorted({one["kind"].replace("_", " ") for one in change["ours"]})
    return f"perhaps ours: {', '.join(kinds)}" if kinds else "theirs: nothing of ours changed"


def too_short(site: Site, api: str) -> list[str]:
    """Say for which assets of an API there are too few days to look for a shift."""
    own = [group for group in _groups(site) if group["api"] == api]
    return [f"{one['asset']}: {one['why']}" for one in own if one.get("why")] if own else ["no whole day has a figure"]


CHANGES = Table(
    name="changes",
    title="Shifts of the lag",
    columns=(
        Column("day", "Day"),
        Column("api", "API", filter="is", href=links.to_api),
        Column("asset", "Asset", filter="is", choices=_ASSETS),
        Column("between", "Between [95 %]"),
        Column("before_s", "Median before", Kind.SPAN),
        Column("after_s", "After", Kind.SPAN),
        Column("whose", "Whose change", Kind.LONG, filter="has"),
        Column("days_before", "Days before", Kind.COUNT),
        Column("days_after", "Days after", Kind.COUNT),
        Column("found", "Found", shown=False),
    ),
    source=PlainSource(_changes),
    sort="-day",
    about="Days on which an API's median lag shifted, in the last year; about one a year and group is a false alarm.",
    empty="None was found.",
)


def _notes(site: Site) -> list[Row]:
    with site.database.read() as session:
        return [
            {"from": one.start_at, "until": one.end_at, "api": one.api, "asset": one.asset, "excludes": one.excludes,
             "reason": one.reason, "made_at": one.made_at} for one in annotations(session)
        ]  # fmt: skip


NOTES = Table(
    name="annotations",
    title="Notes and exclusions",
    columns=(
        Column("from", "From", Kind.MOMENT),
        Column("until", "To", Kind.MOMENT),
        Column("api", "API", filter="is", href=links.to_api),
        Column("asset", "Asset", filter="is", choices=_ASSETS),
        Column("excludes", "Left out of figures", Kind.YES, filter="is", choices=("yes", "no")),
        Column("reason", "Why", Kind.LONG, sort=False, filter="has"),
        Column("made_at", "Noted", Kind.MOMENT, shown=False),
    ),
    source=PlainSource(_notes),
    sort="-from",
    about="What people said of a window of time, with `monitor annotate`; some windows are left out of every figure. "
          "Without an API or asset, all are meant.",
    empty="There is none; `monitor annotate` makes one.",
)  # fmt: skip


def changes_of(api: str) -> Table:
    """Give the shifts of one API."""
    return replace(CHANGES, fixed={"api": api})


def notes_of(api: str) -> Table:
    """Give what is noted of one API, or of all."""

    def rows(site: Site) -> list[Row]:
        return [one for one in _notes(site) if one["api"] in (None, api)]

    return replace(NOTES, source=PlainSource(rows))
