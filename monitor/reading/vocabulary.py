"""Word lists enter; one fast regular expression that finds any of them leaves."""

import re
from collections.abc import Iterable
from typing import Any

__all__ = ["spaced", "trie", "words"]


def trie(entries: Iterable[str]) -> str:
    """Give a pattern that matches the longest of `entries`, branching letter by letter so that a scan stays cheap."""
    root: dict[str, Any] = {}
    for entry in entries:
        node = root
        for char in entry:
            node = node.setdefault(char, {})
        node[""] = {}
    return _pattern(root) or "(?!)"


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


def spaced(*lists: str) -> list[str]:
    """Give the words of lists written with spaces between."""
    return [word for text in lists for word in text.split()]


def words(*lists: str) -> list[str]:
    """Give the entries of lists written as ``one|another|…``."""
    return [entry.strip().lower() for text in lists for entry in text.split("|") if entry.strip()]
