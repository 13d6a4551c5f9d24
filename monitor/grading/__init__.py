"""A reading and a reference enter, or an answer and its question; a grade or a verdict leaves.

Import from the modules (`grading.grade`, `grading.policy`, `grading.types`): they stand on numpy, which only the
worker loads.
"""

__all__ = ["answers", "board", "columns", "grade", "many", "matching", "policy", "power", "target", "types"]
