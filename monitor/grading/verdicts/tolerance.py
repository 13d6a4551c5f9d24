"""A tolerance text enters ("amounts ±0.5%; percentage ±0.2 percentage points"); how far a value may be off leaves."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from monitor.grading.verdicts.clean import plain
from monitor.grading.verdicts.kinds import Kind, Quantity
from monitor.grading.verdicts.quantities import quantities
from monitor.grading.verdicts.worded import digits_for_words

__all__ = ["Rule", "Way", "allowed", "rounding_asked", "rules_of"]


class Way(StrEnum):
    """How a rule says what is near enough."""

    RELATIVE = "relative"
    ABSOLUTE = "absolute"
    EXACT = "exact"
    ROUNDED = "rounded"
    """Rounded to so many places counts as right as well."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One clause of a tolerance. `amount` is a share, a value in whole units, or a number of places."""

    way: Way
    amount: float = 0.0
    kind: Kind | None = None
    """Of the amount, where it is an absolute one."""
    label: str = ""
    """Words before it: what it applies to."""


_LABELS = {
    "money": re.compile(
    r"amount|figure|revenue|dollar|money|value|level|price|income|profit|sales|total|cash|number|count|eps"),
    "percent": re.compile(r"percent|ratio|rate|return|margin|growth|share|yield|point|change|%|roe|roa|inflation"),
    "difference": re.compile(r"differ|gap|excess|spread|increase|more|less|surplus|beat|miss"),
    "times": re.compile(r"multiple|leverage|turnover|times|ratio"),
}  # fmt: skip
_PLACES = re.compile(
    r"(\d|no|zero) (?:decimals?|places|dp\b|d\.p\.)|(?:whole|nearest) (?:number|percent|percentage point|integer"
    r"|unit)|integer"
)
_NEAREST = re.compile(r"(?:nearest|whole|full) (hundred )?(thousand|million|billion|trillion|crore|lakh|hundred"
    r"|ten)s?\b")
_CENT = re.compile(r"\b(?:to|at|nearest) (?:the )?(?:nearest )?(cents?|penny|pence)\b")
_SPLIT = re.compile(
    r";|\bbut\b|,\s+(?=±|within\b|plus\b)|(?<=[\w%]),\s+(?=[a-z][^,;]*\d)"
    r"|(?<=[\w%]) and (?=(?:for )?[a-z ]{3,30}(?:±|within|\+/-|plus))"
)
_ONE = re.compile(r"\bone(?= (?:decimal|place))")
_EXACT = re.compile(r"\bexact|\bno tolerance|\bnone\b|\bequal\b|must match|\bidentical")
_ROUND = re.compile(r"\bround")


_LATER = re.compile(r"\b(?:on|for) (?:the )?([a-z][a-z ]{2,40})\Z")


@lru_cache(maxsize=4096)
def rules_of(text: str) -> tuple[Rule, ...]:
    """Give the rules of a tolerance text; none where it says nothing that is understood."""
    said = digits_for_words(plain(text.replace("±", " ± ").replace("+/-", " ± ").replace("+-", " ± ")))
    said = _ONE.sub("1", said).replace("plus or minus", "±").replace("plus/minus", "±")
    clauses = [clause.strip() for clause in _SPLIT.split(said)]
    made = [rule for clause in clauses if (rule := _rule(clause)) is not None]
    if len(made) == len(clauses) > 1:  # "±0.5% on revenue, ±0.1 points on margin"
        behind = [_LATER.search(clause) for clause in clauses]
        made = [
            replace(rule, label=found[1]) if found and not rule.label else rule
            for rule, found in zip(made, behind, strict=True)
        ]
    return tuple(made)


def _rule(clause: str) -> Rule | None:
    places = _PLACES.search(clause)
    nearest, cent = _NEAREST.search(clause), _CENT.search(clause)
    label = re.split(r"±|\bwithin\b|\bexact|\bto\b|\bround|\bmust\b|[:(]", clause)[0].strip()
    if places or nearest or cent:
        if nearest:
            worth = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "crore": 1e7, "lakh": 1e5,
                     "hundred": 100.0, "ten": 10.0}  # fmt: skip
            return Rule(Way.ABSOLUTE, worth[nearest[2]] * (100 if nearest[1] else 1) / 2, Kind.PLAIN, label)
        if cent:
            return Rule(Way.ROUNDED if _ROUND.search(clause) else Way.EXACT, 2, Kind.MONEY, label)
        count = 0 if places is None or places[1] in (None, "no", "zero") else int(places[1])
        return Rule(Way.ROUNDED if _ROUND.search(clause) else Way.EXACT, count, Kind.PLAIN, label)
    amounts = quantities(clause.replace("±", " ")) if re.search(r"\d", clause) else []
    if amounts:
        one = amounts[-1] if len(amounts) > 1 and "±" not in clause else amounts[0]
        if one.kind is Kind.PERCENT and not re.search(r"absolute|points?\b", clause):
            return Rule(Way.RELATIVE, abs(one.value) / 100, None, label)
        kind = Kind.POINTS if one.kind is Kind.PERCENT else one.kind
        return Rule(Way.ABSOLUTE, abs(one.value), kind, label)
    if _EXACT.search(clause):
        return Rule(Way.EXACT, -1, None, label)
    return None


def allowed(rules: tuple[Rule, ...], reference: Quantity, difference: bool) -> Rule | None:
    """Give the rule that applies to a reference value; `difference`: the value is how much one exceeds another."""
    if not rules:
        return None
    fitting = [rule for rule in rules if _fits(rule, reference, difference)]
    if len(fitting) == 1:
        return fitting[0]
    for name, pattern in _LABELS.items():
        wanted = (
            (name == "difference" and difference)
            or (name == "money" and reference.kind in (Kind.MONEY, Kind.PLAIN) and not difference)
            or (name == "percent" and reference.kind in (Kind.PERCENT, Kind.POINTS))
            or (name == "times" and reference.kind is Kind.TIMES)
        )
        if wanted:
            named = [rule for rule in fitting or rules if rule.label and pattern.search(rule.label)]
            if named:
                return named[0]
    unnamed = [rule for rule in fitting if not rule.label]
    return (unnamed or fitting or list(rules))[0]


def _fits(rule: Rule, reference: Quantity, difference: bool) -> bool:
    if rule.label and not difference and _LABELS["difference"].search(rule.label) and rule.kind is Kind.MONEY:
        return False
    if rule.way is not Way.ABSOLUTE or rule.kind is None or rule.kind is Kind.PLAIN:
        return True
    if rule.kind is Kind.POINTS:
        return reference.kind in (Kind.PERCENT, Kind.POINTS)
    return rule.kind is reference.kind or reference.kind is Kind.PLAIN


_ROUNDING = re.compile(
    r"round(?:ed|ing)?\b[^.?]{0,40}?\b(?:to|at) (?:the )?(?:nearest )?(?:(\d+) decimals?|(\d+) places|(whole"
    r"|integer|percent\b)"
    r"|(thousand|million|billion))|to (\d+) decimal|(\d+) decimal places?"
)


@lru_cache(maxsize=4096)
def rounding_asked(question: str) -> int | None:
    """Give the decimal places that a question asks for, or None."""
    found = _ROUNDING.search(re.sub(r"\bone(?= (?:decimal|place))", "1", digits_for_words(plain(question))))
    if found is None or found[4]:
        return None
    if found[3]:
        return 0
    return int(found[1] or found[2] or found[5] or found[6])
