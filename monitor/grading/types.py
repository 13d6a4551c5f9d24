"""What is graded (`Ask`) and what comes out (`Grade`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from monitor.datasets import Asset, Item

__all__ = ["Ask", "Cls", "Grade", "Rates", "Rival"]


class Cls(StrEnum):
    """Where an answer stands; the order in which they are tried is the policy's."""

    ERROR = "error"
    NONE = "none"
    NO_REFERENCE = "no_reference"
    WRONG_CURRENCY = "wrong_currency"
    TARGET = "target"
    CLOSE = "close"
    CURRENT = "current"
    STALE = "stale"
    PRIOR_CLOSE = "prior_close"
    OTHER = "other"


class Rival(StrEnum):
    """A wrong price that a target range may be unable to exclude."""

    CURRENT = "current"
    PRIOR_CLOSE = "prior_close"
    M15 = "15m"
    H1 = "1h"


@dataclass(frozen=True, slots=True)
class Ask:
    """What was asked, when, and in which state the market was; all times aware UTC.

    Closes that are not given are looked up in the reference. `size` and `buffer` are the public harness's own
    columns and count only under its policy.
    """

    item: Item
    instant: datetime
    offset_s: float
    sent_at: datetime
    is_close: bool = False
    """True where the instant is a session's close, or the item asks for one: the target is the official close."""
    session_open: bool = True
    """False where the instant lies outside the session: the target is the last official close."""
    session_opened_at: datetime | None = None
    """Start of the session that holds the instant. The minute before it is not asked for."""
    last_close_at: datetime | None = None
    """When the item's market closed last, at or before the instant; an earlier close is not taken for that one."""
    official_close: float | None = None
    prior_close: float | None = None
    error: bool = False
    """True where there was no response."""
    size: str | None = None
    buffer: float | None = None

    @property
    def asset(self) -> Asset:
        """The kind of the item."""
        return self.item.asset


@dataclass(frozen=True)
class Grade:
    """The verdict on one reading under one version of a policy. Prices are in the item's currency.

    Figures that do not exist (no reference, no price) are None; never a guess.
    """

    policy: str
    policy_version: str
    cls: Cls
    correct: bool
    target_low: float | None = None
    target_high: float | None = None
    band: float | None = None
    """What the target minutes' range was widened by, without the half unit."""
    coarse: bool = False
    """True where half a unit of the last quoted digit exceeds the fixed band: tells nothing about freshness."""
    closed: bool = False
    """True where the instant lies outside the session; such a grade does not count towards freshness."""
    power: float | None = None
    rivals: tuple[Rival, ...] = ()
    contained: bool | None = None
    lag_low_s: float | None = None
    lag_high_s: float | None = None
    """Youngest and oldest age of the `newest` price that the bars allow; evidence, not an estimate (see `lag`)."""
    lookback_s: float | None = None
    """How far before the instant there were bars."""
    single_source: bool = False
    sources: tuple[str, ...] = ()
    converted: str | None = None
    """The coin that the price was quoted in before it was converted."""
    key_available: bool = True
    """False where the reference lacks what the target range needs."""
    why: str = ""


Rates = Mapping[str, float]
"""Price of one unit of a coin in the item's currency at the target minute: ``{"USDT": 0.9997}``."""
