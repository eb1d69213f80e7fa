"""Streams that no provider sends: a `ToolwireError` that names the place, or an opaque event.

Proxies, broken services and half-written mocks do send them, and an app has one `except` for all.
"""

from __future__ import annotations

import copy
import importlib
import json
import random
from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing import drawing
from formats import having, part
from samples import ALL, FORMATS, invalid
from splitting import Dice, split, streamable
from stream_samples import MODULES, rich
from toolwire._runtime.errors import ToolwireError
from toolwire._runtime.fold import StreamFold

Json = Any
NO_OBJECTS: tuple[Json, ...] = (None, 0, 1.5, True, "text", "", [], [{}], b"{}", object(), ...)
ODD_VALUES: tuple[Json, ...] = (
    None, True, 0, -1, 2.5, 10**30, "", "x", "\ud800", [], {}, [[]], [None], [{}], [0], {"a": None},
    {"": {}}, [[{}]], {"type": "text"}, {"index": []}, [{"index": {}}], {"text": 1}, [1, "a", {}],
)  # fmt: skip
DEEP = 20_000
HOSTILE = {name: part(name, "hostile_stream") for name in having("hostile_stream", "stream")}
each_hostile = pytest.mark.parametrize("name", HOSTILE)
DEEP_PLACES = [(name, at) for name, wire in HOSTILE.items() for at in range(len(wire.DEEP_PLACES))]


def nested(depth: int) -> Json:
    """Lists in lists; made in a loop, for no recursion can make it."""
    value: Json = []
    for _ in range(depth):
        value = [value]
    return value


def read(name: str, events: list[Json], mode: str = "deltas") -> tuple[list[Json], Json]:
    """What came before the error, if there is one, and that error; any other exception passes."""
    decoded: list[Json] = []
    try:
        for event in MODULES[name].decode_stream(events, tool_calls=mode):
            decoded.append(event)
    except ToolwireError as error:
        assert error.code and error.expected
        assert error.pointer == "" or error.pointer.startswith("/")
        return decoded, error
    return decoded, None


def read_so_far(decoded: list[Json]) -> Json:
    """The fold of events can be read, whatever came."""
    fold = StreamFold()
    for event in decoded:
        fold.add(event)
    return fold.response


def folds(decoded: list[Json]) -> Json:
    """The same, where all that came was valid: then so is what there is of the reply."""
    response = read_so_far(decoded)
    assert invalid("intermediate", "response", response) is None
    return response


@pytest.mark.parametrize("event", NO_OBJECTS, ids=lambda v: repr(v).partition(" at ")[0])
@each_hostile
def test_an_event_that_is_no_object_is_an_error(name: str, event: Json) -> None:
    decoded, error = read(name, [event])
    assert decoded == [] and isinstance(error, ToolwireError)


@each_hostile
def test_what_came_before_the_error_has_been_told(name: str) -> None:
    decoded, error = read(name, [*HOSTILE[name].BEGINS, [], {}])
    assert [event["kind"] for event in decoded] == ["started", "textDelta"]
    assert isinstance(error, ToolwireError)
    response = folds(decoded)
    assert response["message"]["content"] == [{"kind": "text", "text": "Hi"}]
    assert response["error"]["type"] == "incomplete_stream"


UNKNOWN: tuple[Json, ...] = (
    {"type": "brand_new", "x": [1]}, {"x": 1}, {}, {"type": 7}, {"type": ["ping"]}, {"type": {}},
    {"error": "busy"}, {"error": None, "x": 1},
)  # fmt: skip


@pytest.mark.parametrize("event", UNKNOWN, ids=json.dumps)
@each_hostile
def test_an_unknown_event_is_told_as_it_is(name: str, event: Json) -> None:
    if "error" not in event or not HOSTILE[name].ERROR_KEY:
        decoded, error = read(name, [*HOSTILE[name].BEGINS, copy.deepcopy(event)])
        assert error is None
        assert decoded[-1] == {"kind": "opaque", "format": name, "value": event}
    else:
        decoded, error = read(name, [event])
        assert error is not None or decoded[-1]["kind"] in ("opaque", "error")


@each_hostile
def test_an_unknown_event_ahead_of_all_waits_until_it_is_known_whose_reply_it_is(name: str) -> None:
    begins, event = HOSTILE[name].BEGINS, {"type": "brand_new", "x": [1]}
    plainly = read(name, copy.deepcopy(begins))[0]
    decoded = read(name, [event, *copy.deepcopy(begins)])[0]
    assert decoded == [plainly[0], {"kind": "opaque", "format": name, "value": event}, *plainly[1:]]
    assert [one["kind"] for one in read(name, [event])[0]] == ["started", "opaque"]


