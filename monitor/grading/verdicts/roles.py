"""What a quantity is doing in its sentence: stated, bounded, withdrawn, another period's, a step of a calculation."""

import re
from bisect import bisect_left, bisect_right
from enum import Enum

from monitor.grading.verdicts.quantities import Quantity
from monitor.reading.vocabulary import spaced

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


_FILL = (
    r"(?:[ (]+(?:the|a|an|about|around|roughly|approximately|some|just|only|its|only|almost|nearly|prior-year"
    r"|previous|year-ago|original|earlier|usd|figure|value|level|reading|estimate|of|a flash|flash|preliminary"
    r"|[a-z]+'s)){0,4}[ (]*\Z"
)
_CONTEXT = re.compile(
    r"(?:\bagainst|\bversus|\bvs\.?|\bcompar(?:ed|ing) (?:with|to)|\bup from|\bdown from|\bfrom|\brevised (?:up"
    r"|down) from|\bthan|\bafter"
    r"|\brather than|\binstead of|\bnot|\bunlike|\bexcluding|\bplus or minus|±|\+/-|\bpreviously|\bformerly|\bearlier"
    r"|\bhad been|\bhaving been|\bafter touching|\btouching|\bas opposed to|\brelative to|\bout of|\bof which"
    r"|\bincluding|\bexpected|\bforecast(?: of)?"
    r"|\bconsensus(?: of)?|\bguid(?:ance|ed)(?: of| to)?|\btarget(?: of)?|\bother than|\bbefore|\bprior|\bwas"
    r" previously|\band not|\bmistakenly"
    rf"|\bmisprint(?:ed)?(?: as| of)?|\ballowance of|\bon revenue of|\bon sales of|\bassets of){_FILL}"
)
_WITHDRAWN_BEFORE = re.compile(
    r"\b(?:i first|at first|initially|originally|earlier i|previously i|first (?:found|thought|saw|read|got"
    r"|said))\b[^.;\n]{0,60}\Z|\bmy (?:first|initial|earlier|previous) (?:answer|guess|thought|estimate"
    r"|reading)\b[^.;\n]{0,40}\Z"
    r"|\b(?:preview|flash|preliminary|draft|rumou?r|blog|forum|some (?:say|sources|claim|report)|others? (?:say"
    r"|claim|report|put)|one (?:site|source|page|article)|another (?:site|source|page|article)|an? (?:older|early"
    r"|earlier)[a-z ]{0,20})\b[^.;,\n]{0,40}\Z"
)
_WITHDRAWN_AFTER = re.compile(
    r"\A[^.;\n\d]{0,25}(?:\bbut (?:that|this|it) (?:is|was|turned)|\b(?:is|was) (?:wrong|incorrect|a mistake|an"
    r" error|not (?:right|correct)|the wrong)|\bwhich (?:is|was) (?:wrong|incorrect)|\bno, |\bcorrection|\bwait\b"
    r"|\bscratch that|\bsorry\b|\b-+ ?no\b|\bturned out to be wrong|\bactually\b|\brather\b|\bi mean\b)"
)
_BOUND = re.compile(
    r"(?:\b(?:more|less|greater|fewer|higher|lower|better|worse) than|\bover|\babove|\bunder|\bbelow|\bat least"
    r"|\bat most|\bup to|\bexceed(?:s|ed|ing)?|\bin excess of"
    r"|\bnorth of|\bsouth of|\bupwards? of|\bbeyond|\bno (?:more|less) than|\bsurpass(?:es|ed|ing)?|\btopp(?:ed"
    r"|ing)|[<>≥≤])(?: (?:the|about|a|us|usd))?[ (]*\Z"
)
_STEP = re.compile(
    r"\b(?:by|cut of|rise of|hike of|increase of|decrease of|change of|gain of|drop of|move of)(?: (?:about"
    r"|around|another|a|roughly|approximately))*[ (]*\Z"
)
_OPERATOR_AFTER = re.compile(
    r"\A[)\]]*\s?(?:[+×*/÷]|-(?=\s)|plus\b|minus\b|divided by|multiplied by|times\b|over\b|less\b|x (?=[\d$€£(]))"
)
_OPERATOR_BEFORE = re.compile(
    r"(?:[+×*/÷]|\s-|plus|minus|divided by|multiplied by|times|\bby dividing|\bsubtract(?:ing)?|\badd(?:ing)?"
    r"|\bdividing)\s?[(\[]*\Z"
)
_EQUALS = re.compile(r"[=≈]")
_PRIOR = re.compile(
    r"\b(?:prior|previous|preceding|last|past) (?:fiscal |financial )?(?:year|quarter|month|period|target|level"
    r"|rate|close)(?!'s)\b|\b(?:year|quarter|month)s? (?:before|earlier|ago|prior)\b|\ba year ago\b|\bthe"
    r" year-ago\b|\byear-earlier\b"
)
_JOIN = re.compile(r"\s?(?:-|to|and|or|–)\s?(?:about |around |roughly |even |perhaps )?")
_SPAN_BEFORE = re.compile(r"\b(?:between|somewhere|from|range of|ranges? from|anywhere|in the range)(?: \w+){0,2} ?\Z")
_FINAL_YEAR = re.compile(
    r"\A[^,;.\d\n]{0,22}?\b(?:in|for|at|during|of|by|as of|on|as at|\()? ?(?:the )?(?:end of |year ended |full"
    r" year |december |june |march |september |fiscal |fy ?'?)*\Z"
)
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|for|at|during|of|as of|since|by|on)|\A|[,;(:|-]|\bfiscal|\bfy|\bfull[- ]year)[ ']*(?:the"
    r" )?(?:end of |year ended |full year |(?:december|june|march|september) \d{0,2},? ?|fiscal(?: year)? |fy ?'?"
    r"|q[1-4] |h[12] )*\Z"
)
_PUBLISHED = re.compile(
    r"\b(?:publish|releas|report of|filed|dated|annual report|10-k|results of|press|source|founded|since|accessed"
    r"|updated|retrieved)[^.;]{0,40}\Z"
)


