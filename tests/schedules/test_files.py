"""Schedule files: what they may say, what is refused and how, what ships."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from monitor import paths
from monitor.datasets import fill_template, load_live
from monitor.errors import ConfigError
from monitor.probing.estimate import estimate
from monitor.probing.which import offsets_of
from monitor.schedules import (
    OFFSET_PRESETS,
    LiveSchedule,
    Schedules,
    SchedulesError,
    instants,
    instants_per_day,
    load_schedules,
    select_items,
)
from monitor.search.config import load_apis

Live = Callable[[str], LiveSchedule]
Load = Callable[..., Schedules]
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ROOT = Path(__file__).resolve().parents[2]


def shipped() -> Schedules:
    return load_schedules(paths.shipped_schedules_dir(), now=NOW, items=load_live(), apis={"all", "keyless"})


def test_shipped_live_schedules_cover_every_asset_and_the_close() -> None:
    live = {schedule.name: schedule for schedule in shipped().live}
    assert all(schedule.enabled for schedule in live.values())
    asked = {item.id for schedule in live.values() for item in select_items(schedule, load_live())}
    assert asked == {item.id for item in load_live()}
    week = (datetime(2026, 11, 23, tzinfo=UTC), datetime(2026, 11, 30, tzinfo=UTC))
    closes = [one.at.strftime("%a %H:%M") for one in instants(live["stocks-close"], *week)]
    assert closes == ["Mon 21:00", "Tue 21:00", "Wed 21:00", "Fri 18:00"]
    for name in ("stocks-session", "coins", "currencies"):
        found = instants(live[name], *week)
        assert found
        assert all(one.market_open for one in found)
    assert {one.at.weekday() for one in instants(live["coins"], *week)} == set(range(7))


def test_shipped_schedules_stay_modest() -> None:
    """At 5 USD for a thousand calls, every paid api costs less than 1.50 USD a day."""
    calls = sum(instants_per_day(schedule, NOW) * len(schedule.offsets) * len(select_items(schedule, load_live()))
                for schedule in shipped().live)
    assert 100 < calls < 300


def test_the_shipped_plan_fits_the_limits_of_every_api_that_ships() -> None:
    apis = {name: api for name, api in load_apis().items() if api.enabled}
    cost = estimate(shipped().live, load_live(), apis, NOW)
    assert cost.too_late == {}
    assert cost.calls["ddgs_brave"] < cost.calls["exa_instant"]


def test_slow_apis_have_offsets_of_their_own_where_the_schedule_says_so(live: Live) -> None:
    rule = 'at = ["10:00"]\ncalendar = "always"\noffsets = ["5s", "1m"]\n'
    both = live(rule + 'slow_offsets = ["1m", "1h"]')
    assert [both.offsets_at(rps) for rps in (None, 5.0, 1.0, 0.5)] == [(5, 60), (5, 60), (60, 3600), (60, 3600)]
    assert live(rule).offsets_at(0.5) == (5, 60)
    fast, slow = load_apis()["exa_instant"], load_apis()["ddgs_brave"]
    assert [(s, [api.name for api in apis]) for s, apis in offsets_of(both, [fast, slow])] == [
        (5, ["exa_instant"]), (60, ["exa_instant", "ddgs_brave"]), (3600, ["ddgs_brave"]),
    ]  # fmt: skip


def test_shipped_nightly_schedules_are_enabled_and_ask_both_sets_three_times() -> None:
    nightly = shipped().nightly
    assert all(schedule.enabled and schedule.repeats == 3 for schedule in nightly)
    assert {name for schedule in nightly for name in schedule.sets} == {"historical-lookup", "multi-hop-lookup"}


def test_shipped_wordings_can_be_filled_for_every_item() -> None:
    for schedule in shipped().live:
        for item in select_items(schedule, load_live()):
            for text in schedule.wordings:
                assert item.name in fill_template(item, NOW, text)


def test_loading_without_a_moment_imports_nothing_heavy() -> None:
    script = ("import sys; from monitor import paths; from monitor.schedules import load_schedules;"
              "load_schedules(paths.shipped_schedules_dir(), now=None);"
              "print(sorted({'exchange_calendars', 'pandas', 'numpy'} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT,
                          timeout=60)
    assert done.stdout.strip() == "[]"


def test_presets_and_lists_of_offsets(live: Live) -> None:
    rule = 'calendar = "always"\nat = ["10:00"]\n'
    assert live(rule).offsets_s == (5, 30, 60, 120, 300, 900, 1800, 3600, 10800)
    assert live(rule + 'offsets = "board"').offsets_s == (5, 30, 60, 900, 3600, 10800)
    assert live(rule + 'offsets = ["1h", "5s", "2m"]').offsets_s == (5, 120, 3600)
    assert len(OFFSET_PRESETS) == 3


def test_defaults_and_single_values(live: Live) -> None:
    schedule = live('items = "equity"\nat = 10:30:00\nzone = "America/New_York"')
    assert (schedule.items, schedule.at, schedule.calendar) == (("equity",), (time(10, 30),), "XNYS")
    assert (schedule.apis, schedule.enabled, schedule.when_closed, schedule.wordings) == (("all",), True, "skip", ())
    assert live('items = ["fx"]\nevery = "1h"').calendar == "fx"
    assert live('items = ["crypto"]\nevery = "1h"').calendar == "always"


def test_items_by_asset_by_id_and_all(live: Live) -> None:
    rule = 'calendar = "always"\nat = ["10:00"]\n'
    items = load_live()
    assert select_items(live(rule), items) == items
    assert [one.id for one in select_items(live(rule + 'items = ["live-009", "equity"]'), items)] == [
        "live-001", "live-002", "live-003", "live-009"]


def test_hash_follows_the_content_alone(live: Live) -> None:
    rule = 'calendar = "always"\nat = ["10:00", "11:00"]\n'
    first = live(rule)
    assert first.hash == live("# a comment\n" + rule + 'offsets = "default"').hash
    assert first.hash == live('at = ["11:00", "10:00"]\ncalendar = "always"\noffsets = ' + str(
        list(OFFSET_PRESETS["default"])).replace("1m", "60s")).hash
    others = [live(rule + line).hash for line in (
        'offsets = "board"', 'zone = "Europe/London"', "enabled = false", 'apis = ["exa"]', 'items = ["fx"]',
        'when_closed = "ask"', 'wordings = ["{{name}} {{date}} {{time}}"]')]
    assert len({first.hash, *others}) == len(others) + 1
    # Stored hashes are compared with new ones: this one may change only when the format does.
    assert first.hash == "8c1cba1d8cad"
    assert first.model_copy(update={"at": (time(9),)}).hash != first.hash


RULE = 'at = ["10:00"]'


@pytest.mark.parametrize(("lines", "field", "says"), [
    # what can never fire
    ('calendar = "XNYS"\nat = ["10:00"]', "at", "10:00 UTC can never fire: XNYS is never open then"),
    ('calendar = "XNYS"\nzone = "America/New_York"\nat = ["10:00", "22:00"]', "at", "22:00 America/New_York can never"),
    ('calendar = "XNYS"\nevery = "1h"\nbetween = ["02:00", "05:00"]', "every", "can never fire"),
    ('calendar = "XNYS"\ncron = "0 3 * * *"', "cron", "XNYS is never open then"),
    ('calendar = "fx"\ncron = "0 12 * * sat"', "cron", "fx is never open then"),
    ('calendar = "always"\ncron = "0 12 30 2 *"', "cron", "can never fire: no such day comes"),
    ('calendar = "always"\ncron = "0 12 31 4,6,9,11 *"', "cron", "no such day comes"),
    (f'calendar = "always"\nitems = []\n{RULE}', "items", "the list of items is empty, so it can never fire"),
    (f'calendar = "always"\napis = []\n{RULE}', "apis", "empty"),
    (f'calendar = "always"\noffsets = []\n{RULE}', "offsets", "empty"),
    ('calendar = "always"\nat = []', "at", "empty"),
    ('calendar = "always"\nat_close = ["0m"]', "at_close", "calendar always never closes"),
    ('calendar = "always"\nrandom = { per_day = 0, seed = 1 }', "random.per_day", "greater than or equal to 1"),
    # unknown zone, calendar
    (f'calendar = "always"\nzone = "America/NewYork"\n{RULE}', "zone", "did you mean America/New_York"),
    (f'calendar = "always"\nzone = 5\n{RULE}', "zone", "5 is not a time zone"),
    (f'calendar = "XNYX"\n{RULE}', "calendar", "unknown calendar 'XNYX' .did you mean XNYS"),
    (f'calendar = "forex"\n{RULE}', "calendar", "unknown calendar 'forex'.*use fx, always"),
    (f'calendar = 7\n{RULE}', "calendar", "7: input should be a valid string"),
    (RULE, "calendar", "it is missing, and the items are not one asset"),
    # offsets and steps that are no durations
    (f'calendar = "always"\noffsets = ["5 s"]\n{RULE}', "offsets", "'5 s' is not a duration"),
    (f'calendar = "always"\noffsets = ["-5s"]\n{RULE}', "offsets", "'-5s' is not a duration"),
    (f'calendar = "always"\noffsets = [5]\n{RULE}', "offsets", "5 is not a duration"),
    (f'calendar = "always"\noffsets = "bord"\n{RULE}', "offsets", "'bord' is not a preset.*default or board"),
    (f'calendar = "always"\noffsets = ["60s", "1m"]\n{RULE}', "offsets", "1m is there twice"),
    (f'calendar = "always"\noffsets = ["30d"]\n{RULE}', "offsets", "30d is longer than 7d"),
    ('calendar = "always"\nevery = "15"', "every", "'15' is not a duration"),
    ('calendar = "always"\nevery = "0m"', "every", "whole number of minutes"),
    ('calendar = "always"\nevery = "2d"', "every", "longer than a day"),
    # instants with seconds, times that are none
    ('calendar = "always"\nat = ["10:00:30"]', "at", "has seconds"),
    ('calendar = "always"\nat = [10:00:30]', "at", "has seconds"),
    ('calendar = "always"\nevery = "90s"', "every", "whole number of minutes"),
    ('calendar = "XNYS"\nat_close = ["30s"]', "at_close", "whole number of minutes"),
    ('calendar = "always"\nat = ["24:00"]', "at", "'24:00' is not a time of day"),
    ('calendar = "always"\nat = ["9:30"]', "at", "'9:30' is not a time of day"),
    ('calendar = "always"\nat = [930]', "at", "930 is not a time of day"),
    ('calendar = "always"\nat = ["10:00", "10:00"]', "at", "10:00 is there twice"),
    ('calendar = "always"\nevery = "1h"\nbetween = ["18:00", "06:00"]', "between", "ends .06:00. before it begins"),
    ('calendar = "always"\nevery = "1h"\nbetween = ["18:00"]', "between", "not two times of day"),
    ('calendar = "XNYS"\nat_close = ["13h"]', "at_close", "more than 12h from the close"),
    # rules that do not go together
    ('calendar = "always"', None, "nothing says when it fires"),
    (f'calendar = "always"\ncron = "0 * * * *"\n{RULE}', "cron", "at and cron are both there"),
    (f'calendar = "always"\nbetween = ["10:00", "11:00"]\n{RULE}', "between", "no meaning with at"),
    ('calendar = "always"\nzone = "Europe/London"\ncron = "0 * * * *"', "zone", "no meaning with cron"),
    ('calendar = "fx"\nwhen_closed = "ask"\nrandom = { per_day = 1, seed = 1 }', "when_closed",
     "no meaning with random"),
    # cron
    ('calendar = "always"\ncron = "0 * * *"', "cron", "has 4 fields, not five"),
    ('calendar = "always"\ncron = "61 * * * *"', "cron", "is not a cron expression"),
    ('calendar = "always"\ncron = "0 0 * * 8"', "cron", "weekday '8' is not known"),
    ('calendar = "always"\ncron = "0 0 * * 1/2"', "cron", "weekday step"),
    ('calendar = "always"\ncron = "0 0 1 * mon"', "cron", "a day of the month and a weekday"),
    ('calendar = "always"\ncron = 5', "cron", "5 is not a cron expression"),
    # misspelt names
    (f'calendar = "always"\nofsets = ["5s"]\n{RULE}', "ofsets", "unknown field 'ofsets' .did you mean offsets"),
    ('calendar = "always"\nrandom = { per_day = 1, seed = 1, perday = 1 }', "random.perday", "did you mean per_day"),
    ('calendar = "always"\nrandom = { per_day = 1 }', "random.seed", "it is missing"),
    (f'calendar = "always"\nitems = ["equities"]\n{RULE}', "items", "unknown item or asset 'equities'"),
    (f'calendar = "always"\nitems = ["BTC"]\n{RULE}', "items", "unknown item or asset 'BTC'.*BTC is live-0"),
    (f'calendar = "always"\nitems = ["live-01"]\n{RULE}', "items", "did you mean live-0"),
    (f'calendar = "always"\napis = ["exa_instnt"]\n{RULE}', "apis", "did you mean exa_instant"),
    (f'calendar = "always"\nwhen_closed = "skp"\n{RULE}', "when_closed", "'skip' or 'ask'"),
    (f'calendar = "always"\nenabled = "yes"\n{RULE}', "enabled", "valid boolean"),
    # wordings
    (f'calendar = "always"\nwordings = ["{{{{name}}}} now"]\n{RULE}', "wordings", r"lacks \{\{date\}\}"),
    (f'calendar = "always"\nwordings = ["{{{{name}}}} {{{{date}}}}"]\n{RULE}', "wordings", r"lacks \{\{time\}\}"),
    (f'calendar = "always"\nwordings = ["{{{{date}}}} {{{{time}}}}"]\n{RULE}', "wordings", "names no item"),
    (f'calendar = "always"\nwordings = ["{{{{nam}}}} {{{{date}}}}"]\n{RULE}', "wordings", "which nothing fills"),
])
def test_mistake_names_file_table_and_field(load: Load, tmp_path: Path, lines: str, field: str | None,
                                            says: str) -> None:
    with pytest.raises(SchedulesError, match=says) as caught:
        load(f'[[live]]\nname = "one"\n{lines}\n', items=load_live(), apis={"all", "keyless", "exa_instant"})
    table = f"{tmp_path / 'own.toml'}, [[live]] 'one'"
    assert [one.where for one in caught.value.problems] == [f"{table}, {field}" if field else table]
    assert all(one.remedy for one in caught.value.problems)


def test_wording_of_the_close_needs_no_time_and_that_of_one_item_no_name(live: Live) -> None:
    assert live('items = ["equity"]\nat_close = ["0m"]\nwordings = ["{{name}} close {{date}}"]').wordings
    one_item = 'items = ["live-004"]\ncalendar = "always"\nat = ["10:00"]\n'
    assert live(one_item + 'wordings = ["BTC {{date}} {{time}}"]').wordings


@pytest.mark.parametrize(("lines", "field", "says"), [
    ("", "at", "it is missing"),
    ('at = ["02:00"]\nsets = ["historical"]', None, "unknown set 'historical'"),
    ('at = ["02:00"]\nsets = ["live-lookup"]', None, "asked by ..live.. tables"),
    ('at = ["02:00"]\nsets = []', "sets", "empty"),
    ('at = ["02:00"]\nrepeats = 0', "repeats", "greater than or equal to 1"),
    ('at = ["02:00"]\nrepeats = true', "repeats", "valid integer"),
    ('at = ["02:00"]\noffsets = "board"', "offsets", "unknown field 'offsets'"),
    ('at = ["02:00"]\nzone = "Mars"', "zone", "unknown time zone"),
])
def test_mistake_in_a_nightly_table(load: Load, lines: str, field: str | None, says: str) -> None:
    with pytest.raises(SchedulesError, match=says) as caught:
        load(f'[[nightly]]\nname = "n"\n{lines}\n')
    assert caught.value.problems[0].where.endswith(f"[[nightly]] 'n', {field or 'sets'}")


def test_nightly_takes_folders_files_and_hub_sets(load: Load) -> None:
    sets = '["hf:a/b@v1", "own/set.jsonl", "multi-hop-lookup"]'
    [schedule] = load(f'[[nightly]]\nname = "n"\nat = "02:00"\nsets = {sets}').nightly
    assert (schedule.sets[0], schedule.repeats) == ("hf:a/b@v1", 1)


def test_all_mistakes_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[live]]\nname = "x"\ncalendar = "always"\nat = ["1"]\noffsets = ["2"]\n'
                                     '[[live]]\nname = "Y"\n')
    (tmp_path / "b.toml").write_text("[[live]\n")
    (tmp_path / "c.toml").write_text("[[lives]]\n[live]\n")
    (tmp_path / "d.toml").write_text("# nothing\n")
    with pytest.raises(SchedulesError) as caught:
        load_schedules(tmp_path, now=NOW)
    said = str(caught.value)
    assert len(caught.value.problems) == 7
    for text in ("[[live]] 'x', at: '1' is not a time", "[[live]] 'x', offsets: '2' is not a duration",
                 "'Y' is not a name", "b.toml: cannot be read as TOML", "unknown table 'lives' (did you mean live?)",
                 "(write [[live]])",
                 "d.toml: holds no [[live]] or [[nightly]] table"):
        assert text in said
    assert isinstance(caught.value, ConfigError)


def test_one_name_twice_is_refused_even_across_files_and_kinds(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[[live]]\nname = "x"\ncalendar = "always"\nat = ["10:00"]\n')
    (tmp_path / "b.toml").write_text('[[nightly]]\nname = "x"\nat = ["10:00"]\n')
    with pytest.raises(SchedulesError, match=r"b\.toml, \[\[nightly\]\] 'x', name: 'x' is already .*a\.toml"):
        load_schedules(tmp_path, now=NOW)


def test_folder_without_schedules_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SchedulesError, match="no schedule files there"):
        load_schedules(tmp_path, now=NOW)


def test_asset_without_items_can_never_fire(load: Load) -> None:
    coins = [item for item in load_live() if item.asset == "crypto"]
    with pytest.raises(SchedulesError, match="the set has no fx item, so it can never fire"):
        load('[[live]]\nname = "x"\nitems = ["fx"]\nevery = "1h"', items=coins)


def test_disabled_schedule_is_held_to_the_same_rules(load: Load) -> None:
    with pytest.raises(SchedulesError, match="can never fire"):
        load('[[live]]\nname = "x"\nenabled = false\ncalendar = "always"\ncron = "0 0 30 2 *"')


def test_a_time_that_is_open_only_in_summer_is_fine(live: Live) -> None:
    assert live('calendar = "XNYS"\nat = ["13:45"]').at == (time(13, 45),)


def test_when_closed_ask_lifts_the_demand_for_open_hours(live: Live) -> None:
    assert live('calendar = "XNYS"\nat = ["03:00"]\nwhen_closed = "ask"').when_closed == "ask"


def test_documentation_names_every_field_and_its_example_loads(load: Load) -> None:
    text = (ROOT / "docs" / "schedules.md").read_text("utf-8")
    for name in LiveSchedule.model_fields:
        assert f"`{name}" in text, name
    example = text.split("```toml\n")[1].split("```")[0]
    [schedule] = load(example).live
    assert schedule.random is not None
    assert schedule.offsets[0] == timedelta(seconds=5)
