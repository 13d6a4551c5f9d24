"""Readings and bars enter as arrays; lag distributions with intervals leave.

Import from the modules (`lag.estimate`, `lag.rates`, `lag.types`): they stand on numpy and scipy, which only the
worker loads.
"""

__all__ = ["components", "estimate", "fresh", "grid", "intervals", "kernel", "known", "matrix", "naive", "npmle",
           "profile", "rates", "simulate", "stated", "study", "timeline", "types"]
