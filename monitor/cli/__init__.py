"""Command lines enter; printed results and exit codes leave."""

__all__: list[str] = []
