"""Law 5: a stream folds to the reply that `decode_response` reads, however the reply was cut.

Replies are drawn from the wires' schemas or are our own fixtures; `splitting` takes them apart.
"""

from __future__ import annotations

import asyncio
import copy
import random
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import given

from drawing import drawing
from samples import ALL, difference, exactly, invalid
from splitting import Dice, split, streamable
from stream_samples import (
    MODULES,
    SPLITS,
    adorned,
    asks_for,
    begins_with,
    calls_of,
    each_reply,
    each_wire,
    folded,
    replies,
    rich,
    seeds,
    texts_of,
)
from toolwire._runtime.errors import ToolwireError
from toolwire._runtime.fold import StreamFold

Json = Any


def check_split(name: str, body: Json, events: list[Json]) -> None:
    """The events fold to the whole, in each way of reading them."""
    module, before = MODULES[name], copy.deepcopy(events)
    whole = module.decode_response(body)
    decoded = [*module.decode_stream(events)]
    assert exactly(events, before), "the events were changed"
    assert decoded[-1]["kind"] == "completed"
    assert difference(whole, decoded[-1]["response"]) is None
    assert [event["kind"] for event in decoded[:-1]].count("completed") == 0
    assert decoded[0]["kind"] in ("started", "completed")
    fold = folded(decoded)
    assert fold.complete and fold.response is decoded[-1]["response"]
    apart = [*module.decode_stream(events, tool_calls="whole")]
    assert difference(whole, apart[-1]["response"]) is None
    calls = calls_of(whole)
    assert [e["kind"] for e in apart].count("toolCallDelta") == 0
    asked = apart[len(apart) - 1 - len(calls) : -1]
    assert exactly([e["block"]["toolCall"] for e in asked], calls)
    check_deltas(whole, folded(decoded[:-1]).response)
    check_deltas(whole, folded(apart[:-1]).response)


def check_deltas(whole: Json, shown: Json) -> None:
    """What came before `completed` says the same, as far as callers act on it."""
    assert invalid("intermediate", "response", shown) is None
    assert begins_with(whole, shown) and begins_with(shown, whole)
    assert texts_of(shown, "reasoning") == texts_of(whole, "reasoning")
    ours, theirs = calls_of(shown), calls_of(whole)
    assert len(ours) == len(theirs)
    for left, right in zip(ours, theirs, strict=True):
        assert exactly(asks_for(left), asks_for(right))
        if left.get("invalidArguments"):
            assert left["invalidArguments"] == right.get("invalidArguments")


@each_reply
def test_any_split_of_our_replies_folds_to_the_whole(name: str, body: Json) -> None:
    for seed in range(SPLITS):
        check_split(name, body, split(name, body, Dice(seed)))


@each_wire
def test_any_split_of_any_reply_folds_to_the_whole(name: str) -> None:
    @drawing(200)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        check_split(name, body, split(name, body, Dice(seed)))

    law()


def check_cut(name: str, body: Json, events: list[Json]) -> None:
    """What has arrived is a valid reply, and no call in it says what the model did not say."""
    module, fold = MODULES[name], StreamFold()
    whole = module.decode_response(body)
    try:
        for event in module.decode_stream(events):
            fold.add(event)
    except ToolwireError as error:
        # It has an end and lacks what came after it, such as an id.
        assert error.code == "missing"
    response = fold.response
    assert invalid("intermediate", "response", response) is None
    if fold.complete:
        return
    assert response["finishReason"] == "error"
    assert response["error"]["type"] == "incomplete_stream"
    for part, call in zip(calls_of(response), calls_of(whole), strict=False):
        # An id that is made up is made of the reply's own, which need not have come yet.
        made = "id" in call.get("metadata", {}).get(name, {}).get("$", {})
        assert part["id"] if made else part["id"] == call["id"]
        if "invalidArguments" not in part:
            assert exactly(asks_for(part)[1:], asks_for(call)[1:])
        assert call.get("input", "").startswith(part.get("input", ""))
    assert begins_with(whole, response) or name == "anthropic_messages"


@each_reply
def test_a_stream_of_ours_may_break_off_anywhere(name: str, body: Json) -> None:
    events = split(name, body, Dice(name))
    for count in range(min(len(events), 40)):
        check_cut(name, body, events[:count])


@each_wire
def test_any_stream_may_break_off_anywhere(name: str) -> None:
    @drawing(150)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        events = split(name, body, Dice(seed))
        check_cut(name, body, events[: random.Random(seed).randint(0, len(events))])

    law()


@each_wire
def test_the_asynchronous_twins_do_the_same(name: str) -> None:
    module, body = MODULES[name], rich(name)

    async def passed_on(events: list[Json]) -> AsyncIterator[Json]:
        for event in events:
            yield event

    async def both(events: list[Json], mode: str) -> tuple[list[Json], list[Json], Json]:
        fold = StreamFold()
        decoded = module.adecode_stream(passed_on(events), tool_calls=mode)
        shown = [event async for event in fold.aover(decoded)]
        return shown, [e async for e in module.aencode_stream(passed_on(shown))], fold.response

    for seed in range(SPLITS):
        events = split(name, body, Dice(seed))
        mode = ("deltas", "whole")[seed % 2]
        shown, sent, response = asyncio.run(both(events, mode))
        assert exactly(shown, [*module.decode_stream(events, tool_calls=mode)])
        assert exactly(sent, [*module.encode_stream(shown)])
        assert exactly(response, shown[-1]["response"])


class Dumped:
    """An event as an SDK has it: no dict, so that no piece of a text is put in the short way."""

    def __init__(self, event: Json) -> None:
        self.event = event

    def model_dump(self, **_: Json) -> Json:
        return self.event


@each_wire
def test_the_short_way_tells_what_the_long_way_tells(name: str) -> None:
    decode = MODULES[name].decode_stream

    @drawing(100)
    @given(replies(name), seeds)
    def law(body: Json, seed: int) -> None:
        dice = Dice(seed)
        events = [adorned(event, dice) for event in split(name, body, dice)]
        mode = ("deltas", "whole")[seed % 2]
        try:
            decoded = [*decode(events, tool_calls=mode)]
        except ToolwireError as error:
            with pytest.raises(ToolwireError) as other:
                deque(decode(map(Dumped, events), tool_calls=mode), 0)
            assert (other.value.pointer, other.value.code) == (error.pointer, error.code)
        else:
            assert exactly(decoded, [*decode(map(Dumped, events), tool_calls=mode)])

    law()


@each_wire
def test_most_of_our_replies_can_be_streamed(name: str) -> None:
    ours = [item for item in ALL if item.kind == "replies" and item.format == name]
    streamed = [item for item in ours if streamable(name, item.payload) is not None]
    assert len(streamed) / len(ours) > 0.75
