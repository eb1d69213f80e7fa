"""A reply's message goes into the next request with the keys that a request's message has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given

from building import read_once
from compiled import Package
from drawing import drawing
from formats import ROOT, returned
from golden_wires import checked
from samples import ALL, Fixture, as_it_is, difference, fixture
from strategies import wires
from toolwire import ToolwireError, openai_chat
from toolwire._runtime.apart import keep_apart
from toolwire_codegen.load.schema import Schema

Json = Any
FORMATS = read_once(ROOT).formats
RETURNED = {name: returned(name) for name in FORMATS if returned(name)}
"""The type of a request's message, by format, where a reply's has a type of its own."""
each_wire = pytest.mark.parametrize("name", RETURNED)
REPLIES = [one for one in ALL if one.format in RETURNED and one.kind == "replies"]


def unnamed(schema: Schema, record: str, value: Json, path: str = "") -> Iterator[str]:
    """The keys of a value that its type does not name, at any depth."""
    properties = schema.properties(record)
    for key, item in value.items():
        if key not in properties:
            if key != "$":
                yield f"{path}/{key}"
            continue
        shapes = schema.shapes(properties[key])
        records = [shape.name for shape in shapes if shape.kind == "record"]
        if type(item) is dict and len(records) == 1:
            yield from unnamed(schema, records[0], item, f"{path}/{key}")
        items = {one.name for shape in shapes for one in shape.items if one.kind == "record"}
        # A list that no block stands for goes as it came.
        for one in item if key == "tool_calls" and type(item) is list else ():
            fitting = [name for name in items if schema.required(name) <= one.keys()]
            found = [[*unnamed(schema, name, one, f"{path}/{key}")] for name in fitting]
            yield from min(found, key=len, default=[])


def sent_back(name: str, response: Json) -> list[Json]:
    """The messages of the model in the next request."""
    request = {"model": "m", "messages": [response["message"]]}
    body = as_it_is(name).encode_request(request)
    return [one for one in body["messages"] if one.get("role") == "assistant"]


def strange(name: str, response: Json) -> list[str]:
    schema = FORMATS[name].schema
    return [
        key for one in sent_back(name, response) for key in unnamed(schema, RETURNED[name], one)
    ]


@pytest.mark.parametrize("reply", REPLIES, ids=str)
def test_a_reply_goes_back_as_a_request_has_it(reply: Fixture) -> None:
    response = reply.adapter.decode(reply.payload)
    if "error" not in response:
        assert strange(reply.format, response) == []


@each_wire
def test_a_drawn_reply_goes_back_as_a_request_has_it(name: str) -> None:
    module = as_it_is(name)
    count = 0

    @drawing(200)
    @given(wires(name, "response"))
    def law(body: Json) -> None:
        nonlocal count
        response = module.decode_response(body)
        if "error" in response:
            return
        assert strange(name, response) == []
        count += "x_new" in str(body)
        assert difference(body, module.encode_response(response)) is None

    law()
    assert count


def reply(message: Json, **others: Json) -> Json:
    choice = {"index": 0, "message": {"role": "assistant", **message}, "finish_reason": "stop"}
    return {"id": "r", "model": "m", "object": "chat.completion", "created": 1,
            "choices": [choice], **others}  # fmt: skip


CALL = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}


def test_what_only_a_reply_has_stands_in_its_overlay() -> None:
    message = {"content": None, "provider_metadata": {"cost": 1},
               "tool_calls": [{**CALL, "index": 0}]}  # fmt: skip
    module = as_it_is("openai_chat")
    response = module.decode_response(reply(message))
    overlay = response["metadata"]["openai_chat"]
    assert overlay["choices"][0]["message"] == {"provider_metadata": {"cost": 1}}
    assert overlay["$"]["blocks"] == {"of": 1, "at": {"0": {"index": 0}}}
    (sent,) = sent_back("openai_chat", response)
    assert sent == {"role": "assistant", "content": None, "tool_calls": [CALL]}


def test_a_spoken_reply_goes_back_by_its_id() -> None:
    body = fixture("openai_chat", "replies", "audio")
    (sent,) = sent_back("openai_chat", as_it_is("openai_chat").decode_response(body))
    assert sent["audio"] == {"id": "a1"}


def test_a_call_that_was_taken_out_takes_no_other_with_it() -> None:
    """What stayed behind belongs to the blocks that were there."""
    calls = [{**CALL, "id": f"c{at}", "index": at} for at in range(2)]
    module = as_it_is("openai_chat")
    response = module.decode_response(reply({"content": None, "tool_calls": calls}))
    del response["message"]["content"][0]
    (choice,) = module.encode_response(response)["choices"]
    assert choice["message"]["tool_calls"] == [{**CALL, "id": "c1"}]


def test_what_an_app_sets_on_a_call_wins() -> None:
    module = as_it_is("openai_chat")
    body = reply({"content": None, "tool_calls": [{**CALL, "index": 0, "more": {"a": 1, "b": 2}}]})
    response = module.decode_response(body)
    call = response["message"]["content"][0]["toolCall"]
    call["metadata"] = {"openai_chat": {"more": {"a": 3}}}
    (choice,) = module.encode_response(response)["choices"]
    assert choice["message"]["tool_calls"] == [{**CALL, "index": 0, "more": {"a": 3, "b": 2}}]


def test_calls_of_a_stream_are_the_same_whole() -> None:
    """A call that is given out once is the one that goes back."""
    module = as_it_is("openai_chat")
    events = [
        {"id": "r", "model": "m", "object": "chat.completion.chunk", "created": 1,
         "choices": [{"index": 0, "delta": {"role": "assistant", "provider_metadata": {"cost": 1},
                      "tool_calls": [{**CALL, "index": 0, "more": True}]}}]},
        {"id": "r", "model": "m", "object": "chat.completion.chunk", "created": 1,
         "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    ]  # fmt: skip
    *_, block, completed = module.decode_stream(events, tool_calls="whole")
    response = completed["response"]
    assert block["block"] == response["message"]["content"][0]
    (sent,) = sent_back("openai_chat", response)
    assert sent == {"role": "assistant", "tool_calls": [CALL]}
    again = [*module.decode_stream(module.encode_stream(module.decode_stream(events)))]
    assert difference(response, again[-1]["response"]) is None


def test_a_key_that_is_spelled_like_the_form_stays_behind_like_any_other() -> None:
    call = {"id": "a", "function": {"name": "f", "arguments": "{}", "$": "only here"}}
    body = {"message": {"role": "assistant", "tool_calls": [call]}, "finish_reason": "TOOL_CALL"}
    wire = as_it_is("cohere_chat")
    reply = wire.decode_response(body)
    assert "only here" not in str(reply["message"]) and wire.encode_response(reply) == body


@pytest.mark.parametrize(("overlay", "goes", "stays"), [
    ({"index": 0}, None, {"index": 0}),
    ({"name": "a", "index": 0}, {"name": "a"}, {"index": 0}),
    ({"name": "a", "call": {"at": 1}}, {"name": "a"}, {"call": {"at": 1}}),
    ({"call": {"at": 1, "of": 2}}, {"call": {"of": 2}}, {"call": {"at": 1}}),
])  # fmt: skip
def test_what_stays_behind_leaves_nothing_empty(overlay: Json, goes: Json, stays: Json) -> None:
    message = {"role": "assistant", "content": [], "metadata": {"wire": overlay}}
    reply = {"message": message}
    returns = {"keys": {"name": None, "call": {"of": None}}, "blocks": {}}
    keep_apart(reply, "wire", ("choices", "0", "said"), returns)
    assert message.get("metadata") == (None if goes is None else {"wire": goes})
    assert reply["metadata"] == {"wire": {"choices": [{"said": stays}]}}


def test_keys_stay_where_all_calls_have_ids_of_their_own(tmp_path: Path) -> None:
    changes = [
        ("id: key | minted(sent)", "id: key"),
        ('["sort", "name", "input"]', '["sort", "key", "name", "input"]'),
    ]
    package = Package(tmp_path / "out", "returned_adapters")
    project, _ = checked("choir", changes, tmp_path / "choir")
    choir = package.add(project, "choir")[1]
    body = {"key": "s", "line": {"by": "choir", "text": "La.", "pitch": 440}, "why": "END"}
    response = choir.decode_response(body)
    assert choir.encode_response(response) == body
    assert choir.encode_request({"messages": [response["message"]]}, rules="off") == {
        "lines": [{"by": "choir", "text": "La."}]
    }
    package.close()


def empty_calls() -> tuple[Json, Json]:
    """A reply of a compatible service that has an empty list of calls, and the request after it."""
    choice = {"index": 0, "finish_reason": "stop",
              "message": {"role": "assistant", "content": "Hi", "tool_calls": []}}  # fmt: skip
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m",
            "choices": [choice]}  # fmt: skip
    turn = {"role": "user", "content": [{"kind": "text", "text": "Go on."}]}
    history: list[Json] = [turn, openai_chat.decode_response(body)["message"], turn]
    return body, {"model": "m", "messages": history}


@pytest.mark.parametrize("profile", [None, "groq"])
def test_an_empty_list_of_calls_stays_with_the_reply_and_is_no_loss(
    profile: Literal["groq"] | None,
) -> None:
    _, request = empty_calls()
    assert openai_chat.losses_request(request, profile=profile) == []
    sent = openai_chat.encode_request(request, profile=profile, on_loss="error")
    assert sent["messages"][1] == {"role": "assistant", "content": "Hi"}
    with pytest.raises(ToolwireError, match="no empty list of calls"):
        openai_chat.encode_request(request, rules="check")
    as_it_was: Json = openai_chat.encode_request(request, rules="off")
    assert as_it_was["messages"][1]["tool_calls"] == []


@pytest.mark.parametrize("name", ["GivenLine", "WordsPart"])
def test_what_goes_back_is_a_type_that_the_message_is_written_as(name: str, tmp_path: Path) -> None:
    (finding,) = checked("choir", [("returns: SungLine", f"returns: {name}")], tmp_path)[1]
    assert finding.partition("misplaced ")[2] == (
        f"no `AssistantMessage` goes back as a `{name}`; those that it has a lens to: `SungLine`; "
        "name the type of a message in a request"
    )


def test_an_empty_list_of_calls_comes_through_a_stream() -> None:
    body, _ = empty_calls()
    response = openai_chat.decode_response(body)
    events = [*openai_chat.encode_stream([{"kind": "completed", "response": response}])]
    decoded: list[Json] = [*openai_chat.decode_stream(events)]
    assert decoded[-1]["response"] == response
    assert openai_chat.encode_response(decoded[-1]["response"]) == body
