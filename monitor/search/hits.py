"""One result of a search response, in the project's own fields."""

from dataclasses import dataclass

__all__ = ["Hit"]


@dataclass(frozen=True, slots=True)
class Hit:
    """One result. Dates are kept verbatim, as the API gave them; `position` counts from 0 in the response's order."""

    position: int
    url: str = ""
    title: str = ""
    snippet: str = ""
    published: str | None = None
    """The page's own date. It bounds nothing about when a price in the text was the market's."""
    as_of: str | None = None
    """A time that the API states for a value; never mixed with `published`."""
