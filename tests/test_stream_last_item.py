"""An event that ends a reply with an item of it: some clients take one without for no reply."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import golden_wires

Json = Any
ENDS = ("parts | run(text)", "parts | run(text, ends)")
CALL = {"id": "a", "name": "f", "arguments": {}}
CALLED = {"call": {"id": "a", "name": "f", "args": {}}}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with golden_wires.compiled("gazette", [ENDS], tmp_path_factory.mktemp("gazette")) as module:
        yield module


def told(*pieces: Json, blocks: list[Json], reason: str = "stop") -> list[Json]:
    """The events of a stream that tells these pieces, and comes to these blocks."""
    message = {"role": "assistant", "content": blocks}
    response = {"message": message, "finishReason": reason}
    return [*pieces, {"kind": "completed", "response": response}]


def begun(index: int = 0, **call: Json) -> list[Json]:
    """A call that is told at once."""
    made = {"id": "a", "name": "f", "argumentsDelta": "{}", **call}
    return [
        {"kind": "toolCallDelta", "index": index, **made},
        {"kind": "blockEnd", "block": "toolCall", "index": index},
    ]


def page(part: Json, **more: Json) -> Json:
    return {"stories": [{"page": {"role": "writer", "parts": [part]}, **more}]}


@pytest.mark.parametrize(("kind", "said"), [("text", {}), ("reasoning", {"thought": True})])
def test_behind_a_text_it_brings_an_empty_piece_of_it(
    kind: str, said: Json, wire: ModuleType
) -> None:
    pieces = [{"kind": f"{kind}Delta", "text": text} for text in ("Hel", "lo")]
    blocks = [{"kind": kind, "text": "Hello"}]
    events = [*wire.encode_stream(told(*pieces, blocks=blocks))]
    parts = [{"text": text, **said} for text in ("Hel", "lo", "")]
    assert events == [page(parts[0]), page(parts[1]), page(parts[2], why="STOP")]
    (block,) = [*wire.decode_stream(events)][-1]["response"]["message"]["content"]
    assert {key: block[key] for key in block if key != "metadata"} == blocks[0]


def test_each_piece_goes_out_as_it_comes(wire: ModuleType) -> None:
    def source() -> Iterator[Json]:
        for text in ("Hel", "lo"):
            yield {"kind": "textDelta", "text": text}
            asked.append(len(sent))

    asked: list[int] = []
    sent: list[Json] = []
    for event in wire.encode_stream(source()):
        sent.append(event)
    assert asked == [1, 2]


def test_behind_a_call_it_brings_the_call(wire: ModuleType) -> None:
    other = {"call": {"id": "b", "name": "g", "args": {"x": 1}}}
    calls = [*begun(), *begun(1, id="b", name="g", argumentsDelta='{"x":1}')]
    blocks = [
        {"kind": "toolCall", "toolCall": CALL},
        {"kind": "toolCall", "toolCall": {"id": "b", "name": "g", "arguments": {"x": 1}}},
    ]
    events = [*wire.encode_stream(told(*calls, blocks=blocks, reason="tool_calls"))]
    assert events == [page(CALLED), page(other, why="STOP")]


def test_behind_a_text_that_says_more_it_brings_the_text(wire: ModuleType) -> None:
    part = {"text": "Hi", "unheard": 1}
    decoded = [*wire.decode_stream([page(part), {"stories": [{"why": "STOP"}]}])]
    assert [*wire.encode_stream(decoded)] == [page(part, why="STOP")]


def test_a_block_that_another_follows_goes_out_ahead_of_it(wire: ModuleType) -> None:
    text = {"kind": "text", "text": "Hi"}
    told_text = {"kind": "textDelta", "text": "Hi"}
    blocks = [{"kind": "toolCall", "toolCall": CALL}, text]
    events = [*wire.encode_stream(told(*begun(), told_text, blocks=blocks))]
    assert events == [page(CALLED), page({"text": "Hi"}), page({"text": ""}, why="STOP")]


def test_an_event_of_the_wire_itself_is_behind_what_came_ahead_of_it(wire: ModuleType) -> None:
    own = {"kind": "opaque", "format": "gazette", "value": {"tally": {"read": 1, "written": 2}}}
    blocks = [{"kind": "toolCall", "toolCall": CALL}]
    first, second, last = wire.encode_stream(told(*begun(), own, blocks=blocks))
    assert (first, second) == (page(CALLED), own["value"])
    assert last["stories"] == [{"why": "STOP"}]


def test_a_stream_that_breaks_off_has_told_its_last_call(wire: ModuleType) -> None:
    events = [*wire.encode_stream(begun())]
    assert events[0] == page(CALLED)
    assert [[*event] for event in events[1:]] == [["misprint"]]


def test_what_it_tells_is_not_lost(wire: ModuleType) -> None:
    usage = {"inputTokens": 1, "outputTokens": 2}
    events = told(*begun(), blocks=[{"kind": "toolCall", "toolCall": CALL}], reason="tool_calls")
    events[-1]["response"]["usage"] = usage
    (event,) = wire.encode_stream(events, on_loss="error")
    assert event == page(CALLED, why="STOP") | {"tally": {"read": 1, "written": 2}}


def test_other_choices_stand_beside_it(wire: ModuleType) -> None:
    other = {"at": 1, "page": {"role": "writer", "parts": [{"text": "No"}]}}
    both = [{"at": 0, **page(CALLED)["stories"][0]}, other]
    end = [{"at": 0, "why": "STOP"}, {"at": 1, "why": "STOP"}]
    decoded = [*wire.decode_stream([{"stories": both}, {"stories": end}])]
    ended = [story for event in wire.encode_stream(decoded) for story in event["stories"]]
    assert [story["at"] for story in ended if "why" in story] == [0, 1]
    assert {"at": 1, "why": "STOP"}.items() <= ended[-1].items()


def test_a_list_that_each_event_must_have_has_it(tmp_path: Path) -> None:
    change = [("items | run(words)", '"items | run(words, ends)"')]
    blocks = [{"kind": "text", "text": "Hi", "metadata": {"meter": {"unheard": 1}}}]
    with golden_wires.compiled("meter", change, tmp_path) as meter:
        *_, last = meter.encode_stream(told(blocks=blocks))
    assert last == {"items": [{"sort": "word", "words": "Hi", "unheard": 1}], "state": "done"}


def test_a_reply_without_blocks_has_no_item(wire: ModuleType) -> None:
    assert [*wire.encode_stream(told(blocks=[]))] == [{"stories": [{"why": "STOP"}]}]


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (
            [("parts | run(text)", "parts | run(ends)")],
            "`run(ends)` joins no text of `stories[at].page.parts`; its texts stand under "
            "`text`; write `run(text)`",
        ),
        (
            [ENDS, ("ends: stories.0.why", "ends: Misprint")],
            "`stories[at].page.parts` has no use for `ends`; it is for the list of a reply's "
            "blocks, in events of the shape of the reply; leave that word out",
        ),
    ],
)
def test_it_is_asked_for_where_events_have_one(
    change: list[tuple[str, str]], finding: str, tmp_path: Path
) -> None:
    _, findings = golden_wires.checked("gazette", change, tmp_path)
    assert any(finding in one for one in findings), findings


def test_it_is_asked_for_where_an_event_with_items_ends_the_reply(tmp_path: Path) -> None:
    change = [("items | run(words)", '"items | run(words, ends)"')]
    for gone in ({}, {"Piece/properties/state": golden_wires.GONE}):
        _, findings = golden_wires.checked("meter", change, tmp_path / str(len(gone)), gone)
        assert bool(gone) == any(
            "`items` is in no event that says `state`; `ends` puts an item beside that; leave that "
            "word out" in one
            for one in findings
        ), findings


def test_it_is_asked_for_of_blocks_alone(tmp_path: Path) -> None:
    change = [("lines | run(line)", "lines | run(line, ends)")]
    _, findings = golden_wires.checked("beacon", change, tmp_path)
    assert any("lines` has no use for `ends`" in one for one in findings), findings
