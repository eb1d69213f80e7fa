"""What each piece of a call repeats: a constant of the schema, or of the lens, is told once."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed
from interpreter.adapter import Interpreter
from interpreter.streams import Body

Json = Any
ROW = "    (arguments, invalidArguments): input | json\n"
KEYS = """        "input": {"type": "string"},
        "at": {"type": "integer"}
      },
      "examples": [{"%s"""
SHOPS = [
    (keys, keys.replace("        ", '        "shop": {"type": "string"},\n        ', 1))
    for keys in (KEYS % "sort", KEYS % "at")
]


def bar(**piece: Json) -> Json:
    return {"key": "r", "bar": 0, "line": {"form": "bar", "calls": [piece]}}


EVENTS = [
    bar(at=0, sort="cue", key="a", name="add", shop="open", input='{"x"'),
    bar(at=0, shop="open", input=":1}"),
    {"key": "r", "bar": 2, "line": {"form": "bar"}, "why": "CUE"},
]


@pytest.mark.parametrize(
    ("given", "shop"), [("{ shop: open }", "open"), ('{ shop: "" }', "openopen"), ("", "openopen")]
)
def test_what_a_lens_writes_in_any_case_is_no_piece_of_a_text(
    given: str, shop: str, tmp_path: Path
) -> None:
    row = [(ROW, f"{ROW}    given: {given}\n")] if given else []
    project = changed("choir", [*SHOPS, *row], tmp_path)
    package = Package(tmp_path / "out", "told_once")
    try:
        wire = package.add(project, "choir")[1]
        reply = [*wire.decode_stream(EVENTS)][-1]["response"]
    finally:
        package.close()
    body = Body(Interpreter(project, project.formats["choir"]).spec)
    for event in copy.deepcopy(EVENTS):
        body.take(event)
    assert body.built()["line"]["calls"][0]["shop"] == shop
    assert wire.encode_response(reply)["line"]["calls"][0]["shop"] == shop
