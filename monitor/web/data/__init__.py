"""The store enters; the tables that pages and the JSON API share leave. Plain SQL and kept figures only."""

__all__: list[str] = []
