"""A reading and a reference enter, or an answer and its question; a grade or a verdict leaves."""

__all__: list[str] = []
