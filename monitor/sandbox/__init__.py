"""A seed enters; a simulated market and search engines on loopback, in the real wire formats, leave."""

__all__: list[str] = []
