"""``monitor lag --changes``: when the lag of an API shifted, and what changed on our side about then."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["print_changes", "shifts"]


def shifts(
    database: "Database", settings: "Settings", window: tuple[datetime, datetime | None] | None, now: datetime,
    named: dict[str, str],
) -> dict[str, Any]:  # fmt: skip
    """Give the changes in the window, by default of the last year."""
    from monitor.lag.shifts import lag_changes

    since, until = window or (None, None)
    return lag_changes(database, since=since, until=until, reader=named["reader"], policy=named["policy"], now=now)


def print_changes(found: dict[str, Any]) -> None:
    """Print one row a change, then what there is to say of the rest."""
    from monitor.cli.output import print_table, say
    from monitor.web.figures import span

    rows = []
    for group in found["groups"]:
        for one in group["changes"]:
            kinds = sorted({ours["kind"] for ours in one["ours"]})
            rows.append((group["api"], group["asset"], one["day"], f"{one['first'][5:]} to {one['last'][5:]}",
                         span(one["before_s"]), span(one["after_s"]),
                         f"our {', '.join(kinds)}" if kinds else ""))  # fmt: skip
    print_table(
        ("api", "asset", "day", "between", "before", "after", "changed too"),
        rows,
        right={"before", "after"},
        empty="no change found",
    )
    say()
    looked = [group for group in found["groups"] if "why" not in group]
    short = len(found["groups"]) - len(looked)
    say(f"{len(looked)} groups looked at, {found['since'][:10]} to {found['until'][:10]}, in the daily medians that "
        f"the daemon keeps." + (f" {short} have too few days yet." if short else ""))  # fmt: skip
    say("About one change a year and group is found where there is none, if days go together as they tend to.")
