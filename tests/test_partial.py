"""Calls whose arguments come value by value, each with its path."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from samples import FORMATS, as_it_is
from toolwire._runtime.errors import ToolwireError
from toolwire._runtime.partial import continued
from toolwire._runtime.pieces import built

Json = Any


def put_together(*pieces: Json) -> tuple[list[Json], list[bool | None]]:
    """What the pieces of calls come to, and what is said of each."""
    found: list[Json] = []
    took = [continued(found, {"call": piece}, "call", "partialArgs", "args", ["id", "name"], "bad")
            for piece in pieces]  # fmt: skip
    return built(found), [None if one is None else one.complete for one in took]


def at(path: str, **value: Json) -> Json:
    return {"jsonPath": path, **value}


def test_values_go_where_their_paths_lead() -> None:
    first = [at("$.name", stringValue="Os"), at("$.rows[0].n", numberValue=1)]
    second = [at("$.name", stringValue="lo"), at("$.rows[1]['a b']", boolValue=False)]
    found, ends = put_together(
        {"name": "f", "partialArgs": first, "willContinue": True},
        {"partialArgs": second, "willContinue": True},
        {"willContinue": False},
    )
    arguments = {"name": "Oslo", "rows": [{"n": 1}, {"a b": False}]}
    assert found == [{"call": {"name": "f", "args": arguments}}]
    assert ends == [False, False, True]


@pytest.mark.parametrize("odd", [{"a": 1}, [1]])
def test_a_value_that_is_an_object_is_not_shared_with_its_event(odd: Json) -> None:
    value = at("$.n", numberValue=odd)
    found: list[Json] = []
    piece = {"call": {"name": "f", "partialArgs": [value]}}
    continued(found, piece, "call", "partialArgs", "args", ["id", "name"], "bad")
    assert built(found)[0]["call"]["args"]["n"] == odd
    assert found[0]["call"]["args"]["n"] is not odd


def test_a_call_without_such_values_is_none_of_them() -> None:
    assert put_together({"name": "f", "args": {"a": 1}}) == ([], [None])
    found, ends = put_together({"name": "f", "willContinue": True}, {})
    assert found == [{"call": {"name": "f", "args": {}}}] and ends == [False, True]


def test_the_call_behind_a_whole_one_is_another() -> None:
    one: Json = {"partialArgs": [at("$.a", numberValue=1)]}
    found, ends = put_together({"name": "f", **one}, {"name": "g", **one})
    assert [item["call"]["name"] for item in found] == ["f", "g"] and ends == [True, True]


def test_what_was_cut_is_kept_as_the_text_that_it_is() -> None:
    piece = {"partialArgs": [at("$.a", stringValue="x")], "willContinue": True}
    found, _ = put_together({"name": "f", **piece})
    assert found[0]["call"]["args"] == {"bad": '{"a":"x"'}


@pytest.mark.parametrize(
    "path", ["", "a", "$", "$a", "$.", "$.a.", "$.a[", "$.a]b", "$[0]", "$.a[5]", 5, None]
)
def test_a_path_that_leads_nowhere_is_refused(path: Json) -> None:
    with pytest.raises(ToolwireError, match="path"):
        put_together({"name": "f", "partialArgs": [at(path, numberValue=1)], "willContinue": True})


def test_values_that_are_no_list_are_refused() -> None:
    with pytest.raises(ToolwireError, match="a list"):
        put_together({"name": "f", "partialArgs": {}})


# -- calls side by side, and calls that never end


def parts(*given: Json, finish: str = "") -> Json:
    candidate: Json = {"content": {"role": "model", "parts": [*given]}, "index": 0}
    candidate |= {"finishReason": finish} if finish else {}
    return {"candidates": [candidate], "responseId": "r", "modelVersion": "m"}


def call(**fields: Json) -> Json:
    return {"functionCall": fields}


def piece(text: str, **fields: Json) -> Json:
    return call(partialArgs=[at("$.x", stringValue=text)], willContinue=True, **fields)


BEGUN = parts(call(name="f", id="1", willContinue=True))
END = parts(finish="STOP")


def calls(*events: Json) -> list[tuple[str, str, Json]]:
    """The id, name, and arguments or what came of them, of each call that a stream makes."""
    fold = toolwire.StreamFold()
    list(fold.over(toolwire.gemini.decode_stream([*events, END])))
    whole = toolwire.tool_calls(fold.response)
    decoded: list[Json] = [*toolwire.gemini.decode_stream([*events, END])]
    assert decoded[-1]["response"] == fold.response
    return [(one["id"], one["name"], one.get("invalidArguments", one["arguments"]))
            for one in whole]  # fmt: skip


def test_pieces_go_to_the_call_that_they_name() -> None:
    second = parts(call(name="g", id="2", willContinue=True))
    told_apart = (parts(piece("a", id="1")), parts(piece("b", id="2")), parts(piece("c", id="1")),
                  parts(call(id="2")), parts(call(id="1")))  # fmt: skip
    assert calls(BEGUN, second, *told_apart) == [("1", "f", {"x": "ac"}), ("2", "g", {"x": "b"})]


def test_what_says_another_name_is_another_call() -> None:
    whole = parts(call(name="g", id="2", args={"x": "b"}))
    found = calls(BEGUN, parts(piece("a")), whole)
    assert found == [("1", "f", '{"x":"a"'), ("2", "g", {"x": "b"})]
    begins = parts(call(name="g", willContinue=True))
    nameless = parts(call(name="f", willContinue=True))
    (one, other) = calls(nameless, parts(piece("a")), begins, parts(piece("b")), parts(call()))
    assert (one[1:], other[1:]) == (("f", '{"x":"a"'), ("g", {"x": "b"}))


def test_a_whole_call_is_no_piece_of_another_of_its_name() -> None:
    begun, whole = parts(call(name="f", willContinue=True)), parts(call(name="f", args={"z": 1}))
    found = calls(begun, parts(piece("a")), whole, parts(piece("b")), parts(call()))
    assert [one[1:] for one in found] == [("f", {"x": "ab"}), ("f", {"z": 1})]


def test_a_call_that_says_its_name_with_each_piece_is_one() -> None:
    again = parts(piece("a", name="f", id="1")), parts(piece("b", name="f")), parts(call(name="f"))
    assert calls(BEGUN, *again) == [("1", "f", {"x": "ab"})]


def test_a_text_between_two_pieces_does_not_cut_the_call() -> None:
    between = parts({"text": "Hm."})
    found = calls(BEGUN, parts(piece("a")), between, parts(piece("b")), parts(call()))
    assert found == [("1", "f", {"x": "ab"})]


@pytest.mark.parametrize("target", FORMATS)
def test_a_call_that_never_ends_is_whole_on_no_other_wire(target: str) -> None:
    wire = as_it_is(target)
    cut = [BEGUN, parts(piece("a")), END]
    events = wire.encode_stream(toolwire.gemini.decode_stream(cut), on_loss="ignore")
    fold = toolwire.StreamFold()
    list(fold.over(wire.decode_stream(events)))
    (found,) = toolwire.tool_calls(fold.response)
    assert (found["arguments"], found["invalidArguments"]) == ({}, '{"x":"a"')
