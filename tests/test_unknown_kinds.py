"""Results whose value stands in an object of several kinds: one that nobody knows is opaque."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GOLDEN, compiled, findings

Json = Any
Changes = list[tuple[str, str]]
FOLDER = GOLDEN / "schemas" / "caravan"
ROWS = (FOLDER / "transform.yaml").read_text(encoding="utf-8")
WIRE = json.loads((FOLDER / "wire.schema.json").read_text(encoding="utf-8"))["$defs"]
WORD: Json = {"sort": "word", "word": "Three"}
SIGN: Json = {"sort": "sign", "sign": [3]}
DRUM: Json = {"sort": "drum", "beats": 3}
OTHER = {"properties": {"sort": {"enum": ["word", "sign"]}}, "required": ["sort"]}
ARMS = {
    "word": (
        "      error: { value: says.word, given: { failed: true, says.sort: word } }\n"
        "      text: { value: says.word, given: { says.sort: word } }\n"
        '      multimodal: { lost: a word is a text, value: says.word | joined(""), '
        "isError: failed, given: { says.sort: word } }\n"
    ),
    "sign": "      data: { value: says.sign, isError: failed, given: { says.sort: sign } }\n",
}


def definition(name: str, example: Json, **keywords: Json) -> str:
    """A definition of the wire, as text."""
    words = {"title": name, "description": "What came.", "x-reference": "https://example.com/c"}
    schema = {**words, "type": "object", **keywords, "examples": [example]}
    return f'    "{name}": {json.dumps(schema)},\n'


def kind(name: str, example: Json) -> str:
    """One of the kinds, which has its value under a key of its own."""
    sort, key = {"const": example["sort"]}, example["sort"]
    value = {"type": "string"} if key == "word" else {}
    return definition(name, example, required=["sort", key], properties={"sort": sort, key: value})


def between(first: str, behind: str) -> str:
    return ROWS[ROWS.index(first) : ROWS.index(behind)]


KINDS = kind("Word", WORD) + kind("Sign", SIGN)
IN_ONE: Changes = [
    ('    "AnswerCar": {\n',
     f'{KINDS}{definition("OtherSaid", DRUM, **{"not": OTHER})}    "AnswerCar": {{\n'),
    (between("      error: { value: says", '    metadata: "*"\n\n  ToolDefinition'),
     "".join(ARMS.values())),
]  # fmt: skip
"""Answers that have what came of any kind, and one lens."""
ANY_KIND = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("Word", "Sign", "OtherSaid")]}
ONE_TYPE: dict[str, Json] = {
    "AnswerCar/properties/says": ANY_KIND,
    "AnswerCar/examples": [{"type": "answer", "answers": "c", "says": WORD}],
}


def answer(name: str, example: Json) -> str:
    """A type of answers of one kind."""
    properties = {**WIRE["AnswerCar"]["properties"], "says": {"$ref": f"#/$defs/{name}"}}
    required = ["type", "answers", "says"]
    body = {"type": "answer", "answers": "c", "says": example}
    return definition(f"{name}Answer", body, required=required, properties=properties)


def lens(name: str) -> str:
    head = f"  ToolResult <-> {name}Answer:\n    toolCallId: answers\n"
    row = "    name: { lost: the wire knows results by id, back: call_name(toolCallId) }\n"
    return f'{head}{row}    arms:\n{ARMS[name.lower()]}    metadata: "*"\n'


EACH: Changes = [
    ('    "AnswerCar": {\n',
     f'{KINDS}{answer("Word", WORD)}{answer("Sign", SIGN)}    "AnswerCar": {{\n'),
    (between("  ToolResult <-> AnswerCar", "\n  ToolDefinition"), lens("Word") + lens("Sign")),
    ("  ToolMessage <-> AnswerCar:\n    toolResult: .\n",
     "  ToolMessage <-> WordAnswer: { toolResult: . }\n"
     "  ToolMessage <-> SignAnswer: { toolResult: . }\n"),
]  # fmt: skip
"""A type of answers for each kind, with a lens."""
LEFT = [word for word in WIRE["OtherCar"]["not"]["properties"]["type"]["enum"] if word != "answer"]
CARS = [one for one in WIRE["Car"]["anyOf"] if "Answer" not in one["$ref"]]
OWN_TYPES: dict[str, Json] = {
    "Car/anyOf": [*CARS[:-1], *({"$ref": f"#/$defs/{one}Answer"} for one in ("Word", "Sign")),
                  CARS[-1]],
    "OtherCar/not": {"anyOf": [
        {"properties": {"type": {"enum": LEFT}}, "required": ["type"]},
        {"properties": {"type": {"const": "answer"}, "says": OTHER}, "required": ["type", "says"]},
    ]},
}  # fmt: skip
FOUND = "no arm reads `says` of a kind that nobody knows"


def test_a_kind_that_nobody_knows_would_be_refused_where_arms_ask_for_what_is_in_it(
    tmp_path: Path,
) -> None:
    (found,) = findings("caravan", IN_ONE, tmp_path, ONE_TYPE)
    assert FOUND in found


@pytest.mark.parametrize("lost", ["", "lost: signs are written, "])
def test_an_arm_that_reads_all_of_an_object_reads_each_kind_of_it(
    lost: str, tmp_path: Path
) -> None:
    all_of_it = f"      data: {{ {lost}value: says, isError: failed }}\n"
    changes = [*IN_ONE[:1], (IN_ONE[1][0], ARMS["word"] + all_of_it)]
    found = findings("caravan", changes, tmp_path, ONE_TYPE)
    assert any(FOUND in one for one in found) is bool(lost)


def test_where_each_kind_has_a_type_another_one_is_opaque_in_its_place(tmp_path: Path) -> None:
    call = {"type": "call", "id": "c", "tool": "add", "input": {}}
    with compiled("caravan", EACH, tmp_path, OWN_TYPES) as wire:
        for says in (WORD, SIGN, DRUM):
            car = {"type": "answer", "answers": "c", "says": says}
            body = {"model": "m", "cars": [{"type": "ask", "says": "How many?"}, call, car]}
            request = wire.decode_request(copy.deepcopy(body))
            *_, last = request["messages"]
            assert (last.get("kind") == "opaque") is (says is DRUM)
            assert wire.encode_request(request, rules="off") == body
