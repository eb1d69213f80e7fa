"""Lists that results share with another message than a user's: what else stands there is that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import golden_wires
from interpreter.adapter import Interpreter

Json = Any


def shared(more: Json = None) -> list[tuple[str, str]]:
    """The changes of a gazette whose results stand among the parts of the writer.

    ``more``: what a call may have beside itself.
    """
    path = golden_wires.GOLDEN / "schemas" / "gazette" / "wire.schema.json"
    text = path.read_text(encoding="utf-8")
    schema = json.loads(text)
    defs = schema["$defs"]
    for moved, here, staying in (("WriterPart", 2, "Reader"), ("ReaderPart", 2, "Writer")):
        arms = defs[moved]["anyOf"]
        if staying == "Reader":
            arms.insert(here, {"$ref": "#/$defs/AnswerPart"})
            defs["OtherWriterPart"]["not"]["anyOf"].append({"required": ["answer"]})
        else:
            arms.pop(here)
            defs["OtherReaderPart"]["not"]["anyOf"].pop()
    defs["CallPart"]["properties"] |= more or {}
    return [
        (text, json.dumps(schema, indent=2)),
        ("    into: ReaderPage.parts\n", "    into: WriterPage.parts\n"),
    ]


def test_parts_beside_results_are_those_of_the_message_that_the_item_is(tmp_path: Path) -> None:
    call = {"call": {"id": "c1", "name": "add", "with": {}}}
    answer = {"answer": {"id": "c1", "name": "add", "body": {"output": 3}}}
    pages = [
        {"role": "reader", "parts": [{"text": "Hi"}]},
        {"role": "writer", "parts": [{"text": "Before."}, call, answer, {"text": "After."}]},
    ]
    project, findings = golden_wires.checked("gazette", shared(), tmp_path / "one")
    assert findings == []
    with golden_wires.compiled("gazette", shared(), tmp_path / "two") as gazette:
        body = {"pages": pages}
        value = gazette.decode_request(body)
        assert [message["role"] for message in value["messages"]] == [
            *("user", "assistant", "tool", "assistant")
        ]
        assert value == Interpreter(project, project.formats["gazette"]).decode("request", body)
        assert gazette.encode_request(value, rules="off") == body


def test_a_call_that_has_what_a_result_must_have_is_no_result(tmp_path: Path) -> None:
    part = {"call": {"id": "c1", "name": "add", "with": {}}, "answer": {"name": "add", "body": {}}}
    body = {"pages": [{"role": "writer", "parts": [part, {"text": "After."}]}]}
    changes = shared({"answer": {"type": "object"}})
    project, findings = golden_wires.checked("gazette", changes, tmp_path / "one")
    assert findings == []
    with golden_wires.compiled("gazette", changes, tmp_path / "two") as gazette:
        value = gazette.decode_request(body)
        assert [message["role"] for message in value["messages"]] == ["assistant"]
        assert value == Interpreter(project, project.formats["gazette"]).decode("request", body)
        assert gazette.encode_request(value, rules="off") == body
