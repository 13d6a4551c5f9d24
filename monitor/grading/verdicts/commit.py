"""An answer's quantities and the value wanted enter; the value that the answer commits to leaves.

Only the committed value counts: what is withdrawn, compared with, calculated on the way or of another period does not.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from monitor.grading.verdicts import cues
from monitor.grading.verdicts.finals import Finals
from monitor.grading.verdicts.kinds import Quantity
from monitor.grading.verdicts.roles import Role, Scene
from monitor.grading.verdicts.stance import chosen
from monitor.grading.verdicts.units import same_cash
from monitor.grading.verdicts.wanted import Fit
from monitor.grading.verdicts.words import content_words

__all__ = ["ELSEWHEN", "LEVELS", "UNCHOSEN", "Choice", "committed"]


@dataclass(frozen=True, slots=True)
class Choice:
    """The value that an answer commits to; `fit` OTHER where it states none of the sort."""

    fit: Fit
    quantity: Quantity | None
    why: str
    sentence: int = -1
    final: bool = False
    """True where the sentence says that it concludes."""


LEVELS = "only the levels before and after are given"
ELSEWHEN = "its figures are of other periods"
_DERIVED = re.compile(
    r"\bcalculat|\bformula|\bdivid|\bsubtract|\bsum of\b|[=≈]|\bbreak ?down|\bcomponents?|\bconsist|\bmade up"
    r" of\b|\bdetails?\b|\bevidence|\bstep\b|\blisted\b|\badding"
)
_CHANGED = re.compile(
    r"\b(?:actually|wait|correction|on reflection|however|but|scratch that|instead|re-?check|sorry)\b"
)
UNCHOSEN = re.compile(
    r"\s?,?\s?(?:(?:or|or maybe|or perhaps|or possibly|or else|and/or|/)\s?(?:even |about |around |maybe |perhaps "
    r"|possibly |else )?"
    r"|(?:or )?(?:perhaps|maybe|possibly|(?:it )?(?:could|might|may) be) )"
    r"|\s?[;,.]? ?(?:or |but )?(?:(?:it|this|that) )?(?:could|might|may) (?:also |equally |just as well "
    r"|as well )?(?:be|have been) "
)


def committed(scene: Scene, fits: Sequence[Fit], finals: Finals, subject: dict[str, int]) -> Choice:
    """Give the value that the answer commits to, by its sentences."""
    live = [
        place for place, fit in enumerate(fits)
        if fit is not Fit.OTHER and scene.role(place) in (Role.STATED, Role.SPAN, Role.BOUND)
    ]  # fmt: skip
    if not live:
        return _from_context(scene, fits, subject)
    if scene.asked:
        # Other periods' values count only where nothing is said of the period asked for.
        own = [place for place in live if not scene.other_period(place)]
        if own:
            live = own
        elif any(scene.period(place) or scene.other_period(place) for place in live):
            fit = Fit.DOUBT if any(fits[place] is not Fit.NO for place in live) else Fit.NO
            return Choice(fit, scene.found[live[-1]], ELSEWHEN, scene.sentence[live[-1]])
    by_sentence: dict[int, list[int]] = {}
    for place in live:
        by_sentence.setdefault(scene.sentence[place], []).append(place)
    if len({fits[place] for place in live}) == 1 and fits[live[0]] is not Fit.YES:
        place = live[-1]
        rank = finals.rank(scene.sentence[place])
        if rank == 0 and any(fit is Fit.YES and scene.weak(at) for at, fit in enumerate(fits)):
            inner = [at for at, fit in enumerate(fits) if fit is Fit.YES and scene.weak(at)]
            if len(inner) == 1 and _named(scene, inner[0], subject) > _named(scene, place, subject):
                return Choice(Fit.YES, scene.found[inner[0]], "", scene.sentence[inner[0]])  # "9, of which 3 in Asia"
            return Choice(Fit.DOUBT, scene.found[place], "the value stands only in passing", scene.sentence[place])
        return Choice(fits[place], scene.found[place], "", scene.sentence[place], rank > 0)
    for rank in (2, 1):
        ranked = [place for place in by_sentence if finals.rank(place) == rank]
        if ranked:
            last = ranked[-1]
            choice = _within(scene, fits, by_sentence[last], subject, final=True)
            later = [place for place in by_sentence if place > last]
            if choice.fit is Fit.NO and later and rank == 1:
                return Choice(Fit.DOUBT, choice.quantity, "it goes on after its conclusion", last, True)
            return choice
    return _by_place(scene, fits, by_sentence, subject)


def _by_place(scene: Scene, fits: Sequence[Fit], by_sentence: dict[int, list[int]], subject: dict[str, int]) -> Choice:
    """Give the value of an answer without a plain conclusion: of its first and last sentences that state one."""
    order = list(by_sentence)
    choices = {place: _within(scene, fits, by_sentence[place], subject, final=False) for place in order}
    if len(order) == 1:
        return choices[order[0]]
    first, last = choices[order[0]], choices[order[-1]]
    if first.fit is last.fit:
        middle = {choices[place].fit for place in order}
        if first.fit is Fit.YES or len(middle) == 1:
            return last
    overlap = {place: max(_weight(scene.before(at), subject) for at in by_sentence[place]) for place in order}
    best = max(overlap.values())
    top = [place for place in order if overlap[place] == best]
    if len(top) == 1 and (best >= 3 or (best == 2 and choices[top[0]].fit is Fit.YES)):
        return choices[top[0]]
    text_of_first = scene.text[scene.spans[order[0]][0] : scene.spans[order[0]][1]]
    if first.fit is Fit.YES and overlap[order[0]] == best:
        after = scene.text[scene.spans[order[0]][1] :]
        if not _CHANGED.search(after):
            return first
    if last.fit is Fit.YES and (
        _DERIVED.search(text_of_first) or _DERIVED.search(scene.text[: scene.spans[order[-1]][1]])
    ):
        return last
    dated = [place for places in by_sentence.values() for place in places if scene.period(place) in scene.asked]
    sure = dated and len(scene.asked) == 1 and all(fits[place] is Fit.YES for place in dated)
    if sure and overlap[scene.sentence[dated[-1]]] == best:
        return choices[scene.sentence[dated[-1]]]
    if _told_after_entries(scene, order) and (
        last.fit is Fit.YES or (last.fit is Fit.NO and len(order) > 2 and overlap[order[-1]] == best)
    ):
        return last
    if first.fit is Fit.NO and last.fit is Fit.NO:
        return Choice(Fit.DOUBT, last.quantity, "the right value stands among others", order[-1])
    return Choice(Fit.DOUBT, last.quantity, "several values, and no plain choice between them", order[-1])


_ENTRY = re.compile(r"[^:\n]{1,120}: [^a-z\n]{0,4}\d[^:\n]{0,40}\Z")
"""A cell of a table or a line of a list: "revenue, 2023: 41.2 million"."""


def _told_after_entries(scene: Scene, order: list[int]) -> bool:
    """Tell whether the last sentence of those in `order` says its value in words, and all before are entries."""
    *before, last = (scene.text[slice(*scene.spans[place])] for place in order)
    return (
        all(_ENTRY.match(one) for one in before)
        and _ENTRY.match(last) is None
        and re.search(r"\b(?:was|were|is|are|amounted|came|stood|totall?ed|reported|had)\b", last) is not None
    )


def _within(scene: Scene, fits: Sequence[Fit], places: list[int], subject: dict[str, int], *, final: bool) -> Choice:
    """Give the value that one sentence commits to."""
    sentence = scene.sentence[places[0]]
    if any(scene.role(place) is Role.SPAN for place in places):
        spans = [place for place in places if scene.role(place) is Role.SPAN]
        rest = [place for place in places if place not in spans]
        if not rest:
            return Choice(Fit.NO, scene.found[spans[-1]], "a span without a choice", sentence, final)
        places = rest
    bounds = [place for place in places if scene.role(place) is Role.BOUND]
    if bounds:
        rest = [place for place in places if place not in bounds]
        if not rest:
            fit = Fit.NO if all(fits[place] is Fit.NO for place in bounds) else Fit.DOUBT
            return Choice(fit, scene.found[bounds[-1]], "a bound is not a figure", sentence, final)
        places = rest
    good = [place for place in places if fits[place] is Fit.YES]
    other = [place for place in places if fits[place] is not Fit.YES]
    if good and not other:
        return Choice(Fit.YES, scene.found[good[-1]], "", sentence, final)
    if not good:
        doubtful = [place for place in places if fits[place] is Fit.DOUBT]
        if doubtful:
            return Choice(Fit.DOUBT, scene.found[doubtful[-1]], "scale, sign or last digit left open", sentence, final)
        return Choice(Fit.NO, scene.found[other[-1]], "", sentence, final)
    for one in good:
        for two in other:
            low, high = sorted((one, two))
            between = scene.text[scene.found[low].end : scene.found[high].start]
            if high == low + 1 and UNCHOSEN.fullmatch(between) and not _converted(scene, one, two):
                return Choice(Fit.NO, scene.found[two], "two values without a choice", sentence, final)
    start, end = scene.spans[sentence]
    settled = chosen(scene.text, start, end, scene.found, places, by=scene.by)
    if settled is not None:
        return Choice(fits[settled], scene.found[settled], "chosen by its words", sentence, final)
    weigh = {place: _named(scene, place, subject) for place in places}
    labelled = all(scene.before(place).rstrip().endswith(":") for place in places)
    if labelled and len(good) == len(other) == 1 and weigh[other[0]] > weigh[good[0]]:
        return Choice(Fit.NO, scene.found[other[0]], "", sentence, final)  # each stands under a name of its own
    most_good, most_other = max(weigh[place] for place in good), max(weigh[place] for place in other)
    if most_good > most_other or (most_good == most_other and good[0] == places[0] and not final):
        return Choice(Fit.YES, scene.found[good[0]], "", sentence, final)
    if final and good[-1] == places[-1] and most_good >= most_other:
        return Choice(Fit.YES, scene.found[good[-1]], "", sentence, final)
    if most_other > most_good and all(fits[place] is Fit.NO for place in other):
        return Choice(
            Fit.DOUBT, scene.found[other[-1]], "another value stands nearer to what was asked", sentence, final
        )
    return Choice(Fit.DOUBT, scene.found[places[-1]], "several values in one sentence", sentence, final)


def _converted(scene: Scene, one: int, two: int) -> bool:
    """Tell whether one value is the other in another currency: "€2.1 billion, or $2.3 billion"."""
    first, second = scene.found[one], scene.found[two]
    return bool(first.cash and second.cash) and not same_cash(first.cash, second.cash)


def _named(scene: Scene, place: int, subject: dict[str, int]) -> int:
    """Give how well the words before and after a quantity in its sentence name what was asked for."""
    before = scene.before(place)
    if place and scene.sentence[place - 1] == scene.sentence[place]:
        before = _OTHERS.sub(" ", before)
    return _weight(before, subject) + _after(scene, place, subject)


def _after(scene: Scene, place: int, subject: dict[str, int]) -> int:
    after = _STOPS.split(scene.after(place))[0]
    return _weight(after, subject) if _NAMES.match(after) else 0


_OTHERS = re.compile(r"\A (?:in|for|of|as|to) [^,;:]{2,40}? and ")
"""What still names the figure before: " in dividends and "."""
_STOPS = re.compile(r"[,;:.()]| and | but | while | up | down | from | compared | against | versus | after ")
_NAMES = re.compile(r" (?:(?:was|were|is|are|came|went) )?(?:in|of|from|for|as) [a-z]")


def _weight(words: str, subject: dict[str, int]) -> int:
    marks = [")", ";"] if words.rstrip().endswith(":") else [")", ";", ", "]  # "revenue, 2023:" is one label
    near = words[max(words.rfind(mark) for mark in marks) + 1 :]
    return sum(subject.get(word, 0) for word in content_words(near))


def _from_context(scene: Scene, fits: Sequence[Fit], subject: dict[str, int]) -> Choice:
    """Give what an answer states only in passing."""
    used = [place for place, fit in enumerate(fits) if fit is not Fit.OTHER]
    if not used:
        return Choice(Fit.OTHER, None, "no figure of the sort that was asked for")
    near = [place for place in used if fits[place] is not Fit.NO]
    last = used[-1]
    if scene.by and not near and cues.FROM_TO.search(scene.before_all(last)):
        return Choice(Fit.DOUBT, scene.found[last], LEVELS, scene.sentence[last])
    if near:
        if len(near) == 1 and fits[near[0]] is Fit.YES and scene.weak(near[0]) and _after(scene, near[0], subject):
            return Choice(Fit.YES, scene.found[near[0]], "", scene.sentence[near[0]])
        withdrawn = all(scene.role(place) is Role.WITHDRAWN for place in near)
        if withdrawn and len(used) > len(near):
            return Choice(Fit.NO, scene.found[last], "the right value is withdrawn", scene.sentence[last])
        return Choice(Fit.DOUBT, scene.found[near[-1]], "the value stands only in passing", scene.sentence[near[-1]])
    return Choice(Fit.NO, scene.found[last], "", scene.sentence[last])
