"""Arguments on their way to a function, and what a model is told of wrong ones."""

from __future__ import annotations

import copy
import enum
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from toolwire.tools.defining import define_tool
from toolwire.tools.inputs import Input, InvalidArguments, Mistake


class Unit(enum.Enum):
    celsius = "C"
    fahrenheit = "F"


class Stop(BaseModel):
    name: str
    day: date | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    tricks: list[str]


class Strict(BaseModel):
    model_config = ConfigDict(strict=True)
    day: date


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    name: str


def even(value: int) -> int:
    if value % 2:
        raise ValueError("an even number")
    return value


def own(function: Any) -> Input:
    return define_tool(execute=function).input


def mistakes(given: Input, arguments: dict[str, Any]) -> list[Mistake]:
    before = copy.deepcopy(arguments)
    with pytest.raises(InvalidArguments) as caught:
        given.bound(arguments)
    assert arguments == before
    return list(caught.value.mistakes)


def travel(
    stops: list[Stop],
    unit: Unit = Unit.celsius,
    folder: Path = Path("."),
    pet: Cat | Dog | None = None,
    count: Annotated[int, Field(ge=1), AfterValidator(even)] = 2,
    when: int | list[str] = 1,
) -> None: ...


def test_values_come_as_the_types_that_the_function_asks_for() -> None:
    _, found = own(travel).bound(
        {
            "stops": [{"name": "Oslo", "day": "2026-01-02"}],
            "unit": "F",
            "folder": "/a",
            "count": "4",
        }
    )
    assert found == {
        "stops": [Stop(name="Oslo", day=date(2026, 1, 2))],
        "unit": Unit.fahrenheit,
        "folder": Path("/a"),
        "pet": None,
        "count": 4,
        "when": 1,
    }


def test_a_default_that_can_change_is_new_in_every_call() -> None:
    def note(texts: list[str] = []) -> None: ...  # noqa: B006

    given = own(note)
    given.bound({})[1]["texts"].append("kept")
    assert given.bound({}) == ((), {"texts": []})


def test_every_mistake_is_told_at_once_with_its_place() -> None:
    found = mistakes(
        own(travel),
        {
            "stops": [{"name": 5, "dya": "x"}, "Oslo"],
            "unit": "K",
            "count": "many",
            "when": {},
            "pet": {"kind": "cat"},
            "cuont": 1,
        },
    )
    assert found == [
        Mistake("stops[0].name", "5", "a valid string"),
        Mistake("stops[0].dya", '"x"', 'no such key (did you mean "day"?)'),
        Mistake("stops[1]", '"Oslo"', "an object"),
        Mistake("unit", '"K"', "'C' or 'F'"),
        Mistake("pet.lives", "nothing", "an integer (required)"),
        Mistake(
            "count", '"many"', "a valid integer, unable to parse string as an integer"
        ),
        Mistake("when", "an empty object", "a valid integer or a valid array"),
        Mistake("cuont", "1", 'no such key (did you mean "count"?)'),
    ]


def test_the_message_names_place_value_and_what_was_expected() -> None:
    with pytest.raises(InvalidArguments) as caught:
        own(travel).bound({"stop": [], "count": 3})
    assert str(caught.value).splitlines() == [
        "The arguments do not fit the tool. Mend them and call it again:",
        "- stops: expected a list, each an object (required); came nothing",
        "- count: expected an even number; came 3",
        '- stop: expected no such key (did you mean "stops"?); came an empty list',
    ]


@pytest.mark.parametrize(
    ("pet", "places"),
    [
        ({"kind": "cat"}, ["pet.lives"]),
        ({"kind": "dog", "tricks": [1]}, ["pet.tricks[0]"]),
        ({"kind": "cow"}, ["pet.kind", "pet.lives", "pet.tricks"]),
        (5, ["pet"]),
    ],
)
def test_of_a_union_the_arm_that_was_meant_is_spoken_of(pet: Any, places: list[str]) -> None:
    found = mistakes(own(travel), {"stops": [], "pet": pet})
    assert [one.path for one in found] == places


def test_a_tag_that_no_arm_has_is_told_with_those_there_are() -> None:
    def feed(pet: Annotated[Cat | Dog, Field(discriminator="kind")]) -> None: ...

    assert mistakes(own(feed), {"pet": {"kind": "cow"}}) == [
        Mistake("pet", 'an object with "kind"', "'kind' to be one of 'cat', 'dog'")
    ]
    assert mistakes(own(feed), {"pet": {}}) == [
        Mistake("pet", "an empty object", "an object with 'kind'")
    ]


