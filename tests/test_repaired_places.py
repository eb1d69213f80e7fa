"""What is repaired is told at its place in the request that was given, whatever went before it.

Each block has a mark of its own. What of it stands in the body is seen there, not asked.
"""

from __future__ import annotations

import importlib
import json
import re
from base64 import b64decode, b64encode
from typing import Any

import pytest

from dice import Dice
from formats import having
from toolwire._runtime.accepting import accepted
from toolwire._runtime.stood import Changes

Json = Any
FORMATS = having("accepts", "talk")
MARK = re.compile("mark[0-9]+")
TOOL = {"name": "look", "parameters": {"type": "object", "properties": {}}}


def shipped(format_: str) -> Any:
    return importlib.import_module(f"toolwire.{format_}")


def places(value: Json, place: str = "") -> dict[str, Json]:
    """Everything that stands in a value, by its JSON Pointer."""
    found = {place: value}
    if type(value) in (dict, list):
        for key, item in value.items() if type(value) is dict else enumerate(value):
            found |= places(item, f"{place}/{key}")
    return found


def data(mark: str) -> str:
    return b64encode(f"{mark} {mark}".encode()).decode()


def block(dice: Dice, mark: str) -> dict[str, Json]:
    """A block that some API refuses, or all take."""
    return dice.choice([
        {"kind": "text", "text": mark},
        {"kind": "text", "text": ""},
        {"kind": "text", "text": ""},
        {"kind": "image", "data": data(mark), "mimeType": "image/png"},
        {"kind": "image", "url": f"gs://it/{mark}.png"},
        {"kind": "image", "url": f"https://example.com/{mark}"},
        {"kind": "audio", "data": data(mark), "mimeType": "audio/wav"},
        {"kind": "document", "data": data(mark), "mimeType": "application/pdf"},
        {"kind": "document", "fileId": f"file-{mark}"},
        {"kind": "document", "text": f"So {mark} is."},
        {"kind": "opaque", "format": "another", "value": mark},
    ])  # fmt: skip


class Marks:
    """Hands out marks, each once."""

    def __init__(self, dice: Dice) -> None:
        self.dice, self.last = dice, 100

    def blocks(self, most: int) -> list[dict[str, Json]]:
        return [block(self.dice, self.mark()) for _ in range(self.dice.randint(1, most))]

    def mark(self) -> str:
        self.last += 1
        return f"mark{self.last}"


def conversation(dice: Dice) -> dict[str, Json]:
    """Turns of the user, of the model and of tools, in an order that not every API takes."""
    marks, messages = Marks(dice), list[Json]()
    for turn in range(dice.randint(1, 4)):
        if dice.chance(2):
            messages.append({"role": "user", "content": marks.blocks(4)})
        call = {"id": f"call {turn}", "name": "look", "arguments": {"at": marks.mark()}}
        if dice.chance(3):
            call |= {"arguments": {}, "invalidArguments": f'{{"{marks.mark()}'}
        blocks = [one for one in marks.blocks(2) if one["kind"] in ("text", "opaque")]
        calls = [{"kind": "toolCall", "toolCall": call}] if not dice.chance(3) else []
        messages.append({"role": "assistant", "content": [*blocks, *calls]})
        result = {"toolCallId": call["id"], "name": "look", "kind": "multimodal"}
        if calls and not dice.chance(4):
            messages.append({"role": "tool", "toolResult": {**result, "value": marks.blocks(3)}})
    offered = [{**TOOL, "name": name} for name in ("look", "look", "a b", "more")]
    return {"model": "m", "messages": messages, "tools": offered}


