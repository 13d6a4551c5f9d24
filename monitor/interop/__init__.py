"""Other tools' files enter and leave."""

__all__: list[str] = []
