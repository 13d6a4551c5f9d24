"""What the words before a number say that it is."""

import pytest

from monitor.reading.labels import Label, before


@pytest.mark.parametrize(
    ("gap", "label"),
    [
        (" previous close ", Label.PREVIOUS),
        (" market open. previous close ", Label.PREVIOUS),
        (" 1y target est ", Label.TARGET),
        (" 52 week range ", Label.RANGE),
        (" 52-week high stock price is ", Label.HIGHLOW),
        (" opened at $", Label.OPEN),
        (" last price of $", Label.LAST),
        (" average price of $", Label.AVERAGE),
        (" market cap (intraday) ", Label.VALUE),
        (" bid ", Label.BID),
        (" geld ", Label.BID),
        (" brief ", Label.ASK),
        (" vortag ", Label.PREVIOUS),
        (" kursziel von ", Label.TARGET),
        (" 前日終値 ", Label.PREVIOUS),
        (" 高値 ", Label.HIGHLOW),
        (" 현재가 ", Label.LAST),
        (" 最新价 ", Label.LAST),
        (" clôture veille ", Label.PREVIOUS),
        (" cierre anterior ", Label.PREVIOUS),
        (" chiusura precedente ", Label.PREVIOUS),
        (" fechamento anterior ", Label.PREVIOUS),
        (" after hours: last | ", Label.EXTENDED),
        (" last updated: ", Label.NEUTRAL),
        (" the price of bitcoin (btc) is $", Label.NONE),
        (" - ", Label.NONE),
        ("", Label.NONE),
    ],
)
def test_a_label_is_told(gap: str, label: Label) -> None:
    assert before(gap)[0] is label


def test_a_telling_label_reaches_across_words_but_not_across_a_sentence() -> None:
    assert before(" price target, according to five analysts, is $")[0] is Label.TARGET
    assert before(" price target. the shares ")[0] is Label.NONE
