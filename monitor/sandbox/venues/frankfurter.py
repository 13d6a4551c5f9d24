"""Frankfurter, version 1: the European Central Bank's rates as JSON, in any base."""

import re
from datetime import date, datetime, timedelta

from monitor.market.fixings import is_fixing_day, newest_published
from monitor.sandbox.bars import VenueHabits
from monitor.sandbox.venues._base import VENUES
from monitor.sandbox.venues._fixings import FixingVenue, digits
from monitor.sandbox.wire import Reply, Request, json_reply

_PATH = re.compile(r"/v1/(?:latest|(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d)?)?)")


@VENUES.add
class Frankfurter(FixingVenue):
    """``/v1/latest``, ``/v1/DAY`` and ``/v1/START..[END]``, with ``base`` and ``symbols``.

    A day without a fixing is answered with the working day before it, as the real service does.
    """

    name = "frankfurter"
    prefix = "/frankfurter"
    habits = VenueHabits("frankfurter")

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer with rates in the base asked for."""
        found = _PATH.fullmatch(request.path)
        if found is None:
            return json_reply({"message": "not found"}, 404)
        newest, base = newest_published(now), request.params.get("base", "EUR").upper()
        first = _working(min(date.fromisoformat(found[1]), newest) if found[1] else newest)
        span = ".." in request.path
        last = min(date.fromisoformat(found[2]), newest) if found[2] else newest if span else first
        wanted = [c for c in request.params.get("symbols", "").upper().split(",") if c]
        days = {f"{day}": self._row(day, base, wanted) for day in self.days(first, last, now)}
        if not days or not all(days.values()):
            return json_reply({"message": "not found"}, 404)
        if span:
            return json_reply(
                {"amount": 1.0, "base": base, "start_date": min(days), "end_date": max(days), "rates": days}
            )
        return json_reply({"amount": 1.0, "base": base, "date": f"{first}", "rates": days[f"{first}"]})

    def error(self, kind: str) -> Reply:
        """Give the service's words."""
        if kind == "empty":
            return json_reply({"amount": 1.0, "base": "EUR", "rates": {}})
        status = {"rate_limit": 429, "account": 403}.get(kind, 500)
        return json_reply({"message": "rate limit exceeded" if status == 429 else "error"}, status)

    def _row(self, day: date, base: str, wanted: list[str]) -> dict[str, float]:
        known = {"EUR": 1.0, **self.rates(day)}
        if base not in known or not set(wanted) <= set(known):
            return {}
        return {c: digits(known[c] / known[base]) for c in sorted(wanted or known) if c != base}


def _working(day: date) -> date:
    while not is_fixing_day(day):
        day -= timedelta(days=1)
    return day
