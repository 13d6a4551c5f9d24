"""An answer to a question that asks for several values enters; which quantity answers which leaves."""

import re
from dataclasses import replace
from itertools import pairwise

from monitor.grading.verdicts.commit import ELSEWHEN, UNCHOSEN, Choice
from monitor.grading.verdicts.compare import compare
from monitor.grading.verdicts.finals import Finals
from monitor.grading.verdicts.fitting import fits_of
from monitor.grading.verdicts.kinds import Quantity
from monitor.grading.verdicts.reference import Reference
from monitor.grading.verdicts.roles import Role, Scene
from monitor.grading.verdicts.values import Value
from monitor.grading.verdicts.wanted import Fit
from monitor.grading.verdicts.words import content_words

__all__ = ["told_apart"]


def told_apart(reference: Reference, scene: Scene, finals: Finals) -> list[Choice]:
    """Give for each value wanted the quantity that answers it, told apart by the words that name them."""
    made = []
    values = reference.required
    pairs = [fits_of(reference, scene, value) for value in values]
    for number, fits in enumerate(pairs):
        usable = [
            place for place, fit in enumerate(fits)
            if fit in (Fit.YES, Fit.DOUBT) and scene.role(place) is not Role.WITHDRAWN
        ]  # fmt: skip
        if not usable:
            rivals = [place for place, fit in enumerate(fits) if fit is Fit.NO and all(
                other[place] is not Fit.YES for other in pairs)]  # fmt: skip
            one = scene.found[rivals[-1]] if rivals else None
            if one is not None and reference.span and "±" in scene.text:
                made.append(_around(scene, values[number], one))
                continue
            made.append(Choice(Fit.NO if one else Fit.OTHER, one, ""))
            continue
        now = [place for place in usable if not scene.other_period(place)]
        if not now:
            last = scene.found[usable[-1]]
            rivals = [place for place, fit in enumerate(fits) if fit is Fit.NO and not scene.other_period(place)]
            made.append(Choice(Fit.NO if rivals else Fit.DOUBT, last, ELSEWHEN))
            continue
        usable = now
        swapped = _swapped(scene, values, number, usable, pairs)
        good = [place for place in usable if fits[place] is Fit.YES]
        fit = Fit.NO if swapped else Fit.YES if good else Fit.DOUBT
        if fit is Fit.YES and not reference.span and all(
            scene.role(place) in (Role.SPAN, Role.BOUND) for place in good
        ):  # fmt: skip
            fit = Fit.DOUBT
        if fit is Fit.YES and not reference.span and all(_or_another(scene, fits, place) for place in good):
            fit = Fit.NO
        if fit is Fit.YES and _contested(scene, finals, values, number, good, pairs):
            fit = Fit.DOUBT
        made.append(Choice(fit, scene.found[(good or usable)[-1]], ""))
    if len(values) > 1 and "respectively" in scene.text and all(choice.fit is Fit.YES for choice in made):
        return _in_turn(scene, values, made)
    return made


def _in_turn(scene: Scene, values: tuple[Value, ...], made: list[Choice]) -> list[Choice]:
    """Give the same choices, all wrong where figures given "respectively" stand in another order than their names."""
    starts = [choice.quantity.start for choice in made if choice.quantity is not None]
    before = scene.text[: min(starts, default=0)]
    named = []
    for number, value in enumerate(values):
        others = frozenset().union(*(one.label for place, one in enumerate(values) if place != number))
        spots = [before.find(word) for word in value.label - others if word in before]
        named.append(min(spots, default=-1))
    wanted = sorted(range(len(values)), key=lambda n: named[n]) if min(named) >= 0 else list(range(len(values)))
    if len(starts) == len(values) and [starts[n] for n in wanted] != sorted(starts):
        return [Choice(Fit.NO, choice.quantity, "in another order") for choice in made]
    return made


def _around(scene: Scene, value: Value, last: Quantity) -> Choice:
    """Give how "265 million ± 10 million" stands to one end of a range."""
    for one, off in pairwise(scene.found):
        if re.fullmatch(r"[ a-z,(]{0,20}± ?", scene.text[one.end : off.start]) and one.kind is off.kind:
            ends = [replace(one, value=one.value + sign * abs(off.value)) for sign in (-1, 1)]
            fits = {compare(value.wanted, end, scene.text) for end in ends}
            return Choice(Fit.YES if Fit.YES in fits else Fit.NO, one, "a midpoint and how far from it")
    return Choice(Fit.DOUBT, last, "a midpoint and how far from it")


