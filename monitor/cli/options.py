"""The options that many commands share, and how a help text shows its examples."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["AsJson", "Config", "Db", "Since", "Until", "example"]

Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings file. Default: $MONITOR_CONFIG, else ./monitor.toml."),
]
Db = Annotated[
    Path | None,
    typer.Option(
        "--db", metavar="FILE", help="Database file. Default: what the settings say; `monitor check` prints it."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Since = Annotated[
    str | None,
    typer.Option("--since", metavar="WHEN", help="From then on: a UTC time, or a duration before now such as 2d."),
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="WHEN", help="Up to then: a UTC time, or a duration before now.")
]


def example(*lines: str) -> str:
    """Give the end of a help text: the examples, one a line, kept as they are."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)
