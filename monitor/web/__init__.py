"""The store enters; pages and a JSON API leave."""

__all__: list[str] = []
