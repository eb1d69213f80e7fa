"""Calls whose arguments come value by value, each with its path."""

from __future__ import annotations

from typing import Any

import pytest

from toolwire._runtime.errors import ToolwireError
from toolwire._runtime.partial import continued
from toolwire._runtime.pieces import built

Json = Any


def told(*pieces: Json) -> tuple[list[Json], list[bool | None]]:
    """What the pieces of a call come to, and what is said of each."""
    found: list[Json] = []
    said = [continued(found, {"call": piece}, "call", "partialArgs", "args", "bad")
            for piece in pieces]  # fmt: skip
    return built(found), said


def at(path: str, **value: Json) -> Json:
    return {"jsonPath": path, **value}


def test_values_go_where_their_paths_lead() -> None:
    first = [at("$.name", stringValue="Os"), at("$.rows[0].n", numberValue=1)]
    second = [at("$.name", stringValue="lo"), at("$.rows[1]['a b']", boolValue=False)]
    found, said = told(
        {"name": "f", "partialArgs": first, "willContinue": True},
        {"partialArgs": second, "willContinue": True},
        {"willContinue": False},
    )
    arguments = {"name": "Oslo", "rows": [{"n": 1}, {"a b": False}]}
    assert found == [{"call": {"name": "f", "args": arguments}}]
    assert said == [False, False, True]


def test_a_call_without_such_values_is_none_of_them() -> None:
    assert told({"name": "f", "args": {"a": 1}}) == ([], [None])
    found, said = told({"name": "f", "willContinue": True}, {})
    assert found == [{"call": {"name": "f", "args": {}}}] and said == [False, True]


def test_the_call_behind_a_whole_one_is_another() -> None:
    one: Json = {"partialArgs": [at("$.a", numberValue=1)]}
    found, said = told({"name": "f", **one}, {"name": "g", **one})
    assert [held["call"]["name"] for held in found] == ["f", "g"] and said == [True, True]


def test_what_was_cut_is_kept_as_the_text_that_it_is() -> None:
    piece = {"partialArgs": [at("$.a", stringValue="x")], "willContinue": True}
    found, _ = told({"name": "f", **piece})
    assert found[0]["call"]["args"] == {"bad": '{"a":"x"}'}


@pytest.mark.parametrize(
    "path", ["", "a", "$", "$a", "$.", "$.a.", "$.a[", "$.a]b", "$[0]", "$.a[5]", 5, None]
)
def test_a_path_that_leads_nowhere_is_refused(path: Json) -> None:
    with pytest.raises(ToolwireError, match="path"):
        told({"name": "f", "partialArgs": [at(path, numberValue=1)], "willContinue": True})


def test_values_that_are_no_list_are_refused() -> None:
    with pytest.raises(ToolwireError, match="a list"):
        told({"name": "f", "partialArgs": {}})
