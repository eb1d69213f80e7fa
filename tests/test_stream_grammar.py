"""Streams converted from any wire to any wire keep the grammar of events, and say what was said.

`driving` makes the streams and reads what comes out, without the adapters' help; its command
counts many more: `python tests/driving/streams.py --count 10000`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import toolwire
from driving import STREAMED
from driving.cuts import CUTS, broken
from driving.event_grammar import CLIENTS, faults, streamed_reply
from driving.handling import CONSUMERS, SUPPLIERS
from driving.readings import check_next, check_reading
from driving.streams import check, drawn
from driving.talk import talk
from driving.ways import WAYS
from formats import part
from formats.anthropic_messages.examples import STREAM as ANTHROPIC
from formats.anthropic_messages.examples import block
from formats.gemini.examples import STREAM as GEMINI
from formats.openai_chat.examples import STREAM as OPENAI
from formats.openai_chat.examples import begun, chunk, more
from samples import exactly
from stream_samples import MODULES

Json = Any
SEEDS = 300
CUT = "the stream ended before the reply was complete"
PAIRS = [(source, target) for source in STREAMED for target in STREAMED]
EACH = min(SEEDS, 9 * SEEDS // len(PAIRS))
"""So many seeds for each pair: with more wires there are fewer, and other ones for each pair."""
each_wire = pytest.mark.parametrize("name", STREAMED)
each_pair = pytest.mark.parametrize(("source", "target"), PAIRS)
RIGHT: dict[str, list[Json]] = {wire: part(wire, "examples").STREAM for wire in STREAMED}


def hold(law: Callable[..., list[str]], seeds: Iterable[int] = range(SEEDS)) -> None:
    """A law holds for the streams of all seeds, however they are cut and handled."""
    found = {(seed, *drawn(seed)): law(seed, *drawn(seed)) for seed in seeds}
    wrong = {how: faulty for how, faulty in found.items() if faulty}
    assert not wrong, f"{len(wrong)} of {len(found)}: {dict([*wrong.items()][:3])}"


@each_pair
def test_a_converted_stream_keeps_the_grammar_and_says_what_was_said(
    source: str, target: str
) -> None:
    first = PAIRS.index((source, target)) * EACH % SEEDS
    hold(lambda *how: check(source, target, *how), range(first, first + EACH))


@each_wire
def test_a_stream_that_is_read_keeps_the_grammar_of_intermediate_events(name: str) -> None:
    hold(lambda *how: check_reading(name, *how))


@each_wire
def test_after_any_stream_the_conversation_goes_on(name: str) -> None:
    hold(lambda *how: check_next(name, *how), range(SEEDS // 3))


def test_every_way_to_handle_a_stream_is_tried() -> None:
    tried = [{*one} for one in zip(*map(drawn, range(SEEDS)), strict=True)]
    assert tried == [{*CUTS}, {*CONSUMERS}, {*SUPPLIERS}, {*WAYS}]


def converting(events: Iterable[Json], source: str, target: str, **how: Json) -> Iterator[Json]:
    """A stream that is being converted."""
    return toolwire.convert_stream(events, source=source, target=target, on_loss="ignore", **how)


def note(events: Iterable[Json], into: list[Json]) -> None:
    """Keep each event as it was handed out, also if another one fails."""
    for event in events:
        into.append(copy.deepcopy(event))


def converted(events: Iterable[Json], source: str, target: str) -> list[Json]:
    """What a stream is converted to."""
    found: list[Json] = []
    note(converting(events, source, target), found)
    return found


def rows(target: str, events: list[Json]) -> list[tuple[str, str]]:
    """The blocks of a stream that has no faults: its texts, and its calls' arguments."""
    assert faults(target, events) == []
    return [(one.kind, one.text) for one in streamed_reply(target, events).blocks]


# -- text after a call


