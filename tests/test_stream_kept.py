"""What events say beyond what rows are for: it is kept, and takes nothing away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import golden_wires
from test_stream_interpreter import generated, interpreted
from toolwire import (
    StreamFold,
    ToolwireError,
    anthropic_messages,
    bedrock_converse,
    cohere_chat,
    openai_chat,
    openai_responses,
)

Json = Any
KIND = {"object": "chat.completion.chunk"}
MESSAGE = {"id": "m", "type": "message", "role": "assistant", "model": "c", "content": []}
OPEN = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
CLOSE: list[Json] = [
    {"type": "content_block_stop", "index": 0},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}},
    {"type": "message_stop"},
]
START: Json = {
    "type": "message_start",
    "message": {**MESSAGE, "usage": {"input_tokens": 1, "output_tokens": 1}},
}


def delta(**fields: Json) -> Json:
    """An event about the only block of a reply."""
    return {"type": "content_block_delta", "index": 0, "delta": fields}


HELLO = delta(type="text_delta", text="Hello")


def came(piece: Json) -> Json:
    """A beacon's event that brings more of its first entry."""
    return {"type": "entry_came", "came": {"at": 0, "piece": piece}}


def beacon(entry: Json, *pieces: Json, why: str = "done", end: Json | None = None) -> list[Json]:
    """A beacon's stream of one entry, which begins so, and goes on with these events."""
    return [
        {"type": "lit", "report": {"id": "r1", "log": {"entries": [], "about": {}}}},
        {"type": "entry_lit", "at": 0, "lit": {"entry": entry}},
        *pieces,
        {"type": "entry_out", "at": 0},
        {"type": "out", "end": {"why": why, **(end or {})}},
    ]


def reply_of(wire: Any, events: list[Json]) -> Json:
    """The reply that a stream comes to."""
    return [*wire.decode_stream(events)][-1]["response"]


