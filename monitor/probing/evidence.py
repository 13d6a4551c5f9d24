"""Everything that the store holds about one probe, put together."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import zstandard
from sqlmodel import col, select

from monitor.errors import StoreError
from monitor.search.extract import parse_body
from monitor.search.hits import Hit
from monitor.search.models import ApiConfig
from monitor.store.database import Database
from monitor.store.tables import Body, ConfigVersion, GradeRow, Instant, Probe, ReadingRow, Response

__all__ = ["Evidence", "evidence", "evidence_json"]


@dataclass(frozen=True)
class Evidence:
    """A probe with what followed from it, as stored; hits are made anew from the body."""

    probe: Probe
    schedule: str | None
    response: Response | None
    body_bytes: int | None
    body_marks: tuple[str, ...]
    hits: tuple[Hit, ...]
    problem: str | None
    readings: tuple[ReadingRow, ...]
    """The newest of each reader."""
    grades: tuple[GradeRow, ...]
    """The newest of each policy, for each reader."""


def evidence(database: Database, probe_id: int, apis: Mapping[str, ApiConfig]) -> Evidence:
    """Give the evidence for a probe; an unknown number raises StoreError."""
    with database.read() as session:
        probe = session.get(Probe, probe_id)
        if probe is None:
            raise StoreError(
                f"there is no probe {probe_id}", str(database.path), "`monitor probes` lists what was asked"
            )
        instant = session.get(Instant, probe.instant_id)
        response = session.exec(select(Response).where(Response.probe_id == probe_id)).first()
        body = session.get(Body, response.body_id) if response is not None and response.body_id else None
        kept = session.get(ConfigVersion, probe.api_hash)
        readings = session.exec(select(ReadingRow).where(ReadingRow.probe_id == probe_id).order_by(col(ReadingRow.id)))
        latest = {row.reader: row for row in readings}
        grades = session.exec(select(GradeRow).where(GradeRow.probe_id == probe_id).order_by(col(GradeRow.id)))
        reader_of = {row.id: row.reader for row in latest.values()}
        newest = {(row.policy, reader_of.get(row.reading_id, "")): row for row in grades}
    hits, problem = _hits(_api(probe, kept, apis), body, response)
    marks = (
        () if body is None else (("cut off",) if body.truncated else ()) + (("key removed",) if body.redacted else ())
    )
    return Evidence(
        probe,
        instant.schedule if instant else None,
        response,
        body.size if body is not None else None,
        marks,
        hits,
        problem,
        tuple(latest.values()),
        tuple(newest.values()),
    )


def evidence_json(found: Evidence) -> dict[str, Any]:
    """Give plain values; the body itself is left out."""
    response = found.response.model_dump(exclude={"body_id"}) if found.response is not None else None
    return {
        "probe": found.probe.model_dump(),
        "schedule": found.schedule,
        "response": response,
        "body_bytes": found.body_bytes,
        "hits": [asdict(hit) for hit in found.hits],
        "problem": found.problem,
        "readings": [row.model_dump(exclude={"numbers"}) for row in found.readings],
        "grades": [
            {("class" if name == "class_" else name): v for name, v in row.model_dump().items()} for row in found.grades
        ],
    }


def _api(probe: Probe, kept: ConfigVersion | None, apis: Mapping[str, ApiConfig]) -> ApiConfig | None:
    """Give the configuration that the probe was asked with, where it is known, else today's."""
    if kept is not None and kept.kind == "api":
        return ApiConfig.model_validate(kept.value)
    return apis.get(probe.api)


def _hits(api: ApiConfig | None, body: Body | None, response: Response | None) -> tuple[tuple[Hit, ...], str | None]:
    if body is None or response is None or not body.zstd:
        return (), response.error if response is not None else None
    if api is None:
        return (), "its api is not configured any more, so its hits cannot be told"
    text = zstandard.ZstdDecompressor().decompress(body.zstd)
    parsed = parse_body(api, text, str(response.headers.get("content-type", "")))
    return parsed.hits, response.error or parsed.problem
