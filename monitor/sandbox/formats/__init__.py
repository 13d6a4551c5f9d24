"""Result pages enter; the body, status and headers of one search API leave, its errors included.

One class a file, registered with ``@FORMATS.add``; nothing else has to be touched to add one.
"""

from monitor.sandbox.formats._base import FORMATS, Format, Seen

__all__ = ["FORMATS", "Format", "Seen"]
