"""Whatever a model writes as arguments: accepted, or refused in a message that can be sent."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import BaseModel

from toolwire.tools.defining import define_tool
from toolwire.tools.inputs import LONGEST, MOST, Input, InvalidArguments


class Tree(BaseModel):
    value: int
    children: list[Tree] = []


class Leaf(BaseModel):
    kind: Literal["leaf"]
    value: float


def plant(
    x: int,
    tree: Tree | Leaf | str | None = None,
    children: list[Tree] = [],  # noqa: B006
    value: Any = None,
    kind: Literal["leaf", "tree"] = "leaf",
    where: Path = Path(),
    named: dict[str, int | list[bool]] = {},  # noqa: B006
) -> None: ...


INPUTS: dict[str, Input] = {"typed": define_tool(execute=plant).input}
INPUTS["value"] = define_tool(input=Tree, execute=lambda tree: tree, name="plant").input
INPUTS["raw"] = define_tool(
    input=INPUTS["typed"].schema, execute=lambda **all: all, name="plant"
).input
INPUTS["table"] = define_tool(
    input=[(name, "integer", "", False) for name in ("x", "value", "kind")],
    execute=lambda **all: all,
    name="plant",
).input
EVERY = pytest.mark.parametrize("kind", INPUTS)

TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=4)
KEYS = st.sampled_from(["x", "tree", "children", "value", "kind", "where", "named", "leaf"]) | TEXTS
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.just("leaf"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
ARGUMENTS = st.dictionaries(KEYS, VALUES, max_size=6)


def refusal_of(given: Input, arguments: Any) -> InvalidArguments | None:
    """What is said of the arguments; None if they pass."""
    try:
        given.bound(arguments)
    except InvalidArguments as error:
        assert error.mistakes
        assert len(str(error)) <= 2 * LONGEST
        str(error).encode()
        return error
    return None


@EVERY
@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(arguments=ARGUMENTS)
def test_any_object_passes_or_is_refused_and_stays_as_it_is(
    kind: str, arguments: dict[str, Any]
) -> None:
    before = repr(copy.deepcopy(arguments))
    refusal_of(INPUTS[kind], arguments)
    assert repr(arguments) == before


@settings(max_examples=150, derandomize=True, deadline=None, database=None)
@given(arguments=ARGUMENTS)
def test_what_the_schema_allows_passes(arguments: dict[str, Any]) -> None:
    """But for numbers that JSON has no words for."""
    if "nan" in repr(arguments) or "inf" in repr(arguments):
        return
    if Draft202012Validator(INPUTS["typed"].schema).is_valid(arguments):
        error = refusal_of(INPUTS["typed"], arguments)
        assert error is None or "unicode" in str(error)


def nested(levels: int, make: Callable[[Any], Any]) -> Any:
    value: Any = {"value": 1}
    for _ in range(levels):
        value = make(value)
    return value


@EVERY
@pytest.mark.parametrize("levels", [300, 100_000])
@pytest.mark.parametrize(
    "make",
    [lambda inner: [inner], lambda inner: {"value": 1, "children": [inner]}],
    ids=["lists", "trees"],
)
def test_arguments_that_are_too_deep_are_refused(
    kind: str, levels: int, make: Callable[[Any], Any]
) -> None:
    deep = nested(levels, make)
    arguments = {"value": 1, "children": [deep]} if kind == "value" else {"x": 1, "tree": deep}
    assert refusal_of(INPUTS[kind], arguments) is not None


def test_a_schema_that_recurses_further_than_python_can_says_what_is_too_much() -> None:
    recursive = {"type": "object", "properties": {"x": {"allOf": [{"$ref": "#"}]}}}
    given = define_tool(name="x", input=recursive, execute=lambda x=0: x).input
    error = refusal_of(given, nested(190, lambda inner: {"x": inner}))
    assert error is not None
    assert "fewer levels" in str(error)


@EVERY
def test_a_message_stays_short_however_much_is_wrong(kind: str) -> None:
    error = refusal_of(INPUTS[kind], {f"key{index}" * 50: "a" * 10_000 for index in range(1000)})
    assert error is not None
    assert 20 < len(error.mistakes) <= MOST + 10


@EVERY
def test_values_that_are_hard_to_show_are_shown(kind: str) -> None:
    hard: list[Any] = [10**6000, -(10**400), float("inf"), "a" * 10**6, "\ud800", []]
    for value in hard:
        refusal_of(INPUTS[kind], {"x": value, "value": value, "no": value})
        refusal_of(INPUTS[kind], {"value": {"a": value}, "children": value})


@EVERY
@pytest.mark.parametrize("arguments", [[], None, "x", 5])
def test_what_is_no_object_is_refused(kind: str, arguments: Any) -> None:
    assert refusal_of(INPUTS[kind], arguments) is not None


def test_nothing_of_python_stands_in_a_message() -> None:
    """Types that models know by other names: dicts, classes, modules."""
    wrong = {"x": {}, "tree": 5, "children": {}, "kind": 1, "where": [], "named": []}
    message = str(refusal_of(INPUTS["typed"], wrong))
    assert not [word for word in ("dict", "class", "pathlib", "instance") if word in message]
