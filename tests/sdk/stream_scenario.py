"""What the real clients are asked to do with streams, whatever the provider."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import AsyncIterable, Callable, Iterable
from itertools import pairwise
from typing import Any

import pytest

import toolwire
from formats import part
from samples import difference
from sdk.streaming import CUTS, Script, StreamingProvider, sse
from test_stream_accumulators import STREAMS, Recorded, summary_of
from toolwire import StreamFold

Json = Any
# A cut between CR and LF needs both; the others must not care how lines end.
AWKWARD = [
    *((cut, "\r\n") for cut in CUTS),
    *((cut, "\n") for cut in CUTS if cut != "between CR and LF"),
]
each_cut = pytest.mark.parametrize(("cut", "end"), AWKWARD)
# What a gateway has to show: the reply of every stream there is, and every error.
REPLIES = [one for one in STREAMS if one.whole is not None and not one.whole.get("error")]
# Of a reply that ended in an error, clients raise what the wire has no other word for.
SHOWN = [one for one in REPLIES if one.decoded()[-1]["response"]["finishReason"] != "error"]
each_reply = pytest.mark.parametrize("source", SHOWN, ids=str)
each_failure = pytest.mark.parametrize(
    "source", [stream for stream in STREAMS if stream.whole is None], ids=str
)


def streams(format_: str, *names: str) -> list[Recorded]:
    """The streams of a format that arrive as a whole; those of some names, or all."""
    found = [s for s in REPLIES if s.format == format_ and (not names or s.name in names)]
    assert len(found) == len(names) if names else found
    return found


def body_of(format_: str, events: list[Json], end: str = "\n") -> bytes:
    """The bytes of a stream as its provider sends them."""
    sent: bytes = part(format_, "sdk").body(events, end)
    return sent


def script(format_: str, events: list[Json], cut: str = "whole", end: str = "\n") -> Script:
    """A reply of the server, cut so."""
    pieces = CUTS[cut](body_of(format_, events, end))
    assert len(pieces) > 1 or cut == "whole"
    return Script(pieces, content_type=part(format_, "sdk").CONTENT_TYPE)


def decode_quietly(wire: Any, events: Iterable[object]) -> list[Json]:
    """A client's event objects decoded, which must not make pydantic complain."""
    given = list(events)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return list(wire.decode_stream(given))


async def events_and_fold(wire: Any, events: AsyncIterable[object]) -> tuple[list[Json], Json]:
    """All that an asynchronous stream tells, and what it folds to."""
    fold = StreamFold()
    told_by = [event async for event in fold.aover(wire.adecode_stream(events))]
    assert fold.complete
    return told_by, fold.response


def relayed(source: Recorded, target: str) -> Script:
    """What a gateway sends that shows the stream of one provider as another's."""
    wire = getattr(toolwire, target)
    return script(target, list(wire.encode_stream(source.decoded())), "inside lines", "\r\n")


CUT_SHORT = ("one_call", "parallel_calls", "text_and_parallel_calls")


def cut_short(target: str) -> Script:
    """What a gateway sends of a call whose arguments were cut from `1000` to `1`."""
    events = [
        {"kind": "toolCallDelta", "index": 0, "id": "call_1", "name": "send"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": '{"to": "bob", "amount": 1'},
    ]
    return script(target, list(getattr(toolwire, target).encode_stream(events)))


def check_cut_relays(
    target: str,
    provider: StreamingProvider,
    open_: Callable[[], Iterable[object]],
    failure: type[Exception],
) -> None:
    """A gateway shows streams that break off anywhere: the client raises.

    No call is whole that the model did not finish.
    """
    wire = getattr(toolwire, target)
    for source in [stream for stream in REPLIES if stream.name in CUT_SHORT]:
        calls = summary_of(source.decoded()[-1]["response"])["calls"]
        for count in range(1, len(source.events)):
            events = list(source.wire.decode_stream(source.events[:count]))
            if not events or events[-1]["kind"] == "completed":
                continue
            provider.expect(script(target, list(wire.encode_stream(events)), "inside lines"))
            fold = StreamFold()
            with pytest.raises(failure, match="the stream ended before the reply was complete"):
                deque(fold.over(wire.decode_stream(open_())), 0)
            assert not fold.complete
            for shown, asked in zip(summary_of(fold.response)["calls"], calls, strict=False):
                assert shown["arguments"] in ({}, asked["arguments"])


def asked_for(response: Json, broken: Callable[[str], Json]) -> Json:
    """The texts and calls of a response; ``broken``: how arguments that are no object arrive."""
    summary = summary_of(response)
    calls = [
        {
            "id": call["id"],
            "name": call["name"],
            "arguments": broken(call["invalidArguments"])
            if "invalidArguments" in call
            else call["arguments"],
        }
        for call in summary["calls"]
    ]
    return {"text": summary["text"], "calls": calls}


def joined(value: Json) -> Json:
    """The clients add halves of a surrogate pair to one another, which makes no character yet."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    if isinstance(value, dict):
        return {key: joined(inner) for key, inner in value.items()}
    return [joined(inner) for inner in value] if isinstance(value, list) else value


def check_dead_lines(
    stream: Recorded,
    provider: StreamingProvider,
    open_: Callable[[], Iterable[object]],
    failure: type[Exception],
) -> list[Json]:
    """A line that goes dead in the middle of each event but the last: what has come can be read.

    Returns what there was of the reply each time.
    """
    found = []
    framing = {**part(stream.format, "sdk").FRAMING, "done": False}
    sizes = [len(sse(stream.events[:count], **framing)) for count in range(len(stream.events))]
    body = body_of(stream.format, stream.events)
    for count, (begin, end) in enumerate(pairwise(sizes)):
        provider.expect(Script([body[: (begin + end) // 2]], dies=True))
        fold = StreamFold()
        with pytest.raises(failure):
            for _ in fold.over(stream.wire.decode_stream(open_())):
                pass
        assert not fold.complete
        assert fold.response["finishReason"] == "error"
        assert fold.response["error"]["type"] == "incomplete_stream"
        expected = StreamFold()
        for event in stream.wire.decode_stream(stream.events[:count]):
            expected.add(event)
        assert difference(summary_of(fold.response), summary_of(expected.response)) is None
        found.append(fold.response)
    return found


def ask(wire: Any, send: Callable[[Json], Iterable[object]], request: Json, tools: Json) -> str:
    """The tool loop of an app that streams: what it showed of the last reply."""
    while True:
        fold, shown = StreamFold(), ""
        for event in fold.over(wire.decode_stream(send(wire.encode_request(request)))):
            if event["kind"] == "textDelta":
                shown += event["text"]
        assert fold.complete
        request["messages"].append(fold.response["message"])
        if not (calls := toolwire.tool_calls(fold.response)):
            return shown
        for call in calls:
            value = tools[call["name"]](**call["arguments"])
            result = {"toolCallId": call["id"], "name": call["name"], "kind": "data"}
            request["messages"].append({"role": "tool", "toolResult": {**result, "value": value}})
