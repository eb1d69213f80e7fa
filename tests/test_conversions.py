"""From each wire to each other: valid there, silent about nothing, and the same tools on return."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from formats import part, spoken, unsaid
from grouped import each, routes
from provider_types import refusal
from samples import ALL, FORMATS, Adapter, Fixture, adapter, difference, exactly, invalid
from toolwire import ToolwireError, convert_request, convert_response, normal

Json = Any

REQUESTS = [item for item in ALL if item.kind == "requests"]
REPLIES = [item for item in ALL if item.entry == "response"]


def keys(value: Json) -> Iterator[str]:
    """Every key in a value, at any depth."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from keys(item)


def at(value: Json, pointer: str) -> Json:
    """What stands at a JSON Pointer."""
    for key in pointer.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def check_refusal(target: str, value: Json, error: ToolwireError) -> None:
    """What an encoder may refuse in a valid conversation, its format's folder says."""
    refused = part(target, "hostile").REFUSES.items()
    given = at(value, error.pointer)
    assert any(error.pointer.endswith(end) and given == odd for end, odd in refused), str(error)


@each(routes(REQUESTS))
def test_a_converted_request_is_valid_there(fixture: Fixture, target: str) -> None:
    before = copy.deepcopy(fixture.payload)
    try:
        body = convert_request(
            fixture.payload, source=fixture.format, target=target, model="m", on_loss="ignore"
        )
    except ToolwireError as error:
        check_refusal(target, fixture.adapter.decode(fixture.payload), error)
        return
    assert invalid(target, "request", body) is None
    assert refusal(target, "request", body) is None
    assert {"$", *FORMATS}.isdisjoint(set(keys(body)) - set(keys(fixture.payload)))
    assert exactly(fixture.payload, before)


@each(routes(REPLIES))
def test_a_converted_reply_is_valid_there(fixture: Fixture, target: str) -> None:
    before = copy.deepcopy(fixture.payload)
    body = convert_response(fixture.payload, source=fixture.format, target=target, on_loss="ignore")
    assert invalid(target, "response", body) is None
    assert refusal(target, "response", body) is None
    assert {"$", *FORMATS}.isdisjoint(set(keys(body)) - set(keys(fixture.payload)))
    assert exactly(fixture.payload, before)


@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages"])
def test_a_model_that_the_source_does_not_name_must_be_given(target: str) -> None:
    payload = {"contents": [{"role": "user", "parts": [{"text": "hello"}]}]}
    with pytest.raises(ToolwireError) as caught:
        convert_request(payload, source="gemini", target=target, on_loss="ignore")
    assert (caught.value.pointer, caught.value.code) == ("/model", "missing")
    body = convert_request(payload, source="gemini", target=target, model="m", on_loss="ignore")
    assert body["model"] == "m"


def items(request: Json) -> dict[str, Json]:
    """What a conversation says about tools, each thing by its path, without metadata."""
    found: dict[str, Json] = {}
    for index, tool in enumerate(request.get("tools", [])):
        if tool.get("kind") != "opaque":
            found[f"/tools/{index}"] = plain(tool)
    if "toolChoice" in request:
        found["/toolChoice"] = plain(request["toolChoice"])
    for index, message in enumerate(request["messages"]):
        if message.get("role") == "tool":
            found[f"/messages/{index}/toolResult"] = lone(plain(message["toolResult"]))
        for number, block in enumerate(message.get("content", [])):
            if message.get("role") == "assistant" and block["kind"] == "toolCall":
                found[f"/messages/{index}/content/{number}/toolCall"] = plain(block["toolCall"])
    return found


def lone(result: Json) -> Json:
    """A result that is one text and nothing else, as that text."""
    match result:
        case {"kind": "multimodal", "value": [{"kind": "text", "text": text} as one]}:
            return {**result, "kind": "text", "value": text} if len(one) == 2 else result
    return result


def plain(value: Json) -> Json:
    """A value without its metadata."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items() if key != "metadata"}
    return [plain(item) for item in value] if isinstance(value, list) else value


def hop(value: Json, wire: Adapter) -> Json:
    """A value through a wire: each definition, choice, call and result is the same, or is lost.

    Lost is what the wire's own report names.
    """
    moved = wire.decode(wire.encode(value))
    lost = [loss.path for loss in wire.losses(value)]
    lost += [f"/{key}" for key in unsaid(wire.format, wire.inter, value)]
    arrived = [spoken(wire.format, item) for item in items(moved).values()]
    for path, item in items(value).items():
        if not any(loss == path or loss.startswith(f"{path}/") for loss in lost):
            less = spoken(wire.format, item)
            assert any(exactly(less, other) for other in arrived), f"{path}: {item}"
    return {"model": "m", **moved}


@each(routes(REQUESTS))
def test_there_and_back_keeps_tools_or_says_what_it_lost(fixture: Fixture, target: str) -> None:
    value = {"model": "m", **fixture.adapter.decode(fixture.payload)}
    try:
        moved = hop(value, adapter(target, "request"))
    except ToolwireError as error:
        check_refusal(target, value, error)
        return
    try:
        hop(moved, fixture.adapter)
    except ToolwireError as error:
        check_refusal(fixture.format, moved, error)


@each(routes(REQUESTS))
def test_calls_and_results_are_never_lost(fixture: Fixture, target: str) -> None:
    """Whatever a wire cannot say of them: names, ids, arguments and pairing arrive, in order."""
    there = adapter(target, "request")
    value = {"model": "m", **fixture.adapter.decode(fixture.payload)}
    try:
        moved = there.decode(there.encode(value))
    except ToolwireError as error:
        check_refusal(target, value, error)
        return
    # What the source's form says of their order holds for the source alone.
    settled = normal(plain(value))
    assert difference(identities(settled), identities(moved)) is None


def identities(request: Json) -> list[Json]:
    """The calls and results of a conversation, in order; a result's name where it has a call."""
    found: list[Json] = []
    named: dict[str, str] = {}
    for path, item in items(request).items():
        if path.endswith("/toolCall"):
            named[item["id"]] = item["name"]
            found.append(
                [item["id"], item["name"], item["arguments"], item.get("invalidArguments")]
            )
        elif path.endswith("/toolResult"):
            found.append([item["toolCallId"], named.get(item["toolCallId"]) and item["name"]])
    return found


