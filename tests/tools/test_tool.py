"""Tools as they are defined: names, descriptions, schemas, and what cannot be one."""

from __future__ import annotations

import functools
import inspect
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

import toolwire
from toolwire.tools.context import ToolContext
from toolwire.tools.dependencies import Depends
from toolwire.tools.parameters import Parameter
from toolwire.tools.tool import Tool, ToolDefinitionError, define_tool, tool

if TYPE_CHECKING:
    from decimal import Decimal


def closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        found["required"] = list(required)
    return {**found, "additionalProperties": False}


class City(BaseModel):
    """Where people live.

    Attributes:
        people: How many of them.
    """

    name: str = Field(description="As people there write it.")
    people: int = 0


def test_a_bare_decorator_takes_everything_from_the_function() -> None:
    @tool
    def weather(city: str, unit: Literal["C", "F"] = "C") -> str:
        """Current weather.

        In the open air.

        Args:
            city: Name of the city.
            unit (str): Celsius or Fahrenheit.

        Returns:
            Words.
        """
        return f"{city} {unit}"

    assert weather.definition == {
        "name": "weather",
        "description": "Current weather.\n\nIn the open air.",
        "parameters": closed(
            {
                "city": {"type": "string", "description": "Name of the city."},
                "unit": {
                    "type": "string",
                    "enum": ["C", "F"],
                    "default": "C",
                    "description": "Celsius or Fahrenheit.",
                },
            },
            "city",
        ),
    }
    assert weather("Oslo", unit="F") == "Oslo F"


def test_a_decorator_with_options_sets_them() -> None:
    @tool(name="sky", description="Looks up.", risk="high", strict=True, timeout=10, group="net")
    async def weather() -> str:
        """Not this."""
        return "blue"

    assert weather.definition == {
        "name": "sky",
        "description": "Looks up.",
        "parameters": closed({}),
        "strict": True,
    }
    assert (weather.risk, weather.timeout, weather.group) == ("high", 10, "net")
    assert inspect.iscoroutinefunction(weather.function)


@pytest.mark.parametrize(
    "docstring",
    [
        "Find.\n\nArgs:\n    x: Place.\n    y: Time.",
        "Find.\n\nParameters\n----------\nx : int\n    Place.\ny : int, optional\n    Time.",
        "Find.\n\n:param x: Place.\n:type x: int\n:param int y: Time.",
    ],
    ids=["google", "numpy", "rest"],
)
def test_docstrings_of_every_style_describe_parameters(docstring: str) -> None:
    def find(x: int, y: int = 0) -> None: ...

    find.__doc__ = docstring
    found = define_tool(execute=find)
    assert found.description == "Find."
    properties = found.input.schema["properties"]
    assert [one["description"] for one in properties.values()] == ["Place.", "Time."]


def test_what_an_annotation_says_comes_before_the_docstring() -> None:
    @tool
    def find(
        a: Annotated[int, Field(description="field")],
        b: Annotated[int, "plain"],
        c: int = Field(default=1, description="default"),
        d: int = 2,
    ) -> None:
        """Find.

        Args:
            a: doc
            b: doc
            c: doc
            d: doc
        """

    properties = find.input.schema["properties"]
    assert [one["description"] for one in properties.values()] == [
        "field",
        "plain",
        "default",
        "doc",
    ]


def test_what_the_runtime_fills_is_not_in_the_schema() -> None:
    def opened() -> int:
        return 1

    depends = Depends(opened)

    @tool
    def find(
        ctx: ToolContext,
        x: int,
        *,
        db: Annotated[int, depends],
        other: int = depends,  # type: ignore[assignment]
        maybe: ToolContext | None = None,
    ) -> None: ...

    assert list(find.input.schema["properties"]) == ["x"]
    filled = {"ctx": ToolContext, "db": depends, "other": depends, "maybe": ToolContext}
    assert find.injected == filled


def test_objects_are_closed_at_every_depth_and_titles_are_gone() -> None:
    @dataclass
    class Stop:
        city: City

    class Route(TypedDict):
        stops: list[Stop]

    @tool
    def travel(route: Route) -> None: ...

    def objects(node: Any) -> list[Any]:
        if isinstance(node, list):
            return [found for item in node for found in objects(item)]
        if not isinstance(node, dict):
            return []
        inner = [found for item in node.values() for found in objects(item)]
        return [node, *inner] if node.get("type") == "object" else inner

    found = objects(travel.input.schema)
    assert len(found) == 4
    assert all(one["additionalProperties"] is False for one in found)
    assert "title" not in str(travel.input.schema)


def test_a_title_that_somebody_wrote_stays() -> None:
    @tool
    def find(x: Annotated[int, Field(title="The X")]) -> None: ...

    assert find.input.schema["properties"]["x"]["title"] == "The X"


def test_a_model_as_input_is_one_value() -> None:
    found = define_tool(input=City, execute=lambda city: city, name="find")
    assert found.description == "Where people live."
    assert found.input.schema["properties"] == {
        "name": {"type": "string", "description": "As people there write it."},
        "people": {"type": "integer", "default": 0, "description": "How many of them."},
    }
    assert found.input.bound({"name": "Oslo"}) == ((), {"city": City(name="Oslo")})


def test_typed_dicts_and_dataclasses_as_input_are_one_value() -> None:
    @dataclass
    class Point:
        x: int

    class Place(TypedDict):
        x: int

    def ask(at: Any, ctx: ToolContext) -> None: ...

    point = define_tool(input=Point, execute=ask).input
    assert point.bound({"x": 1}) == ((), {"at": Point(1)})
    place = define_tool(input=Place, execute=ask).input
    assert place.bound({"x": 1}) == ((), {"at": {"x": 1}})


