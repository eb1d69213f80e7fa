"""Calls whose pieces are found by their id alone, in events that have the shape of the body."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed, checked, compiled
from interpreter.adapter import Interpreter
from test_stream_blocks import STARTED, call, completed, whole_call

Json = Any
BY_ID = [
    ("line.calls[at]: line.calls | renew(key)", "line.calls[key]: line.calls"),
    ("line.calls[at].input:", "line.calls[key].input:"),
    ('"required": ["sort", "name", "input"]', '"required": ["sort", "key", "name", "input"]'),
    *2 * [('[{"sort": "cue", "name"', '[{"sort": "cue", "key": "a", "name"')],
    ("id: key | minted(sent)", "id: key"),
]


@pytest.fixture(scope="module")
def choir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Interpreter]]:
    folder = tmp_path_factory.mktemp("choir")
    project = changed("choir", BY_ID, folder)
    package = Package(folder / "out", "found_by_id")
    yield package.add(project, "choir")[1], Interpreter(project, project.formats["choir"])
    package.close()


def bar(**piece: Json) -> Json:
    return {"key": "r", "line": {"calls": [piece]}}


def begun(key: str, name: str, text: str = "") -> Json:
    return bar(sort="cue", key=key, name=name, input=text)


END = {"key": "r", "line": {}, "why": "CUE"}


def pieces_of(events: list[Json]) -> dict[str, str]:
    """The text of each call, as somebody reads it who knows a call by its id and nothing else."""
    texts: dict[str, str] = {}
    for event in events:
        for piece in event.get("line", {}).get("calls", []):
            texts[piece["key"]] = texts.get(piece["key"], "") + piece.get("input", "")
    return texts


def turns() -> list[list[Json]]:
    """Two calls, of two pieces each, in every order in which each call's own follow each other."""
    a = [begun("a", "add", '{"x"'), bar(key="a", input=":1}")]
    b = [begun("b", "sub"), bar(key="b", input='{"y":2}')]
    return [[(a if key == "a" else b)[order[:at].count(key)] for at, key in enumerate(order)]
            for order in sorted({*permutations("aabb")})]  # fmt: skip


@pytest.mark.parametrize("events", turns())
def test_pieces_of_several_calls_come_and_go_by_turns(
    choir: tuple[Any, Interpreter], events: list[Json]
) -> None:
    wire, interpreter = choir
    decoded = [*wire.decode_stream([*events, END])]
    reply = decoded[-1]["response"]
    calls = {block["toolCall"]["id"]: block["toolCall"]["arguments"]
             for block in reply["message"]["content"]}  # fmt: skip
    assert calls == {"a": {"x": 1}, "b": {"y": 2}}
    sent = [*wire.encode_stream(decoded)]
    assert pieces_of(sent) == {"a": '{"x":1}', "b": '{"y":2}'}
    assert [*wire.decode_stream(sent)] == decoded
    assert interpreter.decode("response", wire.encode_response(reply)) == reply


def test_a_piece_that_names_no_call_goes_to_the_last_one(choir: tuple[Any, Interpreter]) -> None:
    events = [begun("a", "add"), bar(input='{"x"'), begun("b", "sub"), bar(input='{"y":2}'),
              bar(key="a", input=":1}"), END]  # fmt: skip
    decoded = [*choir[0].decode_stream(events)]
    sent = [*choir[0].encode_stream(decoded)]
    assert pieces_of(sent) == {"a": '{"x":1}', "b": '{"y":2}'}
    assert [*choir[0].decode_stream(sent)][-1] == decoded[-1]


