"""A question, one search API and a budget enter; an answer leaves, with every search, token, cost and message kept.

Only the worker and the commands import the modules here: they stand on pydantic-ai and numpy.
"""

__all__: list[str] = []
