"""What does not fit a schema is refused with a pointer, a code and what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from formats import having, part
from samples import FORMATS, adapter
from toolwire import ToolwireError

Json = Any

SPOKEN = having("talk")
BLOCK = "/messages/0/content/0"


def rows(table: str) -> list[tuple[Json, ...]]:
    """The rows of a table that every format has, each behind its format's name."""
    found = [(name, getattr(part(name, "hostile"), table)) for name in having("hostile")]
    return [(name, *row) for name, listed in found for row in listed]


@pytest.mark.parametrize(
    ("format_", "payload", "pointer", "code", "word"), rows("MALFORMED_REQUESTS")
)
def test_malformed_request(format_: str, payload: Json, pointer: str, code: str, word: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "request").decode(payload)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)
    assert word in caught.value.expected
    assert str(caught.value).startswith(f"{pointer or '/'}: {code}: expected ")


@pytest.mark.parametrize(("format_", "payload", "pointer", "code"), rows("MALFORMED_REPLIES"))
def test_malformed_response(format_: str, payload: Json, pointer: str, code: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "response").decode(payload)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)


MALFORMED_VALUES: list[tuple[Json, str, str]] = [
    ("x", "", "type"),
    ({}, "/messages", "missing"),
    ({"messages": {}}, "/messages", "type"),
    ({"messages": [{"role": "assistant"}]}, "/messages/0/content", "missing"),
    (
        {"messages": [{"role": "tool", "toolResult": {"kind": "text", "value": "x"}}]},
        "/messages/0/toolResult/toolCallId",
        "missing",
    ),
    (
        {
            "messages": [
                {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": {"id": "1"}}]}
            ]
        },
        "/messages/0/content/0/toolCall/name",
        "missing",
    ),
]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize(("value", "pointer", "code"), MALFORMED_VALUES)
def test_malformed_value(format_: str, value: Json, pointer: str, code: str) -> None:
    if isinstance(value, dict):
        value = {"model": "m", **value}
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "request").encode(value)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)


USER: Json = {"role": "user", "content": "How warm is it?"}
CALLED: Json = {
    "role": "assistant",
    "content": [{"kind": "toolCall", "toolCall": {"id": "1", "name": "f", "arguments": {}}}],
}
RESULT: Json = {"toolCallId": "1", "name": "f", "kind": "multimodal"}
# what a value is that is to be a list and is none, and where it stands
NO_LISTS: list[tuple[str, Json]] = [
    ("/messages", lambda it: {"messages": it}),
    ("/messages/1/content", lambda it: {"messages": [USER, {**CALLED, "content": it}]}),
    (
        "/messages/2/toolResult/value",
        lambda it: {
            "messages": [USER, CALLED, {"role": "tool", "toolResult": {**RESULT, "value": it}}]
        },
    ),
]
WRITTEN_NO_LISTS: list[tuple[str, Json]] = [
    ("/stopSequences", lambda it: {"messages": [USER], "stopSequences": it}),
    (
        "/toolChoice/allowed",
        lambda it: {
            "messages": [USER],
            "tools": [{"name": "f"}],
            "toolChoice": {"allowed": it, "mode": "auto"},
        },
    ),
]


@pytest.mark.parametrize("nothing", ["", {}, 0, False])
@pytest.mark.parametrize("rules", ["off", "repair"])
@pytest.mark.parametrize(("pointer", "having_it"), NO_LISTS)
@pytest.mark.parametrize("format_", SPOKEN)
def test_what_is_no_list_is_refused_though_there_is_nothing_in_it(
    format_: str, pointer: str, having_it: Json, rules: str, nothing: Json
) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter(format_, "request", rules).encode({"model": "m", **having_it(nothing)})
    assert (caught.value.pointer, caught.value.code) == (pointer, "type")


@pytest.mark.parametrize("nothing", [{}, 0, False])
@pytest.mark.parametrize("rules", ["off", "repair"])
@pytest.mark.parametrize("format_", SPOKEN)
def test_what_is_neither_a_text_nor_a_list_is_refused(
    format_: str, rules: str, nothing: Json
) -> None:
    with pytest.raises(ToolwireError) as caught:
        value = {"model": "m", "messages": [{"role": "user", "content": nothing}]}
        adapter(format_, "request", rules).encode(value)
    assert (caught.value.pointer, caught.value.code) == ("/messages/0/content", "type")


@pytest.mark.parametrize("nothing", ["", {}, 0, False])
@pytest.mark.parametrize(("pointer", "having_it"), WRITTEN_NO_LISTS)
def test_no_rule_repairs_what_is_no_list(pointer: str, having_it: Json, nothing: Json) -> None:
    for format_ in ("openai_chat", "gemini"):  # where both have a place
        with pytest.raises(ToolwireError) as caught:
            adapter(format_, "request", "repair").encode({"model": "m", **having_it(nothing)})
        assert (caught.value.pointer, caught.value.code) == (pointer, "type")


def called(call: Json) -> Json:
    block = {"kind": "toolCall", "toolCall": {"id": "1", "name": "f", "arguments": {}, **call}}
    return {"model": "m", "messages": [{"role": "assistant", "content": [block]}]}


OVERLAID = f"{BLOCK}/toolCall/metadata"
ODD_FORM = {"openai_chat": {"$": {"arguments": 5}}}
# value, pointer, code, a word of what was expected
ODD_VALUES: list[tuple[Json, str, str, str]] = [
    # no schema knows what a form or an opaque value holds
    (called({"metadata": ODD_FORM}), OVERLAID, "value", "an adapter would give"),
    (called({"metadata": {"openai_chat": 5}}), f"{OVERLAID}/openai_chat", "type", "an object"),
    (
        {"model": "m", "messages": called({"metadata": ODD_FORM})["messages"] * 2},
        "",
        "value",
        "an adapter would give",
    ),
    # no JSON
    (
        called({"arguments": {"a": [1, object()]}}),
        f"{BLOCK}/toolCall/arguments/a/1",
        "type",
        "JSON data",
    ),
    (
        called({"arguments": {"a": {(1, 2): 1}}}),
        f"{BLOCK}/toolCall/arguments/a/(1, 2)",
        "type",
        "a key that is a string",
    ),
    (called({"arguments": {"a": 10**5000}}), f"{BLOCK}/toolCall/arguments/a", "value", "digits"),
]


@pytest.mark.parametrize(("value", "pointer", "code", "word"), ODD_VALUES)
def test_a_value_that_no_schema_refuses(value: Json, pointer: str, code: str, word: str) -> None:
    with pytest.raises(ToolwireError) as caught:
        adapter("openai_chat", "request").encode(value)
    assert (caught.value.pointer, caught.value.code) == (pointer, code)
    assert word in caught.value.expected
