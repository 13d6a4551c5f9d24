"""Readings and bars enter as arrays; lag distributions with intervals leave."""

__all__: list[str] = []
