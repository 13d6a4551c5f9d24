"""A question with its reference answer enters; what an answer must contain leaves: values, choice, direction."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from monitor.grading.verdicts import asks
from monitor.grading.verdicts.asked_units import AskedUnits, asked_units
from monitor.grading.verdicts.bases import asked_basis
from monitor.grading.verdicts.besides import leading_words, years_wanted
from monitor.grading.verdicts.claims import Claim, claim_of
from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.heads import name, names_first, names_in, split_answer, weights
from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.masks import years_in
from monitor.grading.verdicts.quantities import quantities
from monitor.grading.verdicts.subperiods import asked_parts
from monitor.grading.verdicts.types import Asked
from monitor.grading.verdicts.units import same_cash
from monitor.grading.verdicts.values import Maker, Value
from monitor.grading.verdicts.worded import digits_for_words
from monitor.grading.verdicts.words import content_words

__all__ = ["Reference", "Wrong", "reference_of"]


@dataclass(frozen=True, slots=True)
class Wrong:
    """An expected wrong value, with the words that say what it is."""

    quantity: Quantity
    label: frozenset[str]
    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """What an answer must contain, as far as rules can tell."""

    required: tuple[Value, ...]
    unsure: tuple[Value, ...]
    """Values of the reference that the question may or may not ask for."""
    accepted: tuple[Value, ...]
    """Equally right ones in the place of the first required one."""
    accepted_words: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    claim: Claim | None
    years: frozenset[int]
    parts: frozenset[str]
    """Quarters, halves and the like that the question names."""
    by: bool
    """True where it asks by how much something changed."""
    stepped: bool
    """True where it may ask for a change, so that "rose 3 to 41" gives the 3."""
    outlook: bool
    """True where it asks for an expectation."""
    subject: dict[str, int]
    """The question's words with their weight: what is measured weighs more than whose it is."""
    span: bool
    """True where a range is asked for."""
    question: str
    """In plain words."""
    head: str
    """The reference answer itself, in plain words."""
    name: str
    """The leading words of the reference as written."""
    given: frozenset[str]
    """Figures that the question itself states."""
    named: bool
    """True where a name is asked for, and figures in the reference only support it."""
    figure_asked: bool
    """True where a figure is asked for beside it."""
    basis: str
    """Against what a change is measured, as far as the question says: ``year``, ``quarter``, ``month``."""
    year_wanted: frozenset[int]
    """The year that answers "in which year", if that is asked."""
    leading: frozenset[str]
    """Words that name what the figure is of, where "the largest" of something is asked for."""
    units: AskedUnits
    counted: re.Pattern[str] | None
    """What follows a number of the things that a question counts."""


@lru_cache(maxsize=20_000)
def reference_of(asked: Asked) -> Reference:
    """Give what the reference asks of an answer; kept, since many answers share a question."""
    head_raw, accepted_raw, wrong_raw = split_answer(asked.answer)
    question = digits_for_words(plain(asked.question))
    head = digits_for_words(plain(head_raw))
    units = asked_units(question, head)
    head = units.seen(head)
    make = Maker(asked, question)
    own = quantities(head)
    flat = _levels(head, own)
    make.named_after = len(flat) > 1 and not content_words(head[: flat[0].start])
    aside = bool(flat) and _in_brackets(head, flat[0])
    span = _is_span(head, flat) and (
        asks.SPAN.search(question) is not None
        or (len(flat) == 2 and not re.search(r"\bfrom\b|\bbetween\b.*\band\b", head) and head.count(" and ") == 0)
    )
    values = [make.value(one, head, flat[place - 1].end if place else 0) for place, one in enumerate(flat)]
    context = [asks.CONTEXT.search(head[max(0, one.start - 45) : one.start]) is not None for one in flat]
    for place in range(1, len(flat)):  # the far end of a range that is context
        if context[place - 1] and asks.SPAN_JOIN.fullmatch(head[flat[place - 1].end : flat[place].start]):
            before = head[max(0, flat[place - 1].start - 8) : flat[place - 1].start]
            context[place] = "from" not in before or _changed_by(head, flat, place)
    claim = claim_of(asked.question, head_raw)
    required, unsure = _required(question, values, context, span, claim)
    if claim is None and len(values) == 2 and asks.BY_HOW_MUCH.search(question):
        led = asks.LED_TO.fullmatch(head[flat[0].end : flat[1].start])
        if led and not asks.TO_WHAT.search(question):
            required, unsure = values[:1], []  # "an increase of 25 basis points, to 5.50 %"
    if claim is not None and aside and not asks.AND_FIGURE.search(question) and not asks.LEVELS.search(question):
        required, unsure = [], []
    if claim is not None and claim.sort == "direction" and required and required[0].wanted.leaning == 0:
        first = required[0].wanted
        if first.quantity.kind is Kind.POINTS or required[0].difference:
            first = replace(first, leaning={"up": 1, "down": -1}.get(claim.expected, 0))
            required = [replace(required[0], wanted=first), *required[1:]]
    accepted_text = digits_for_words(plain(accepted_raw))
    accepted = [make.value(one, accepted_text, 0) for one in quantities(accepted_text)] if accepted_raw else []
    accepted += [make.value(one, head, 0) for one in own if one not in flat and _converted(one, required)]
    points = bool(required) and required[0].wanted.quantity.kind is Kind.POINTS
    return Reference(
        tuple(required), tuple(unsure), tuple(accepted),
        names_in(accepted_raw),
        tuple(_wrong(wrong_raw)), claim, frozenset(year for _, year in years_in(question)), asked_parts(question),
        (asks.BY_HOW_MUCH.search(question) is not None and asks.WHAT.search(question) is None)
        or points,
        asks.STEPPED.search(question) is not None or points, asks.OUTLOOK.search(question) is not None,
        weights(asked.question, question), span, question, head, name(head_raw),
        frozenset(one.raw for one in quantities(question)), names_first(question, head_raw),
        asks.AND_FIGURE.search(question) is not None, asked_basis(question),
        years_wanted(question, head), leading_words(question, head, flat[0].start if flat else 0),
        units, asks.counted_things(question),
    )  # fmt: skip


