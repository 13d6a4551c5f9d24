"""A reference that is a name, a date or a list of names, without a figure; how a candidate stands to it."""

import re

from monitor.grading.verdicts.finals import Finals
from monitor.grading.verdicts.reference import Reference
from monitor.grading.verdicts.refusal import instructs, refusals, talks_to_the_grader
from monitor.grading.verdicts.types import Graded, PartFound, Verdict
from monitor.grading.verdicts.words import content_words, sentences, stem

__all__ = ["dates_in", "grade_name"]

_MONTHS = {name: number for number, name in enumerate(
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)}  # fmt: skip
_M = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = re.compile(
    rf"\b{_M} (\d{{1,2}})(?:st|nd|rd|th)?,? ((?:19|20)\d\d)\b|\b(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? {_M},? ((?:19"
    rf"|20)\d\d)\b"
    r"|\b((?:19|20)\d\d)-(\d\d)-(\d\d)\b"
)
_DENIED = re.compile(
    r"\b(?:not|n't|never|rather than|instead of|unlike|neither|nor|no longer|wrong|formerly|previously"
    r"|before)\W+(?:\w+\W+){0,3}\Z"
)
_QUARTER = re.compile(r"\bq([1-4])\b|\b([1-4])(?:st|nd|rd|th) quarter\b")
_ORDINALS = ("first", "second", "third", "fourth")
_EITHER = re.compile(r"\b(?:or|either|maybe|perhaps|possibly)\b")


def dates_in(text: str) -> list[tuple[int, int, int, int]]:
    """Give (place, year, month, day) of each full date in a lower-case text."""
    made = []
    for found in _DATE.finditer(text):
        if found[1]:
            made.append((found.start(), int(found[3]), _MONTHS[found[1]], int(found[2])))
        elif found[5]:
            made.append((found.start(), int(found[6]), _MONTHS[found[5]], int(found[4])))
        else:
            made.append((found.start(), int(found[7]), int(found[8]), int(found[9])))
    return made


def grade_name(reference: Reference, text: str) -> Graded:
    """Give the verdict by the name or date alone; abstain where the words leave it open."""
    spans = sentences(text)
    declined = refusals(text, spans)
    wanted = dates_in(reference.head)
    part = PartFound(reference.name or reference.head, None, None)
    if len(wanted) == 1 and len(content_words(reference.head)) <= 3:
        return _dated(wanted[0][1:], text, spans, declined, part)
    names = [_words(name) for name in (reference.name, *reference.accepted_words) if name]
    names = [name for name in names if name]
    if not names:
        return Graded(Verdict.ABSTAIN, "the reference is more than rules can read", (part,))
    said = _words(text)
    hits = [name for name in names if _within(name, said)]
    if declined and not hits:
        return Graded(Verdict.NOT_ATTEMPTED, "it declines to answer", (part,))
    if len(names[0]) > 7:
        return Graded(Verdict.ABSTAIN, "the reference is more than rules can read", (part,))
    if hits:
        return _named(hits[0], text, spans, declined, part)
    if instructs(text) or talks_to_the_grader(text):
        return Graded(Verdict.NOT_ATTEMPTED, "it gives no answer", (part,))
    if len(said) <= 10 and not any(set(name) & set(said) for name in names):
        return Graded(Verdict.INCORRECT, f"expected {part.expected}", (PartFound(part.expected, text[:60], False),))
    return Graded(Verdict.ABSTAIN, "the name is not there as the reference writes it", (part,))


def _dated(
    wanted: tuple[int, ...], text: str, spans: list[tuple[int, int]], declined: list[int], part: PartFound
) -> Graded:
    found = dates_in(text)
    if not found:
        if declined or instructs(text):
            return Graded(Verdict.NOT_ATTEMPTED, "it gives no date", (part,))
        return Graded(Verdict.ABSTAIN, "no full date", (part,))
    ranks = Finals(text, spans)
    finals = [place for place in range(len(spans)) if ranks.rank(place) == 2]
    if finals:
        start, end = spans[finals[-1]]
        found = [one for one in found if start <= one[0] < end] or found
    days = {one[1:] for one in found}
    shown = "-".join(f"{number:02d}" for number in found[0][1:])
    if days == {wanted}:
        return Graded(Verdict.CORRECT, f"the date is {shown}", (PartFound(part.expected, shown, True),))
    if wanted not in days and len(days) == 1:
        return Graded(
            Verdict.INCORRECT, f"expected {part.expected}, found {shown}", (PartFound(part.expected, shown, False),)
        )
    return Graded(Verdict.ABSTAIN, "several dates", (part,))


def _named(name: list[str], text: str, spans: list[tuple[int, int]], declined: list[int], part: PartFound) -> Graded:
    place = text.find(name[0])
    alone = len(_words(text)) <= len(name) + 14
    finals = Finals(text, spans)
    at = next((number for number, (start, end) in enumerate(spans) if _within(name, _words(text[start:end]))), -1)
    if declined or at < 0 or _DENIED.search(text[max(0, place - 40) : place]) or _EITHER.search(text):
        return Graded(Verdict.ABSTAIN, "the name is there, but not plainly as the answer", (part,))
    if alone or (at == 0 and not finals.after(0)) or finals.rank(at) == 2:
        return Graded(Verdict.CORRECT, f"it names {part.expected}", (PartFound(part.expected, part.expected, True),))
    return Graded(Verdict.ABSTAIN, "the name is there, but not plainly as the answer", (part,))


def _words(text: str) -> list[str]:
    text = _QUARTER.sub(
        lambda m: f"{_ORDINALS[int(m[1] or m[2]) - 1]} quarter", re.sub(r"\s?\([^)]*\)", "", text.lower())
    )
    made = [stem(word) for word in re.findall(r"[^\W_]+(?:[&'.-][^\W_]+)*", text)]
    return [word for word in made if word not in ("the", "a", "an", "inc", "plc", "ltd", "corp", "corporation", "co")]


def _within(name: list[str], said: list[str]) -> bool:
    return any(said[place : place + len(name)] == name for place in range(len(said) - len(name) + 1))
