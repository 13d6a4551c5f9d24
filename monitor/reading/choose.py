"""All candidates of a response enter; the best answer to the question, and the newest price served, leave."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from monitor.reading.candidates import FAIR, POOR, Candidate
from monitor.reading.codes import CRYPTO, EQUITY, FX
from monitor.reading.identity import Profile
from monitor.reading.labels import Label
from monitor.reading.listings import zone
from monitor.reading.pages import Page
from monitor.reading.types import Price

__all__ = ["choose", "newest", "ranked"]

_LIKE = frozenset(("EUR", "GBP", "CHF", "USDT", "USDC"))
_SLACK = timedelta(minutes=2)
_HOURS = timedelta(hours=6)
"""Age up to which a moment is of the day of the question, whatever its date."""


class _Asked:
    """The question's moment, as the item's market has it."""

    def __init__(self, profile: Profile, at: datetime) -> None:
        share = profile.asset is EQUITY
        self.at, self.tz = at, zone(profile.venue.zone) if share else UTC
        self.since = _since(profile, at, at.astimezone(self.tz).date())
        """The first day whose prices are of the day of the question."""
        self.outside = share and not profile.venue.in_session(at)
        """Whether a share's exchange is shut."""


def ranked(candidates: Sequence[Candidate], profile: Profile, asked_at: datetime) -> list[Candidate]:
    """Give the candidates in order of preference for the question as put."""
    plain = [c for c in candidates if c.strength > POOR]
    usable = _in_currency(_without_outliers(plain + _in_dollars_too(candidates, plain, profile)), profile)
    asked = _Asked(profile, asked_at)
    return sorted(usable, key=lambda c: _rank(c, asked))


def choose(order: Sequence[Candidate], empty: str) -> Price:
    """Give the first of the ranked candidates as a price, or a price of None that says why."""
    return order[0].price() if order else Price(None, note=empty)


def newest(order: Sequence[Candidate], asked_at: datetime, received_at: datetime) -> Candidate | None:
    """Give the candidate with the latest stated time that is not in the future; with no times, the preferred one."""
    if not order:
        return None
    first = order[0]
    latest = max(asked_at, received_at) + _SLACK
    same = [c for c in order if c.currency == first.currency and c.strength > POOR and c.page is not Page.BANK]
    dated = [(moment, c) for c in same if c.when is not None and (moment := _moment(c.when)) <= latest]
    if not dated:
        return first
    best = max(moment for moment, _ in dated)
    current = first.page is Page.QUOTE and first.label in (Label.LAST, Label.PRICE, Label.NONE, Label.NEUTRAL)
    if first.when is None and current and best < latest - timedelta(hours=12):
        return first  # a quote page of no stated time is newer than yesterday's prices
    return next(c for moment, c in dated if moment == best)


def _moment(when: datetime | date) -> datetime:
    """Give a moment for ordering: a bare date counts as its start, so that a clock time of that day is later."""
    if isinstance(when, datetime):
        return when
    return datetime.combine(when, time(0, 0), UTC)


def _in_dollars_too(candidates: Sequence[Candidate], plain: Sequence[Candidate], profile: Profile) -> list[Candidate]:
    """Give a coin's dollars that stand barely told beside its plain price in a currency of like worth."""
    if profile.asset is not CRYPTO or any(c.currency == profile.currency for c in plain):
        return []
    return [
        replace(c, strength=FAIR)
        for c in candidates
        if c.strength == POOR
        and c.currency == profile.currency
        and c.stated_currency
        and any(p.position == c.position and p.currency in _LIKE and 0.6 < c.value / p.value < 1.8 for p in plain)
    ]