def _or_another(scene: Scene, fits: list[Fit], place: int) -> bool:
    """Tell whether a right figure stands beside another of its sort without a choice: "12.1 % or 11.2 %"."""
    for low in (place - 1, place):
        if low >= 0 and low + 1 < len(fits) and fits[2 * low + 1 - place] is Fit.NO:
            between = scene.text[scene.found[low].end : scene.found[low + 1].start]
            if UNCHOSEN.fullmatch(between) and "/" not in between:
                return True
    return False


def _contested(
    scene: Scene, finals: Finals, values: tuple[Value, ...], number: int, good: list[int], pairs: list[list[Fit]]
) -> bool:
    """Tell whether a later conclusion states another value under the same name."""
    last = max(scene.sentence[place] for place in good)
    later = [place for place in range(last + 1, len(scene.spans)) if finals.rank(place) == 2]
    for place, fit in enumerate(pairs[number]):
        if fit is Fit.NO and scene.sentence[place] in later and all(p[place] is not Fit.YES for p in pairs):
            label = values[number].label - frozenset().union(*(v.label for n, v in enumerate(values) if n != number))
            if label & content_words(scene.before(place)):
                return True
    return False


def _elsewhere(scene: Scene, mine: frozenset[str], usable: list[int], rivals: set[int]) -> bool:
    """Tell whether the words that name a value stand before another value's figure, and not beside its own."""

    def named(words: str) -> bool:
        said = content_words(words)
        return any(one == word or (len(one) > 4 and word.startswith(one)) for one in mine for word in said)

    if any(named(scene.before(place) + " " + scene.after(place).split(",")[0]) for place in usable[:1]):
        return any(named(scene.before(place)[-40:]) for place in rivals) and not named(scene.before(usable[0]))
    return any(named(scene.before(place)[-40:]) for place in rivals)


_CLAUSE = re.compile(r"[,;.]| and | while | but | against | versus | with ")


def _behind(scene: Scene, place: int) -> str:
    """Give the words right behind a quantity, to the end of its clause."""
    return _CLAUSE.split(scene.after(place))[0]


def _told_after(scene: Scene, place: int, names: frozenset[str]) -> bool:
    """Tell whether names follow their figures in a sentence: "3.7 % in the one and 6.2 % in the other"."""
    first = place
    while first and scene.sentence[first - 1] == scene.sentence[place]:
        first -= 1
    return (
        not names & content_words(scene.before(first))
        and bool(names & content_words(_behind(scene, first)))
        and re.match(r" ?(?:[a-z]+ )?(?:in|for|at|by|from|of|\()", scene.after(place)) is not None
    )


def _swapped(
    scene: Scene, values: tuple[Value, ...], number: int, usable: list[int], pairs: list[list[Fit]]
) -> bool:
    """Tell whether every place of a value stands under another value's name."""
    own = values[number].label
    others = frozenset().union(*(value.label for place, value in enumerate(values) if place != number))
    mine, theirs = own - others, others - own
    if not mine or "respectively" in scene.text:
        return False
    if not theirs:
        others_fits = [fits for n, fits in enumerate(pairs) if n != number]
        rivals = {place for fits in others_fits for place, fit in enumerate(fits) if fit is Fit.YES}
        return _elsewhere(scene, mine, usable, rivals - set(usable))
    for place in usable:
        if _told_after(scene, place, mine | theirs):
            behind = content_words(_behind(scene, place))
            if behind & mine or not behind & theirs:
                return False
            continue
        before = scene.before(place)
        if ";" in before:
            before = before[before.rfind(";") :]
        if place and scene.sentence[place - 1] == scene.sentence[place] and ", " in before.rstrip(", "):
            before = before.rstrip(", ").rpartition(", ")[2]  # "1.15 a share, roe 10.4"
        words = content_words(before)
        named = content_words(re.split(r"[,;.]| and ", scene.after(place))[0])
        if words & mine or not words & theirs or (named & mine and not named & theirs):
            return False
    return True
