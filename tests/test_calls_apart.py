"""Calls of a stream that services send without ids, without numbers, or all with the same."""

from __future__ import annotations

from typing import Any

import pytest

import toolwire
from samples import difference
from toolwire import openai_chat

Json = Any


def chunk(*calls: Json, end: str | None = None) -> Json:
    delta = {"tool_calls": [*calls]} if calls else {}
    choice = {"index": 0, "delta": delta, "finish_reason": end}
    head = {"id": "r1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return {**head, "choices": [choice]}


def call(name: str | None, text: str, **more: Json) -> Json:
    named = {} if name is None else {"name": name}
    return {**more, "function": {**named, "arguments": text}}


END = chunk(end="tool_calls")
WHOLE = [call("f", '{"a":1}'), call("g", '{"b":2}')]
AGAIN = [call("f", '{"a":1}'), call("f", '{"b":2}')]


def calls_in(events: list[Json]) -> list[Json]:
    """What the reply says of its calls, which a fold of what was shown says as well."""
    fold = toolwire.StreamFold()
    found: list[Json] = list(openai_chat.decode_stream(events))
    for event in found[:-1]:
        fold.add(event)
    calls = toolwire.tool_calls(found[-1]["response"])
    shown = [block["toolCall"] for block in fold.blocks if block["kind"] == "toolCall"]
    assert [one["id"] for one in shown] == [one["id"] for one in calls]
    again: list[Json] = list(openai_chat.decode_stream(openai_chat.encode_stream(found)))
    assert difference(found[-1]["response"], again[-1]["response"]) is None
    return [(one["name"], one["arguments"]) for one in calls]


@pytest.mark.parametrize("number", [{}, {"index": 0}, {"index": None}])
@pytest.mark.parametrize("calls", [WHOLE, AGAIN])
def test_whole_calls_are_apart(calls: list[Json], number: Json) -> None:
    numbered = [{**one, **number} for one in calls]
    names = [one["function"]["name"] for one in calls]
    wanted = [*zip(names, [{"a": 1}, {"b": 2}], strict=True)]
    assert calls_in([chunk(*numbered), END]) == wanted
    assert calls_in([*map(chunk, numbered), END]) == wanted


@pytest.mark.parametrize("number", [{}, {"index": 0}])
def test_pieces_go_on_with_the_call_that_was_begun_last(number: Json) -> None:
    pieces = [call("f", '{"a"'), call(None, ":1}"), call("g", '{"b"'), call("g", ":2}")]
    events = [chunk({**one, **number}) for one in pieces]
    assert calls_in([*events, END]) == [("f", {"a": 1}), ("g", {"b": 2})]


BEGUN = [call("f", "", id="a"), call("g", "", id="b")]
PIECES = [call(None, '{"a":1}'), call(None, '{"b":2}')]
BOTH = [("f", {"a": 1}), ("g", {"b": 2})]


@pytest.mark.parametrize(
    "events",
    [
        [chunk(*BEGUN), chunk(*PIECES)],
        [*map(chunk, BEGUN), chunk(*PIECES)],
        [chunk(BEGUN[0], PIECES[0]), chunk(BEGUN[1], PIECES[1])],
        [chunk(*BEGUN), *(chunk({**one, "index": at}) for at, one in enumerate(PIECES))],
        [chunk(*BEGUN), chunk(call(None, '{"a"'), call(None, '{"b"')),
         chunk(call(None, ":1}"), call(None, ":2}"))],
        [chunk(*BEGUN), chunk(call("f", '{"a":1}'), call("g", '{"b":2}'))],
        [chunk(*BEGUN), chunk(call("f", '{"a":1}')), chunk(call("g", '{"b":2}'))],
        [chunk(*BEGUN), chunk(call(None, ""), call(None, "")), chunk(*PIECES)],
        [chunk(call("f", '{"a":1}', id="a"), BEGUN[1]), chunk(PIECES[1])],
        [chunk(call("f", '{"a":1}', id="a"), BEGUN[1]), chunk(call(None, "")), chunk(PIECES[1])],
    ],
    ids=range(10),
)
def test_pieces_without_a_number_are_of_the_calls_at_their_places(events: list[Json]) -> None:
    assert calls_in([*events, END]) == BOTH


def test_the_calls_that_go_on_may_be_those_that_are_not_whole() -> None:
    begun = [call("e", "{}", id="c"), *BEGUN]
    wanted = [("e", {}), *BOTH]
    assert calls_in([chunk(*begun), chunk(*PIECES), END]) == wanted
    parts = [chunk(PIECES[0], call(None, "")), chunk(PIECES[1])]
    assert calls_in([chunk(*begun), *parts, END]) == wanted


@pytest.mark.parametrize(
    ("events", "place"),
    [
        ([chunk(*BEGUN), chunk(PIECES[0])], 0),
        ([chunk(*BEGUN, call("h", "", id="c")), chunk(*PIECES)], 0),
    ],
)
def test_a_piece_that_may_be_of_several_calls_makes_none_look_whole(
    events: list[Json], place: int
) -> None:
    """Its arguments would be invalid in one of them, and the others would be run with none."""
    fold = toolwire.StreamFold()
    with pytest.raises(toolwire.ToolwireError) as found:
        for event in openai_chat.decode_stream([*events, END]):
            fold.add(event)
    assert (found.value.pointer, found.value.code) == (
        f"/choices/0/delta/tool_calls/{place}/index", "missing",
    )  # fmt: skip
    assert fold.response["finishReason"] == "error"


def test_an_id_says_more_than_a_name() -> None:
    pieces = [call("f", "{}", index=0, id="a"), call("f", "", index=0, id="a")]
    assert calls_in([*map(chunk, pieces), END]) == [("f", {})]


def test_a_call_of_free_text_stays_ahead_of_the_calls_behind_it() -> None:
    free = {"type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}}
    events = [chunk({"index": 0, **free}), chunk(call("f", "{}", index=1, type="function")), END]
    assert calls_in(events) == [("sql", {}), ("f", {})]


def test_calls_are_shown_as_they_begin_and_stand_where_their_numbers_say() -> None:
    """Who shows them goes by what comes; whoever has the reply has the order of the wire."""
    events = [
        chunk(call("g", '{"b":2}', index=1, id="b")), chunk(call("f", '{"a":', index=0, id="a")),
        chunk(call(None, "1}", index=0)), END,
    ]  # fmt: skip
    found: list[Json] = [*openai_chat.decode_stream(events)]
    begun = [event["id"] for event in found if event.get("id") and "index" in event]
    assert begun == ["b", "a"]
    fold = toolwire.StreamFold()
    for event in found[:-1]:
        fold.add(event)
    assert [block["toolCall"]["id"] for block in fold.blocks] == ["b", "a"]
    whole = toolwire.tool_calls(found[-1]["response"])
    assert [one["id"] for one in whole] == ["a", "b"]
    again: list[Json] = [*openai_chat.decode_stream(openai_chat.encode_stream(found))]
    by_id = {one["id"]: one for one in toolwire.tool_calls(again[-1]["response"])}
    assert by_id == {one["id"]: one for one in whole}


FREE = {"type": "custom", "custom": {"name": "sql", "input": "SELECT"}}
LATE = [
    ([call("f", '{"a":', index=0), call(None, "1}", index=0, id="x")], [("f", {"a": 1})]),
    ([call("f", '{"a":1}', index=0), call(None, "", index=0, id="x")], [("f", {"a": 1})]),
    ([call("f", "", index=0), call("g", "{}", index=1), call(None, "{}", index=0, id="x")],
     [("f", {}), ("g", {})]),
    ([{"index": 0, **FREE}, {"index": 0, "id": "x", "custom": {"input": " 1"}}], [("sql", {})]),
    ([{"index": 0, **FREE}, call("f", "{}", index=1), {"index": 0, "custom": {"input": " 1"}}],
     [("sql", {}), ("f", {})]),
]  # fmt: skip


@pytest.mark.parametrize(("pieces", "wanted"), LATE)
def test_an_id_that_comes_late_or_never_leaves_calls_where_they_are(
    pieces: list[Json], wanted: Json
) -> None:
    assert calls_in([*map(chunk, pieces), END]) == wanted
