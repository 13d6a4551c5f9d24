"""An item and a window enter; bars, sessions and a consensus reference leave."""

__all__: list[str] = []