def test_what_a_piece_without_a_text_says_is_kept() -> None:
    def piece(function: Json) -> Json:
        calls = {"tool_calls": {"function": function}}
        return {"type": "tool-call-delta", "index": 0, "delta": {"message": calls}}

    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": ""}}
    message = {"message": {"tool_calls": call}}
    events: list[Json] = [
        {"type": "message-start", "id": "r", "delta": {"message": {"role": "assistant"}}},
        {"type": "tool-call-start", "index": 0, "delta": message},
        *[piece({"arguments": "{"}), piece({"notes": ["n"]}), piece({"arguments": "}"})],
        {"type": "tool-call-end", "index": 0},
        {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL", "usage": {}}},
    ]
    reply = reply_of(cohere_chat, events)
    assert reply["metadata"]["cohere_chat"]["notes"] == ["n"]
    assert reply["message"]["content"][0]["toolCall"]["arguments"] == {}


def test_an_empty_list_at_the_end_does_not_empty_what_was_told() -> None:
    *_, stop = CLOSE
    ending: Json = {**CLOSE[1], "delta": {"stop_reason": "end_turn", "content": []}}
    for events in (
        [START, OPEN, HELLO, CLOSE[0], ending, stop],
        [START, OPEN, HELLO, START, *CLOSE],
    ):
        content = reply_of(anthropic_messages, events)["message"]["content"]
        assert content == [{"kind": "text", "text": "Hello"}]


def test_nor_does_one_inside_of_an_object_that_adds_to_another(tmp_path: Path) -> None:
    entry = {"type": "say", "words": {"text": "Hello"}}
    events = beacon(entry, end={"log": {"entries": []}})
    with golden_wires.compiled("beacon", [], tmp_path) as wire:
        content = reply_of(wire, events)["message"]["content"]
    assert [block["text"] for block in content] == ["Hello"]


THOUGHT = {**OPEN, "content_block": {"type": "thinking", "thinking": "", "signature": ""}}
MUSING = delta(type="thinking_delta", thinking="Hm")


@pytest.mark.parametrize(("begun", "piece"), [(OPEN, HELLO), (THOUGHT, MUSING)])
def test_an_element_has_begun_ahead_of_an_unknown_piece_of_it(begun: Json, piece: Json) -> None:
    strange = delta(type="new_delta", x=1)
    events = [START, begun, strange, piece, *CLOSE]
    written = [*anthropic_messages.encode_stream(anthropic_messages.decode_stream(events))]
    assert written[1:4] == [begun, strange, piece]


def test_so_has_a_text_that_may_be_empty(tmp_path: Path) -> None:
    entry = {"type": "say", "words": {"text": ""}}
    strange = came({"odd": 1})
    events = beacon(entry, strange, came({"words": {"text": "Hello"}}))
    with golden_wires.compiled("beacon", [], tmp_path) as wire:
        written = [*wire.encode_stream(wire.decode_stream(events))]
    assert [event["type"] for event in written[1:4]] == ["entry_lit", "entry_came", "entry_came"]
    assert written[2] == strange


def test_a_call_that_begins_without_an_id_is_shown_with_the_one_that_the_reply_has(
    tmp_path: Path,
) -> None:
    optional = [
        ('"required": ["type", "id", "tool", "args"]', '"required": ["type", "tool", "args"]'),
        ("    id: id\n    name: tool\n", "    id: id | minted\n    name: tool\n"),
    ]
    call = {"type": "call", "tool": "add", "args": "", "loud": True}
    events = beacon(call, came({"args": "{}"}), why="call")
    with golden_wires.compiled("beacon", optional, tmp_path) as wire:
        decoded = [*wire.decode_stream(events)]
        written = [*wire.encode_stream(decoded)]
    called = decoded[-1]["response"]["message"]["content"][0]["toolCall"]
    begun = next(event for event in decoded if event["kind"] == "toolCallDelta")
    assert begun["id"] == called["id"] and begun["metadata"]["beacon"]["loud"] is True
    entries = [event["lit"]["entry"] for event in written if event["type"] == "entry_lit"]
    assert entries == [call]


PIECES = """    EntryCame:
      "log.entries[at].words.text": came.piece.words.text | append
      "log.entries[at].muse": came.piece.muse | append(opens)
      "log.entries[at].seal": came.piece.seal | append
      "log.entries[at].args": came.piece.args | append
      "log.entries[at].lines": came.piece.lines | run(line)
"""
GATHERED = """    EntryCame.WordsPiece:
      "log.entries[at].words.text": came.piece.words.text | append
    EntryCame.MusePiece: { "log.entries[at].muse": came.piece.muse | append(opens) }
    EntryCame.SealPiece: { "log.entries[at].seal": came.piece.seal | append(opens) }
    EntryCame.ArgsPiece: { "log.entries[at]": came.piece | gather }
    EntryCame.LinesPiece: { "log.entries[at].lines": came.piece.lines | run(line) }
"""
ARGS = '"args": {"type": "string"}', '"args": {"type": "object"}'
WHOLE = [
    (PIECES, GATHERED),
    ('"required": ["type", "id", "tool", "args"]', '"required": ["type"]'),
    ("    id: id\n    name: tool\n", "    id: id | minted\n    name: tool\n"),
    ("args | json\n", 'args | object(raw)\n    absent: { tool: "" }\n'),
    ARGS,
    ('"args": "{}"', '"args": {}'),
    ARGS,
    ('"args": "{"', '"args": {}'),
]
"""The changes of a beacon whose calls come in one piece, with all that they are."""


@pytest.mark.parametrize("begun", [{}, {"id": "c1", "tool": "tide"}], ids=["bare", "named"])
def test_a_call_that_one_piece_tells_is_shown_as_the_reply_has_it(
    begun: Json, tmp_path: Path
) -> None:
    piece = {"args": {"place": "Oslo", "days": [1, 2]}, "id": "c1", "tool": "tide"}
    events = beacon({"type": "call", **begun}, came(piece), why="call")
    with golden_wires.compiled("beacon", WHOLE, tmp_path) as wire:
        decoded = [*wire.decode_stream(events)]
    call = decoded[-1]["response"]["message"]["content"][0]["toolCall"]
    assert call == {"id": "c1", "name": "tide", "arguments": piece["args"]}
    whole = [event["block"]["toolCall"] for event in decoded if event["kind"] == "block"]
    deltas = [event for event in decoded if event["kind"] == "toolCallDelta"]
    shown = "".join(event.get("argumentsDelta", "") for event in deltas)
    assert whole == ([] if begun else [call])
    assert [event["id"] for event in deltas if "id" in event] == (["c1"] if begun else [])
    assert json.loads(shown or "{}") == (call["arguments"] if begun else {})


def test_a_second_choice_is_not_shown_where_it_comes_first() -> None:
    def chunk(index: int, text: str, why: str | None = None) -> Json:
        choice = {"index": index, "delta": {"content": text}, "finish_reason": why}
        return {"id": "r", "created": 0, "model": "m", "choices": [choice], **KIND}

    pieces: Json = [(1, "B"), (0, "A"), (1, "b"), (0, "a", "stop"), (1, "", "stop")]
    events: Json = [chunk(*piece) for piece in pieces]
    decoded: Json = [*openai_chat.decode_stream(events)]
    assert [event["text"] for event in decoded if event["kind"] == "textDelta"] == ["A", "a"]
    body: Json = openai_chat.encode_response(decoded[-1]["response"])
    assert [choice["message"]["content"] for choice in body["choices"]] == ["Aa", "Bb"]


def test_a_text_of_which_no_event_brings_pieces_goes_out_whole(tmp_path: Path) -> None:
    content = [{"kind": "reasoning", "text": "Hm."}, {"kind": "text", "text": "Hi"}]
    reply = {"message": {"role": "assistant", "content": content}, "finishReason": "stop"}
    events: list[Json] = [
        {"kind": "reasoningDelta", "index": 0, "text": "Hm"},
        {"kind": "reasoningDelta", "index": 0, "text": "."},
        {"kind": "textDelta", "index": 1, "text": "Hi"},
        {"kind": "completed", "response": reply},
    ]
    with golden_wires.compiled("parcel", [], tmp_path) as wire:
        written = [*wire.encode_stream(events)]
        assert reply_of(wire, written)["message"] == reply["message"]
    assert [event["item"]["sort"] for event in written if event["type"] == "item"] == [
        "thought", "words",
    ]  # fmt: skip


OPEN_UNION = [
    (
        '"required": ["words"],\n      "properties": {"words": {"$ref": "#/$defs/Words"}}',
        '"required": ["words"],\n      "properties": {"words": {"$ref": "#/$defs/AnyWords"}}',
    ),
    (
        '    "WordsPiece": {\n',
        """    "AnyWords": {
      "title": "AnyWords",
      "description": "A text, or something else.",
      "x-reference": "https://example.com/beacon",
      "anyOf": [{"$ref": "#/$defs/Words"}, {"$ref": "#/$defs/OtherWords"}],
      "examples": [{"text": "Hi"}]
    },
    "OtherWords": {
      "title": "OtherWords",
      "description": "Something else.",
      "x-reference": "https://example.com/beacon",
      "type": "object",
      "not": {"required": ["text"]},
      "examples": [{"drawn": 1}]
    },
    "WordsPiece": {
""",
    ),
]
"""The changes of a beacon whose pieces of texts may be of a type that nobody knows."""


def test_a_piece_of_another_type_than_the_one_that_is_read_is_passed_on(tmp_path: Path) -> None:
    strange = came({"words": {"drawn": 1}})
    words = {"text": "Hello", "bold": True}
    empty = {"type": "say", "words": {"text": ""}}
    events = beacon(empty, strange, came({"words": words}))
    with golden_wires.compiled("beacon", OPEN_UNION, tmp_path) as wire:
        shown = [*wire.decode_stream(events)]
    assert [event["value"] for event in shown if event["kind"] == "opaque"] == [strange]
    assert "".join(event["text"] for event in shown if event["kind"] == "textDelta") == "Hello"
    assert shown[-1]["response"]["metadata"]["beacon"]["bold"] is True


METER = """    "Meter": {
      "title": "Meter",
      "description": "What was measured.",
      "x-reference": "https://example.com/flare",
      "type": "object",
      "properties": {"usage": {"$ref": "#/$defs/Count"}},
      "examples": [{"usage": {"read": 1, "written": 1}}]
    },
    "Count": {
"""
METERED = [
    (
        '"usage": {"$ref": "#/$defs/Count"},\n        "tries"',
        '"meter": {"anyOf": [{"$ref": "#/$defs/Meter"}, {"type": "null"}]},\n        "tries"',
    ),
    ('    "Count": {\n', METER),
    ("    usage: usage\n", "    usage: meter.usage\n"),
]
"""The changes of a flare that has its counts in an object, or null."""


@pytest.mark.parametrize("meter", [None, {"usage": {"read": 3, "written": 4}}])
def test_a_reply_told_whole_may_have_a_null_around_its_counts(meter: Json, tmp_path: Path) -> None:
    report = {"id": "r1", "model": "m", "log": {"entries": []}, "state": "done", "meter": meter}
    with golden_wires.compiled("flare", METERED, tmp_path) as wire:
        *_, last = wire.decode_stream([{"type": "out", "beat": 0, "report": report}])
        assert last["response"] == wire.decode_response(report)


def test_constants_that_a_service_leaves_out_are_not_told_at_the_beginning() -> None:
    begun = {"id": "r1", "object": "response", "model": "m", "output": [], "status": "in_progress"}
    events: Json = [
        {"type": "response.created", "response": begun},
        {"type": "response.completed", "response": {**begun, "status": "completed"}},
    ]
    completed: Json = [*openai_responses.decode_stream(events)][-1]
    written: Json = [*openai_responses.encode_stream([completed])]
    assert written[0]["response"].keys() & {"tools", "tool_choice", "created_at"} == set()
    again: Json = [*openai_responses.decode_stream(written)][-1]
    assert again["response"] == completed["response"]


def test_a_constant_of_events_is_kept_where_the_reply_may_have_any_word(tmp_path: Path) -> None:
    picks = [('"picks": {"type": "array", "minItems"', '"mood": {"type": "string"}'),
             ('"picks": {"type": "array", "items"', '"mood": {"const": "brisk"}')]  # fmt: skip
    mood = [(before, f"{word}, {before}") for before, word in picks]
    begun = {"key": "r", "engine": "m", "mood": "brisk"}
    event = {**begun, "picks": [{"at": 0, "delta": {"text": "Hi"}, "why": "END"}]}
    line = {"role": "model", "text": "Hi"}
    with golden_wires.compiled("ticker", mood, tmp_path) as wire:
        decoded: Json = [*wire.decode_stream([event])]
        body = wire.encode_response(decoded[-1]["response"])
        assert body == {**begun, "picks": [{"at": 0, "line": line, "why": "END"}]}
        again: Json = [*wire.decode_stream(wire.encode_stream(decoded))]
        assert again[-1] == decoded[-1]


@pytest.mark.parametrize("unknown", [{"audio": {"x": 1}}, {"reasoningContent": {"sealed": "x"}}])
def test_a_block_of_an_unknown_kind_is_passed_on_with_its_end(unknown: Json) -> None:
    ahead: list[Json] = [
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": unknown}},
        {"contentBlockStop": {"contentBlockIndex": 0}},
    ]
    rest: list[Json] = [
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"text": "Hi"}}},
        {"contentBlockStop": {"contentBlockIndex": 1}},
        {"messageStop": {"stopReason": "end_turn"}},
    ]
    decoded: list[Json] = [*bedrock_converse.decode_stream([*ahead, *rest])]
    assert [event["value"] for event in decoded if event["kind"] == "opaque"] == ahead
    assert decoded[-1]["response"]["message"]["content"] == [{"kind": "text", "text": "Hi"}]
    again = [*bedrock_converse.decode_stream(bedrock_converse.encode_stream(decoded))]
    assert again[-1] == decoded[-1]
    assert interpreted("bedrock_converse", [*ahead, *rest]) == generated(
        "bedrock_converse", [*ahead, *rest]
    )


