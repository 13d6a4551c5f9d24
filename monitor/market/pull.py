"""An item and a window enter; what its sources answered is stored, with a reason where one gave nothing."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from sqlalchemy import func, insert, select
from sqlmodel import Session, col

from monitor.datasets import Asset, Item
from monitor.errors import SourceError
from monitor.market.crosses import ask
from monitor.market.finality import DAILY_SETTLE, REPULL_UNTIL, Asked, final_until, still_wanted, urgency
from monitor.market.fixings import newest_published
from monitor.market.retry import Failure, retry_at
from monitor.market.series import Bar, Bars
from monitor.market.sessions import last_final_session, overlaps_session, trading_part
from monitor.market.sources.base import DAY_S, MINUTE_S, EmptyAnswer, Source, floor_to, serves_minutes
from monitor.market.symbols import BASIS_SYMBOLS, Symbol, basis_item_id, symbols_for
from monitor.market.windows import Window
from monitor.store.database import Database
from monitor.store.tables import BarRow, Pull

__all__ = ["PullFailure", "PullReport", "pull_item"]

DAILY_WINDOW = timedelta(days=60)
DAILY_OVERLAP = timedelta(days=5)
"""Days that are asked for again with each new one, so that a corrected close is noticed."""
DAILY_PAUSE = timedelta(hours=3)
_CHUNK = 2000
"""Bars a transaction: well under 200 ms, so that the daemon's own writes never wait."""
_WHOLE = "ok"
_PARTIAL = "storing"
_FOR_ALL = ("rate limited", "blocked here")
_CLOSED_GAP = timedelta(hours=18)


@dataclass(frozen=True, slots=True)
class PullFailure:
    """A window that a source did not give, and why."""

    source: str
    symbol: str
    window: Window
    reason: str
    what: str


@dataclass
class PullReport:
    """What one pull did. `waiting` names sources that are not asked yet after failures."""

    item_id: str
    asked: int = 0
    bars: int = 0
    revisions: int = 0
    failures: list[PullFailure] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)

    def add(self, other: "PullReport") -> None:
        """Count another report in."""
        self.asked += other.asked
        self.bars += other.bars
        self.revisions += other.revisions
        self.failures += other.failures
        self.waiting += other.waiting

    @property
    def reasons(self) -> Mapping[str, int]:
        """Give how often each reason was given."""
        return Counter(f.reason for f in self.failures)


def pull_item(
    database: Database,
    item: Item,
    windows: Window | Iterable[Window],
    sources: Sequence[Source],
    now: datetime,
    *,
    overrides: Mapping[str, Mapping[str, str]] | None = None,
    again: bool = True,
    force: bool = False,
) -> PullReport:
    """Store what is still missing of `windows` from every source that carries `item`; give what was done.

    Each final minute is asked for once, and with `again` a second time a day later. The source that forgets first is
    asked first; one that fails never keeps the others from being asked. After failures a source is left alone for a
    while (see `retry_at`) unless `force`.
    """
    wanted = [windows] if isinstance(windows, Window) else list(windows)
    report = PullReport(item.id)
    minutes = [part for w in wanted if (part := trading_part(item, w)) is not None]
    carried = [(source, symbols_for(item, source.name, overrides)) for source in sources]
    carried = [(source, symbols) for source, symbols in carried if symbols]
    if minutes:
        first = min(minutes)
        carried.sort(key=lambda pair: urgency(pair[0], first, now))
    coins: set[str] = set()
    asking = _Asking(database, now, again, force, report)
    for source, symbols in carried:
        if minutes and serves_minutes(source):
            gap = _CLOSED_GAP if item.asset is Asset.EQUITY else timedelta()
            spoken = asking.minutes(source, item.id, symbols, minutes, gap, lambda w: _is_quiet(item, w, now))
            coins |= {spoken.basis} if spoken is not None and spoken.basis else set()
        asking.days(source, item, symbols)
    for coin in sorted(coins if item.currency == "USD" else ()):
        for source in sources:
            if source.name in BASIS_SYMBOLS.get(coin, {}) and minutes:
                symbol = Symbol(source.name, BASIS_SYMBOLS[coin][source.name])
                asking.minutes(source, basis_item_id(coin), (symbol,), minutes, timedelta())
    return report


