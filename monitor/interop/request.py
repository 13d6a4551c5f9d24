"""A small batch as one JSON object on standard input; its graded rows as one on standard output.

The page runs this in a process of its own, since grading stands on numpy: ``python -m monitor.interop.request``.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from monitor.errors import DataError, MonitorError

__all__ = ["MOST_ROWS", "grade_request", "main"]

MOST_ROWS = 500
FIELDS = {"config", "rows", "keys", "policy"}


def grade_request(asked: Any) -> dict[str, Any]:
    """Give ``{"rows", "bad"}`` for ``{"config", "rows", "keys", "policy"?}``.

    `config` is a run's settings, `rows` its calls, `keys` rows of answer keys, as in files. DataError says what is
    wrong with the request; a bad row is listed under ``bad`` and left out.
    """
    from monitor.interop.grading import GradePiece
    from monitor.reading.stream import pieces

    if not isinstance(asked, dict) or set(asked) - FIELDS or not {"config", "rows", "keys"} <= set(asked):
        raise DataError("is not an object of config, rows, keys and policy", "request", "see docs/batches.md")
    rows, keys, policy = asked["rows"], asked["keys"], asked.get("policy", "strict")
    if not isinstance(rows, list) or not isinstance(keys, list) or not isinstance(asked["config"], dict):
        raise DataError("config is not an object, or rows or keys is not a list", "request", "see docs/batches.md")
    if len(rows) > MOST_ROWS:
        remedy = f"at most {MOST_ROWS}; `monitor grade batch` takes any number"
        raise DataError(f"has {len(rows)} rows", "request", remedy)
    if policy not in ("strict", "board"):
        raise DataError(f"policy {policy!r} is not strict or board", "request", "name one of them")
    with tempfile.TemporaryDirectory(prefix="monitor-grade-") as made:
        run, bars = Path(made) / "run", Path(made) / "bars"
        run.mkdir()
        bars.mkdir()
        (run / "config.json").write_text(json.dumps(asked["config"]), encoding="utf-8")
        for path, lines in ((run / "raw.jsonl", rows), (bars / "keys.jsonl", keys)):
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        work = GradePiece(bars, policy, skip_bad=True)
        try:
            done = [work(piece) for piece in pieces(run / "raw.jsonl")]
        except MonitorError as err:
            raise DataError(err.what, err.where.replace(made, "").lstrip("/"), err.remedy) from err
        bad = [text.replace(f"{made}/run/raw.jsonl", "rows") for one in done for text in one.bad]
    return {"rows": [row for one in done for row in one.rows], "bad": bad}


def main() -> int:
    """Answer the request on standard input; 2 and ``{"error"}`` where it cannot be used."""
    try:
        found = grade_request(json.load(sys.stdin))
    except RecursionError:
        json.dump({"error": "request: is nested too deep (see docs/batches.md)"}, sys.stdout)
        return 2
    except (MonitorError, ValueError) as err:
        json.dump({"error": str(err)}, sys.stdout)
        return 2
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