def test_what_another_type_of_a_piece_has_is_named_where_it_is_no_object() -> None:
    def piece(**delta: Json) -> Json:
        return {"contentBlockDelta": {"contentBlockIndex": 0, "delta": delta}}

    begun = piece(reasoningContent={"text": "Hm"})
    odd = piece(reasoningContent={"text": "m"}, toolUse="add")
    with pytest.raises(ToolwireError) as caught:
        reply_of(bedrock_converse, [begun, odd])
    assert caught.value.pointer == "/contentBlockDelta/delta/toolUse"


def test_a_block_that_its_first_piece_begins_says_whose_it_is(tmp_path: Path) -> None:
    change = ("    text: muse\n", "    text: muse\n    own: a beacon muses for itself\n")
    events = beacon({"type": "stamp"}, why="done")
    events[1:3] = [came({"muse": "Hm"}), {"type": "entry_out", "at": 0}]
    events[3:3] = [
        {"type": "entry_lit", "at": 1, "lit": {"entry": {"type": "say", "words": {"text": "Hi"}}}},
        {"type": "entry_out", "at": 1},
    ]
    with golden_wires.compiled("beacon", [change], tmp_path) as wire:
        decoded = [*wire.decode_stream(events)]
        mark = {"beacon": {"$": {"own": True}}}
        assert decoded[1] == {"kind": "reasoningDelta", "index": 0, "text": "", "metadata": mark}
        fold = StreamFold()
        for event in decoded[:-1]:
            fold.add(event)
        assert fold.response["message"] == decoded[-1]["response"]["message"]
        assert reply_of(wire, [*wire.encode_stream(decoded)])["message"] == fold.response["message"]


