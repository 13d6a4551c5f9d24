"""A question, one API and a budget enter; an answer leaves."""

__all__: list[str] = []
