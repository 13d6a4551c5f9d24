"""`monitor show` marks the numbers that readers took."""

from monitor.reading.marking import marked


def test_the_number_is_marked_however_it_is_written():
    assert marked("MSFT at $512.34.", [512.34]) == "MSFT at $>>512.34<<."
    assert marked("BTC 96,010.50 USD", [96010.5]) == "BTC >>96,010.50<< USD"
    assert marked("BTC 96.010,50 EUR", [96010.5]) == "BTC >>96.010,50<< EUR"
    assert marked("512.34 then 512.345 then 512.34", [512.34]) == ">>512.34<< then 512.345 then >>512.34<<"


def test_the_excerpt_lies_around_it():
    text = "x " * 500 + "last 512.34 USD " + "y " * 500
    found = marked(text, [512.34])
    assert ">>512.34<<" in found
    assert found.startswith("... ")
    assert found.endswith(" ...")
    assert len(found) < 190


def test_without_it_the_beginning_is_shown():
    assert marked("a b " * 100, [1.0], most=20) == "a b a b a b a b a b  ..."
    assert marked("", [1.0]) == ""
    assert marked("5 6", []) == "5 6"
