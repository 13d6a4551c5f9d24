"""Finds the parts of a folder: importing each module registers the classes that it holds."""

import importlib
import pkgutil
from typing import Any, Generic, TypeVar

__all__ = ["Registry"]

C = TypeVar("C", bound=type[Any])


class Registry(Generic[C]):
    """Classes by their `name`. Decorate a class with `add`; adding one touches its own file only."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._found: dict[str, C] = {}
        self._loaded = False

    def add(self, part: C) -> C:
        """Register a class under its `name`; a name that is taken raises ValueError."""
        if self._found.setdefault(part.name, part) is not part:
            raise ValueError(f"{self.package} has two parts called {part.name!r}")
        return part

    def all(self) -> dict[str, C]:
        """Give every class of the package by name, in the order of their files."""
        if not self._loaded:
            package = importlib.import_module(self.package)
            for module in sorted(one.name for one in pkgutil.iter_modules(package.__path__)):
                if not module.startswith("_"):
                    importlib.import_module(f"{self.package}.{module}")
            self._loaded = True
        return dict(self._found)
