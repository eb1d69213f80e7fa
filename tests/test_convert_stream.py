"""Streams from one wire to another, through the functions of the package itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest

import toolwire
from samples import PAIRS, ROOT

Json = Any
FIXTURES = ROOT / "tests" / "fixtures"


def events_of(format_: str, name: str) -> list[Json]:
    """The events of one of our streams."""
    text = (FIXTURES / format_ / "streams" / f"{name}.json").read_text(encoding="utf-8")
    events: list[Json] = json.loads(text)["events"]
    return events


async def passed_on(events: list[Json]) -> AsyncIterator[Json]:
    for event in events:
        yield event


def calls_and_text(format_: str, events: list[Json]) -> Json:
    """The calls and the text of a stream, as its wire's own reader tells them."""
    fold = toolwire.StreamFold()
    for event in getattr(toolwire, format_).decode_stream(events):
        fold.add(event)
    assert fold.complete
    calls = [(call["name"], call["arguments"]) for call in toolwire.tool_calls(fold.response)]
    return calls, toolwire.text(fold.response)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_stream_says_the_same_in_every_shape(source: str, target: str) -> None:
    events = events_of(source, "one_call")
    sent = [*toolwire.convert_stream(events, source=source, target=target, on_loss="ignore")]
    assert calls_and_text(target, sent) == calls_and_text(source, events)


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_the_asynchronous_twin_sends_the_same(source: str, target: str) -> None:
    events = events_of(source, "text")

    async def sent() -> list[Json]:
        stream = toolwire.aconvert_stream(
            passed_on(events), source=source, target=target, on_loss="ignore"
        )
        return [event async for event in stream]

    expected = toolwire.convert_stream(events, source=source, target=target, on_loss="ignore")
    assert asyncio.run(sent()) == [*expected]


def test_pieces_are_sent_as_they_come() -> None:
    events = events_of("anthropic_messages", "text")
    source = iter(events)
    sent = toolwire.convert_stream(source, source="anthropic_messages", target="openai_chat")
    next(event for event in sent if event["choices"][0]["delta"].get("content"))
    assert next(source, None) is not None


def test_an_unknown_format_is_named_at_once() -> None:
    with pytest.raises(ValueError, match="no wire format 'telex'"):
        toolwire.convert_stream([], source="telex", target="gemini")


def test_what_is_lost_is_said_at_the_end() -> None:
    events = events_of("anthropic_messages", "thinking")
    sent = toolwire.convert_stream(
        events, source="anthropic_messages", target="openai_chat", on_loss="error"
    )
    with pytest.raises(toolwire.ToolwireError, match="lost"):
        list(sent)


def test_the_end_of_arguments_that_nothing_was_said_of_says_that_there_are_none() -> None:
    """Clients that wait for all of them read JSON there."""
    events: list[Json] = [
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "now"},
        {"kind": "blockEnd", "block": "toolCall", "index": 0},
    ]
    sent = [*toolwire.openai_responses.encode_stream(events)]
    done = [one for one in sent if one["type"] == "response.function_call_arguments.done"]
    assert [one["arguments"] for one in done] == ["{}"]
    pieces = [one for one in sent if one["type"] == "response.function_call_arguments.delta"]
    assert "".join(one["delta"] for one in pieces) == "{}"


def begun_call(index: int, **more: Json) -> Json:
    return {"kind": "toolCallDelta", "index": index, "id": f"c{index}", "name": "now", **more}


def ended_call(index: int) -> Json:
    return {"kind": "blockEnd", "block": "toolCall", "index": index}


def told_of_calls(sent: Iterable[Json]) -> list[Json]:
    """What events of Chat say of calls: the number of each, and the next of its arguments."""
    choices = [choice for event in sent for choice in event.get("choices", ())]
    calls = [call for choice in choices for call in choice["delta"].get("tool_calls", ())]
    return [(call["index"], call["function"].get("arguments")) for call in calls]


def test_a_call_without_arguments_says_so_before_the_next_begins() -> None:
    """Clients of Chat read a call's arguments when the next call begins."""
    events = [begun_call(0), ended_call(0), begun_call(1, argumentsDelta='{"at": 1}')]
    sent = toolwire.openai_chat.encode_stream([*events, ended_call(1)])
    assert told_of_calls(sent) == [(0, ""), (0, "{}"), (1, '{"at": 1}')]


def test_a_call_that_may_still_get_arguments_is_not_said_to_have_none() -> None:
    events = [begun_call(0), begun_call(1), {**begun_call(0), "argumentsDelta": '{"at": 1}'}]
    sent = toolwire.openai_chat.encode_stream(events)
    assert told_of_calls(sent) == [(0, ""), (1, ""), (0, '{"at": 1}')]


