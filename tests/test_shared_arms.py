"""Entries of a union whose wire types share out its arms, and parts that must be there."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted

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


@pytest.mark.parametrize(("said", "meant"), BODIES.values(), ids=BODIES.keys())
def test_each_type_is_read_as_its_arm_and_comes_back(
    said: Json, meant: Json, gazette: ModuleType, other: Interpreter
) -> None:
    body = {"to": "c1", "said": said}
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


@pytest.mark.parametrize(("value", "said"), WRITTEN.values(), ids=WRITTEN.keys())
def test_a_value_is_written_as_the_first_type_that_has_all_of_it(
    value: Json, said: Json, gazette: ModuleType, other: Interpreter
) -> None:
    assert gazette.encode_note(value) == {"to": "c1", "said": said}
    assert interpreted(other.encode, "note", value) == {"to": "c1", "said": said}


def test_the_form_names_a_type_only_as_long_as_the_value_is_its_own(gazette: ModuleType) -> None:
    value = gazette.decode_note({"to": "c1", "said": {"text": "3"}})
    edited = {**value, "kind": "error", "value": "no"}
    assert gazette.encode_note(edited) == {"to": "c1", "said": {"broken": "no"}}


def test_losses_are_those_of_the_type_that_is_written(gazette: ModuleType) -> None:
    paths = [loss.path for loss in gazette.losses_note(result("data", 3, isError=True))]
    assert paths == [""]
    paths = [loss.path for loss in gazette.losses_note(result("multimodal", [], isError=True))]
    assert "/isError" in paths


def test_an_unknown_kind_is_refused(gazette: ModuleType) -> None:
    with pytest.raises(ValueError, match="a known kind"):
        gazette.encode_note(result("picture", ""))
