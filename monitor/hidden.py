"""Values that may be shown to people: what is, or looks like, a secret is replaced."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

__all__ = ["HIDDEN", "looks_like_key", "secrets_in", "shown", "without_secrets"]

HIDDEN = "(hidden)"

_NAME = re.compile(
    r"authorization|cookie|secret|passw|token$|(?:api|auth|access|subscription)[-_]?key|[-_]key$|^key$", re.IGNORECASE
)
_KNOWN = re.compile(
    r"\b(?:sk|pk|tvly|xai|pplx|fc|jina|gsk|ghp|gho|github_pat|xox[abp]|AKIA|AIza|BSA|hf)[-_]?[A-Za-z0-9_\-]{16,}"
)
"""Beginnings that providers give their keys."""
_RANDOM = re.compile(r"^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9+/_\-=]{24,}$|^[0-9a-f]{32,}$")
_BEARER = re.compile(r"^(?:bearer|basic|token)\s+\S{8,}$", re.IGNORECASE)
_USER = re.compile(r"(?<=//).*@", re.DOTALL)
_QUERY = re.compile(r"(?<=[?&])([^=&\s]*(?:key|token|secret)[^=&\s]*)=(?!\{).+", re.IGNORECASE | re.DOTALL)
"""A key that is not escaped may hold any sign, so all that it could reach to goes with it."""
_NAMES_A_VARIABLE = re.compile(r"(?:^|_)env$|_header$")
_LONGEST = 120


def looks_like_key(name: str, text: str) -> bool:
    """Tell whether the text under `name` looks like a key; a placeholder (``{key}``) or a variable's name does not."""
    if "{" in text or not text.strip() or _NAMES_A_VARIABLE.search(name):
        return False
    if _KNOWN.search(text) or _BEARER.match(text) or _RANDOM.match(text):
        return True
    return bool(_NAME.search(name)) and len(text) >= 8


def shown(name: str, value: Any) -> str:
    """Give a value as a file has it, short, without what could be a secret."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = HIDDEN if looks_like_key(name, value) else f'"{_cleared(value)}"'
    else:
        text = str(without_secrets(value, name))
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def without_secrets(value: Any, name: str = "", known: Collection[str] = ()) -> Any:
    """Give a tree of plain values with every text replaced that is one of `known`, holds one, or looks like a key."""
    if isinstance(value, Mapping):
        return {str(key): without_secrets(one, str(key), known) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [without_secrets(one, name, known) for one in value]
    if isinstance(value, str):
        held = any(len(one) >= 6 and one in value for one in known)
        return HIDDEN if held or looks_like_key(name, value) else _cleared(value)
    return value


def secrets_in(value: Any, known: Collection[str] = (), place: tuple[str, ...] = ()) -> Iterator[str]:
    """Give the place, as ``table.key``, of each text in the tree that is a known secret or looks like one."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from secrets_in(one, known, (*place, str(key)))
    elif isinstance(value, list | tuple):
        for number, one in enumerate(value):
            yield from secrets_in(one, known, (*place, str(number)))
    elif isinstance(value, str):
        name = next((part for part in reversed(place) if not part.isdigit()), "")
        if without_secrets(value, name, known) != value:
            yield ".".join(place)


def _cleared(text: str) -> str:
    return _QUERY.sub(rf"\1={HIDDEN}", _USER.sub(f"{HIDDEN}@", text))
