"""What the commands of ``monitor db`` share."""

from pathlib import Path
from typing import TYPE_CHECKING

from monitor.web.figures import size

if TYPE_CHECKING:
    from monitor.config import Settings

__all__ = ["nobody", "size"]


def nobody(path: Path, settings: "Settings") -> None:
    """Refuse while a monitor runs on the database."""
    from monitor.cli.context import clock_of
    from monitor.errors import LeaseError
    from monitor.store.lease import running

    holder = running(path, clock_of(settings).now())
    if holder is not None:
        raise LeaseError(f"process {holder.pid} on {holder.host} runs on it", str(path), "stop it first")
