"""An answer as a model wrote it enters; the same words in plain lower case leave, without marks that are no part of it.

Addresses, citation marks, footnote marks, Markdown, HTML and LaTeX go; tables become a line for each cell.
"""

import re
import unicodedata

from monitor.grading.verdicts.beside import with_units
from monitor.grading.verdicts.tables import unfolded

__all__ = ["plain"]

LONGEST = 60_000
"""Characters of an answer that are looked at: its first and last halves, where it is longer."""

_LINK = re.compile(r"!?\[([^\]\n]{0,300})\]\((?:https?:|www\.|/|#|mailto:)[^)\s]{0,600}\)")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"]*[^\s<>\"',.;:!?)\]]")
_SITE = re.compile(
    r"(?<![\w@.])(?:[\w-]+\.)+(?:com|org|net|gov|edu|io|eu|info|de|fr|ch|in|jp|(?:co|ac"
    r"|gov)\.uk)(?:/[^\s<>\")\]]*)?(?![\w])",
    re.IGNORECASE,
)
_CITED = re.compile(r"\[\^?\d{1,3}(?:\s?[,;\u2013-]\s?\d{1,3})*\]|【[^】]{0,60}】|\^\d{1,2}(?=[\s.,;)]|\Z)")
_SUPERSCRIPT = re.compile("[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+")
_VULGAR = re.compile("((?<=\\d))?([\u00bc\u00bd\u00be\u215b-\u215e])")
_PARTS = dict(
    zip("\u00bc\u00bd\u00be\u215b\u215c\u215d\u215e", (".25", ".5", ".75", ".125", ".375", ".625", ".875"), strict=True)
)
_POWER = re.compile(r"(\d) ?[×x*] ?10\^\{?(\d{1,2})\}?")
_AREA = re.compile("(?<=[\\d ])(?:k?m|ft)[\u00b2\u00b3]")
_NOTE = re.compile("(?<=\n)[ \t]*(?:[\u00b9\u00b2\u00b3\u2070\u2074-\u2079]+|\\[\\^\\w{1,8}\\]:)[^\n]*")
_TAG = re.compile(r"<sup>[^<]{0,12}</sup>|</?[a-z][^<>\n]{0,200}>", re.IGNORECASE)
_FRACTION = re.compile(r"\\d?frac\{([^{}]{0,120})\}\{([^{}]{0,120})\}")
_WRAPPED = re.compile(r"\\(?:text|textbf|mathrm|boxed|mathbf|bf)\s?\{([^{}]{0,200})\}")
_LATEX = (
    ("\\approx", "≈"), ("\\times", "×"), ("\\cdot", "×"), ("\\div", "/"), ("\\%", "%"), ("\\$", "$"), ("\\,", ""),
    ("\\left", ""), ("\\right", ""), ("\\(", " "), ("\\)", " "), ("\\[", " "), ("\\]", " "), ("\\pm", "±"),
    ("\\quad", " "), ("\\;", " "), ("\\!", ""), ("{,}", ","),
)  # fmt: skip
_EMPHASIS = re.compile(r"\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=[\w.%])_{1,3}(?!\w)|`+|~~")
_EITHER_WAY = re.compile(r"\bplus(?: or |/| / )minus\b ?|\+ ?/ ?- ?")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]*", re.MULTILINE)
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]")
_UNSEEN = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_DASHES = str.maketrans({"−": "-", "–": "-", "‒": "-", "‑": "-", "‐": "-", "—": " - ", "’": "'", "‘": "'",
                         "“": '"', "”": '"', "„": '"'})  # fmt: skip


_GLUED_HINT = re.compile(r"[MTKk](?:SEK|EUR|USD|NOK|DKK|CHF|GBP|kr\b)")
_GLUED = re.compile(
    r"(?<=\d) ?([MTKk])(SEK|EUR|USD|NOK|DKK|CHF|GBP|kr\b|\u20ac)|\b([MTKk])(SEK|EUR|USD|NOK|DKK|CHF|GBP"
    r"|\u20ac) ?(\d[\d.,]*\d|\d)"
)


def _unglued(found: re.Match[str]) -> str:
    """Give "3,218 MSEK" and "MSEK 3,218" as ``3,218 million SEK``."""
    scale = "million" if (found[1] or found[3]) == "M" else "thousand"
    return f" {scale} {found[2]}" if found[1] else f"{found[5]} {scale} {found[4]}"


def plain(text: str) -> str:
    """Give the answer's words in lower case; nothing is added that was not said."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}\n{text[-LONGEST // 2 :]}"
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "://" in text or "www." in text:
        text = _URL.sub(" ", text)
    if "/" in text and "." in text:
        text = _SITE.sub(" ", text)
    if "\n" in text:
        text = _NOTE.sub("", text)
    if "10^" in text:
        text = _POWER.sub(r"\1e\2", text)
    if "[" in text or "【" in text or "^" in text:
        text = _CITED.sub("", text)
    if not text.isascii():
        text = _AREA.sub(" square metres", text)
        text = _VULGAR.sub(lambda found: ("0" if found[1] is None else "") + _PARTS[found[2]], text)
        text = _SUPERSCRIPT.sub("", text).translate(_DASHES)
        text = unicodedata.normalize("NFKC", _UNSEEN.sub("", _SPACES.sub(" ", text)))
    elif "\t" in text:
        text = text.replace("\t", " ")
    if "\\" in text:
        for _ in range(3):
            text = _WRAPPED.sub(r"\1", _FRACTION.sub(r"\1 / \2", text))
        for mark, sign in _LATEX:
            text = text.replace(mark, sign)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "|" in text:
        text = unfolded(text)
    if "*" in text or "_" in text or "`" in text or "~~" in text:
        text = _EMPHASIS.sub("", text)
    if "#" in text or ">" in text:
        text = _HEADING.sub("", text)
    if "\u20ac" in text or _GLUED_HINT.search(text):
        text = _GLUED.sub(_unglued, text)
    if "GBp" in text:
        text = text.replace("GBp", "pence")
    text = with_units(text.lower())
    if "minus" in text or "/-" in text:
        text = _EITHER_WAY.sub("± ", text)
    return text
