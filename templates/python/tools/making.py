"""Which input a tool gets, from what its definition says it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .definitions import ToolDefinitionError, refused
from .docstrings import Documented
from .inputs import Input
from .signature import EMPTY, Signature


class Making(NamedTuple):
    """A tool that is being defined."""

    name: str
    function: Callable[..., Any]
    signature: Signature
    documented: Documented

    def refused(self, message: str) -> ToolDefinitionError:
        return refused(self.function, f"tool {self.name!r}: {message}")


def input_for(making: Making, given: Any) -> Input:
    """The input. What cannot be one raises ``ToolDefinitionError``."""
    if hasattr(given, "bound") and hasattr(given, "schema") and not isinstance(given, type):
        found: Input = given
        return found
    try:
        if given is None:
            return _own(making)
        if isinstance(given, dict):
            return _raw(making, given)
        if isinstance(given, (list, tuple)):
            return _table(making, given)
        return _value(making, given)
    except ToolDefinitionError:
        raise
    except Exception as error:  # whatever pydantic, jsonschema or a class of the app says
        reason = str(error).split("\n\n")[0]
        raise making.refused(f"no schema can be made: {reason}") from error


def _own(making: Making) -> Input:
    """The function's own parameters."""
    from .typed import Arguments

    signature = making.signature
    if signature.variadic:
        stars = " and ".join(signature.variadic)
        raise making.refused(
            f"{stars} cannot be told to a model; name the parameters, or give input="
        )
    if signature.positional is not None:
        raise making.refused(
            f"parameter {signature.positional!r} is positional-only, and arguments come by name; "
            "remove the '/'"
        )
    return Arguments(making.name, signature.arguments, making.documented.parameters)


def _raw(making: Making, schema: dict[str, Any]) -> Input:
    from .raw_schema import RawSchema

    taken = frozenset(one.name for one in making.signature.arguments)
    found = RawSchema(schema, None if making.signature.takes_any else taken)
    properties = found.schema.get("properties", {})
    _fits(making, list(properties), list(found.schema.get("required", [])))
    return found


def _table(making: Making, table: Any) -> Input:
    from .parameters import rows, table_input

    parameters = rows(table)
    required = [one.name for one in parameters if one.required]
    _fits(making, [one.name for one in parameters], required)
    return table_input(making.name, parameters)


def _value(making: Making, type_: Any) -> Input:
    from .typed import Value

    signature = making.signature
    needed = [one for one in signature.arguments if one.default is EMPTY]
    first = (needed or list(signature.arguments))[:1]
    if not first or len(needed) > 1:
        raise making.refused(
            "with this input the function takes one value; "
            f"it has {len(needed)} parameters without a default"
        )
    by_position = signature.positional == first[0].name
    found = Value(type_, None if by_position else first[0].name)
    if found.schema.get("type") != "object":
        raise making.refused(f"the input {type_!r} is no object, and arguments are one")
    return found


def _fits(making: Making, properties: list[str], required: list[str]) -> None:
    """Holds the keywords that may come against those that the function takes."""
    signature = making.signature
    names = [one.name for one in signature.arguments]
    for name in properties:
        if name in signature.injected:
            raise making.refused(f"{name!r} comes from the model, and is filled by the runtime too")
        if name not in names and not signature.takes_any:
            raise making.refused(f"the function has no parameter for {name!r}")
    for one in signature.arguments:
        if one.default is EMPTY and one.name not in required:
            raise making.refused(
                f"the function needs {one.name!r}, which the input does not require"
            )
    if signature.positional is not None:
        raise making.refused(
            f"parameter {signature.positional!r} is positional-only, and arguments come by name"
        )
