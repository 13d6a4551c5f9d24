"""The European Central Bank's reference rates: one day, ninety days, and the whole of the past as a zipped CSV."""

import io
import zipfile
from datetime import date, datetime, timedelta

from monitor.market.fixings import newest_published
from monitor.sandbox.bars import VenueHabits
from monitor.sandbox.venues._base import VENUES
from monitor.sandbox.venues._fixings import FixingVenue
from monitor.sandbox.wire import Reply, Request, text_reply

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" '
    'xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject>'
    "<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender><Cube>"
)
_PAST = timedelta(days=240)
"""How far back the archive goes here; the bank's own goes to 1999."""


@VENUES.add
class Ecb(FixingVenue):
    """``/stats/eurofxref/eurofxref-daily.xml``, ``-hist-90d.xml`` (both newest first) and ``-hist.zip``."""

    name = "ecb"
    prefix = "/ecb"
    habits = VenueHabits("ecb")

    def answer(self, request: Request, now: datetime) -> Reply:
        """Answer with the published files."""
        newest = newest_published(now)
        if request.path == "/stats/eurofxref/eurofxref-daily.xml":
            return _xml(self, [newest])
        if request.path == "/stats/eurofxref/eurofxref-hist-90d.xml":
            return _xml(self, self.days(newest - timedelta(days=90), newest, now)[::-1])
        if request.path == "/stats/eurofxref/eurofxref-hist.zip":
            return self._archive(self.days(newest - _PAST, newest, now)[::-1])
        return text_reply("<html><title>Page not found</title></html>", 404)

    def error(self, kind: str) -> Reply:
        """Give a web server's page, or a file without a day."""
        if kind == "empty":
            return _xml(self, [])
        status = {"rate_limit": 429, "account": 403}.get(kind, 503)
        return text_reply(f"<html><title>{status}</title></html>", status)

    def _archive(self, days: list[date]) -> Reply:
        known = sorted({currency for day in days for currency in self.rates(day)})
        lines = [",".join(["Date", *known]) + ","]
        lines += [",".join([f"{day}", *(f"{self.rates(day).get(c, 'N/A')}" for c in known)]) + "," for day in days]
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("eurofxref-hist.csv", "\n".join(lines))
        return Reply(200, packed.getvalue(), {"Content-Type": "application/zip"})


def _xml(venue: Ecb, days: list[date]) -> Reply:
    cubes = [
        f'<Cube time="{day}">'
        + "".join(f'<Cube currency="{c}" rate="{rate}"/>' for c, rate in venue.rates(day).items())
        + "</Cube>"
        for day in days
    ]
    return text_reply(_HEAD + "".join(cubes) + "</Cube></gesmes:Envelope>", kind="text/xml")
