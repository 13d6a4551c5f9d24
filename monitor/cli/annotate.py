"""``monitor annotate``: what people know of a window of time, and whether figures leave it out."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from monitor.config import Settings
    from monitor.store.database import Database

__all__ = ["annotate"]


def annotate(
    start: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="Where it begins: a time, or so long ago.")
    ] = None,
    end: Annotated[str | None, typer.Option("--until", metavar="TIME", help="Where it ends. Default: now.")] = None,
    api: Annotated[str | None, typer.Option("--api", metavar="NAME", help="Of this API alone.")] = None,
    asset: Annotated[str | None, typer.Option("--asset", metavar="NAME", help="Of this asset alone.")] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="What happened.")] = None,
    exclude: Annotated[bool, typer.Option("--exclude", help="Leave the window out of every figure.")] = False,
    remove: Annotated[
        int | None,
        typer.Option(
            "--remove", metavar="ID", min=1, max=2**63 - 1, help="Take one back; it stays, marked as removed."
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="List removed ones too.")] = False,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Note what is known of a window of time, or list it.

    Without --from the notes are listed. With --exclude, instants in the window are left out of every figure, and each
    figure says so with the reason.
    """
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.store import annotations as store
    from monitor.store.tables import Annotation

    settings = settings_for(config, db)
    now = clock_of(settings).now()
    _check(start, end, reason, remove, api, asset, exclude)
    database = existing_database(settings)
    try:
        if api is not None:
            _check_api(database, settings, api)
        if remove is not None:
            with database.write() as session:
                shown = [store.remove(session, remove, now)]
        elif start is not None:
            first, last = moment(start, now, "--from"), moment(end, now, "--until") or now
            assert first is not None
            assert reason is not None
            if first >= last:
                raise typer.BadParameter("it must lie before --until", param_hint="--from")
            with database.write() as session:
                made = Annotation(start_at=first, end_at=last, api=api, asset=asset, reason=" ".join(reason.split()),
                                  excludes=exclude, made_at=now)  # fmt: skip
                shown = [store.annotate(session, made)]
        else:
            with database.read() as session:
                shown = store.annotations(session, removed=everything)
        _print([_plain(one) for one in shown], as_json)
    finally:
        database.close()


def _check(
    start: str | None, end: str | None, reason: str | None, remove: int | None, api: str | None, asset: str | None,
    exclude: bool,
) -> None:  # fmt: skip
    from monitor.datasets import Asset

    if start is not None and remove is not None:
        raise typer.BadParameter("give one of --from and --remove", param_hint="--remove")
    if start is not None and not (reason or "").strip():
        raise typer.BadParameter("say why: whoever reads the figures will ask", param_hint="--reason")
    if start is None and (exclude or any(one is not None for one in (end, reason, api, asset))):
        raise typer.BadParameter("say where the window begins", param_hint="--from")
    if asset is not None and asset not in list(Asset):
        raise typer.BadParameter(f"{asset!r} is not one of {', '.join(Asset)}", param_hint="--asset")


def _check_api(database: "Database", settings: "Settings", api: str) -> None:
    """Refuse the name of an API that is not configured and was never asked: nothing would be left out."""
    from sqlmodel import col, select

    from monitor.daemon.world import load_world
    from monitor.store.tables import Probe

    with database.read() as session:
        asked = session.exec(select(Probe.id).where(col(Probe.api) == api).limit(1)).first() is not None
    if not asked and api not in load_world(settings).apis:
        raise typer.BadParameter(f"{api!r} is not configured and was never asked; see `monitor apis`",
                                 param_hint="--api")  # fmt: skip


def _plain(one: Any) -> dict[str, Any]:
    names = ("id", "start_at", "end_at", "api", "asset", "excludes", "reason", "made_at", "removed_at")
    return {name: getattr(one, name) for name in names}


def _print(rows: list[dict[str, Any]], as_json: bool) -> None:
    from monitor.cli.output import print_json, print_table

    if as_json:
        print_json(rows)
        return
    print_table(
        ("id", "from", "until", "api", "asset", "figures", "reason"),
        [
            (one["id"], _short(one["start_at"]), _short(one["end_at"]), one["api"] or "all", one["asset"] or "all",
             "removed" if one["removed_at"] else "left out" if one["excludes"] else "kept", one["reason"])
            for one in rows
        ],
        right={"id"},
        empty="nothing was noted",
    )  # fmt: skip


def _short(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
