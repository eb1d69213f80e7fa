# Copied by toolwire from templates/python/tools. Do not edit this copy.
"""Inputs that pydantic validates: a function's own parameters, or one value of a type."""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence
from typing import Any

from .definitions import frames_inside
from .docstrings import documented
from .inputs import InvalidArguments, Mistake
from .schemas import opened, schema_of, shares
from .signature import EMPTY, Argument
from .typed_mistakes import mistakes_of

_HOLDING = (dict, list)
LEFT_OUT = object()
"""The default of an argument that is not passed on when the model leaves it out."""


class _Typed:
    """A type, made once into its schema and the validator of its values.

    A number in quotes passes for a number and 1 for true, as pydantic does and the other frameworks
    do: models write both, and refusing them costs a turn. An unknown key is refused at every depth,
    as the schema says, but where a class somewhere asks for such keys: then each class decides.
    """

    schema: dict[str, Any]
    _spread = False
    """Whether the value is a dict with a key for each parameter."""
    _parameter: str | None = None
    """Else the one that takes the value; None where it takes no keyword."""

    def __init__(self, type_: Any) -> None:
        from pydantic import TypeAdapter

        adapter = TypeAdapter(type_, _parent_depth=frames_inside() + 2)
        if not adapter.pydantic_complete:
            adapter.rebuild(raise_errors=True)  # says which name it is that nobody defines
        self.schema = schema_of(adapter)
        self._validate: Callable[..., Any] = adapter.validator.validate_python
        self._validate_json: Callable[..., Any] = adapter.validator.validate_json
        self._extra = None if opened(adapter.core_schema) else "forbid"
        self._shares = shares(adapter.core_schema)

    def bound(self, arguments: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        try:
            given = copied(arguments) if self._shares else arguments
            value = self._validate(given, extra=self._extra)
        except RecursionError:
            raise InvalidArguments([Mistake("", "a very deep value", "fewer levels")]) from None
        except ValueError as error:
            value = self._read_as_json(arguments, error)
        if self._spread:
            return (), value
        return ((value,), {}) if self._parameter is None else ((), {self._parameter: value})

    def _read_as_json(self, arguments: dict[str, Any], error: ValueError) -> Any:
        """Once more, as the JSON it is: there a date is a text, also for a type that is strict."""
        from pydantic_core import ValidationError, to_json

        try:
            return self._validate_json(to_json(arguments), extra=self._extra)
        except ValidationError as again:
            error = again
        except (ValueError, RecursionError):
            pass  # half a surrogate pair, say: the first error stands
        if not isinstance(error, ValidationError):
            raise error
        raise InvalidArguments(mistakes_of(error, arguments, self.schema)) from error


class Arguments(_Typed):
    """Arguments for the parameters of those names."""

    _spread = True

    def __init__(
        self, name: str, arguments: Sequence[Argument], descriptions: dict[str, str]
    ) -> None:
        import typing_extensions  # pydantic refuses typing's TypedDict before Python 3.12

        fields = {one.name: _field(one, descriptions.get(one.name)) for one in arguments}
        make: Any = typing_extensions.TypedDict
        table = make(name, fields)
        table.__pydantic_config__ = {"extra": "forbid"}
        super().__init__(table)
        keywords = {key: value for key, value in self.schema.items() if key != "title"}
        self.schema = {"type": "object", **keywords}


class Value(_Typed):
    """Arguments for one parameter, which takes them as a value of a type."""

    def __init__(self, type_: Any, parameter: str | None) -> None:
        super().__init__(type_)
        self._parameter = parameter
        self.schema = _described(self.schema, type_)


def copied(value: Any) -> Any:
    """JSON, as new lists and dicts."""
    if type(value) is dict:
        return {k: copied(v) if type(v) in _HOLDING else v for k, v in value.items()}
    if type(value) is list:
        return [copied(v) if type(v) in _HOLDING else v for v in value]
    return value


def _field(argument: Argument, description: str | None) -> Any:
    """An argument as the annotation of a key."""
    from typing import NotRequired

    from pydantic import Field
    from pydantic.fields import FieldInfo

    annotation, default = argument.annotation, argument.default
    field_info: Any = default if isinstance(default, FieldInfo) else None
    description = (field_info and field_info.description) or _noted(annotation) or description
    if description:
        annotation = typing.Annotated[annotation, Field(description=description)]
    if default is LEFT_OUT:
        return NotRequired[annotation]
    if field_info is not None:
        return typing.Annotated[annotation, field_info]
    if default is not EMPTY:
        annotation = typing.Annotated[annotation, Field(default=default)]
    return annotation


def _noted(annotation: Any) -> str | None:
    """What an annotation says of itself, by ``Field``, ``Doc`` or a plain text; the last has it."""
    found = None
    for note in getattr(annotation, "__metadata__", ()):
        text = note if isinstance(note, str) else None
        for attribute in ("description", "documentation"):
            text = text or getattr(note, attribute, None)
        found = text if isinstance(text, str) else found
    return found


def _described(schema: dict[str, Any], type_: Any) -> dict[str, Any]:
    """The schema of a class, with what its docstring says of its fields."""
    descriptions = documented(getattr(type_, "__doc__", None)).parameters
    properties = {
        key: {**value, "description": descriptions[key]}
        if key in descriptions and "description" not in value
        else value
        for key, value in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties} if properties else schema