_PRIOR_HINTS = ("prior", "previous", "preceding", "last", "past", "before", "earlier", "ago")


def _prior(words: str) -> re.Match[str] | None:
    return _PRIOR.search(words) if any(hint in words for hint in _PRIOR_HINTS) else None


_WORDS = re.compile(r"[a-z]+|[^\w\s]")
_BOUND_WORDS = frozenset(
    spaced(
        "than over above under below least most up exceed exceeds exceeded exceeding excess north south upward"
        " upwards beyond"
        " surpass surpasses surpassed surpassing topped topping < > ≥ ≤"
    )
)
_CONTEXT_WORDS = frozenset(
    spaced(
        "against versus vs compared comparing from than after rather instead not unlike excluding plus ± +"
        " previously formerly"
        " earlier been touching opposed relative out which including expected forecast consensus guidance guided"
        " target other"
        " before prior mistakenly misprint misprinted allowance on assets"
    )
)
_STEP_WORDS = frozenset(spaced("by cut rise hike increase decrease change gain drop move"))
_WITHDRAWN_WORDS = frozenset(
    spaced(
        "first initially originally earlier previously my preview flash preliminary draft rumor rumour blog forum"
        " some other others"
        " one another a an"
    )
)
_OPERATING = frozenset(
    spaced("+ × * / ÷ - plus minus divided multiplied times dividing subtract subtracting add adding")
)


def _operated(before: str, words: set[str]) -> bool:
    return bool(words & _OPERATING) and _OPERATOR_BEFORE.search(before[-16:]) is not None


class Scene:
    """An answer's quantities in their sentences."""

    def __init__(
        self, text: str, spans: list[tuple[int, int]], found: list[Quantity], years: list[tuple[int, int]],
        asked: frozenset[int], *, change: bool,
    ) -> None:  # fmt: skip
        self.text, self.spans, self.found, self.years, self.asked = text, spans, found, years, asked
        self.change = change
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
        words = set(_WORDS.findall(before))
        if words & _BOUND_WORDS and _BOUND.search(before) and not re.search(r"\bby (?:more|less) than\s*\Z", before):
            return Role.BOUND
        if self._spanned(place):
            return Role.SPAN
        operated = _operated(before, words)
        if _OPERATOR_AFTER.match(after) or (operated and _EQUALS.search(text, one.end, end)):
            return Role.OPERAND
        if place + 1 < len(self.found) and self.sentence[place + 1] == self.sentence[place]:
            between = text[one.end : self.found[place + 1].start]
            if re.search(r"[=≈]|\bequals\b", between) and "or" not in between.split():
                return Role.OPERAND
        if operated and re.search(r"\d[^\n]{0,12}\Z", before[:-1]) and not re.match(r"\s*[.\n]|\Z", after):
            return Role.OPERAND
        if words & _CONTEXT_WORDS and _CONTEXT.search(before):
            return Role.CONTEXT
        if not self.change and words & _STEP_WORDS and _STEP.search(before):
            return Role.CONTEXT
        if _WITHDRAWN_AFTER.match(text[one.end : one.end + 60]) or (
            words & _WITHDRAWN_WORDS and _WITHDRAWN_BEFORE.search(before)
        ):
            return Role.WITHDRAWN
        return Role.STATED

    def _spanned(self, place: int) -> bool:
        for first in (place - 1, place):
            if first >= 0 and first + 1 < len(self.found) and self.sentence[first] == self.sentence[first + 1]:
                one, two = self.found[first], self.found[first + 1]
                between = self.text[one.end : two.start]
                if one.kind is not two.kind or not _JOIN.fullmatch(between):
                    continue
                word = between.strip()
                opened = self.text[max(0, one.start - 30) : one.start]
                if word == "-" or (word.startswith("to") and not re.search(r"\bfrom\b[^.]{0,12}\Z", opened)):
                    return True
                if word.startswith("and") and _SPAN_BEFORE.search(opened):
                    return True
        return False

    def _period(self, place: int) -> int | None:
        one = self.found[place]
        before, after = self.before(place), self.after(place)
        prior = _prior(after[:40])
        if prior and not re.search(r"\b(?:from|than|versus|compared)\b", after[: prior.start()]):
            return -1
        for at, year in self.years[bisect_left(self.years, (one.end, 0)) :][:1]:
            if at < one.end + min(len(after), 34):
                lead = self.text[one.end : at]
                named_next = self.text[at : at + 12].lstrip("0123456789-/'fyqh ").startswith(":")
                if _FINAL_YEAR.match(lead) and not named_next and not _PUBLISHED.search(lead):
                    return year
                break
        start = one.start - len(before)
        last = bisect_left(self.years, (one.start, 0)) - 1
        if last >= 0 and self.years[last][0] >= start:
            at, year = self.years[last]
            lead = self.text[max(start, at - 40) : at]
            if _prior(self.text[at : one.start]):
                return -1
            if _YEAR_BEFORE.search(lead) and not _PUBLISHED.search(self.text[max(start, at - 60) : at]):
                return year
            return None
        if _prior(before[-60:]):
            return -1
        return None

    def other_period(self, place: int) -> bool:
        """Tell whether a quantity is said to be of a period that was not asked for."""
        period = self.period(place)
        return bool(period and self.asked and period not in self.asked and (period != -1 or len(self.asked) == 1))
