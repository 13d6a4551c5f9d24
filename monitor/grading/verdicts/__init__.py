"""A question, its reference answer and a candidate answer enter; a verdict leaves: by rules, or by a model that judges.

Import from the modules; the judge loads pydantic-ai when it asks for the first time.
"""

__all__ = ["judge", "rules", "types"]
