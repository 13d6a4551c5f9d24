"""Configured apis -> objects that can be asked, with one limiter for each key group."""

import logging
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Any

from monitor.clock import Clock, SystemClock
from monitor.errors import ConfigError
from monitor.search.brave_rich import BraveRich
from monitor.search.client import SearchClient
from monitor.search.ddgs_api import DdgsApi
from monitor.search.keys import secret_names
from monitor.search.limiter import Limiter
from monitor.search.models import ApiConfig
from monitor.search.outcome import SearchApi
from monitor.search.redact import LogFilter, Redactor

__all__ = ["ENTRY_POINTS", "can_read_pages", "close_clients", "guard_logs", "open_clients", "redactor_for"]

ENTRY_POINTS = "monitor.search_apis"

_OWN: Mapping[str, Any] = {"ddgs": DdgsApi, "brave_rich": BraveRich}
_LOGGERS = ("httpx", "httpcore.connection", "httpcore.http11", "ddgs", "ddgs.ddgs", "primp")


def redactor_for(apis: Mapping[str, ApiConfig], env: Mapping[str, str]) -> Redactor:
    """Give a redactor that knows every key of every configured api."""
    return Redactor.from_env(secret_names(apis.values()), env)


def guard_logs(redactor: Redactor) -> None:
    """Have the HTTP libraries' own log lines redacted; a later call replaces the earlier redactor."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        for old in [one for one in logger.filters if isinstance(one, LogFilter)]:
            logger.removeFilter(old)
        logger.addFilter(LogFilter(redactor))


def _class_of(api: ApiConfig) -> Any:
    if api.class_ is None:
        return SearchClient
    found = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if api.class_ in found:
        return found[api.class_].load()
    if api.class_ in _OWN:  # the program's own classes also serve a checkout that is run without being installed
        return _OWN[api.class_]
    known = ", ".join(sorted({*found, *_OWN}))
    raise ConfigError(f"class: no installed package offers {api.class_!r}", f"[apis.{api.name}]", f"known are: {known}")


def can_read_pages(api: ApiConfig) -> bool:
    """Tell whether an api, once opened, can be asked for pages: its table says how, and its class knows how to."""
    return api.extract is not None and hasattr(_class_of(api), "extract")


def _opened(api: ApiConfig, *, redactor: Redactor, **given: Any) -> SearchApi:
    """Make the client of one table; whatever its class raises is a ConfigError that names the table."""
    where = f"[apis.{api.name}]"
    kind = _class_of(api)
    try:
        made: SearchApi = kind(api, redactor=redactor, **given)
    except ConfigError as error:
        if error.where:
            raise
        raise ConfigError(error.what, where, error.remedy) from error
    except Exception as error:
        said = redactor.text(f"{type(error).__name__}: {error}")
        raise ConfigError(f"class: {api.class_ or kind.__name__!r} cannot be opened with this table: {said}", where,
                          f"mend the table, or the package that offers {api.class_ or kind.__name__!r}") from error
    return made


def open_clients(apis: Mapping[str, ApiConfig], env: Mapping[str, str], redactor: Redactor | None = None,
                 clock: Clock | None = None) -> dict[str, SearchApi]:
    """Give an object to ask for each api; call inside the event loop that will use them, close them in the same.

    `env` is read at each call, never copied. Raises ConfigError for a class or an engine that is not installed.
    """
    redactor = redactor or redactor_for(apis, env)
    clock = clock or SystemClock()
    guard_logs(redactor)
    limiters: dict[str, Limiter] = {}
    clients: dict[str, SearchApi] = {}
    for name, api in apis.items():
        limiter = limiters.setdefault(api.key_group, Limiter(api.group, clock))
        clients[name] = _opened(api, env=env, redactor=redactor, limiter=limiter, clock=clock)
    return clients


async def close_clients(clients: Mapping[str, SearchApi]) -> None:
    """Close them all."""
    for client in clients.values():
        await client.close()
