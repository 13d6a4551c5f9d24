"""Nothing enters but a seed; the whole system runs against the sandbox, and measured beside true lag leaves."""

__all__ = ["history", "live", "report"]
