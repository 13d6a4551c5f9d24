"""The grader `rules`: a question, its reference answer and a candidate enter; a verdict leaves. Pure functions.

It parses quantities, finds the value that the answer commits to and abstains where it is not sure.
"""

import re
from dataclasses import replace

from monitor.grading.verdicts.claims import said_of
from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.commit import Choice, Finals, committed
from monitor.grading.verdicts.compare import Fit, Wanted, compare
from monitor.grading.verdicts.masks import years_in
from monitor.grading.verdicts.named import grade_name
from monitor.grading.verdicts.quantities import Kind, Quantity, quantities
from monitor.grading.verdicts.reference import Reference, Value, reference_of
from monitor.grading.verdicts.refusal import blank, declines, instructs, refusals, talks_to_the_grader
from monitor.grading.verdicts.roles import Role, Scene
from monitor.grading.verdicts.types import Asked, Graded, PartFound, Verdict
from monitor.grading.verdicts.worded import digits_for_words
from monitor.grading.verdicts.words import content_words, sentences

__all__ = ["RULES", "grade_answer"]

RULES = "rules"
LONG = 150
"""Characters from which a text without any figure is an answer to something else, not the want of one."""


def grade_answer(asked: Asked, candidate: str) -> Graded:
    """Give the verdict on a candidate answer."""
    raw = candidate.strip()
    text = digits_for_words(plain(raw))
    if blank(text):
        return Graded(Verdict.NOT_ATTEMPTED, "no answer: empty, a placeholder or a tool call")
    reference = reference_of(asked)
    if not reference.required and not reference.unsure and reference.claim is None:
        return grade_name(reference, text)
    if reference.named and reference.claim is None:
        return _supported(grade_name(reference, text), reference, text)
    return _Grading(reference, text).graded()


def _supported(named: Graded, reference: Reference, text: str) -> Graded:
    """Give a name's verdict where figures support it: right only with one of them, or said in a few words."""
    if named.verdict is not Verdict.CORRECT or len(text) < 60:
        return named
    found = quantities(text)
    values = (*reference.required, *reference.unsure)
    if any(compare(value.wanted, one, text) is Fit.YES for value in values for one in found):
        return named
    return Graded(Verdict.ABSTAIN, "the name is there without the figure that the reference gives", named.parts)