@dataclass
class _Asking:
    """One pull in progress."""

    database: Database
    now: datetime
    again: bool
    force: bool
    report: PullReport

    def minutes(
        self, source: Source, item_id: str, symbols: Sequence[Symbol], windows: Sequence[Window], gap: timedelta,
        quiet: Callable[[Window], bool] = lambda _: False,
    ) -> Symbol | None:
        """Ask for what is missing of `windows`, and give the symbol that the source knows the item by.

        Symbols are tried in turn while the market is not listed; None where none of them is. In a `quiet` window a
        whole answer without a single bar is an answer.
        """
        for symbol in symbols:
            with self.database.read() as session:
                asked = _answered(session, item_id, symbol, MINUTE_S, min(windows).start - REPULL_UNTIL)
                waiting = None if self.force else _waiting(session, item_id, symbol, MINUTE_S, self.now)
            wanted = still_wanted(windows, asked, source, self.now, again=self.again, gap=gap)
            if wanted and waiting is not None:
                if waiting.reason == "delisted" and symbol is not symbols[-1]:
                    continue  # known not to be listed under the first name
                self.report.waiting.append(f"{source.name} {symbol.symbol}: {waiting.reason}")
                return symbol
            reason = None
            for one in wanted:
                reason = self._one(source, item_id, symbol, one.window, MINUTE_S, quiet=quiet(one.window))
                if reason is not None:
                    break
            if reason != "delisted":
                return symbol
        return None

    def days(self, source: Source, item: Item, symbols: Sequence[Symbol]) -> None:
        """Ask for daily closes and fixings when one is missing: a pair's closes from Yahoo alone."""
        fixings, symbol = not serves_minutes(source), symbols[0]
        if symbol.basis or (source.name == "files" and item.asset is not Asset.EQUITY):
            return
        if item.asset is Asset.FX and source.name != "yahoo" and not fixings:
            return
        settle = timedelta(seconds=source.settle_s)
        due = newest_published(self.now, settle) if fixings else _newest_due_day(item, self.now, settle)
        with self.database.read() as session:
            newest, asked_at = _newest_day(session, item.id, symbol)
            waiting = None if self.force else _waiting(session, item.id, symbol, DAY_S, self.now)
        if due is None or (newest is not None and newest.date() >= due):
            return
        if asked_at is not None and self.now - asked_at < DAILY_PAUSE and not self.force:
            return  # it answered without that day a while ago: a holiday of its own
        if waiting is not None:
            self.report.waiting.append(f"{source.name} {symbol.symbol} by day: {waiting.reason}")
            return
        since = self.now - DAILY_WINDOW if newest is None else newest - DAILY_OVERLAP
        window = Window(floor_to(since, DAY_S), floor_to(self.now, DAY_S) + timedelta(days=1))
        self._one(source, item.id, symbol, window, DAY_S, quiet=source.name == "files")

    def _one(
        self, source: Source, item_id: str, symbol: Symbol, window: Window, interval_s: int, *, quiet: bool = False
    ) -> str | None:
        """Ask once and store; give the reason of a failure."""
        self.report.asked += 1
        try:
            got = ask(source, symbol.symbol, window.start, window.end, interval_s, now=self.now)
        except SourceError as err:
            if quiet and isinstance(err, EmptyAnswer):
                self._store_outcome(item_id, symbol, window, interval_s, _WHOLE, str(err))
                return None
            self.report.failures.append(PullFailure(source.name, symbol.symbol, window, err.reason, str(err)))
            self._store_outcome(item_id, symbol, window, interval_s, err.reason, str(err))
            return err.reason
        bars, revisions = self._store(source, item_id, got, window, interval_s)
        self.report.bars += bars
        self.report.revisions += revisions
        return None

    def _store(
        self, source: Source, item_id: str, got: Bars, window: Window, interval_s: int
    ) -> tuple[int, int]:
        import zstandard

        whole_until = final_until(self.now, source.settle_s if interval_s < DAY_S else 0.0, interval_s)
        kept_s = source.retention_s(interval_s)
        start = window.start if kept_s is None else max(
            window.start, min(got.bars[0].start, floor_to(self.now - timedelta(seconds=kept_s), interval_s)))
        pull = Pull(
            item_id=item_id, source=got.source, symbol=got.symbol, currency=got.currency, role=got.role,
            interval_s=interval_s, start_at=start, end_at=max(start, min(window.end, whole_until)),
            pulled_at=got.pulled_at, outcome=_PARTIAL, library=got.library, bars=len(got.bars),
            sha256=hashlib.sha256(got.payload).hexdigest(), zstd=zstandard.ZstdCompressor(6).compress(got.payload),
        )
        fresh = revised = 0
        for first in range(0, len(got.bars), _CHUNK):
            chunk = got.bars[first:first + _CHUNK]
            with self.database.write() as session:
                if first == 0:
                    session.add(pull)
                    session.flush()
                held = _held(session, item_id, got, chunk, interval_s)
                rows = [_row(pull.id or 0, item_id, got, bar) for bar in chunk if not _same(held.get(bar.start), bar)]
                revised += sum(bar.start in held and not _same(held[bar.start], bar) for bar in chunk)
                fresh += len(rows)
                if rows:
                    session.connection().execute(insert(BarRow), rows)
                if first + _CHUNK >= len(got.bars):
                    session.merge(pull).outcome = _WHOLE  # only now does the window count as answered
        return fresh - revised, revised

    def _store_outcome(
        self, item_id: str, symbol: Symbol, window: Window, interval_s: int, outcome: str, what: str
    ) -> None:
        with self.database.write() as session:
            session.add(Pull(
                item_id=item_id, source=symbol.source, symbol=symbol.symbol, interval_s=interval_s,
                start_at=window.start, end_at=window.end, pulled_at=self.now, outcome=outcome, error=what[:2000],
            ))


