"""An answer that gives the levels before and after enters; the change between them leaves."""

from dataclasses import replace

from monitor.grading.verdicts.compare import compare
from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.wanted import Fit, Wanted

__all__ = ["fit_of_levels"]


def fit_of_levels(wanted: Wanted, before: Quantity, after: Quantity) -> Fit:
    """Tell how the change from one level to another stands to the change that is wanted; OTHER where that is none."""
    ref = wanted.quantity
    kind = Kind.POINTS if before.kind is Kind.PERCENT else before.kind
    if before.kind is not after.kind or kind is not ref.kind or before.cash != after.cash:
        return Fit.OTHER
    text = "rose by " if after.value > before.value else "fell by "
    size = round(abs(after.value - before.value), 9)
    change = replace(
        after, value=size, kind=kind, signed=False, bracketed=False, worth=max(before.worth, after.worth),
        start=len(text), end=len(text),
    )  # fmt: skip
    return compare(wanted, change, text)
