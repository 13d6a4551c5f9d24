"""What a grade's class is called, its letter and what it means; also for probes that were never graded."""

from dataclasses import dataclass

__all__ = ["MARKS", "Mark", "mark_of"]


@dataclass(frozen=True, slots=True)
class Mark:
    """How a class shows: by its letter and, besides, by its colour."""

    name: str
    letter: str
    means: str


MARKS = {
    one.name: one
    for one in (
        Mark("target", "T", "the price that was asked for"),
        Mark("close", "L", "the session's close"),
        Mark("current", "C", "the price of the minute in which it was sent"),
        Mark("stale", "S", "an earlier minute's price"),
        Mark("prior_close", "P", "the prior session's close"),
        Mark("other", "O", "no price that the market had"),
        Mark("wrong_currency", "W", "a price in another currency"),
        Mark("none", "N", "no price was found in it"),
        Mark("no_reference", "R", "the market's price is not known"),
        Mark("error", "E", "no answer came"),
        Mark("missed", "M", "it was not sent in time, or not at all"),
        Mark("ungraded", "U", "answered, not graded yet"),
        Mark("planned", "-", "still to come"),
    )
}

_OF_STATE = {"answered": "ungraded", "failed": "error", "planned": "planned", "claimed": "planned"}


def mark_of(state: str, graded: str | None) -> Mark:
    """Give the mark of a probe in a state, with the class of its grade where it has one."""
    known = MARKS.get(graded) if graded else None
    return known or MARKS[_OF_STATE.get(state, "missed")]
