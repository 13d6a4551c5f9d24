"""Where messages go: addresses in Apprise's form, from the environment alone, since they hold tokens."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["VARIABLE", "Target", "targets_of"]

VARIABLE = "MONITOR_ALERT_URLS"
"""The variable with the addresses, with spaces or line ends between."""

_KIND = re.compile(r"[a-z][a-z0-9]{0,19}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Target:
    """One address. `key` stands for it in the store, `label` before people; nothing else of it is ever shown."""

    key: str
    label: str
    url: str = field(repr=False)


def targets_of(env: Mapping[str, str]) -> list[Target]:
    """Give the addresses, each once, in their order."""
    found: dict[str, Target] = {}
    for url in env.get(VARIABLE, "").split():
        key = hashlib.sha256(url.encode()).hexdigest()[:16]
        kind = url.partition("://")[0].lower()
        found[key] = Target(key, f"{kind if _KIND.fullmatch(kind) else 'unknown'}-{key[:4]}", url)
    return list(found.values())
