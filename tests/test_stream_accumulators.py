"""Streams of every shape the wires have: each folds to what the same reply is when sent whole."""

from __future__ import annotations

import asyncio
import copy
import importlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import jsonschema
import pytest

from grouped import each
from samples import FIXTURES, FORMATS, SCHEMAS, difference, invalid
from toolwire._runtime.fold import StreamFold

Json = Any
EVENT = jsonschema.Draft202012Validator(
    {"$ref": "#/$defs/StreamEvent", "$defs": SCHEMAS["intermediate"]["$defs"]}
)


@dataclass(frozen=True)
class Recorded:
    """The events of a stream, and the same reply sent whole: None if the stream broke off."""

    format: str
    name: str
    events: list[Json]
    whole: Json
    error: Json = None

    @property
    def wire(self) -> Any:
        return importlib.import_module(f"toolwire.{self.format}")

    def decoded(self, **options: Any) -> list[Json]:
        return list(self.wire.decode_stream(self.events, **options))

    def __str__(self) -> str:
        return f"{self.format}-{self.name}"


def _recorded() -> list[Recorded]:
    paths = [path for name in FORMATS for path in sorted((FIXTURES / name / "streams").iterdir())]
    return [
        Recorded(path.parent.parent.name, path.stem, **json.loads(path.read_text(encoding="utf-8")))
        for path in paths
    ]


STREAMS = _recorded()
WHOLE = [stream for stream in STREAMS if stream.whole is not None]
BROKEN = [stream for stream in STREAMS if stream.whole is None]
each_stream = each((one.format, str(one), (one,)) for one in STREAMS)
each_whole = each((one.format, str(one), (one,)) for one in WHOLE)


def summary_of(response: Json) -> Json:
    """What every wire tells of a reply: texts, reasoning, calls and the kinds of other blocks."""
    text, reasoning, calls, others = "", "", [], []
    for block in response["message"]["content"]:
        if block["kind"] == "text":
            text += block["text"]
        elif block["kind"] == "reasoning" and "redacted" not in block:
            reasoning += block["text"]
        elif block["kind"] == "toolCall":
            call = {key: block["toolCall"][key] for key in block["toolCall"] if key != "metadata"}
            # Until the reply is complete, no text is no proof that there are no arguments.
            if call.get("invalidArguments") == "":
                del call["invalidArguments"]
            calls.append(call)
        else:
            others.append(block["kind"])
    return {"text": text, "reasoning": reasoning, "calls": calls, "others": others}


@each_whole
def test_the_last_event_is_the_reply_decoded_whole(stream: Recorded) -> None:
    last = stream.decoded()[-1]
    assert last["kind"] == "completed"
    assert difference(last["response"], stream.wire.decode_response(stream.whole)) is None
    assert invalid("intermediate", "response", last["response"]) is None


@each_whole
def test_the_reply_as_a_body_is_the_one_sent_whole(stream: Recorded) -> None:
    body = stream.wire.encode_response(stream.decoded()[-1]["response"])
    assert difference(body, stream.whole) is None


@each_whole
def test_the_events_before_say_the_same(stream: Recorded) -> None:
    fold = StreamFold()
    *before, last = stream.decoded()
    for event in before:
        fold.add(event)
    assert not fold.complete
    response = last["response"]
    assert summary_of(fold.response) == summary_of(response)
    for key in ("id", "model", "usage"):
        assert difference(fold.response.get(key), response.get(key)) is None


@each_stream
def test_every_event_is_valid(stream: Recorded) -> None:
    for event in stream.decoded():
        error = jsonschema.exceptions.best_match(EVENT.iter_errors(event))
        assert error is None, (event, error.message)


@each_stream
def test_the_first_event_says_whose_reply_it_is(stream: Recorded) -> None:
    kinds = [event["kind"] for event in stream.decoded()]
    assert kinds[0] == "started"
    assert kinds.count("started") == 1
    assert kinds.count("completed") == (stream.whole is not None)


@each_stream
def test_events_are_not_changed(stream: Recorded) -> None:
    before = copy.deepcopy(stream.events)
    given = []
    for event in stream.wire.decode_stream(stream.events):
        given.append((event, copy.deepcopy(event)))
    assert difference(stream.events, before) is None
    for event, then in given:
        assert difference(event, then) is None


@each_stream
def test_the_asynchronous_twin_gives_the_same(stream: Recorded) -> None:
    async def source() -> AsyncIterator[Json]:
        for event in stream.events:
            yield event

    async def collected() -> tuple[list[Json], Json]:
        fold = StreamFold()
        events = [e async for e in fold.aover(stream.wire.adecode_stream(source()))]
        return events, fold.response

    events, response = asyncio.run(collected())
    assert difference(events, stream.decoded()) is None
    fold = StreamFold()
    assert len(list(fold.over(stream.decoded()))) == len(events)
    assert difference(response, fold.response) is None


@each_whole
def test_calls_may_come_whole(stream: Recorded) -> None:
    *before, last = stream.decoded(tool_calls="whole")
    assert difference(last, stream.decoded()[-1]) is None
    content = last["response"]["message"]["content"]
    calls = [block for block in content if block["kind"] == "toolCall"]
    blocks = before[len(before) - len(calls) :]
    assert [event["kind"] for event in blocks] == ["block"] * len(calls)
    assert difference(calls, [event["block"] for event in blocks]) is None
    assert "toolCallDelta" not in {event["kind"] for event in before}


@pytest.mark.parametrize("stream", BROKEN, ids=str)
def test_an_error_event_ends_in_what_there_is(stream: Recorded) -> None:
    fold = StreamFold()
    events = list(fold.over(stream.decoded()))
    (error,) = [event["error"] for event in events if event["kind"] == "error"]
    assert error.items() >= stream.error.items()
    assert not fold.complete
    assert fold.response["finishReason"] == "error"
    assert fold.response["error"] == fold.error == error
    assert summary_of(fold.response)["text"] == "Half of"
    assert invalid("intermediate", "response", fold.response) is None
