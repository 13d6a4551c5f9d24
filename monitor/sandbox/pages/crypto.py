"""Pages about a coin."""

import json

from monitor.sandbox.noise import draw, seconds_of
from monitor.sandbox.pages.scene import Page, Scene
from monitor.sandbox.pages.words import ago, amount, day_month, short_day, short_money, utc_minute, weekday

__all__ = ["OLDER", "OTHER", "TIMED", "UNTIMED"]


def _slug(scene: Scene) -> str:
    return scene.item.name.lower().replace(" ", "-")


def _percent(scene: Scene) -> float:
    return 100 * (scene.last / scene.previous - 1)


def coin_page(scene: Scene) -> Page:
    """Give the sentence of a coin table's page, without a time."""
    item, d = scene.item, scene.decimals
    text = (
        f"The price of {item.name} ({item.ticker}) is ${amount(scene.last, d)} today with a 24-hour trading volume of "
        f"${scene.volume:,.2f}. This represents a {_percent(scene):+.2f}% change in the last 24 hours. With a "
        "circulating "
        f"supply of {short_money(scene.supply)} {item.ticker}, {item.name} is valued at a market cap of "
        f"${scene.supply * scene.last:,.0f}. 24h Range ${amount(scene.day_low, d)} – ${amount(scene.day_high, d)} "
        f"All-Time High ${amount(scene.year[1] * 1.9, d)}"
    )
    return Page(
        f"{item.name} Price: {item.ticker} Live Price Chart & Market Cap",
        f"https://coinshelf.example/coins/{_slug(scene)}",
        text,
    )


def exchange_page(scene: Scene) -> Page:
    """Give a broker's page, updated to the minute."""
    item, d = scene.item, scene.decimals
    way = "up" if scene.last >= scene.previous else "down"
    text = (
        f"{item.name}'s current price is ${amount(scene.last, d)}, {way} {abs(_percent(scene)):.2f}% over the last 24 "
        f"hours. Last updated: {utc_minute(scene.stated)}. Popularity #{1 + scene.choice(60, 'rank')}. "
        f"Circulating supply {short_money(scene.supply)} {item.ticker}."
    )
    return Page(
        f"{item.name} price: live {item.ticker} to USD",
        f"https://www.tradequay.example/price/{_slug(scene)}",
        text,
        scene.stated,
    )


def ticker_row(scene: Scene) -> Page:
    """Give a row with a relative time."""
    item, d = scene.item, scene.decimals
    age_s = (scene.received_at - scene.stated).total_seconds()
    text = (
        f"{item.ticker} ${amount(scene.last, d)} Updated {ago(age_s)} Rank #{1 + scene.choice(60, 'rank')} "
        f"Vol ${short_money(scene.volume)} Liq ${short_money(scene.volume * 0.13)} ATH "
        f"${amount(scene.year[1] * 1.9, d)}"
    )
    return Page(
        f"{item.name} ({item.ticker}) Price - live",
        f"https://coinpulse.example/price/{_slug(scene)}-{item.ticker}",
        text,
    )


def book_page(scene: Scene) -> Page:
    """Give an exchange's market page: last, bid, ask, high, low."""
    item, d = scene.item, scene.decimals
    bid, ask = scene.bid_ask
    text = (
        f"{item.ticker}/USD Last price {amount(scene.last, d)} USD 24h Change {scene.last - scene.previous:+,.{d}f} "
        f"{_percent(scene):+.2f}% 24h High {amount(scene.day_high, d)} 24h Low {amount(scene.day_low, d)} Bid "
        f"{amount(bid, d)} Ask {amount(ask, d)} 24h Volume({item.ticker}) {scene.volume / scene.last:,.2f} "
        f"As of {short_day(scene.stated.date())} {scene.stated:%H:%M:%S} UTC"
    )
    return Page(
        f"{item.ticker}/USD | Spot | Harbour Exchange",
        f"https://harbourx.example/trade/{item.ticker}_USD",
        text,
        scene.stated,
    )


def converter(scene: Scene) -> Page:
    """Give a converter: one coin, then round numbers of coins."""
    item, d = scene.item, scene.decimals
    text = (
        f"1 {item.ticker} = ${amount(scene.last, d)} USD. 100 {item.ticker} = "
        f"${amount(scene.last * 100, max(2, d - 2))} "
        f"USD. Convert {item.name} to dollars at the live rate. Last updated {utc_minute(scene.stated)}."
    )
    return Page(
        f"Convert {item.ticker} to USD - calculator",
        f"https://www.tradequay.example/converter/{item.ticker.lower()}/usd",
        text,
        scene.stated,
    )


def table(scene: Scene) -> Page:
    """Give a table of coins with the asked one among them."""
    rows = []
    coins = [other for other in scene.market.items if other.asset is scene.item.asset]
    for rank, other in enumerate(coins[:6], 1):
        seen = (
            scene
            if other.ticker == scene.item.ticker
            else Scene(scene.market, other, scene.moment, scene.stated, scene.received_at, ("table", other.ticker))
        )
        rows.append(
            f"{rank} {other.name} {other.ticker} ${amount(seen.last, seen.decimals)} {_percent(seen):+.2f}% "
            f"${short_money(seen.supply * seen.last)}"
        )
    if scene.item not in coins[:6]:
        return coin_page(scene)
    text = "# Name Price 24h Market Cap " + " ".join(rows)
    return Page("Cryptocurrency prices by market cap", "https://coinshelf.example/", text)


