"""What a quantity is doing in its sentence: stated, bounded, withdrawn, another period's, a step of a calculation."""

import re
from bisect import bisect_left, bisect_right
from enum import Enum

from monitor.grading.verdicts import cues
from monitor.grading.verdicts.bases import other_basis
from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.subperiods import other_part, part_after, part_before

__all__ = ["Role", "Scene"]


class Role(Enum):
    """The part that a quantity plays."""

    STATED = "stated"
    CONTEXT = "context"
    """Named beside the answer: a comparison, a starting point, another definition."""
    WITHDRAWN = "withdrawn"
    OPERAND = "operand"
    BOUND = "bound"
    SPAN = "span"
    OTHER_PERIOD = "other period"


class Scene:
    """An answer's quantities in their sentences."""

    def __init__(
        self, text: str, spans: list[tuple[int, int]], found: list[Quantity], years: list[tuple[int, int]],
        asked: frozenset[int], *, change: bool, parts: frozenset[str] = frozenset(),
        by: bool = False, outlook: bool = True, stepped: bool = True, basis: str = "",
    ) -> None:  # fmt: skip
        self.text, self.spans, self.found, self.years, self.asked = text, spans, found, years, asked
        self.change, self.asked_parts, self.basis = change, parts, basis
        self.by, self.outlook, self.stepped = by, outlook, change and stepped
        self._parts: dict[int, bool] = {}
        self._starts = [start for start, _ in spans]
        self.sentence = [self._sentence(one) for one in found]
        self._roles: dict[int, Role] = {}
        self._periods: dict[int, int | None] = {}

    def role(self, place: int) -> Role:
        """Give the part that a quantity plays."""
        if place not in self._roles:
            self._roles[place] = self._role(place)
        return self._roles[place]

    def set_aside(self, place: int) -> None:
        """Count a quantity as context."""
        self._roles[place] = Role.CONTEXT

    def weak(self, place: int) -> bool:
        """Tell whether a quantity is context only by a word that may also lead to the answer, as "of which"."""
        before = self.text[max(0, self.found[place].start - 30) : self.found[place].start]
        return self.role(place) is Role.CONTEXT and cues.WEAK.search(before) is not None

    def period(self, place: int) -> int | None:
        """Give the year that a quantity is said to be of, -1 for "the year before", None where that is not said."""
        if place not in self._periods:
            self._periods[place] = self._period(place)
        return self._periods[place]

    def _sentence(self, one: Quantity) -> int:
        return max(0, bisect_right(self._starts, one.start) - 1)

    def before(self, place: int) -> str:
        """Give the words between the sentence's start, or the quantity before, and a quantity."""
        one = self.found[place]
        start = self.spans[self.sentence[place]][0]
        if place and self.sentence[place - 1] == self.sentence[place]:
            start = max(start, self.found[place - 1].end)
        return self.text[start : one.start]

    def _own_before(self, place: int) -> str:
        """Give the same without what is still said of the quantity before: ", which is that of 2022, but"."""
        before = self.before(place)
        if before.startswith((", which", ", that", " which", " that")):
            return cues.RELATIVE.sub("", before)
        return before

    def enclosed(self, place: int) -> bool:
        """Tell whether a quantity stands within brackets in its sentence."""
        before = self.before_all(place) + self.text[self.found[place].start]
        return before.count("(") > before.count(")")

    def before_all(self, place: int) -> str:
        """Give the words between the sentence's start and a quantity."""
        return self.text[self.spans[self.sentence[place]][0] : self.found[place].start]

    def after(self, place: int) -> str:
        """Give the words between a quantity and the next one, or the sentence's end."""
        one = self.found[place]
        end = self.spans[self.sentence[place]][1]
        if place + 1 < len(self.found) and self.sentence[place + 1] == self.sentence[place]:
            end = min(end, self.found[place + 1].start)
        return self.text[one.end : end]

    def _role(self, place: int) -> Role:
        one, text = self.found[place], self.text
        start, end = self.spans[self.sentence[place]]
        before, after = text[max(start, one.start - 70) : one.start], text[one.end : min(end, one.end + 60)]
        words = set(cues.WORDS.findall(before))
        if words & cues.BOUND_WORDS and cues.BOUND.search(before) and not cues.NO_BOUND.search(before):
            compared = self._follows(place) and self.found[place - 1].kind is one.kind and "than" in words
            return Role.CONTEXT if compared else Role.BOUND  # "27, fewer than the 39 of the other"
        if self._spanned(place):
            return Role.SPAN
        if cues.EACH.match(after) and (self.by or one.kind is not Kind.MONEY):
            return Role.OPERAND
        operated = cues.operated(before, words)
        if cues.OPERATOR_AFTER.match(after) or (operated and cues.EQUALS.search(text, one.end, end)):
            return Role.OPERAND
        if place + 1 < len(self.found) and self.sentence[place + 1] == self.sentence[place]:
            between = text[one.end : self.found[place + 1].start]
            if re.search(r"[=≈]|\bequals\b", between) and "or" not in between.split():
                return Role.OPERAND
        if operated and re.search(r"\d[^\n]{0,12}\Z", before[:-1]) and not re.match(r"\s*[.\n]|\Z", after):
            return Role.OPERAND
        if self.by and "from" in words and cues.FROM_TO.search(before):
            return Role.CONTEXT  # a level where a change is asked for
        if words & cues.BESIDE_WORDS and cues.BESIDE.search(before):
            return Role.CONTEXT
        if words & cues.MODALS and cues.CONCEDED.search(self.text[max(start, one.start - 110) : one.start]):
            return Role.CONTEXT
        if not self.outlook and words & cues.EXPECTING and cues.EXPECTS.search(before):
            return Role.CONTEXT
        if (words & cues.CONTEXT_WORDS and cues.CONTEXT.search(before)) or (
            words & cues.RECORD_WORDS and cues.EXCEEDED.search(before)
        ):
            return Role.CONTEXT
        if not self.stepped and words & cues.STEP_WORDS and cues.STEP.search(before) and self._ends_at(place):
            return Role.CONTEXT
        if cues.WITHDRAWN_AFTER.match(text[one.end : one.end + 60]) or (
            words & cues.WITHDRAWN_WORDS and self._withdrawn(place, before)
        ):
            return Role.WITHDRAWN
        return Role.STATED

    def _withdrawn(self, place: int, before: str) -> bool:
        """Tell whether the words before a quantity take it back; "9 at first, 8 now" takes back the 9."""
        found = cues.WITHDRAWN_BEFORE.search(before)
        if found is None or not self._follows(place):
            return found is not None
        gap = self.found[place].start - len(before) + found.start() - self.found[place - 1].end
        return not (0 <= gap <= 2 and "," in found[0])

    def _follows(self, place: int) -> bool:
        return place > 0 and self.sentence[place - 1] == self.sentence[place]

    def _other_part(self, place: int) -> bool:
        """Tell whether a quantity is said to be of a quarter, half or whole year that was not asked for."""
        if place not in self._parts:
            before = self._own_before(place)
            said = part_after(self.after(place)[:70]) or part_before(before, follows=self._follows(place))
            self._parts[place] = other_part(self.asked_parts, said)
        return self._parts[place]

    def _ends_at(self, place: int) -> bool:
        """Tell whether a level follows in the sentence: "by 25 basis points to 4.10 %"."""
        for later in range(place + 1, len(self.found)):
            if self.sentence[later] != self.sentence[place]:
                return False
            if re.search(
                r"\b(?:to|at)(?: \w+){0,3}\s*\Z", self.text[self.found[later - 1].end : self.found[later].start]
            ):
                return True
        return False

    def _spanned(self, place: int) -> bool:
        for first in (place - 1, place):
            if first >= 0 and first + 1 < len(self.found) and self.sentence[first] == self.sentence[first + 1]:
                one, two = self.found[first], self.found[first + 1]
                between = self.text[one.end : two.start]
                if one.kind is not two.kind or not cues.JOIN.fullmatch(between):
                    continue
                word = between.strip()
                opened = self.text[max(0, one.start - 30) : one.start]
                if word == "-" or (word.startswith("to") and not cues.MOVED.search(opened)):
                    return True
                if word.startswith("and") and cues.SPAN_BEFORE.search(opened):
                    return True
        return False

    def _period(self, place: int) -> int | None:
        one = self.found[place]
        before, after = self._own_before(place), self.after(place)
        prior = cues.prior_in(after[:40])
        if prior and not cues.NEXT.match(after, prior.end()) and not cues.AGAINST.search(after[: prior.start()]):
            return -1
        for at, year in self.years[bisect_left(self.years, (one.end, 0)) :][:1]:
            if at < one.end + min(len(after), 34):
                lead = self.text[one.end : at]
                moved = one.kind in (Kind.PERCENT, Kind.POINTS) and cues.STEP.search(before[-30:])
                if moved and cues.ON_BASE.match(lead):
                    break  # "down 4.2 % on March 2023"
                named_next = self.text[at : at + 12].lstrip("0123456789-/'fyqh ").startswith(":")
                if " and " not in lead and (
                    ((cues.FINAL_YEAR.match(lead) and not cues.THAN.search(lead)) or lead.strip() == "(")
                    and not named_next
                    and not cues.PUBLISHED.search(lead)
                ):
                    return year
                break
        start = one.start - len(before)
        last = bisect_left(self.years, (one.start, 0)) - 1
        if last >= 0 and self.years[last][0] >= start:
            at, year = self.years[last]
            if cues.LED_ON.search(self.text[at + 4 : one.start]):
                return None  # "from 8 in 2022 to 9"
            if (
                self._follows(place)
                and not re.search(r"[,;:]", self.text[start:at])
                and re.match(r"\)?[,;] (?!respectively)", self.text[at + 4 : one.start])
            ):
                return None  # "8 in 2022, 9 now": it is the other figure's
            lead = self.text[max(start, at - 40) : at]
            if cues.prior_in(self.text[at : one.start]):
                return -1
            named = re.fullmatch(r"[)*]*\s?(?:[:=|]|-+)\s?", self.text[at + 4 : one.start])
            if (named or cues.YEAR_BEFORE.search(lead)) and not cues.PUBLISHED.search(
                self.text[max(start, at - 60) : at]
            ):
                return year
            return None
        prior = cues.prior_in(before[-60:])
        if prior and self._follows(place) and len(before) < 60 and prior.start() < 4 and ", " in before[prior.end() :]:
            return None  # "8 a year earlier, 9 now"
        return -1 if prior else None

    def other_period(self, place: int) -> bool:
        """Tell whether a quantity is said to be of a period that was not asked for."""
        if self._other_part(place) or (
            self.basis and other_basis(self.basis, self.before(place), self.after(place)[:60])
        ):
            return True
        period = self.period(place)
        return bool(period and self.asked and period not in self.asked and (period != -1 or len(self.asked) == 1))
