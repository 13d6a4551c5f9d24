"""An address of the sandbox enters; the text of a monitor.toml that asks only there leaves."""

import json
from collections.abc import Mapping, Sequence

from monitor.sandbox.engines import ENGINES
from monitor.sandbox.formats import FORMATS

__all__ = ["KEY_VARIABLE", "api_name", "sandbox_config"]

KEY_VARIABLE = "SANDBOX_API_KEY"
_SPOKEN = {
    "fast": "exa",
    "five_min": "tavily",
    "delayed15": "brave",
    "cached": "serper",
    "close_only": "you",
    "frozen": "searxng",
    "flaky": "perplexity",
    "slow": "exa",
    "asked_moment": "tavily",
    "liar": "brave",
}
"""Which format each engine speaks in the sandbox's own settings, so that all of the common ones are used."""


def api_name(engine: str) -> str:
    """Give the name of an engine's api in the sandbox's settings."""
    return f"sbx_{engine}"


def sandbox_config(
    base_url: str,
    *,
    engines: Sequence[str] | None = None,
    formats: Mapping[str, str] | None = None,
    ddgs: tuple[str, str] | None = None,
    extra: str = "",
) -> str:
    """Give a monitor.toml with one free api per engine, and the sandbox as the source of every reference price.

    `formats` changes the format of an engine. `ddgs` (the server's `proxy_url` of an engine, and its `ca_file`) adds an
    api that reaches that engine through the ddgs package. `extra` is put first, for settings at the top level. The key
    is any word in the environment variable SANDBOX_API_KEY.
    """
    names = tuple(engines) if engines is not None else tuple(ENGINES.all())
    spoken = {**_SPOKEN, **(formats or {})}
    known = FORMATS.all()
    asked = [api_name(name) for name in names] + ([api_name("ddgs")] if ddgs is not None else [])
    parts = [
        extra.strip(),
        f"enabled = {json.dumps(asked)}",
        "",
        "[market]",
        f'base_url = "{base_url}"',
        "",
    ]
    for name in names:
        speaks = known[spoken.get(name, "exa")]
        parts += [
            f"[key_groups.{api_name(name)}]",
            "rps = 2000",
            "concurrent = 200",
            "",
            f"[apis.{api_name(name)}]",
            f'like = "{speaks.like}"',
            'provider = "sandbox"',
            "enabled = true",
            "live = false",
            f'key_group = "{api_name(name)}"',
            f'url = "{base_url}/e/{name}/{speaks.name}{speaks.path}"',
            f'env = ["{KEY_VARIABLE}"]',
            "price_usd = 0",
            'cost = ""',
            f'notes = "a simulated engine: {ENGINES.all()[name].title}"',
            "",
        ]
    if ddgs is not None:
        parts += [
            f"[apis.{api_name('ddgs')}]",
            'like = "ddgs_mojeek"',
            f'key_group = "{api_name("ddgs")}"',
            f'options = {{ proxy = "{ddgs[0]}", verify = "{ddgs[1]}" }}',
            'notes = "a simulated engine behind the ddgs package"',
            "",
            f"[key_groups.{api_name('ddgs')}]",
            "rps = 20",
            "concurrent = 10",
            "",
        ]
    return "\n".join(parts).lstrip() + "\n"