def machine(scene: Scene) -> Page:
    """Give an endpoint's answer that an index took for a page."""
    item, d = scene.item, scene.decimals
    bid, ask = scene.bid_ask
    body = {
        "symbol": f"{item.ticker}-USD",
        "price": f"{scene.last:.{d}f}",
        "bid": f"{bid:.{d}f}",
        "ask": f"{ask:.{d}f}",
        "volume": f"{scene.volume / scene.last:.2f}",
        "time": f"{scene.stated:%Y-%m-%dT%H:%M:%S}Z",
    }
    if scene.chance("epoch") < 0.5:
        body = {
            item.name.lower(): {
                "usd": scene.last,
                "usd_24h_change": round(_percent(scene), 3),  # type: ignore[dict-item]
                "last_updated_at": seconds_of(scene.stated),
            }
        }
    return Page(
        f"{item.ticker}-USD ticker", f"https://api.harbourx.example/v1/ticker/{item.ticker}-USD", json.dumps(body)
    )


def tile(scene: Scene) -> Page:
    """Give a shop's line, without a time."""
    item, d = scene.item, scene.decimals
    text = (
        f"{item.ticker} ${amount(scene.last, d)} USD {_percent(scene):+.2f}% (1d). Buy {item.name} with a card or bank "
        f"account in minutes. Over 300 coins."
    )
    return Page(f"Buy {item.name} ({item.ticker})", f"https://coinkiosk.example/buy/{_slug(scene)}", text)


def report(scene: Scene) -> Page:
    """Give a sentence of news with the time of the price."""
    item, d = scene.item, scene.decimals
    verb = "gained" if scene.last >= scene.previous else "lost"
    day = scene.stated.date()
    text = (
        f"{item.name} {verb} {abs(_percent(scene)):.1f}% in 24 hours and changed hands at ${amount(scene.last, d)} at "
        f"{scene.stated:%H:%M} UTC on {weekday(day)}, {day_month(day)}, {day.year}. Traders watch "
        f"${amount(scene.last * 1.05, d)} "
        f"as resistance."
    )
    return Page(f"{item.name} market update", f"https://blocknews.example/{_slug(scene)}-update", text, scene.stated)


def history(scene: Scene) -> Page:
    """Give a table of the days before."""
    item, d = scene.item, scene.decimals
    rows = [
        f"{short_day(day)} ${amount(o, d)} ${amount(h, d)} ${amount(low, d)} ${amount(c, d)} "
        f"${scene.volume * 0.9:,.0f} "
        f"${scene.supply * c:,.0f}"
        for day, o, h, low, c in scene.day_rows(3)
    ]
    return Page(
        f"{item.name} ({item.ticker}) historical data",
        f"https://coinshelf.example/coins/{_slug(scene)}/historical_data",
        "Date Open High Low Close Volume Market Cap " + " ".join(rows),
    )


def wrapped(scene: Scene) -> Page:
    """Give a wrapped form of the coin, a few hundredths off."""
    item, d = scene.item, scene.decimals
    price = scene.previous * (0.996 + 0.003 * draw(scene.market.seed, "wrapped", item.ticker))
    text = (
        f"The live Wrapped {item.name} price today is ${amount(price, d)} USD with a 24-hour trading volume of "
        f"${scene.volume * 0.004:,.0f} USD."
    )
    return Page(
        f"Wrapped {item.name} price, W{item.ticker} price",
        f"https://coinshelf.example/coins/wrapped-{_slug(scene)}",
        text,
    )


def namesake(scene: Scene) -> Page:
    """Give another coin with a similar name."""
    item = scene.item
    price = scene.instrument.base * (0.01 + 0.3 * draw(scene.market.seed, "namesake", item.ticker))
    text = (
        f"The current price of {item.name} Classic ({item.ticker[:3]}C) is ${amount(price, scene.decimals)}. "
        f"24h change {10 * draw(item.ticker, 'c') - 5:+.1f}%."
    )
    return Page(
        f"{item.name} Classic Price ({item.ticker[:3]}C)",
        f"https://www.tradequay.example/price/{_slug(scene)}-classic",
        text,
    )


def prediction(scene: Scene) -> Page:
    """Give promises, which are not prices."""
    item, d = scene.item, scene.decimals
    base = scene.year[1]
    text = (
        f"Our model sees {item.ticker} between ${amount(base * 1.3, d)} and ${amount(base * 2.2, d)} by December "
        f"{scene.received_at.year + 1} and ${amount(base * 4, d)} in {scene.received_at.year + 4}."
    )
    return Page(
        f"{item.name} Price Prediction {scene.received_at.year + 1}",
        f"https://coinprophecy.example/{_slug(scene)}",
        text,
    )


TIMED = (exchange_page, ticker_row, book_page, converter, machine, report)
UNTIMED = (coin_page, table, tile)
OLDER = (history,)
OTHER = (wrapped, namesake, prediction)
