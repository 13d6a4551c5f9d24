"""Command lines enter; printed results and exit codes leave."""

from monitor.cli.entry import main

__all__ = ["main"]
