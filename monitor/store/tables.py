"""The tables. Times are UTC microseconds; readings, grades and verdicts are only ever added to."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary, MetaData, Text, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from monitor.store.types import State, UtcMicros

__all__ = [
    "AccessToken",
    "Alert",
    "AlertEvent",
    "AlertWatch",
    "Annotation",
    "BarRow",
    "Body",
    "ConfigVersion",
    "Event",
    "GradeRow",
    "Instant",
    "LagFigure",
    "Lease",
    "Maintenance",
    "Note",
    "Outbox",
    "Probe",
    "Pull",
    "QuestionRow",
    "ReadingRow",
    "Response",
    "Run",
    "RunCall",
    "RunMessages",
    "RunVerdict",
    "Spend",
    "Summary",
    "metadata",
]

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


def _time(*, nullable: bool = True, index: bool = False) -> Any:
    """Give a field for a moment."""
    kept: Column[Any] = Column(UtcMicros(), nullable=nullable, index=index)
    return Field(default=None, sa_column=kept) if nullable else Field(sa_column=kept)


class Instant(SQLModel, table=True):
    """A chosen moment of one schedule, stored before it happens."""

    __tablename__ = "instant"
    __table_args__ = (UniqueConstraint("schedule", "at", "schedule_hash"),)

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = _time(nullable=False, index=True)
    schedule: str
    schedule_hash: str
    seed: int | None = None
    market_open: bool = True
    is_close: bool = False
    planned_at: datetime = _time(nullable=False)


class Probe(SQLModel, table=True):
    """One query for one item to one api at one instant and offset; attempt 0 decides, later attempts are retries."""

    __tablename__ = "probe"
    __table_args__ = (
        # A cancelled row may be planned anew under the changed configuration.
        Index(
            "uq_probe_asked_once",
            "instant_at",
            "offset_s",
            "item_id",
            "api",
            "vantage",
            "attempt",
            unique=True,
            sqlite_where=text("state != 'cancelled'"),
            postgresql_where=text("state != 'cancelled'"),
        ),
        Index("ix_probe_state_due_at", "state", "due_at"),
        Index("ix_probe_api_asset_instant_at", "api", "asset", "instant_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    instant_id: int = Field(foreign_key="instant.id", index=True)
    instant_at: datetime = _time(nullable=False, index=True)
    offset_s: float
    item_id: str
    asset: str
    ticker: str
    api: str
    vantage: str = "local"
    attempt: int = 0
    is_close: bool = False
    query: str
    wording: str
    api_hash: str
    due_at: datetime = _time(nullable=False)
    slot_at: datetime = _time(nullable=False)
    state: str = State.PLANNED
    reason: str | None = None
    error_class: str | None = None
    claimed_at: datetime | None = _time()
    claimed_by: str | None = None
    sent_at: datetime | None = _time()
    received_at: datetime | None = _time()
    lateness_ms: float | None = None
    connect_ms: float | None = None
    first_byte_ms: float | None = None
    latency_ms: float | None = None
    loop_delay_ms: float | None = None
    spoiled: bool = False
    clock_error_ms: float | None = None
    cost_usd: float = 0.0


class Body(SQLModel, table=True):
    """A response's body, compressed; apart, so that pruning bodies leaves everything else."""

    __tablename__ = "body"

    id: int | None = Field(default=None, primary_key=True)
    sha256: str
    size: int
    """Bytes before compression."""
    zstd: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    truncated: bool = False
    redacted: bool = False


class Response(SQLModel, table=True):
    """What came back for a probe."""

    __tablename__ = "response"

    id: int | None = Field(default=None, primary_key=True)
    probe_id: int = Field(foreign_key="probe.id", unique=True)
    body_id: int | None = Field(default=None, foreign_key="body.id", index=True)
    status: int | None = None
    headers: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    request: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    hits: int = 0
    error: str | None = Field(default=None, sa_column=Column(Text))
    received_at: datetime = _time(nullable=False)


