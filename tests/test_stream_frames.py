"""Events that each have the same frame around what they bring: it also says what has failed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import golden_wires
from toolwire_codegen.load.schema import Schema
from toolwire_codegen.resolve.telling import tell

Json = Any
SCHEMA = golden_wires.GOLDEN / "schemas" / "radio" / "wire.schema.json"
ROWS = [
    ("    error.message: noise\n", "    error.message: head.why\n"),
    ("    error.code: { lost: noise has no code }\n",
     '    error.code: head.code | digits | fill("7")\n'),
    ("      said: said\n", "      head: head\n      said: said\n"),
    ("      ToolCallBlock: asked.hails\n",
     "      ToolCallBlock: asked.hails\n    error: { lost: noise is no answer }\n"
     "    given: { head.code: 0 }\n"),
]  # fmt: skip
NOT_ZERO = {"type": "integer", "not": {"const": 0}}
POSITIVE = {"type": "integer", "minimum": 1}


def framed(failed: Json, more: Callable[[Json], None] = lambda defs: None) -> list[tuple[str, str]]:
    """The changes of a radio whose messages all have a head, which says whether they are noise.

    ``failed``: the schema of the code of those that are.
    """
    text = SCHEMA.read_text(encoding="utf-8")
    schema = json.loads(text)
    defs = schema["$defs"]
    for name, code in (("Head", {"const": 0}), ("BadHead", failed)):
        example = {"code": 0 if name == "Head" else 7, "why": "ok"}
        defs[name] = {
            **{"title": name, "description": "The head of a message.", "type": "object"},
            **{"x-reference": "https://example.com/radio"},
            "required": ["code"] if name == "Head" else ["code", "why"],
            "properties": {"code": code, "why": {"type": "string"}, "band": {"type": "integer"}},
            "examples": [example],
        }
    for name in ("Talk", "TalkMessage", "Noise"):
        head = "BadHead" if name == "Noise" else "Head"
        defs[name]["properties"]["head"] = {"$ref": f"#/$defs/{head}"}
        defs[name]["required"] = ["head"]
        defs[name]["examples"] = [{"head": defs[head]["examples"][0]}]
    del defs["Noise"]["properties"]["noise"]
    defs["OtherMessage"]["not"] = {"required": ["head"]}
    defs["TalkEvent"]["examples"] = defs["Talk"]["examples"]
    more(defs)
    return [(text, json.dumps(schema, indent=2)), *ROWS]


def spoken(words: str, *, over: bool = False) -> Json:
    """A message that is no noise."""
    turn = {"turn": {"parts": [{"text": words}]}}
    return {"head": {"code": 0}, "said": {**turn, "over": True} if over else turn}


@pytest.mark.parametrize("failed", [NOT_ZERO, POSITIVE, {"enum": [7, 8]}])
def test_a_failure_is_known_by_not_being_a_piece(failed: Json, tmp_path: Path) -> None:
    bad = {"head": {"code": 7, "why": "static"}}
    with golden_wires.compiled("radio", framed(failed), tmp_path) as radio:
        decoded = [*radio.decode_stream([spoken("He"), spoken("re.", over=True)])]
        assert [event["kind"] for event in decoded] == [
            *("started", "textDelta", "textDelta", "blockEnd", "completed")
        ]
        for body in (bad, {**spoken("x"), **bad}):
            decoded = [*radio.decode_stream([spoken("He"), body])]
            assert [event["kind"] for event in decoded] == ["started", "textDelta", "error"]
            assert decoded[-1]["error"] == {"message": "static", "code": "7"}
            assert radio.decode_response(body)["error"] == decoded[-1]["error"]


def test_every_event_has_the_frame_that_it_requires(tmp_path: Path) -> None:
    with golden_wires.compiled("radio", framed(NOT_ZERO), tmp_path) as radio:
        events = [spoken("He"), spoken("re."), {"head": {"code": 0}, "said": {"over": True}}]
        sent = [*radio.encode_stream(radio.decode_stream(events))]
        assert sent == [{"head": {"code": 0}}, *events]
        schema = json.loads((tmp_path / "project/schemas/radio/wire.schema.json").read_text())
        valid = Draft202012Validator({**schema, "$ref": "#/$defs/TalkMessage"})
        assert all(map(valid.is_valid, sent)) and not valid.is_valid({"said": {}})
        assert [*radio.decode_stream(sent)][-1]["kind"] == "completed"


def test_what_a_frame_requires_that_nobody_knows_is_found(tmp_path: Path) -> None:
    def banded(defs: Json) -> None:
        defs["Head"]["required"].append("band")
        for name in ("Head", "Talk", "TalkMessage", "TalkEvent"):
            for example in defs[name]["examples"]:
                example.get("head", example)["band"] = 9

    changes = [*framed(NOT_ZERO, banded), ("{ head.code: 0 }", "{ head.code: 0, head.band: 9 }")]
    (finding,) = golden_wires.checked("radio", changes, tmp_path)[1]
    assert "not every `TalkMessage` that goes out has `head.band`" in finding


@pytest.mark.parametrize("bounds", [{"minimum": 1}, {"maximum": -1}, {"not": {"const": 0}}])
def test_a_limit_that_a_constant_is_beyond_tells(bounds: Json, tmp_path: Path) -> None:
    defs = {
        "A": {"required": ["code", "more"], "properties": {"code": {"const": 0}, "more": {}}},
        "B": {"required": ["code"], "properties": {"code": {"type": "integer", **bounds}}},
    }
    project, _ = golden_wires.checked("radio", [], tmp_path)
    document = project.intermediate.document
    first, second = tell(Schema(document, defs), ["B", "A"], ["A", "B"])
    assert (first.arm, [str(sign) for claim in first.claims for sign in claim]) == (
        *("A", ["`code: 0`"]),
    )
    assert second.arm == "B" and not first.unlike


def test_an_empty_list_that_is_required_is_there(tmp_path: Path) -> None:
    def demanded(defs: Json) -> None:
        defs["Turn"]["required"] = ["parts"]

    with golden_wires.compiled("radio", framed(NOT_ZERO, demanded), tmp_path) as radio:
        body = {"head": {"code": 0}, "said": {"turn": {"parts": []}, "over": True}}
        decoded = [*radio.decode_stream([body])]
        assert decoded[-1]["response"] == radio.decode_response(body)
        assert decoded[-1]["response"]["message"]["content"] == []
