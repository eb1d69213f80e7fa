"""Counts inside of a reply's message: its lens has no field for them, the reply's has one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiled import Package
from golden_wires import changed, checked
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted

Json = Any
TALLY = """"Tally": {
      "title": "Tally",
      "description": "What it cost.",
      "x-reference": "https://example.com/choir",
      "type": "object",
      "required": ["read", "written"],
      "properties": {"read": {"type": "integer"}, "written": {"type": "integer"}},
      "examples": [{"read": 3, "written": 2}]
    },
    "WordsPart": {"""
VOICE = '"voice": {"const": "all"},\n        '
INSIDE = [
    ('"WordsPart": {', TALLY),
    (f'{VOICE}"text"', f'{VOICE}"heard": {{"$ref": "#/$defs/Tally"}},\n        "text"'),
    (
        "  Response <-> Silence:",
        "  Usage <-> Tally:\n"
        "    (cacheReadTokens, reasoningTokens): { lost: words are counted alone }\n"
        '    inputTokens: read\n    outputTokens: written\n    metadata: "*"\n'
        "  Response <-> Silence:",
    ),
]
MAPPED = [*INSIDE, ("    usage: { lost: a song is not counted }\n", "    usage: line.heard\n")]
LINE = {"by": "choir", "voice": "all", "text": "La", "heard": {"read": 3, "written": 2}}


def test_the_row_that_can_read_them_is_named(tmp_path: Path) -> None:
    _, findings = checked("choir", INSIDE, tmp_path)
    asked = [one for one in findings if "no row reads" in one]
    assert len(asked) == 1
    assert asked[0].endswith("add `usage: line.heard`")
    assert "no row reads `line.heard` of `Song`" in asked[0]


def test_it_reads_them_of_a_reply_and_a_request_keeps_them(tmp_path: Path) -> None:
    project = changed("choir", MAPPED, tmp_path / "project")
    package = Package(tmp_path / "package", "counts_inside")
    module = package.add(project, "choir")[1]
    other = Interpreter(project, project.formats["choir"])
    bodies: dict[str, Json] = {
        "response": {"line": LINE, "why": "END"},
        "request": {"lines": [{"by": "hall", "text": "Hi"}, LINE]},
    }
    for entry, body in bodies.items():
        value = getattr(module, f"decode_{entry}")(body)
        assert difference(getattr(module, f"encode_{entry}")(value), body) is None
        assert difference(interpreted(other.decode, entry, body), value) is None
        if entry == "response":
            assert value["usage"] == {"inputTokens": 3, "outputTokens": 2}
            assert "metadata" not in value["message"]
        else:
            assert value["messages"][1]["metadata"] == {"choir": {"heard": LINE["heard"]}}
    package.close()