SHAPES: dict[str, tuple[list[Json], list[str]]] = {
    "a call and a line end": ([begun(0, "f", "{}"), chunk({"content": "\n"})], ["{}", "\n"]),
    "arguments in pieces": (
        [begun(0, "f"), more(0, '{"a":'), more(0, "1}"), chunk({"content": "\n"})],
        ['{"a":1}', "\n"],
    ),
    "text around a call": (
        [chunk({"content": "Hi"}), begun(0, "f", "{}"), chunk({"content": "\n"})],
        ["Hi", "{}", "\n"],
    ),
    "text between calls": (
        [begun(0, "f", "{}"), chunk({"content": "\n"}), begun(1, "g", '{"a":1}')],
        ["{}", "\n", '{"a":1}'],
    ),
    "text after two calls": (
        [begun(0, "f", "{}"), begun(1, "g", '{"a":1}'), chunk({"content": "\n"})],
        ["{}", '{"a":1}', "\n"],
    ),
    "text inside a call": (
        [begun(0, "f", '{"a":'), chunk({"content": "\n"}), more(0, "1}")],
        ['{"a":1}', "\n"],
    ),
    "text after a call without arguments": (
        [begun(0, "f"), chunk({"content": "\n"}), begun(1, "g", "{}")],
        ["", "\n", "{}"],
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_text_after_a_call_is_a_block_of_its_own(shape: str) -> None:
    inside, expected = SHAPES[shape]
    events = [chunk({"role": "assistant"}), *inside, chunk({}, "tool_calls")]
    found = rows("anthropic_messages", converted(events, "openai_chat", "anthropic_messages"))
    assert [text or "{}" for _, text in found] == [text or "{}" for text in expected]
    assert [kind for kind, _ in found] == [
        "text" if text in ("Hi", "\n") else "call" for text in expected
    ]


# -- blocks that only their own wire understands


CITED = {"type": "char_location", "cited_text": "Oslo", "document_index": 0}


def message(*blocks: list[Json]) -> list[Json]:
    """A stream of Anthropic with these blocks."""
    first, *_, reason, end = ANTHROPIC
    return [first, *(event for one in blocks for event in one), reason, end]


OWN: dict[str, tuple[Json, list[Json], Json]] = {
    "citations as a delta": (
        {"type": "brand_new", "citations": []},
        [{"type": "citations_delta", "citation": CITED}],
        {"type": "brand_new", "citations": [CITED]},
    ),
    "citations at once": (
        {"type": "brand_new", "citations": [CITED]},
        [],
        {"type": "brand_new", "citations": [CITED]},
    ),
    "deltas of its own": (
        {"type": "brand_new", "note": ""},
        [{"type": "brand_new_delta", "note": "a"}, {"type": "brand_new_delta", "note": "b"}],
        {"type": "brand_new", "note": "ab"},
    ),
    "a compaction": (
        {"type": "compaction", "content": None},
        [{"type": "compaction_delta", "content": "So far: nothing."}],
        {"type": "compaction", "content": "So far: nothing."},
    ),
}


@pytest.mark.parametrize("shape", OWN)
def test_an_unknown_block_comes_back_and_the_text_after_it_comes_once(shape: str) -> None:
    begin, deltas, whole = OWN[shape]
    text = block(1, {"type": "text", "text": ""}, {"type": "text_delta", "text": "Hi"})
    events = message(block(0, begin, *deltas), text)
    sent = converted(events, "anthropic_messages", "anthropic_messages")
    assert rows("anthropic_messages", sent) == [("other", ""), ("text", "Hi")]
    assert exactly(streamed_reply("anthropic_messages", sent).blocks[0].value, whole)
    fold = toolwire.StreamFold()
    assert [*fold.over(MODULES["anthropic_messages"].decode_stream(events))]
    assert exactly(fold.blocks[0]["value"], whole)
    for target in ("openai_chat", "gemini"):
        assert rows(target, converted(events, "anthropic_messages", target)) == [("text", "Hi")]


# -- what was handed out belongs to the caller


def renamed(events: Iterator[Json]) -> list[Json]:
    """The events of a gateway that names its models in its own way."""
    found = []
    for event in events:
        for holder in (event, event.get("message", {})):
            for key in ("model", "modelVersion"):
                if key in holder:
                    holder[key] = f"acme/{holder[key]}"
        found.append(copy.deepcopy(event))
    return found


@each_pair
def test_a_gateway_may_rename_the_model_in_each_event(source: str, target: str) -> None:
    whole = converted(RIGHT[source], source, target)
    found = renamed(converting(RIGHT[source], source, target))
    assert exactly(found, renamed(iter(whole)))


@each_pair
def test_an_event_may_be_cleared_once_it_was_taken(source: str, target: str) -> None:
    found = []
    for event in converting(RIGHT[source], source, target):
        found.append(copy.deepcopy(event))
        event.clear()
    assert exactly(found, converted(RIGHT[source], source, target))


@each_pair
def test_a_source_may_use_one_object_for_all_its_events(source: str, target: str) -> None:
    def reused() -> Iterator[Json]:
        event: dict[str, Json] = {}
        for one in copy.deepcopy(RIGHT[source]):
            event.clear()
            event.update(one)
            yield event

    assert exactly(converted(reused(), source, target), converted(RIGHT[source], source, target))


# -- streams that break off


def cut_in_arguments(source: str) -> list[Json]:
    """A stream that ends in the arguments `{"amount": 1000}`, or before a call that comes whole."""
    return RIGHT[source][: part(source, "examples").IN_ARGUMENTS]


@each_pair
def test_a_cut_stream_ends_with_the_wires_own_error(source: str, target: str) -> None:
    sent = converted(cut_in_arguments(source), source, target)
    assert faults(target, sent) == []
    found = streamed_reply(target, sent)
    assert found.error == CUT
    assert "".join(one.text for one in found.blocks if one.kind == "text") == "Looking."
    calls = [one for one in found.blocks if one.kind == "call"]
    whole = CLIENTS[source].CALLS_WHOLE or CLIENTS[target].CALLS_WHOLE
    expected = [] if whole else ['{"amount": 1']
    assert [call.text for call in calls] == expected
    assert not any(call.done for call in calls)


@each_pair
def test_a_cut_stream_raises_at_its_end_if_the_caller_wants_it(source: str, target: str) -> None:
    events, sent = cut_in_arguments(source), list[Json]()
    stream = converting(events, source, target, on_cut="raise")
    with pytest.raises(toolwire.ToolwireError) as raised:
        note(stream, sent)
    assert raised.value.code == "incomplete"
    assert exactly(sent, converted(events, source, target))


@each_pair
def test_when_the_connection_breaks_the_error_goes_out_first(source: str, target: str) -> None:
    events, sent = cut_in_arguments(source), list[Json]()
    with pytest.raises(ConnectionError, match="reset by peer"):
        note(converting(broken(events), source, target), sent)
    assert faults(target, sent) == []
    assert exactly(sent, converted(events, source, target))


@each_pair
def test_an_error_of_the_provider_is_passed_on_once(source: str, target: str) -> None:
    sent = converted([*cut_in_arguments(source), talk(source).ERROR], source, target)
    assert faults(target, sent) == []
    assert str(streamed_reply(target, sent).error).endswith("Overloaded.")


@pytest.mark.parametrize("last", ["[DONE]", "usage"])
def test_a_chat_stream_with_an_end_but_no_reason_is_complete(last: str) -> None:
    usage = {**chunk({}), "choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 9}}
    events = [chunk({"role": "assistant"}), chunk({"content": "Hi"}),
              "[DONE]" if last == "[DONE]" else usage]  # fmt: skip
    completed = [*MODULES["openai_chat"].decode_stream(events)][-1]
    assert completed["kind"] == "completed"
    assert completed["response"]["finishReason"] == "other"
    for target in STREAMED:
        assert rows(target, converted(events, "openai_chat", target)) == [("text", "Hi")]
    cut = [*MODULES["openai_chat"].decode_stream(events[:2])]
    assert all(event["kind"] != "completed" for event in cut)


# -- blocks that end


def ends(name: str, events: list[Json]) -> list[Json]:
    """The ends of blocks, and `completed`, that the reading of a stream tells."""
    read = [*MODULES[name].decode_stream(events)]
    found = [(one["block"], one.get("index")) for one in read if one["kind"] == "blockEnd"]
    return [*found, "completed"] if read[-1]["kind"] == "completed" else found


def test_a_block_ends_when_its_wire_says_so() -> None:
    assert ends("anthropic_messages", ANTHROPIC) == [
        ("reasoning", 0), ("text", 1), ("toolCall", 0), ("text", 4), ("toolCall", 1), "completed",
    ]  # fmt: skip
    assert ends("anthropic_messages", ANTHROPIC[:12]) == [("reasoning", 0), ("text", 1)]


def test_a_call_that_came_whole_has_ended() -> None:
    assert ("toolCall", 0) in ends("gemini", GEMINI[:4])
    assert ("text", 1) in ends("gemini", GEMINI[:4])


def test_a_wire_that_does_not_end_blocks_ends_them_with_the_reply() -> None:
    assert {*ends("openai_chat", OPENAI)} >= {("toolCall", 0), ("toolCall", 1), ("text", None)}
    assert all(kind != "toolCall" for kind, _ in ends("openai_chat", OPENAI[:8]))


# -- reasoning that was cut


def test_thinking_that_was_cut_does_not_go_back() -> None:
    module = MODULES["anthropic_messages"]
    for count in range(2, 6):
        fold = toolwire.StreamFold()
        assert [*fold.over(module.decode_stream(ANTHROPIC[:count]))]
        reply = fold.response["message"]
        assert [one["kind"] for one in reply["content"]] == ["reasoning"]
        request = {"model": "m", "messages": [reply, {"role": "user", "content": "Go on."}]}
        assert "thinking" not in str(module.encode_request(request, on_loss="ignore"))
        assert module.losses_request(request), "it is dropped without a word"