def _in_currency(candidates: Sequence[Candidate], profile: Profile) -> list[Candidate]:
    """Keep the currency asked for where any result has it; of a foreign listing or a receipt, only that."""
    wanted = profile.currency
    if profile.asset is FX:
        return list(candidates)
    trusted = [c for c in candidates if c.page is not Page.BANK]
    right = [c for c in trusted if c.currency == wanted]
    if profile.suffixed or profile.wants_receipt:
        return right
    if any(c.page is not Page.FORUM and c.strength > POOR for c in right):
        return right
    rest = [c for c in trusted if c.currency != wanted]
    if right and not any(c.page is not Page.FORUM for c in rest):
        return right
    order = {"USDT": 0, "USDC": 0, "EUR": 1, "GBP": 2}
    if rest and profile.asset is CRYPTO:
        best = min(order.get(c.currency, 3) for c in rest)
        dear = [c for c in rest if order.get(c.currency, 3) == best]
        return dear + [c for c in right if c not in dear]
    return rest + right


def _without_outliers(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Drop what lies far from the price on which two or more other hits agree: misread, or something else's."""
    by_currency: dict[str, dict[int, list[Candidate]]] = {}
    for candidate in candidates:
        if candidate.strength > POOR and candidate.page is not Page.FORUM:
            by_currency.setdefault(candidate.currency, {}).setdefault(candidate.position, []).append(candidate)
    out: set[int] = set()
    for hits in by_currency.values():
        values = [c.value for members in hits.values() for c in members]
        if len(hits) < 3 or max(values) < 2.0 * min(values):
            continue
        for position, members in hits.items():
            others = sorted(group[0].value for at, group in hits.items() if at != position)
            if others[-1] / others[0] > 1.15:
                continue
            middle = others[len(others) // 2]
            out |= {id(c) for c in members if not 0.5 < c.value / middle < 2.0}
    return [c for c in candidates if id(c) not in out]


def _rank(candidate: Candidate, asked: _Asked) -> tuple[float, ...]:
    when = candidate.when
    distance = 0.0
    same_day = older = False
    if when is not None:
        same_day = _fresh(when, asked)
        older = not same_day
        distance = abs((asked.at - _moment(when)).total_seconds())
    tier = _tier(candidate, same_day, older)
    if candidate.label is Label.EXTENDED:
        tier = 5.5 if asked.outside or older else max(tier, 2.0)
    if candidate.other_venue:
        tier += 0.6
    if candidate.strength == POOR and tier < 5:
        tier = 5.6 if candidate.page is not Page.FORUM else 7.0
    if tier == 7.0:
        tier += 0.2 if candidate.label is Label.OPEN else 0.3 if candidate.label is Label.PREVIOUS else 0.0
    return (
        tier,
        float(when is None) if tier >= 2 else 0.0,
        distance if tier < 1 or tier >= 2 else 0.0,
        float(candidate.derived and candidate.kind == "converted"),
        -float(candidate.strength),
        float(candidate.position),
        candidate.unit / candidate.value if candidate.kind == "converted" else 0.0,
        float(candidate.order),
    )


def _tier(candidate: Candidate, same_day: bool, older: bool) -> float:
    if candidate.page is Page.FORUM:
        return 7.0
    if candidate.label is Label.PREVIOUS:
        return 5.0 if candidate.when is None else 4.0
    if candidate.label is Label.OPEN:
        return 3.5
    if candidate.table:
        return 1.5 if same_day else 4.0
    if candidate.page is Page.QUOTE or (candidate.page is Page.FORECAST and candidate.label is Label.LAST):
        if same_day:
            return 0.0
        return 4.0 if older else 1.0
    if same_day:
        return 2.0
    return 4.0 if older else 2.5


def _fresh(when: datetime | date, asked: _Asked) -> bool:
    """Tell whether a stated time is of the day of the question, or of the last session where none has begun since."""
    if isinstance(when, datetime):
        return timedelta(0) <= asked.at - when <= _HOURS or when.astimezone(asked.tz).date() >= asked.since
    return when >= asked.since


def _since(profile: Profile, at: datetime, today: date) -> date:
    """Give the first day whose prices are of the day of the question `at`, which is `today` at the item's market."""
    if profile.asset is EQUITY and profile.venue.before_open(at):
        last = today - timedelta(days=1)
        while last.weekday() >= 5:
            last -= timedelta(days=1)
        return last
    if profile.asset is FX and at.weekday() >= 5 and not (at.weekday() == 6 and at.hour >= 22):
        return today - timedelta(days=at.weekday() - 4)
    return today
