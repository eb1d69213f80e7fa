"""What is told once: a constant that each piece of a call repeats, an element that is no call."""

from __future__ import annotations

import copy
from importlib import import_module
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


def decoded(*events: Json) -> Json:
    return [*import_module("toolwire.openai_chat").decode_stream(events)]


def pieces(*calls: Json, **choice: Json) -> Json:
    choice = {"index": 0, "delta": {"tool_calls": [*calls]}, "finish_reason": None, **choice}
    chunk = {"id": "r", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return {**chunk, "choices": [choice]}


def test_an_element_that_is_no_call_is_shown_once_though_more_of_it_comes() -> None:
    events = [
        pieces({"index": 0, "type": "novel", "text": "a"}),
        pieces({"index": 1, "id": "c", "type": "function", "function": {"name": "f"}}),
        pieces({"index": 0, "text": "b"}),
        pieces({"index": 2, "type": "novel", "text": "z"}),
        pieces({"index": 0, "text": "c"}),
        pieces(finish_reason="tool_calls"),
    ]
    *shown, end = decoded(*events)
    texts = [event["block"]["value"]["text"] for event in shown if event["kind"] == "block"]
    blocks = end["response"]["message"]["content"]
    assert texts == ["a", "z"]
    assert [blocks[0]["value"]["text"], blocks[2]["value"]["text"]] == ["abc", "z"]


def test_an_element_that_turns_out_to_be_a_call_is_told_as_one() -> None:
    call = {"name": "f", "arguments": "{}"}
    events = [
        pieces({"index": 0, "id": "a"}),
        pieces({"index": 1, "id": "b", "type": "function", "function": call}),
        pieces({"index": 0, "type": "function", "function": call}),
        pieces(finish_reason="tool_calls"),
    ]
    shown = decoded(*events)
    assert [event.get("id") for event in shown if event["kind"] == "toolCallDelta"] == ["b", "a"]
