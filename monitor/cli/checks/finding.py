"""One line of `monitor check`."""

from dataclasses import dataclass

__all__ = ["Finding"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at and what was seen; where it is not well, `remedy` says what to do."""

    check: str
    what: str
    ok: bool = True
    remedy: str = ""
