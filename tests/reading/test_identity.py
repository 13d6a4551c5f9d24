"""The item and its look-alikes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from monitor.reading.derivatives import DERIVATIVE, derivative
from monitor.reading.faces import Title
from monitor.reading.identity import Subject, profile
from monitor.reading.naming import mentions_in, owned
from monitor.reading.pairs import pair
from monitor.reading.text import words_of
from tests.reading.helpers import BTC, EURUSD, MSFT, item


def owner(about: object, title: str, url: str = "https://x.example/", article: bool = False) -> Subject:
    return owned(profile(about), Title(profile(about), title).owner(article), url)[0]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "title",
    [
        "Microsoft Corporation (MSFT) Stock Price",
        "MSFT: Microsoft Corp",
        "Microsoft Aktie | MSF | US5949181045",
        "MSFT | Nasdaq",
        "Microsoft (NASDAQ:MSFT)",
    ],
)
def test_the_item_s_own_page(title: str) -> None:
    assert owner(MSFT, title) is Subject.OWN


@pytest.mark.parametrize(
    "title",
    [
        "Microsoft xStock price today, MSFTX to USD live",
        "MSFT Jan 2027 500 call",
        "Direxion Daily MSFT Bull 2X Shares (MSFU)",
        "YieldMax MSFT Option Income Strategy ETF (MSFO)",
        "Apple Inc. (AAPL)",
        "Microsoft (MSFT) tokenized stock",
    ],
)
def test_another_s_page(title: str) -> None:
    assert owner(MSFT, title) is Subject.OTHER


@pytest.mark.parametrize(
    "title",
    [
        "Bitcoin Cash Price (BCH)",
        "Bitcoin SV price | BSV",
        "Wrapped Bitcoin price, WBTC price",
        "iShares Bitcoin Trust ETF (IBIT)",
        "BTCUSDT perpetual - mark and index price",
        "Bitcoin futures Dec 2026 (BTC1!) CME",
        "Bitcoin Depot Inc. (BTM) stock",
    ],
)
def test_what_is_made_of_a_coin_s_name_is_not_the_coin(title: str) -> None:
    assert owner(BTC, title) is Subject.OTHER


def test_an_address_with_an_empty_name_says_nothing() -> None:
    assert owner(BTC, "Prices", "https://x.example/.html") is Subject.NONE


def test_a_pair_names_the_currency() -> None:
    for title, quote in (("BTC/USDT | Spot", "USDT"), ("BTC-EUR", "EUR")):
        assert owned(profile(BTC), Title(profile(BTC), title).owner(False), "") == (Subject.OWN, quote)


def test_the_same_ticker_under_a_foreign_name_is_a_namesake() -> None:
    link = item("crypto", "Chainlink", "LINK")
    assert owner(link, "Interlink Electronics, Inc. (LINK) Stock Price - Nasdaq") is Subject.OTHER
    tesco = item("equity", "Tesco", "TSCO.L")
    assert owner(tesco, "Tractor Supply Company (TSCO) Stock Price") is Subject.OTHER
    assert owner(tesco, "TESCO PLC TSCO share price") is Subject.OWN


def test_classes_are_told_apart() -> None:
    class_c = item("equity", "Alphabet Class C", "GOOG")
    assert owner(class_c, "Alphabet Inc. (GOOGL)") is Subject.OTHER
    assert owner(class_c, "Alphabet Inc. Class C (GOOG)") is Subject.OWN
    class_b = item("equity", "Berkshire Hathaway Class B", "BRK.B")
    assert owner(class_b, "Berkshire Hathaway Inc. (BRK.A)") is Subject.OTHER
    assert owner(class_b, "BRK-B stock quote") is Subject.OWN


def test_an_address_names_the_item_where_the_title_does_not() -> None:
    assert owner(MSFT, "quoteResponse", "https://query1.example.com/v7/quote?symbols=MSFT") is Subject.OWN
    assert owner(BTC, "Markets", "https://coins.example.com/currencies/bitcoin/") is Subject.OWN
    assert owner(BTC, "Markets", "https://coins.example.com/currencies/bitcoin-cash/") is Subject.NONE


def test_mentions_of_a_list_are_each_their_own() -> None:
    text = "NVDA NVIDIA Corporation 181.20 MSFT Microsoft Corporation 512.34 Apple 271.10"
    named = [(text[m.start : m.end], m.subject) for m in mentions_in(profile(MSFT), text, text.lower())]
    assert ("MSFT", Subject.OWN) in named
    assert ("Microsoft", Subject.OWN) in named
    assert any(word == "Apple" and subject is Subject.OTHER for word, subject in named)


@pytest.mark.parametrize(
    ("title", "subject"),
    [
        ("EUR/USD - Euro US Dollar", Subject.OWN),
        ("Convert Euros to US Dollars", Subject.OWN),
        ("Euro Dollar Kurs", Subject.OWN),
        ("ユーロ/米ドル", Subject.OWN),
        ("USD to EUR exchange rate", Subject.INVERSE),
        ("EUR/CHF and EUR/GBP rates", Subject.OTHER),
        ("US Dollar Index (DXY) quote", Subject.OTHER),
        ("Sterling steadies", Subject.NONE),
    ],
)
def test_pairs_of_a_title(title: str, subject: Subject) -> None:
    assert pair(EURUSD).of_title(title, title.lower(), "https://x.example/") is subject


@given(st.from_regex(DERIVATIVE))
def test_a_derivative_is_found_though_its_words_are_looked_at_first(text: str) -> None:
    assert derivative(text, words_of(text)) is not None