def marked(value: Json) -> str:
    """The mark of a block, as it stands in a body; "" of one that has none."""
    if value.get("kind") == "toolCall":
        call = value["toolCall"]
        return str(call["arguments"].get("at") or "")
    content = value.get("data") or value.get("text") or value.get("url") or value.get("fileId")
    return str(content or value.get("value") or "")


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("format_", FORMATS)
def test_what_is_left_out_is_told_at_its_place(format_: str, seed: int) -> None:
    wire = shipped(format_)
    request = conversation(Dice(f"{format_} {seed}"))
    body = json.dumps(wire.encode_request(request, on_loss="ignore"))
    losses = wire.losses_request(request)
    there = places(request)
    for loss in losses:
        # Fields that are missing are told at the place that they would have.
        holder, _, key = loss.path.rpartition("/")
        assert {loss.path, holder} & there.keys(), loss
        if key == "name" and holder.rpartition("/")[0].endswith(("content", "value")):
            assert there[holder]["kind"] == "document", loss
        if key == "mimeType" and loss.code == "repaired":
            assert "mimeType" not in there[holder], loss
    blocks = {
        place: one for place, one in there.items()
        if type(one) is dict and "kind" in one and place.rpartition("/")[2].isdigit()
    }  # fmt: skip
    for place, one in blocks.items():
        mark, at = marked(one), [loss for loss in losses if place.startswith(loss.path)]
        if not mark:
            continue
        if one["kind"] == "document" and "text" in one:
            mark = mark if mark in body else b64encode(mark.encode()).decode()
        if mark not in body:
            assert at, f"{one} is left out without a word: {losses}"
        else:
            gone = [loss for loss in losses if loss.path == place and loss.code == "dropped"]
            assert not gone, f"{one} is there"


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("format_", FORMATS)
def test_what_is_left_is_known_by_where_it_stood(format_: str, seed: int) -> None:
    request = conversation(Dice(f"{format_} {seed}"))
    repaired, changes = accepted(request, shipped(format_).ACCEPTS, "repair")
    if repaired is request or not isinstance(changes, Changes):
        return
    stood, there = changes.stood(), places(request)
    for place, one in places(repaired).items():
        if type(one) is dict and "kind" in one and (mark := MARK.search(unpacked(marked(one)))):
            before = there[stood.before(place)]
            assert mark[0] in unpacked(marked(before)), place
    for at, tool in enumerate(repaired.get("tools", ())):
        assert there[stood.before(f"/tools/{at}/name")][:1] == tool["name"][:1]


def unpacked(text: str) -> str:
    """A text; what it says in base64, if it is that."""
    try:
        return b64decode(text, validate=True).decode()
    except ValueError:
        return text


def test_a_text_that_is_left_out_moves_nothing_that_is_told_of_the_call_behind_it() -> None:
    call = {"id": "c", "name": "look", "arguments": {}}
    content = [{"kind": "text", "text": ""}, {"kind": "toolCall", "toolCall": call}]
    messages = [{"role": "user", "content": "Look."}, {"role": "assistant", "content": content}]
    result = {"toolCallId": "c", "name": "look", "kind": "text", "value": "A tree."}
    messages.append({"role": "tool", "toolResult": result})
    request = {"messages": messages, "tools": [TOOL]}
    losses = shipped("gemini").losses_request(request)
    assert [(loss.path, loss.code) for loss in losses] == [
        ("/messages/1/content/0", "dropped"),
        ("/messages/1/content/1/toolCall", "added"),
    ]


def test_media_that_were_moved_are_told_where_they_stood() -> None:
    call = {"id": "c", "name": "look", "arguments": {}}
    paper = {"kind": "document", "data": "JVBERi0=", "mimeType": "application/pdf"}
    value = [{"kind": "text", "text": "See:"}, paper]
    result = {"toolCallId": "c", "name": "look", "kind": "multimodal", "value": value}
    request = {
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]},
            {"role": "tool", "toolResult": result},
        ],
        "tools": [TOOL],
    }
    place = "/messages/2/toolResult/value/1"
    losses = shipped("openai_chat").losses_request(request)
    assert {(loss.path, loss.code) for loss in losses} == {
        (place, "moved"), (f"{place}/name", "added"),
    }  # fmt: skip


