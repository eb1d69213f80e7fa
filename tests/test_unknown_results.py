"""Results of types that no lens is for: opaque in their place, and back exactly as they were."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted

Json = Any
Both = tuple[ModuleType, Interpreter]
RESULTS = """"ToolTurn": {
      "title": "ToolTurn",
      "description": "What the tools gave.",
      "x-reference": "https://example.com/relay",
      "type": "object",
      "required": ["by", "results"],
      "properties": {
        "by": {"const": "tools"},
        "results": {"type": "array", "items": {"$ref": "#/$defs/AnyResult"}}
      },
      "examples": [{"by": "tools", "results": []}]
    },
    "AnyResult": {
      "title": "AnyResult",
      "description": "A result, or another one.",
      "x-reference": "https://example.com/relay",
      "anyOf": [{"$ref": "#/$defs/ResultItem"}, {"$ref": "#/$defs/OtherResult"}],
      "examples": [{"type": "stamp"}]
    },
    "OtherResult": {
      "title": "OtherResult",
      "description": "Another result.",
      "x-reference": "https://example.com/relay",
      "type": "object",
      "not": {"properties": {"type": {"const": "result"}}, "required": ["type"]},
      "examples": [{"type": "stamp"}]
    },
    "ModelTurn": {"""
MODEL = '        {"$ref": "#/$defs/ModelTurn"},\n'
OWN_TURN = [
    ('"ModelTurn": {', RESULTS),
    (MODEL, MODEL + '        {"$ref": "#/$defs/ToolTurn"},\n'),
    ('{"by": {"enum": ["user", "model"]}}', '{"by": {"enum": ["user", "model", "tools"]}}'),
    ('        {"$ref": "#/$defs/ResultItem"},\n', ""),
    ('"enum": ["text", "image", "result"]', '"enum": ["text", "image"]'),
    ("    fold: ToolMessage* UserMessage?\n    into: UserTurn.body\n",
     "    fold: ToolMessage*\n    into: ToolTurn.results\n"),
]  # fmt: skip
"""The results of a turn are the items of a list that holds nothing else."""


ONE_EACH = [
    ('"ModelTurn": {', RESULTS.replace("results", "result").replace(
        '{"type": "array", "items": {"$ref": "#/$defs/AnyResult"}}', '{"$ref": "#/$defs/AnyResult"}'
    ).replace('"result": []', '"result": {"type": "stamp"}')),
    *OWN_TURN[1:-1],
    ("    fold: ToolMessage* UserMessage?\n    into: UserTurn.body\n", ""),
    ("  ToolMessage <-> ResultItem:\n    toolResult: .\n",
     '  ToolMessage <-> ToolTurn:\n    toolResult: result\n    metadata: "*"\n'),
]  # fmt: skip
"""A turn has the one result that it is about under a key."""


def both(changes: list[tuple[str, str]], folder: Path) -> Iterator[Both]:
    package = Package(folder / "package", folder.name)
    project = changed("relay", changes, folder / "project")
    module = package.add(project, "relay")[1]
    yield module, Interpreter(project, project.formats["relay"])
    package.close()


@pytest.fixture(scope="module")
def own_turn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(OWN_TURN, tmp_path_factory.mktemp("own_turn"))


@pytest.fixture(scope="module")
def one_each(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(ONE_EACH, tmp_path_factory.mktemp("one_each"))


def body(*turns: Json) -> Json:
    calls = [{"type": "call", "id": f"c{at}", "tool": "add", "input": {}} for at in range(9)]
    turns = ({"by": "user", "body": "Hi"}, {"by": "model", "body": calls}, *turns)
    return {"model": "m", "version": 1, "limits": {"words": 9}, "turns": [*turns]}


def results(kinds: str, first: int = 0, **more: Json) -> Json:
    """A turn of results: known ones (k), and unknown ones (u)."""
    forms: dict[str, Json] = {"k": {"type": "result", "says": "3"}, "u": {"type": "ran", "out": 3}}
    entries = [{**forms[kind], "answers": f"c{first + at}"} for at, kind in enumerate(kinds)]
    return {"by": "tools", "results": entries, **more}


def comes_back(sent: Json, one: Both) -> Json:
    """The messages behind the calls; both readers agree on them, and write what was sent."""
    module, other = one
    before = copy.deepcopy(sent)
    value = module.decode_request(sent)
    assert difference(interpreted(other.decode, "request", sent), value) is None
    read = copy.deepcopy(value)
    assert difference(module.encode_request(value), before) is None
    assert difference(interpreted(other.encode, "request", value), before) is None
    assert difference(value, read) is None
    assert difference(sent, before) is None
    return value["messages"][2:]


KINDS = ["", "k", "u", "ku", "uk", "uku", "kuk", "uuk"]


@pytest.mark.parametrize("turns", [*product(KINDS, KINDS)], ids="-".join)
def test_a_list_of_results_holds_what_no_lens_is_for(
    turns: tuple[str, str], own_turn: Both
) -> None:
    first, second = turns
    one, other = results(first), results(second, len(first), note="mine")
    messages = comes_back(body(one, other), own_turn)
    assert [message.get("role") for message in messages].count("tool") == "".join(turns).count("k")
    between = {"by": "user", "body": "And?"}
    comes_back(body(one, between, other, {**one, "more": [1]}), own_turn)
    comes_back(body(one, other, results("k", 6)), own_turn)


def test_a_turn_whose_results_are_no_list_stays_as_it_is(own_turn: Both) -> None:
    sent = body({"by": "tools", "results": "none"}, results("k"))
    assert [message.get("role") for message in comes_back(sent, own_turn)] == [None, "tool"]


def test_what_stands_behind_a_result_says_in_which_list(own_turn: Both) -> None:
    (turn,) = body(results("ku"))["turns"][2:]
    answer, unknown = comes_back(body(turn), own_turn)
    assert answer["toolResult"]["value"] == "3"
    expected = {"kind": "opaque", "format": "relay", "value": turn["results"][1], "at": "results"}
    assert unknown == expected


def test_what_stands_ahead_of_all_results_is_a_turn_that_these_join(own_turn: Both) -> None:
    turn = results("uk", note="mine")
    unknown, answer = comes_back(body(turn), own_turn)
    alone = {"by": "tools", "results": turn["results"][:1]}
    assert unknown == {"kind": "opaque", "format": "relay", "value": alone}
    assert answer["metadata"]["relay"]["$"]["turn"] == "joined"


def test_a_result_that_an_app_adds_joins_those_before_it(own_turn: Both) -> None:
    module, other = own_turn
    value = module.decode_request(body(results("ku")))
    result = {"kind": "text", "toolCallId": "c2", "name": "add", "value": "3"}
    value["messages"].append({"role": "tool", "toolResult": result})
    *_, model, turn = module.encode_request(value)["turns"]
    assert model["by"] == "model"
    assert {one["answers"] for one in turn["results"]} == {"c0", "c1", "c2"}
    assert difference(interpreted(other.encode, "request", value)["turns"][-1], turn) is None


def test_what_another_wire_knows_is_in_no_list(own_turn: Both) -> None:
    module, other = own_turn
    value = module.decode_request(body(results("kuk")))
    value["messages"][3] = {**value["messages"][3], "format": "other"}
    (*_, turn) = module.encode_request(value)["turns"]
    assert [one["answers"] for one in turn["results"]] == ["c0", "c2"]
    assert difference(interpreted(other.encode, "request", value)["turns"][-1], turn) is None


@pytest.mark.parametrize("odd", [3, None, {"type": "result"}, ["ran"]])
def test_what_is_no_result_at_all_is_refused(odd: Json, own_turn: Both) -> None:
    module, _ = own_turn
    turn = results("k")
    with pytest.raises(ValueError, match="documented form"):
        module.decode_request(body({**turn, "results": [*turn["results"], odd]}))


def test_a_message_about_a_result_that_no_lens_is_for_stays_as_it_is(one_each: Both) -> None:
    turns = [{"by": "tools", "result": result, "more": 1} for result in results("kuu")["results"]]
    del turns[2]["result"]["type"]
    answer, *unknown = comes_back(body(*turns), one_each)
    assert answer["toolResult"]["value"] == "3"
    expected = [{"kind": "opaque", "format": "relay", "value": turn} for turn in turns[1:]]
    assert unknown == expected


def test_a_result_that_is_known_and_not_whole_is_refused(one_each: Both) -> None:
    with pytest.raises(ValueError, match="documented form"):
        one_each[0].decode_request(body({"by": "tools", "result": {"type": "result"}}))


def test_a_message_and_its_result_each_keep_what_they_have_besides(one_each: Both) -> None:
    (result,) = results("k")["results"]
    sent = body({"by": "tools", "result": {**result, "more": 1}, "more": 2})
    comes_back(sent, one_each)
    value = one_each[0].decode_request(sent)
    assert one_each[0].losses_request(value) == []
