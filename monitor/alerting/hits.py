"""Answers in which nothing was found: what an api's latest ones held, and the fact that a rule is judged on."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime

from sqlmodel import Session, col, select

from monitor.alerting.facts import Fact
from monitor.store.tables import Probe, Response
from monitor.store.types import State

__all__ = ["LATEST", "latest_answers", "no_hits"]

LATEST = 20
"""Answers of an api that are looked at: the latest ones."""


def no_hits(session: Session, answered: Iterable[tuple[int, str]]) -> Iterator[Fact]:
    """Give for each api the share of its latest answers without a hit; `answered` are (probe, api), newest first.

    An API that has nothing to say looks like one whose table reads the wrong list, and neither is a failure.
    """
    by_api: dict[str, list[int]] = defaultdict(list)
    for probe, api in answered:
        if len(by_api[api]) < LATEST:
            by_api[api].append(probe)
    wanted = [probe for probes in by_api.values() for probe in probes]
    query = select(Response.probe_id, Response.hits).where(col(Response.probe_id).in_(wanted))
    held = dict(session.exec(query).all())
    for api, probes in by_api.items():
        hits = [held[probe] for probe in probes if probe in held]
        if hits:
            empty = hits.count(0)
            yield Fact("no_hits", api, 100 * empty / len(hits),
                       f"{api}: {empty} of its last {len(hits)} answers held no hit", len(hits), api,
                       f"/probes?api={api}")  # fmt: skip


def latest_answers(session: Session, api: str, api_hash: str, since: datetime) -> list[tuple[int, str]]:
    """Give the latest answers of an api as it is configured now, as `no_hits` takes them."""
    query = select(Probe.id, Probe.api).where(
        Probe.api == api, Probe.api_hash == api_hash, Probe.state == State.ANSWERED, col(Probe.due_at) > since
    )
    found = session.exec(query.order_by(col(Probe.due_at).desc()).limit(LATEST))
    return [(probe, name) for probe, name in found if probe is not None]
