"""The three sets: what ships, what is refused, and how a query is filled."""

import json
import locale
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from monitor.datasets import (
    QUESTION_SETS,
    Asset,
    Item,
    fill_template,
    load_live,
    load_questions,
    placeholders,
)
from monitor.errors import DataError

ITEM = {"id": "a", "asset": "equity", "name": "Acme", "ticker": "ACM", "query_template": "Acme {{date}} {{time}}"}
QUESTION = {"id": "q", "question": "How many?", "answer": "3", "tolerance": "exact", "area": "markets"}
AT = datetime(2026, 11, 30, 14, 30, tzinfo=UTC)


def write(folder: Path, *lines: object, name: str = "live-lookup.jsonl") -> Path:
    path = folder / name
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), "utf-8")
    return path


def test_shipped_live_set_has_ten_items_of_three_assets() -> None:
    items = load_live()
    assert len(items) == 10
    assert {asset: sum(item.asset is asset for item in items) for asset in Asset} == {
        Asset.EQUITY: 3, Asset.CRYPTO: 3, Asset.FX: 4}
    assert [item.currency for item in items][-4:] == ["USD", "JPY", "USD", "JPY"]


def test_shipped_question_sets() -> None:
    assert [len(load_questions(name)) for name in QUESTION_SETS] == [10, 5]
    assert all(row.tolerance and row.area for name in QUESTION_SETS for row in load_questions(name))


def test_shipped_sets_are_the_agreed_rows(shared: Path) -> None:
    for name in ("live-lookup", *QUESTION_SETS):
        ours = (Path(__file__).parents[2] / "data" / f"{name}.jsonl").read_bytes()
        assert ours == (shared / "dataset" / f"{name}.jsonl").read_bytes()


def test_a_folder_a_file_and_a_name_with_a_source_give_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, QUESTION, name="historical-lookup.jsonl")
    assert load_questions(path) == load_questions(tmp_path) == load_questions("historical-lookup", tmp_path)
    write(tmp_path, {**QUESTION, "id": "m"}, name="multi-hop-lookup.jsonl")
    assert [row.id for row in load_questions(tmp_path)] == ["q", "m"]


def test_an_id_in_both_question_sets_of_a_folder_is_refused(tmp_path: Path) -> None:
    write(tmp_path, QUESTION, name="historical-lookup.jsonl")
    write(tmp_path, QUESTION, name="multi-hop-lookup.jsonl")
    with pytest.raises(DataError, match=r"multi-hop-lookup.jsonl:1: id 'q' is already at .*historical-lookup.jsonl:1"):
        load_questions(tmp_path)


def test_unknown_extra_fields_are_kept(tmp_path: Path) -> None:
    [item] = load_live(write(tmp_path, {**ITEM, "size": "large", "currency": "eur"}))
    assert item.extra == {"size": "large", "currency": "eur"}
    assert item.currency == "EUR"


def test_byte_order_mark_crlf_and_blank_lines_are_tolerated(tmp_path: Path) -> None:
    path = tmp_path / "live-lookup.jsonl"
    rows = [json.dumps(ITEM).encode(), b"", json.dumps({**ITEM, "id": "b"}).encode()]
    path.write_bytes(b"\xef\xbb\xbf" + b"\r\n".join(rows))
    assert [item.id for item in load_live(path)] == ["a", "b"]


def test_other_line_separators_inside_a_string_do_not_shift_line_numbers(tmp_path: Path) -> None:
    first = json.dumps({**ITEM, "name": "Ac\u2028me\x85"}, ensure_ascii=False)
    with pytest.raises(DataError, match=r"lookup\.jsonl:2: "):
        load_live(write(tmp_path, first, "{"))


@pytest.mark.parametrize(("line", "says"), [
    ({**ITEM, "asset": "stock"}, "unknown asset 'stock'.*equity, crypto, fx"),
    ({**ITEM, "id": "first"}, "id 'first' is already at .*:1"),
    ({name: ITEM[name] for name in ITEM if name != "ticker"}, "field 'ticker' is missing"),
    ({**{name: ITEM[name] for name in ITEM if name != "ticker"}, "tickr": "ACM"}, "did you mean it by 'tickr'"),
    ({**ITEM, "name": 7}, "field 'name' is a int, not text"),
    ({**ITEM, "name": None}, "field 'name' is missing"),
    ({**ITEM, "name": " "}, "field 'name' is empty"),
    ({**ITEM, "close": "yes"}, "field 'close' is a str, not true or false"),
    ({**ITEM, "currency": 3}, "field 'currency'"),
    ({**ITEM, "asset": "fx"}, "'ACM' is not a currency pair.*A/B"),
    ({**ITEM, "asset": "fx", "ticker": "EURUSD"}, "not a currency pair"),
    ({**ITEM, "query_template": "Acme {{date}}"}, r"lacks \{\{time\}\}"),
    ({**ITEM, "query_template": "Acme {{time}}"}, r"lacks \{\{date\}\}"),
    ({**ITEM, "query_template": "Acme"}, r"lacks \{\{date\}\} and \{\{time\}\}"),
    ({**ITEM, "query_template": "Acme {{date}} {{time}} {{zone}}"}, r"holds \{\{zone\}\}, which nothing fills"),
    ([ITEM], "a list, not an object"),
    ('{"id": "a"', "bad JSON"),
    ('{"id": "a", "id": "b"}', "bad JSON: field 'id' is there twice"),
    ('{"id": NaN}', "bad JSON: NaN"),
    ("[" * 100_000, "bad JSON"),
])
def test_bad_row_is_an_error_with_file_and_line(tmp_path: Path, line: object, says: str) -> None:
    path = write(tmp_path, {**ITEM, "id": "first"}, "", line)
    with pytest.raises(DataError, match=says) as caught:
        load_live(path)
    assert caught.value.where == f"{path}:3"


