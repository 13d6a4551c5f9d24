"""A seed and a number of days enter; the daemon lives through them in virtual time, and what came of it leaves."""

from monitor.demo.quarter.run import FIRST_DAY, run_quarter
from monitor.demo.quarter.verdict import problems

__all__ = ["FIRST_DAY", "problems", "run_quarter"]
