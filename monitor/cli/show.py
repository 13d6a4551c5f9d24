"""``monitor show``: the evidence for one probe."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from monitor.cli.options import AsJson, Config, Db

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from monitor.config import MarketSettings
    from monitor.datasets import Item
    from monitor.market.around import Around
    from monitor.probing.evidence import Evidence
    from monitor.search.hits import Hit
    from monitor.store.database import Database
    from monitor.store.tables import GradeRow, Probe, ReadingRow

__all__ = ["show"]


def show(
    probe: Annotated[int, typer.Argument(metavar="PROBE", min=1, max=2**63 - 1, help="Number of the probe.")],
    as_json: AsJson = False,
    config: Config = None,
    db: Db = None,
) -> None:
    """Show the evidence for one probe.

    Query, times, hits, what each reader took, the bars about the target, the grade, the target range and why.
    """
    from monitor.cli.context import existing_database, settings_for
    from monitor.cli.output import print_json
    from monitor.daemon.world import load_world
    from monitor.probing.evidence import evidence, evidence_json
    from monitor.reading.items import known_items

    settings = settings_for(config, db)
    world = load_world(settings)
    database = existing_database(settings)
    try:
        found = evidence(database, probe, world.apis)
        bars = _bars(database, found.probe, known_items(database, world.by_id), settings.market)
    finally:
        database.close()
    if as_json:
        print_json({**evidence_json(found), "around": None if bars is None else asdict(bars)})
    else:
        _print(found, bars)


def _bars(
    database: "Database", probe: "Probe", items: "Mapping[str, Item]", market: "MarketSettings"
) -> "Around | None":
    """Give the bars about the target; None where nothing was sent."""
    from monitor.market.around import around
    from monitor.reading.work import item_of

    if probe.sent_at is None:
        return None
    with database.read() as session:
        return around(session, item_of(probe, items), probe.instant_at, probe.sent_at, market)


def _print(found: "Evidence", bars: "Around | None") -> None:
    from monitor.cli.output import print_facts, print_table, say

    print_facts(_asked(found.probe, found.schedule))
    say()
    response = found.response
    if response is None:
        say("No response was recorded.")
    else:
        size = f", {found.body_bytes:,} bytes" if found.body_bytes is not None else ", body no longer kept"
        marks = "".join(f", {mark}" for mark in found.body_marks)
        say(
            f"Response {response.status}{size}{marks}, {response.hits} hits"
            + (f": {found.problem}" if found.problem else "")
        )
        if not response.hits and not found.problem and found.probe.state == "answered":
            say("The API found nothing, or `hits` of its table does not lead to its list of pages: "
                f"`monitor apis test {found.probe.api}` shows an answer.")  # fmt: skip
        if found.hits:
            print_table(
                ("#", "hit", "published", "as of", "text"),
                [
                    (h.position, h.url or h.title, h.published, h.as_of, _marked(h, found.readings))
                    for h in found.hits[:10]
                ],
                right={"#"},
            )
    for reading in found.readings:
        say()
        say(f"Reading by {reading.reader} {reading.version}")
        print_table(("", "price", "in", "stated time", "kind", "hit", "why"), _readings(reading), right={"price"})
    if bars is not None:
        say()
        _print_bars(bars, stock=found.probe.asset == "equity")
    for grade in found.grades:
        say()
        print_facts(_graded(grade))


def _print_bars(found: "Around", *, stock: bool) -> None:
    """Print the bars about the target, a line a minute and source; one that was not used says why."""
    from monitor.cli.output import iso, print_table, say

    rows: list[tuple[object, ...]] = []
    for minute in found.minutes:
        at = f"{minute.start:%H:%M}"
        for cell in minute.cells:
            rows.append((at, cell.source, _price(cell.low), _price(cell.high),
                         "" if cell.verdict == "used" else cell.verdict))  # fmt: skip
        agreed = minute.agreed or (None, None)
        rows.append((at, "agreed", _price(agreed[0]), _price(agreed[1]), minute.mark))
    if rows:
        print_table(("bar (UTC)", "source", "low", "high", ""), rows, right={"low", "high"})
    else:
        say(f"No bars about the target: {found.why or 'none is stored'}.")
    for close in found.closes if stock else ():
        say(f"Official close {iso(close.close_at)}: {_price(close.close)}")


def _asked(probe: "Probe", schedule: str | None) -> list[tuple[str, object]]:
    from monitor.cli.output import iso, money, number, span

    times = [
        f"sent {number(probe.lateness_ms)} ms after its slot" if probe.lateness_ms is not None else "",
        f"connected in {number(probe.connect_ms)} ms" if probe.connect_ms is not None else "",
        f"first byte {number(probe.first_byte_ms)} ms" if probe.first_byte_ms is not None else "",
        f"all in {number(probe.latency_ms)} ms from the call's beginning" if probe.latency_ms is not None else "",
        "spoiled by our own event loop" if probe.spoiled else "",
    ]
    fault = f" ({probe.error_class})" if probe.error_class else ""
    return [
        (
            "probe",
            f"{probe.id}, {probe.api} on {probe.ticker} ({probe.asset}, {probe.item_id}), vantage {probe.vantage}",
        ),
        ("query", probe.query),
        (
            "instant",
            f"{iso(probe.instant_at)} + {span(probe.offset_s)}" + (f", schedule {schedule}" if schedule else ""),
        ),
        ("state", f"{probe.state}{fault}" + (f": {probe.reason}" if probe.reason else "")),
        ("due", iso(probe.due_at)),
        ("slot", iso(probe.slot_at)),
        ("sent", iso(probe.sent_at)),
        ("received", iso(probe.received_at)),
        ("times", ", ".join(one for one in times if one) or None),
        ("cost", f"{money(probe.cost_usd)} USD" if probe.sent_at else None),
        ("config", probe.api_hash),
    ]


def _readings(reading: "ReadingRow") -> list[tuple[object, ...]]:
    detail = reading.detail
    rows: list[tuple[object, ...]] = [
        (
            "asked",
            _price(reading.price),
            reading.currency,
            reading.stated_time,
            reading.kind,
            detail.get("position"),
            reading.note,
        ),
        (
            "newest",
            _price(reading.newest_price),
            reading.newest_currency,
            reading.newest_stated_time,
            reading.newest_kind,
            detail.get("newest_position"),
            reading.newest_note,
        ),
    ]
    others = ("currency", "stated_time", "kind", "position", "note")
    return rows + [
        ("not taken", _price(one.get("price")), *(one.get(name) for name in others))
        for one in detail.get("runners_up", ())[:5]
    ]


def _graded(grade: "GradeRow") -> list[tuple[str, object]]:
    from monitor.cli.output import iso, span

    target = f"{_price(grade.target_low)} to {_price(grade.target_high)}" if grade.target_low is not None else "none"
    marks = [mark for mark, holds in (("coarse", grade.coarse), ("market closed", grade.closed)) if holds]
    age = f"{span(grade.lag_low_s)} to {span(grade.lag_high_s)}" if grade.lag_low_s is not None else None
    contained = {True: "yes", False: "no", None: None}[grade.contained]
    return [
        ("grade", f"{grade.class_}{' (correct)' if grade.correct else ''} under {grade.policy} {grade.policy_version}"),
        ("why", grade.why or None),
        ("target", target + (f" (widened by {_price(grade.band)})" if grade.band is not None else "")),
        ("among the hits", contained),
        ("power", f"{grade.power:.2f}" if grade.power is not None else None),
        ("rivals", grade.rivals or ("none" if grade.power is not None else None)),
        ("age by the bars", age),
        ("look-back", span(grade.lookback_s) if grade.lookback_s is not None else None),
        ("bars from", (grade.sources or "").replace(",", ", ") or None),
        ("marks", ", ".join(marks) or None),
        ("graded", iso(grade.graded_at)),
    ]


def _price(value: Any) -> str:
    return "-" if value is None else f"{value:.10g}"


def _marked(hit: "Hit", readings: "Sequence[ReadingRow]") -> str:
    """Give the hit's text with the numbers marked that readers took from it."""
    from monitor.reading.marking import marked

    taken = [
        price
        for row in readings
        for price, position in (
            (row.price, row.detail.get("position")),
            (row.newest_price, row.detail.get("newest_position")),
        )
        if price is not None and position == hit.position
    ]
    title, text = marked(hit.title, taken), marked(hit.snippet, taken)
    return title if (">>" in title and ">>" not in text) or not text else text
