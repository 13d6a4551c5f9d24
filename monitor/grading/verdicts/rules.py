"""The grader `rules`: a question, its reference answer and a candidate enter; a verdict leaves. Pure functions.

It parses quantities, finds the value that the answer commits to and abstains where it is not sure.
"""

import re
from dataclasses import replace

from monitor.grading.verdicts.besides import opposed, year_lacks
from monitor.grading.verdicts.claims import said_of
from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.commit import ELSEWHEN, LEVELS, Choice, committed
from monitor.grading.verdicts.compare import compare
from monitor.grading.verdicts.declining import outlasts
from monitor.grading.verdicts.finals import Finals
from monitor.grading.verdicts.fitting import fits_of, set_aside
from monitor.grading.verdicts.masks import years_in
from monitor.grading.verdicts.named import grade_name
from monitor.grading.verdicts.parts import told_apart
from monitor.grading.verdicts.quantities import quantities
from monitor.grading.verdicts.reference import Reference, reference_of
from monitor.grading.verdicts.refusal import (
    blank,
    declines,
    either,
    instructs,
    refusals,
    talks_to_the_grader,
    undecided,
)
from monitor.grading.verdicts.roles import Scene
from monitor.grading.verdicts.steps import fit_of_levels
from monitor.grading.verdicts.types import Asked, Graded, PartFound, Verdict
from monitor.grading.verdicts.values import Value
from monitor.grading.verdicts.wanted import Fit
from monitor.grading.verdicts.worded import digits_for_words
from monitor.grading.verdicts.words import content_words, sentences

__all__ = ["RULES", "VERSION", "grade_answer"]

RULES = "rules"
VERSION = "17"
"""Raised with every change that may change a verdict."""

UNCHOSEN = ("two values without a choice", "a span without a choice")
_STILL = re.compile(r"\b(?:unchanged|no change|on hold|(?:did not|didn't) (?:change|move)|kept (?:it|the rate) )\b")
LONG = 150
"""Characters from which a text without any figure is an answer to something else, not the want of one."""


def grade_answer(asked: Asked, candidate: str) -> Graded:
    """Give the verdict on a candidate answer."""
    raw = candidate.strip()
    text = digits_for_words(plain(raw))
    if blank(text):
        return Graded(Verdict.NOT_ATTEMPTED, "no answer: empty, a placeholder or a tool call")
    reference = reference_of(asked)
    text = reference.units.seen(text)
    if not reference.required and not reference.unsure and reference.claim is None:
        return grade_name(reference, text)
    if reference.named and reference.claim is None:
        return _supported(grade_name(reference, text), reference, text)
    grading = _Grading(reference, text)
    return _besides(grading.graded(), reference, text, grading.scene)


def _besides(graded: Graded, reference: Reference, text: str, scene: Scene) -> Graded:
    """Give a right verdict only where the year and the name that are asked for beside the figure are there too."""
    if graded.verdict is not Verdict.CORRECT:
        return graded
    lacks = year_lacks(reference.year_wanted, [year for _, year in scene.years])
    if lacks is not False:
        year = str(min(reference.year_wanted))
        part = PartFound(year, str(scene.years[0][1]) if scene.years else None, None if lacks is None else False)
        verdict = Verdict.ABSTAIN if lacks is None else Verdict.INCORRECT
        return Graded(verdict, f"it does not name the year {year} as the one", (*graded.parts, part))
    if opposed(reference.question, reference.head, text):
        return Graded(Verdict.INCORRECT, "it speaks of the opposite", graded.parts)
    if reference.leading and not reference.leading & content_words(text):
        return Graded(Verdict.ABSTAIN, "the figure is right, and what it is of is not named", graded.parts)
    return graded


def _supported(named: Graded, reference: Reference, text: str) -> Graded:
    """Give a name's verdict where figures support it: right only with one of them, or said in a few words."""
    if named.verdict is not Verdict.CORRECT or (len(text) < 60 and not reference.figure_asked):
        return named
    found = quantities(text)
    values = (*reference.required, *reference.unsure)
    fits = {compare(value.wanted, one, text) for value in values for one in found}
    if Fit.YES in fits:
        return named
    if reference.figure_asked and fits == {Fit.NO}:
        return Graded(Verdict.INCORRECT, f"expected {values[0].text}, found {found[-1].raw}", named.parts)
    return Graded(Verdict.ABSTAIN, "the name is there without the figure that the reference gives", named.parts)


