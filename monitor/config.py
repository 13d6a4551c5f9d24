"""Settings: `monitor.toml` and the environment, validated as one tree. Keys come from the environment only.

The file is found by ``--config``, else ``$MONITOR_CONFIG``, else ``./monitor.toml``; without one the defaults
hold. Any setting may be overridden by the environment: ``MONITOR_WEB__PORT=9000``.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from monitor.config_alerts import AlertSettings, SloSettings
from monitor.config_base import Table
from monitor.config_market import MarketSettings
from monitor.config_mistakes import mistakes, unknown_variables
from monitor.config_models import (
    AgentSettings,
    JudgeSettings,
    Mode,
    ModelSettings,
    PaidModelSettings,
    ReaderSettings,
)
from monitor.errors import ConfigError, Mistakes

__all__ = [
    "AgentSettings",
    "BackupSettings",
    "BudgetSettings",
    "ClockSettings",
    "HttpSettings",
    "JudgeSettings",
    "MarketSettings",
    "Mode",
    "ModelSettings",
    "PaidModelSettings",
    "ProbingSettings",
    "PruneSettings",
    "ReaderSettings",
    "Settings",
    "StoreSettings",
    "WebSettings",
    "WorkerSettings",
    "load_settings",
]

CONFIG_NAME = "monitor.toml"


class StoreSettings(Table):
    """Where the database is."""

    path: Path | None = None
    """None: in the working folder or the checkout, see `monitor check`."""


class BackupSettings(Table):
    """When the daemon backs the database up, and what it keeps."""

    every_h: float = Field(24.0, ge=0, allow_inf_nan=False)
    """0: never."""
    dir: Path | None = None
    """None: a folder beside the database, named after it."""
    keep_daily: int = Field(2, ge=1, le=1000)
    keep_weekly: int = Field(2, ge=0, le=1000)
    """How many days' and weeks' newest backups stay."""


class PruneSettings(Table):
    """What the daemon gives up once a day: bodies, messages of runs, sources' raw answers. Grades stay for ever."""

    after_days: float | None = Field(None, ge=2, allow_inf_nan=False)
    """Those older than this; None: none."""
    above_gb: float | None = Field(None, gt=0, allow_inf_nan=False)
    """The oldest, until the database holds so much; None: however large."""


class ApiBudget(Table):
    """Hard limits of one api."""

    usd_per_day: float | None = Field(None, ge=0)
    calls_per_day: int | None = Field(None, ge=0)


class BudgetSettings(Table):
    """Hard limits, in all and per api; ``api.NAME`` holds limits of one api."""

    usd_per_day: float = Field(5.0, ge=0, allow_inf_nan=False)
    calls_per_day: int | None = Field(None, ge=0)
    api: dict[str, ApiBudget] = Field(default_factory=dict)


class ProbingSettings(Table):
    """How probes are planned and sent."""

    vantage: str = "local"
    horizon_h: float = Field(48.0, gt=0, le=1000)
    """How far ahead instants are planned and stored."""
    arm_s: float = Field(4.0, gt=0, le=60)
    """How long before an offset its batch is claimed and its connections are warmed."""
    gap_ms: float = Field(2.0, ge=0)
    """The least distance between two sends of one batch."""
    reader: Literal["rules"] = "rules"
    policy: str = "strict"


class HttpSettings(Table):
    """Client limits that hold for every api."""

    keepalive_s: float = Field(120.0, gt=0)
    max_body_mb: float = Field(8.0, gt=0)


class WebSettings(Table):
    """Where the page listens."""

    host: str = "127.0.0.1"
    port: int = Field(8765, ge=0, le=65535)
    hosts: tuple[str, ...] = ()
    """Further names under which the page may be asked for, such as a reverse proxy's."""
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies; what comes from one of them comes from elsewhere."""
    user_header: str = ""
    """The header in which such a proxy names the user that it has let in; who comes with it may read. Empty: none."""
    address_header: str = "X-Forwarded-For"
    """The header in which such a proxy names its client; failed tokens are counted by it."""

    @field_validator("proxies")
    @classmethod
    def _addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for one in value:
            ip_network(one)  # raises ValueError with the reason
        return value

    @model_validator(mode="after")
    def _header_needs_proxy(self) -> "WebSettings":
        if self.user_header and not self.proxies:
            raise ValueError("user_header is believed only from a proxy: name its address in `proxies`")
        return self


class WorkerSettings(Table):
    """The process in which everything that stands on pandas, yfinance or ccxt runs."""

    memory_mb: int = Field(1500, gt=200, le=1_000_000)
    timeout_s: float = Field(600.0, gt=0, allow_inf_nan=False)
    recycle_after: int = Field(500, gt=0)
    """Jobs after which a new process takes its place: it loads a second or two, and reads the bars of a month anew."""


class ClockSettings(Table):
    """A clock set off the host's by a fixed amount; for the sandbox only."""

    shift_s: float = Field(0.0, ge=-1e9, le=1e9, allow_inf_nan=False)