MEDIA = [
    ("image/png", "image"),
    ("audio/wav", "audio"),
    ("video/mp4", "video"),
    ("application/pdf", "document"),
]


@pytest.mark.parametrize(("mime_type", "kind"), MEDIA)
@pytest.mark.parametrize("in_result", [False, True])
def test_media_is_told_apart_by_its_mime_type(mime_type: str, kind: str, in_result: bool) -> None:
    """One wire shape for four kinds: none of them may fall through to opaque and get lost."""
    media = {"inlineData": {"mimeType": mime_type, "data": "AAAA"}}
    response = {"functionResponse": {"name": "f", "id": "1", "response": {}, "parts": [media]}}
    part = response if in_result else media
    request = adapter("gemini", "request").decode({"contents": [{"role": "user", "parts": [part]}]})
    message = request["messages"][0]
    blocks = message["toolResult"]["value"] if in_result else message["content"]
    assert plain(blocks) == [{"kind": kind, "data": "AAAA", "mimeType": mime_type}]


@pytest.mark.parametrize("code", [None, "rate_limit_exceeded", "429"])
def test_a_foreign_error_has_the_number_that_gemini_clients_compare(code: str | None) -> None:
    error = {"message": "Slow down", "type": "busy"} | ({} if code is None else {"code": code})
    message = {"role": "assistant", "content": []}
    reply = {"message": message, "finishReason": "error", "error": error}
    gemini = adapter("gemini", "response")
    written = gemini.encode(reply)["error"]
    assert exactly(written["code"], 429 if code == "429" else 500)
    lost = [loss for loss in gemini.losses(reply) if loss.path == "/error/code"]
    assert bool(lost) == (code != "429")


@pytest.mark.parametrize("error", [{"message": "x"}, {"message": "x", "code": "busy"},
                                   {"message": "x", "code": None}])  # fmt: skip
def test_its_own_error_without_a_number_has_none_again(error: Json) -> None:
    gemini = adapter("gemini", "response")
    reply = gemini.decode({"error": error})
    assert gemini.losses(reply) == []
    assert exactly(gemini.encode(reply), {"error": error})


FOREIGN = {"kind": "opaque", "format": "elsewhere", "value": {"type": "odd"}}


@pytest.mark.parametrize("rules", ["off", "repair"])
@pytest.mark.parametrize("target", FORMATS)
def test_what_only_another_wire_knows_parts_nothing_of_a_request(target: str, rules: str) -> None:
    """Prompts still lead the conversation, results and the user's words still share a turn."""
    calls = [{"id": key, "name": "f", "arguments": {}} for key in "ab"]
    results = [
        {"toolCallId": key, "name": "f", "kind": "text", "value": f"of {key}"} for key in "ba"
    ]
    messages = [
        *({"role": "system", "content": text} for text in ("Be brief.", "Be kind.")),
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": c} for c in calls]},
        *({"role": "tool", "toolResult": result} for result in results),
        {"role": "user", "content": "So?"},
    ]
    tools = [{"name": name, "parameters": {"type": "object"}} for name in "fg"]
    whole = {"model": "m", "messages": messages, "tools": tools}
    encode = partial(adapter(target, "request").encode, rules=rules, on_loss="ignore")
    expected = encode(whole)
    for field in ("messages", "tools"):
        given: Json = whole[field]
        for place in range(len(given) + 1):
            found = encode({**whole, field: [*given[:place], FOREIGN, *given[place:]]})
            assert difference(expected, found) is None, (field, place)


@pytest.mark.parametrize("target", sorted({item.format for item in REQUESTS} - {"mcp"}))
def test_what_a_tool_gave_in_coheres_guide_reaches_the_other_model(target: str) -> None:
    """There each result is a document, whose data are its JSON text."""
    calls = [{"id": "c1", "type": "function", "function": {"name": "tide", "arguments": "{}"}}]
    documents = [
        {"type": "document", "document": {"data": data}} for data in ('{"m": 1.2}', '{"m": 2.1}')
    ]
    messages = [
        {"role": "user", "content": "High water?"},
        {"role": "assistant", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c1", "content": documents},
    ]
    body = {"model": "m", "messages": messages}
    ways: Json = {"model": "m", "on_loss": "ignore"}
    converted = convert_request(body, source="cohere_chat", target=target, **ways)
    said = repr(converted)
    assert said.index("1.2}") < said.index("2.1}")
    assert "1.2}" in repr(convert_request(converted, source=target, target="cohere_chat", **ways))
