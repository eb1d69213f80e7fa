"""What services leave out though it is documented: read, left out again, else always written."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import pytest

from dice import Dice
from samples import ALL, FORMATS, ROOT, Fixture, adapter, difference
from splitting import split
from stream_samples import MODULES
from toolwire_codegen.load.project import load_project

Json = Any
Path = tuple[str, ...]
LEFT_OUT = {
    (name, lens.wire): [absent.path for absent in lens.absents]
    for name, one in load_project(ROOT).formats.items()
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


def holders(wire: str, body: Json) -> Iterator[Json]:
    """Objects in a body that are of a wire type, as a reader of the documentation finds them."""
    places: dict[str, Callable[[Json], list[Json]]] = {
        "Message": lambda w: [w] if w.get("type") == "message" else [],
        "ChatRequest": lambda w: [w] if "model" in w and "done" not in w else [],
        "ChatResponse": lambda w: [w] if w.get("choices") or "done" in w else [],
        "Usage": lambda w: [w["usage"]] if isinstance(w.get("usage"), dict) else [],
        "CompletionUsage": lambda w: [w["usage"]] if isinstance(w.get("usage"), dict) else [],
        "ThinkingBlock": lambda w: [
            block
            for message in w.get("messages") or [w]
            for block in message.get("content") or []
            if isinstance(block, dict) and block.get("type") == "thinking"
        ],
        "SystemMessage": lambda w: [m for m in w.get("messages", []) if m.get("role") == "system"],
        "ChatSystemMessage": lambda w: [
            m for m in w.get("messages") or [] if m.get("role") == "system"
        ],
        "ChatToolCall": lambda w: [
            call
            for message in w.get("messages") or [c.get("message") for c in w.get("choices", [])]
            for call in (message or {}).get("tool_calls") or []
            if "function" in call
        ],
        "ToolUseBlock": lambda w: [
            block
            for message in w.get("messages") or [w]
            for block in message.get("content") or []
            if isinstance(block, dict) and block.get("type") == "tool_use"
        ],
        "FunctionCallPart": lambda w: [
            part
            for turn in w.get("contents") or [c.get("content") for c in w.get("candidates", [])]
            for part in (turn or {}).get("parts") or []
            if isinstance(part.get("functionCall"), dict)
        ],
    }
    yield from places[wire](body)


def bodies(fixture: Fixture) -> Iterator[tuple[str, tuple[Path, ...], Json]]:
    """A fixture without some of the keys that it may lack, or with null there."""
    for (name, wire), paths in LEFT_OUT.items():
        if name != fixture.format or not any(holders(wire, fixture.payload)):
            continue
        sets = [chosen for count in range(len(paths)) for chosen in combinations(paths, count + 1)]
        for chosen, null in product(sets, (False, True)):
            body = copy.deepcopy(fixture.payload)
            cut = [leave_out(one, path, null) for one in holders(wire, body) for path in chosen]
            if any(cut):
                yield wire, chosen, body


def leave_out(w: Json, path: Path, null: bool) -> bool:
    """Take a key out of an object, or its value; false if it is not there."""
    *parents, key = path
    for step in parents:
        w = w[int(step) if step.isdigit() else step]
    if key not in w:
        return False
    if null:
        w[key] = None
    else:
        del w[key]
    return True


@pytest.mark.parametrize("fixture", ALL, ids=str)
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
        for known in ("id", "model", "usage", "stop_reason"):
            if known in body and style == "null" and known != "usage":
                body[known] = None
            else:
                body.pop(known, None)
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


def test_thinking_without_a_signature_goes_back_to_its_own_wire_alone() -> None:
    block = {"type": "thinking", "thinking": "Rain?"}
    body = {**REPLIES["anthropic_messages"], "content": [block]}
    response = adapter("anthropic_messages", "response").decode(body)
    assert adapter("anthropic_messages", "response").encode(response)["content"] == [block]
    foreign = {"kind": "reasoning", "text": "Rain?"}
    response["message"]["content"] = [foreign]
    assert adapter("anthropic_messages", "response").encode(response)["content"] == []


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages"])
def test_what_one_wire_left_out_another_writes(source: str, target: str) -> None:
    response = adapter(source, "response").decode(lacking(source))
    body = adapter(target, "response").encode(response)
    if source == target:
        assert body == lacking(source)
        return
    for (name, wire), paths in LEFT_OUT.items():
        if name == target:
            for holder, (*parents, key) in product(holders(wire, body), paths):
                for step in parents:
                    holder = holder[int(step) if step.isdigit() else step]
                assert key in holder, (wire, key)


def lacking(name: str) -> Json:
    """A reply that has nothing but what it says."""
    return {
        "openai_chat": {"choices": [{"message": {"role": "assistant", "content": "Mild."}}]},
        "anthropic_messages": {"content": [{"type": "text", "text": "Mild."}]},
        "gemini": {"candidates": [{"content": {"parts": [{"text": "Mild."}]}}]},
    }[name]


@pytest.mark.parametrize("name", ["openai_chat", "anthropic_messages"])
def test_a_stream_that_lacks_them_comes_back_without_them(name: str) -> None:
    module = MODULES[name]
    sent = split(name, {k: v for k, v in REPLIES[name].items() if k not in KEYS}, Dice(1))
    told = [*module.decode_stream(sent)]
    assert told[0]["metadata"][name]["$"]["absent"][:2] == ["id", "model"]
    again = [*module.decode_stream(module.encode_stream(told))]
    assert difference(told[-1]["response"], again[-1]["response"]) is None
    assert not any("id" in event.get("message", event) for event in module.encode_stream(told))


CALLS: dict[str, Json] = {
    "openai_chat": {"choices": [{"index": 0, "finish_reason": "tool_calls", "message": {
        "role": "assistant", "content": None,
        "tool_calls": [{"id": "c1", "type": "function",
                        "function": {"name": "f", "arguments": '{"x":1}'}}]}}]},
    "anthropic_messages": {"stop_reason": "tool_use", "content": [
        {"type": "tool_use", "id": "c1", "name": "f", "input": {"x": 1}}]},
    "gemini": {"candidates": [{"index": 0, "finishReason": "STOP", "content": {
        "role": "model", "parts": [
            {"functionCall": {"id": "c1", "name": "f", "args": {"x": 1}}}]}}]},
}  # fmt: skip


@pytest.mark.parametrize("tool_calls", ["deltas", "whole"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_a_stream_does_not_name_has_an_empty_name(
    name: str, null: bool, tool_calls: str
) -> None:
    module = MODULES[name]
    body = {**REPLIES.get(name, {}), **copy.deepcopy(CALLS[name])}
    ((wire, path),) = [
        (wire, path) for (format_, wire), paths in LEFT_OUT.items() for path in paths
        if format_ == name and path[-1] == "name"
    ]  # fmt: skip
    (call,) = holders(wire, body)
    assert leave_out(call, path, null)
    sent = split(name, body, Dice(1))
    told = [*module.decode_stream(sent, tool_calls=tool_calls)]
    (block,) = told[-1]["response"]["message"]["content"]
    assert block["toolCall"]["name"] == ""
    assert all(type(event.get("name", "")) is str for event in told)
    written = [*module.encode_stream(copy.deepcopy(told))]
    again = [*module.decode_stream(written, tool_calls=tool_calls)]
    assert difference(told[-1]["response"], again[-1]["response"]) is None
    # And so do other wires tell it.
    for other in MODULES.values():
        if other is not module:
            (shown,) = [*other.decode_stream([*other.encode_stream(told)])][-1:]
            (block,) = shown["response"]["message"]["content"]
            assert block["toolCall"]["name"] == ""


def test_what_comes_before_a_replys_beginning_says_nothing_of_it() -> None:
    module = MODULES["anthropic_messages"]
    head = {"type": "message_start", "message": {**REPLIES["anthropic_messages"], "content": []}}
    told = [*module.decode_stream([{"type": "brand_new"}, head])]
    assert told[0] == {"kind": "started"}


def test_what_is_told_at_the_end_alone_comes_behind_the_replys_beginning() -> None:
    unheard = {"role": "assistant", "tool_calls": [{"index": 0, "x_new": 1}]}
    choice = {"index": 0, "delta": unheard, "finish_reason": "stop"}
    told = [*MODULES["openai_chat"].decode_stream([{"choices": [choice]}])]
    assert [event["kind"] for event in told] == ["started", "block", "completed"]


def test_a_stream_that_ends_without_a_reason_says_so_by_null() -> None:
    module = MODULES["openai_chat"]
    choice = {"index": 0, "delta": {"role": "assistant", "content": "Mild."}}
    told = [*module.decode_stream([{"id": "c", "choices": [choice]}, "[DONE]"])]
    assert module.encode_response(told[-1]["response"])["choices"][0]["finish_reason"] is None