def test_what_is_lost_of_media_where_they_were_moved_to_is_told_too() -> None:
    call = {"id": "c", "name": "look", "arguments": {}}
    photo: Json = {"kind": "image", "data": "aGk=", "mimeType": "image/png", "name": "tree"}
    value: Json = [{"kind": "text", "text": "See:"}, photo]
    request: Json = {
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]},
            {"role": "tool", "toolResult": {
                "toolCallId": "c", "name": "look", "kind": "multimodal", "value": value,
            }},
        ],
        "tools": [TOOL],
    }  # fmt: skip
    place = "/messages/2/toolResult/value/1"
    losses = shipped("openai_chat").losses_request(request)
    assert [loss[:2] for loss in losses] == [(place, "moved"), (f"{place}/name", "field")]


def test_thoughts_that_a_service_takes_back_are_no_loss_behind_a_message_that_is_left_out() -> None:
    thought = {"kind": "reasoning", "text": "Hm."}
    call = {"kind": "toolCall", "toolCall": {"id": "c", "name": "look", "arguments": {}}}
    result = {"toolCallId": "c", "name": "look", "kind": "text", "value": "A tree."}
    messages = [
        {"role": "tool", "toolResult": {**result, "toolCallId": "none"}},
        {"role": "user", "content": "Look."},
        {"role": "assistant", "content": [thought, call]},
        {"role": "tool", "toolResult": result},
    ]
    request = {"messages": messages, "tools": [TOOL], "model": "deepseek-reasoner"}
    losses = shipped("openai_chat").losses_request(request, profile="deepseek")
    assert [loss[:2] for loss in losses] == [("/messages/0/toolResult", "dropped")]


def test_a_file_that_goes_nowhere_gets_no_name() -> None:
    file = {"kind": "document", "fileId": "file-1"}
    messages = [{"role": "user", "content": [{"kind": "text", "text": "Read."}, file]}]
    losses = shipped("bedrock_converse").losses_request({"messages": messages})
    assert [*losses] == [
        ("/messages/0/content/1", "unsupported", "a document is data or an object in S3")
    ]


def test_why_a_document_has_no_place_is_said_by_all_its_lenses() -> None:
    paper = {"kind": "document", "data": "aGk="}
    messages = [{"role": "user", "content": [{"kind": "text", "text": "Read."}, paper]}]
    losses = shipped("mistral_chat").losses_request({"messages": messages}, rules="off")
    why = "mistral_chat takes no document that has its data alone"
    assert [*losses] == [("/messages/0/content/1", "unsupported", why)]


def test_turns_that_become_one_are_told_apart() -> None:
    papers = [{"kind": "document", "text": f"Paper {at}.", "name": "paper"} for at in (0, 1)]
    messages: list[Json] = [{"role": "user", "content": [paper]} for paper in papers]
    arguments = {"id": "c", "name": "look", "arguments": {}, "invalidArguments": "{"}
    turns: list[Json] = [
        {"role": "assistant", "content": [{"kind": "text", "text": "Hm."}]},
        {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": arguments}]},
    ]
    result = {"toolCallId": "c", "name": "look", "kind": "error", "value": "What?"}
    messages += [*turns, {"role": "tool", "toolResult": result}]
    losses = shipped("bedrock_converse").losses_request({"messages": messages})
    assert ("/messages/1/content/0/name", "repaired") in {(one.path, one.code) for one in losses}


def test_a_schema_is_told_at_the_tool_that_has_it_behind_one_that_is_left_out() -> None:
    schema = {"type": "object", "properties": {"at": {"type": "string", "not": {"const": ""}}}}
    tools = [TOOL, TOOL, {"name": "more", "parameters": schema, "strict": True}]
    request = {"messages": [{"role": "user", "content": "Look."}], "tools": tools}
    losses = shipped("anthropic_messages").losses_request(request)
    places = [loss.path for loss in losses if loss.path.startswith("/tools")]
    assert places[0] == "/tools/1"
    assert places[1:] and all(place.startswith("/tools/2/") for place in places[1:])


def test_a_description_that_is_left_out_is_told_at_its_tool() -> None:
    tools = [TOOL, TOOL, {**TOOL, "name": "more", "description": ""}]
    request = {"messages": [{"role": "user", "content": "Look."}], "tools": tools}
    losses = shipped("bedrock_converse").losses_request(request)
    assert [loss.path for loss in losses] == ["/tools/1", "/tools/2/description"]
