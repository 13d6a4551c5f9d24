"""A response as it came -> an Outcome. Pure: the same bytes always end in the same class."""

from dataclasses import replace
from typing import Any

from monitor.search.classify import Reply, first_row, own_words
from monitor.search.config import shared_rows
from monitor.search.decoding import DecodeProblem, parse_json
from monitor.search.extract import parse_document
from monitor.search.models import ApiConfig
from monitor.search.outcome import ErrorClass, Outcome, SentRequest
from monitor.search.redact import Redactor
from monitor.search.templating import Rendered
from monitor.search.waiting import kept_headers, retry_after_s

__all__ = ["judge", "sent_request"]


def sent_request(request: Rendered, redactor: Redactor) -> SentRequest:
    """Give what is kept of a request."""
    body = redactor.text(request.body.decode()) if request.body is not None else None
    return SentRequest(request.method, redactor.text(request.url), redactor.headers(request.headers), body)


def judge(api: ApiConfig, base: Outcome, status: int, headers: list[tuple[str, str]], body: bytes,
          problem: tuple[ErrorClass, str] | None, truncated: bool, redactor: Redactor) -> Outcome:
    """Decide what a response is. Pure.

    `problem` is what went wrong while reading it. The order: the rows of the table and the shared ones, which look
    at status and body together; then what went wrong; then the status; then the shape.
    """
    body, key_in_body = redactor.bytes(body)
    kept = redactor.headers(kept_headers(headers))
    content_type = kept.get("content-type", "")
    document: Any = None
    not_json = ""
    if problem is None:
        try:
            document = parse_json(body, content_type)
        except DecodeProblem as error:
            not_json = str(error)
    outcome = replace(base, status=status, headers=kept, body=body, truncated=truncated, key_in_body=key_in_body)

    def failed(kind: ErrorClass, reason: str) -> Outcome:
        wait_s = retry_after_s(api, kept, document, base.received_at) if base.received_at else None
        return replace(outcome, error_class=kind, reason=redactor.text(reason), retry_after_s=wait_s)

    row = first_row((*api.errors, *shared_rows()), Reply(status, kept, body, document))
    if row is not None and row.class_ != "answered_empty":
        return failed(ErrorClass(row.class_), _reason(status, row.why, own_words(document)))
    if problem is not None:
        return failed(*problem)
    if row is not None:
        return replace(outcome, state="answered", reason=row.why, cost_usd=api.price_usd, cost_source="list")
    if 300 <= status < 400:
        return failed(ErrorClass.API, _reason(status, "a redirect, which is not followed", kept.get("location", "")))
    if status != 200:
        return failed(ErrorClass.API, _reason(status, "", own_words(document)))
    if not_json:
        return failed(ErrorClass.API, not_json)
    parsed = parse_document(api, document)
    if parsed.problem is not None:
        return failed(ErrorClass.API, parsed.problem)
    own_cost = parsed.cost_usd is not None
    cost_usd = parsed.cost_usd if parsed.cost_usd is not None else api.price_usd
    return replace(outcome, state="answered", hits=parsed.hits, cost_usd=cost_usd,
                               cost_source="response" if own_cost else "list")


def _reason(status: int, why: str, words: str) -> str:
    return ": ".join(part for part in (f"status {status}", why, words) if part)
