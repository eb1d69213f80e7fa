"""All operators by name: the classes that the modules of this folder define."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from .base import Definition

ASKING = ("choice", "editor", "registry", "services", "uses")
"""Modules here that ask of operators, and define none."""


def _found() -> dict[str, type[Definition]]:
    package = __name__.rpartition(".")[0]
    found: dict[str, type[Definition]] = {}
    names = [module.name for module in pkgutil.iter_modules(import_module(package).__path__)]
    for name in sorted(set(names) - set(ASKING)):
        for value in vars(import_module(f"{package}.{name}")).values():
            own = isinstance(value, type) and issubclass(value, Definition)
            if own and "name" in vars(value):
                found[value.name] = value
    return dict(sorted(found.items()))


OPERATORS: dict[str, type[Definition]] = _found()
TARGETED = {name: one for name, one in OPERATORS.items() if not one.reads_back}
"""Those that stand in a target."""
