"""Checks of what came back so far: answers in which nothing was found."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from monitor.alert_rules import RULES
from monitor.alerting.hits import latest_answers, no_hits
from monitor.cli.checks.finding import Finding
from monitor.config import Settings
from monitor.daemon.world import World, database_path
from monitor.errors import StoreError
from monitor.store.database import open_database

__all__ = ["checks_of_answers"]

BACK = timedelta(days=2)


def checks_of_answers(settings: Settings, world: World, now: datetime) -> Iterator[Finding]:
    """Look at the latest answers of each api that is asked, as it is configured now; those with hits say nothing."""
    path, rule = database_path(settings), RULES["no_hits"]
    if not path.is_file():
        return
    try:
        database = open_database(path, create=False)
    except StoreError:  # told by the check of the database
        return
    try:
        with database.read() as session:
            latest = [latest_answers(session, api.name, api.config_hash, now - BACK) for api in world.usable.values()]
            facts = list(no_hits(session, (one for answers in latest for one in answers)))
    finally:
        database.close()
    for fact in facts:
        if fact.value is not None and fact.n >= rule.min_n and rule.fires(fact.value):
            yield Finding("answers", fact.text, False, rule.remedy.replace("apis test", f"apis test {fact.subject}"))
