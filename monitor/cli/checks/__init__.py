"""Settings and a clock enter; findings leave, a line each, with what to do about them."""

__all__: list[str] = []