def test_what_events_say_beside_their_piece_is_kept_and_replaces_nothing() -> None:
    begin, start, piece = HOSTILE["anthropic_messages"].BEGINS
    end = {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}}
    events = [begin, start, piece, {"type": "content_block_stop", "index": 0}, end,
              {"type": "message_stop"}]  # fmt: skip
    plainly = read("anthropic_messages", events)[0][-1]["response"]
    for place, event in enumerate(events):
        for holder in [event, *([event["delta"]] if event is piece else [])]:
            odd = {**holder, "id": "other", "content": [], "x": {"n": 1}}
            odd = {**event, "delta": odd} if holder is not event else odd
            edited = [*events[:place], odd, *events[place + 1 :]]
            decoded, error = read("anthropic_messages", edited)
            assert error is None
            response = decoded[-1]["response"]
            assert response.pop("metadata") == {"anthropic_messages": {"x": {"n": 1}}}
            assert response == plainly


def test_what_a_choice_says_beside_its_piece_is_kept_whenever_it_comes() -> None:
    def chunk(choice: Json) -> Json:
        return {"id": "c", "choices": [{"index": 0, "finish_reason": None, **choice}]}

    texts = [chunk({"delta": {"role": "assistant", "content": "a"}})]
    texts += [chunk({"delta": {"content": "b"}, "logprobs": None})] * 2
    texts += [chunk({"delta": {"content": "c"}, "logprobs": None, "x": 1})]
    end = chunk({"delta": {}, "finish_reason": "stop"})
    decoded, error = read("openai_chat", [*texts, end])
    assert error is None
    response = decoded[-1]["response"]
    assert response["message"]["content"] == [{"kind": "text", "text": "abbc"}]
    assert response["metadata"]["openai_chat"]["choices"] == [{"logprobs": None, "x": 1}]


MISPLACED = [(name, *row) for name, wire in HOSTILE.items() for row in wire.MISPLACED]


@pytest.mark.parametrize(("name", "event", "pointer"), MISPLACED, ids=lambda v: str(v)[:70])
def test_an_odd_value_is_an_error_that_names_its_place(
    name: str, event: Json, pointer: str
) -> None:
    before = copy.deepcopy(event)
    decoded, error = read(name, [*HOSTILE[name].BEGINS, event])
    assert error is not None, decoded[-1]
    assert error.pointer == pointer
    assert event == before
    assert folds(decoded)["error"]["type"] == "incomplete_stream"


def places(value: Json, path: tuple[Json, ...] = ()) -> list[tuple[Json, ...]]:
    """The path of every value inside a value."""
    pairs: list[tuple[Json, Json]] = []
    if isinstance(value, dict):
        pairs = [*value.items()]
    elif isinstance(value, list):
        pairs = [*enumerate(value)]
    return [path, *(place for key, item in pairs for place in places(item, (*path, key)))]


def put(value: Json, path: tuple[Json, ...], odd: Json) -> Json:
    """A copy with another value at a path; ``...`` takes the value away."""
    if not path:
        return odd
    value = copy.copy(value)
    key, *rest = path
    if not rest and odd is ...:
        del value[key]
    else:
        value[key] = put(value[key], tuple(rest), odd)
    return value


def test_null_where_a_list_of_pieces_would_stand_is_read_before_the_list_comes() -> None:
    def chunk(content: Json) -> Json:
        return {"candidates": [{"index": 0, "content": content}], "responseId": "r"}

    decoded, error = read("gemini", [chunk(None), chunk({"parts": [{"text": "Hi"}]})])
    assert error is None
    assert [event["text"] for event in decoded if event["kind"] == "textDelta"] == ["Hi"]


@each_hostile
def test_any_value_in_any_place_is_read_or_refused(name: str) -> None:
    ours = [item.payload for item in ALL if (item.format, item.kind) == (name, "replies")]
    bodies = [body for one in ours if (body := streamable(name, one)) is not None]
    bodies.append(rich(name))

    @drawing(600)
    @given(st.integers(0, 2**32))
    def law(seed: int) -> None:
        dice = Dice(seed)
        events = split(name, dice.choice(bodies), dice)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(events))
            path = dice.choice(places(events[at]))
            odd = dice.choice([*ODD_VALUES, ...])
            events[at] = put(events[at], path, copy.deepcopy(odd) if path or odd is not ... else 0)
        decoded, _ = read(name, events, dice.choice(["deltas", "whole"]))
        read_so_far(decoded)

    law()


