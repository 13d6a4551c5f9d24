"""A question enters; the moment whose price a simulated search engine serves for it leaves.

One class a file, registered with ``@ENGINES.add``; nothing else has to be touched to add one.
"""

from monitor.sandbox.engines._base import ENGINES, Engine, lognormal_s

__all__ = ["ENGINES", "Engine", "lognormal_s"]
