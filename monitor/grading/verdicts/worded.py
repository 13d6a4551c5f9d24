"""A text in lower case enters; the numbers that it writes in words leave as digits."""

import re

__all__ = ["digits_for_words"]

_ONES = {
    word: value
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ],
    )
}
_TENS = {
    word: 10 * value
    for value, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)  # noqa: SIM905
}
_SIZES = {"hundred": 100, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_FRACTIONS = {
    "half": 0.5, "a half": 0.5, "one half": 0.5, "a third": 1 / 3, "one third": 1 / 3, "two thirds": 2 / 3,
    "a quarter": 0.25, "one quarter": 0.25, "three quarters": 0.75, "a fifth": 0.2, "one fifth": 0.2,
    "two fifths": 0.4, "three fifths": 0.6, "four fifths": 0.8, "a tenth": 0.1, "one tenth": 0.1,
}  # fmt: skip

_SMALL = "|".join(sorted((*_ONES, *_TENS), key=len, reverse=True))
_ANY = f"{_SMALL}|{'|'.join(_SIZES)}"
_HINT = re.compile(rf"\b(?:{_SMALL}|half|quarters?|thirds?|tenths?|fifths?|dozen|a (?:hundred|thousand|million"
    rf"|billion|trillion))\b")
_NUMBER = re.compile(rf"\b(?:{_SMALL})(?:(?:[ -]| and )(?:{_ANY}))*(?: point(?: (?:{_SMALL}))+)?\b")
_PART = re.compile(
    r"(?<!and )(?<!and a )\b(a half|half|one[ -]half|(?:a|one|two|three|four)[ -](?:thirds?|quarters?|fifths?|tenth))"
    r"(?:[ -](?:of )?(?:an? |one )?(?=percent|per cent|percentage|point)"
    r"|(?= of (?:its|it|them|the|all|total|revenue|sales|output|production)\b)|(?=[.!]?\s*\Z))"
)
_AND_HALF = re.compile(
    r"\b(\d+|one) and (?:a half|(?:a|one|three)[ -]quarters?)"
    r"(?= (?:percent|per cent|million|billion|trillion|times|points|basis|bps|cents|pence|dollars|euros|x\b))"
)


def digits_for_words(text: str) -> str:
    """Give the text with "one point two billion" as ``1.2 billion``, "seventy-five" as ``75``; "one" alone stays."""
    if "/" in text:
        text = _MIXED.sub(_fraction, text)
    if not _HINT.search(text):
        return _with_cents(text if " million" not in text and " lakh" not in text else _SUMMED.sub(_sum, text))
    text = _ONE.sub("1", _A.sub("one", text))
    text = _PART.sub(_share, text)
    text = _AND_HALF.sub(_with_part, _NUMBER.sub(_digits, text))
    text = _SUMMED.sub(_sum, text)
    return _with_cents(_TENTHS.sub(r"0.\1", text) if "tenths" in text else text)


_STEPS = {"trillion": 1000, "billion": 1000, "million": 1000, "crore": 100, "lakh": 100}
_SUMMED = re.compile(
    r"\b(\d+) (?:(trillion),? (?:and )?(\d+) billion|(billion),? (?:and )?(\d+) million"
    r"|(million),? (?:and )?(\d+) thousand"
    r"|(crore)s?,? (?:and )?(\d{1,2}) lakhs?|(lakh)s?,? (?:and )?(\d{1,2}) thousand)\b"
)


def _sum(found: re.Match[str]) -> str:
    """Give "1 billion 200 million" as ``1.2 billion``."""
    name, less = next((found[n], found[n + 1]) for n in range(2, 11, 2) if found[n])
    return f"{int(found[1]) + int(less) / _STEPS[name]:.10g} {name}"


_TENTHS = re.compile(r"\b([1-9]) tenths(?: of (?:a|an|one))?(?= (?:percent|per cent|point))")


_CENTS = re.compile(
    r"(\d[\d,]*) ((?:us |u\.s\. )?dollars?|euros?|pounds?|rupees?|(?:swiss )?francs?),? (?:and )?(\d{1,2})"
    r" (?:euro ?|us )?(?:cents?|pence|p|paise|rappen)\b"
)


def _with_cents(text: str) -> str:
    """Give "11 dollars and 42 cents" as ``11.42 dollars``."""
    if not any(hint in text for hint in ("dollar", "euro", "pound", "rupee", "franc")):
        return text
    return _CENTS.sub(lambda found: f"{found[1]}.{int(found[3]):02d} {found[2]}", text)


_ONE = re.compile(
    r"(?<!point )\bone(?= (?:percentage[ -]point|percent|per cent|full (?:percentage )?point|million|billion|trillion"
    r"|dollar|euro|pound|rupee|franc)\b)|\ba(?= (?:dollar|euro|pound) and)"
)
_A = re.compile(r"\ba(?= (?:hundred|thousand|million|billion|trillion)\b)")
_MIXED = re.compile(
    r"(?<![\d.,/])(\d{1,3}) ([1-9]\d?)/(2|4|8|16|32)(?= ?(?:%|percent|per cent|points?|pts)|[.,]?\s*\Z)"
)
"""As bond coupons are written: "2 5/8 percent"."""


def _fraction(found: re.Match[str]) -> str:
    return f"{int(found[1]) + int(found[2]) / int(found[3]):.6g}"


def _share(found: re.Match[str]) -> str:
    return f"{_FRACTIONS.get(found[1].replace('-', ' '), 0.5):.6g} "


def _with_part(found: re.Match[str]) -> str:
    more = 0.5 if "half" in found[0] else 0.75 if "three" in found[0] else 0.25
    return f"{(1 if found[1] == 'one' else int(found[1])) + more}"


def _digits(found: re.Match[str]) -> str:
    words = found[0]
    if words == "one":
        return words  # most often no figure: "one of the", "this one"
    whole, _, decimals = words.partition(" point ")
    tail = ""
    parts = re.split(r"[ -]", whole)
    while parts and parts[-1] in ("thousand", "million", "billion", "trillion") and not decimals:
        tail = f" {parts.pop()}{tail}"
    total = current = 0
    for word in parts:
        if word in _ONES:
            current += _ONES[word]
        elif word in _TENS:
            current += _TENS[word]
        elif word == "hundred":
            current = (current or 1) * 100
        elif word in _SIZES:
            total, current = total + (current or 1) * _SIZES[word], 0
    value = str(total + current)
    if decimals:
        value += "." + "".join(str(_ONES.get(word, _TENS.get(word, ""))) for word in decimals.split())
    return value + tail
