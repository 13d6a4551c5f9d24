"""Word lists enter; one fast regular expression that finds any of them leaves."""

import re
from collections.abc import Iterable
from typing import Any

__all__ = ["alternatives", "longest", "sieve", "spaced", "trie", "words"]


def trie(entries: Iterable[str]) -> str:
    """Give a pattern that matches the longest of `entries`, branching letter by letter so that a scan stays cheap."""
    return _pattern(_tree(entries)) or "(?!)"


def _tree(entries: Iterable[str]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for entry in entries:
        node = root
        for char in entry:
            node = node.setdefault(char, {})
        node[""] = {}
    return root


def _pattern(node: dict[str, Any]) -> str:
    optional = "" in node
    branches = []
    for char, child in sorted((c, n) for c, n in node.items() if c):
        branches.append("[ \u00a0]" + _pattern(child) if char == " " else re.escape(char) + _pattern(child))
    if not branches:
        return ""
    if len(branches) == 1 and not optional:
        return branches[0]
    return f"(?:{'|'.join(branches)})" + ("?" if optional else "")


def longest(entries: Iterable[str], joined_from: str) -> "re.Pattern[str]":
    """Give a pattern of the longest of `entries` that stands at a place as words of its own.

    Entries that begin at or beyond the letter `joined_from` stand in scripts without spaces, and may be parts of words.
    Each branch opens with its letter and looks back from there, which a scan finds several times as fast as a pattern
    that looks back first.
    """
    branches: dict[str, list[str]] = {}
    for entry in entries:
        branches.setdefault(entry[0], []).append(entry[1:])
    edge = r"[^\W_]"
    return re.compile(
        "|".join(
            f"{first}(?<!{edge}{first}){rest}(?!{edge})" if first < joined_from else first + rest
            for first, rest in ((re.escape(c), _pattern(_tree(rests))) for c, rests in sorted(branches.items()))
        )
    )


def sieve(pattern: str, whole: str = "") -> "re.Pattern[str]":
    r"""Give a pattern that is found in just the texts where `pattern` is, arranged so that a scan of a text is quick.

    The alternatives of `pattern` are joined letter by letter as far as they are plain, so that at each place of a text
    few are tried. At which of several alternatives a place matches is not kept: this is for a plain yes or no. An
    alternative that begins with ``\b`` is no part of a longer word; nor is any, where `whole` gives the class of
    letters that may stand neither before nor after it.
    """
    root: dict[str, Any] = {}
    for entry in alternatives(pattern):
        plain, rest = _plain_head(entry.removeprefix(r"\b"))
        outside = whole or (r"\w" if entry.startswith(r"\b") else "")
        node = root.setdefault(plain[0], {}).setdefault(f"(?<!{outside}{plain[0]})" if outside else "", {})
        for char in plain[1:]:
            node = node.setdefault(char, {})
        node.setdefault("", []).append(rest + (f"(?!{whole})" if whole else ""))
    firsts = []
    for char, edges in root.items():
        firsts.append(re.escape(char) + _either([edge + _tail(node) for edge, node in edges.items()]))
    return re.compile("|".join(firsts))


def _tail(node: dict[str, Any]) -> str:
    """Give the pattern of what may follow a plain beginning."""
    rests = list(dict.fromkeys(node.get("", [])))
    if "" in rests:
        return ""  # whatever follows, it is found
    return _either([_either(alternatives(r)) for r in rests] + [re.escape(c) + _tail(n) for c, n in node.items() if c])


def _either(branches: list[str]) -> str:
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


def _plain_head(entry: str) -> tuple[str, str]:
    """Part an alternative into its beginning of plain characters and the pattern that follows."""
    plain, at, before = "", 0, 0
    while at < len(entry):
        escaped = entry[at] == "\\" and not entry[at + 1].isalnum()
        if entry[at] in "?*+{" and plain:
            return plain[:-1], entry[before:]
        if entry[at] in _META and not escaped:
            break
        before, at = at, at + 1 + escaped
        plain += entry[at - 1]
    if not plain:
        raise ValueError(f"{entry!r} begins with no plain character")
    return plain, entry[at:]


_META = frozenset(r".^$*+?{}[]\|()")


def alternatives(pattern: str) -> list[str]:
    """Give the alternatives of a pattern, those of its groups left together."""
    found, depth, begin, at = [], 0, 0, 0
    in_class = False
    while at < len(pattern):
        char = pattern[at]
        if char == "\\":
            at += 1
        elif in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == "|" and not depth:
            found.append(pattern[begin:at])
            begin = at + 1
        at += 1
    return [*found, pattern[begin:]]


def spaced(*lists: str) -> list[str]:
    """Give the words of lists written with spaces between."""
    return [word for text in lists for word in text.split()]


def words(*lists: str) -> list[str]:
    """Give the entries of lists written as ``one|another|…``."""
    return [entry.strip().lower() for text in lists for entry in text.split("|") if entry.strip()]
