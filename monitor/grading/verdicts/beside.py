"""A plain text enters; units that stand in brackets beside a label or a figure leave right behind the figures."""

import re

__all__ = ["with_units"]

_CASH = (
    r"(?:us\$|c\$|a\$|hk\$|[$€£¥₹]|us dollars?|usd|eur|gbp|jpy|chf|inr|cad|aud|sek|nok|dkk|pln|euros?|dollars?|yen"
    r"|pounds?|rs\.?)"
)
_SCALE = r"(?:thousands?|millions?|billions?|trillions?|bn|mn|mln|m|k|tsd|mio\.?|mrd\.?|crores?|lakhs?|'000)"
_UNIT = (
    rf"\((?:all |figures? |amounts? |values? )?(?:in )?(?:(?P<cash>{_CASH}) ?(?:in )?)?(?P<scale>{_SCALE}|%|percent"
    rf"|per cent)"
    rf"(?:,? (?:of )?(?P<later>{_CASH}))?\)"
)
_HINT = re.compile(r"\([a-z $€£¥₹%'.,]{1,30}\)")
_AFTER = re.compile(rf"(?<=\d)(?<!\b20\d\d)(?<!\b19\d\d)\)? ?{_UNIT}")
_IN = re.compile(
    rf"(?<=\d)(?<!\b20\d\d)(?<!\b19\d\d)\)?,? in (?:(?P<cash>{_CASH}) )?(?P<scale>thousands|millions"
    rf"|billions)(?: of (?P<later>{_CASH}))?\b"
)
_LABEL = re.compile(rf"^[^\n\d(]{{2,60}}{_UNIT}(?P<rest>[^\n]{{1,90}})$", re.MULTILINE)
_BARE = re.compile(
    r"(?<![\w.,$€£¥₹/-])(?P<open>\(?)(?P<figure>[$€£¥₹]?-?[$€£¥₹]?\d(?:[\d,']*\d)?(?:[.,]\d+)?)(?P<close>\)?)(?![\w%/]|[.,:]\d)"
    r"(?! ?(?:%|percent|per cent|thousand|million|billion|trillion|bn\b|mn\b|m\b|crore|lakh|january|february|march"
    r"|april|may|june"
    r"|july|august|september|october|november|december))"
)
_YEAR = re.compile(r"(?:19|20)\d\d\Z")


def with_units(text: str) -> str:
    """Give the lower-case text with "-64.2 (usd million)" or "loss (usd million): -64.2" as ``-64.2 million usd``."""
    if "millions" in text or "thousands" in text or "billions" in text:
        text = _IN.sub(_spoken, text)
    if ":\n" in text:
        text = _HEAD.sub(_labelled, text)
    if "(" not in text or not _HINT.search(text):
        return text
    text = _AFTER.sub(_spoken, text)
    return _LABEL.sub(_labelled, text)


_HEAD = re.compile(
    rf"^(?P<lead>[^\n\d(]{{2,60}}?),? (?:in )?(?:(?P<cash>{_CASH}) )?(?P<scale>thousands?|millions?"
    rf"|billions?)(?: (?:of )?(?P<later>{_CASH}))?:"
    r"(?P<rest>(?:\n[ \t]*[-•*]?[^\n]{1,80}){1,12})",
    re.MULTILINE,
)
"""A line that names a unit over a list."""


def _spoken(found: re.Match[str]) -> str:
    shut = ")" if found[0].startswith(")") else ""
    cash = found["cash"] or found["later"] or ""
    return f"{shut} {found['scale']} {cash}".rstrip()


def _labelled(found: re.Match[str]) -> str:
    unit = _spoken(found)

    def figure(one: re.Match[str]) -> str:
        if _YEAR.match(one["figure"]):
            return one[0]
        own = one["figure"][:1] in "$€£¥₹"
        return f"{one[0]} {found['scale']}" if own else f"{one[0]}{unit}"

    start = found.start("rest") - found.start()
    return found[0][:start] + _BARE.sub(figure, found["rest"])
