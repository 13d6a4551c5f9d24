"""Words on a command line name items and apis."""

import pytest

from monitor.cli.picking import durations_of, pick_apis, pick_items
from monitor.datasets import load_live
from monitor.errors import ConfigError
from monitor.search.config import load_apis

ITEMS = load_live()
APIS = load_apis()
USABLE = {name: api for name, api in APIS.items() if name.startswith("ddgs")}


def test_items_by_id_ticker_asset_and_all():
    assert [item.ticker for item in pick_items(ITEMS, ["msft", "live-004"])] == ["MSFT", "BTC"]
    assert {item.asset.value for item in pick_items(ITEMS, ["fx,crypto"])} == {"fx", "crypto"}
    assert pick_items(ITEMS, ["all"]) == ITEMS
    assert len(pick_items(ITEMS, ["BTC", "live-004", "BTC"])) == 1


def test_an_unknown_item_is_refused_with_a_hint():
    with pytest.raises(ConfigError, match="did you mean 'MSFT'"):
        pick_items(ITEMS, ["MSTF"])


def test_apis_by_name_and_by_default_all_that_can_be_asked():
    assert [api.name for api in pick_apis(USABLE, APIS, ["ddgs_brave,ddgs_mojeek"])] == ["ddgs_mojeek", "ddgs_brave"]
    assert len(pick_apis(USABLE, APIS, [])) == len(USABLE)


@pytest.mark.parametrize(
    ("word", "said"), [("exa_instant", "cannot be asked"), ("ddgs_brav", "did you mean 'ddgs_brave'")]
)
def test_an_api_that_cannot_be_asked_is_refused(word, said):
    with pytest.raises(ConfigError, match=said):
        pick_apis(USABLE, APIS, [word])
    with pytest.raises(ConfigError, match="no api can be asked"):
        pick_apis({}, APIS, [])


def test_offsets_are_durations_in_order():
    assert [span.total_seconds() for span in durations_of(["1m,5s", "2h"])] == [5, 60, 7200]