def _is_quiet(item: Item, window: Window, now: datetime) -> bool:
    """Tell whether a window lies in extended hours alone, an hour or more ago: it may well hold no trade."""
    outside = item.asset is Asset.EQUITY and not overlaps_session(item, window)
    return outside and now - window.end >= timedelta(hours=1)


def _answered(session: Session, item_id: str, symbol: Symbol, interval_s: int, since: datetime) -> list[Asked]:
    rows = session.connection().execute(
        select(col(Pull.start_at), col(Pull.end_at), col(Pull.pulled_at)).where(
            col(Pull.item_id) == item_id, col(Pull.source) == symbol.source, col(Pull.symbol) == symbol.symbol,
            col(Pull.interval_s) == interval_s, col(Pull.outcome) == _WHOLE, col(Pull.end_at) > since))
    return [Asked(Window(start, end), at) for start, end, at in rows]


def _waiting(session: Session, item_id: str, symbol: Symbol, interval_s: int, now: datetime) -> Failure | None:
    """Give the failure that a source is still left alone for, or None.

    A refusal for too many requests, and a block, hold for all its items; everything else for this one.
    """
    since = now - timedelta(days=2)
    recent = (col(Pull.source) == symbol.source, col(Pull.pulled_at) >= since, col(Pull.pulled_at) <= now)
    own = session.connection().execute(
        select(col(Pull.pulled_at), col(Pull.outcome)).where(
            *recent, col(Pull.item_id) == item_id, col(Pull.symbol) == symbol.symbol,
            col(Pull.interval_s) == interval_s, col(Pull.outcome) != _PARTIAL).order_by(col(Pull.id)))
    everywhere = session.connection().execute(
        select(col(Pull.pulled_at), col(Pull.outcome)).where(
            *recent, col(Pull.outcome).in_([_WHOLE, *_FOR_ALL])).order_by(col(Pull.id)))
    for rows in (own, everywhere):
        failures: list[Failure] = []
        for at, outcome in rows:
            failures = [] if outcome == _WHOLE else [*failures, Failure(at, outcome)]
        if failures and now < retry_at(failures):
            return failures[-1]
    return None


def _newest_due_day(item: Item, now: datetime, settle: timedelta) -> date | None:
    """Give the newest day whose close must be there by now."""
    if item.asset is Asset.EQUITY:
        session = last_final_session(item, now, DAILY_SETTLE)
        return session.date if session is not None else None
    day = (now - settle - timedelta(days=1)).date()
    while item.asset is Asset.FX and day.weekday() >= 5:
        day -= timedelta(days=1)
    return day


def _newest_day(session: Session, item_id: str, symbol: Symbol) -> tuple[datetime | None, datetime | None]:
    """Give (the newest daily bar held, when days were last answered)."""
    bar = session.scalar(select(func.max(col(BarRow.start_at))).where(
        col(BarRow.item_id) == item_id, col(BarRow.source) == symbol.source, col(BarRow.symbol) == symbol.symbol,
        col(BarRow.interval_s) == DAY_S))
    pull = session.scalar(select(func.max(col(Pull.pulled_at))).where(
        col(Pull.item_id) == item_id, col(Pull.source) == symbol.source, col(Pull.symbol) == symbol.symbol,
        col(Pull.interval_s) == DAY_S, col(Pull.outcome) == _WHOLE))
    return bar, pull


def _held(
    session: Session, item_id: str, got: Bars, chunk: Sequence[Bar], interval_s: int
) -> dict[datetime, tuple[float, ...]]:
    rows = session.connection().execute(
        select(col(BarRow.start_at), col(BarRow.open), col(BarRow.high), col(BarRow.low), col(BarRow.close)).where(
            col(BarRow.item_id) == item_id, col(BarRow.interval_s) == interval_s,
            col(BarRow.start_at) >= chunk[0].start, col(BarRow.start_at) <= chunk[-1].start,
            col(BarRow.source) == got.source, col(BarRow.symbol) == got.symbol)
        .order_by(col(BarRow.pull_id)))
    return {row[0]: tuple(row[1:]) for row in rows}


def _same(held: tuple[float, ...] | None, bar: Bar) -> bool:
    return held == (bar.open, bar.high, bar.low, bar.close)


def _row(pull_id: int, item_id: str, got: Bars, bar: Bar) -> dict[str, object]:
    return {"pull_id": pull_id, "item_id": item_id, "source": got.source, "symbol": got.symbol,
            "interval_s": bar.interval_s, "start_at": bar.start, "open": bar.open, "high": bar.high, "low": bar.low,
            "close": bar.close, "volume": bar.volume, "count": bar.count}