class Settings(BaseSettings):
    """All settings, validated; `base` is the folder that relative paths count from."""

    model_config = SettingsConfigDict(env_prefix="MONITOR_", env_nested_delimiter="__", extra="forbid", frozen=True)

    base: Path = Field(default_factory=Path.cwd)
    source: Path | None = None
    """The file that was read, if any."""
    data: str | None = None
    """Where the question sets are: a folder, a file, or ``hf:<owner>/<name>[@revision]``."""
    schedules: Path | None = None
    store: StoreSettings = Field(default_factory=StoreSettings)
    backup: BackupSettings = Field(default_factory=BackupSettings)
    prune: PruneSettings = Field(default_factory=PruneSettings)
    budget: BudgetSettings = Field(default_factory=BudgetSettings)
    market: MarketSettings = Field(default_factory=MarketSettings)
    probing: ProbingSettings = Field(default_factory=ProbingSettings)
    reader: ReaderSettings = Field(default_factory=ReaderSettings)
    agent: AgentSettings = Field(default_factory=AgentSettings)
    judge: JudgeSettings = Field(default_factory=JudgeSettings)
    http: HttpSettings = Field(default_factory=HttpSettings)
    web: WebSettings = Field(default_factory=WebSettings)
    worker: WorkerSettings = Field(default_factory=WorkerSettings)
    clock: ClockSettings = Field(default_factory=ClockSettings)
    alerts: AlertSettings = Field(default_factory=AlertSettings)
    slo: tuple[SloSettings, ...] = ()
    apis: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Tables that add to or change the shipped `apis.toml`."""
    key_groups: dict[str, dict[str, Any]] = Field(default_factory=dict)
    secret_command: tuple[str, ...] | None = None
    """A program and its arguments that prints keys as ``NAME=value`` lines; the environment and `.env` win over it."""
    enabled: tuple[str, ...] | None = None
    """Names of the apis to ask; None: every keyless one, and those whose key is set."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment win over the file, which arrives as init arguments."""
        return env_settings, init_settings

    def path(self, value: Path | str) -> Path:
        """Give `value` as an absolute path; relative ones count from the file's folder."""
        path = Path(value).expanduser()
        return path if path.is_absolute() else self.base / path


def load_settings(path: Path | None = None, env: Mapping[str, str] | None = None) -> Settings:
    """Give the settings of `path`, ``$MONITOR_CONFIG`` or ``./monitor.toml``, else the defaults.

    Raises ConfigError, or Mistakes with every one: file, table, key, value, and what to do.
    """
    env = os.environ if env is None else env
    if path is None:
        named = env.get("MONITOR_CONFIG")
        path = Path(named) if named else Path(CONFIG_NAME)
        if not named and not path.is_file():
            return _validated({"base": Path.cwd()}, "defaults and environment")
    path = path.expanduser().resolve()
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as err:
        raise ConfigError(f"cannot be read: {err.strerror}", str(path), "name another file with --config") from err
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as err:
        raise ConfigError(f"is not TOML: {err}", str(path), "mend that line") from err
    for reserved in ("base", "source"):
        if reserved in values:
            raise ConfigError(f"unknown key {reserved!r}", str(path), "remove it")
    return _validated({**values, "base": path.parent, "source": path}, str(path))


def _validated(values: dict[str, Any], where: str) -> Settings:
    problems = unknown_variables(Settings, os.environ)
    try:
        made = Settings(**values)
    except SettingsError as err:  # a table that comes as a whole is not JSON
        name = re.search(r'field "(\w+)"', str(err))
        variable = f"MONITOR_{name[1].upper()} in the environment" if name else "the environment"
        raise ConfigError(
            "the value is not JSON, as a whole table has to be",
            variable,
            "write JSON, or name one setting as in MONITOR_WEB__PORT=9000",
        ) from err
    except ValidationError as err:
        faults = err.errors(include_url=False)
        wrong = {str(one["loc"][0]) for one in faults if one["loc"]}
        problems = [*mistakes(faults, Settings, where), *problems]
        raise Mistakes(problems, partial=_rest(values, wrong)) from err
    if problems:
        raise Mistakes(problems, partial=made)
    return made


def _rest(values: dict[str, Any], wrong: set[str]) -> Settings | None:
    """Give the settings without the tables that are wrong, so that the rest can be looked through too."""
    try:
        return Settings(**{name: value for name, value in values.items() if name not in wrong})
    except (ValidationError, SettingsError):
        return None  # the environment itself is wrong: nothing more can be said
