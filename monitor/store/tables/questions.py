"""Questions, the runs that answered them, each run's calls and messages, and the verdicts."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from monitor.store.tables._base import moment
from monitor.store.types import State


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
    """One pass of a question: (question, api, repeat, night), by one agent in one mode; done once."""

    __tablename__ = "run"
    __table_args__ = (
        UniqueConstraint("night", "question_set", "question_id", "api", "repeat", "agent", "mode"),
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
    mode: str = "search"
    """``search``, or ``search+fetch`` where pages of results could be read; figures of the two stand apart."""
    baseline: bool = False
    """True where no model answered; such runs are never ranked with the others."""
    prompt_version: str = ""
    effort: str = ""
    max_searches: int = 1
    max_fetches: int = 0
    api_hash: str = ""
    state: str = State.PLANNED
    error_class: str | None = None
    """Of a failed run: local, account, rate_limit, network, timeout, api or model."""
    reason: str | None = None
    finish: str = ""
    """How an answered run ended: answered, blank, refused, cut off, or the limit that stopped it."""
    answer: str = Field(default="", sa_column=Column(Text, nullable=False))
    searches: int = 0
    fetches: int = 0
    """Pages asked for of the api."""
    denied: int = 0
    """Searches and pages asked for past the budget, and pages that must not be asked for."""
    turns: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    model_usd: float = 0.0
    search_usd: float = 0.0
    fetch_usd: float = 0.0
    latency_ms: float | None = None
    model_ms: float = 0.0
    search_ms: float = 0.0
    fetch_ms: float = 0.0
    planned_at: datetime = moment(nullable=False)
    claimed_at: datetime | None = moment()
    claimed_by: str | None = None
    ended_at: datetime | None = moment()

    @property
    def cost_usd(self) -> float:
        """What the run cost: the sum of its calls."""
        return self.model_usd + self.search_usd + self.fetch_usd


class RunCall(SQLModel, table=True):
    """One request of a run, to the search API or to the model; what it may cost is booked before it is made."""

    __tablename__ = "run_call"

    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id", index=True)
    kind: str
    """search, fetch or model."""
    seq: int
    """Which search, page or turn of the run it belongs to."""
    attempt: int = 0
    """Above 0: a further try of the same."""
    query: str = Field(default="", sa_column=Column(Text, nullable=False))
    """The words searched for, or the address of the page."""
    state: str = State.CLAIMED
    error_class: str | None = None
    reason: str | None = None
    booked_at: datetime = moment(nullable=False)
    sent_at: datetime | None = moment()
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
    graded_at: datetime = moment(nullable=False)
    verdict: str
    """correct, incorrect, not_attempted or abstain."""
    reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    parts: list[dict[str, Any]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
