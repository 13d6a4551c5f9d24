"""A number, change or time of a text, as the search for them gives it."""

from monitor.reading.codes import Code
from monitor.reading.currencies import Money
from monitor.reading.times import Stated

__all__ = ["Sort", "Token"]


class Sort(Code):
    """What a token is."""

    NUMBER = 0
    CHANGE = 1  # signed, or a percentage
    TIME = 2
    SKIP = 3  # a duration, a size, a scaled amount, a part of a name


class Token:
    """A number or time; `start` takes in a currency before it, `end` one after it, `at` is the first digit."""

    # What is not yet known is the class's own, since there are many tokens and most learn little.
    time: Stated | None = None
    value = 0.0
    unit = 1.0
    money: Money | None = None
    percent = False
    scaled = False
    sized = False
    """Followed by a size, as a quoted side is ("512.30 x 300")."""
    sign = 0

    def __init__(self, sort: Sort, start: int, end: int, raw: str, stated: Stated | None = None) -> None:
        """Make a token of that sort; what is not yet known keeps its neutral value."""
        self.sort = sort
        self.start = self.at = start
        self.end = end
        self.raw = raw
        if stated is not None:
            self.time = stated
