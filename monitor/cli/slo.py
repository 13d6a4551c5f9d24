"""``monitor slo``: what each SLO has attained, and how fast its budget is used up."""

from typing import Any

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db

__all__ = ["print_slos", "slo"]


def slo(as_json: AsJson = False, config: Config = None, db: Db = None) -> None:
    """Show each SLO: attained, budget left, burn rates.

    SLOs stand in the settings as [[slo]]. Exit status 1 when one is missed for certain.
    """
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import print_json, progress
    from monitor.daemon.world import load_world
    from monitor.lag.slo_work import slo_table

    settings = settings_for(config, db)
    world = load_world(settings)
    database = existing_database(settings)
    try:
        with progress("Estimating"):
            rows = slo_table(database, settings.slo, clock_of(settings).now(), reader=settings.probing.reader,
                             policy=settings.probing.policy, market=settings.market, items=world.by_id)  # fmt: skip
    finally:
        database.close()
    if as_json:
        print_json(rows)
    else:
        print_slos(rows, "no SLO has answers yet" if settings.slo else "no [[slo]] in the settings; see docs/alerts.md")
    raise typer.Exit(FINDING if any(row["met"] is False for row in rows) else DONE)


def print_slos(rows: list[dict[str, Any]], empty: str) -> None:
    """Print the table."""
    from monitor.cli.output import print_table

    print_table(
        ("api", "asset", "SLO", "attained", "budget left", "fast burn", "slow burn", "met"),
        [(row["api"], row["asset"], f"{100 * row['objective']:.4g} % in {row['within_s'] // 60} min, {row['window']}",
          _share(row["attained"]), "-" if row["budget_left"] is None else f"{row['budget_left']:.0%}",
          _rate(row["burn"]["fast"]), _rate(row["burn"]["slow"]),
          {True: "yes", False: "NO", None: "open"}[row["met"]]) for row in rows],
        right={"budget left", "fast burn", "slow burn"},
        spare=("slow burn", "budget left"),
        empty=empty,
    )  # fmt: skip


def _share(found: dict[str, Any]) -> str:
    if found["est"] is None:
        return "too little yet"
    return f"{100 * found['est']:.1f} % [{100 * found['lo']:.1f}, {100 * found['hi']:.1f}]"


def _rate(found: dict[str, Any]) -> str:
    return "-" if found["rate"] is None else f"{found['rate']:.1f}x of {found['limit']:.1f}"