class Pull(SQLModel, table=True):
    """One request window asked of one market-data source, kept whole."""

    __tablename__ = "pull"
    __table_args__ = (
        Index("ix_pull_item_id_source", "item_id", "source"),
        Index("ix_pull_source_pulled_at", "source", "pulled_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    item_id: str
    source: str
    symbol: str
    currency: str = ""
    role: str = "trade"
    interval_s: int = 60
    start_at: datetime = _time(nullable=False)
    end_at: datetime = _time(nullable=False)
    pulled_at: datetime = _time(nullable=False)
    outcome: str = "ok"
    """``ok`` or a reason: not yet, retention passed, delisted, rate limited, blocked here, disagrees, unavailable."""
    error: str | None = Field(default=None, sa_column=Column(Text))
    library: str = ""
    sha256: str | None = None
    zstd: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    bars: int = 0


class BarRow(SQLModel, table=True):
    """One final bar of one source; a revision is a further row with a later pull."""

    __tablename__ = "bar"
    __table_args__ = (
        UniqueConstraint("source", "symbol", "interval_s", "start_at", "pull_id"),
        Index("ix_bar_item_id_interval_s_start_at", "item_id", "interval_s", "start_at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    pull_id: int = Field(foreign_key="pull.id", index=True)
    item_id: str
    source: str
    symbol: str
    interval_s: int = 60
    start_at: datetime = _time(nullable=False)
    open: float
    high: float
    low: float
    close: float
    volume: float | None = None
    count: int | None = None


class ReadingRow(SQLModel, table=True):
    """What one version of a reader took from a response."""

    __tablename__ = "reading"
    __table_args__ = (UniqueConstraint("probe_id", "reader", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    probe_id: int = Field(foreign_key="probe.id", index=True)
    reader: str
    version: str
    read_at: datetime = _time(nullable=False)
    price: float | None = None
    currency: str | None = None
    stated_time: str | None = None
    """UTC ISO, or a bare date where only the day is stated."""
    unit: float | None = None
    url: str | None = None
    kind: str = "other"
    derived: bool = False
    note: str = ""
    newest_price: float | None = None
    newest_currency: str | None = None
    newest_stated_time: str | None = None
    newest_unit: float | None = None
    newest_url: str | None = None
    newest_kind: str = "other"
    newest_derived: bool = False
    newest_note: str = ""
    numbers: bytes = Field(default=b"", sa_column=Column(LargeBinary, nullable=False))
    """Every plausible number among the hits, as little-endian float64."""
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    """Positions and runners-up, for the evidence."""


class GradeRow(SQLModel, table=True):
    """A verdict on a reading under one version of a policy."""

    __tablename__ = "grade"
    __table_args__ = (Index("ix_grade_probe_id_policy", "probe_id", "policy"),)

    id: int | None = Field(default=None, primary_key=True)
    probe_id: int = Field(foreign_key="probe.id")
    reading_id: int | None = Field(default=None, foreign_key="reading.id", index=True)
    policy: str
    policy_version: str
    graded_at: datetime = _time(nullable=False)
    class_: str = Field(sa_column=Column("class", Text, nullable=False))
    correct: bool = False
    target_low: float | None = None
    target_high: float | None = None
    band: float | None = None
    coarse: bool = False
    closed: bool = False
    power: float | None = None
    rivals: str = ""
    """Comma-separated, of current, prior_close, 15m, 1h."""
    contained: bool | None = None
    lag_low_s: float | None = None
    lag_high_s: float | None = None
    lookback_s: float | None = None
    sources: str = ""
    why: str = ""


class QuestionRow(SQLModel, table=True):
    """A question as it stood when it was asked or graded: a later change of its text or reference is a further row."""

    __tablename__ = "question"
    __table_args__ = (UniqueConstraint("question_set", "question_id", "sha256"),)

    id: int | None = Field(default=None, primary_key=True)
    question_set: str
    question_id: str
    sha256: str
    question: str
    answer: str
    tolerance: str = ""
    area: str = ""


class Run(SQLModel, table=True):
    """One pass of a question: (question, api, repeat, night), by one agent; done once."""

    __tablename__ = "run"
    __table_args__ = (
        UniqueConstraint("night", "question_set", "question_id", "api", "repeat", "agent"),
        Index("ix_run_state_night", "state", "night"),
        Index("ix_run_question_set_night", "question_set", "night"),
    )

    id: int | None = Field(default=None, primary_key=True)
    night: str
    """The UTC date that the night began on, or a name that a person gave it."""
    question_set: str
    question_id: str
    question_row_id: int = Field(foreign_key="question.id", index=True)
    api: str
    repeat: int
    agent: str
    """``extractive``, or the model with its effort."""
    baseline: bool = False
    """True where no model answered; such runs are never ranked with the others."""
    prompt_version: str = ""
    effort: str = ""
    max_searches: int = 1
    api_hash: str = ""
    state: str = State.PLANNED
    error_class: str | None = None
    """Of a failed run: local, account, rate_limit, network, timeout, api or model."""
    reason: str | None = None
    finish: str = ""
    """How an answered run ended: answered, blank, refused, cut off, or the limit that stopped it."""
    answer: str = Field(default="", sa_column=Column(Text, nullable=False))
    searches: int = 0
    denied: int = 0
    """Searches asked for past the budget."""
    turns: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    model_usd: float = 0.0
    search_usd: float = 0.0
    latency_ms: float | None = None
    model_ms: float = 0.0
    search_ms: float = 0.0
    planned_at: datetime = _time(nullable=False)
    claimed_at: datetime | None = _time()
    claimed_by: str | None = None
    ended_at: datetime | None = _time()

    @property
    def cost_usd(self) -> float:
        """What the run cost: the sum of its calls."""
        return self.model_usd + self.search_usd


class RunCall(SQLModel, table=True):
    """One request of a run, to the search API or to the model; what it may cost is booked before it is made."""

    __tablename__ = "run_call"

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    kind: str
    """search or model."""
    seq: int
    """Which search or turn of the run it belongs to."""
    attempt: int = 0
    """Above 0: a further try of the same."""
    query: str = Field(default="", sa_column=Column(Text, nullable=False))
    state: str = State.CLAIMED
    error_class: str | None = None
    reason: str | None = None
    booked_at: datetime = _time(nullable=False)
    sent_at: datetime | None = _time()
    latency_ms: float | None = None
    status: int | None = None
    hits: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    request: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    body_id: int | None = Field(default=None, foreign_key="body.id", index=True)


class RunMessages(SQLModel, table=True):
    """Every message of a run, as compressed JSON, so that it can be read back."""

    __tablename__ = "run_messages"

    run_id: int = Field(primary_key=True, foreign_key="run.id")
    messages: int
    size: int
    """Bytes before compression."""
    zstd: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class RunVerdict(SQLModel, table=True):
    """What one version of a grader says about a run's answer, given one state of the reference."""

    __tablename__ = "run_verdict"
    __table_args__ = (UniqueConstraint("run_id", "grader", "version", "question_row_id"),)

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    grader: str
    version: str
    question_row_id: int = Field(foreign_key="question.id")
    graded_at: datetime = _time(nullable=False)
    verdict: str
    """correct, incorrect, not_attempted or abstain."""
    reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    parts: list[dict[str, Any]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))


class Spend(SQLModel, table=True):
    """Calls and dollars reserved on one UTC day by one api."""

    __tablename__ = "spend"

    day: str = Field(primary_key=True)
    api: str = Field(primary_key=True)
    calls: int = 0
    usd: float = 0.0


class Alert(SQLModel, table=True):
    """Something that a person should know; raised once until cleared."""

    __tablename__ = "alert"
    __table_args__ = (Index("ix_alert_key_cleared_at", "key", "cleared_at"),)

    id: int | None = Field(default=None, primary_key=True)
    key: str
    """What it is about, such as ``account:exa``; at most one open alert has it."""
    severity: str
    message: str
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    raised_at: datetime = _time(nullable=False)
    last_at: datetime = _time(nullable=False)
    count: int = 1
    cleared_at: datetime | None = _time()
    told_at: datetime | None = _time()
    """When a message about it was last queued."""
    told_severity: str | None = None
    over_told_at: datetime | None = _time()
    """When the message that it is over was queued, or was found not to be needed."""
    held: str | None = None
    """Why no message is sent just now: quiet hours, or a maintenance window."""


class AlertEvent(SQLModel, table=True):
    """One line of an alert's timeline."""

    __tablename__ = "alert_event"

    id: int | None = Field(default=None, primary_key=True)
    alert_id: int = Field(foreign_key="alert.id", index=True)
    at: datetime = _time(nullable=False)
    kind: str
    """raised, escalated, muted, queued, sent, unsent, noted or cleared."""
    text: str = Field(default="", sa_column=Column(Text, nullable=False))


class AlertWatch(SQLModel, table=True):
    """Since when a figure has been beyond its threshold, while it has not been so for long enough."""

    __tablename__ = "alert_watch"

    key: str = Field(primary_key=True)
    since_at: datetime = _time(nullable=False)


class Outbox(SQLModel, table=True):
    """One message to one address; it stays until it is sent, and afterwards as what was sent."""

    __tablename__ = "outbox"
    __table_args__ = (Index("ix_outbox_state_next_at", "state", "next_at"),)

    id: int | None = Field(default=None, primary_key=True)
    made_at: datetime = _time(nullable=False)
    kind: str
    """raised, reminder, resolved or test."""
    severity: str
    title: str
    body: str = Field(sa_column=Column(Text, nullable=False))
    alert_ids: list[int] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    target: str
    """Which address: a hash of it, since the address itself holds secrets."""
    label: str
    """The address's kind with the hash's beginning, for people."""
    state: str = "waiting"
    """waiting, sent or dropped."""
    attempts: int = 0
    next_at: datetime = _time(nullable=False)
    error: str | None = None
    sent_at: datetime | None = _time()


class Maintenance(SQLModel, table=True):
    """A stretch in which alerts are kept but not sent, as a person asked for it; ended ones stay."""

    __tablename__ = "maintenance"
    __table_args__ = (Index("ix_maintenance_end_at", "end_at"),)

    id: int | None = Field(default=None, primary_key=True)
    start_at: datetime = _time(nullable=False)
    end_at: datetime = _time(nullable=False)
    api: str | None = None
    rule: str | None = None
    reason: str
    source: str
    """command or api."""
    made_at: datetime = _time(nullable=False)
    ended_at: datetime | None = _time()
    """When it was ended early."""


class AccessToken(SQLModel, table=True):
    """A token of the page, as a hash; whoever holds it may read from elsewhere, and do what costs or changes."""

    __tablename__ = "access_token"
    __table_args__ = (UniqueConstraint("sha256"),)

    id: int | None = Field(default=None, primary_key=True)
    name: str
    sha256: str
    made_at: datetime = _time(nullable=False)
    revoked_at: datetime | None = _time()


class Lease(SQLModel, table=True):
    """Who schedules on this database."""

    __tablename__ = "lease"

    name: str = Field(primary_key=True)
    holder: str
    pid: int
    host: str
    taken_at: datetime = _time(nullable=False)
    beat_at: datetime = _time(nullable=False)
    expires_at: datetime = _time(nullable=False)


class Summary(SQLModel, table=True):
    """A figure that the worker computed and pages show."""

    __tablename__ = "summary"

    name: str = Field(primary_key=True)
    made_at: datetime = _time(nullable=False)
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class ConfigVersion(SQLModel, table=True):
    """A configuration that probes carry the hash of, without secrets."""

    __tablename__ = "config_version"

    hash: str = Field(primary_key=True)
    kind: str
    name: str
    first_at: datetime = _time(nullable=False)
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Event(SQLModel, table=True):
    """Something that happened to the program: a start, a stop, a stepped clock, a job that failed."""

    __tablename__ = "event"

    id: int | None = Field(default=None, primary_key=True)
    at: datetime = _time(nullable=False, index=True)
    kind: str = Field(index=True)
    message: str
    detail: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Note(SQLModel, table=True):
    """A live value that the daemon keeps for `monitor status`, by name."""

    __tablename__ = "note"

    name: str = Field(primary_key=True)
    at: datetime = _time(nullable=False)
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class LagFigure(SQLModel, table=True):
    """The lag figures of one group over one span, as the worker last made them; made anew when `marked` passes `done`.

    An empty `api` or `asset` means all of them together.
    """

    __tablename__ = "lag_figure"
    __table_args__ = (Index("ix_lag_figure_reader_policy_span_day", "reader", "policy", "span", "day"),)

    reader: str = Field(primary_key=True)
    policy: str = Field(primary_key=True)
    span: str = Field(primary_key=True)
    """``day``, ``7d`` or ``30d``."""
    api: str = Field(primary_key=True)
    asset: str = Field(primary_key=True)
    day: str = Field(primary_key=True)
    """The UTC day, ISO; empty for a window that ends now."""
    since_at: datetime = _time(nullable=False)
    until_at: datetime = _time(nullable=False)
    marked: int = 1
    """Counts up whenever something that the figures stand on has changed."""
    done: int = 0
    """What `marked` was when the figures were made; 0 where they never were."""
    version: str = ""
    """Of the estimator."""
    made_at: datetime | None = _time()
    probes: int = 0
    value: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


class Annotation(SQLModel, table=True):
    """What a person says of a window of time; removed ones stay, marked as such."""

    __tablename__ = "annotation"

    id: int | None = Field(default=None, primary_key=True)
    start_at: datetime = _time(nullable=False, index=True)
    end_at: datetime = _time(nullable=False)
    api: str | None = None
    asset: str | None = None
    reason: str = Field(sa_column=Column(Text, nullable=False))
    excludes: bool = False
    """True: figures leave the window out, and say so."""
    made_at: datetime = _time(nullable=False)
    removed_at: datetime | None = _time()
