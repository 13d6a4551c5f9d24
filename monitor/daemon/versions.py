"""The versions that figures stand on: the program, its schema, reader and policy, and the libraries beneath."""

from importlib.metadata import PackageNotFoundError, version

from monitor import __version__
from monitor.store.database import SCHEMA

__all__ = ["LIBRARIES", "versions"]

LIBRARIES = ("yfinance", "ccxt", "ddgs", "exchange_calendars", "httpx", "pydantic-ai-slim")
"""What answers, bars, sessions and readings come through: another version may give others."""


def versions(policy: str) -> dict[str, str]:
    """Give them by name; only for the worker, which loads what a policy stands on anyway."""
    from monitor.grading.policy import load_policy
    from monitor.reading.rules import RulesReader

    judged = load_policy(policy)
    found = {"monitor": __version__, "schema": SCHEMA, "reader": RulesReader().version,
             "policy": f"{judged.name} {judged.version}"}  # fmt: skip
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue  # an extra that is not installed; that it came or went is a change too
    return found
