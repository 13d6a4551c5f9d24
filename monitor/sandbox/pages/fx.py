"""Pages about a pair of currencies."""

from datetime import timedelta

from monitor.sandbox.noise import draw
from monitor.sandbox.pages.scene import Page, Scene
from monitor.sandbox.pages.words import amount, change, day_month, short_day, utc_minute, weekday

__all__ = ["OLDER", "OTHER", "TIMED", "UNTIMED"]

_NAMES = {
    "USD": "US Dollar",
    "EUR": "Euro",
    "GBP": "British Pound",
    "JPY": "Japanese Yen",
    "AUD": "Australian Dollar",
    "CAD": "Canadian Dollar",
    "CHF": "Swiss Franc",
    "NZD": "New Zealand Dollar",
}


def _codes(scene: Scene) -> tuple[str, str]:
    first, _, second = scene.item.ticker.partition("/")
    return first, second


def _names(scene: Scene) -> tuple[str, str]:
    first, second = _codes(scene)
    return _NAMES.get(first, first), _NAMES.get(second, second)


def _plural(name: str) -> str:
    return name if name.endswith("Yen") else f"{name}s"


def mid_market(scene: Scene) -> Page:
    """Give a converter with both directions and its minute."""
    (first, second), (one, other), d = _codes(scene), _names(scene), scene.decimals
    text = (
        f"1.00 {one} = {amount(scene.last, d)} {_plural(other)} 1 {second} = {1 / scene.last:.6g} {first} We use the "
        "mid-market rate "
        f"for our Converter. This is for informational purposes only. {utc_minute(scene.stated)}"
    )
    return Page(
        f"1 {first} to {second} - {_plural(one)} to {_plural(other)} Exchange Rate",
        f"https://www.ratehall.example/convert/?From={first}&To={second}",
        text,
        scene.stated,
    )


def quote_page(scene: Scene) -> Page:
    """Give a quote page with bid, ask and ranges."""
    item, d = scene.item, scene.decimals
    bid, ask = scene.bid_ask
    state = "Real-time Currencies" if scene.open_now else "Closed"
    day = "" if scene.open_now and not scene.aged else f"{short_day(scene.stated.date())} "
    text = (
        f"{item.ticker} {amount(scene.last, d)} {change(scene.last, scene.previous, d)} {state} "
        f"{day}{scene.stated:%H:%M:%S} GMT "
        f"Prev. Close {amount(scene.previous, d)} Bid/Ask {amount(bid, d)} / {amount(ask, d)} Day's Range "
        f"{amount(scene.day_low, d)} - {amount(scene.day_high, d)} 52 wk Range {amount(scene.year[0], d)} - "
        f"{amount(scene.year[1], d)}"
    )
    return Page(
        f"{item.ticker} - {item.name}",
        f"https://tickerhouse.example/currencies/{item.ticker.replace('/', '-').lower()}",
        text,
    )


def long_quote(scene: Scene) -> Page:
    """Give a market page that states a date as well."""
    item, d = scene.item, scene.decimals
    first, second = _codes(scene)
    text = (
        f"CCY - Quote • {second} {item.ticker} ({first}{second}=X) {amount(scene.last, d)} "
        f"{change(scene.last, scene.previous, d)} As of {short_day(scene.stated.date())}, {scene.stated:%H:%M:%S} UTC. "
        f"{'Market Open.' if scene.open_now else 'Market Closed.'} Previous Close {amount(scene.previous, d)} Open "
        f"{amount(scene.opened, d)} Day's Range {amount(scene.day_low, d)} - {amount(scene.day_high, d)}"
    )
    return Page(f"{first}{second}=X", f"https://quotes.pagesix.example/quote/{first}{second}=X/", text, scene.stated)


def transfer(scene: Scene) -> Page:
    """Give a transfer service: an amount and a fee, the rate beside them."""
    (first, second), d = _codes(scene), scene.decimals
    digits = max(2, d - 3)
    text = (
        f"1 {first} = {amount(scene.last, d)} {second} Mid-market exchange rate at {scene.stated:%H:%M} UTC on "
        f"{day_month(scene.stated.date())}. 1,000 {first} = {amount(scene.last * 1000, digits)} {second}. Fee "
        f"3.30 {first}."
    )
    return Page(
        f"Send {first} to {second}: today's rate",
        f"https://coinbridge.example/{first.lower()}-to-{second.lower()}-rate",
        text,
        scene.stated,
    )


