"""Central banks' lists of rates with a column a day."""

from datetime import UTC, datetime

from monitor.datasets import Item
from tests.reading.helpers import READER, hit, item

AT = datetime(2026, 12, 22, 16, 30, tzinfo=UTC)
USDCAD: Item = item("fx", "US Dollar to Canadian Dollar", "USD/CAD")


def rate(heads: str) -> float | None:
    found = hit(f"Currency {heads} US dollar 1.3790 1.3778", "Daily exchange rates: Bank of Canada")
    return READER.read(USDCAD, [found], AT, AT).asked.price


def test_the_newest_day_is_read_also_where_some_heads_name_an_hour_too():
    assert rate("2026-12-18 2026-12-21") == 1.3778
    assert rate("2026-12-18 at 16:30 UTC 2026-12-21") == 1.3778
    assert rate("2026-12-21 2026-12-18 at 16:30 UTC") == 1.379
