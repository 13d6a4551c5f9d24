"""Planned probes enter; recorded responses leave."""

__all__: list[str] = []
