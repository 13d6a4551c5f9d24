"""Every table is sorted, filtered, continued and downloaded in the same way, on its page and for programs."""

import csv
import io
import re

import pytest

from monitor.store.tables import Event, Probe
from monitor.web.api import TABLES
from monitor.web.table.out import as_csv
from monitor.web.table.plain import PlainSource
from monitor.web.table.spec import Column, Table
from tests.web.fill import NASTY, NOW

NAMES = [table.name for table in TABLES]


def rows(client, address):
    answer = client.get(f"/api/v1/{address}")
    assert answer.status_code == 200, answer.text
    return answer.json()["rows"]


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_each_sorts_by_every_column_both_ways_and_passes_none_over(client, table):
    whole = rows(client, f"{table.name}?limit=1000")
    for column in table.columns:
        if not column.sort:
            continue
        for sign in ("", "-"):
            asked = {"sort": sign + column.name, "limit": 7}
            seen = []
            while len(seen) <= len(whole):
                answer = client.get(f"/api/v1/{table.name}", params=asked).json()
                seen += answer["rows"]
                if answer["next"] is None:
                    break
                asked["after"] = answer["next"]
            assert sorted(map(repr, seen)) == sorted(map(repr, whole))
            values = [row[column.name] for row in seen if row[column.name] is not None]
            if isinstance(table.source, PlainSource):
                values = [value.casefold() if isinstance(value, str) else value for value in values]
            assert values == sorted(values, reverse=bool(sign))


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_each_filters_by_what_it_says_it_does(client, table):
    whole = rows(client, f"{table.name}?limit=1000")
    for column in table.filters:
        value = next((row[column.name] for row in whole if row[column.name] not in (None, "")), None)
        if value is None:
            continue
        text = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
        answer = client.get(f"/api/v1/{table.name}", params={column.name: text[:200], "limit": 1000})
        found = answer.json()["rows"]
        assert found
        assert all(row[column.name] == value for row in found) or column.filter == "has"
        assert len(found) == sum(row[column.name] == value for row in whole) or column.filter == "has"
        nowhere = client.get(f"/api/v1/{table.name}?{column.name}=~nothing~")
        assert nowhere.status_code == 400 or nowhere.json()["rows"] == []


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_each_comes_as_csv_with_the_same_rows(client, table):
    answer = client.get(f"/api/v1/{table.name}.csv?limit=1000")
    assert answer.headers["content-type"].startswith("text/csv")
    assert "attachment" in answer.headers["content-disposition"]
    found = list(csv.DictReader(io.StringIO(answer.text)))
    whole = rows(client, f"{table.name}?limit=1000")
    assert len(found) == len(whole)
    if whole:
        assert list(found[0]) == list(whole[0])


@pytest.mark.parametrize("start", list("=+-@\t\r"))
def test_no_cell_of_a_csv_is_a_formula(start):
    table = Table("x", "X", (Column("a", "A"),), PlainSource(lambda _site: []))
    cell = next(csv.reader(io.StringIO(as_csv(table, [{"a": f'{start}HYPERLINK("x")'}]).partition("\r\n")[2])))[0]
    assert cell == f"'{start}HYPERLINK(\"x\")"
    assert "-5.0" in as_csv(table, [{"a": -5.0}])


@pytest.mark.parametrize(
    "wrong",
    ["sort=nothing", "sort=-reason", "limit=0", "limit=ten", "limit=10001", "since=yesterday",
     "until=9999-01-01T00:00Z", "offset_s=soon", "offset_s=1e300", "after=x",
     "after=%5B1%5D", 'after=%5B%22a%22%2C%22b%22%5D', "api=" + "x" * 501,
     "since=%00"],
)  # fmt: skip
def test_what_cannot_be_understood_is_said_with_a_remedy(client, wrong):
    answer = client.get(f"/api/v1/probes?{wrong}")
    assert answer.status_code == 400
    assert wrong.partition("=")[0] in answer.json()["error"]
    page = client.get(f"/probes?{wrong}")
    assert page.status_code == 400
    assert "<h1>" in page.text


@pytest.mark.parametrize("after", [
    "[99999999999999999999,1]", '["\\ud800",1]', "[true,1]", "[null,true]", "[1,1.5]", "[null,99999999999999999999]",
    "[" * 400,
])
@pytest.mark.parametrize("sort", ["api", "-price", "instant_at"])
def test_a_place_to_go_on_that_no_answer_gave_is_refused(client, sort, after):
    answer = client.get("/api/v1/probes", params={"sort": sort, "after": after})
    assert answer.status_code == 400
    assert "take it from `next`" in answer.json()["error"]


def test_two_apis_are_paired_on_the_same_questions(client):
    found = rows(client, "pairs?a=exa_instant&b=tavily_live")
    assert [(row["asset"], row["offset_s"], row["pairs"], row["both"]) for row in found] == [
        (asset, offset, 3, 3) for asset in ("crypto", "equity") for offset in (5.0, 60.0, 900.0)
    ]  # fmt: skip
    assert rows(client, "pairs?a=exa_instant") == []
    assert "Asked alike" in client.get("/compare?a=exa_instant&b=tavily_live").text
    assert "Choose two different ones" in client.get("/compare?a=brave&b=brave").text