def test_bytes_that_are_not_utf8_are_an_error_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "live-lookup.jsonl"
    path.write_bytes(json.dumps(ITEM).encode() + b'\n{"id": "\xff"}\n')
    with pytest.raises(DataError, match="jsonl:2: byte 9 is not UTF-8"):
        load_live(path)


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff"])
def test_empty_file_is_an_error(tmp_path: Path, content: str) -> None:
    path = tmp_path / "live-lookup.jsonl"
    path.write_text(content, "utf-8")
    with pytest.raises(DataError, match="jsonl:1: the file holds no rows"):
        load_live(path)


def test_missing_file_and_folder_without_sets_say_what_may_be_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"No such file.*hf:<owner>/<name>"):
        load_live(tmp_path / "nothing.jsonl")
    with pytest.raises(DataError, match=r"no live-lookup\.jsonl there"):
        load_live(tmp_path)


def test_close_item_needs_no_time(tmp_path: Path) -> None:
    [item] = load_live(write(tmp_path, {**ITEM, "close": True, "query_template": "Acme close {{date}}"}))
    assert item.close
    assert fill_template(item, AT) == "Acme close November 30, 2026"


def test_question_may_lack_tolerance_but_not_by_a_misspelling(tmp_path: Path) -> None:
    bare = {name: QUESTION[name] for name in ("id", "question", "answer")}
    [row] = load_questions(write(tmp_path, bare))
    assert (row.tolerance, row.area) == ("", "")
    with pytest.raises(DataError, match=r"'tolerance' is missing.*'tolerence'"):
        load_questions(write(tmp_path, {**bare, "tolerence": "exact"}))
    with pytest.raises(DataError, match="field 'answer' is missing"):
        load_questions(write(tmp_path, {"id": "q", "question": "How many?"}))


def item(template: str) -> Item:
    return Item("a", Asset.CRYPTO, "Chainlink", "LINK", template)


def test_template_is_filled_as_the_issue_shows() -> None:
    assert fill_template(item("Chainlink (LINK) price {{date}} {{time}}"), AT) == (
        "Chainlink (LINK) price November 30, 2026 14:30 UTC")


@pytest.mark.parametrize(("at", "text"), [
    (datetime(2028, 2, 29, 0, 5, tzinfo=UTC), "February 29, 2028 00:05 UTC"),
    (datetime(2026, 1, 1, 23, 59, tzinfo=UTC), "January 1, 2026 23:59 UTC"),
    (datetime(2026, 12, 31, 23, 30, tzinfo=timezone(timedelta(hours=-5))), "January 1, 2027 04:30 UTC"),
])
def test_date_and_time_are_utc(at: datetime, text: str) -> None:
    assert fill_template(item("{{date}} {{ time }}"), at) == text


def test_month_names_do_not_follow_the_locale() -> None:
    before = locale.setlocale(locale.LC_TIME)
    usable = []
    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_TIME, name)
        except locale.Error:
            continue
        usable.append(name)
        try:
            assert fill_template(item("{{date}}"), AT) == "November 30, 2026"
        finally:
            locale.setlocale(locale.LC_TIME, before)
    assert usable


@pytest.mark.parametrize("at", [datetime(2026, 11, 30, 14, 30), AT.replace(second=1), AT.replace(microsecond=1)])  # noqa: DTZ001
def test_naive_or_broken_minutes_are_refused(at: datetime) -> None:
    with pytest.raises(ValueError, match=r"naive|whole minute"):
        fill_template(item("{{date}} {{time}}"), at)


def test_another_wording_takes_the_items_name() -> None:
    assert fill_template(item("unused"), AT, "{{name}} / {{ticker}} {{time}}") == "Chainlink / LINK 14:30 UTC"
    with pytest.raises(ValueError, match="unknown placeholder"):
        fill_template(item("unused"), AT, "{{nmae}}")


def test_braces_in_a_name_are_text() -> None:
    odd = Item("a", Asset.CRYPTO, "{{date}}", "X", "{{name}} {{time}}")
    assert fill_template(odd, AT) == "{{date}} 14:30 UTC"
    assert placeholders(odd.query_template) == {"name", "time"}