def test_a_call_that_a_wire_had_without_arguments_has_none_there() -> None:
    own = {"metadata": {"openai_chat": {"$": {"arguments": {"as": ""}}}}}
    events = [begun_call(0, **own), ended_call(0), begun_call(1)]
    sent = toolwire.openai_chat.encode_stream(events)
    assert told_of_calls(sent) == [(0, ""), (1, "")]


def test_a_text_that_has_said_nothing_does_not_keep_its_pieces_back() -> None:
    said = ({"content": "", "thinking": "Hm"}, {"content": "", "thinking": "."},
            {"content": "Hi"}, {"content": " you"}, {"content": ""})  # fmt: skip
    events: list[Json] = [
        {"model": "m", "created_at": "2026-11-02T08:00:00Z", "done": False,
         "message": {"role": "assistant", **one}} for one in said
    ]  # fmt: skip
    events[-1] |= {"done": True, "done_reason": "stop"}

    def told(count: int) -> list[Json]:
        return [*toolwire.ollama_chat.decode_stream(events[:count])]

    shown = [[(one["kind"], one["text"]) for one in told(count) if "text" in one]
             for count in range(1, 6)]  # fmt: skip
    thought = [("reasoningDelta", "Hm"), ("reasoningDelta", ".")]
    text = [("textDelta", "Hi"), ("textDelta", " you")]
    assert shown == [thought[:1], thought, [*thought, *text[:1]], *[[*thought, *text]] * 2]
    ended = [one["block"] for one in told(5) if one["kind"] == "blockEnd"]
    assert ended == ["reasoning", "text"]


def test_the_text_that_mistral_has_beside_calls_is_none() -> None:
    """Its client raises TypeError where it looks for JSON in a reply that has no content."""
    call: Json = {"kind": "toolCall", "toolCall": {"id": "c", "name": "now", "arguments": {}}}
    message = {"role": "assistant", "content": [call]}
    response: Json = {"model": "m", "message": message, "finishReason": "tool_calls"}
    body = toolwire.mistral_chat.encode_response(response, on_loss="ignore")
    assert body["choices"][0]["message"]["content"] == ""
    assert toolwire.mistral_chat.decode_response(body)["message"] == message
    empty: Json = {"model": "m", "message": {**message, "content": []}, "finishReason": "stop"}
    body = toolwire.mistral_chat.encode_response(empty, on_loss="ignore")
    assert body["choices"][0]["message"] == {"role": "assistant", "content": ""}
    sent: list[Json] = [*toolwire.mistral_chat.encode_stream(
        [{"kind": "completed", "response": response}], on_loss="ignore"
    )]  # fmt: skip
    assert sent[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    decoded: list[Json] = [*toolwire.mistral_chat.decode_stream(sent)]
    assert decoded[-1]["response"]["message"]["content"][0]["toolCall"]["name"] == "now"
    assert "metadata" not in decoded[-1]["response"]["message"]


def test_the_text_that_ollama_has_beside_calls_is_none() -> None:
    """It is there in every message, and empty where the model says nothing."""
    call: Json = {"kind": "toolCall", "toolCall": {"id": "c", "name": "now", "arguments": {}}}
    message = {"role": "assistant", "content": [call]}
    response: Json = {"model": "m", "message": message, "finishReason": "tool_calls"}
    body = toolwire.ollama_chat.encode_response(response)
    assert body["message"]["content"] == ""
    assert toolwire.ollama_chat.decode_response(body)["message"] == message
    sent = toolwire.ollama_chat.encode_stream([{"kind": "completed", "response": response}])
    lines: list[Json] = [*sent]
    assert [line["message"]["content"] for line in lines] == [""] * len(lines)
    decoded: list[Json] = [*toolwire.ollama_chat.decode_stream(lines)]
    assert decoded[-1]["response"]["message"] == message


@pytest.mark.parametrize("target", ["cohere_chat", "openai_responses"])
def test_a_text_that_has_said_nothing_yet_is_no_block_ahead_of_the_thought(target: str) -> None:
    """Ollama has an empty content beside each piece of a thought."""
    about = {"model": "m", "created_at": "2026-11-02T08:00:00Z"}
    said = ({"content": "", "thinking": "Hm."}, {"content": "Hi"}, {"content": ""})
    events: list[Json] = [
        {**about, "message": {"role": "assistant", **one}, "done": False} for one in said
    ]
    events[-1] |= {"done": True, "done_reason": "stop"}
    sent = toolwire.convert_stream(events, source="ollama_chat", target=target, on_loss="ignore")
    *_, last = getattr(toolwire, target).decode_stream(sent)
    content = last["response"]["message"]["content"]
    assert [(block["kind"], block["text"]) for block in content] == [
        ("reasoning", "Hm."),
        ("text", "Hi"),
    ]
