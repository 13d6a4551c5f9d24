"""`monitor reference show --at`: what a target range rests on, on one screen, as JSON and as a picture."""

import json

import pytest

from tests.market.stocked import INSTANT, stocked

AT = ("reference", "show", "BTC", "--at", "2026-11-24T16:00Z")


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "stocked.sqlite"
    stocked(path, [("exa", 5, 86_000.0), ("brave", 300, 86_010.0)]).close()
    return path


def test_one_screen_says_what_was_used_and_what_was_set_aside_and_why(command, store):
    ran = command(*AT, "--db", store)
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert len(lines) <= 45
    assert max(map(len, lines)) <= 80
    assert "Bitcoin (BTC, live-004) at 2026-11-24T16:00:00Z, in USD" in lines[0]
    for said in ("never closes", "the minutes marked *", "fixed", "limit", "half a unit of its last digit",
                 "prior close", "look-back", "power", "15m", "1h", "current", "fake 1", "11-24 18:00"):
        assert said in ran.out, said
    row = next(line for line in lines if line.startswith("15:59*  bitstamp"))
    assert "outlier" in row or "offset" in row
    assert any(line.startswith("15:59*  agreed") and "2 agree within" in line for line in lines)
    assert "binance: blocked here at 11-24 18:00" in ran.out
    assert "2 of 2 apis: 2 target" in ran.out


def test_json_holds_all_of_it(command, store):
    [found] = json.loads(command(*AT, "--db", store, "--json").out)
    assert found["market"].startswith("this market never closes")
    target = found["target"]
    assert target["low"] < target["high"]
    assert target["band"] == max(target["fixed"], min(target["disagreement"], target["agreement_limit"]))
    assert target["band_from"] in ("fixed", "measured disagreement", "agreement limit")
    assert {one["rival"] for one in found["rivals"]} == {"prior_close", "15m", "1h", "current"}
    apart = {one["rival"]: one for one in found["rivals"]}["1h"]
    assert apart["apart"] is (not target["low"] <= apart["price"] <= target["high"])
    used = {one["source"]: one for one in found["sources"]}
    assert used["bitstamp"]["set_aside"]
    assert used["binance"]["failure"].startswith("blocked here")
    assert used["kraken"]["library"] == "fake 1"
    assert [one["half_digit"] for one in found["answers"]] == [0.005, 0.005]
    agreed = [one for one in found["minutes"] if one["source"] is None and one["target"]]
    assert [one["start"] for one in agreed] == ["2026-11-24T15:59:00Z", "2026-11-24T16:00:00Z"]
    assert target["low"] == pytest.approx(min(one["low"] for one in agreed) - target["band"])


def test_the_picture_is_drawn_as_its_name_says(command, store, tmp_path):
    for name, head in (("a.png", b"\x89PNG"), ("b.svg", b"<svg")):
        ran = command(*AT, "--db", store, "--plot", tmp_path / name, "--width", 360, "--dark")
        assert ran.code == 0
        assert (tmp_path / name).read_bytes().startswith(head)
        assert "drawn" in ran.err
    assert b"Reference price of Bitcoin" in (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(("words", "said"), [
    (("--at", "2026-11-24T16:00Z", "--plot", "a.gif"), ".png or .svg"),
    (("--plot", "a.png"), "give --at too"),
    (("--at", "2026-11-24T16:00Z", "--plot", "absent/a.svg"), "absent/a.svg: cannot be written"),
    (("--at", "yesterday"), "neither a duration nor a time"),
])  # fmt: skip
def test_wrong_usage_is_said(command, store, words, said):
    ran = command("reference", "show", "BTC", *words, "--db", store)
    assert ran.code == (3 if "cannot be written" in said else 2)
    assert said in " ".join(ran.err.split()).replace("│ ", "").replace(" │", "")


def test_an_instant_without_bars_is_a_finding_with_its_reason(command, store, tmp_path):
    ran = command("reference", "show", "MSFT", "--at", "2026-11-28T12:00Z", "--db", store, "--plot", tmp_path / "n.svg")
    assert ran.code == 1
    assert "outside XNYS, a weekend: closed since Fri 11-27 18:00 UTC, opens Mon 11-30" in " ".join(ran.out.split())
    assert "target      none: no" in ran.out
    assert "closed: does not count towards freshness" in ran.out
    assert "is not drawn: " in ran.err
    assert not (tmp_path / "n.svg").exists()


def test_around_now_a_duration_says_when(command, store):
    assert command("reference", "show", "BTC", "--at", "10m", "--db", store).code == 1
    assert INSTANT.minute == 0
