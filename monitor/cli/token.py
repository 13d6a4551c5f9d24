"""``monitor token``: who may reach the page from elsewhere, and do what costs or changes."""

from typing import Annotated

import typer

from monitor.cli.entry import DONE, FINDING
from monitor.cli.options import AsJson, Config, Db, example

__all__ = ["app"]

app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, epilog=example("monitor token new phone"))


@app.callback()
def token() -> None:
    """Make, list and revoke tokens of the page."""


@app.command(epilog=example("monitor token new phone"))
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is for, such as who or what will use it.")],
    config: Config = None,
    db: Db = None,
) -> None:
    """Make a token and print it once.

    The database keeps a hash only. Give it as a bearer token, or to a browser as the password (any user name).
    """
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import say
    from monitor.daemon.world import database_path
    from monitor.store.database import open_database
    from monitor.store.tokens import make_token

    settings = settings_for(config, db)
    database = open_database(database_path(settings))
    try:
        with database.write() as session:
            made = make_token(session, name, clock_of(settings).now())
    finally:
        database.close()
    say(made)


@app.command(name="list", epilog=example("monitor token list"))
def list_(as_json: AsJson = False, config: Config = None, db: Db = None) -> None:
    """List the tokens; none can be printed again."""
    from monitor.cli.context import existing_database, settings_for
    from monitor.cli.output import iso, print_json, print_table, say
    from monitor.store.tokens import tokens

    database = existing_database(settings_for(config, db))
    try:
        with database.read() as session:
            rows = [(one.id, one.name, one.made_at, one.revoked_at) for one in tokens(session)]
    finally:
        database.close()
    if as_json:
        print_json([{"number": number, "name": name, "made_at": iso(made), "revoked_at": iso(gone) if gone else None}
                    for number, name, made, gone in rows])  # fmt: skip
    elif not rows:
        say("No token was made yet: `monitor token new NAME`")
    else:
        print_table(("number", "name", "made (UTC)", "revoked (UTC)"),
                    [(number, name, iso(made), iso(gone) if gone else "-") for number, name, made, gone in rows],
                    right={"number"})  # fmt: skip


@app.command(epilog=example("monitor token revoke 2"))
def revoke(
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", min=1, max=2**63 - 1, help="As `monitor token list` shows it.")
    ],
    config: Config = None,
    db: Db = None,
) -> None:
    """End a token.

    A running page knows within two seconds. Exit status 1 when there is none of that number.
    """
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import say
    from monitor.store.tokens import revoke_token

    settings = settings_for(config, db)
    database = existing_database(settings)
    try:
        with database.write() as session:
            found = revoke_token(session, number, clock_of(settings).now())
            name = found.name if found is not None else None
    finally:
        database.close()
    say(f"{name} no longer holds" if name is not None else f"There is no token {number}; see `monitor token list`")
    raise typer.Exit(DONE if name is not None else FINDING)