def test_a_value_goes_by_position_where_no_keyword_reaches() -> None:
    def ask(city: Any, /) -> None: ...

    found = define_tool(input=City, execute=ask)
    assert found.input.bound({"name": "Oslo"}) == ((City(name="Oslo"),), {})


def test_a_recursive_model_as_input_is_an_object_at_its_root() -> None:
    class Tree(BaseModel):
        children: list[Tree] = []

    found = define_tool(input=Tree, execute=lambda tree: tree, name="grow")
    assert found.input.schema["type"] == "object"
    assert found.input.schema["properties"]["children"]["items"] == {"$ref": "#/$defs/Tree"}


def test_a_raw_schema_is_passed_on_as_it_is() -> None:
    schema = {"type": "object", "properties": {"x": {"type": "integer", "title": "X"}}}
    found = define_tool(name="find", input=schema, execute=lambda x=None: x)
    assert found.input.schema == schema
    assert found.input.schema is not schema


def test_a_table_becomes_a_schema_and_paths_are_strings() -> None:
    def read(file: Any, lines: int = 1, **rest: Any) -> None: ...

    found = define_tool(
        execute=read,
        input=[
            Parameter("file", "path", "Which."),
            ("lines", "integer", "How many.", False),
            {"name": "ratio", "type": "number", "required": False},
            Parameter("raw", "boolean", required=False),
        ],
    )
    assert found.input.schema == closed(
        {
            "file": {"type": "string", "description": "Which."},
            "lines": {"type": "integer", "description": "How many."},
            "ratio": {"type": "number"},
            "raw": {"type": "boolean"},
        },
        "file",
    )


class Box:
    def __init__(self, size: int) -> None:
        self.size = size

    def held(self, x: int) -> int:
        return self.size + x

    @tool
    def decorated(self, x: int) -> int:
        """Adds."""
        return self.size + x

    def __call__(self, x: int) -> int:
        """Called."""
        return self.size + x


def test_bound_methods_and_callables_are_tools() -> None:
    held = define_tool(execute=Box(1).held)
    assert (held.name, list(held.input.schema["properties"]), held(2)) == ("held", ["x"], 3)
    called = define_tool(execute=Box(1), name="add")
    assert (called.description, list(called.input.schema["properties"])) == ("Called.", ["x"])


def test_a_method_decorated_in_its_class_is_a_tool_of_each_instance() -> None:
    one, two = Box(1).decorated, Box(2).decorated
    assert isinstance(one, Tool)
    assert list(one.input.schema["properties"]) == ["x"]
    assert (one(1), two(1)) == (2, 3)


def test_what_a_partial_fixes_is_not_told_to_the_model() -> None:
    def find(secret: str, x: int) -> str:
        """Finds."""
        return secret * x

    found = define_tool(execute=functools.partial(find, secret="a"))
    assert (found.name, found.description) == ("find", "Finds.")
    assert list(found.input.schema["properties"]) == ["x"]
    assert found(x=2) == "aa"


def test_a_wrapper_has_the_signature_of_what_it_wraps() -> None:
    def counted(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs) + 1

        return wrapper

    @tool
    @counted
    def find(x: City) -> int:
        return x.people

    assert find(City(name="Oslo", people=1)) == 2
    assert list(find.input.schema["properties"]) == ["x"]


def test_types_that_are_local_are_found() -> None:
    class City(BaseModel):  # not the one of this module
        other: int

    class Inner(TypedDict):
        city: City

    @tool
    def find(x: City, y: Inner) -> None: ...

    bound = find.input.bound({"x": {"other": 1}, "y": {"city": {"other": 2}}})
    assert bound == ((), {"x": City(other=1), "y": {"city": City(other=2)}})


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
def injected_by_place(ctx: ToolContext, /) -> None: ...


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (spread, "*args cannot be told to a model"),
        (swallowing, "**kwargs cannot be told to a model"),
        (only, "'x' is positional-only"),
        (unresolved, "the annotation of parameter 'x', 'Decimal', cannot be resolved"),
        (impossible, "no schema can be made"),
        (nested, "no schema can be made"),
        (injected_by_place, "'ctx' is filled by keyword, and is positional-only"),
    ],
)
def test_a_signature_that_is_no_schema_is_refused_where_it_stands(
    function: Callable[..., Any], said: str
) -> None:
    error = refusal(lambda: define_tool(execute=function))
    assert said in str(error)
    assert (error.file, error.line) == (__file__, function.__code__.co_firstlineno)
    assert str(error).startswith(f"{__file__}:{error.line}: ")


def one(x: int) -> None: ...
def several(x: int, y: int) -> None: ...
def filled(x: int, ctx: ToolContext) -> None: ...


OBJECT = {"type": "object", "properties": {"x": {}}, "required": ["x"]}


@pytest.mark.parametrize(
    ("options", "said"),
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
def test_a_definition_that_does_not_fit_is_refused(options: dict[str, Any], said: str) -> None:
    error = refusal(lambda: define_tool(**options))
    assert said in str(error)
    assert error.file == __file__
    assert error.line > 0


def test_a_class_method_is_made_a_tool_when_bound() -> None:
    def make() -> None:
        class Shop:
            @tool
            @classmethod
            def open(cls) -> None: ...

    assert "a classmethod" in str(refusal(make))


def test_the_module_is_imported_without_anything_that_must_be_installed() -> None:
    heavy = "{'pydantic', 'jsonschema', 'docstring_parser', 'typing_extensions'}"
    code = f"import sys, toolwire.tools.tool; print({heavy} & set(sys.modules))"
    package = str(Path(toolwire.__file__).parents[1])
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": package})
    assert run.stdout.strip() == "set()"