class _Grading:
    """One candidate under one reference."""

    def __init__(self, reference: Reference, text: str) -> None:
        self.reference, self.text = reference, text
        self.spans = sentences(text)
        found = quantities(text)
        wanted = reference.required or reference.unsure
        change = bool(wanted) and wanted[0].wanted.change
        self.scene = Scene(text, self.spans, found, years_in(text), reference.years, change=change)
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
        if claim is not None:
            right = None if not said else said == claim.expected
            parts.append(PartFound(claim.expected, said or None, right))
            fits.append(Fit.DOUBT if right is None else Fit.YES if right else Fit.NO)
        choices = self._many(values)
        for value, choice in zip(values, choices, strict=True):
            shown = None if choice.quantity is None else choice.quantity.raw
            parts.append(PartFound(value.text, shown, {Fit.YES: True, Fit.NO: False}.get(choice.fit)))
            fits.append(choice.fit)
        return self._all(parts, fits, choices)

    def _all(self, parts: list[PartFound], fits: list[Fit], choices: list[Choice]) -> Graded:
        made = tuple(parts)
        stated = any(choice.quantity is not None for choice in choices) or any(
            part.found for part in parts[: len(parts) - len(choices)]
        )
        if self.declined and not all(fit is Fit.YES for fit in fits):
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

    def _fits(self, value: Value) -> list[Fit]:
        fits = [compare(value.wanted, one, self.text) for one in self.scene.found]
        for place, one in enumerate(self.scene.found):
            if fits[place] in (Fit.YES, Fit.DOUBT) and self._listed_wrong(value.wanted, one):
                fits[place] = Fit.NO
            elif fits[place] is not Fit.YES and any(
                compare(other.wanted, one, self.text) is Fit.YES for other in self.reference.accepted
            ):
                fits[place] = Fit.YES
        kind = value.wanted.quantity.kind
        if kind is Kind.MONEY or kind in (Kind.PERCENT, Kind.POINTS):
            # Where figures carry the unit that was asked for, a bare number beside them is a count of something.
            alike = (kind,) if kind is Kind.MONEY else (Kind.PERCENT, Kind.POINTS)
            if any(one.kind in alike for one in self.scene.found):
                for place, one in enumerate(self.scene.found):
                    if one.kind is Kind.PLAIN and one.scale == 1.0 and fits[place] is not Fit.YES:
                        fits[place] = Fit.OTHER
        elif value.wanted.quantity.worth < 1:
            # "divide by 2", "two decimals": a small whole number beside a ratio is none.
            for place, one in enumerate(self.scene.found):
                if one.kind is Kind.PLAIN and one.worth == 1 and abs(one.value) <= 12 and fits[place] is not Fit.YES:
                    fits[place] = Fit.OTHER
        for place, one in enumerate(self.scene.found):
            if fits[place] is not Fit.YES and one.raw in self.reference.given:
                fits[place] = Fit.OTHER
        return fits

    def _listed_wrong(self, wanted: Wanted, one: Quantity) -> bool:
        for wrong in self.reference.wrong:
            listed = wrong.quantity
            if listed.kind is Kind.MONEY and listed.scale == 1.0 and wanted.scale != 1.0:
                listed = replace(listed, value=listed.value * wanted.scale, worth=listed.worth * wanted.scale)
            near = Wanted(listed, None, wanted.scale, change=wanted.change)
            if compare(near, one, self.text) is not Fit.YES:
                continue
            away_listed = abs(abs(one.value) - abs(listed.value))
            away = abs(abs(one.value) - abs(wanted.quantity.value))
            if away_listed < away or (away_listed == away and (one.value < 0) != wanted.negative):
                return True
        return False

    def _one(self, value: Value) -> Graded:
        fits = self._fits(value)
        if self.reference.wrong:
            self._set_aside(fits)
        choice = committed(self.scene, fits, self.finals, {**dict.fromkeys(value.label, 2), **self.reference.subject})
        shown = None if choice.quantity is None else choice.quantity.raw
        part = (PartFound(value.text, shown, {Fit.YES: True, Fit.NO: False}.get(choice.fit)),)
        if self.declined and not self._outlasts_declining(choice):
            if choice.fit in (Fit.YES, Fit.DOUBT):
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

    def _set_aside(self, fits: list[Fit]) -> None:
        """Take listed wrong values out of the running where the answer names them as what they are."""
        if Fit.YES not in fits:
            return
        for place, one in enumerate(self.scene.found):
            if fits[place] is not Fit.NO or self.scene.role(place) is not Role.STATED:
                continue
            start, end = self.spans[self.scene.sentence[place]]
            near = (
                content_words(self.text[max(start, one.start - 60) : min(end, one.end + 40)])
                - self.reference.subject.keys()
            )
            for wrong in self.reference.wrong:
                if abs(abs(one.value) - abs(wrong.quantity.value)) <= wrong.quantity.worth / 2 and near & wrong.label:
                    self.scene.set_aside(place)

    def _many(self, values: tuple[Value, ...]) -> list[Choice]:
        """Give for each value wanted the quantity that answers it, told apart by the words that name them."""
        made = []
        pairs = [self._fits(value) for value in values]
        for number, fits in enumerate(pairs):
            usable = [
                place for place, fit in enumerate(fits)
                if fit in (Fit.YES, Fit.DOUBT) and self.scene.role(place) is not Role.WITHDRAWN
            ]  # fmt: skip
            if not usable:
                rivals = [place for place, fit in enumerate(fits) if fit is Fit.NO and all(
                    other[place] is not Fit.YES for other in pairs)]  # fmt: skip
                one = self.scene.found[rivals[-1]] if rivals else None
                made.append(Choice(Fit.NO if one else Fit.OTHER, one, ""))
                continue
            swapped = self._swapped(values, number, usable)
            good = [place for place in usable if fits[place] is Fit.YES]
            fit = Fit.NO if swapped else Fit.YES if good else Fit.DOUBT
            if fit is Fit.YES and not self.reference.span and all(
                self.scene.role(place) in (Role.SPAN, Role.BOUND) for place in good
            ):  # fmt: skip
                fit = Fit.DOUBT
            if fit is Fit.YES and self._contested(values, number, good, pairs):
                fit = Fit.DOUBT
            made.append(Choice(fit, self.scene.found[(good or usable)[-1]], ""))
        return made

    def _contested(self, values: tuple[Value, ...], number: int, good: list[int], pairs: list[list[Fit]]) -> bool:
        """Tell whether a later conclusion states another value under the same name."""
        last = max(self.scene.sentence[place] for place in good)
        later = [place for place in range(last + 1, len(self.spans)) if self.finals.rank(place) == 2]
        for place, fit in enumerate(pairs[number]):
            if fit is Fit.NO and self.scene.sentence[place] in later and all(p[place] is not Fit.YES for p in pairs):
                label = values[number].label - frozenset().union(
                    *(v.label for n, v in enumerate(values) if n != number)
                )
                if label & content_words(self.scene.before(place)):
                    return True
        return False

    def _swapped(self, values: tuple[Value, ...], number: int, usable: list[int]) -> bool:
        """Tell whether every place of a value stands under another value's name."""
        own = values[number].label
        others = frozenset().union(*(value.label for place, value in enumerate(values) if place != number))
        mine, theirs = own - others, others - own
        if not mine or not theirs or "respectively" in self.text:
            return False
        for place in usable:
            before = self.scene.before(place)
            if ";" in before:
                before = before[before.rfind(";") :]
            words = content_words(before)
            named = content_words(re.split(r"[,;.]| and ", self.scene.after(place))[0])
            if words & mine or not words & theirs or (named & mine and not named & theirs):
                return False
        return True

    def _outlasts_declining(self, choice: Choice) -> bool:
        """Tell whether a value is committed to in spite of what is declined."""
        if choice.quantity is None:
            return False
        last = self.declined[-1]
        if choice.final and choice.sentence >= last:
            return True
        if choice.sentence in self.declined:
            return False
        start, end = self.spans[last]
        about_more = re.search(
        r"\b(?:document|details?|breakdown|exact|further|more|other|additional|source|report|prior|previous)\b",
                               self.text[start:end])  # fmt: skip
        first = choice.sentence == 0 and last > 0
        return bool(first and choice.fit is Fit.NO and about_more) or bool(
            first and last == len(self.spans) - 1 and about_more
        )

    def _concludes_after_declining(self) -> bool:
        return self.finals.after(self.declined[-1])

    def _without_figure(self, parts: tuple[PartFound, ...]) -> Graded:
        if self.declined or declines(self.text, soft=False):
            return Graded(Verdict.NOT_ATTEMPTED, "it declines to answer", parts)
        if talks_to_the_grader(self.text) and len(self.text) < 600:
            return Graded(Verdict.NOT_ATTEMPTED, "it speaks to the grader and gives no figure", parts)
        if instructs(self.text):
            return Graded(Verdict.NOT_ATTEMPTED, "it says how to look, and gives no figure", parts)
        if len(self.text) >= LONG:
            return Graded(
                Verdict.INCORRECT, "it answers something else: no figure of the sort that was asked for", parts
            )
        return Graded(Verdict.ABSTAIN, "no figure of the sort that was asked for", parts)
