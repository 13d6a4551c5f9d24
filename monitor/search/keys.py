"""Keys, looked up in the environment at the time of the call and nowhere else."""

from collections.abc import Iterable, Mapping

from monitor.search.models import ApiConfig

__all__ = ["call_values", "key_present", "missing_text", "secret_names", "why_not_usable"]


def _first(names: Iterable[str], env: Mapping[str, str]) -> str | None:
    return next((value for name in names if (value := env.get(name, "").strip())), None)


def call_values(api: ApiConfig, env: Mapping[str, str]) -> tuple[dict[str, str], list[tuple[str, ...]]]:
    """Give the values of the api's placeholders other than `query`, and the lists of variables none of which is set."""
    values: dict[str, str] = {}
    missing: list[tuple[str, ...]] = []
    wanted = ({"key": api.env} if api.env else {}) | dict(api.vars)
    for placeholder, names in wanted.items():
        found = _first(names, env)
        if found is None:
            missing.append(names)
        else:
            values[placeholder] = found
    return values, missing


def missing_text(missing: Iterable[tuple[str, ...]]) -> str:
    """Say what to set."""
    return "not set: " + "; ".join(" or ".join(names) for names in missing) + " (put it in the environment or in .env)"


def key_present(api: ApiConfig, env: Mapping[str, str]) -> bool:
    """Tell whether everything that the api needs from the environment is there."""
    return not call_values(api, env)[1]


def why_not_usable(api: ApiConfig, env: Mapping[str, str]) -> str | None:
    """Give why the api cannot be asked here; None when it can."""
    missing = call_values(api, env)[1]
    return missing_text(missing) if missing else None


def secret_names(apis: Iterable[ApiConfig]) -> set[str]:
    """Give the names of all variables that may hold a secret."""
    names: set[str] = set()
    for api in apis:
        names |= {*api.env}.union(*api.vars.values()) if api.vars else {*api.env}
    return names
