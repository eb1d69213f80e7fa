"""The readers of replies: calls and text of whatever an app holds."""

from __future__ import annotations

from typing import Any

import pytest

from conversation import assistant, call, result, text, user
from toolwire import ToolwireError, has_tool_calls, is_tool_result, normal, tool_calls
from toolwire import text as text_of

Json = Any
THOUGHT = {"kind": "reasoning", "text": "hm"}
REPLY = {"id": "r", "message": assistant(THOUGHT, text("a"), call("c"), text("b"), call("d"))}


def test_calls_and_text_are_those_of_the_message_in_its_order() -> None:
    for value in (REPLY, REPLY["message"]):
        assert [one["id"] for one in tool_calls(value)] == ["c", "d"]
        assert has_tool_calls(value) and text_of(value) == "ab"
    assert not has_tool_calls(assistant(text("a")))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (user("a"), "a"),
        (user([text("a"), {"kind": "image", "url": "u"}, text("b")]), "ab"),
        (result("c", "text", "a"), "a"),
        (result("c", "text", "a")["toolResult"], "a"),
        (result("c", "multimodal", [text("a"), text("b")]), "ab"),
        (result("c", "data", ["x"]), ""),
        (result("c", "data", {"kind": "text", "text": "x"}), ""),
        ({"kind": "opaque", "format": "f", "value": {}}, ""),
    ],
)
def test_text_is_what_is_said_and_no_data(value: Json, expected: str) -> None:
    assert text_of(value) == expected


@pytest.mark.parametrize(
    "value",
    [5, None, [], {}, {"content": 5}, {"message": {}}, {"content": ["a"]},
     {"content": [text("a"), 5]}, {"content": [{"kind": "text", "text": 5}]},
     {"content": [{"kind": "text"}]}],
)  # fmt: skip
def test_what_is_none_of_these_has_no_text(value: Json) -> None:
    with pytest.raises(ToolwireError):
        text_of(value)


@pytest.mark.parametrize("tool_call", [None, 5, [], "call"])
def test_a_block_of_a_call_holds_one(tool_call: Json) -> None:
    with pytest.raises(ToolwireError):
        tool_calls(assistant({"kind": "toolCall", "toolCall": tool_call}))


def test_a_result_is_known_by_its_role_or_its_fields() -> None:
    assert is_tool_result(result("c", "text", "a"))
    assert is_tool_result(result("c", "text", "a")["toolResult"])
    for value in (user(), call("c"), {"toolCallId": "c"}, {"value": 1}, 5, None, [result]):
        assert not is_tool_result(value)


PLAIN = [text("a")]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (user(PLAIN), user("a")),
        ({"role": "system", "content": PLAIN}, {"role": "system", "content": "a"}),
        (assistant(*PLAIN), assistant(*PLAIN)),
        (user([*PLAIN, *PLAIN]), user([*PLAIN, *PLAIN])),
        (user([{**text("a"), "metadata": {"f": {"x": 1}}}]),
         user([{**text("a"), "metadata": {"f": {"x": 1}}}])),
        (user([{**text("a"), "metadata": {"f": {}}}]), user("a")),
        (user([THOUGHT]), user([THOUGHT])),
        (result("c", "multimodal", PLAIN), result("c", "text", "a")),
        (result("c", "multimodal", PLAIN, isError=True), result("c", "error", "a")),
        (result("c", "multimodal", PLAIN, isError=False), result("c", "text", "a")),
        (result("c", "data", {"metadata": {}}), result("c", "data", {"metadata": {}})),
        ({**user("a"), "metadata": {"f": {}, "g": {"x": 1}}},
         {**user("a"), "metadata": {"g": {"x": 1}}}),
        ({"kind": "opaque", "format": "f", "value": {}, "metadata": {}},
         {"kind": "opaque", "format": "f", "value": {}, "metadata": {}}),
    ],
)  # fmt: skip
def test_the_normal_form_is_the_one_that_decoders_produce(value: Json, expected: Json) -> None:
    assert normal(value) == expected
    assert normal(expected) is expected