@each_hostile
def test_events_in_any_order_are_read_or_refused(name: str) -> None:
    body = rich(name)
    for seed in range(60):
        events = split(name, body, Dice(seed))
        random.Random(seed).shuffle(events)
        decoded, _ = read(name, [*events, *events[:3]])
        folds(decoded)


@pytest.mark.parametrize("mode", ["deltas", "whole"])
@pytest.mark.parametrize(("name", "place"), DEEP_PLACES)
def test_deep_nesting_is_read_or_refused(name: str, place: int, mode: str) -> None:
    wire = HOSTILE[name]
    event = wire.DEEP_PLACES[place](nested(DEEP))
    decoded, error = read(name, [*wire.BEGINS, event, *wire.ENDS], mode)
    kinds = [one["kind"] for one in decoded]
    assert kinds[:2] == ["started", "textDelta"]
    assert error is not None or kinds[-1] == "completed"


def call_with(arguments: Json) -> Json:
    return {"kind": "toolCall", "toolCall": {"id": "t", "name": "f", "arguments": arguments}}


DEEP_EVENTS: dict[str, Callable[[Json], Json]] = {
    "block": lambda deep: {"kind": "block", "block": call_with({"a": deep})},
    "completed": lambda deep: {"kind": "completed", "response": {
        "finishReason": "stop",
        "message": {"role": "assistant", "content": [call_with({"a": deep})]}}},
}  # fmt: skip


@pytest.mark.parametrize("kind", DEEP_EVENTS)
@pytest.mark.parametrize("name", FORMATS)
def test_an_event_nested_too_deeply_to_be_written_is_refused(name: str, kind: str) -> None:
    event = DEEP_EVENTS[kind](nested(DEEP))
    with pytest.raises(ToolwireError, match="less deeply nested data"):
        list(MODULES[name].encode_stream([event]))


def test_deep_arguments_text_is_kept_as_it_is() -> None:
    text = '{"a":' + "[" * DEEP + "]" * DEEP + "}"
    told_as_text = 0
    for name, wire in HOSTILE.items():
        if (events := wire.arguments_events(text)) is None:
            continue
        decoded, error = read(name, [*wire.BEGINS, *events, *wire.ENDS])
        assert error is None
        calls = [b["toolCall"] for b in decoded[-1]["response"]["message"]["content"]
                 if b["kind"] == "toolCall"]  # fmt: skip
        assert [(call["id"], call["invalidArguments"]) for call in calls] == [("t", text)]
        told_as_text += 1
    assert told_as_text >= 2


@each_hostile
def test_ten_thousand_pieces_are_one_text(name: str) -> None:
    wire = HOSTILE[name]
    pieces = [wire.text_event(f" {n}") for n in range(10_000)]
    decoded, error = read(name, [*wire.BEGINS, *pieces, *wire.ENDS])
    assert error is None and decoded[-1]["kind"] == "completed"
    expected = "Hi" + "".join(f" {n}" for n in range(10_000))
    (block,) = decoded[-1]["response"]["message"]["content"]
    assert (block["kind"], block["text"]) == ("text", expected)
    assert folds(decoded[:-1])["message"]["content"][0]["text"] == expected


@each_hostile
def test_an_empty_piece_is_not_shown(name: str) -> None:
    wire = HOSTILE[name]
    pieces = [wire.text_event(text) for text in (" a", "", " b", "", " c")]
    decoded, error = read(name, [*wire.BEGINS, *pieces, *wire.ENDS])
    assert error is None
    shown = [event for event in decoded if event["kind"] == "textDelta"]
    texts = [event["text"] for event in shown if "metadata" not in event]
    assert texts[-3:] == [" a", " b", " c"] and "" not in texts


@each_hostile
def test_two_thousand_calls_are_all_told(name: str) -> None:
    wire = HOSTILE[name]
    events = [event for n in range(2_000) for event in wire.call_events(n, f"c{n}")]
    decoded, error = read(name, [*wire.BEGINS, *events, *wire.ENDS], "whole")
    assert error is None
    blocks = [event["block"] for event in decoded if event["kind"] == "block"]
    ids = [block["toolCall"]["id"] for block in blocks]
    assert ids == [f"c{n}" for n in range(2_000)]


@each_hostile
def test_no_events_are_no_reply(name: str) -> None:
    decoded, error = read(name, [])
    assert decoded == [] and error is None
    assert folds(decoded) == {
        "message": {"role": "assistant", "content": []},
        "finishReason": "error",
        "error": {
            "message": "the stream ended before the reply was complete",
            "type": "incomplete_stream",
        },
    }


