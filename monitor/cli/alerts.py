"""``monitor alerts``: what is or was wrong, its timeline, a test of the addresses, and maintenance windows."""

from typing import Annotated, Any

import typer

from monitor.cli.entry import COULD_NOT, DONE, FINDING
from monitor.cli.options import AsJson, Config, Db, Since, example

__all__ = ["app"]

app = typer.Typer(add_completion=False, rich_markup_mode=None, help="What is or was wrong, and who was told.")

Number = Annotated[
    int, typer.Argument(metavar="ID", min=1, max=2**63 - 1, help="The number that `monitor alerts` prints.")
]


@app.callback(invoke_without_command=True, epilog=example("monitor alerts", "monitor alerts --since 7d --json"))
def alerts(
    context: typer.Context, since: Since = None, as_json: AsJson = False, config: Config = None, db: Db = None
) -> None:
    """List the alerts that stand; with --since, those that are over too.

    Exit status 1 when one stands.
    """
    if context.invoked_subcommand is not None:
        return
    from monitor.alerting.incidents import incidents
    from monitor.cli.context import clock_of, existing_database, moment, settings_for
    from monitor.cli.output import ago, iso, print_json, print_table

    settings = settings_for(config, db)
    now = clock_of(settings).now()
    database = existing_database(settings)
    try:
        with database.read() as session:
            found = incidents(session, standing=since is None, since=moment(since, now, "--since"))
    finally:
        database.close()
    if as_json:
        print_json(found)
    else:
        print_table(
            ("id", "severity", "since", "state", "what"),
            [(one["id"], one["severity"], ago(one["raised_at"], now),
              f"over {iso(one['cleared_at'])}" if one["cleared_at"] else one["held"] or "stands",
              one["message"]) for one in found],
            right={"id"},
            empty="no alert stands" if since is None else "no alerts there",
        )  # fmt: skip
    raise typer.Exit(FINDING if any(one["cleared_at"] is None for one in found) else DONE)


@app.command(epilog=example("monitor alerts show 12", "monitor alerts show 12 --json"))
def show(number: Number, as_json: AsJson = False, config: Config = None, db: Db = None) -> None:
    """Show one alert with its evidence and timeline."""
    from monitor.alerting.incidents import incident
    from monitor.cli.context import existing_database, settings_for
    from monitor.cli.output import iso, print_facts, print_json, print_table, say, warn

    database = existing_database(settings_for(config, db))
    try:
        with database.read() as session:
            found = incident(session, number)
    finally:
        database.close()
    if found is None:
        warn(f"there is no alert {number}; `monitor alerts --since 30d` lists them")
        raise typer.Exit(COULD_NOT)
    if as_json:
        print_json(found)
        return
    say(found["message"])
    say()
    print_facts(
        [
            ("alert", f"{number}, {found['key']}"),
            ("rule", f"{found['rule']}: {found['about']}"),
            ("severity", found["severity"]),
            ("raised", iso(found["raised_at"])),
            ("cleared", iso(found["cleared_at"]) if found["cleared_at"] else "no, it stands"),
            ("held", found["held"]),
            *((name, _value(value)) for name, value in found["detail"].items() if value not in (None, "", [], {})),
        ]
    )
    say()
    print_table(("when (UTC)", "what", ""), [(iso(one["at"]), one["kind"], one["text"]) for one in found["timeline"]])


@app.command(epilog=example("monitor alerts rules", "monitor alerts rules --json"))
def rules(as_json: AsJson = False, config: Config = None) -> None:
    """List the rules with their thresholds.

    As the settings have them.
    """
    from dataclasses import asdict

    from monitor.cli.context import settings_for
    from monitor.cli.output import print_json, print_table, span
    from monitor.config_alerts import rules_of

    found = rules_of(settings_for(config).alerts).values()
    if as_json:
        print_json([asdict(rule) for rule in found])
        return
    print_table(
        ("rule", "fires", "clears", "for", "severity", "when"),
        [(rule.name, *((f"{'>=' if rule.above else '<='} {rule.fire:g} {rule.unit}", f"{rule.clear:g}")
                       if rule.fire is not None and rule.clear is not None else ("seen", "seen")),
          span(rule.for_s) if rule.for_s else "", rule.severity if rule.enabled else "off", rule.about)
         for rule in found],
    )  # fmt: skip


