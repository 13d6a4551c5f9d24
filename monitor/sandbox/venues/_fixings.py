"""What the places of daily fixings share: the simulated market at 14:15 in Frankfurt, against the euro."""

from datetime import UTC, date, datetime, timedelta

from monitor.market.fixings import CURRENCIES, fixed_at, is_fixing_day, newest_published
from monitor.sandbox.bars import BarMaker
from monitor.sandbox.market import Market
from monitor.sandbox.noise import DAY_S, EPOCH, seconds_of
from monitor.sandbox.venues._base import Venue

__all__ = ["FixingVenue", "digits"]


def digits(rate: float) -> float:
    """Give a rate in the five significant digits that the bank publishes."""
    return float(f"{rate:.5g}")


class FixingVenue(Venue):
    """A venue that has one rate a day; days that were worked out are kept."""

    busy = True

    def __init__(self, market: Market, bars: BarMaker) -> None:
        super().__init__(market, bars)
        self._days: dict[date, dict[str, float]] = {}

    def rates(self, day: date) -> dict[str, float]:
        """Give what one euro bought on a fixing day, by currency, as the bank rounds it.

        Every pair of the items is crossed from the euro outwards, so that rate(B) / rate(A) is A/B's price. A currency
        that no pair links to the euro is left out.
        """
        found = self._days.get(day)
        if found is None:
            found = self._days[day] = self._worked_out(day)
        return found

    def days(self, first: date, last: date, now: datetime) -> list[date]:
        """Give the published fixing days from `first` to `last`, ascending."""
        end = min(last, newest_published(now))
        return [day for n in range((end - first).days + 1) if is_fixing_day(day := first + timedelta(days=n))]

    def _worked_out(self, day: date) -> dict[str, float]:
        second, index = seconds_of(fixed_at(day)), (datetime(day.year, day.month, day.day, tzinfo=UTC) - EPOCH).days
        assert second // DAY_S == index  # 14:15 in Frankfurt is the same UTC day
        euro, left = {"EUR": 1.0}, [p for p in self.pairs() if set(p.split("/")) <= CURRENCIES]
        while linked := [p for p in left if len(set(p.split("/")) & set(euro)) == 1]:
            base, _, quote = linked[0].partition("/")
            known = self.market.passing(linked[0], index)
            assert known is not None  # pairs have every day
            price = float(known.prices[second - known.start_s])
            if base in euro:
                euro[quote] = euro[base] * price
            else:
                euro[base] = euro[quote] / price
            left.remove(linked[0])
        return {currency: digits(rate) for currency, rate in euro.items() if currency != "EUR"}