@pytest.mark.parametrize("output", [{}, {"yy": 2}])
@pytest.mark.parametrize("message", [{}, {"zz": {"b": 1}}])
def test_what_a_reply_says_around_its_elements_goes_out_with_the_end(
    output: Json, message: Json
) -> None:
    full = {"role": "assistant", "content": [{"text": "Hi"}], **message}
    body = {"output": {"message": full, **output}, "stopReason": "end_turn"}
    response = bedrock_converse.decode_response(body)
    done = {"kind": "completed", "response": response}
    events: list[Json] = [*bedrock_converse.encode_stream([done], on_loss="error")]
    assert reply_of(bedrock_converse, events) == response
    assert interpreted("bedrock_converse", events) == generated("bedrock_converse", events)


def test_objects_of_later_events_add_to_those_of_earlier_ones_at_any_depth() -> None:
    events: list[Json] = [START, OPEN, HELLO, *CLOSE]
    events[-2] = {**CLOSE[1], "usage": {"output_tokens": 2, "more": {"a": {"c": 2}}}}
    events[0] = {"type": "message_start", "message": {
        **START["message"], "usage": {"input_tokens": 1, "more": {"a": {"b": 1}, "d": []}},
    }}  # fmt: skip
    own = reply_of(anthropic_messages, events)["usage"]["metadata"]["anthropic_messages"]
    assert own["more"] == {"a": {"b": 1, "c": 2}, "d": []}
