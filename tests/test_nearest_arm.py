"""A value that fits no arm of a union is held against the arm that it is most like."""

from __future__ import annotations

from typing import Any

import pytest

from payloads import claude
from samples import adapter
from toolwire import ToolwireError
from toolwire._runtime.misfit import Reading

Json = Any
STRING = {"type": "string"}


def record(required: list[str], **properties: Json) -> Json:
    return {"type": "object", "required": required, "properties": properties}


CAT = record(["kind", "name"], kind={"const": "cat"}, name=STRING, lives={"type": "integer"})
DOG = record(["kind"], kind={"enum": ["dog", "wolf"]}, lives=STRING)
NAMED = record(["name", "age"], name=STRING, age={"type": "integer"})
SIZED = record(["size"], size=STRING, name=STRING)

# arms, value, pointer, code, expected
MISFITS: list[tuple[list[Json], Json, str, str, str]] = [
    # by its tag, wherever the arm stands
    ([CAT, DOG], {"kind": "cat"}, "/name", "missing", "the key 'name'"),
    ([DOG, CAT], {"kind": "cat"}, "/name", "missing", "the key 'name'"),
    ([CAT, DOG], {"kind": "wolf", "lives": 9}, "/lives", "type", "a string"),
    ([DOG, CAT], {"kind": "wolf", "lives": 9}, "/lives", "type", "a string"),
    ([DOG, CAT], {"kind": "cat", "name": "x", "lives": ""}, "/lives", "type", "an integer"),
    # where no tag is right, any would be, also that of an arm which is less like it
    ([CAT, DOG], {"kind": "cow", "name": "x"}, "/kind", "value", "'cat' or 'dog' or 'wolf'"),
    ([record(["kind"], kind={"const": "x"}, mode={"const": "on"}), DOG],
     {"kind": "y", "mode": "on"}, "/kind", "value", "'x' or 'dog' or 'wolf'"),
    # a tag says more than a key
    ([record(["kind", "a"], kind={"const": "x"}), record(["b"], b=STRING)],
     {"kind": "x", "b": 5}, "/a", "missing", "the key 'a'"),
    # by its keys
    ([NAMED, SIZED], {"name": "x"}, "/age", "missing", "the key 'age'"),
    ([SIZED, NAMED], {"name": "x"}, "/age", "missing", "the key 'age'"),
    ([SIZED, NAMED], {"age": 5, "size": 5}, "/size", "type", "a string"),
    # a key that lacks says more than another tag
    ([record(["kind"], kind={"const": "x"}), record(["b"], b=STRING)], {"kind": "y"},
     "/b", "missing", "the key 'b'"),
    ([record(["b"], b=STRING), record(["kind"], kind={"const": "x"})], {"kind": "y"},
     "/b", "missing", "the key 'b'"),
    # by its JSON type
    ([STRING, NAMED], {}, "/name", "missing", "the key 'name'"),
    ([NAMED, STRING], {}, "/name", "missing", "the key 'name'"),
    ([NAMED, STRING], 5, "", "type", "a string or an object"),
    ([STRING, {"type": "array", "items": NAMED}], [{"age": 1}], "/0/name", "missing",
     "the key 'name'"),
    ([{"type": "integer"}, {"type": "number"}], True, "", "type", "a number or an integer"),
    # of two that are as near, the one that fits further down
    ([record([], a=record([], b=STRING)), record([], a=STRING)], {"a": {"b": 5}},
     "/a/b", "type", "a string"),
]  # fmt: skip


@pytest.mark.parametrize(("arms", "value", "pointer", "code", "expected"), MISFITS)
def test_the_misfit_is_the_nearest_arms(
    arms: list[Json], value: Json, pointer: str, code: str, expected: str
) -> None:
    defs = {f"Arm{number}": arm for number, arm in enumerate(arms)}
    referred = [{"$ref": f"#/$defs/{name}"} for name in defs]
    for schema in (arms, referred):
        found = next(Reading(defs).find(value, {"anyOf": schema}, ""), None)
        assert found is not None
        words = {*found.expected.split(" or ")}
        assert (found.pointer, found.code, words) == (pointer, code, {*expected.split(" or ")})


def test_a_payload_that_is_like_no_reply_is_not_asked_for_an_error_alone() -> None:
    found = []
    chat, claudes = "openai_chat", "anthropic_messages"
    for name, payload in (
        (chat, {"type": "message", "content": []}), (chat, REPLY), (chat, {"error": 5}),
        (claudes, {"type": "error", "error": {}}),
    ):  # fmt: skip
        with pytest.raises(ToolwireError) as raised:
            adapter(name, "response").decode(payload)
        found.append((raised.value.pointer, raised.value.expected))
    assert found == [
        ("/error", "a ChatResponse, or the key 'error'"),
        ("/choices", "the key 'choices'"),
        ("/error", "a string"),
        ("/error/type", "the key 'type'"),
    ]


@pytest.mark.parametrize(
    ("arms", "value"),
    [
        ([CAT, DOG], {"kind": "wolf", "lives": "none"}),
        ([CAT, DOG], {"kind": "cat", "name": "x", "lives": 9}),
        ([NAMED, SIZED], {"size": "x"}),
        ([NAMED, STRING], "x"),
    ],
)
def test_what_fits_an_arm_is_no_misfit(arms: list[Json], value: Json) -> None:
    assert not any(Reading({}).find(value, {"anyOf": arms}, ""))


REPLY = {"id": "c", "object": "chat.completion", "created": 1, "model": "m"}
MESSAGE = {"id": "m", "type": "message", "role": "assistant", "model": "m", "usage": {}}


@pytest.mark.parametrize(
    ("name", "entry", "payload", "pointer"),
    [
        # A reply that lacks something is no error body, which lacks more.
        ("openai_chat", "response", REPLY, "/choices"),
        ("openai_chat", "response", {**REPLY, "choices": [{"message": 5}]}, "/choices/0/message"),
        ("anthropic_messages", "response", {**MESSAGE, "stop_reason": None}, "/content"),
        ("anthropic_messages", "response", {"type": "error", "error": {}}, "/error/type"),
        ("gemini", "response", {"error": {"code": 5}}, "/error/message"),
        ("anthropic_messages", "request",
         claude({"role": "user", "content": [{"type": "tool_result"}]}),
         "/messages/0/content/0/tool_use_id"),
    ],
)  # fmt: skip
def test_a_payload_is_held_against_what_it_is_most_like(
    name: str, entry: str, payload: Json, pointer: str
) -> None:
    with pytest.raises(ToolwireError) as raised:
        adapter(name, entry).decode(payload)
    assert raised.value.pointer == pointer
