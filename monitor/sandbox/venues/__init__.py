"""A request in a venue's own words enters; its bars and lists of markets leave.

One class a file, registered with ``@VENUES.add``; nothing else has to be touched to add one.
"""

from monitor.sandbox.venues._base import VENUES, Venue

__all__ = ["VENUES", "Venue"]
