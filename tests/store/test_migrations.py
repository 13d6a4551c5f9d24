"""Every earlier schema is brought to the present one with its rows and ties; what goes wrong changes nothing."""

from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from monitor.store.check import check_file
from monitor.store.database import SCHEMA, open_database
from monitor.store.migrate import MIGRATIONS, upgrade
from tests.store.filled import contents, fill_columns

_config = Config()
_config.set_main_option("script_location", str(MIGRATIONS))
REVISIONS = sorted(one.revision for one in ScriptDirectory.from_config(_config).walk_revisions())


def test_the_present_schema_is_the_newest_revision() -> None:
    assert REVISIONS[-1] == SCHEMA


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_row_of_an_earlier_schema_is_kept_as_it_was(tmp_path: Path, revision: str) -> None:
    path = tmp_path / "m.sqlite"
    upgrade(path, revision)
    fill_columns(path)
    before = contents(path)
    assert upgrade(path) == (revision, SCHEMA)
    after = contents(path)
    for table, rows in before.items():
        kept = [{name: row.get(name) for name in old} for old, row in zip(rows, after[table], strict=True)]
        assert kept == rows, table
    assert [one for one in check_file(path) if one.kind == "integrity"] == []
    open_database(path).close()