@each_hostile
def test_another_word_for_the_mode_is_a_mistake(name: str) -> None:
    with pytest.raises(ValueError, match="tool_calls"):
        list(MODULES[name].decode_stream([], tool_calls="all"))


@pytest.mark.parametrize(
    "event",
    [*NO_OBJECTS, {"kind": 7}, {"kind": "toolCallDelta"}],
    ids=lambda v: repr(v).partition(" at ")[0],
)
@each_hostile
def test_what_is_no_intermediate_event_is_not_written(name: str, event: Json) -> None:
    encode = importlib.import_module(f"toolwire.{name}").encode_stream
    try:
        sent = list(encode([event]))
    except ToolwireError as error:
        assert error.expected
        return
    assert sent == [] or event == {"kind": 7}


@each_hostile
def test_a_form_that_is_no_object_is_refused_where_it_comes_in(name: str) -> None:
    for kind in ("textDelta", "reasoningDelta"):
        for form in (5, "x", [1], None):
            event = {"kind": kind, "index": 0, "text": "a", "metadata": {name: {"$": form}}}
            with pytest.raises(ToolwireError) as caught:
                deque(MODULES[name].encode_stream([{"kind": "started"}, event, event]), 0)
            assert (caught.value.pointer, caught.value.code) == (f"/metadata/{name}/$", "type")


@each_hostile
def test_a_form_that_no_adapter_gives_is_refused_at_the_metadata_that_came_with_it(
    name: str,
) -> None:
    call = {"id": "c1", "name": "f", "arguments": {}}
    places = set()
    for spelled in ({"id": 5}, {"arguments": 5}, {"absent": 5}):
        metadata = {name: {"$": spelled}}
        whole = {"kind": "toolCall", "toolCall": {**call, "metadata": metadata}}
        piece = {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "f"}
        for events in (
            [{"kind": "block", "block": whole}],
            [
                {**piece, "argumentsDelta": "{}", "metadata": metadata},
                {"kind": "blockEnd", "index": 0, "block": "toolCall"},
            ],
        ):
            try:
                deque(MODULES[name].encode_stream([{"kind": "started"}, *events]), 0)
            except ToolwireError as refused:
                places.add(refused.pointer)
    assert {"/block/toolCall/metadata"} <= places <= {"/block/toolCall/metadata", "/metadata", ""}


PIECE = {"kind": "reasoningDelta", "index": 0, "text": "a"}
CALL = {"kind": "toolCallDelta", "index": 0, "name": "f"}


@pytest.mark.parametrize(
    ("target", "events", "pointer"),
    [
        ("bedrock_converse", [{**PIECE, "metadata": {"reasoningContent": "x"}}], "/metadata"),
        ("mistral_chat", [{**PIECE, "metadata": {"$": {"text": 1}}}], "/metadata"),
        ("openai_chat", [{**CALL, "id": "c1", "metadata": {"index": {}}}], "/metadata"),
        # It is not begun before its id is known: then nobody can say which event was wrong.
        ("openai_chat", [{**CALL, "metadata": {"index": {}}}, {**CALL, "id": "c1"}], ""),
    ],
)
def test_odd_metadata_of_pieces_are_refused_wherever_they_lead_to_a_failure(
    target: str, events: list[Json], pointer: str
) -> None:
    intermediate = [
        {**e, "metadata": {target: e["metadata"]}} if "metadata" in e else e for e in events
    ]
    with pytest.raises(ToolwireError, match="what an adapter would give") as caught:
        deque(MODULES[target].encode_stream([{"kind": "started"}, *intermediate]), 0)
    assert (caught.value.pointer, caught.value.code) == (pointer, "value")


def test_a_failure_that_no_metadata_can_have_led_to_is_raised_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def start(outlet: object, part: object) -> None:
        raise TypeError("ours")

    monkeypatch.setattr("toolwire._runtime.chunks.Chunks.start", start)
    foreign = {**PIECE, "kind": "textDelta", "metadata": {"gemini": {"thoughtSignature": "c2ln"}}}
    with pytest.raises(TypeError, match="ours"):
        deque(MODULES["mistral_chat"].encode_stream([{"kind": "started"}, foreign]), 0)


