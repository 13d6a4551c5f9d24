"""The worker's charts: drawn once for the same data, kept where the page finds them, never in the daemon."""

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import col, select

from monitor.charts import Look, kept
from monitor.charts.kept import KEEP, keep_picture, kept_picture
from monitor.config import Settings, StoreSettings, WorkerSettings
from monitor.daemon.charting import chart
from monitor.daemon.worker import Worker, WorkerError
from monitor.errors import ConfigError
from monitor.store.tables import GradeRow, Summary
from tests.web.fill import NOW, Filled, fill


@pytest.fixture
def filled(tmp_path: Path):
    made = fill(tmp_path / "m.sqlite")
    yield made
    made.database.close()


def settings(filled: Filled) -> Settings:
    return Settings(base=filled.path.parent, store=StoreSettings(path=filled.path))


def made_at(filled: Filled, name: str) -> list:
    with filled.database.read() as session:
        found = session.exec(select(Summary).where(col(Summary.name).startswith(f"chart:{name}:")))
        return [one.made_at for one in found]


def test_a_chart_is_drawn_again_only_when_the_data_have_changed(filled: Filled) -> None:
    first = chart(settings(filled), NOW, name="classes", width=360)
    later = NOW + timedelta(minutes=1)
    assert chart(settings(filled), later, name="classes", width=360) == first
    assert made_at(filled, "classes") == [NOW]
    with filled.database.write() as session:
        probe = session.exec(select(GradeRow.probe_id)).first()
        session.add(GradeRow(probe_id=probe, policy="strict", policy_version="2", graded_at=NOW, class_="other"))
    again = chart(settings(filled), later, name="classes", width=360)
    assert again["version"] != first["version"]
    assert made_at(filled, "classes") == [later]


def test_each_width_and_theme_has_its_own_picture_and_the_page_finds_it(filled: Filled) -> None:
    for width, dark in ((360, False), (360, True), (1000, False)):
        chart(settings(filled), NOW, name="classes", width=width, dark=dark)
    with filled.database.read() as session:
        found = {
            (width, dark): kept_picture(session, "classes", Look(width, dark), {})
            for width in (360, 1000)
            for dark in (False, True)
        }
    assert found.pop((1000, True)) is None
    assert len({picture.svg for picture in found.values() if picture}) == 3
    for picture in found.values():
        assert picture is not None
        assert picture.svg.startswith("<svg")
        assert picture.table.rows
        assert picture.description.startswith(picture.title)


def test_old_pictures_make_room(filled: Filled) -> None:
    chart(settings(filled), NOW, name="cost")
    with filled.database.write() as session:
        picture = kept_picture(session, "cost", Look(), {})
        assert picture is not None
        for number in range(KEEP + 5):
            at = NOW + timedelta(seconds=number + 1)
            keep_picture(session, "cost", Look(), {"item": str(number)}, picture, at)
        assert kept_picture(session, "cost", Look(), {}) is None
    assert len(made_at(filled, "cost")) == KEEP


def test_a_picture_that_another_version_of_the_program_drew_is_none(
    filled: Filled, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart(settings(filled), NOW, name="cost")
    with filled.database.read() as session:
        assert kept_picture(session, "cost", Look(), {}) is not None
        monkeypatch.setattr(kept, "__version__", "0.0.1")
        assert kept_picture(session, "cost", Look(), {}) is None



def test_what_there_is_not_is_named(filled: Filled) -> None:
    with pytest.raises(ConfigError, match="no chart 'nonsense'"):
        chart(settings(filled), NOW, name="nonsense")
    with pytest.raises(ConfigError, match="no item 'nothing'"):
        chart(settings(filled), NOW, name="reference", item="nothing", instant=NOW.isoformat())
    sentence = chart(settings(filled), NOW, name="reference")["sentence"]
    assert sentence == "No item and instant were named."


async def test_the_worker_draws_and_an_error_is_told(filled: Filled) -> None:
    worker = Worker(settings(filled))
    try:
        drawn = await worker.call("chart", NOW, name="classes", width=360)
        assert drawn["svg"].startswith("<svg")
        with pytest.raises(WorkerError, match="no chart"):
            await worker.call("chart", NOW, name="nonsense")
    finally:
        await worker.close()


def test_what_the_page_needs_for_pictures_is_light() -> None:
    heavy = "{'altair', 'vl_convert', 'pandas', 'numpy'}"
    code = f"import sys, monitor.charts.kept; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


async def test_a_chart_is_drawn_in_a_worker_whose_limit_is_too_small_for_the_renderer(filled: Filled) -> None:
    small = settings(filled).model_copy(update={"worker": WorkerSettings(memory_mb=500)})
    worker = Worker(small)
    try:
        assert (await worker.call("chart", NOW, name="classes", width=360))["svg"].startswith("<svg")
        assert worker.restarts == 0
    finally:
        await worker.close()
