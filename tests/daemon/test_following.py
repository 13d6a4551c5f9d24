"""A page that runs alone shows the settings as the files say, and keeps the last right ones while they are wrong."""

from starlette.testclient import TestClient

from monitor.config import load_settings
from monitor.daemon.following import Following
from monitor.store.database import open_database
from monitor.web.app import create_app
from tests.web.conftest import StillClock


def test_the_page_shows_the_settings_and_apis_as_they_hold(tmp_path):
    database = open_database(tmp_path / "m.sqlite")
    path = tmp_path / "monitor.toml"
    path.write_text("[budget]\nusd_per_day = 1\n")
    settings = load_settings(path)
    current = Following(settings)
    page = TestClient(create_app(database, settings, StillClock(), current=current), base_url="http://127.0.0.1:8765")

    def shown() -> tuple[str, list[str]]:
        rows = page.get("/api/v1/settings?setting=budget.usd_per_day").json()["rows"]
        asked = [one["api"] for one in page.get("/api/v1/apis?asked=yes").json()["rows"]]
        return rows[0]["value"], asked

    before = shown()
    assert before[0] == "1.0"
    path.write_text('enabled = ["ddgs_mojeek"]\n[budget]\nusd_per_day = 2\n')
    current.look()
    assert shown() == before, "it may still be written to"
    current.look()
    assert shown() == ("2.0", ["ddgs_mojeek"])
    assert before[1] != ["ddgs_mojeek"]
    path.write_text("[budget]\nusd_per_dya = 3\n")
    current.look()
    current.look()
    assert shown() == ("2.0", ["ddgs_mojeek"])
    database.close()