def test_a_filter_takes_one_of_several(client):
    found = rows(client, "probes?api=exa_instant,brave&limit=1000")
    assert {row["api"] for row in found} == {"exa_instant", "brave"}
    assert {row["api"] for row in rows(client, "lag?api=exa_instant,tavily_live")} == {"exa_instant", "tavily_live"}


def test_a_window_of_time_bounds_the_rows(client):
    whole = rows(client, "probes?limit=1000")
    assert {row["instant_at"] for row in rows(client, "probes?since=2h&limit=1000")} == {"2026-11-30T14:00:00Z"}
    late = rows(client, "probes?since=2026-11-30T12:00:00%2B00:00&until=2026-11-30T13:00Z&limit=1000")
    assert {row["instant_at"] for row in late} == {"2026-11-30T12:00:00Z"}
    assert len(whole) == 54, "what is to come is not among them"


def test_links_of_a_page_keep_what_the_others_ask(client):
    body = client.get("/running?alerts.severity=warning&events.kind=start&events.sort=kind").text
    addresses = [one.replace("&amp;", "&") for one in re.findall(r'href="(\?[^"]*)"', body)]
    assert addresses
    for one in addresses:
        if "alerts.sort" in one:
            assert "events.kind=start" in one
            assert "alerts.severity=warning" in one
    assert "account:brave" in body


def test_the_sorted_column_says_so_and_turns_round(client):
    body = client.get("/probes?sort=api").text
    assert body.count('aria-sort="ascending"') == 1
    assert 'href="?sort=-api"' in body
    assert 'aria-sort="descending"' in client.get("/probes?sort=-api").text


def test_next_rows_go_on_where_these_end(client):
    body = client.get("/probes?limit=50").text
    after = re.search(r'href="(\?[^"]*after=[^"]*)"', body)
    assert after
    more = client.get(f"/probes{after[1].replace('&amp;', '&')}").text
    first, second = (set(re.findall(r'href="/probes/(\d+)"', text)) for text in (body, more))
    assert len(first) == 50
    assert len(second) == 4
    assert not first & second


def test_text_from_elsewhere_is_escaped_in_tables_and_whole_in_downloads(filled, client):
    with filled.database.write() as session:
        session.add(Event(at=NOW, kind="start", message=f"=1+1 {NASTY}"))
    page = client.get("/running").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert f"=1+1 {NASTY}" in [row["message"] for row in rows(client, "events")]
    assert "'=1+1 " in client.get("/api/v1/events.csv").text


def test_the_api_describes_itself(client):
    said = client.get("/api/v1/openapi.json").json()
    assert said["openapi"].startswith("3.")
    for name in NAMES:
        for path in (f"/api/v1/{name}", f"/api/v1/{name}.csv"):
            known = {one["name"] for one in said["paths"][path]["get"]["parameters"]}
            assert {"sort", "limit", "after"} <= known
    fields = said["paths"]["/api/v1/probes"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert set(fields["properties"]["rows"]["items"]["properties"]) == set(rows(client, "probes?limit=1")[0])
    assert not [path for path in said["paths"] if not path.startswith("/api/v1/")]


def test_settings_hide_what_could_be_a_secret(tmp_path):
    from starlette.testclient import TestClient

    from monitor.config import Settings
    from monitor.store.database import open_database
    from monitor.web.app import create_app
    from tests.leaks.canary import KEY
    from tests.web.conftest import StillClock, heard

    database = open_database(tmp_path / "s.sqlite")
    url = f"https://u:{KEY}@x.example/?api_key={KEY}&q={{query}}"
    headers = {"Authorization": f"Bearer {KEY}", "X-Api-Key": "{key}"}
    settings = Settings(apis={"own": {"provider": "own", "url": url, "headers": headers}})
    page = heard(TestClient(create_app(database, settings, StillClock()), base_url="http://127.0.0.1"))
    for address in ("/settings?limit=1000", "/api/v1/settings?limit=1000", "/api/v1/settings.csv?limit=1000"):
        text = page.get(address).text
        assert KEY not in text
        assert "(hidden)" in text
        assert "{key}" in text
    database.close()


def test_a_filled_table_of_a_million_looks_only_at_what_it_shows(filled, client):
    """The plan of the probes' page is a walk along the index on the instant, not a sort of everything."""
    from monitor.web.data.probes import PROBES

    with filled.database.read() as session:
        query = PROBES.source.query(type("Site", (), {"clock": type("C", (), {"now": staticmethod(lambda: NOW)})})())
        query = query.add_columns(Probe.id).order_by(Probe.instant_at.desc(), Probe.id.desc()).limit(51)
        text = str(query.compile(session.connection(), compile_kwargs={"literal_binds": True}))
        plan = [row[-1] for row in session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {text}")]
    assert not [line for line in plan if "TEMP B-TREE" in line or line.startswith("SCAN")], plan
