"""The page runs in the daemon, which must stay small and on time."""

import subprocess
import sys

HEAVY = ("scipy", "pandas", "yfinance", "ccxt", "altair", "vl_convert", "exchange_calendars", "pydantic_ai", "numpy")


def test_nothing_heavy_comes_with_the_page():
    code = f"import sys, monitor.web.app, monitor.web.serving; print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
