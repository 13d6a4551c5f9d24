"""A reference and the quantities of an answer enter; how each stands to a value that is wanted leaves."""

import re
from dataclasses import replace

from monitor.grading.verdicts.compare import compare
from monitor.grading.verdicts.finals import Finals
from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.reference import Reference
from monitor.grading.verdicts.roles import Role, Scene
from monitor.grading.verdicts.signs import leaning
from monitor.grading.verdicts.stance import chosen
from monitor.grading.verdicts.values import Value
from monitor.grading.verdicts.wanted import Fit, Wanted
from monitor.grading.verdicts.words import content_words

__all__ = ["fits_of", "set_aside"]

_COUNTED = re.compile(r" (?!(?:points|percents|percentages|pts|bps)\b)[a-z]{2,}s\b", re.IGNORECASE)
"""A plural after a number: so many of something."""
_EXCHANGED = re.compile(r" ?(?:=|was|is|were|costs?|bought|buys|equall?e?d?s?|fetched|traded|stood|averaged|came)\b"
    r"|\s?=")
"""What follows the one unit of which a rate of exchange is told: "1 euro cost"."""
_NEXT = re.compile(r";| and | but | while |, whereas ")


def fits_of(reference: Reference, scene: Scene, value: Value) -> list[Fit]:
    """Give how each quantity of an answer stands to a value wanted; listed wrong values do not fit."""
    fits = [compare(value.wanted, one, scene.text) for one in scene.found]
    for place, one in enumerate(scene.found):
        if fits[place] in (Fit.YES, Fit.DOUBT) and _listed_wrong(reference, scene.text, value.wanted, one):
            fits[place] = Fit.NO
        elif fits[place] is not Fit.YES and any(
            compare(other.wanted, one, scene.text) is Fit.YES for other in reference.accepted
        ):
            fits[place] = Fit.YES
    kind = value.wanted.quantity.kind
    if kind is Kind.MONEY or kind in (Kind.PERCENT, Kind.POINTS):
        # Where figures carry the unit that was asked for, a bare number beside them is a count of something.
        alike = (kind,) if kind is Kind.MONEY else (Kind.PERCENT, Kind.POINTS)
        if any(one.kind in alike for one in scene.found):
            for place, one in enumerate(scene.found):
                if one.kind is not Kind.PLAIN or one.scale != 1.0:
                    continue
                counted = one.worth == 1 and _COUNTED.match(scene.text, one.end) is not None
                if counted or fits[place] is not Fit.YES:
                    fits[place] = Fit.OTHER
        if kind is Kind.POINTS and any(one.kind is Kind.POINTS or one.loose for one in scene.found):
            # "from 36.2 % to 34.8 %, by 1.4 points": the levels are no change.
            for place, one in enumerate(scene.found):
                if one.kind is Kind.PERCENT and fits[place] is Fit.NO:
                    fits[place] = Fit.OTHER
    elif value.wanted.quantity.worth < 1:
        # "divide by 2", "two decimals": a small whole number beside a ratio is none.
        for place, one in enumerate(scene.found):
            if one.kind is Kind.PLAIN and one.worth == 1 and abs(one.value) <= 12 and fits[place] is not Fit.YES:
                fits[place] = Fit.OTHER
    asked = reference.counted
    if asked is not None and any(asked.match(scene.text, one.end) for one in scene.found):
        # "48 countries on 5 continents"
        for place, one in enumerate(scene.found):
            things = fits[place] is Fit.NO and one.worth == 1 and _COUNTED.match(scene.text, one.end)
            if things and not asked.match(scene.text, one.end):
                fits[place] = Fit.OTHER
    for place, one in enumerate(scene.found):
        if fits[place] is not Fit.YES and (
            one.raw in reference.given
            or (one.kind is Kind.MONEY and one.value == one.worth == 1 and _EXCHANGED.match(scene.text, one.end))
        ):
            fits[place] = Fit.OTHER
    return fits


def set_aside(reference: Reference, scene: Scene, finals: Finals, fits: list[Fit]) -> None:
    """Take listed wrong values out of the running where the answer names them as what they are."""
    if Fit.YES not in fits:
        return
    right = {scene.sentence[place] for place, fit in enumerate(fits) if fit is Fit.YES}
    for place, one in enumerate(scene.found):
        if fits[place] is not Fit.NO or scene.role(place) is not Role.STATED:
            continue
        if finals.rank(scene.sentence[place]) == 2 and scene.sentence[place] not in right:
            continue  # it is what the answer concludes
        sure = [at for at, fit in enumerate(fits) if fit is Fit.YES]
        if not scene.enclosed(place) and all(scene.enclosed(at) and at > place for at in sure):
            continue  # "9 with joint ventures (8 without)"
        here = [
            at for at, fit in enumerate(fits) if fit is not Fit.OTHER and scene.sentence[at] == scene.sentence[place]
        ]
        if (
            len(here) > 1
            and chosen(scene.text, *scene.spans[scene.sentence[place]], scene.found, here, by=False) == place
        ):
            continue
        start, end = scene.spans[scene.sentence[place]]
        near = (
            content_words(
                scene.text[max(start, one.start - 60) : one.start].rpartition(";")[2]
                + _NEXT.split(scene.text[one.end : min(end, one.end + 40)])[0]
            )
            - reference.subject.keys()
        )
        for wrong in reference.wrong:
            if abs(abs(one.value) - abs(wrong.quantity.value)) <= wrong.quantity.worth / 2 and near & wrong.label:
                scene.set_aside(place)


def _listed_wrong(reference: Reference, text: str, wanted: Wanted, one: Quantity) -> bool:
    for wrong in reference.wrong:
        listed = wrong.quantity
        if listed.kind is Kind.MONEY and listed.scale == 1.0 and wanted.scale != 1.0:
            listed = replace(listed, value=listed.value * wanted.scale, worth=listed.worth * wanted.scale)
        near = Wanted(listed, None, wanted.scale, change=wanted.change)
        if compare(near, one, text) is not Fit.YES:
            continue
        away_listed = abs(abs(one.value) - abs(listed.value))
        away = abs(abs(one.value) - abs(wanted.quantity.value))
        below = one.value < 0 or leaning(text, one) < 0
        if away_listed < away or (away_listed == away and below != wanted.negative):
            return True
    return False
