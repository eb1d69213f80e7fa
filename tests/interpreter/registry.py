"""The operators there are: one in each module of a folder, found by looking into it."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType
from typing import TypeVar

from toolwire_codegen.load.transform import Operator as Written

from .operator import Operator

Kind = TypeVar("Kind")


def in_folder(package: ModuleType, kind: type[Kind]) -> dict[str, type[Kind]]:
    """The classes of a folder's modules, by the names of their operators."""
    found: dict[str, type[Kind]] = {}
    for module in pkgutil.iter_modules(package.__path__):
        loaded = importlib.import_module(f"{package.__name__}.{module.name}")
        (own,) = [
            one for one in vars(loaded).values()
            if isinstance(one, type) and issubclass(one, kind) and one.__module__ == loaded.__name__
        ]  # fmt: skip
        found[own.name] = own  # type: ignore[attr-defined]
    return found


@cache
def operators() -> dict[str, type[Operator]]:
    """The operators of rows, by name."""
    from . import operators as folder

    return in_folder(folder, Operator)


@cache
def operator(written: Written) -> Operator:
    """What an operator means as it is written. A name without a file is our own mistake."""
    if written.name not in operators():
        raise NotImplementedError(f"no file of operators/ has {written.name}")
    return operators()[written.name](written.args)


@cache
def pipeline(written: tuple[Written, ...]) -> tuple[Operator, ...]:
    """What the operators of a target mean, in their order."""
    return tuple(operator(one) for one in written)
