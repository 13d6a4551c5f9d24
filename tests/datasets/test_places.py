"""Where shipped data, the working folder and the database are."""

from pathlib import Path

import pytest

from monitor import paths
from monitor.datasets import load_live

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Make a package folder as a wheel installs it: no project file beside it, the shipped files within."""
    package = tmp_path / "site-packages" / "monitor"
    for kind in ("data", "schedules"):
        (package / "_shipped" / kind).mkdir(parents=True)
    return package


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    work = tmp_path / "work"
    work.mkdir()
    (work / "monitor.toml").write_text("")
    return work


def test_checkout_uses_its_own_files(tmp_path: Path) -> None:
    assert paths.checkout_root() == ROOT
    assert paths.shipped_data_dir() == paths.data_dir(tmp_path) == ROOT / "data"
    assert paths.shipped_schedules_dir() == paths.schedules_dir(tmp_path) == ROOT / "schedules"
    assert paths.default_database(tmp_path) == ROOT / "data" / "monitor.sqlite"


def test_installed_package_uses_the_packaged_copy(installed: Path, tmp_path: Path) -> None:
    assert paths.checkout_root(installed) is None
    assert paths.data_dir(tmp_path, installed) == installed / "_shipped" / "data"
    assert paths.schedules_dir(tmp_path, installed) == installed / "_shipped" / "schedules"


def test_another_projects_file_beside_an_installed_package_makes_no_checkout(installed: Path) -> None:
    (installed.parent / "pyproject.toml").write_text("")
    assert paths.checkout_root(installed) is None


def test_installed_database_is_in_the_working_folder_or_the_users(installed: Path, folder: Path, tmp_path: Path,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    assert paths.default_database(folder, installed) == folder / "monitor.sqlite"
    elsewhere = paths.default_database(tmp_path, installed)
    assert elsewhere.name == "monitor.sqlite"
    assert not elsewhere.parent.exists()


def test_working_folder_wins_over_the_checkout(folder: Path) -> None:
    assert paths.working_dir(folder) == folder
    assert paths.default_database(folder) == folder / "monitor.sqlite"


def test_working_folders_own_sets_and_schedules_win_where_they_exist(folder: Path,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    assert paths.data_dir(folder) == ROOT / "data"
    (folder / "data").mkdir()
    first = (ROOT / "data" / "live-lookup.jsonl").read_text().splitlines()[0]
    (folder / "data" / "live-lookup.jsonl").write_text(first)
    (folder / "schedules").mkdir()
    assert paths.schedules_dir(folder) == ROOT / "schedules"
    (folder / "schedules" / "own.toml").write_text("")
    assert paths.schedules_dir(folder) == folder / "schedules"
    monkeypatch.chdir(folder)
    assert [item.id for item in load_live()] == ["live-001"]