@app.command("test", epilog=example("monitor alerts test", "monitor alerts test --rule failing"))
def send_test(
    rule: Annotated[
        str, typer.Option("--rule", metavar="NAME", help="Whose message is sent; `monitor alerts rules` lists them.")
    ] = "failing",
    as_json: AsJson = False,
    config: Config = None,
) -> None:
    """Send a message, as the rule would, to every address.

    Addresses come from MONITOR_ALERT_URLS. Exit status 1 when one did not take it, 3 when there is none.
    """
    import asyncio

    from monitor.alerting.send import Letter, send
    from monitor.alerting.targets import VARIABLE, targets_of
    from monitor.alerting.trial import trial
    from monitor.cli.context import clock_of, settings_for
    from monitor.cli.output import print_json, print_table, warn
    from monitor.config_alerts import rules_of
    from monitor.daemon.alerting import kind_of, page_of
    from monitor.environment import environment

    settings = settings_for(config)
    known = rules_of(settings.alerts)
    if rule not in known:
        raise typer.BadParameter(f"{rule!r} is not one of {', '.join(known)}", param_hint="--rule")
    targets = targets_of(environment(settings))
    message = trial(known[rule], page_of(settings), clock_of(settings).now())
    if not targets:
        warn(f"there is no address: set {VARIABLE} in the environment or .env, such as ntfys://ntfy.sh/TOPIC")
        raise typer.Exit(COULD_NOT)
    kind = kind_of("test", message.severity)
    errors = asyncio.run(send([Letter(one.url, kind, message.title, message.body) for one in targets]))
    pairs = list(zip(targets, errors, strict=True))
    if as_json:
        print_json([{"to": one.label, "sent": error is None, "error": error} for one, error in pairs])
    else:
        print_table(("address", "result"), [(one.label, error or "sent") for one, error in pairs])
    raise typer.Exit(DONE if not any(errors) else FINDING)


@app.command(
    epilog=example(
        'monitor alerts mute --for 2h --reason "new router"',
        'monitor alerts mute --for 1d --api exa_instant --reason "their maintenance"',
    )
)
def mute(
    length: Annotated[str, typer.Option("--for", metavar="DURATION", help="How long, such as 30m, 2h or 1d.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="What is being done.")],
    api: Annotated[str | None, typer.Option("--api", metavar="NAME", help="Only alerts about this api.")] = None,
    rule: Annotated[str | None, typer.Option("--rule", metavar="NAME", help="Only alerts of this rule.")] = None,
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Begin a maintenance window.

    Alerts are kept and shown meanwhile, and no message is sent.
    """
    from monitor.alert_rules import RULES
    from monitor.alerting.incidents import window
    from monitor.alerting.windows import begin
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import iso, print_json, say
    from monitor.cli.picking import check_name
    from monitor.daemon.world import load_world
    from monitor.durations import parse_duration

    settings = settings_for(config, db)
    span = parse_duration(length)
    if rule is not None:
        check_name(rule, list(RULES), "rule", "--rule", "monitor alerts rules")
    if api is not None:
        check_name(api, list(load_world(settings).apis), "api", "--api", "monitor apis")
    now = clock_of(settings).now()
    database = existing_database(settings)
    try:
        with database.write() as session:
            row = window(begin(session, now, span, reason, now, source="command", api=api, rule=rule))
    finally:
        database.close()
    if as_json:
        print_json(row)
    else:
        say(f"window {row['id']}: no messages{_about(row)} until {iso(row['end_at'])}")


@app.command(epilog=example("monitor alerts unmute", "monitor alerts unmute 3"))
def unmute(
    number: Annotated[
        int | None, typer.Argument(metavar="[ID]", help="The number that `mute` printed. Default: all.")
    ] = None,
    config: Config = None,
    db: Db = None,
) -> None:
    """End maintenance windows.

    Those that a command or the API began; what still stands is told then.
    """
    from monitor.alerting.windows import end
    from monitor.cli.context import clock_of, existing_database, settings_for
    from monitor.cli.output import say, warn

    settings = settings_for(config, db)
    database = existing_database(settings)
    try:
        with database.write() as session:
            ended = [(row.id, row.reason) for row in end(session, number, clock_of(settings).now())]
    finally:
        database.close()
    if not ended:
        warn("there is no such window" if number is not None else "there is no window to end")
        raise typer.Exit(COULD_NOT)
    for one, reason in ended:
        say(f"window {one} ended: {reason}")


def _about(row: dict[str, Any]) -> str:
    said = [f"about {row['api']}"] if row["api"] else []
    said += [f"of rule {row['rule']}"] if row["rule"] else []
    return f" {' '.join(said)}" if said else ""


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list):
        return "; ".join(_value(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value(one)}" for name, one in value.items())
    return str(value)
