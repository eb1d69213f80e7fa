"""Failures in a stream whose events no tag tells: which event is one, and which is a piece?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body

Json = Any
BAR = '"bar": {"type": "integer"},\n        "kind"'
LOOSE = ('"required": ["line", "bar"],', '"required": [],')
RESTS = (BAR, '"bar": {"type": "integer"},\n        "silence": {"type": "object"},\n        "kind"')
"""A key of a failure that a piece has, too, with something else in it."""


def bar(**more: Json) -> Json:
    return {"key": "r1", "choir": "m", "bar": 0, "line": {"form": "bar", "text": "La"}, **more}


@pytest.mark.parametrize("changes", [[RESTS], [RESTS, LOOSE]], ids=["required", "loose"])
def test_a_failure_is_none_of_the_pieces_that_have_something_else_under_its_key(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    line = '"line": {"$ref": "#/$defs/SungLine"},'
    whole = (line, f'{line}\n        "silence": {{"type": "object"}},')
    project = changed("choir", [*changes, whole], tmp_path / "project")
    package = Package(tmp_path / "package", "failures_shared_key")
    module = package.add(project, "choir")[1]
    events = [bar(silence={"bars": 2}), {"silence": "hoarse"}]
    shown = [*module.decode_stream(events)]
    assert [event["kind"] for event in shown] == ["started", "textDelta", "error"]
    assert shown[-1]["error"]["message"] == "hoarse"
    cut = [*module.encode_stream(shown[:-1])]
    assert [event["kind"] for event in module.decode_stream(cut)][-1] == "error"
    ended = bar(line={"form": "bar"}, why="END")
    again = [*module.decode_stream([bar(silence={"bars": 2}), ended])]
    assert again[-1]["response"]["metadata"]["choir"]["silence"] == {"bars": 2}
    body = Body(Interpreter(project, project.formats["choir"]).spec)
    for event in events:
        body.take(event)
    assert body.built()["silence"] == {"bars": 2}
    package.close()


UNDER_LINE = [
    LOOSE,
    (
        '"required": ["silence"],\n      "properties": {"silence": {"type": "string"}},\n'
        '      "examples": [{"silence": "hoarse"}]',
        '"required": ["line"],\n      "properties": {"line": {"type": "string"}},\n'
        '      "examples": [{"line": "hoarse"}]',
    ),
    ("    error.message: silence\n", "    error.message: line\n"),
]


def test_nothing_of_a_failure_is_read_as_a_piece(tmp_path: Path) -> None:
    with compiled("choir", UNDER_LINE, tmp_path) as module:
        shown = [*module.decode_stream([bar(), {"line": "hoarse"}])]
        assert [event["kind"] for event in shown] == ["started", "textDelta", "error"]
        assert shown[-1]["error"]["message"] == "hoarse"
        whole = {"line": {"by": "choir", "voice": "all", "text": "La"}, "why": "END"}
        assert module.decode_response(whole)["message"]["content"][0]["text"] == "La"
        assert module.decode_response({"line": "hoarse"})["error"] == {"message": "hoarse"}
