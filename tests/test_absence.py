"""What services leave out though it is documented: read, left out again, else always written."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

from conversation import call, text
from dice import Dice
from grouped import each_fixture
from samples import ALL, FORMATS, PAIRS, Fixture, adapter, difference
from splitting import split
from stream_samples import MODULES
from wire_places import PROJECT, at, lenses, places, target_of

Json = Any
Path = tuple[str, ...]
LEFT_OUT = {
    (name, lens.wire): [absent.path for absent in lens.absents]
    for name, one in PROJECT.formats.items()
    for lens in one.transform.lenses
    if lens.absents
}
"""By wire type, the keys that transforms say services leave out."""
KEYS = ("id", "model", "usage")
REPLIES: dict[str, Json] = {
    "openai_chat": {
        "id": "c", "object": "chat.completion", "created": 1, "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "Mild."},
                     "finish_reason": "stop"}],
    },
    "anthropic_messages": {
        "id": "m", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "Mild."}], "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
}  # fmt: skip


BY_NAME = {str(fixture): fixture for fixture in ALL}


@cache
def places_in(title: str) -> list[tuple[str, tuple[Any, ...]]]:
    """The types and paths of what a fixture holds, as a reader of the documentation finds them."""
    fixture = BY_NAME[title]
    return places(fixture.format, fixture.entry, fixture.payload)


def bodies(fixture: Fixture) -> Iterator[tuple[str, tuple[Path, ...], Json]]:
    """A fixture without some of the keys that it may lack, or with null there."""
    for (name, wire), paths in LEFT_OUT.items():
        if name != fixture.format:
            continue
        holders = [path for title, path in places_in(str(fixture)) if title == wire]
        sets = [chosen for count in range(len(paths)) for chosen in combinations(paths, count + 1)]
        for chosen, null in product(sets, (False, True)):
            body = copy.deepcopy(fixture.payload)
            cut = [leave_out(at(body, one), path, null) for one in holders for path in chosen]
            if any(cut):
                yield wire, chosen, body


def leave_out(w: Json, path: Path, null: bool) -> bool:
    """Take a key out of an object, or its value; false if it is not there."""
    *parents, key = path
    for step in parents:
        if type(w) is dict and w.get(step) is None:
            return False  # what it stood in has been left out
        w = w[int(step) if step.isdigit() else step]
    if key not in w:
        return False
    if null:
        w[key] = None
    else:
        del w[key]
    return True


@each_fixture
def test_what_may_be_left_out_of_a_body_is_left_out_again(fixture: Fixture) -> None:
    one = fixture.adapter
    for wire, chosen, body in bodies(fixture):
        before = copy.deepcopy(body)
        value = one.decode(body)
        assert difference(before, body) is None, (wire, chosen)
        assert difference(body, one.encode(value)) is None, (wire, chosen)


def test_every_key_that_may_be_left_out_is_left_out_of_some_body() -> None:
    tried = {
        (wire, path) for fixture in ALL for wire, chosen, _ in bodies(fixture) for path in chosen
    }
    assert tried == {(wire, path) for (_, wire), paths in LEFT_OUT.items() for path in paths}


@pytest.mark.parametrize(
    ("name", "field", "value", "key"),
    [
        ("openai_chat", "id", "r1", "id"),
        ("openai_chat", "model", "m2", "model"),
        ("anthropic_messages", "id", "r1", "id"),
        ("anthropic_messages", "finishReason", "length", "stop_reason"),
        ("anthropic_messages", "usage", {"inputTokens": 3, "outputTokens": 0}, "usage"),
    ],
)
def test_what_an_app_has_set_is_written(name: str, field: str, value: Json, key: str) -> None:
    one = adapter(name, "response")
    for style in ("absent", "null"):
        body = copy.deepcopy(REPLIES[name])
        for other in ("id", "model", "usage", "stop_reason"):
            if other in body and style == "null" and other != "usage":
                body[other] = None
            else:
                body.pop(other, None)
        response = one.decode(body)
        assert key not in one.encode(response) or one.encode(response)[key] is None
        response[field] = value
        assert one.encode(response)[key] not in (None, "")


def test_counts_that_an_app_has_set_are_written() -> None:
    one = adapter("anthropic_messages", "response")
    response = one.decode({**REPLIES["anthropic_messages"], "usage": {}})
    response["usage"]["outputTokens"] = 7
    assert one.encode(response)["usage"] == {"output_tokens": 7}


def test_words_that_an_app_has_added_bring_the_message_back() -> None:
    one = adapter("openai_chat", "response")
    body = {**REPLIES["openai_chat"], "choices": [{"index": 0, "finish_reason": "stop"}]}
    response = one.decode(body)
    assert one.encode(response) == body
    response["message"]["content"].append({"kind": "text", "text": "Mild."})
    assert one.encode(response)["choices"][0]["message"]["content"] == "Mild."


def test_thinking_comes_back_without_a_signature_and_that_of_others_has_an_empty_one() -> None:
    block = {"type": "thinking", "thinking": "Rain?"}
    body = {**REPLIES["anthropic_messages"], "content": [block]}
    response = adapter("anthropic_messages", "response").decode(body)
    assert adapter("anthropic_messages", "response").encode(response)["content"] == [block]
    foreign = {"kind": "reasoning", "text": "Rain?"}
    response["message"]["content"] = [foreign]
    shown = {**block, "signature": ""}
    assert adapter("anthropic_messages", "response").encode(response)["content"] == [shown]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_what_one_wire_left_out_another_writes(source: str, target: str) -> None:
    lacking = reply_body(source, text("Mild."))
    for path, key in reversed(lackable(source, lacking)):  # what stands inside goes first
        leave_out(at(lacking, path), key, null=False)
    response = adapter(source, "response").decode(lacking)
    body = adapter(target, "response").encode(response)
    if source == target:
        assert body == lacking
        return
    for path, (*parents, last) in lackable(target, body):
        assert last in at(body, (*path, *parents)), (path, last)


def reply_body(name: str, *blocks: Json) -> Json:
    """A reply on a wire."""
    reason = "tool_calls" if any(block["kind"] == "toolCall" for block in blocks) else "stop"
    message = {"role": "assistant", "content": [*blocks]}
    usage = {"inputTokens": 1, "outputTokens": 1}
    return adapter(name, "response").encode(
        {"id": "r", "model": "m", "message": message, "finishReason": reason, "usage": usage}
    )


def lackable(name: str, body: Json) -> list[tuple[tuple[Any, ...], Path]]:
    """Where in a reply a key may be left out: the path of its object, and from there to the key."""
    return [
        (place, path)
        for title, place in places(name, "response", body)
        for path in LEFT_OUT.get((name, title), ())
    ]


@pytest.mark.parametrize("name", ["openai_chat", "anthropic_messages"])
def test_a_stream_that_lacks_them_comes_back_without_them(name: str) -> None:
    module = MODULES[name]
    sent = split(name, {k: v for k, v in REPLIES[name].items() if k not in KEYS}, Dice(1))
    decoded = [*module.decode_stream(sent)]
    assert decoded[0]["metadata"][name]["$"]["absent"][:2] == ["id", "model"]
    again = [*module.decode_stream(module.encode_stream(decoded))]
    assert difference(decoded[-1]["response"], again[-1]["response"]) is None
    assert not any("id" in event.get("message", event) for event in module.encode_stream(decoded))


NAMELESS = [
    (name, lens.wire, target.path)
    for name in FORMATS
    for lens in lenses(name, "ToolCall")
    if (target := target_of(lens, "name")) and target.path in LEFT_OUT.get((name, lens.wire), ())
]
"""The types whose objects may name no tool, and where they name it."""


@pytest.mark.parametrize("tool_calls", ["deltas", "whole"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize(("name", "wire", "path"), NAMELESS, ids=str)
def test_a_call_that_a_stream_does_not_name_has_an_empty_name(
    name: str, wire: str, path: Path, null: bool, tool_calls: str
) -> None:
    module = MODULES[name]
    # A call of free text is another type where a wire has such calls.
    asked = [
        reply_body(name, call("c1", **one)) for one in ({"arguments": {"x": 1}}, {"input": "x"})
    ]
    body, place = next(
        (body, place)
        for body in asked
        for title, place in places(name, "response", body)
        if title == wire
    )
    assert leave_out(at(body, place), path, null)
    sent = split(name, body, Dice(1))
    decoded = [*module.decode_stream(sent, tool_calls=tool_calls)]
    (block,) = decoded[-1]["response"]["message"]["content"]
    assert block["toolCall"]["name"] == ""
    assert all(type(event.get("name", "")) is str for event in decoded)
    written = [*module.encode_stream(copy.deepcopy(decoded))]
    again = [*module.decode_stream(written, tool_calls=tool_calls)]
    assert difference(decoded[-1]["response"], again[-1]["response"]) is None
    # And so do other wires tell it.
    for other in MODULES.values():
        if other is not module:
            (shown,) = [*other.decode_stream([*other.encode_stream(decoded)])][-1:]
            (block,) = shown["response"]["message"]["content"]
            assert block["toolCall"]["name"] == ""


def test_what_comes_before_a_replys_beginning_says_nothing_of_it() -> None:
    module = MODULES["anthropic_messages"]
    head = {"type": "message_start", "message": {**REPLIES["anthropic_messages"], "content": []}}
    new = {"type": "brand_new"}
    assert next(module.decode_stream([new])) == {"kind": "started"}
    first, second, *_ = module.decode_stream([new, head])
    assert first == {"kind": "started", "id": "m", "model": "m"}
    assert second["value"] == new


def test_what_is_told_at_the_end_alone_comes_behind_the_replys_beginning() -> None:
    unheard = {"role": "assistant", "tool_calls": [{"index": 0, "x_new": 1}]}
    choice = {"index": 0, "delta": unheard, "finish_reason": "stop"}
    decoded = [*MODULES["openai_chat"].decode_stream([{"choices": [choice]}])]
    assert [event["kind"] for event in decoded] == ["started", "block", "completed"]


def test_a_stream_that_ends_without_a_reason_says_so_by_null() -> None:
    module = MODULES["openai_chat"]
    choice = {"index": 0, "delta": {"role": "assistant", "content": "Mild."}}
    decoded = [*module.decode_stream([{"id": "c", "choices": [choice]}, "[DONE]"])]
    assert module.encode_response(decoded[-1]["response"])["choices"][0]["finish_reason"] is None