def test_a_date_is_a_text_also_for_a_strict_model() -> None:
    def meet(at: Strict, x: int = 0) -> None: ...

    assert own(meet).bound({"at": {"day": "2026-01-02"}})[1]["at"].day == date(2026, 1, 2)
    assert mistakes(own(meet), {"at": {"day": 5}})[0].path == "at.day"


def test_keys_that_a_model_asks_for_come_through_and_others_do_not() -> None:
    def store(thing: Open, x: int = 0) -> None: ...

    assert own(store).bound({"thing": {"name": "a", "more": 1}})[1]["thing"].more == 1
    assert own(store).schema["$defs"]["Open"]["additionalProperties"] is True
    assert [one.path for one in mistakes(own(store), {"thing": {"name": "a"}, "y": 1})] == ["y"]


def test_a_tool_that_changes_its_arguments_changes_its_own() -> None:
    def change(a: Any, b: list[Any], c: dict[str, Any], d: list) -> None: ...  # type: ignore[type-arg]

    raw = {"type": "object", "properties": {"a": {}, "b": {}, "c": {}, "d": {}}}
    for given in (own(change), define_tool(input=raw, execute=lambda **all: all, name="x").input):
        arguments: dict[str, Any] = {"a": {"x": [1]}, "b": [[1]], "c": {"x": {}}, "d": [{"x": 1}]}
        before = copy.deepcopy(arguments)
        found = given.bound(arguments)[1]
        found["a"]["x"].append(2)
        found["b"][0].append(2)
        found["c"]["x"]["y"] = 2
        found["d"][0].clear()
        assert arguments == before


def test_an_optional_row_of_a_table_that_is_left_out_is_not_passed_on() -> None:
    table = [("name", "string", "", True), ("file", "path", "", False), ("n", "number", "", False)]
    given = define_tool(name="x", input=table, execute=lambda name, file=1, n=2: None).input
    assert given.bound({"name": "a"}) == ((), {"name": "a"})
    assert given.bound({"name": "a", "file": "b", "n": 1})[1]["file"] == Path("b")
    assert mistakes(given, {"file": None}) == [
        Mistake("name", "nothing", "a string (required)"),
        Mistake("file", "null", "a path, as a string"),
    ]


RAW = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1},
        "unit": {"enum": ["C", "F"]},
        "pet": {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "properties": {"lives": {}}, "required": ["lives"]},
            ]
        },
        "inner": {"$ref": "#"},
    },
    "required": ["count"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ({}, [Mistake("count", "nothing", "an integer (required)")]),
        ({"count": "1"}, [Mistake("count", '"1"', "an integer")]),
        ({"count": 0}, [Mistake("count", "0", "at least 1")]),
        ({"count": 1, "unit": "K"}, [Mistake("unit", '"K"', 'one of "C", "F"')]),
        ({"count": 1, "uint": 1}, [Mistake("uint", "1", 'no such key (did you mean "unit"?)')]),
        ({"count": 1, "pet": 5}, [Mistake("pet", "5", "a string or an object")]),
        ({"count": 1, "pet": {}}, [Mistake("pet.lives", "nothing", "a value (required)")]),
        (
            {"count": 1, "inner": {"count": True, "x": 1}},
            [
                Mistake("inner.count", "true", "an integer"),
                Mistake(
                    "inner.x",
                    "1",
                    'no such key (the keys are "count", "unit", "pet", "inner")',
                ),
            ],
        ),
    ],
)
def test_mistakes_against_a_raw_schema_read_alike(
    arguments: dict[str, Any], found: list[Mistake]
) -> None:
    given = define_tool(name="x", input=RAW, execute=lambda **all: all).input
    assert sorted(mistakes(given, arguments)) == sorted(found)


def test_an_open_schema_does_not_hand_a_function_what_it_does_not_take() -> None:
    def ask(count: int) -> None: ...

    given = define_tool(input={"properties": {"count": {}}, "required": ["count"]}, execute=ask)
    assert mistakes(given.input, {"count": 1, "cuont": 2}) == [
        Mistake("cuont", "2", 'no such key (did you mean "count"?)')
    ]
