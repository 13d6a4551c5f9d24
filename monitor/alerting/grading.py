"""Facts about what is to be graded and to be finished: references that are missing, nights that are late."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from sqlmodel import Session, col, func, select

from monitor.alerting.facts import Fact
from monitor.store.tables import GradeRow, Probe, Run
from monitor.store.types import State

__all__ = ["grading_facts"]

DAY = timedelta(days=1)
NIGHTS = timedelta(days=3)
"""How long a night that is not finished counts: one that was given up must not stand for ever."""
MOST_ROWS = 20_000


def grading_facts(session: Session, policy: str, now: datetime) -> Iterator[Fact]:
    """Give the share of answers of each asset without a reference, and how late the latest night is."""
    yield from _no_reference(session, policy, now)
    yield from _nights(session, now)


def _no_reference(session: Session, policy: str, now: datetime) -> Iterator[Fact]:
    rows: Any = session.exec(
        select(GradeRow.probe_id, Probe.asset, Probe.ticker, GradeRow.class_, GradeRow.why)  # type: ignore[call-overload]
        .join(Probe, col(Probe.id) == col(GradeRow.probe_id))
        .where(col(Probe.instant_at) > now - DAY, GradeRow.policy == policy, col(GradeRow.closed).is_(False))
        .order_by(col(GradeRow.id).desc())
        .limit(MOST_ROWS)
    )
    latest: dict[int, tuple[str, str, str, str]] = {}
    for probe_id, asset, ticker, class_, why in rows:
        latest.setdefault(probe_id, (asset, ticker, class_, why))
    by_asset: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for asset, ticker, class_, why in latest.values():
        if class_ != "error":
            by_asset[asset].append((ticker, class_, why))
    for asset, graded in by_asset.items():
        without = [(ticker, why) for ticker, class_, why in graded if class_ == "no_reference"]
        causes = Counter(why or "no reason" for _, why in without).most_common(3)
        said = f", mostly: {causes[0][0]}" if causes else ""
        yield Fact("no_reference", asset, 100 * len(without) / len(graded),
                   f"{asset}: {len(without)} of {len(graded)} answers of the last day have no reference{said}",
                   len(graded), page=f"/probes?asset={asset}&class=no_reference",
                   evidence={"items": sorted({ticker for ticker, _ in without})[:20],
                             "causes": [{"why": why, "answers": n} for why, n in causes]})  # fmt: skip


def _nights(session: Session, now: datetime) -> Iterator[Fact]:
    rows = session.exec(
        select(Run.night, Run.question_set, func.min(Run.planned_at), func.count())
        .where(col(Run.state).in_([State.PLANNED, State.CLAIMED]), col(Run.planned_at) > now - NIGHTS)
        .group_by(Run.night, Run.question_set)
    ).all()
    begun = [(planned_at, night, name, left) for night, name, planned_at, left in rows]
    if not begun:
        yield Fact("nightly_late", "", 0.0, "every night is finished", page="/nightly")
        return
    planned_at, night, name, left = min(begun)
    hours = (now - planned_at) / timedelta(hours=1)
    yield Fact("nightly_late", "", hours, f"night {night} of {name} is not finished after {hours:.0f} h: {left:,} runs "
               "are left", page="/nightly", evidence={"night": night, "question_set": name, "left": left})  # fmt: skip
