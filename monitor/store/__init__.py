"""Recorded facts enter as rows; sessions, queries and one group-committing writer leave."""

__all__: list[str] = []
