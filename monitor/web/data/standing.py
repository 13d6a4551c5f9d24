"""Lag figures and paired comparisons enter; who is freshest on each asset, and whether that is sure, leaves. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from monitor.web.figures import span
from monitor.web.table.spec import Row

__all__ = ["Standing", "standings"]

Pairs = Mapping[frozenset[str], Row]
NOT_TOLD = ("tie", "too few pairs")


@dataclass(frozen=True, slots=True)
class Standing:
    """Who is freshest on one asset, in a sentence."""

    asset: str
    says: str


def standings(rows: Sequence[Row], compared: Iterable[Row]) -> list[Standing]:
    """Say for each asset which API is freshest, by how much, and whether the paired comparison tells it from the rest.

    `rows` are of the lag table, `compared` of the comparisons. The freshest is the one with the least median lag of
    those that no other is fresher than; a median of which only bounds are known counts by its upper one.
    """
    pairs: dict[str, dict[frozenset[str], Row]] = {}
    for one in compared:
        pairs.setdefault(one["asset"], {})[frozenset((one["a"], one["b"]))] = one
    assets: dict[str, list[Row]] = {}
    for row in rows:
        if _median(row) is not None and row.get("asset") and row.get("api"):
            assets.setdefault(row["asset"], []).append(row)
    return [
        Standing(asset, _says(sorted(found, key=_place), pairs.get(asset, {}))) for asset, found in assets.items()
    ]


def _median(row: Row) -> float | None:
    value = row.get("median_s") if row.get("median_s") is not None else row.get("median_s_hi")
    return None if value is None else float(value)


def _place(row: Row) -> float:
    return _median(row) or 0.0


def _says(rows: Sequence[Row], pairs: Pairs) -> str:
    names = {row["api"] for row in rows}
    beaten = {name for pair, one in pairs.items() if pair <= names and one["fresher"] not in NOT_TOLD
              for name in pair - {one["fresher"]}}  # fmt: skip
    first = next((row for row in rows if row["api"] not in beaten), rows[0])
    others = [row for row in rows if row is not first]
    known, median = first.get("median_s") is not None, _place(first)
    head = f"{first['api']}, whose prices are {'' if known else 'at most '}{span(median)} old at the median"
    if not others:
        return f"{head}; no other API has a figure."
    if not pairs:
        return f"{head}; whether it differs from the others has not been compared yet."
    found = {row["api"]: pairs.get(frozenset((first["api"], row["api"]))) for row in others}
    told = {name: one for name, one in found.items() if one and one["fresher"] == first["api"]}
    ties = {name: one for name, one in found.items() if one and one["fresher"] == "tie"}
    few = [name for name in found if name not in told and name not in ties]
    parts = [f"a tie with {_names(ties)} ({_pairs(ties)})"] if ties else []
    if told:
        next_ = next(row for row in others if row["api"] in told)
        gap = _place(next_) - median
        least = f"{'' if known else 'at least '}{span(gap)} less than {next_['api']}; " if gap > 0 else ""
        parts.append(f"{least}fresher than {_names(told)}, and the difference is real ({_pairs(told)})")
    if few:
        parts.append(f"too few pairs to tell it from {_names(few)}")
    return f"{head}: {'; '.join(parts)}."


def _names(names: Iterable[str], most: int = 3) -> str:
    every = list(names)
    if len(every) > most:
        return f"{', '.join(every[:most])} and {len(every) - most} more"
    return " and ".join(filter(None, (", ".join(every[:-1]), every[-1])))


def _pairs(found: Mapping[str, Row]) -> str:
    counts = sorted({one["pairs"] for one in found.values()})
    return f"{counts[0]:,} pairs" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,} pairs"
