"""Blocks as apps tell them: ended or not, in any order, edited once they were taken."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import AsyncIterator, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import toolwire
from compiled import Package
from driving.event_grammar import faults, streamed_reply
from driving.handling import edited
from driving.stream_sources import stream
from golden_wires import changed, checked
from interpreter.adapter import Interpreter
from samples import PAIRS, exactly
from stream_samples import MODULES, calls_of, each_wire, rich, texts_of
from test_stream_writing import told_by

Json = Any
STARTED = {"kind": "started", "id": "r", "model": "m"}
TEXT = "a text \u00e9 \U0001f600 "
each_pair = pytest.mark.parametrize(("source", "target"), PAIRS)


def text(piece: str, **more: Json) -> Json:
    return {"kind": "textDelta", "text": piece, **more}


def call(index: int, **more: Json) -> Json:
    return {"kind": "toolCallDelta", "index": index, **more}


def end(block: str, **more: Json) -> Json:
    return {"kind": "blockEnd", "block": block, **more}


def whole_call(call_id: str, name: str = "f", **arguments: Json) -> Json:
    return {"kind": "toolCall", "toolCall": {"id": call_id, "name": name, "arguments": arguments}}


def completed(*blocks: Json) -> Json:
    message = {"role": "assistant", "content": [*blocks]}
    reason = "tool_calls" if any(block["kind"] == "toolCall" for block in blocks) else "stop"
    response = {"id": "r", "model": "m", "message": message, "finishReason": reason}
    return {"kind": "completed", "response": response}


def blocks_of(target: str, sent: list[Json]) -> list[tuple[str, Json]]:
    """The blocks of a stream: each text, and the arguments of each call."""
    return [
        (block.kind, block.arguments() if block.kind == "call" else block.text)
        for block in streamed_reply(target, sent).blocks
    ]


def runs(target: str, sent: list[Json]) -> list[tuple[str, Json]]:
    """The same, neighbours of one kind together: a wire may not tell texts apart."""
    found = groupby(blocks_of(target, sent), lambda block: block[0])
    return [(kind, [value for _, value in group]) if kind in ("call", "other")
            else (kind, "".join(value for _, value in group)) for kind, group in found]  # fmt: skip


def written(target: str, events: list[Json]) -> list[tuple[str, Json]]:
    """The blocks of what is written."""
    sent = [*MODULES[target].encode_stream([STARTED, *events])]
    assert faults(target, sent) == []
    return blocks_of(target, sent)


# -- ends


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_events_that_say_no_ends_are_written_as_well(source: str, target: str) -> None:
    for seed in range(60):
        read = [*MODULES[source].decode_stream(stream(source, seed).events)]
        endless = [event for event in read if event["kind"] != "blockEnd"]
        with_ends = [*MODULES[target].encode_stream(read)]
        without = [*MODULES[target].encode_stream(endless)]
        assert faults(target, without) == faults(target, with_ends)
        assert runs(target, without) == runs(target, with_ends)


@pytest.mark.parametrize("name", ["anthropic_messages", "gemini"])
def test_a_block_is_ended_as_soon_as_its_end_is_told(name: str) -> None:
    events = [text("Hi", index=0), end("text", index=0), call(0, id="t", name="f"),
              call(0, argumentsDelta="{}"), end("toolCall", index=0)]  # fmt: skip
    writer = MODULES[name].encode_stream([*events, None])
    found = []
    with pytest.raises(toolwire.ToolwireError):
        for event in writer:
            found.append(event)
    done = [block.done for block in streamed_reply(name, found).blocks]
    # Gemini does not say that a text is finished, and sends a call once it is.
    assert done == ([True, True] if name == "anthropic_messages" else [False, True])


@each_wire
def test_a_call_whose_id_was_made_up_is_sent_at_its_end(name: str) -> None:
    metadata = {"gemini": {"$": {"id": {"for": "made_up"}}}}
    begin = call(0, id="made_up", name="f", argumentsDelta='{"a":1}', metadata=metadata)
    writer = MODULES[name].encode_stream(iter([begin, end("toolCall", index=0), None]))
    found = []
    with pytest.raises(toolwire.ToolwireError):
        for event in writer:
            found.append(event)
    assert blocks_of(name, found) == [("call", {"a": 1})]


def test_a_stream_that_ends_before_it_said_anything_is_no_reply() -> None:
    empty = {"id": "r", "object": "chat.completion.chunk", "model": "m", "choices": []}
    for events in (["[DONE]"], [empty, "[DONE]"]):
        read = [*MODULES["openai_chat"].decode_stream(events)]
        assert not any(event["kind"] == "completed" for event in read)


def test_a_stream_that_never_speaks_of_its_end_is_complete_once_it_is_done() -> None:
    choice = {"index": 0, "delta": {"role": "assistant", "content": "a"}}
    chunk = {"id": "r", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}
    *_, last = MODULES["openai_chat"].decode_stream([chunk, "[DONE]"])
    assert last["kind"] == "completed"
    assert last["response"]["finishReason"] == "other" and texts_of(last["response"]) == "a"


def test_a_stream_that_fails_is_not_complete_whatever_it_said_before() -> None:
    choice = {"index": 0, "delta": {"content": "a"}, "finish_reason": "stop"}
    chunk = {"id": "r", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}
    for last in ([], ["[DONE]"]):
        events = [chunk, {"error": {"message": "busy"}}, *last]
        kinds = [event["kind"] for event in MODULES["openai_chat"].decode_stream(events)]
        assert "error" in kinds and "completed" not in kinds


def test_usage_is_told_again_only_once_it_changes() -> None:
    chunks = [{"candidates": [{"content": {"role": "model", "parts": [{"text": "a"}]}}],
               "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": count}}
              for count in (1, 1, 2)]  # fmt: skip
    read = [*MODULES["gemini"].decode_stream(chunks)]
    counts = [event["usage"]["outputTokens"] for event in read if event["kind"] == "usage"]
    assert counts == [1, 2]


def test_a_text_that_is_not_joined_with_the_one_before_ends_it() -> None:
    signed = [{"text": "a"}, {"text": "b", "thoughtSignature": "s"}, {"text": "c"}]
    chunks: list[Json] = [
        {"candidates": [{"content": {"role": "model", "parts": [part]}}]} for part in signed
    ]
    chunks[-1]["candidates"][0]["finishReason"] = "STOP"
    read = [*MODULES["gemini"].decode_stream(chunks)][1:-1]
    assert [(event["kind"], event["index"]) for event in read] == [
        (kind, index) for index in range(3) for kind in ("textDelta", "blockEnd")
    ]


@each_wire
def test_a_call_is_not_sent_under_a_made_up_id_while_its_own_may_come(name: str) -> None:
    metadata = {"other": {"$": {"id": {"for": "made_up"}}}}
    events = [call(0, id="made_up", name="f", argumentsDelta='{"a":', metadata=metadata),
              call(0, id="real", argumentsDelta="1}"), end("toolCall", index=0),
              completed(whole_call("real", a=1))]  # fmt: skip
    fold = toolwire.StreamFold()
    sent = MODULES[name].encode_stream([STARTED, *events])
    assert [*fold.over(MODULES[name].decode_stream(sent))]
    assert [(one["id"], one["arguments"]) for one in calls_of(fold.response)] == [
        ("real", {"a": 1})
    ]


def test_a_call_that_comes_whole_tells_the_text_that_was_no_object() -> None:
    part = {"functionCall": {"id": "c", "name": "f", "args": {"__invalid_arguments__": "oops"}}}
    chunk = {"candidates": [{"content": {"role": "model", "parts": [part]}}]}
    fold = toolwire.StreamFold()
    assert [*fold.over(MODULES["gemini"].decode_stream([chunk]))]
    assert calls_of(fold.response)[0]["invalidArguments"] == "oops"


def test_a_call_that_comes_value_by_value_tells_the_text_that_was_no_object() -> None:
    value = {"jsonPath": "$.__invalid_arguments__", "stringValue": "{"}
    pieces = [{"id": "c", "name": "f", "willContinue": True}, {"partialArgs": [value]}]
    parts = [{"role": "model", "parts": [{"functionCall": piece}]} for piece in pieces]
    fold = toolwire.StreamFold()
    sent = [{"candidates": [{"content": part}]} for part in parts]
    assert [*fold.over(MODULES["gemini"].decode_stream(sent))]
    assert [calls_of(fold.response)[0][key] for key in ("arguments", "invalidArguments")] == [
        {}, "{"
    ]  # fmt: skip


@each_wire
def test_a_piece_behind_the_end_of_a_call_goes_nowhere(name: str) -> None:
    events = [call(0, id="t", name="f", argumentsDelta='{"a":1}'), end("toolCall", index=0)]
    last = completed(whole_call("t", a=1))
    assert written(name, [*events, call(0, argumentsDelta="2}"), last]) == [("call", {"a": 1})]


@each_wire
def test_a_thought_goes_on_behind_a_call_that_gets_its_name_at_the_end(name: str) -> None:
    events = [{"kind": "reasoningDelta", "text": "a"}, call(0, id="t"),
              {"kind": "reasoningDelta", "text": "b"},
              completed({"kind": "reasoning", "text": "ab"}, whole_call("t"))]  # fmt: skip
    assert ("call", {}) in written(name, events)


@pytest.mark.parametrize("own", [{}, {"id": "i"}])
def test_a_part_that_begins_with_all_of_its_text_is_told_once(own: Json) -> None:
    parts = [{"type": "output_text", "text": "a", "annotations": []},
             {"type": "refusal", "refusal": ""}]  # fmt: skip
    item = {"type": "message", "role": "assistant", "content": [], **own}
    whole = {**item, "content": parts}
    at = {"item_id": "i", "output_index": 0}
    events = [
        {"type": "response.created", "response": {"id": "r", "output": []}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        *({"type": "response.content_part.added", **at, "content_index": index, "part": part}
          for index, part in enumerate(parts)),
        {"type": "response.output_item.done", "output_index": 0, "item": whole},
    ]  # fmt: skip
    read = [*MODULES["openai_responses"].decode_stream(events)]
    assert [event["text"] for event in read if event.get("text")] == ["a"]


@pytest.mark.parametrize("ended", [True, False])
def test_a_signature_that_only_the_reply_has_is_told_as_lost_behind_its_thought(
    ended: bool, recwarn: pytest.WarningsRecorder
) -> None:
    own = {"metadata": {"anthropic_messages": {"signature": "s"}}}
    end_of_it = [end("reasoning", index=0)] if ended else []
    events = [STARTED, {"kind": "reasoningDelta", "index": 0, "text": "a"}, *end_of_it,
              completed({"kind": "reasoning", "text": "a", **own})]  # fmt: skip
    sent = [*MODULES["anthropic_messages"].encode_stream(events)]
    warned = any("/message/content/0/metadata: order" in str(one.message) for one in recwarn)
    assert warned is ended
    assert ('"signature": "s"' in json.dumps(sent)) is not ended


def test_what_was_told_of_citations_is_not_told_as_lost(recwarn: pytest.WarningsRecorder) -> None:
    cited = {"citationsContent": {"content": [{"text": "a"}], "citations": [{"title": "b"}]}}
    body = {"output": {"message": {"role": "assistant", "content": [cited]}},
            "stopReason": "end_turn"}  # fmt: skip
    wire = MODULES["bedrock_converse"]
    for seed in range(3):
        assert [*wire.encode_stream(told_by("bedrock_converse", body, seed))]
    assert not any("metadata: order" in str(one.message) for one in recwarn)


@each_wire
def test_texts_that_are_told_by_turns_are_told_once(name: str) -> None:
    events = [text("a"), text("x", refusal=True), text("b"), text("y", refusal=True), text("c"),
              completed({"kind": "text", "text": "abcd"},
                        {"kind": "text", "text": "xy", "refusal": True})]  # fmt: skip
    fold = toolwire.StreamFold()
    sent = MODULES[name].encode_stream([STARTED, *events])
    assert [*fold.over(MODULES[name].decode_stream(sent))]
    assert sorted("".join(block["text"] for block in fold.blocks)) == [*"abcdxy"]


@each_wire
def test_text_after_the_end_of_a_text_is_another_block(name: str) -> None:
    events = [text("a"), end("text"), text("b"), end("text"),
              completed({"kind": "text", "text": "a"}, {"kind": "text", "text": "b"})]  # fmt: skip
    joined = "".join(piece for _, piece in written(name, events))
    assert joined == "ab"
    fold = toolwire.StreamFold()
    assert [*fold.over(events[:4])] and texts_of(fold.response) == "ab"
    assert len(fold.blocks) == 2


# -- what the reply says at its end


@each_wire
def test_what_was_never_told_is_sent_at_the_end_and_nothing_twice(name: str) -> None:
    last = completed({"kind": "text", "text": "Hi there"}, whole_call("t1", a=1),
                     whole_call("t2", b=2))  # fmt: skip
    begun = [text("Hi"), call(0, id="t2", name="f", argumentsDelta='{"b":2}')]
    for events in ([last], [*begun, last]):
        found = written(name, events)
        assert "".join(piece for kind, piece in found if kind == "text") == "Hi there"
        calls = [piece for kind, piece in found if kind == "call"]
        assert len(calls) == 2 and {"a": 1} in calls and {"b": 2} in calls


@each_wire
def test_the_end_of_a_block_goes_to_the_block_that_is_open(name: str) -> None:
    last = completed({"kind": "text", "text": "Hi"}, whole_call("t", a=1))
    assert written(name, [text("Hi"), call(0, id="t", name="f", argumentsDelta='{"a"'), last]) == [
        ("text", "Hi"),
        ("call", {"a": 1}),
    ]


@each_wire
def test_several_texts_told_as_one_stay_one(name: str) -> None:
    last = completed({"kind": "text", "text": "a"}, {"kind": "text", "text": "b"})
    assert "".join(piece for _, piece in written(name, [text("a"), text("b"), last])) == "ab"


@each_wire
def test_text_that_was_told_otherwise_is_not_told_again(name: str) -> None:
    last = completed({"kind": "text", "text": "Hello"}, {"kind": "text", "text": "!"})
    assert written(name, [text("Hullo", index=0), text("!", index=1), last])[0][1].startswith(
        "Hullo"
    )
    assert "Hello" not in str(written(name, [text("Hullo", index=0), text("!", index=1), last]))


@each_wire
def test_calls_are_matched_by_their_ids_in_whatever_order_they_were_told(name: str) -> None:
    events = [call(0, id="t2", name="g", argumentsDelta='{"b":2}'), end("toolCall", index=0),
              call(1, id="t1", name="f", argumentsDelta='{"a":1}'), end("toolCall", index=1),
              completed(whole_call("t1", a=1), whole_call("t2", "g", b=2))]  # fmt: skip
    assert written(name, events) == [("call", {"b": 2}), ("call", {"a": 1})]


@each_wire
def test_nothing_follows_the_end(name: str) -> None:
    events = [text("Hi"), completed({"kind": "text", "text": "Hi"})]
    failed = [text("Hi"), {"kind": "error", "error": {"message": "busy"}}]
    for list_ in (events, failed):
        more = [*list_, text("more"), {"kind": "error", "error": {"message": "again"}}, *events]
        writer = MODULES[name]
        assert exactly([*writer.encode_stream(more)], [*writer.encode_stream(list_)])


@pytest.mark.parametrize("name", ["anthropic_messages", "gemini"])
def test_half_a_character_that_ends_a_block_is_sent_before_the_next_block(name: str) -> None:
    begun = [text("a\ud83d", index=0), text("b", index=1)]
    last = completed({"kind": "text", "text": "a\ud83d"}, {"kind": "text", "text": "b"})
    for events in ([*begun, last], begun):
        found = streamed_reply(name, [*MODULES[name].encode_stream([STARTED, *events])]).blocks
        assert "".join(block.text for block in found) == "a\ud83db"


def test_what_only_the_finished_reply_knows_of_an_open_block_is_told_of_it() -> None:
    cited = {"anthropic_messages": {"citations": [{"type": "page_location", "cited_text": "x"}]}}
    block = {"kind": "text", "text": "Hi there", "metadata": cited}
    for pieces in (["Hi there"], ["Hi"], ["Hi", " there"]):
        assert passed_on(*(text(piece, index=0) for piece in pieces), completed(block)) == [block]


def passed_on(*events: Json) -> Json:
    """The blocks that a client of Messages gets of a stream of ours."""
    writer = MODULES["anthropic_messages"]
    fold = toolwire.StreamFold()
    assert [*fold.over(writer.decode_stream(writer.encode_stream([STARTED, *events])))]
    return fold.response["message"]["content"]


def test_a_thought_that_went_out_without_a_proof_gets_it_as_long_as_it_is_open() -> None:
    signed = {"anthropic_messages": {"signature": "c2ln"}}
    thought = {"kind": "reasoning", "text": "Rain?", "metadata": signed}
    bare = {"kind": "reasoningDelta", "index": 0, "text": "Rain?"}
    answer = {"kind": "text", "text": "No."}
    assert passed_on(bare, completed(thought)) == [thought]
    shown = {**thought, "metadata": {"anthropic_messages": {"signature": ""}}}
    assert passed_on(bare, text("No.", index=0), completed(thought, answer)) == [shown, answer]
    foreign = {"kind": "reasoning", "text": "Rain?"}
    assert passed_on(bare, text("No.", index=0), completed(foreign, answer)) == [shown, answer]


# -- what is cut


def cut_call(*more: Json) -> Json:
    fold = toolwire.StreamFold()
    for event in [call(0, id="t", name="f", argumentsDelta='{"a":1}'), *more]:
        fold.add(event)
    (found,) = calls_of(fold.response)
    return found


def test_a_call_that_was_not_ended_is_not_whole_where_others_are_ended() -> None:
    assert cut_call()["arguments"] == {"a": 1}
    assert cut_call(end("toolCall", index=0))["arguments"] == {"a": 1}
    other = [text("Hi", index=0), end("text", index=0)]
    assert cut_call(*other)["invalidArguments"] == '{"a":1}'
    assert cut_call(*other, end("toolCall", index=0))["arguments"] == {"a": 1}


def test_a_call_that_was_ended_without_arguments_has_none() -> None:
    fold = toolwire.StreamFold()
    fold.add(call(0, id="t", name="f"))
    assert calls_of(fold.response)[0]["invalidArguments"] == ""
    fold.add(end("toolCall", index=0))
    assert calls_of(fold.response) == [{"id": "t", "name": "f", "arguments": {}}]


def test_reasoning_keeps_its_metadata_only_if_it_was_ended() -> None:
    signed = {"kind": "reasoningDelta", "index": 0, "text": "Hm",
              "metadata": {"anthropic_messages": {"signature": "c2"}}}  # fmt: skip
    fold = toolwire.StreamFold()
    fold.add(signed)
    assert fold.blocks == [{"kind": "reasoning", "text": "Hm"}]
    request = {"model": "m", "maxTokens": 9, "messages": [fold.response["message"]]}
    losses = MODULES["anthropic_messages"].losses_request(request)
    assert [(loss.path, loss.code) for loss in losses] == [
        ("/messages/0/content/0", "unsupported")
    ]  # fmt: skip
    fold.add(end("reasoning", index=0))
    assert fold.blocks[0]["metadata"] == signed["metadata"]


@each_wire
def test_a_cut_is_reported_or_raised_as_the_caller_chooses(name: str) -> None:
    encode = MODULES[name].encode_stream
    reported = [*encode([text("Hi")])]
    assert streamed_reply(name, reported).error == "the stream ended before the reply was complete"
    raising = encode([text("Hi")], on_cut="raise")
    found = []
    with pytest.raises(toolwire.ToolwireError, match="incomplete") as raised:
        for event in raising:
            found.append(event)
    assert raised.value.code == "incomplete"
    assert exactly(found, reported)
    with pytest.raises(ValueError, match='on_cut is "report" or "raise", not \'warn\''):
        encode([], on_cut="warn")


@each_wire
def test_whatever_goes_wrong_is_said_on_the_wire_before_it_is_raised(name: str) -> None:
    def broken() -> Iterator[Json]:
        yield text("Hi")
        raise ConnectionError("reset")

    async def abroken() -> AsyncIterator[Json]:
        for event in broken():
            yield event

    async def taken() -> None:
        async for event in MODULES[name].aencode_stream(abroken()):
            found.append(event)

    expected = [*MODULES[name].encode_stream([text("Hi")])]
    found: list[Json] = []
    with pytest.raises(ConnectionError, match="reset"):
        asyncio.run(taken())
    assert exactly(found, expected)
    found = []
    with pytest.raises(toolwire.ToolwireError):
        for event in MODULES[name].encode_stream([text("Hi"), {"kind": "textDelta", "text": 5}]):
            found.append(event)
    assert exactly(found, expected)


# -- what belongs to whom


@each_wire
def test_what_was_read_and_what_was_handed_out_may_be_changed(name: str) -> None:
    def handed(events: list[Json]) -> Iterator[Json]:
        for event in events:
            ours = copy.deepcopy(event)
            yield ours
            edited(ours)

    for seed in range(12):
        wire = [*stream(name, seed).events]
        read = [*MODULES[name].decode_stream(wire)]
        found = []
        for event in MODULES[name].decode_stream(handed(wire)):
            found.append(copy.deepcopy(event))
            edited(event)
        assert exactly(found, read)
        fold = toolwire.StreamFold()
        for event in fold.over(handed(read[:-1])):
            edited(event)
        expected = toolwire.StreamFold()
        assert [*expected.over(read[:-1])] == read[:-1]
        assert exactly(fold.response, expected.response)


@each_wire
def test_events_that_were_sent_may_be_changed_while_others_are_written(name: str) -> None:
    opaque = {"kind": "opaque", "format": name, "value": {"type": "news", "of": [{"a": 1}]}}
    noted = {name: {"citations": [{"of": ["x"]}]}}
    block = {"kind": "text", "text": "Hi", "metadata": noted}
    intermediate = [STARTED, text("Hi", index=0), text("", index=0, metadata=noted),
                    end("text", index=0), opaque, {"kind": "block", "block": opaque},
                    completed(block, opaque)]  # fmt: skip
    before = copy.deepcopy(intermediate)
    encode = MODULES[name].encode_stream
    found = []
    expected = [*encode(copy.deepcopy(intermediate))]
    for event in encode(intermediate):
        found.append(copy.deepcopy(event))
        edited(event)
    assert exactly(found, expected) and intermediate == before


@each_wire
@pytest.mark.parametrize("value", [5, None, {"type": "content_block_delta", "choices": 5}])
def test_an_event_that_nobody_can_read_is_passed_on_to_its_own_wire(name: str, value: Json) -> None:
    opaque = {"kind": "opaque", "format": name, "value": value}
    events = [STARTED, text("Hi"), opaque, completed({"kind": "text", "text": "Hi"})]
    sent = [*MODULES[name].encode_stream(events)]
    assert value in sent
    sent.remove(value)
    assert exactly(sent, [*MODULES[name].encode_stream([e for e in events if e is not opaque])])


@each_wire
def test_the_short_way_of_writing_sends_what_the_long_way_sends(name: str) -> None:
    for seed in range(12):
        intermediate = told_by(name, rich(name), seed, "deltas")
        intermediate += [text(piece) for piece in TEXT] if seed % 2 else []
        longer = [{"metadata": {}, **event} if event["kind"].endswith("Delta") else event
                  for event in intermediate]  # fmt: skip
        encode = MODULES[name].encode_stream
        assert exactly([*encode(longer)], [*encode(intermediate)])


def test_an_error_event_that_says_nothing_is_refused() -> None:
    for event in ({"type": "error"}, {"type": "error", "error": None}):
        with pytest.raises(toolwire.ToolwireError) as caught:
            [*MODULES["anthropic_messages"].decode_stream([event])]
        assert caught.value.pointer == "/error"


def test_a_text_that_says_that_it_stood_aside_goes_out_with_the_end(tmp_path: Path) -> None:
    changes = [
        ("    content: parts | default([])\n",
         '    content: { "*": parts, TextBlock: lead | aside("") }\n'),
        ('"role": {"const": "writer"},',
         '"role": {"const": "writer"}, "lead": {"type": "string"},'),
        ("      stories[at].page.parts:",
         "      stories[at].page.lead: stories.page.lead | append\n"
         "      stories[at].page.parts:"),
    ]  # fmt: skip
    project = changed("gazette", changes, tmp_path / "gazette")
    package = Package(tmp_path / "out", "aside_adapters")
    gazette = package.add(project, "gazette")[1]
    package.close()
    for lead in ({}, {"lead": "Late."}):
        page = {"role": "writer", "parts": [{"text": "Three."}], **lead}
        body = {"id": "r", "model": "m", "stories": [{"page": page, "why": "STOP"}]}
        response = gazette.decode_response(body)
        events = [*gazette.encode_stream([{"kind": "completed", "response": response}])]
        decoded = [*gazette.decode_stream(events)]
        assert decoded[-1]["response"] == response
        assert [*gazette.decode_stream(gazette.encode_stream(decoded))][-1]["response"] == response
        shown = [event["text"] for event in decoded if event["kind"] == "textDelta"]
        assert shown == [text for text in ("Three.", lead.get("lead")) if text]


def test_a_reply_may_have_its_blocks_in_several_keys_of_its_own(tmp_path: Path) -> None:
    changes = [
        ("    message: line\n",
         '    message.content: { "*": line.text | text, ToolCallBlock: line.calls }\n'
         "    given: { line.by: choir, line.voice: all }\n"),
    ]  # fmt: skip
    project, findings = checked("choir", changes, tmp_path / "choir")
    assert findings == []
    package = Package(tmp_path / "out", "several_adapters")
    choir = package.add(project, "choir")[1]
    call = {"sort": "cue", "key": "c", "name": "add", "input": "{}", "at": 0}
    line = {"by": "choir", "voice": "all", "text": "La.", "calls": [call]}
    body = {"key": "s", "line": line, "why": "END"}
    response = choir.decode_response(body)
    assert response == Interpreter(project, project.formats["choir"]).decode("response", body)
    assert response["finishReason"] == "tool_calls" and choir.losses_response(response) == []
    assert choir.encode_response(response) == body
    events = [*choir.encode_stream([{"kind": "completed", "response": response}])]
    decoded = [*choir.decode_stream(events)]
    assert decoded[-1]["response"] == response
    assert "textDelta" in {event["kind"] for event in decoded}
    moved = {**response["message"], "content": response["message"]["content"][::-1]}
    losses = choir.losses_response({**response, "message": moved})
    assert [loss.path for loss in losses] == ["/message/content"]
    package.close()
