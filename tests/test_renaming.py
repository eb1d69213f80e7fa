"""Ids and names that a wire does not take: legal on it, no two alike, and the app's own again."""

from __future__ import annotations

import asyncio
import importlib
import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import toolwire
from drawing import drawing
from formats import part
from samples import FORMATS
from test_accepts import asking, called, result, tool, turn, user
from toolwire import ToolwireError
from toolwire._runtime.convert import format_module
from toolwire._runtime.restoring import Back, into_events
from toolwire._runtime.spelling import REMEMBERED, Limit, legal_spellings

Json = Any
NINE = Limit({"letters": "a-zA-Z0-9", "length": 9})
NAMES = Limit({"letters": "a-zA-Z0-9_", "first": "a-zA-Z_", "longest": 24})
texts = st.one_of(
    st.sampled_from(["", "a.b", "a_b", "a-b", "a b", "a" * 500, "null", "ä", "\ud800", "1a", "__"]),
    st.text(max_size=30),
)


def test_no_more_spellings_are_remembered_than_may_be() -> None:
    limit = Limit({"letters": "a-z", "length": 9})
    first = limit.other("call 0")
    for number in range(3 * REMEMBERED):
        limit.other(f"call {number}")
    assert len(limit._others) <= REMEMBERED
    assert limit.other("call 0") == first


@drawing(300)
@given(st.lists(texts, max_size=12))
def test_what_goes_out_is_legal_and_of_one_text_alone(given_: list[str]) -> None:
    for limit in (NINE, NAMES):
        new = legal_spellings(given_, limit)
        out = [new.get(text, text) for text in dict.fromkeys(given_)]
        assert all(limit.fits(text) for text in out)
        assert len({*out}) == len(out)


@drawing(300)
@given(st.lists(texts, max_size=8), st.lists(texts, max_size=4))
def test_what_went_out_once_goes_out_so_again(before: list[str], more: list[str]) -> None:
    first, later = legal_spellings(before, NAMES), legal_spellings([*before, *more], NAMES)
    assert {text: later.get(text, text) for text in before} == {
        text: first.get(text, text) for text in before
    }


def test_a_name_tells_what_it_stands_for() -> None:
    (there,) = legal_spellings(["files.read"], NAMES).values()
    assert re.fullmatch("files_read_[0-9a-f]{8}", there)
    (there,) = legal_spellings(["files.read.and.write.and.more"], NAMES).values()
    assert there.startswith("files_read_and_") and len(there) == 24


def test_a_legal_name_whose_place_is_taken_gets_another() -> None:
    (taken,) = legal_spellings(["a.b"], NAMES).values()
    new = legal_spellings(["a.b", taken], NAMES)
    assert new["a.b"] == taken and new[taken] not in ("a.b", taken)


def conversation(ids: list[str], names: list[str]) -> Json:
    """Turns of one call each, with their results, and tools of all names."""
    messages = [user()]
    for id_, name in zip(ids, [*names, *names, *names], strict=False):
        messages += [turn(called(id_, name)), result(id_, name=name)]
    offered = [tool(name) for name in dict.fromkeys(names)]
    return {**asking(*messages, tools=offered), "model": "gemini-2.5-pro"}


def pairs(request: Json) -> list[tuple[str, str, str, str]]:
    """The ids and names of each call and of the result behind it."""
    found = []
    for message, answer in zip(request["messages"], request["messages"][1:], strict=False):
        for call in toolwire.tool_calls(message) if message["role"] == "assistant" else ():
            given = answer["toolResult"]
            found.append((call["id"], call["name"], given["toolCallId"], given["name"]))
    return found


@pytest.mark.parametrize("name", FORMATS)
@drawing(75)
@given(
    ids=st.lists(texts, min_size=1, max_size=6, unique=True),
    names=st.lists(texts.filter(bool), min_size=1, max_size=4, unique=True),
)
def test_pairs_stay_pairs_and_come_back(name: str, ids: list[str], names: list[str]) -> None:
    wire, request = format_module(name), conversation(ids, names)
    try:
        body = wire.encode_request(request)
    except ToolwireError:
        assume(False)
    assert part(name, "accepts").breaches(body) == []
    back = toolwire.restored(wire.decode_request(body), wire.renamed(request))
    assert pairs(back) == pairs(request)
    assert [one["name"] for one in back["tools"]] == [one["name"] for one in request["tools"]]


