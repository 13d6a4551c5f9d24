"""The keys under which machine-readable texts give prices, times, symbols and currencies."""

from functools import lru_cache

from monitor.reading.labels import Label
from monitor.reading.vocabulary import spaced

__all__ = ["MONEY_KEYS", "NAMED_KEYS", "PRICE_KEYS", "SYMBOL_KEYS", "TIME_KEYS", "tidy"]

PRICE_KEYS: dict[str, Label] = {}
for _label, _keys in (
    (Label.LAST,
        "regularmarketprice last lastprice last_price lasttradeprice last_trade_price price current_price"
        " currentprice latestprice rate close_price_now p spot mid_market_rate exchange_rate exchangerate trade_price"
        " lasttradedprice ltp c 05.price 5.exchangerate currentexchangerate lastpr lastsaleprice last_traded_price"
        " pricelast priceusd price_usd price_native lasttrade quote value amount result converted conversion_rate"
        " conversionrate"
    ),
    (Label.CLOSE, "close closeprice adjclose regularmarketclose prev_day_close closing_price official_close"),
    (Label.EXTENDED,
        "postmarketprice premarketprice afterhoursprice extendedprice extendedhoursprice extended_hours_price"
    ),
    (Label.BID, "bid bidprice bid_price b bestbid best_bid bidpx 8.bidprice highestbid highest_bid buy"),
    (Label.ASK, "ask askprice ask_price a bestask best_ask askpx 9.askprice lowestask lowest_ask sell"),
    (Label.PREVIOUS,
        "regularmarketpreviousclose previousclose previous_close prevclose prev_close chartpreviousclose pc"
        " 08.previousclose prevprice prev_price"
    ),
    (Label.OPEN, "regularmarketopen open openprice open_price o 02.open"),
    (Label.MID, "mid midprice mid_price midpoint"),
):  # fmt: skip
    for _key in _keys.split():
        PRICE_KEYS[_key] = _label
TIME_KEYS = frozenset(
    spaced(
        "regularmarkettime timestamp time last_updated last_updated_at lastupdated last_update lastupdate",
        "lastupdatetime lasttradetime last_trade_time datetime date ts t updated updated_at updatedat latestupdate",
        "time_last_update_unix closetime close_time 6.lastrefreshed 07.latesttradingday as_of asof quotetime",
        "quotetimeinlong time_published latesttime at servertime regularmarkettimeutc updatetime",
        "time_last_update_utc trade_time tradetimestamp market_time lasttradedate effectivedate postmarkettime",
        "premarkettime lasttradetimestamp lastupdatetimestamp last_trade_timestamp quotetimestamp quote_time pricetime",
        "updatedate lastrefreshed last_refreshed lasttradeddatetime lasttradedtime last_price_time pricedate",
        "price_date tradedate trade_date lasttradingday latesttradingday asofdate as_of_date",
    )
)
SYMBOL_KEYS = frozenset(
    [
        "symbol",
        "ticker",
        "instid",
        "pair",
        "market",
        "product_id",
        "s",
        "t",
        "instrument",
        "id",
        "name",
        "coin",
        "01.symbol",
        "from_currency",
        "base",
        "basecurrency",
        "base_code",
        "asset",
        "code",
        "shortname",
        "longname",
        "market_pair",
        "from",
        "slug",
        "ric",
        "source",
        "target",
        "fromcurrency",
        "1.from_currencycode",
        "fromsymbol",
    ]
)
MONEY_KEYS = frozenset(
    [
        "currency",
        "quote",
        "quotecurrency",
        "quote_currency",
        "quoteasset",
        "quote_asset",
        "pricecurrency",
        "vs_currency",
        "target",
        "to",
        "counter",
        "to_currency",
        "3.to_currencycode",
        "tocurrency",
        "unit",
        "financialcurrency",
        "tosymbol",
    ]
)


NAMED_KEYS = frozenset(PRICE_KEYS) | TIME_KEYS


@lru_cache(maxsize=4096)
def tidy(key: str) -> str:
    """Give a key as the tables have it: small letters, no spaces."""
    return key.lower().replace(" ", "").replace("-", "_")
