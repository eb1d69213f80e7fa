"""Results whose wire types share out the arms: in lists of turns, and where they share one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import checked
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted
from test_unknown_results import MODEL, OWN_TURN, body, both, comes_back

Json = Any
Both = tuple[ModuleType, Interpreter]
FAILED = """"FailItem": {
      "title": "FailItem",
      "description": "A call that failed.",
      "x-reference": "https://example.com/relay",
      "type": "object",
      "required": ["type", "answers", "why"],
      "properties": {
        "type": {"const": "fail"}, "answers": {"type": "string"}, "why": {"type": "string"}
      },
      "examples": [{"type": "fail", "answers": "c1", "why": "no"}]
    },
    "ModelTurn": {"""
ITEM = '        {"$ref": "#/$defs/ResultItem"},\n'
ERROR = '      error: { value: says | text | default(""), given: { failed: true } }\n'
LENSES = """  ToolMessage <-> ResultItem:
    toolResult: .
"""
FAIL_LENSES = """  ToolMessage <-> FailItem:
    toolResult: .
  ToolResult <-> FailItem:
    toolCallId: answers
    name: { lost: the wire knows results by id, back: call_name(toolCallId) }
    arms:
      error: { value: why }
      data: { value: why | json_text, isError: { const: true }, lost: data goes as its JSON text }
    metadata: "*"
"""
OTHER_DATA = (
    "      data: { value: says | json_text, isError: failed,",
    "      data: { value: says | json_text, isError: { lost: what failed has its own type },",
)
SHARED = [
    ('"ModelTurn": {', FAILED),
    (LENSES, LENSES + FAIL_LENSES),
    (ERROR, ""),
    OTHER_DATA,
]
"""A type for what failed, and one for all else."""
IN_A_TURN = [
    *SHARED,
    (ITEM, ITEM + ITEM.replace("Result", "Fail")),
    ('"enum": ["text", "image", "result"]', '"enum": ["text", "image", "result", "fail"]'),
]
IN_A_LIST = [
    *SHARED,
    (ITEM, ""),
    ('"enum": ["text", "image", "result"]', '"enum": ["text", "image"]'),
    (MODEL, MODEL + ITEM + ITEM.replace("Result", "Fail")),
    ('"not": {"properties": {"by": {"enum": ["user", "model"]}}, "required": ["by"]}',
     '"not": {"anyOf": [{"required": ["by"], "properties": {"by": {"enum": ["user", "model"]}}},'
     ' {"required": ["type"], "properties": {"type": {"enum": ["result", "fail"]}}}]}'),
    ("    fold: ToolMessage* UserMessage?\n    into: UserTurn.body\n", ""),
]  # fmt: skip
BY_THEMSELVES = [
    *OWN_TURN,
    *SHARED,
    ('{"$ref": "#/$defs/ResultItem"}, {"$ref": "#/$defs/OtherResult"}',
     '{"$ref": "#/$defs/FailItem"}, {"$ref": "#/$defs/ResultItem"},'
     ' {"$ref": "#/$defs/OtherResult"}'),
    ('{"const": "result"}}, "required"', '{"enum": ["result", "fail"]}}, "required"'),
]  # fmt: skip
WIRES: dict[str, tuple[list[tuple[str, str]], Json]] = {
    "in a turn": (IN_A_TURN, {"by": "user", "body": ...}),
    "in a list": (IN_A_LIST, None),
    "by themselves": (BY_THEMSELVES, {"by": "tools", "results": ...}),
}
"""Wires, and the turn that holds results there, if one does."""
Shared = tuple[Both, Json]


@pytest.fixture(scope="module", params=[*WIRES.values()], ids=[*WIRES])
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shared]:
    changes, turn = request.param
    for one in both(changes, tmp_path_factory.mktemp("shared_results")):
        yield one, turn


def turns(items: list[Json], turn: Json) -> list[Json]:
    """Results where a wire has them."""
    if turn is None:
        return items
    return [{key: items if value is ... else value for key, value in turn.items()}]


SAID: dict[str, Json] = {
    "text": {"type": "result", "says": "3"},
    "error": {"type": "fail", "why": "no"},
    "opaque": {"type": "ran", "out": 3},
    "multimodal": {
        "type": "result", "failed": True,
        "says": [{"type": "text", "text": "3"}, {"type": "text", "text": "4"}],
    },
}  # fmt: skip


@pytest.mark.parametrize("kinds", [*permutations(SAID, 3)], ids="-".join)
def test_each_type_is_read_as_its_arms_and_comes_back(
    kinds: tuple[str, ...], shared: Shared
) -> None:
    one, turn = shared
    items = [{**SAID[kind], "answers": f"c{at}"} for at, kind in enumerate(kinds)]
    messages = comes_back(body(*turns(items, turn)), one)
    results = [message["toolResult"]["kind"] for message in messages if "toolResult" in message]
    assert results == [kind for kind in kinds if kind != "opaque"]


def result(kind: str, value: Json, **more: Json) -> Json:
    return {"kind": kind, "toolCallId": "c0", "name": "add", "value": value, **more}


WRITTEN: dict[str, tuple[Json, Json]] = {
    "text": (result("text", "3"), {"type": "result", "says": "3"}),
    "an error": (result("error", "no"), {"type": "fail", "why": "no"}),
    "data": (result("data", [3]), {"type": "result", "says": "[3]"}),
    "data that is a failure": (result("data", [3], isError=True), {"type": "fail", "why": "[3]"}),
}


@pytest.mark.parametrize(("value", "raw"), WRITTEN.values(), ids=WRITTEN.keys())
def test_a_result_is_written_as_the_type_that_has_its_arm(
    value: Json, raw: Json, shared: Shared
) -> None:
    (module, other), holder = shared
    request = module.decode_request(body())
    request["messages"].append({"role": "tool", "toolResult": value})
    written = module.encode_request(request, on_loss="ignore")
    (turn,) = turns([{**raw, "answers": "c0"}], holder)
    assert difference(written["turns"][-1], turn) is None
    assert difference(interpreted(other.encode, "request", request), written) is None
    places = [loss.path for loss in module.losses_request(request)]
    assert places == (["/messages/2/toolResult"] if value["kind"] == "data" else [])


ALL_BUT_FAILURES = [
    ('"ModelTurn": {', FAILED.replace(
        '{"type": "string"}\n', '{"type": "array", "items": {"$ref": "#/$defs/SaysItem"}}\n'
    ).replace('"why": "no"', '"why": []')),
    (LENSES, LENSES + FAIL_LENSES[: FAIL_LENSES.index("      error:")]
     + '      multimodal: { value: why, isError: { const: true } }\n    metadata: "*"\n'),
    ("multimodal: { value: says, isError: failed }",
     "multimodal: { value: says, isError: { lost: what failed has its own type } }"),
    *IN_A_TURN[len(SHARED):],
]  # fmt: skip
"""One type has all arms, the other one takes some values of an arm from it."""


def test_a_type_with_all_arms_leaves_what_another_one_keeps(tmp_path: Path) -> None:
    for module, other in both(ALL_BUT_FAILURES, tmp_path):
        parts = [{"type": "text", "text": text} for text in "34"]
        failed = {"type": "fail", "answers": "c0", "why": parts}
        right = {"type": "result", "answers": "c1", "says": parts}
        sent = body({"by": "user", "body": [failed, right]})
        first, second = comes_back(sent, (module, other))
        assert first["toolResult"]["isError"] is True
        assert "isError" not in second["toolResult"]


WRONG: dict[str, tuple[list[tuple[str, str]], str]] = {
    "an arm of both": (
        [("error: { value: why }\n", "error: { value: why }\n      text: { value: why }\n")],
        "that is a `TextResult` goes back as",
    ),
    "an arm of none": (
        [("      error: { value: why }\n", "")],
        "no arm for `ErrorResult` of `ToolResult`; nor has one",
    ),
    "an arm of which one field is asked": (
        [("      data: { value: says | json_text, isError: { lost: what failed has its own type },"
          " lost: data goes as its JSON text }\n", "")],
        "no type of the wire takes a `DataResult` without `isError`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("wrong", "found"), WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES.keys())
def test_what_is_not_shared_out_is_found(
    wire: tuple[list[tuple[str, str]], Json], wrong: list[tuple[str, str]], found: str,
    tmp_path: Path,
) -> None:
    _, findings = checked("relay", [*wire[0], *wrong], tmp_path)
    assert any(found in finding for finding in findings), findings
