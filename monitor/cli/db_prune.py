"""``monitor db prune``: what is bulky and old goes."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.db_parts import nobody, size
from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from monitor.store.prune import Pruned

__all__ = ["prune"]


def prune(
    older_than: Annotated[
        str | None, typer.Option("--older-than", metavar="AGE", help="What is older, such as 60d; 2d at least.")
    ] = None,
    above_gb: Annotated[
        float | None,
        typer.Option("--above-gb", min=0, max=1e6, metavar="GB", help="The oldest, until so much is in use."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    compact: Annotated[
        bool, typer.Option("--compact", help="Write the file anew, without free pages; stop the monitor first.")
    ] = False,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Give up old bodies, messages and raw answers of sources.

    Probes, bars, readings, grades and verdicts stay for ever, and of each body its size and hash. Without --older-than
    and --above-gb the settings' `[prune]` holds. A monitor may be running.
    """
    from datetime import timedelta

    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import print_json, progress, say
    from monitor.daemon.care import GIGABYTE, prune_by
    from monitor.durations import parse_duration
    from monitor.errors import ConfigError
    from monitor.store.prune import LEAST_AGE, cutoff_for_size
    from monitor.store.prune import compact as write_anew

    settings = settings_for(config, db)
    age = parse_duration(older_than) if older_than is not None else None
    if age is None and above_gb is None:
        age = None if settings.prune.after_days is None else timedelta(days=settings.prune.after_days)
        above_gb = settings.prune.above_gb
    if age is None and above_gb is None and not compact:
        raise ConfigError("nothing says what is to go", "monitor db prune", "give --older-than 60d or --above-gb 4")
    if age is not None and age < LEAST_AGE:
        raise ConfigError("what is younger than 2d may still be needed", "--older-than", "give 2d or more")
    existing = existing_database(settings)  # the schema must be ours
    path, now = existing.path, clock_of(settings).now()
    existing.close()
    if compact and not dry_run:
        nobody(path, settings)
    moments = [] if age is None else [now - age]
    if above_gb is not None and (at := cutoff_for_size(path, int(above_gb * GIGABYTE), now)) is not None:
        moments.append(at)
    with progress("Pruning"):
        found = prune_by(path, max(moments, default=None), dry=dry_run)
        saved = write_anew(path) if compact and not dry_run else None
    if as_json:
        print_json(_as_json(found, dry_run, saved))
        return
    _print_pruned(found, dry_run)
    if saved is not None:
        say(f"the file was written anew and is {size(max(0, saved))} smaller")


def _as_json(found: "Pruned | None", dry: bool, saved: int | None) -> dict[str, Any]:
    value: dict[str, Any] = {"dry_run": dry, "before": None, "rows": {}, "bytes": {}, "total_bytes": 0}
    if found is not None:
        value |= {"before": found.before, "rows": found.rows, "bytes": found.bytes, "total_bytes": found.total_bytes,
                  "spared": found.spared, "returned_bytes": found.returned,
                  "longest_ms": round(found.longest_ms, 1)}  # fmt: skip
    return value | {"compacted_bytes": saved}


def _print_pruned(found: "Pruned | None", dry: bool) -> None:
    from monitor.cli.output import iso, print_table, say

    if found is None or not found.rows:
        say("nothing to prune" + ("" if found is None else f" from before {iso(found.before)}"))
    else:
        say(f"from before {iso(found.before)}, {'would go' if dry else 'gone'}:")
        print_table(
            ("what", "rows", "size"),
            [*((name, f"{rows:,}", size(found.bytes[name])) for name, rows in found.rows.items()),
             ("in all", f"{sum(found.rows.values()):,}", size(found.total_bytes))],
            right={"rows", "size"},
        )  # fmt: skip
    if found is None:
        return
    if found.spared:
        say(f"{found.spared:,} raw answers stay: they tell of splits, which later grading needs")
    if dry:
        return
    if found.rows:
        held = f"the database was held for {found.longest_ms:.0f} ms at most"
        say(f"{size(found.returned)} given back to the disk; {held}")
    if not found.shrinks:
        say("this file cannot shrink by itself; its free pages are used again (--compact writes it anew)")