@each_hostile
def test_intermediate_events_with_odd_values_are_written_or_refused(name: str) -> None:
    decoded = [*MODULES[name].decode_stream(split(name, rich(name), Dice(1)))]

    @drawing(300)
    @given(st.integers(0, 2**32))
    def law(seed: int) -> None:
        dice, events = Dice(seed), list(decoded)
        at = dice.randrange(len(events))
        path = dice.choice(places(events[at]))
        events[at] = put(events[at], path, copy.deepcopy(dice.choice(ODD_VALUES)))
        # It is the target that is asked: from all sources together each has hundreds.
        for target in dice.sample(FORMATS, 3):
            try:
                for _ in MODULES[target].encode_stream(events):
                    pass
            except ToolwireError as error:
                assert error.expected

    law()


@pytest.mark.parametrize("odd", [{"a": 1}, ["x"], 5], ids=str)
@pytest.mark.parametrize("target", FORMATS)
def test_the_odd_id_of_a_call_without_a_name_is_refused(target: str, odd: Json) -> None:
    """Such a call waits for its name, and is matched with the finished reply by its id."""
    with pytest.raises(ToolwireError) as caught:
        deque(MODULES[target].encode_stream([{"kind": "toolCallDelta", "index": 0, "id": odd}]), 0)
    assert (caught.value.pointer, caught.value.expected) == ("/id", "a string")


FOLDED: list[Json] = [
    {"kind": "started", "id": "r", "model": "m"},
    {"kind": "textDelta", "text": "Hi", "index": 0, "metadata": {"gemini": {"a": {"b": "c"}}}},
    {"kind": "reasoningDelta", "text": "hm"},
    {"kind": "toolCallDelta", "index": 0, "id": "t", "name": "f", "argumentsDelta": "{}"},
    {"kind": "toolCallDelta", "index": 1, "name": "g", "metadata": {"gemini": {"$": {"id": {}}}}},
    {"kind": "blockEnd", "block": "toolCall", "index": 0},
    {"kind": "block", "block": {"kind": "text", "text": "x"}},
    {"kind": "block", "block": {"kind": "toolCall", "toolCall": {"id": "u", "name": "f"}}},
    {"kind": "usage", "usage": {"inputTokens": 1}},
    {"kind": "error", "error": {"message": "x"}},
    {"kind": "completed", "response": {"message": {"role": "assistant", "content": []}}},
]


class BadDump:
    model_dump = 5


def test_any_value_in_any_event_is_folded_or_refused() -> None:
    """The fold can be read at any time, unless a block holds what is no JSON at all."""
    deep = {"a": nested(DEEP)}
    no_json = (b"x", object(), BadDump(), {1: 2})
    values = (*ODD_VALUES, *no_json, 5, deep, {"a": deep}, nested(DEEP))

    @drawing(1500)
    @given(st.integers(0, 2**32))
    def law(seed: int) -> None:
        dice, fold = Dice(seed), StreamFold()
        for event in dice.sample(FOLDED[:-1], 4):
            fold.add(event)
        odd = copy.deepcopy(dice.choice(FOLDED))
        path = dice.choice(places(odd))
        value = dice.choice(values)
        try:
            fold.add(put(odd, path, value))
        except ToolwireError as error:
            assert error.code and error.expected
            assert error.pointer == "" or error.pointer.startswith("/")
        try:
            assert type(fold.blocks) is list and "message" in fold.response
        except ToolwireError:
            assert value in no_json

    law()


def test_an_event_that_is_refused_leaves_no_trace_in_the_fold() -> None:
    fold, events = StreamFold(), FOLDED[:-1]
    for event in events:
        fold.add(event)
    before = copy.deepcopy(fold.response)
    refused: list[Json] = [
        None, [], {"kind": "textDelta"}, {"kind": "textDelta", "text": 5, "index": 0},
        {"kind": "textDelta", "text": "y", "index": 0, "metadata": 5},
        {"kind": "textDelta", "text": "y", "index": [], "metadata": {}},
        {"kind": "toolCallDelta", "index": 7, "id": "v", "argumentsDelta": {}},
        {"kind": "reasoningDelta", "text": "y", "metadata": {"gemini": nested(DEEP)}},
        {"kind": "reasoningDelta", "text": "y", "metadata": {"gemini": {"a": nested(DEEP)}}},
        {"kind": "blockEnd", "block": {}}, {"kind": "block", "block": []}, {"kind": "block"},
        {"kind": "block", "block": {"kind": "toolCall"}}, {"kind": "usage"},
        {"kind": "completed", "response": {"message": {"role": "assistant"}}},
    ]  # fmt: skip
    for event in refused:
        with pytest.raises(ToolwireError) as caught:
            fold.add(event)
        assert caught.value.code in ("type", "missing", "value")
    assert fold.response == before and not fold.complete
