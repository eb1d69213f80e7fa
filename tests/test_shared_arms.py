"""Entries of a union whose wire types share out its arms, and parts that must be there."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, changed
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted
from toolwire_codegen import ir
from toolwire_codegen.ir.fields import field_there
from toolwire_codegen.load.findings import Position
from toolwire_codegen.load.transform import Case, Lens, Row
from toolwire_codegen.plan.entries import Entry
from toolwire_codegen.resolve.by_arm import Way, after_reading

Json = Any
PROJECT = read_once(GOLDEN)
IMAGE = {"blob": {"data": "AAAA", "mime": "image/png"}}
BLOCK = {"kind": "image", "data": "AAAA", "mimeType": "image/png"}


@pytest.fixture(scope="module")
def gazette(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("shared"), "shared_arms")
    yield package.add(PROJECT, "gazette")[1]
    package.close()


@pytest.fixture(scope="module")
def other() -> Interpreter:
    return Interpreter(PROJECT, PROJECT.formats["gazette"])


def result(kind: str, value: Json, **more: Json) -> Json:
    return {"kind": kind, "toolCallId": "c1", "name": "", "value": value, **more}


BODIES: dict[str, tuple[Json, Json]] = {
    "words": ("3", result("text", "3")),
    "words in an object": ({"text": "3"}, result("text", "3")),
    "words and a key more": ({"text": "3", "loud": True}, result("text", "3")),
    "words and media": (
        {"text": "See", "media": [IMAGE]},
        result("multimodal", [{"kind": "text", "text": "See"}, BLOCK]),
    ),
    "media without a word": ({"text": "", "media": [IMAGE]}, result("multimodal", [BLOCK])),
    "a failure": ({"broken": "no"}, result("error", "no")),
}


@pytest.mark.parametrize(("raw", "meant"), BODIES.values(), ids=BODIES.keys())
def test_each_type_is_read_as_its_arm_and_comes_back(
    raw: Json, meant: Json, gazette: ModuleType, other: Interpreter
) -> None:
    body = {"to": "c1", "said": raw}
    value = gazette.decode_note(copy.deepcopy(body))
    assert {key: value[key] for key in value if key != "metadata"} == meant
    assert difference(gazette.encode_note(value), body) is None
    assert difference(interpreted(other.decode, "note", body), value) is None
    assert difference(interpreted(other.encode, "note", value), body) is None


WRITTEN: dict[str, tuple[Json, Json]] = {
    "text": (result("text", "3"), "3"),
    "data": (result("data", [3]), "[3]"),
    "data that is a failure": (result("data", [3], isError=True), {"broken": "[3]"}),
    "an error": (result("error", "no"), {"broken": "no"}),
    "blocks": (result("multimodal", [BLOCK]), {"text": "", "media": [IMAGE]}),
    "no blocks": (result("multimodal", []), {"text": ""}),
}


@pytest.mark.parametrize(("value", "raw"), WRITTEN.values(), ids=WRITTEN.keys())
def test_a_value_is_written_as_the_first_type_that_has_all_of_it(
    value: Json, raw: Json, gazette: ModuleType, other: Interpreter
) -> None:
    assert gazette.encode_note(value) == {"to": "c1", "said": raw}
    assert interpreted(other.encode, "note", value) == {"to": "c1", "said": raw}


def test_the_form_names_a_type_only_as_long_as_the_value_is_its_own(gazette: ModuleType) -> None:
    value = gazette.decode_note({"to": "c1", "said": {"text": "3"}})
    edited = {**value, "kind": "error", "value": "no"}
    assert gazette.encode_note(edited) == {"to": "c1", "said": {"broken": "no"}}


def test_losses_are_those_of_the_type_that_is_written(gazette: ModuleType) -> None:
    paths = [loss.path for loss in gazette.losses_note(result("data", 3, isError=True))]
    assert paths == [""]
    paths = [loss.path for loss in gazette.losses_note(result("multimodal", [], isError=True))]
    assert "/isError" in paths


AT = Position("made", 1, 1)
FLAG = ("isError",)


def row(path: tuple[str, ...], **more: Json) -> Row:
    return Row((path,), AT, **more)


def case(arm: str, *rows: Row, lost: str = "") -> Case:
    return Case(arm, rows, (), AT, lost)


def lens(wire: str, *cases: Case) -> Lens:
    return Lens("ToolResult", wire, AT, cases=cases)


FAILS, FAILED, LOST = row(FLAG), row(FLAG, is_const=True, const=True), row(FLAG, lost="none")
LEFT: dict[str, tuple[Case, Way, Way | None]] = {
    "another arm": (case("text"), Way("data", (), ()), None),
    "an arm that is written alone": (case("data", lost="a text"), Way("data", (), ()), None),
    "nothing asked": (case("data", FAILS), Way("data", (), ()), Way("data", (), ())),
    "asked, and always there": (
        case("data", FAILED), Way("data", (FLAG,), ()), Way("data", (), ()),
    ),
    "asked, and never there": (case("data", LOST), Way("data", (FLAG,), ()), None),
    "asked, and there at times": (
        case("data", FAILS), Way("data", (FLAG,), ()), Way("data", (FLAG,), ()),
    ),
    "refused, and always there": (case("data", FAILED), Way("data", (), (FLAG,)), None),
    "refused, and never there": (
        case("data", LOST), Way("data", (), (FLAG,)), Way("data", (), ()),
    ),
    "refused, and there at times": (
        case("data", FAILS), Way("data", (), (FLAG,)), Way("data", (), (FLAG,)),
    ),
    "a constant that is nothing": (
        case("data", row(FLAG, is_const=True)), Way("data", (), (FLAG,)), Way("data", (), (FLAG,)),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("read", "way", "left"), LEFT.values(), ids=LEFT.keys())
def test_a_value_is_asked_for_what_its_reading_has_not_told(
    read: Case, way: Way, left: Way | None
) -> None:
    assert after_reading(way, lens("Note", read)) == left


def test_a_value_that_may_be_written_otherwise_is_asked_for_it() -> None:
    kinds: Json = SimpleNamespace(tags=lambda arm: {"kind": arm})
    first: Json = SimpleNamespace(lens=lens("Plain", case("text"), case("data", LOST)))
    second: Json = SimpleNamespace(lens=lens("Note", case("text"), case("data", FAILS)))
    resolver: Json = SimpleNamespace(inter=kinds)
    entry = Entry(resolver, "note", [first, second])
    asked = entry._written_otherwise(second, [first])
    x = ir.var("x")
    is_text, is_data = (ir.eq(ir.opt(x, "kind"), kind) for kind in ("text", "data"))
    assert asked == [is_text, ir.and_(is_data, ir.not_(field_there(FLAG)))]
    second.lens = lens("Note", case("text"))
    assert entry._written_otherwise(second, [first]) == [ir.const(True)]


def test_an_unknown_kind_is_refused(gazette: ModuleType) -> None:
    with pytest.raises(ValueError, match="a known kind"):
        gazette.encode_note(result("picture", ""))


BODY = """"AnswerBody": {
      "title": "AnswerBody",
      "description": "What came of it.",
      "x-reference": "https://example.com/gazette",
      "type": "object",
      "properties": {
        "output": {"type": ["string", "number", "array"]},
        "error": {"type": "string"}
      },
      "examples": [{"output": 3}]
    },
    "Answer": {"""


@pytest.fixture(scope="module")
def named_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("named")
    named = ('"body": {"type": "object"}', '"body": {"$ref": "#/$defs/AnswerBody"}')
    project = changed("gazette", [named, ('"Answer": {', BODY)], folder)
    package = Package(folder / "out", "named_keys")
    yield package.add(project, "gazette")[1]
    package.close()


@pytest.mark.parametrize("output", ["3", 3, [3]])
def test_an_arm_that_takes_an_object_reads_what_the_arms_of_its_keys_do_not(
    output: Json, named_keys: ModuleType
) -> None:
    call = {"call": {"name": "add", "args": {}}}
    answer = {"answer": {"name": "add", "body": {"output": output}}}
    pages = [{"role": "writer", "parts": [call]}, {"role": "reader", "parts": [answer]}]
    body = {"pages": pages}
    read = named_keys.decode_request(body)
    assert read["messages"][-1]["toolResult"]["value"] == output
    assert named_keys.encode_request(read) == body
