"""Numbers with names, as `enum.IntEnum` has them, whose members are looked up at the price of any attribute.

A hit is judged by two hundred such look-ups. Python 3.11 finds a member of an `Enum` through a hook that takes ten
times as long as a plain attribute (3.12 has it no more), which was a seventh of the time that reading took.
"""

from typing import TYPE_CHECKING, Any

from monitor.datasets import Asset

__all__ = ["CRYPTO", "EQUITY", "FX", "Code"]

CRYPTO, EQUITY, FX = Asset.CRYPTO, Asset.EQUITY, Asset.FX
"""The assets, looked up once for the same reason."""

if TYPE_CHECKING:
    from enum import IntEnum as Code
else:

    class _Named(type):
        """Makes each number of a class body a member."""

        def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> "_Named":
            cls = super().__new__(mcs, name, bases, body)
            cls._members = []
            for key, value in body.items():
                if not key.startswith("_") and isinstance(value, int):
                    member = int.__new__(cls, value)
                    member.name, member.value = key, value
                    setattr(cls, key, member)
                    cls._members.append(member)
            return cls

        def __iter__(cls) -> Any:
            """Give the members in order."""
            return iter(cls._members)

        def __len__(cls) -> int:
            return len(cls._members)

    class Code(int, metaclass=_Named):
        """One of a class's members: an integer that knows its name."""

        def __repr__(self) -> str:
            return f"<{type(self).__name__}.{self.name}: {self.value}>"

        def __reduce__(self) -> tuple[Any, ...]:
            """Keep it the one member when copied or sent to another process."""
            return getattr, (type(self), self.name)
