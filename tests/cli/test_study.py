"""`monitor sandbox study` on the command line."""

import json


def test_the_command_prints_a_table_and_writes_results(command, tmp_path):
    out = tmp_path / "study.json"
    ran = command("sandbox", "study", "--cells", "stock/5 min", "--studies", "3", "--instants", "8", "--out", str(out))
    assert ran.code in (0, 1)
    assert "stock, 5 min (3 studies)" in ran.out
    assert max(map(len, ran.out.replace(str(tmp_path), "").splitlines())) <= 90
    results = json.loads(out.read_text())
    assert results["seed"] == 1
    assert {f["figure"] for f in results["cells"]} >= {"median_s", "within_60", "within_3600"}
    assert ran.code == (1 if results["pooled"]["missing"] else 0)
