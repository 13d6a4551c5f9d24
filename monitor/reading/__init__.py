"""The hits of a response enter; the price that an agent would take from them leaves."""

__all__: list[str] = []
