"""How the reference of one instant is printed, as text of one screen and as plain values."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monitor.datasets import Item
    from monitor.grading.inspecting import Inspection, Minute, SourceLine

__all__ = ["instant_json", "print_instant"]

_WRAP = 78


def print_instant(found: "Inspection") -> None:
    """Print what the target range rests on, in 80 columns."""
    from monitor.cli.output import iso, print_table, say

    item = found.item
    say(f"{item.name} ({item.ticker}, {item.id}) at {iso(found.instant)}, in {item.currency}")
    for name, text in _facts(found):
        _say_wrapped(f"{name:<12}", text)
    if not found.minutes and not found.sources:
        say(f"No bar is stored around it, and no source was asked: `monitor reference pull {item.ticker}` asks.")
        for line in _remarks(found):
            _say_wrapped("- ", line)
        return
    say()
    print_table(
        ("told apart from", "at (UTC)", "price", "off", "apart"),
        [
            (
                one.rival.value.replace("_", " "),
                f"{one.at:%m-%d %H:%M}" if one.at else "-",
                _price(one.price),
                _off(one.price, found),
                {True: "yes", False: "no", None: "-"}[one.apart],
            )
            for one in found.rivals
        ],
        right={"price", "off"},
        empty="no price to be told apart from is known",
    )
    say()
    print_table(
        ("minute", "source", "low", "high", "close", ""),
        [
            (f"{one.start:%H:%M}{'*' if one.target else ''}", one.source or "agreed", _price(one.low),
             _price(one.high), _price(one.close), "" if one.what == "used" else one.what)
            for one in _near(found)
        ],
        right={"low", "high", "close"},
        empty="no bar is stored around it",
    )  # fmt: skip
    say()
    print_table(
        ("source", "symbol", "minutes", "used", "pulled (UTC)", "with"),
        [(one.source, one.symbol, one.minutes, one.used,
          f"{one.pulled_at:%m-%d %H:%M}" if one.pulled_at else "-", one.library) for one in found.sources],
        right={"minutes", "used"},
        empty=f"no source was asked: see `monitor reference pull {item.ticker}`",
    )  # fmt: skip
    for line in _remarks(found):
        _say_wrapped("- ", line)


def _facts(found: "Inspection") -> Iterator[tuple[str, str]]:
    frame = found.frame
    yield "market", found.market
    if found.why:
        yield "target", f"none: {found.why}"
    else:
        of = "the official close" if found.asks_close else "the minutes marked *"
        yield "target", f"{_price(frame.low)} to {_price(frame.high)}: {of}, widened by the band"
        differ = f"sources differ by {found.disagreement:.3g} (95 in 100)" if found.disagreement else "one source only"
        yield "band", (
            f"{frame.band:.4g}, {found.band_from}: fixed {frame.fixed:.4g}, {differ}, limit {found.agreement:.4g}; "
            f"each answer adds half a unit of its last digit ({found.policy})"
        )
    if frame.closed:
        yield "mark", "closed: does not count towards freshness"
    if found.official is not None:
        yield "official", _close(found.official.close, found.official.close_at)
    yield "prior close", _close(found.prior.close, found.prior.close_at) if found.prior else "not known"
    series = found.series
    before = series.start_s < found.instant.timestamp()
    if before.any():
        low, high = float(series.low[before].min()), float(series.high[before].max())
        hours = frame.lookback_s / 3600
        yield "look-back", (
            f"{hours:.0f} h, {int(before.sum()):,} minutes, {_price(low)} to {_price(high)} "
            f"({100 * (high / low - 1):.2f} %)"
        )
    if found.power is not None:
        yield "power", f"{found.power:.2f}: so much of the look-back lies outside the target range"


def _remarks(found: "Inspection") -> Iterator[str]:
    for one in found.sources:
        for reason, minutes in one.set_aside.items():
            yield f"{one.source}: {minutes} min set aside: {reason}"
        if one.failure:
            yield f"{one.source}: {one.failure}"
    yield from found.findings[:6]
    if len(found.findings) > 6:
        yield f"{len(found.findings) - 6} more; see --json"
    if found.answers:
        classes = Counter(one.cls or "not graded" for one in found.answers)
        counted = ", ".join(f"{n} {name}" for name, n in classes.most_common())
        yield f"answers: {len(found.answers)} of {len({one.api for one in found.answers})} apis: {counted}"


def _near(found: "Inspection") -> list["Minute"]:
    """Give the target minutes with every source, and of the others what is agreed or, failing that, what there is."""
    agreed = {one.start for one in found.minutes if not one.source}
    targets = [one.start for one in found.minutes if one.target]
    starts = sorted({one.start for one in found.minutes})
    first = min(targets, default=starts[0]) if starts else None
    shown = starts if first is None else starts[max(0, starts.index(first) - 1):]
    return [one for one in found.minutes if one.start in shown
            and (one.target or not one.source or one.start not in agreed or one.what != "used")]  # fmt: skip


def _say_wrapped(head: str, text: str) -> None:
    from textwrap import wrap

    from monitor.cli.output import say

    lines = wrap(text, _WRAP - len(head), break_long_words=False, break_on_hyphens=False) or [""]
    for n, line in enumerate(lines):
        say(f"{head if n == 0 else ' ' * len(head)}{line}")


def _close(price: float, at: Any) -> str:
    return f"{_price(price)} of {at:%a %Y-%m-%d %H:%M} UTC"


def _off(price: float, found: "Inspection") -> str:
    if found.why:
        return ""
    middle = (found.frame.low + found.frame.high) / 2
    return f"{100 * (price / middle - 1):+.2f} %"


def _price(value: float) -> str:
    return f"{value:.8g}"


def instant_json(found: "Inspection") -> dict[str, Any]:
    """Give all of it as plain values."""
    frame, has = found.frame, found.frame.has_reference
    return {
        **_item(found.item),
        "at": found.instant,
        "policy": found.policy,
        "market": found.market,
        "closed": frame.closed,
        "why": found.why or None,
        "target": {
            "of": "official close" if found.asks_close else "minutes",
            "low": frame.low if has else None,
            "high": frame.high if has else None,
            "band": frame.band if has else None,
            "band_from": found.band_from if has else None,
            "fixed": frame.fixed if has else None,
            "disagreement": found.disagreement,
            "agreement_limit": found.agreement if has else None,
            "single_source": frame.single_source,
        },
        "official_close": _daily(found.official),
        "prior_close": _daily(found.prior),
        "lookback_s": frame.lookback_s,
        "power": found.power,
        "rivals": [
            {"rival": one.rival.value, "at": one.at, "price": one.price, "apart": one.apart} for one in found.rivals
        ],
        "sources": [_source(one) for one in found.sources],
        "minutes": [
            {"start": one.start, "source": one.source or None, "low": one.low, "high": one.high, "close": one.close,
             "what": one.what, "target": one.target} for one in found.minutes
        ],
        "findings": list(found.findings),
        "answers": [
            {"probe": one.probe_id, "api": one.api, "offset_s": one.offset_s, "sent_at": one.sent_at,
             "price": one.price, "newest": one.newest, "half_digit": one.unit / 2 if one.unit else None,
             "class": one.cls, "held_from": one.held_from, "held_until": one.held_until} for one in found.answers
        ],
    }  # fmt: skip


def _item(item: "Item") -> dict[str, Any]:
    return {"item": item.id, "ticker": item.ticker, "name": item.name, "currency": item.currency}


def _daily(close: Any) -> dict[str, Any] | None:
    return None if close is None else {"session": close.session, "close_at": close.close_at, "close": close.close}


def _source(one: "SourceLine") -> dict[str, Any]:
    return {
        "source": one.source, "symbol": one.symbol, "minutes": one.minutes, "used": one.used,
        "set_aside": one.set_aside, "pulled_at": one.pulled_at, "library": one.library, "failure": one.failure or None,
    }  # fmt: skip