class _Grading:
    """One candidate under one reference."""

    def __init__(self, reference: Reference, text: str) -> None:
        self.reference, self.text = reference, text
        self.spans = sentences(text)
        found = quantities(text, reference.counted)
        figures = {one.start for one in found}
        wanted = reference.required or reference.unsure
        change = (bool(wanted) and wanted[0].wanted.change) or reference.by
        self.scene = Scene(
            text,
            self.spans,
            found,
            [one for one in years_in(text) if one[0] not in figures],
            reference.years,
            change=change,
            parts=reference.parts,
            by=reference.by,
            outlook=reference.outlook,
            stepped=reference.stepped,
            basis=reference.basis,
        )
        self.finals = Finals(text, self.spans)
        self.declined = refusals(text, self.spans)

    def graded(self) -> Graded:
        """Give the verdict."""
        reference = self.reference
        values, claim = reference.required, reference.claim
        said = said_of(claim, self.text, self.spans) if claim is not None else ""
        if len(values) == 1 and claim is None:
            return self._one(values[0])
        parts: list[PartFound] = []
        fits: list[Fit] = []
        if claim is not None and claim.sort == "direction" and not said:
            said = self._signed(values)
        if claim is not None:
            right = None if not said else said == claim.expected
            parts.append(PartFound(claim.expected, said or None, right))
            fits.append(Fit.DOUBT if right is None else Fit.YES if right else Fit.NO)
        choices = told_apart(reference, self.scene, self.finals)
        for value, choice in zip(values, choices, strict=True):
            shown = None if choice.quantity is None else choice.quantity.raw
            parts.append(PartFound(value.text, shown, {Fit.YES: True, Fit.NO: False}.get(choice.fit)))
            fits.append(choice.fit)
        return self._all(parts, fits, choices)

    def _signed(self, values: tuple[Value, ...]) -> str:
        """Give the direction that the written sign of a right figure says, as "+4.7 %"; nothing where none is."""
        for one in self.scene.found:
            if one.signed and values and compare(values[0].wanted, one, self.text) is not Fit.OTHER:
                return "down" if one.value < 0 else "up"
        return ""

    def _all(self, parts: list[PartFound], fits: list[Fit], choices: list[Choice]) -> Graded:
        made = tuple(parts)
        stated = any(choice.quantity is not None for choice in choices) or any(
            part.found for part in parts[: len(parts) - len(choices)]
        )
        if self.declined and not all(fit is Fit.YES for fit in fits):
            if any(choice.fit is Fit.YES for choice in choices) and len(choices) > 1:
                return Graded(Verdict.ABSTAIN, "it gives a part and declines another", made)
            if not self._concludes_after_declining():
                return Graded(Verdict.NOT_ATTEMPTED, "it declines to answer", made)
            return Graded(Verdict.ABSTAIN, "it declines in part", made)
        if not stated:
            if not self.reference.required:
                return Graded(Verdict.ABSTAIN, "it does not say plainly what was asked", made)
            return self._without_figure(made)
        wrong = [part for part in parts if part.within is False]
        if wrong:
            one = wrong[0]
            return Graded(Verdict.INCORRECT, f"expected {one.expected}, found {one.found or 'nothing'}", made)
        missing = [part for part, fit in zip(parts, fits, strict=True) if fit is Fit.OTHER and part.found is None]
        if missing:
            return Graded(Verdict.INCORRECT, f"{missing[0].expected} is missing", made)
        if any(fit is not Fit.YES for fit in fits):
            open_one = next(part for part in parts if part.within is not True)
            return Graded(Verdict.ABSTAIN, f"it is open whether {open_one.expected} is met", made)
        if self.declined:
            return Graded(Verdict.ABSTAIN, "every part is right, but it also declines", made)
        unsure = [value for value in self.reference.unsure if not self._present(value)]
        if unsure:
            return Graded(Verdict.ABSTAIN, f"{unsure[0].text} is not there and may have been asked for", made)
        if (
            not self.reference.required
            and self.reference.claim is not None
            and self.reference.claim.sort != "direction"
        ):
            if len(self.text) < 120 or self.reference.unsure:
                return Graded(Verdict.CORRECT, "it says what was asked", made)
            return Graded(Verdict.ABSTAIN, "right so far, but there is more to it than rules can read", made)
        return Graded(Verdict.CORRECT, "every part is right", made)

    def _present(self, value: Value) -> bool:
        return any(compare(value.wanted, one, self.text) is Fit.YES for one in self.scene.found)

    def _one(self, value: Value) -> Graded:
        fits = fits_of(self.reference, self.scene, value)
        if self.reference.wrong:
            set_aside(self.reference, self.scene, self.finals, fits)
        rivals = Fit.YES in fits and Fit.NO in fits
        if rivals and (either(self.text) or undecided(self.text)) and not self.finals.after(-1):
            return Graded(Verdict.INCORRECT, UNCHOSEN[0], (PartFound(value.text, None, False),))
        choice = committed(self.scene, fits, self.finals, {**dict.fromkeys(value.label, 2), **self.reference.subject})
        if choice.why == LEVELS and choice.quantity is not None:
            place = self.scene.found.index(choice.quantity)
            if len(self.scene.found) == 2 and place == 1:
                fit = fit_of_levels(value.wanted, self.scene.found[0], choice.quantity)
                choice = choice if fit is Fit.OTHER else replace(choice, fit=fit)
        shown = None if choice.quantity is None else choice.quantity.raw
        part = (PartFound(value.text, shown, {Fit.YES: True, Fit.NO: False}.get(choice.fit)),)
        if self.declined and not outlasts(self.scene, self.declined, choice, self.reference.years):
            if choice.why in UNCHOSEN:
                return Graded(Verdict.INCORRECT, choice.why, part)
            if undecided(self.text) and {Fit.YES, Fit.NO} <= set(fits):
                return Graded(Verdict.INCORRECT, UNCHOSEN[0], part)
            if choice.fit in (Fit.YES, Fit.DOUBT) and choice.why != ELSEWHEN:
                return Graded(Verdict.ABSTAIN, f"it names {shown} and declines to answer", part)
            return Graded(Verdict.NOT_ATTEMPTED, "it declines to answer", (PartFound(value.text, None, None),))
        if choice.fit is Fit.OTHER:
            return self._without_figure(part)
        if choice.fit is Fit.YES:
            return Graded(Verdict.CORRECT, f"found {shown}, expected {value.text}", part)
        if choice.fit is Fit.NO:
            why = f": {choice.why}" if choice.why else ""
            return Graded(Verdict.INCORRECT, f"expected {value.text}, found {shown}{why}", part)
        return Graded(Verdict.ABSTAIN, choice.why or f"it is open whether {shown} is {value.text}", part)

    def _concludes_after_declining(self) -> bool:
        return self.finals.after(self.declined[-1])

    def _without_figure(self, parts: tuple[PartFound, ...]) -> Graded:
        if self.declined or (len(self.text) < LONG * 12 and declines(self.text, soft=False)):
            return Graded(Verdict.NOT_ATTEMPTED, "it declines to answer", parts)
        if talks_to_the_grader(self.text) and len(self.text) < 600:
            return Graded(Verdict.NOT_ATTEMPTED, "it speaks to the grader and gives no figure", parts)
        if instructs(self.text):
            return Graded(Verdict.NOT_ATTEMPTED, "it says how to look, and gives no figure", parts)
        moved = self.reference.by or any(value.wanted.change for value in self.reference.required)
        if moved and len(self.text) < LONG and _STILL.search(self.text):
            return Graded(Verdict.INCORRECT, "it says that nothing changed", parts)
        if len(self.text) >= LONG or self.scene.found:
            return Graded(
                Verdict.INCORRECT, "it answers something else: no figure of the sort that was asked for", parts
            )
        return Graded(Verdict.ABSTAIN, "no figure of the sort that was asked for", parts)
