"""An engine whose data stopped."""

from datetime import datetime, timedelta

from monitor.sandbox.asking import Ask
from monitor.sandbox.engines._base import ENGINES, Engine


@ENGINES.add
class Frozen(Engine):
    """Stuck three days before the sandbox started."""

    name = "frozen"
    title = "stuck at one moment"

    def moment(self, ask: Ask) -> datetime:
        """Give the same moment always."""
        return min(self.started_at - timedelta(days=3), ask.received_at)