@pytest.mark.parametrize("ids", [("a", "b"), (None, None)])
def test_calls_of_another_wire_get_their_pieces(
    choir: tuple[Any, Interpreter], ids: tuple[str | None, str | None]
) -> None:
    own = [{"id": one} if one else {} for one in ids]
    names = [one or f"call_{number}" for number, one in enumerate(ids)]
    decoded = [
        STARTED,
        call(0, **own[0], name="f", argumentsDelta='{"x":'),
        call(1, **own[1], name="g", argumentsDelta='{"y":'),
        call(0, argumentsDelta="1}"),
        call(1, argumentsDelta="2}"),
        completed(whole_call(names[0], "f", x=1), whole_call(names[1], "g", y=2)),
    ]
    sent = [*choir[0].encode_stream(decoded)]
    assert pieces_of(sent) == {names[0]: '{"x":1}', names[1]: '{"y":2}'}
    assert [*choir[0].decode_stream(sent)][-1] == decoded[-1]


@pytest.mark.parametrize("count", range(1, 5))
def test_a_stream_that_breaks_off_leaves_the_calls_apart(
    choir: tuple[Any, Interpreter], count: int
) -> None:
    events = [begun("a", "add"), begun("b", "sub"), bar(key="a", input='{"x":1}'),
              bar(key="b", input='{"y"')]  # fmt: skip
    decoded = [*choir[0].decode_stream(events[:count])]
    sent = [*choir[0].encode_stream(decoded)]
    assert "completed" not in [event["kind"] for event in decoded]
    assert pieces_of(sent) == pieces_of(events[:count]) and "silence" in sent[-1]


def test_two_calls_of_one_id_are_refused_as_their_pieces_would_be_one_text(
    choir: tuple[Any, Interpreter],
) -> None:
    event = completed(whole_call("a", "f", x=1), whole_call("a", "g", y=2))
    with pytest.raises(ValueError, match="calls of different ids, not 'a' again"):
        [*choir[0].encode_stream([event])]
    body = choir[0].encode_response(event["response"])
    assert [cue["key"] for cue in body["line"]["calls"]] == ["a", "a"]
    assert choir[1].encode("response", event["response"]) == body


BELL = {"sort": "bell", "loud": True}


def test_an_element_without_an_id_gets_no_number_for_one(tmp_path: Path) -> None:
    events = [bar(**BELL), begun("a", "add", "{}"), END]
    sorts = [*BY_ID, ('"sort": {"const": "cue_piece"}', '"sort": {"type": "string"}')]
    with compiled("choir", sorts, tmp_path) as choir:
        decoded = [*choir.decode_stream(events)]
        sent = [*choir.encode_stream(decoded)]
        assert [*choir.decode_stream(sent)] == decoded
    items = [one for event in sent for one in event.get("line", {}).get("calls", ())]
    assert items == [BELL, {"sort": "cue", "key": "a", "name": "add", "input": "{}"}]


def test_an_element_without_an_id_is_not_written_into_the_one_before(
    choir: tuple[Any, Interpreter],
) -> None:
    body: Json = {"key": "r", "line": {"by": "choir", "voice": "all"}, "why": "CUE"}
    cue = {"sort": "cue", "key": "a", "name": "add", "input": "{}"}
    reply = choir[0].decode_response({**body, "line": {**body["line"], "calls": [cue, BELL]}})
    with pytest.raises(ValueError, match="an element with `key` behind others, not"):
        [*choir[0].encode_stream([{"kind": "completed", "response": reply}])]


def test_what_only_the_finished_reply_says_of_a_call_names_the_call(
    choir: tuple[Any, Interpreter],
) -> None:
    decoded = [*choir[0].decode_stream([begun("a", "add"), begun("b", "sub", '{"y":2}'), END])]
    for block in decoded[-1]["response"]["message"]["content"][1:]:
        block["toolCall"]["metadata"] = {"choir": {"loud": True}}
    sent = [*choir[0].encode_stream(decoded)]
    assert sent[-1]["line"]["calls"] == [{"key": "b", "loud": True}]
    read = [*choir[0].decode_stream(sent)][-1]["response"]
    assert choir[0].encode_response(read) == choir[0].encode_response(decoded[-1]["response"])


def test_calls_that_may_have_no_id_are_not_found_by_it(tmp_path: Path) -> None:
    (finding,) = checked("choir", BY_ID[:2], tmp_path)[1]
    assert "`key` may be missing in `Cue` of the reply" in finding