def untimed(scene: Scene) -> Page:
    """Give a rate without a time."""
    (first, second), d = _codes(scene), scene.decimals
    text = (
        f"The current {first} to {second} exchange rate is {amount(scene.last, d)}. {first}{second} moved "
        f"{100 * (scene.last / scene.previous - 1):+.2f}% against the previous close. Set an alert for this pair."
    )
    return Page(f"{first} to {second} live rate", f"https://fxlantern.example/{first.lower()}{second.lower()}", text)


def calculator(scene: Scene) -> Page:
    """Give a table of round amounts, without a time."""
    (first, second), d = _codes(scene), scene.decimals
    rows = [
        f"{n:,} {first} = {amount(scene.last * n, max(2, d - len(str(n)) + 1))} {second}" for n in (1, 10, 100, 1000)
    ]
    return Page(
        f"{first} to {second} calculator",
        f"https://ratecalc.example/{first.lower()}-{second.lower()}",
        f"Convert {first} to {second} at the live mid-market rate. " + " ".join(rows),
    )


def report(scene: Scene) -> Page:
    """Give a sentence of news with the time of the rate."""
    item, d = scene.item, scene.decimals
    day = scene.stated.date()
    verb = "firmed" if scene.last >= scene.previous else "eased"
    text = (
        f"At {scene.stated:%H:%M} GMT on {weekday(day)}, {day_month(day)}, {day.year}, {item.ticker} traded at "
        f"{amount(scene.last, d)} after the pair {verb} {abs(100 * (scene.last / scene.previous - 1)):.2f}%. "
        "Resistance is "
        f"seen at {amount(scene.last * 1.004, d)}, support at {amount(scene.last * 0.995, d)}."
    )
    return Page(
        f"{item.ticker}: pair {verb} in quiet trade",
        f"https://fxlantern.example/news/{item.ticker.replace('/', '').lower()}-wrap",
        text,
        scene.stated,
    )


def fixing(scene: Scene) -> Page:
    """Give a table of daily values before."""
    item, d = scene.item, scene.decimals
    rows = [f"{day_month(day)}, {day.year} {amount(c, d)}" for day, _, _, _, c in scene.day_rows(4)]
    return Page(
        f"{item.ticker} daily reference rates",
        f"https://stats.ratehall.example/{item.ticker.replace('/', '-').lower()}/history",
        f"Daily closing rates, {item.name}. Date Close " + " ".join(rows),
    )


def bank_rates(scene: Scene) -> Page:
    """Give a bank's counter, which is not the market."""
    first, second = _codes(scene)
    d = scene.decimals - 1
    text = (
        f"Cash rates for {first}: we buy {amount(scene.previous * 0.955, d)} we sell "
        f"{amount(scene.previous * 1.045, d)} "
        f"{second}. Rates for notes, valid today from 09:00."
    )
    return Page("Foreign exchange counter rates - Elm Savings Bank", "https://www.elmsavings.example/fx", text)


def other_pairs(scene: Scene) -> Page:
    """Give rates of other pairs that share a currency."""
    first, _ = _codes(scene)
    shift = 0.9 + 0.4 * draw(scene.market.seed, first, scene.received_at.date())
    text = f"{first}/CHF {0.93 * shift:.4f} · {first}/SEK {10.98 * shift:.4f} · {first}/PLN {4.24 * shift:.4f}"
    return Page(f"{first} against other currencies", f"https://fxlantern.example/{first.lower()}", text)


def outlook(scene: Scene) -> Page:
    """Give a bank's forecast."""
    item, d = scene.item, scene.decimals
    ahead = scene.received_at + timedelta(days=200)
    text = (
        f"We expect {item.ticker} at {amount(scene.year[1], d)} by {ahead:%B %Y} and {amount(scene.year[0], d)} a "
        "year later."
    )
    return Page(
        f"{item.ticker} forecast {ahead.year}",
        f"https://outlook.elmsavings.example/{item.ticker.replace('/', '-').lower()}",
        text,
    )


TIMED = (mid_market, quote_page, long_quote, transfer, report)
UNTIMED = (untimed, calculator)
OLDER = (fixing,)
OTHER = (bank_rates, other_pairs, outlook)