@pytest.mark.parametrize("choice", [{"name": "a.b"}, {"allowed": ["a.b"], "mode": "required"}])
@pytest.mark.parametrize("name", ["openai_chat", "openai_responses", "gemini"])
def test_a_choice_names_the_tool_as_it_goes_out(name: str, choice: Json) -> None:
    wire, request = format_module(name), {**conversation(["x"], ["a.b"]), "toolChoice": choice}
    request = {**request, "tools": [tool("a.b"), tool("a/b")]}
    body = wire.encode_request(request)
    assert part(name, "accepts").breaches(body) == []
    back = toolwire.restored(wire.decode_request(body), wire.renamed(request))
    assert back["toolChoice"] in (choice, {"name": "a.b"})
    assert [one["name"] for one in back["tools"]] == ["a.b", "a/b"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_reply_has_the_names_of_the_request_that_asked(name: str) -> None:
    wire, request = format_module(name), conversation(["x"], ["files.read: ünder"])
    theirs = wire.renamed(request).names.get("files.read: ünder", "files.read: ünder")
    reply = {"message": turn(called("abcdefghi", theirs)), "finishReason": "tool_calls"}
    body = wire.encode_response(reply)
    (call,) = toolwire.tool_calls(wire.decode_response(body, request=request))
    assert call["name"] == "files.read: ünder"
    (call,) = toolwire.tool_calls(wire.decode_response(body))
    assert call["name"] == theirs


async def _listed(events: Any) -> list[Json]:
    return [event async for event in events]


async def _sent(events: list[Json]) -> Any:
    for event in events:
        yield event


@pytest.mark.parametrize("whole", ["deltas", "whole"])
@pytest.mark.parametrize("name", FORMATS)
def test_a_stream_has_the_names_of_the_request_that_asked(name: str, whole: str) -> None:
    wire, request = format_module(name), conversation(["x"], ["files.read"])
    theirs = wire.renamed(request).names.get("files.read", "files.read")
    reply = {"id": "r", "message": turn(called("abcdefghi", theirs)), "finishReason": "tool_calls"}
    body = wire.encode_response(reply)
    sent = wire.encode_stream([{"kind": "completed", "response": wire.decode_response(body)}])
    events = [*sent]
    for found in (
        [*wire.decode_stream(events, tool_calls=whole, request=request)],
        asyncio.run(_listed(wire.adecode_stream(_sent(events), tool_calls=whole, request=request))),
    ):
        names = [event["name"] for event in found if event.get("name") is not None]
        names += [event["block"]["toolCall"]["name"] for event in found
                  if event["kind"] == "block" and event["block"]["kind"] == "toolCall"]  # fmt: skip
        (call,) = toolwire.tool_calls(found[-1]["response"])
        assert {*names, call["name"]} == {"files.read"}


def test_a_call_that_a_stream_tells_twice_gets_its_name_once() -> None:
    """Two names may have been exchanged: what is put back twice is the other one again."""
    call = {"id": "c", "name": "look", "arguments": {}}
    block = {"kind": "toolCall", "toolCall": call}
    reply = {"message": {"role": "assistant", "content": [block]}, "finishReason": "tool_calls"}
    intermediate = [{"kind": "block", "block": block}, {"kind": "completed", "response": reply}]
    assert len([*into_events(iter(intermediate), Back({"look": "see", "see": "look"}, {}))]) == 2
    assert call["name"] == "see"


def test_a_call_has_the_arguments_of_the_schema_that_the_app_wrote() -> None:
    """A strict dialect demands every member: one that is null was never asked for."""
    unit = {"type": ["string", "null"]}
    schema = {"type": "object", "properties": {"unit": {"type": "string"}, "city": unit}}
    call = {"id": "c", "name": "seek", "arguments": {"unit": None, "city": None}}
    Back({"seek": "look"}, {"look": schema}).put(call)
    assert call == {"id": "c", "name": "look", "arguments": {"city": None}}


@pytest.mark.parametrize("name", FORMATS)
def test_a_call_of_a_strict_tool_that_states_no_schema_comes_back(name: str) -> None:
    wire = format_module(name)
    request = asking(user(), tools=[{"name": "ping", "strict": True}])
    answer = {"message": turn(called("call_1", "ping")), "finishReason": "tool_calls"}
    reply = wire.decode_response(wire.encode_response(answer), request=request)
    events = wire.encode_stream([{"kind": "completed", "response": reply}])
    *_, last = wire.decode_stream(events, request=request)
    for response in (reply, last["response"]):
        (call,) = toolwire.tool_calls(response)
        assert (call["name"], call["arguments"]) == ("ping", {})


CLAUDES = pytest.mark.parametrize("name", ["anthropic_messages", "bedrock_converse"])
MODEL = "anthropic.claude-sonnet-4-5"
DEEP: Json = {"type": "object", "properties": {"a b": {"type": "string"}}}
SEARCH: Json = {
    "type": "object", "required": ["$filter"],
    "properties": {
        "$filter": DEEP, "rows": {"type": "array", "items": DEEP}, "free": {"type": "object"},
    },
}  # fmt: skip
GIVEN: Json = {"rows": [{"a b": "x"}], "$filter": {"a b": "y"}, "free": {"a b": "z", "c d": 1}}


def history(given: Json, parameters: Json) -> Json:
    """A request with a call of such a tool, and one of another, behind what moves away."""
    system = {"role": "system", "content": "Be brief."}
    other = called("b", "other", arguments=given)
    turns = [user(), system, turn({"kind": "text", "text": "Well."}, called("a", arguments=given),
                                  other), result("a"), result("b", name="other")]  # fmt: skip
    tools = [{"name": "other", "parameters": {}}, {"name": "look", "parameters": parameters}]
    return asking(*turns, model=MODEL, maxTokens=9, tools=tools)


@CLAUDES
def test_earlier_calls_have_the_names_of_the_schema_that_goes_out(name: str) -> None:
    wire = format_module(name)
    request = history(GIVEN, SEARCH)
    sent = wire.decode_request(wire.encode_request(request, on_loss="ignore"))
    call, other = (call for message in sent["messages"] for call in toolwire.tool_calls(message))
    own = sent["tools"][1]["parameters"]["properties"]
    (filter_,) = own.keys() - {"rows", "free"}
    (deep,) = own[filter_]["properties"]
    assert call["arguments"] == {
        "rows": [{deep: "x"}], filter_: {deep: "y"}, "free": {"a b": "z", "c d": 1},
    }  # fmt: skip
    assert [*call["arguments"]] == ["rows", filter_, "free"]
    assert other["arguments"] == GIVEN  # of a tool whose schema goes as it is
    assert toolwire.restore_arguments(call["arguments"], SEARCH) == GIVEN
    losses = [loss for loss in wire.losses_request(request) if "/messages/2" in loss.path]
    place = "/messages/2/content/1/toolCall/arguments"
    assert [loss.path for loss in losses] == [
        f"{place}/rows/0/a b", f"{place}/$filter", f"{place}/$filter/a b",
    ]  # fmt: skip
    assert {loss.code for loss in losses} == {"renamed"} and filter_ in losses[1].reason
    assert GIVEN["rows"] == [{"a b": "x"}]
    plain = wire.encode_request(request, rules="off", on_loss="ignore")
    assert "$filter" in str(plain)


@CLAUDES
def test_an_earlier_call_that_has_the_other_name_keeps_what_it_has(name: str) -> None:
    wire = format_module(name)
    other = Limit({"letters": "a-zA-Z0-9_.-", "longest": 64}).other("$filter")
    cases: list[Json] = [{other: {}}, {other: 1, "$filter": 2}, {"$other": 1}, {}, {"rows": [{}]}]
    for given_ in cases:
        request = history(given_, SEARCH)
        sent = wire.decode_request(wire.encode_request(request, on_loss="ignore"))
        call, _ = (call for message in sent["messages"] for call in toolwire.tool_calls(message))
        assert call["arguments"] == given_
        assert not [one for one in wire.losses_request(request) if "/messages/2" in one.path]


def test_arguments_too_deep_to_look_through_go_as_they_are() -> None:
    deep: Json = {"a b": 1}
    for _ in range(5000):
        deep = {"x": deep}
    schema = {**DEEP, "properties": {**DEEP["properties"], "x": {"$ref": "#"}}}
    request = history(deep, schema)
    sent = toolwire.anthropic_messages.encode_request(request, on_loss="ignore")
    assert sent["messages"][1]["content"][1]["input"] is deep


def test_a_gateway_gives_its_client_the_names_that_the_client_had() -> None:
    asked = toolwire.gemini.encode_request(conversation(["x"], ["files.read"]))
    there = toolwire.convert_request(
        asked, source="gemini", target="openai_chat", model="m", on_loss="ignore"
    )
    theirs = there["tools"][0]["function"]["name"]
    assert theirs != "files.read"
    answer = {"message": turn(called("call_1", theirs)), "finishReason": "tool_calls"}
    body = toolwire.openai_chat.encode_response(answer)
    options: Json = {"source": "openai_chat", "target": "gemini", "on_loss": "ignore"}
    back = toolwire.convert_response(body, **options, request=asked)
    parts = back["candidates"][0]["content"]["parts"]
    assert parts[0]["functionCall"]["name"] == "files.read"
    events = [*toolwire.openai_chat.encode_stream([{"kind": "completed", "response": answer}])]
    shown = [*toolwire.convert_stream(events, **options, request=asked)]
    assert '"files.read"' in str(shown).replace("'", '"')


@pytest.mark.parametrize("stream", [False, True])
def test_the_loop_runs_tools_by_their_own_names(stream: bool) -> None:
    tools = importlib.import_module("toolwire.tools")
    wire, ran = toolwire.openai_chat, []

    def look(place: str) -> str:
        """Look."""
        ran.append(place)
        return "fine"

    def send(body: Json) -> Any:
        if any(one["role"] == "tool" for one in body["messages"]):
            answer: Json = {
                "message": turn({"kind": "text", "text": "So."}),
                "finishReason": "stop",
            }
        else:
            name = body["tools"][0]["function"]["name"]
            assert re.fullmatch("[a-zA-Z0-9_-]{1,64}", name)
            content = called("call_1", name, arguments={"place": "Oslo"})
            answer = {"message": turn(content), "finishReason": "tool_calls"}
        if stream:
            return wire.encode_stream([{"kind": "completed", "response": answer}])
        return wire.encode_response(answer)

    own = tools.tool(look, name="files.look")
    outcome = tools.run(send, asking(user()), [own], format=wire, stream=stream)
    assert (outcome.text, ran) == ("So.", ["Oslo"])
