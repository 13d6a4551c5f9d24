"""A hit's raw text in one spelling: plain digits, plain minus signs, no markup, bounded length."""

import html
import re
from collections.abc import Iterable

__all__ = ["LIMIT", "TITLE_LIMIT", "as_said", "clean", "lowered", "words_of"]

TITLE_LIMIT = 400
"""Characters of a title that are looked at."""

LIMIT = 40_000
"""Characters of one snippet that are looked at; a price stands near the top of a page."""

_MAP: dict[int, str | None] = {
    0x2009: "\u00a0", 0x202F: "\u00a0", 0x2007: "\u00a0", 0x2002: " ", 0x2003: " ", 0x3000: " ",
    0x2212: "-", 0xFE63: "-", 0xFF0D: "-", 0x2010: "-", 0x2011: "-",
    0x2019: "'", 0x2018: "'", 0x02BC: "'", 0x00B4: "'", 0xFF07: "'",
    0xFF0E: ".", 0xFF0C: ",", 0xFF1A: ":", 0xFF08: "(", 0xFF09: ")", 0xFF05: "%", 0xFF0F: "/", 0xFF0B: "+", 0xFF1D: "=",
    0xFFE5: "¥", 0xFFE1: "£", 0xFF04: "$", 0xFF5C: "|", 0x301C: "~", 0xFF5E: "~", 0x0130: "I",
    0x200B: None, 0x200C: None, 0x200D: None, 0x200E: None, 0x200F: None, 0x2060: None, 0xFEFF: None, 0x00AD: None,
    0x066B: ".", 0x066C: ",",
}  # fmt: skip
for _i in range(10):
    for _zero in (0xFF10, 0x0660, 0x06F0, 0x0966):
        _MAP[_zero + _i] = str(_i)
_ODD = re.compile("[" + "".join(re.escape(chr(c)) for c in _MAP) + "]")
_TAG = re.compile(
    r"</?(?:b|strong|em|i|u|s|span|div|p|br|a|td|tr|th|table|tbody|thead|li|ul|ol|h[1-6]|sup|sub|mark|font|small|hr"
    r"|img|section|article|label|button)"
    r"(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_MARKS = re.compile(r"\*\*|__|~~|`")
_RULE = re.compile(r"\n?\|?(?:[ \t]?:?-{2,60}:?[ \t]?\|){1,30}(?:[ \t]?:?-{2,60}:?)?")
"""The line under the head of a Markdown table."""
_DAY = re.compile(r"-\d\d-\d\d")
"""What every such line holds; a pattern that opens with a dash is found the fastest."""
_AMERICAN = re.compile(r"/20\d\d\"?,[\"$]?\d")
"""The same of a date such as 12/14/2026."""
_CSV = re.compile(
    r"(?<![^\s\"])(?:\d{4}-\d\d-\d\d(?:[ T][\d:]{5,8}Z?)?|\d\d?/\d\d?/20\d\d)\"?,(?=\S{1,300}[.,\"])\S{1,300}"
)
"""A line of comma-separated values that begins with a date; no comma in it groups thousands."""
_LEADING = re.compile(r"\$\.(?=\d)")
"""A price below a dollar without its zero ("$.0826")."""
_SEN = re.compile(r"(\d+)円(\d\d)銭(?:\s?[~-]\s?(\d\d)銭)?|(\d+)円(\d\d)[~-](\d\d)銭")
"""Yen and their hundredths ("155円13銭"), and a second side of which only the hundredths are written."""
_MAN = re.compile(r"(\d[\d,]{0,6})万(\d[\d,]{0,4})円")
"""Yen in ten thousands and the rest ("1,442万3,600円")."""
_RATED = re.compile(r"""(?:<Cube )?currency=["']([A-Z]{3})["'] rate=["']([0-9.]+)["'](?:/>)?""")
_TIMED = re.compile(r"""(?:<Cube )?time=["']([0-9-]{10})["']>?""")
"""The ECB's list of rates of a euro, whose values are attributes ("currency='USD' rate='1.1618'")."""


def _ten_thousands(match: re.Match[str]) -> str:
    many, rest = (int(part.replace(",", "")) for part in match.groups())
    return f"{many * 10_000 + rest:,}円"


def _yen(match: re.Match[str]) -> str:
    whole, sen, other = match[1] or match[4], match[2] or match[5], match[3] or match[6]
    return f"{whole}.{sen}円-{whole}.{other}円" if other else f"{whole}.{sen}円"


def clean(raw: str) -> str:
    """Give `raw` without markup, with digits, spaces and signs in one spelling, cut at `LIMIT`."""
    text = raw[:LIMIT]
    if "&" in text and ";" in text:
        text = html.unescape(text)
    if not text.isascii():
        if _ODD.search(text):
            text = text.translate(_MAP)
        if "円" in text:
            text = _SEN.sub(_yen, text) if "銭" in text else text
            text = _MAN.sub(_ten_thousands, text) if "万" in text else text
    if "$." in text:
        text = _LEADING.sub("$0.", text)
    if "rate=" in text:
        text = _RATED.sub(r" 1 EUR = \2 \1 | ", _TIMED.sub(r" \1 | ", text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "**" in text or "__" in text or "`" in text:
        text = _MARKS.sub("", text)
    if "|" in text and ("--|" in text or "-- |" in text or "-:|" in text or "-: |" in text):
        text = _RULE.sub("", text)
    if (_DAY.search(text) or ("/20" in text and _AMERICAN.search(text))) and _CSV.search(text):
        text = _CSV.sub(lambda row: row[0].replace(",", " | "), text)
    return text


def lowered(text: str) -> str:
    """Give the lower-case form of `text`, character for character, so that offsets agree."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    return lower


_SPOKEN = bytes(c if chr(c).isalnum() else 32 for c in range(256))
"""Leaves of a text the letters and digits of Latin-1."""


def words_of(lower: str) -> frozenset[bytes]:
    """Give the words of a lower-case text, for a cheap look whether any of some words is among them; see `as_said`.

    A word ends at whatever is neither letter nor digit, and at a letter beyond Latin-1: what is written with such
    letters is to be looked for in the text itself.
    """
    return frozenset(lower.encode("latin-1", "replace").translate(_SPOKEN).split())


def as_said(words: Iterable[str]) -> frozenset[bytes]:
    """Give `words` as `words_of` gives them."""
    return frozenset(word.encode("latin-1") for word in words)
