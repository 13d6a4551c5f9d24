"""Pages about a stock."""

from monitor.sandbox.noise import draw, pick
from monitor.sandbox.pages.scene import Page, Scene
from monitor.sandbox.pages.words import (
    amount,
    change,
    eastern,
    eastern_day,
    eastern_long,
    eastern_offset,
    eastern_zone,
    short_day,
    short_money,
    weekday,
)
from monitor.sandbox.pages.words import day_month as month_day

__all__ = ["OLDER", "OTHER", "TIMED", "UNTIMED"]


def _exchange(scene: Scene) -> str:
    return "NASDAQ" if scene.item.ticker in ("MSFT", "AAPL", "NVDA", "GOOG") else "NYSE"


def _slug(scene: Scene) -> str:
    return scene.item.ticker.lower()


def _when(scene: Scene) -> str:
    zone = eastern_zone(scene.stated)
    if scene.open_now:
        day = f"{month_day(eastern_day(scene.stated))} at " if scene.aged else ""
        return f"As of {day}{eastern(scene.stated)} {zone}. {'' if scene.aged else 'Market Open.'}"
    return f"At close: {month_day(eastern_day(scene.stated))} at {eastern(scene.stated)} {zone}"


def quote_page(scene: Scene) -> Page:
    """Give the long quote page: everything that could be mistaken for the price stands around it."""
    item, d = scene.item, scene.decimals
    bid, ask = scene.bid_ask
    text = (
        f"{_exchange(scene)} - Real Time Price • USD {item.name} ({item.ticker}) {amount(scene.last, d)} "
        f"{change(scene.last, scene.previous, d)} {_when(scene)} Previous Close {amount(scene.previous, d)} "
        f"Open {amount(scene.opened, d)} Bid {amount(bid, d)} x {100 * (1 + scene.choice(9, 'bidsize'))} "
        f"Ask {amount(ask, d)} x {100 * (1 + scene.choice(9, 'asksize'))} Day's Range {amount(scene.day_low, d)} - "
        f"{amount(scene.day_high, d)} 52 Week Range {amount(scene.year[0], d)} - {amount(scene.year[1], d)} "
        f"Volume {scene.volume:,.0f} Avg. Volume {scene.volume * 1.31:,.0f} Market Cap (intraday) "
        f"{short_money(scene.supply * scene.last)} Beta (5Y Monthly) {0.7 + scene.chance('beta'):.2f} "
        f"PE Ratio (TTM) {12 + 25 * scene.chance('pe'):.2f} 1y Target Est {amount(scene.last * 1.12, d)}"
    )
    return Page(
        f"{item.name} ({item.ticker}) Stock Price, News, Quote & History",
        f"https://quotes.pagesix.example/quote/{item.ticker}/",
        text,
        scene.stated,
    )


def card(scene: Scene) -> Page:
    """Give a small card with the offset from UTC."""
    item, d = scene.item, scene.decimals
    local = f"{month_day(eastern_day(scene.stated))[:3]} {eastern_day(scene.stated).day}"
    text = (
        f"{item.name} ${amount(scene.last, d)} {abs(100 * (scene.last / scene.previous - 1)):.2f}% "
        f"{scene.last - scene.previous:+.{d}f} Today {local}, {eastern(scene.stated)} {eastern_offset(scene.stated)} · "
        f"USD · {_exchange(scene)} · Disclaimer Previous close ${amount(scene.previous, d)} Day range "
        f"${amount(scene.day_low, d)} - ${amount(scene.day_high, d)} Year range ${amount(scene.year[0], d)} - "
        f"${amount(scene.year[1], d)} Market cap {short_money(scene.supply * scene.last)} USD"
    )
    return Page(
        f"{item.name} ({item.ticker}) Stock Price & News - Money Board",
        f"https://moneyboard.example/finance/{item.ticker}:{_exchange(scene)}",
        text,
    )