def _required(
    question: str, values: list[Value], context: list[bool], span: bool, claim: Claim | None
) -> tuple[list[Value], list[Value]]:
    """Give the values that must be there, and those of which it is not sure."""
    main = [value for value, aside in zip(values, context, strict=True) if not aside]
    many = asks.MANY.search(question) is not None
    if claim is not None:
        # "Which of A and B" asks for one thing.
        many = (
            asks.ASKS_FIGURE.match(question) is not None
            or asks.AND_FIGURE.search(question) is not None
            or asks.LEVELS.search(question) is not None
        )
    if span and len(main) >= 2:
        return (main, []) if many else (main[:2], main[2:])
    if re.search(r"\bchang(?:e|ed)\b|\bdiffer", question) and any(context) and len(values) == 2 and len(main) == 1:
        return values, []
    if not main:
        return values[:1], values[1:]
    if claim is not None and claim.sort == "yes or no" and not asks.AND_FIGURE.search(question):
        return [], main
    if claim is not None and not many:
        return [], main
    rest = asks.BY_HOW_MUCH.sub(" ", question)
    if rest != question and not asks.LEVELS.search(question) and not asks.WHAT.search(rest):
        apart = [value for value in main if value.difference]
        if apart:
            return apart, []
    if not many:
        return main[:1], []
    wanted = values if any(context) and asks.LEVELS.search(question) else main
    apart = [value for value in wanted if value.difference]
    if apart and len(apart) < len(wanted) and not asks.DIFFERENCE.search(question):
        return [value for value in wanted if not value.difference], apart
    return wanted, []


def _in_brackets(head: str, one: Quantity) -> bool:
    if one.bracketed and one.value < 0:
        return False  # an accountant's minus
    spans = [found.span() for found in re.finditer(r"\([^()]*\)", head)]
    return any(start <= one.start and one.end <= end for start, end in spans)


def _levels(head: str, own: list[Quantity]) -> list[Quantity]:
    """Give the quantities that do not stand in brackets; all where every one does."""
    return [one for one in own if not _in_brackets(head, one)] or own


def _converted(one: Quantity, required: list[Value]) -> bool:
    """Tell whether a quantity in brackets is the only value wanted in another currency, as ``(US$10 billion)``."""
    if len(required) != 1 or one.kind is not Kind.MONEY or not one.cash:
        return False
    wanted = required[0].wanted.quantity
    return bool(wanted.cash) and not same_cash(wanted.cash, one.cash)


def _is_span(head: str, own: list[Quantity]) -> bool:
    return len(own) >= 2 and asks.SPAN_JOIN.fullmatch(head[own[0].end : own[1].start]) is not None


def _changed_by(head: str, flat: list[Quantity], place: int) -> bool:
    """Tell whether a change is given before the two ends of "from X to Y", which then only explain it."""
    if place < 2:
        return False
    return re.search(r"[;:]|\.\s", head[flat[place - 2].end : flat[place - 1].start]) is None


def _wrong(raw: str) -> list[Wrong]:
    if not raw:
        return []
    text = digits_for_words(plain(raw))
    made = []
    flat = _levels(text, quantities(text))
    for place, one in enumerate(flat):
        stop = flat[place + 1].start if place + 1 < len(flat) else len(text)
        made.append(Wrong(one, content_words(text[one.end : stop]), text[one.start : one.end].strip(" (),;.")))
    return made
