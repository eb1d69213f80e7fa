"""Units that share an element whose list stands in an object of it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from samples import difference
from test_interpreter import interpreted
from test_unknown_results import KINDS, OWN_TURN, Both, body, both, comes_back, results

Json = Any
PACK = """"Pack": {
      "title": "Pack",
      "description": "Results, packed.",
      "x-reference": "https://example.com/relay",
      "type": "object",
      "required": ["form", "list"],
      "properties": {
        "form": {"enum": ["box", "bag"]},
        "list": {"type": "array", "items": {"$ref": "#/$defs/AnyResult"}}
      },
      "examples": [{"form": "box", "list": []}]
    },
    "ModelTurn": {"""
PACKED = [
    *OWN_TURN,
    ('"ModelTurn": {', PACK),
    ('"results": {"type": "array", "items": {"$ref": "#/$defs/AnyResult"}}',
     '"results": {"$ref": "#/$defs/Pack"}'),
    ('"examples": [{"by": "tools", "results": []}]',
     '"examples": [{"by": "tools", "results": {"form": "bag", "list": []}}]'),
    ("into: ToolTurn.results", "into: ToolTurn.results.list"),
]  # fmt: skip
"""Results are the list of an object, which says what it is."""
ABSENT = [*PACKED, ('"required": ["by", "results"]', '"required": ["by"]')]
"""That object may be absent."""
ITEM = '"items": {"$ref": "#/$defs/AnyResult"}'
ALONE = [*PACKED, (ITEM, ITEM.replace("AnyResult", "ResultItem"))]
"""The list holds nothing else."""
BOX = """"Box": {
      "title": "Box",
      "description": "What was said, in a box.",
      "x-reference": "https://example.com/relay",
      "type": "object",
      "required": ["form", "body"],
      "properties": {"form": {"const": "box"}, "body": {"$ref": "#/$defs/Body"}},
      "examples": [{"form": "box", "body": "Hi"}]
    },
    "ModelTurn": {"""
USER = (
    '"required": ["by", "body"],\n'
    '      "properties": {"by": {"const": "user"}, "body": {"$ref": "#/$defs/Body"}},\n'
    '      "examples": [{"by": "user", "body": "Hi"}]'
)
BOXED = [
    ('"ModelTurn": {', BOX),
    (USER, USER.replace("body", "box").replace("Body", "Box").replace(
        '"box": "Hi"', '"box": {"form": "box", "body": "Hi"}')),
    ('"examples": [{"by": "user", "body": "Hi"}]', '"examples": [{"by": "model", "body": "Hi"}]'),
    ("    content: body | text\n", "    content: box.body | text\n    given: { box.form: box }\n"),
    ("into: UserTurn.body", "into: UserTurn.box.body"),
]  # fmt: skip
"""What the user says, and results ahead of it, stand in a box."""


SPELLED = [
    *PACKED,
    ('"results": {"$ref": "#/$defs/Pack"}', '"allResults": {"$ref": "#/$defs/Pack"}'),
    ('"required": ["by", "results"]', '"required": ["by", "allResults"]'),
    ('"results": {"form": "bag", "list": []}', '"allResults": {"form": "bag", "resultList": []}'),
    ('"required": ["form", "list"]', '"required": ["form", "resultList"]'),
    ('"list": {"type"', '"resultList": {"type"'),
    ('{"form": "box", "list": []}', '{"form": "box", "resultList": []}'),
    ("into: ToolTurn.results.list", "into: ToolTurn.allResults.resultList"),
    ("request: ", "spelling: snake_case\nrequest: "),
]  # fmt: skip
"""Services spell its keys in two ways."""
INNER = [
    *SPELLED,
    ('"allResults": {"$ref": "#/$defs/Pack"}', '"results": {"$ref": "#/$defs/Pack"}'),
    ('"required": ["by", "allResults"]', '"required": ["by", "results"]'),
    ('"allResults": {"form"', '"results": {"form"'),
    ("into: ToolTurn.allResults", "into: ToolTurn.results"),
]
"""So it is with a key of the object alone."""


@pytest.fixture(scope="module", params=[PACKED, ABSENT], ids=["packed", "absent"])
def packed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Both]:
    yield from both(request.param, tmp_path_factory.mktemp("packed"))


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(ALONE, tmp_path_factory.mktemp("alone"))


@pytest.fixture(scope="module")
def boxed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(BOXED, tmp_path_factory.mktemp("boxed"))


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(INNER, tmp_path_factory.mktemp("inside"))


@pytest.fixture(scope="module")
def spelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(SPELLED, tmp_path_factory.mktemp("spelled"))


def pack(kinds: str, first: int = 0, form: str = "box", more: Json = None, **others: Json) -> Json:
    """A turn of results, in an object that may have more."""
    turn = results(kinds, first, **others)
    return {**turn, "results": {"form": form, "list": turn["results"], **(more or {})}}


@pytest.mark.parametrize("turns", [*product(KINDS, KINDS)], ids="-".join)
def test_a_list_in_an_object_holds_results(turns: tuple[str, str], packed: Both) -> None:
    first, second = turns
    one, other = pack(first), pack(second, len(first), note="mine")
    messages = comes_back(body(one, other), packed)
    assert [message.get("role") for message in messages].count("tool") == "".join(turns).count("k")
    between = {"by": "user", "body": "And?"}
    third = pack("ku", 6, "bag", {"size": 3})
    comes_back(body(one, between, other, third, {**one, "more": [1]}), packed)
    comes_back(body(third, pack("k", 8, more={"list_": {}}), one), packed)


@pytest.mark.parametrize("first", ["", "k", "kk"])
@pytest.mark.parametrize("second", ["", "k", "kk"])
def test_a_list_in_an_object_holds_results_alone(first: str, second: str, alone: Both) -> None:
    turns = pack(first, more={"size": 1}), pack(second, len(first), "bag", note="mine")
    messages = comes_back(body(*turns), alone)
    assert [message.get("role") for message in messages].count("tool") == len(first + second)


@pytest.mark.parametrize("odd", [[], "none", None, {}, {"list": "none"}, {"form": "box"}])
def test_what_has_no_such_list_stays_as_it_is(odd: Json, packed: Both) -> None:
    sent = body({"by": "tools", "results": odd}, pack("k"))
    assert [message.get("role") for message in comes_back(sent, packed)] == [None, "tool"]


def test_an_object_may_lack_what_it_must_say(packed: Both) -> None:
    turn = pack("k")
    del turn["results"]["form"]
    comes_back(body(turn, pack("k", 1)), packed)


def test_results_of_another_wire_share_an_object_that_is_made(packed: Both) -> None:
    module, other = packed
    value = module.decode_request(body(pack("k", form="bag", more={"size": 1})))
    for at in (1, 2):
        result = {"kind": "text", "toolCallId": f"c{at}", "name": "add", "value": "3"}
        value["messages"].append({"role": "tool", "toolResult": result})
    del value["messages"][2]["metadata"]
    (*_, turn) = module.encode_request(value)["turns"]
    assert turn == {**pack("kkk"), "results": turn["results"]}
    assert turn["results"] == pack("kkk")["results"]
    assert difference(interpreted(other.encode, "request", value)["turns"][-1], turn) is None


def test_what_stands_behind_a_result_says_where(packed: Both) -> None:
    *_, unknown = comes_back(body(pack("ku")), packed)
    assert unknown["at"] == "results.list"


ITEMS = {
    "k": {"type": "result", "answers": "c1", "says": "3"},
    "t": {"type": "text", "text": "Hi"},
    "n": {"type": "text", "text": "Hi", "notes": []},
    "u": {"type": "stamp"},
}


def box(kinds: str, **more: Json) -> Json:
    """A user's turn with results (k), texts (t, n), and unknown items (u)."""
    return {"by": "user", "box": {"form": "box", "body": [ITEMS[one] for one in kinds]}, **more}


@pytest.mark.parametrize("kinds", ["", "k", "t", "kt", "tk", "ktk", "kkn", "un", "uk", "tnku"])
@pytest.mark.parametrize("second", ["", "k", "t", "kt", "tk"])
def test_what_a_user_says_stands_in_the_object_as_well(
    kinds: str, second: str, boxed: Both
) -> None:
    calls = [{"type": "call", "id": "c1", "tool": "add", "input": {}}]
    one, other = box(kinds), box(second, note="mine")
    big = {**box("kt"), "box": {**box("kt")["box"], "size": 3}}
    plain = {"by": "user", "box": {"form": "box", "body": "Hi"}}
    whole = {"by": "user", "box": {"form": "box", "body": "Hi", "size": 1}}
    for turns in ([one, other], [one, big, one], [big, plain, other], [one, whole, other, plain]):
        sent = body()
        sent["turns"] = [plain, {"by": "model", "body": calls}, *copy.deepcopy(turns)]
        comes_back(sent, boxed)


def test_what_an_app_adds_joins_those_before_it(boxed: Both) -> None:
    module, other = boxed
    sent = {**body(), "turns": [{"by": "user", "box": {"form": "box", "body": "Hi"}}]}
    value = module.decode_request(sent)
    call = {"kind": "toolCall", "toolCall": {"id": "c1", "name": "add", "arguments": {}}}
    result = {"kind": "text", "toolCallId": "c1", "name": "add", "value": "3"}
    value["messages"] += [
        {"role": "assistant", "content": [call]},
        {"role": "tool", "toolResult": result},
        {"role": "user", "content": "And?"},
    ]
    (*_, turn) = module.encode_request(value)["turns"]
    content = [ITEMS["k"], {"type": "text", "text": "And?"}]
    assert turn == {"by": "user", "box": {"form": "box", "body": content}}
    assert difference(interpreted(other.encode, "request", value)["turns"][-1], turn) is None


@pytest.mark.parametrize("inner", ["resultList", "result_list"])
@pytest.mark.parametrize("kinds", KINDS)
def test_a_key_in_the_object_is_spelled_in_two_ways(inner: str, kinds: str, inside: Both) -> None:
    turn = pack(kinds)
    turn["results"] = {"form": "box", inner: turn["results"]["list"]}
    messages = comes_back(body(turn, turn), inside)
    assert sum(message.get("role") == "tool" for message in messages) == 2 * kinds.count("k")


@pytest.mark.parametrize("outer", ["allResults", "all_results"])
@pytest.mark.parametrize("inner", ["resultList", "result_list"])
@pytest.mark.parametrize("kinds", KINDS)
def test_keys_on_the_way_are_spelled_in_two_ways(
    outer: str, inner: str, kinds: str, spelled: Both
) -> None:
    turn = pack(kinds, form="bag", more={"note_of": 1})
    around = turn.pop("results")
    turn[outer] = {inner: around.pop("list"), **around}
    messages = comes_back(body(turn, turn), spelled)
    count = sum(message.get("role") == "tool" for message in messages)
    assert count == 2 * kinds.count("k")


def test_what_an_object_has_besides_has_no_place_in_a_shared_one(boxed: Both) -> None:
    module, other = boxed
    whole = {"by": "user", "box": {"form": "box", "body": [ITEMS["t"]], "size": 1}}
    sent = {**body(), "turns": [whole, {"by": "model", "body": []}, box("k")]}
    value = module.decode_request(sent)
    value["messages"].append(value["messages"].pop(0))
    turns = module.encode_request(value)["turns"]
    assert turns == [{"by": "model", "body": []}, box("k"), whole]
    assert difference(interpreted(other.encode, "request", value)["turns"], turns) is None
