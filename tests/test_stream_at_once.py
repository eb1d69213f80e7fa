"""Arguments that come in pieces of their text, or as an object at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from toolwire_codegen.load.project import load_project

Json = Any
INPUT = '"input": {\n          "type": "string"'
EITHER = INPUT.replace('"string"', '["string", "object"]')
CUE = [(INPUT, EITHER)] * 2
"""What a cue is given is a text or an object, in the reply and in events."""
PIECE = '"json": {"type": "string"}'
LEDGER = [(PIECE, PIECE.replace('"string"', '["string", "object"]'))]
"""A piece may be all that a call is given."""


def interpreter(folder: Path, name: str) -> Interpreter:
    project = load_project(folder / "project")
    return Interpreter(project, project.formats[name])


@pytest.fixture(scope="module")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, Interpreter]]:
    folder = tmp_path_factory.mktemp("solo")
    with compiled("solo", CUE, folder) as module:
        yield module, interpreter(folder, "solo")


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, Interpreter]]:
    folder = tmp_path_factory.mktemp("ledger")
    with compiled("ledger", LEDGER, folder) as module:
        yield module, interpreter(folder, "ledger")


def cues(*pieces: Json) -> list[Json]:
    begun = {"sort": "cue", "key": "c1", "name": "add", "input": pieces[0]}
    first = {"key": "r1", "line": {"by": "voice", "cue": begun}}
    more = [{"line": {"cue": {"input": piece}}} for piece in pieces[1:]]
    return [first, *more, {"line": {}, "why": "CUE"}]


def inputs(*pieces: Json) -> list[Json]:
    item = {"type": "call", "id": "c1", "tool": "add", "input": {}}
    more = [{"type": "item_piece", "at": 0, "piece": {"type": "input_piece", "json": piece}}
            for piece in pieces]  # fmt: skip
    return [
        {"type": "opened", "statement": {"id": "s1", "items": [], "notes": [], "extras": []}},
        {"type": "item_opened", "at": 0, "item": item},
        *more,
        {"type": "item_closed", "at": 0},
        {"type": "closed", "status": "done", "stopped": None, "count": {"read": 3, "written": 9}},
    ]


CALLS: list[tuple[list[Json], str, Json]] = [
    ([{"a": [1, "ü"]}], '{"a":[1,"ü"]}', {"arguments": {"a": [1, "ü"]}}),
    ([{}], "{}", {"arguments": {}}),
    (['{"a":', "1}"], '{"a":1}', {"arguments": {"a": 1}}),
    # The one goes on with the other, and neither is lost.
    (['{"a":', {"b": 2}, "}"], '{"a":{"b":2}}', {"arguments": {"a": {"b": 2}}}),
    ([{"a": 1}, {"a": 2}], '{"a":1}{"a":2}', {"arguments": {}, "invalidArguments": None}),
]
"""What comes, what is shown of it, and the call."""


@pytest.mark.parametrize(("pieces", "shown", "call"), CALLS)
@pytest.mark.parametrize("wire", ["solo", "ledger"])
def test_an_object_is_shown_and_read_as_its_text(
    wire: str, pieces: list[Json], shown: str, call: Json, request: pytest.FixtureRequest
) -> None:
    module, other = request.getfixturevalue(wire)
    events = cues(*pieces) if wire == "solo" else inputs(*pieces)
    decoded = [*module.decode_stream(events)]
    assert "".join(one.get("argumentsDelta", "") for one in decoded) == shown
    (block,) = decoded[-1]["response"]["message"]["content"]
    read = block["toolCall"]
    wanted = {key: shown if value is None else value for key, value in call.items()}
    assert {key: read.get(key) for key in wanted} == wanted
    body = Body(other.spec)
    for event in events:
        body.take(event)
    assert other.decode("response", body.built()) == decoded[-1]["response"]
    again = [*module.decode_stream(module.encode_stream(decoded))]
    assert again[-1]["response"] == decoded[-1]["response"]


@pytest.mark.parametrize(("wire", "events"), [("solo", cues([1])), ("ledger", inputs([1]))])
def test_anything_else_is_refused(
    wire: str, events: list[Json], request: pytest.FixtureRequest
) -> None:
    module, _ = request.getfixturevalue(wire)
    with pytest.raises(ValueError, match="a string"):
        [*module.decode_stream(events)]


def test_without_append_the_last_piece_alone_would_be_left(tmp_path: Path) -> None:
    row = "line.cue.input: line.cue.input"
    _, found = checked("solo", [*CUE, (f"{row} | append", row)], tmp_path)
    assert [one.split(" ", 1)[1].partition(";")[0] for one in found] == [
        "misplaced of `line.cue.input` the last piece alone would be left"
    ]


def test_where_the_reply_has_a_text_alone_an_object_is_no_piece_of_it(tmp_path: Path) -> None:
    other = [(INPUT, INPUT.replace("string", "text")), *CUE[1:]]
    _, found = checked("solo", [*other, ('"type": "text"', '"type": "string"')], tmp_path)
    assert [one for one in found if "joins texts, not" in one]
