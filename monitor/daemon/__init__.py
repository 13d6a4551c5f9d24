"""The settings enter; scheduled jobs, recovery, health and alerts leave."""

__all__: list[str] = []
