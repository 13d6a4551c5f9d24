"""One key group's state while the program runs: its pace, its calls in flight, its cool-down, a stopped account."""

import asyncio
import bisect
from collections import deque
from dataclasses import dataclass
from typing import Literal

from monitor.clock import Clock
from monitor.search.models import KeyGroup
from monitor.search.outcome import ErrorClass, Outcome
from monitor.search.pacing import earliest

__all__ = ["TRIAL_S", "Hold", "Limiter", "limiter_of"]

TRIAL_S = 3600.0
"""After an account error one call an hour tries again."""

_KEPT_S = 60.0
_TOLD_S = 10.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 2.0, 300.0


@dataclass(frozen=True, slots=True)
class Hold:
    """Why a call was not let through."""

    kind: Literal["pacing", "account"]
    reason: str
    until_s: float


class Limiter:
    """Lets calls of one key group through, one by one.

    The planned slots keep the limits already; this is the guard for what was not planned: several batches at once,
    a slow API that fills `concurrent`, a `Retry-After`. Times are the clock's own (`now`, as seconds), so it works
    the same in virtual time. Nothing sleeps while it holds a place among the calls in flight.
    """

    def __init__(self, group: KeyGroup, clock: Clock) -> None:
        self.group = group
        self._clock = clock
        self._sends: list[float] = []
        self.in_flight = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._cool_until_s = 0.0
        self._pauses = 0
        self._stopped_for = ""
        self._stopped_at_s = 0.0
        self._trial_at_s = 0.0

    def _now_s(self) -> float:
        return self._clock.now().timestamp()

    @property
    def stopped_for(self) -> str:
        """The account error that stops this key, empty while none does."""
        return self._stopped_for

    @property
    def cooling(self) -> tuple[float, int] | None:
        """The end of the cool-down (seconds since 1970) and how many refusals led to it; None while there is none."""
        return (self._cool_until_s, self._pauses) if self._cool_until_s > self._now_s() else None

    def resume(self, cool_until_s: float, pauses: int) -> None:
        """Take up a cool-down that an earlier process, or one beside this, was told of."""
        if cool_until_s > max(self._now_s(), self._cool_until_s):
            self._cool_until_s, self._pauses = cool_until_s, max(pauses, self._pauses)

    def lift(self) -> None:
        """Let calls through again: the store, which all processes share, knows of no stop, or grants the trial.

        A stop of the last seconds stays: the store may not have been told of it yet.
        """
        if self._now_s() - self._stopped_at_s > _TOLD_S:
            self._stopped_for = ""

    async def enter(self, wait_s: float) -> Hold | None:
        """Wait for a place, at most `wait_s`; give None once through (then `leave` must follow), else why not."""
        now_s = self._now_s()
        give_up_s = now_s + wait_s
        if self._stopped_for:
            if now_s < self._trial_at_s:
                return Hold("account", f"stopped after an account error: {self._stopped_for}", self._trial_at_s)
            self._trial_at_s = now_s + TRIAL_S  # this call is the trial; the others go on waiting for its end
        while True:
            at_s = self._bookable(now_s)
            if at_s > give_up_s + 1e-6:
                return Hold("pacing", f"no place within the limits of key group {self.group.name!r} "
                                      f"for another {at_s - now_s:.1f} s", at_s)
            bisect.insort(self._sends, at_s)
            if at_s > now_s:
                try:
                    await self._clock.sleep(at_s - now_s)
                except asyncio.CancelledError:
                    self._sends.remove(at_s)
                    raise
            if self.in_flight < self.group.concurrent:
                self.in_flight += 1
                return None
            self._sends.remove(at_s)
            if not await self._free(give_up_s - self._now_s()):
                reason = f"{self.group.concurrent} calls of key group {self.group.name!r} are still in flight"
                return Hold("pacing", reason, give_up_s)
            now_s = self._now_s()

    def _bookable(self, now_s: float) -> float:
        # a wall clock that was set back leaves bookings in what is now the future; they must not block for long
        self._sends = [at for at in self._sends if now_s - _KEPT_S < at < now_s + 2 * _KEPT_S]
        return earliest(self._sends, max(now_s, self._cool_until_s), self.group.rps, self.group.per_minute)

    async def _free(self, wait_s: float) -> bool:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            async with asyncio.timeout(max(0.0, wait_s)):
                await place
        except TimeoutError:
            return False
        finally:
            if place in self._waiting:
                self._waiting.remove(place)
        return True

    def leave(self) -> None:
        """Give the place back."""
        self.in_flight -= 1
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)
                return

    def note(self, outcome: Outcome) -> None:
        """Learn from how a call ended: cool down, stop, or go on."""
        if outcome.held:
            return
        if outcome.error_class is ErrorClass.RATE_LIMIT:
            pause_s = outcome.retry_after_s
            if pause_s is None:
                pause_s = min(_FIRST_PAUSE_S * 2**self._pauses, _LONGEST_PAUSE_S)
            self._pauses += 1
            self._cool_until_s = max(self._cool_until_s, self._now_s() + pause_s)
        elif outcome.error_class is ErrorClass.ACCOUNT:
            self._stopped_for = outcome.reason or "account error"
            self._stopped_at_s = self._now_s()
            self._trial_at_s = self._stopped_at_s + TRIAL_S
        elif outcome.state == "answered":
            self._pauses = 0
            self._stopped_for = ""


def limiter_of(api: object) -> Limiter | None:
    """Give the limiter of something that can be asked; None where it keeps none (a plug-in's own class may not)."""
    found = getattr(api, "limiter", None)
    return found if isinstance(found, Limiter) else None
