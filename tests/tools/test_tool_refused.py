"""What cannot be a tool: an error at its definition, with file and line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel

from toolwire.tools.context import ToolContext
from toolwire.tools.defining import ToolDefinitionError, define_tool, tool

if TYPE_CHECKING:
    from decimal import Decimal


class City(BaseModel):
    name: str


class Later(BaseModel):
    value: Undefined  # type: ignore[name-defined] # noqa: F821


class Box:
    """No type that JSON could say."""


def refusal(make: Callable[[], Any]) -> ToolDefinitionError:
    with pytest.raises(ToolDefinitionError) as caught:
        make()
    return caught.value


def spread(x: int, *args: int) -> None: ...
def swallowing(x: int, **kwargs: int) -> None: ...
def only(x: int, /) -> None: ...
def unresolved(x: Decimal) -> None: ...
def impossible(x: Box) -> None: ...
def nested(x: list[ToolContext]) -> None: ...
def unfinished(x: Later) -> None: ...
def injected_by_place(ctx: ToolContext, /) -> None: ...


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (spread, "*args cannot be told to a model"),
        (swallowing, "**kwargs cannot be told to a model"),
        (only, "'x' is positional-only"),
        (unresolved, "the annotation of parameter 'x', 'Decimal', cannot be resolved"),
        (impossible, "no schema can be made"),
        (nested, "no schema can be made"),
        (unfinished, "name 'Undefined' is not defined"),
        (injected_by_place, "'ctx' is filled by keyword, and is positional-only"),
    ],
)
def test_a_signature_that_is_no_schema_is_refused_where_it_stands(
    function: Callable[..., Any], message: str
) -> None:
    error = refusal(lambda: define_tool(execute=function))
    assert message in str(error)
    assert (error.file, error.line) == (__file__, function.__code__.co_firstlineno)
    assert str(error).startswith(f"{__file__}:{error.line}: ")


def one(x: int) -> None: ...
def several(x: int, y: int) -> None: ...
def filled(x: int, ctx: ToolContext) -> None: ...


OBJECT = {"type": "object", "properties": {"x": {}}, "required": ["x"]}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"execute": lambda x: x}, "it has no name"),
        ({"execute": one, "risk": "middle"}, "risk is 'middle'"),
        ({"execute": one, "timeout": 0}, "timeout is 0"),
        ({"execute": one, "max_retries": -1}, "max_retries is -1"),
        ({"execute": several, "input": City}, "it has 2 parameters without a default"),
        ({"execute": several, "input": OBJECT}, "needs 'y', which the input does not require"),
        ({"execute": one, "input": {**OBJECT, "type": "array"}}, "type is not 'object'"),
        ({"execute": one, "input": {"type": 5}}, "type is not 'object'"),
        ({"execute": one, "input": {**OBJECT, "properties": 5}}, "no schema can be made"),
        ({"execute": one, "input": {**OBJECT, "$ref": "#/$defs/no"}}, "leads nowhere"),
        ({"execute": one, "input": {**OBJECT, "$ref": "http://127.0.0.1/x"}}, "leads nowhere"),
        ({"execute": one, "input": {**OBJECT, "pattern": "("}}, "is not a 'regex'"),
        ({"execute": one, "input": {**OBJECT, "patternProperties": {"(": {}}}}, "'regex'"),
        ({"execute": one, "input": list[int]}, "is no object"),
        ({"execute": one, "input": [("x", "text")]}, "has the type 'text'; there are string"),
        ({"execute": one, "input": [("x", "string"), ("x", "string")]}, "stands there twice"),
        ({"execute": one, "input": [("x",)]}, "is no row"),
        ({"execute": one, "input": [("x", "string"), ("y", "string")]}, "no parameter for 'y'"),
        ({"execute": filled, "input": [("x", "string"), ("ctx", "string")]}, "'ctx' comes from"),
        ({"execute": define_tool(execute=one)}, "a tool already"),
        ({"execute": 5}, "cannot be called"),
    ],
)
def test_a_definition_that_does_not_fit_is_refused(options: dict[str, Any], message: str) -> None:
    error = refusal(lambda: define_tool(**options))
    assert message in str(error)
    assert error.file == __file__
    assert error.line > 0


def test_a_class_method_is_made_a_tool_when_bound() -> None:
    def make() -> None:
        class Shop:
            @tool
            @classmethod
            def open(cls) -> None: ...

    assert "a classmethod" in str(refusal(make))
