"""Settings enter; the sources that they name leave, opened lazily."""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from monitor.config import MarketSettings
from monitor.datasets import Item
from monitor.errors import ConfigError
from monitor.market.sources.base import Source
from monitor.market.symbols import symbols_for

__all__ = ["ENTRY_POINTS", "open_sources"]

ENTRY_POINTS = "monitor.market_sources"
"""Entry-point group of further sources: a callable that takes MarketSettings and gives a Source."""


def open_sources(
    settings: MarketSettings, item: Item | None = None, *, monotonic: Callable[[], float] | None = None
) -> list[Source]:
    """Give the sources that `settings` name and, with `item`, only those that carry it.

    Nothing is connected or imported until a source is first asked. An unknown exchange raises ConfigError then.
    Who opened the sources closes them.
    """
    from monitor.market.sources.exchanges import ExchangeSource
    from monitor.market.sources.files import FilesSource
    from monitor.market.sources.fixings import FIXING_SOURCES
    from monitor.market.sources.yahoo import YahooSource

    def settle(name: str) -> float | None:
        return settings.settle_s.get(name)

    sources: list[Source] = []
    if settings.yahoo:
        sources.append(YahooSource(
            base_url=settings.base_url, cache_dir=settings.cache_dir, deadline_s=settings.deadline_s,
            settle_s=settle("yahoo"), monotonic=monotonic))
    sources += [ExchangeSource(name, base_url=settings.base_url, deadline_s=settings.deadline_s,
                               settle_s=settle(name), seconds=settings.interval.get(name) == "1s",
                               monotonic=monotonic) for name in settings.exchanges]
    sources += [
        kind(base_url=settings.base_url, deadline_s=settings.deadline_s, settle_s=settle(name), monotonic=monotonic)
        for name, kind in FIXING_SOURCES.items() if name in settings.fixings
    ]
    if settings.files is not None:
        sources.append(FilesSource(settings.files, settle_s=settle("files") or 0.0))
    sources += [_plugged(point, settings) for point in entry_points(group=ENTRY_POINTS)]
    if item is None:
        return sources
    return [source for source in sources if symbols_for(item, source.name, settings.symbols)]


def _plugged(point: EntryPoint, settings: MarketSettings) -> Source:
    try:
        made = point.load()(settings)
    except Exception as err:  # a plug-in may raise anything, and must be named
        what = f"the source {point.name!r} cannot be opened: {err}"
        raise ConfigError(what, point.value, "remove or mend it") from err
    if not isinstance(made, Source):
        raise ConfigError(f"{point.name!r} is not a source", point.value, "see the Source protocol")
    return made
