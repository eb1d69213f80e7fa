"""Tools as they are defined: names, descriptions, schemas, and what cannot be one."""

from __future__ import annotations

import functools
import inspect
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

import toolwire
from toolwire.tools.context import ToolContext
from toolwire.tools.defining import Tool, define_tool, tool
from toolwire.tools.dependencies import Depends
from toolwire.tools.parameters import Parameter


def closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        found["required"] = list(required)
    return {**found, "additionalProperties": False}


NUMBER = closed({"x": {"type": "integer"}}, "x")


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


def test_a_class_without_a_docstring_describes_no_tool() -> None:
    @dataclass
    class Point:
        x: int

    class Place(TypedDict):
        x: int

    class Thing(BaseModel):
        x: int

    for kind in (Point, Place, Thing):
        found = define_tool(input=kind, execute=lambda at: at, name="find")
        assert found.definition == {"name": "find", "parameters": NUMBER}


def test_a_reference_at_the_root_leaves_no_definition_behind() -> None:
    class Thing(BaseModel):
        x: int

    annotated = Annotated[Thing, Field(description="Here.")]
    found = define_tool(input=annotated, execute=lambda at: at, name="find")
    assert found.input.schema == {**NUMBER, "description": "Here."}


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


def test_a_function_that_takes_anything_goes_with_any_schema() -> None:
    def call(*args: Any, **kwargs: Any) -> None: ...

    found = define_tool(input={"type": "object", "properties": {"x y": {}}}, execute=call)
    assert found.input.bound({"x y": 1, "z": 2}) == ((), {"x y": 1, "z": 2})


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

    def sized(self, x: int) -> int:
        return self.size + x

    @tool
    def decorated(self, x: int) -> int:
        """Adds."""
        return self.size + x

    def __call__(self, x: int) -> int:
        """Called."""
        return self.size + x


def test_bound_methods_and_callables_are_tools() -> None:
    bound = define_tool(execute=Box(1).sized)
    assert (bound.name, list(bound.input.schema["properties"]), bound(2)) == ("sized", ["x"], 3)
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


def test_the_module_is_imported_without_anything_that_must_be_installed() -> None:
    heavy = "{'pydantic', 'jsonschema', 'docstring_parser', 'typing_extensions'}"
    code = f"import sys, toolwire.tools.defining; print({heavy} & set(sys.modules))"
    package = str(Path(toolwire.__file__).parents[1])
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": package})
    assert run.stdout.strip() == "set()"
