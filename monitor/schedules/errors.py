"""The error that a check of one field raises, and the search for a name that was perhaps meant."""

from collections.abc import Collection
from difflib import get_close_matches

from monitor.errors import ConfigError

__all__ = ["FieldError", "did_you_mean"]


class FieldError(ConfigError, ValueError):
    """A field of a schedule is wrong; ``where`` is the field, if the check knows it. Validators see a ValueError."""


def did_you_mean(name: str, known: Collection[str]) -> str:
    """Give a remedy: the nearest of the known names if one is near, and otherwise all of them."""
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(known))}"
