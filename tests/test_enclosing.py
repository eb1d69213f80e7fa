"""A key inside of an object that a lens reads, and that another row takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked

GIVEN = ("      ToolCallBlock: calls\n", "      ToolCallBlock: calls\n    given: { why: done }\n")
OPTIONAL = (
    '"note"\n      ],\n      "examples": [\n        {\n          "number"',
    '"number"\n      ],\n      "examples": [\n        {\n          "number"',
)
DEMANDED = (
    '"required": [\n        "from"\n      ],',
    '"required": [\n        "from", "why"\n      ],',
)
COUNTED = [
    (
        '"counts": {\n          "type": "array",\n          "items": {\n'
        '            "$ref": "#/$defs/Count"\n          }\n        }\n      },\n'
        '      "required": [\n        "note"',
        '"counts": {\n          "$ref": "#/$defs/Counts"\n        }\n      },\n'
        '      "required": [\n        "note", "counts"',
    ),
    ('"said": {', '"number": { "type": "string" },\n        "said": {'),
    ("usage: counts | by_name(Counts, what, many)", "usage: counts"),
    ("id: number", "id: counts.number"),
]
REPLY = {"note": {"from": "pager", "text": "Three.", "why": "done", "mood": "calm"}}


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        (COUNTED, "`counts` and `counts.number` write over each other"),
        ([GIVEN], "`note.why` is written twice; the lens of the object has it at"),
        ([OPTIONAL], "`note.why` and `note` write over each other"),
        ([DEMANDED], "`note.why` and `note` write over each other"),
    ],
)
def test_it_is_there_once_and_the_object_can_be_without(
    changes: list[tuple[str, str]], found: str, tmp_path: Path
) -> None:
    _, findings = checked("pager", changes, tmp_path)
    assert any("path-written-twice" in one and found in one for one in findings), findings


def test_it_is_the_rows_alone(pager: Any) -> None:
    value = pager.decode_response(REPLY)
    assert value["finishReason"] == "stop"
    assert value["message"]["metadata"] == {"pager": {"mood": "calm"}}
    assert "metadata" not in value
    again = pager.encode_response({**value, "finishReason": "length"})
    assert again == {"note": {**REPLY["note"], "why": "full"}}


@pytest.mark.parametrize("why", [{}, {"why": None}, {"why": "gone"}, {"why": 7}])
def test_what_it_cannot_be_comes_back(why: dict[str, Any], pager: Any) -> None:
    body = {"note": {"from": "pager", "text": "Three.", **why}}
    value = pager.decode_response(body)
    assert value["finishReason"] == "other"
    assert pager.encode_response(value) == body