def last_line(scene: Scene) -> Page:
    """Give a broadcaster's page: the time to the minute stands before the price."""
    item, d = scene.item, scene.decimals
    arrow = "up" if scene.last >= scene.previous else "down"
    day = "" if scene.open_now and not scene.aged else f"{short_day(eastern_day(scene.stated))} "
    text = (
        f"{item.name} {item.ticker}:{_exchange(scene)} RT Quote | USD {'Last' if scene.open_now else 'Close'} | {day}"
        f"{eastern(scene.stated, seconds=False)} {eastern_zone(scene.stated)} {amount(scene.last, d)} quote "
        "price arrow "
        f"{arrow} {change(scene.last, scene.previous, d)} Volume {scene.volume:,.0f} 52 week range "
        f"{amount(scene.year[0], d)} - {amount(scene.year[1], d)}"
    )
    return Page(
        f"{item.ticker}: {item.name} - Stock Price, Quote and News",
        f"https://www.eastwire.example/quotes/{item.ticker}",
        text,
        scene.stated,
    )


def untimed(scene: Scene) -> Page:
    """Give a live page that names no time."""
    item, d = scene.item, scene.decimals
    text = (
        f"{item.name} ({item.ticker}) {amount(scene.last, d)} {change(scene.last, scene.previous, d)} Real-time Data "
        f"Prev. Close {amount(scene.previous, d)} Day's Range {amount(scene.day_low, d)} {amount(scene.day_high, d)} "
        f"52 wk Range {amount(scene.year[0], d)} {amount(scene.year[1], d)} What is your sentiment on {item.name}?"
    )
    return Page(
        f"{item.name} Stock Price Today | {item.ticker} Live Ticker",
        f"https://tickerhouse.example/equities/{_slug(scene)}",
        text,
    )


def tile(scene: Scene) -> Page:
    """Give a broker's line, without a time."""
    item, d = scene.item, scene.decimals
    text = (
        f"{item.name} {item.ticker} ${amount(scene.last, d)} {change(scene.last, scene.previous, d)} Today. Trade "
        f"{item.ticker} without commission. Market cap {short_money(scene.supply * scene.last)}. Dividend yield "
        f"{4 * scene.chance('yield'):.2f}%."
    )
    return Page(
        f"{item.ticker} stock: price today | Open Broker", f"https://openbroker.example/stocks/{_slug(scene)}", text
    )


def delayed(scene: Scene) -> Page:
    """Give a page with a delay notice and its own time."""
    item, d = scene.item, scene.decimals
    text = (
        f"Quotes are delayed by at least 15 minutes. Last Updated: {eastern_long(scene.stated)} Delayed quote "
        f"$ {amount(scene.last, d)} {scene.last - scene.previous:+.{d}f} "
        f"{100 * (scene.last / scene.previous - 1):+.2f}% "
        f"Previous Close $ {amount(scene.previous, d)} Day Range {amount(scene.day_low, d)} - "
        f"{amount(scene.day_high, d)} "
        f"Volume: {short_money(scene.volume)} 65 Day Avg: {short_money(scene.volume * 1.4)}"
    )
    return Page(
        f"{item.ticker} | {item.name} Stock Price & News",
        f"https://www.streetledger.example/investing/stock/{_slug(scene)}",
        text,
        scene.stated,
    )


def report(scene: Scene) -> Page:
    """Give a sentence of news with the time of the price."""
    item, d = scene.item, scene.decimals
    day = eastern_day(scene.stated)
    verb = "rose" if scene.last >= scene.previous else "slipped"
    held = "traded at" if scene.open_now else "closed at"
    local = eastern_long(scene.stated).split(" ", 3)[3].rsplit(" ", 1)[0]
    text = (
        f"{item.name} ({_exchange(scene)}:{item.ticker}) {verb} {abs(100 * (scene.last / scene.previous - 1)):.1f}% on "
        f"{weekday(day)}. The shares {held} ${amount(scene.last, d)} at {local} ET on {month_day(day)}, {day.year}. "
        f"Analysts' mean target is ${amount(scene.last * 1.14, d)}."
    )
    return Page(
        f"{item.name} shares: what moved today",
        f"https://news.bellringer.example/{_slug(scene)}-shares",
        text,
        scene.stated,
    )


