"""`monitor init` makes a folder that works, and never overwrites."""

import tomllib

from monitor.config import Settings, load_settings
from monitor.search.config import load_apis
from monitor.search.keys import secret_names


def test_the_folder_works(command, tmp_path):
    ran = command("init", tmp_path / "new")
    assert ran.code == 0
    made = tmp_path / "new"
    assert {one.name for one in made.iterdir()} == {"monitor.toml", ".env.example", "schedules", "data"}
    assert {one.suffix for one in (made / "schedules").iterdir()} == {".toml"}
    assert (made / "data" / "live-lookup.jsonl").is_file()
    settings = load_settings(made / "monitor.toml")
    assert settings.base == made
    assert command("items", "--config", made / "monitor.toml").code == 0


def test_nothing_is_overwritten(command, tmp_path):
    (tmp_path / "monitor.toml").write_text("# mine\n")
    (tmp_path / "schedules").mkdir()
    (tmp_path / "schedules" / "coins.toml").write_text("# mine too\n")
    ran = command("init")
    assert ran.code == 0
    assert "kept   monitor.toml" in ran.out
    assert (tmp_path / "monitor.toml").read_text() == "# mine\n"
    assert (tmp_path / "schedules" / "coins.toml").read_text() == "# mine too\n"
    assert (tmp_path / "schedules" / "stocks.toml").is_file()


def test_a_folder_that_cannot_be_made_is_said(command, tmp_path):
    (tmp_path / "file").write_text("")
    ran = command("init", tmp_path / "file" / "below")
    assert ran.code == 3
    assert "cannot be written" in ran.err


def test_the_commented_lines_are_the_defaults(command, tmp_path):
    command("init", tmp_path / "new")
    text = (tmp_path / "new" / "monitor.toml").read_text()
    lines = []
    for line in text.splitlines():
        bare = line.removeprefix("# ")
        is_setting = (
            " = " in bare.partition("#")[0]
            and bare.partition(" = ")[0].replace(".", "").replace("_", "").replace("-", "").isalnum()
        )
        lines.append(bare if is_setting or bare.startswith("[") else "")
    said = tomllib.loads("\n".join(lines))
    settings, defaults = Settings(**said), Settings()
    for table in ("probing", "http", "web", "worker"):
        assert getattr(settings, table) == getattr(defaults, table)
        assert set(said[table]) == set(type(getattr(defaults, table)).model_fields)
    assert settings.budget.usd_per_day == defaults.budget.usd_per_day
    assert settings.market.exchanges == defaults.market.exchanges
    load_apis(settings.apis, settings.key_groups)


def test_a_copy_of_the_list_of_keys_is_its_owners_alone(command, tmp_path):
    command("init", tmp_path / "w")
    assert (tmp_path / "w" / ".env.example").stat().st_mode & 0o777 == 0o600


def test_every_variable_of_a_key_is_listed(command, tmp_path):
    command("init", tmp_path / "new")
    text = (tmp_path / "new" / ".env.example").read_text()
    for name in secret_names(load_apis().values()):
        assert name in text
    settings = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert all(line.endswith("=") for line in settings)
    assert len(settings) == len(set(settings))
