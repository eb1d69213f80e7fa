"""A table of parameters, for tools whose function says nothing of what it takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from .signature import EMPTY, Argument
from .typed import LEFT_OUT, Arguments

TYPES = {"string": str, "path": Path, "number": float, "integer": int, "boolean": bool}


class Parameter(NamedTuple):
    """A row. One that the model leaves out, and may, is not passed to the function."""

    name: str
    type: Literal["string", "path", "number", "integer", "boolean"]
    description: str = ""
    required: bool = True


def rows(table: Iterable[Any]) -> list[Parameter]:
    """The rows of a table, each a ``Parameter``, a tuple or a mapping. Raises ``ValueError``."""
    found: list[Parameter] = []
    for row in table:
        try:
            one = Parameter(**row) if isinstance(row, Mapping) else Parameter(*row)
        except TypeError as error:
            raise ValueError(f"{row!r} is no row (name, type, description, required)") from error
        if one.type not in TYPES:
            types = ", ".join(TYPES)
            raise ValueError(f"{one.name!r} has the type {one.type!r}; there are {types}")
        if not isinstance(one.name, str) or any(one.name == other.name for other in found):
            raise ValueError(f"{one.name!r} is no name, or stands there twice")
        found.append(one)
    return found


def table_input(name: str, parameters: Iterable[Parameter]) -> Arguments:
    """The input of a table."""
    listed = list(parameters)
    taken = [
        Argument(one.name, TYPES[one.type], EMPTY if one.required else LEFT_OUT) for one in listed
    ]
    return Arguments(name, taken, {one.name: one.description for one in listed})