def board(scene: Scene) -> Page:
    """Give a list of several stocks with the asked one among them."""
    rows = []
    for other in scene.market.items:
        if other.asset is not scene.item.asset:
            continue
        seen = (
            scene
            if other.ticker == scene.item.ticker
            else Scene(scene.market, other, scene.moment, scene.stated, scene.received_at, ("board", other.ticker))
        )
        rows.append(
            f"{other.ticker} {other.name} {amount(seen.last, seen.decimals)} {eastern(scene.stated, seconds=False)} "
            f"{eastern_zone(scene.stated)} {seen.last - seen.previous:+.{seen.decimals}f} "
            f"{100 * (seen.last / seen.previous - 1):+.2f}%"
        )
    day = short_day(eastern_day(scene.stated))
    text = f"{day}. Symbol Name Last Price Market Time Change % Change " + " ".join(rows[:6])
    return Page("Most watched tickers", "https://quotes.pagesix.example/trending/", text)


def history(scene: Scene) -> Page:
    """Give a table of the closes before."""
    item, d = scene.item, scene.decimals
    rows = [
        f"{short_day(day)} {amount(o, d)} {amount(h, d)} {amount(low, d)} {amount(c, d)} {amount(c, d)} "
        f"{scene.volume * (0.7 + 0.6 * draw(item.ticker, day)):,.0f}"
        for day, o, h, low, c in scene.day_rows(4)
    ]
    return Page(
        f"{item.name} ({item.ticker}) Stock Historical Prices & Data",
        f"https://quotes.pagesix.example/quote/{item.ticker}/history/",
        "Date Open High Low Close Adj Close Volume " + " ".join(rows),
    )


def closed_at(scene: Scene) -> Page:
    """Give an article on the close before."""
    item, d = scene.item, scene.decimals
    (day, _, _, _, close), (_, _, _, _, before) = scene.day_rows(2)
    text = (
        f"{item.name} ({item.ticker}) ended the session of {month_day(day)} at ${amount(close, d)}, moving "
        f"{100 * (close / before - 1):+.2f}% from the previous trading day."
    )
    return Page(
        f"{item.name} closes at ${amount(close, d)} on {weekday(day)}",
        f"https://read.fundlane.example/{_slug(scene)}-closes",
        text,
    )


def forecast(scene: Scene) -> Page:
    """Give targets, which are not prices."""
    item, d = scene.item, scene.decimals
    base = scene.previous
    text = (
        f"Based on {4 + scene.choice(20, 'analysts')} analysts offering 12-month price targets for "
        f"{item.name}, the average "
        f"target is ${amount(base * 1.13, d)} with a high forecast of ${amount(base * 1.4, d)} and a low forecast of "
        f"${amount(base * 0.84, d)}."
    )
    return Page(
        f"{item.name} ({item.ticker}) Stock Forecast and Price Target",
        f"https://targets.brokerview.example/{_slug(scene)}/forecast",
        text,
    )


def namesake(scene: Scene) -> Page:
    """Give another company with a similar name, with a price of its own."""
    item = scene.item
    word = item.name.replace("The ", "").split()[0]
    ticker = (word[:3].upper() + "XQ")[:5]
    price = 2 + 40 * draw(scene.market.seed, "namesake", item.ticker)
    text = (
        f"{word} Maritime Holdings ({ticker}) {price:.2f} {0.01 * (pick(60, item.ticker) - 30):+.2f} As of "
        f"{eastern(scene.stated)} {eastern_zone(scene.stated)}. Tankers and dry bulk. Piraeus."
    )
    return Page(
        f"{word} Maritime Holdings ({ticker}) Stock Price", f"https://quotes.pagesix.example/quote/{ticker}/", text
    )


def profile(scene: Scene) -> Page:
    """Give a company's page without a price."""
    item = scene.item
    text = (
        f"{item.name} trades under the symbol {item.ticker} on {_exchange(scene)}. The company reports quarterly and "
        f"has about {1000 * (2 + scene.choice(90, 'staff')):,} employees. Sign in to see live quotes."
    )
    return Page(f"{item.name} - Company Profile", f"https://profiles.corpfile.example/{_slug(scene)}", text)


TIMED = (quote_page, card, last_line, delayed, report, board)
UNTIMED = (untimed, tile)
OLDER = (history, closed_at)
OTHER = (forecast, namesake, profile)
