"""A query for one configured API enters; a recorded response and its hits leave."""

__all__: list[str] = []
