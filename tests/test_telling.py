"""How things are told apart: by what their schemas assure, at any depth, with nothing said.

The wire is `depot` of the golden adapters; the interpreter must read and write all of it alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import NUMBERS, changed
from interpreter.adapter import Interpreter
from interpreter.spec import Spec
from interpreter.streams.body import Body
from samples import difference
from test_interpreter import REFUSED, interpreted
from toolwire_codegen.load.schema import Schema
from toolwire_codegen.resolve.signs import Sign, known_as_another
from toolwire_codegen.resolve.telling import tell

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"
PROJECT = read_once(GOLDEN)


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("telling"), "telling_adapters")
    yield package.add(PROJECT, "depot")[1]
    package.close()


def read(module: ModuleType, entry: str, body: Json) -> Json:
    """What an adapter reads, as the interpreter does; a refusal is an answer too."""
    try:
        value = getattr(module, f"decode_{entry}")(body)
    except ValueError as error:
        assert type(error).__name__ == "ToolwireError"
        value = REFUSED
    other = Interpreter(PROJECT, PROJECT.formats["depot"])
    assert difference(interpreted(other.decode, entry, body), value) is None
    return value


def write(module: ModuleType, entry: str, value: Json) -> Json:
    written = getattr(module, f"encode_{entry}")(value)
    other = Interpreter(PROJECT, PROJECT.formats["depot"])
    assert difference(interpreted(other.encode, entry, value), written) is None
    return written


def kinds(value: Json) -> list[str]:
    return [block.get("kind") for block in value["messages"][0]["content"]]


BOXES: dict[str, tuple[Json, str]] = {
    "a key": ({"text": "Hi"}, "text"),
    "a nested key": ({"thought": {"said": "Hm", "seal": "s"}}, "reasoning"),
    "another nested key": ({"thought": {"sealed": "AAAA"}}, "reasoning"),
    "neither nested key": ({"thought": {"felt": 1}}, "opaque"),
    "no object where it would be nested": ({"thought": "Hm"}, "opaque"),
    "a nested constant": ({"call": {"kind": "server", "id": "s"}}, "opaque"),
    "no such constant": ({"call": {"id": "c", "name": "add", "input": {}}}, "toolCall"),
    "another constant": (
        {"call": {"kind": "own", "id": "c", "name": "add", "input": {}}},
        "toolCall",
    ),
    "nothing known": ({"stamp": 1}, "opaque"),
    "nothing": ({}, "opaque"),
}


@pytest.mark.parametrize("case", BOXES)
def test_blocks_are_told_by_keys_and_constants_at_any_depth(case: str, depot: ModuleType) -> None:
    box, kind = BOXES[case]
    body = {"items": [{"type": "turn", "boxes": [box]}]}
    value = read(depot, "request", body)
    assert kinds(value) == [kind]
    assert difference(body, write(depot, "request", value)) is None


ITEMS: dict[str, tuple[Json, str]] = {
    "without a type": ({"role": "user", "content": "Hi"}, "user"),
    "with a type": ({"type": "message", "role": "user", "content": "Hi"}, "user"),
    "another role": ({"type": "message", "role": "system", "content": "Hi"}, "system"),
    "a role and a type of its own": ({"type": "stamp", "role": "user"}, ""),
    "a type that no lens reads": ({"type": "search", "role": "user", "content": "Hi"}, ""),
    "a type that is null": ({"type": None, "role": "user", "content": "Hi"}, ""),
    "another type": ({"type": "turn", "role": "user", "boxes": []}, "assistant"),
    "no role": ({"content": "Hi"}, ""),
}


@pytest.mark.parametrize("case", ITEMS)
def test_what_need_not_have_a_tag_is_told_by_another(case: str, depot: ModuleType) -> None:
    item, role = ITEMS[case]
    value = read(depot, "request", {"items": [item]})
    assert value["messages"][0].get("role", "") == role
    assert difference({"items": [item]}, write(depot, "request", value)) is None


BODIES: dict[str, tuple[Json, str]] = {
    "a reply whose error is null": ({"boxes": [], "why": "done", "error": None}, ""),
    "an object": ({"error": {"text": "full", "code": "9"}}, "full"),
    "a text": ({"error": "full", "code": "9"}, "full"),
    "another key": ({"message": "full"}, "full"),
    "a failed reply": (
        {"id": "d1", "boxes": [], "why": "failed", "error": {"text": "full"}},
        "full",
    ),
    "a failed reply without an id": ({"boxes": [], "why": "failed", "error": {"text": "x"}}, "x"),
    "an unknown key beside": ({"error": "full", "at": 3}, "full"),
}


@pytest.mark.parametrize("case", BODIES)
def test_bodies_are_told_by_types_of_keys_and_come_back_as_they_were(
    case: str, depot: ModuleType
) -> None:
    body, message = BODIES[case]
    value = read(depot, "response", body)
    assert value.get("error", {}).get("message", "") == message
    assert difference(body, write(depot, "response", value)) is None


@pytest.mark.parametrize(
    "body", [{}, {"error": None}, {"error": 3}, {"message": None}, {"boxes": 1}]
)
def test_what_is_none_of_them_is_refused(body: Json, depot: ModuleType) -> None:
    assert read(depot, "response", body) == REFUSED


STAMP: Json = {"stamp": {"by": "depot"}}
"""What the wire gives each reply, whatever it says."""


def test_a_value_goes_to_the_body_that_keeps_what_it_has(depot: ModuleType) -> None:
    message = {"role": "assistant", "content": []}
    value = {"message": message, "finishReason": "error", "error": {"message": "full"}}
    assert write(depot, "response", value) == {"reason": {"text": "full"}, "type": "broken"}
    reply = write(depot, "response", {"id": "d1", **value})
    sent = {"id": "d1", "boxes": [], "why": "failed", "error": {"text": "full"}, **STAMP}
    assert reply == sent
    assert depot.losses_response({"id": "d1", **value}) == []


def test_a_note_of_a_body_holds_as_long_as_its_fields_do(depot: ModuleType) -> None:
    value = read(depot, "response", {"message": "full"})
    assert json.dumps(value["metadata"]) == '{"depot": {"$": {"body": "BriefFault"}}}'
    del value["error"]
    assert write(depot, "response", value) == {"boxes": [], "why": "failed", **STAMP}


BEGUN = [
    {"type": "begun", "delivery": {"id": "d1"}},
    {"type": "box_begun", "at": 0, "box": {"text": ""}},
]


def piece(value: Json) -> Json:
    return {"type": "box_piece", "at": 0, "piece": {"of": value}}


def shown_of(module: ModuleType, event: Json) -> list[Json]:
    """What a stream shows of one event more."""
    shown = [*module.decode_stream([*BEGUN, event])]
    return shown[len([*module.decode_stream(BEGUN)]) :]


def test_pieces_inside_an_event_are_told_by_their_keys(depot: ModuleType) -> None:
    assert shown_of(depot, piece({"text": "Hi"})) == [
        {"kind": "textDelta", "index": 0, "text": "Hi"}
    ]
    assert shown_of(depot, piece({"note": "later"})) == []
    begun, opaque = shown_of(depot, piece({"ink": 1}))
    assert begun == {"kind": "textDelta", "index": 0, "text": ""}
    assert opaque["kind"] == "opaque"


@pytest.mark.parametrize(
    "event", [{"message": "full"}, {"type": "broken", "reason": {"text": "full"}}]
)
def test_a_failure_is_told_by_its_keys_among_events_with_tags(
    event: Json, depot: ModuleType
) -> None:
    (shown,) = shown_of(depot, event)
    assert (shown["kind"], shown["error"]["message"]) == ("error", "full")


@pytest.mark.parametrize("odd", [piece(None), piece("text"), piece(["text"]), piece({"text": 1})])
def test_a_piece_of_another_form_is_refused(odd: Json, depot: ModuleType) -> None:
    with pytest.raises(ValueError, match="expected"):
        shown_of(depot, odd)


@pytest.mark.parametrize("kind", [{}, {"type": "note"}, {"type": None}])
def test_a_body_that_lacks_a_constant_of_its_type_is_refused(kind: Json, depot: ModuleType) -> None:
    """Its keys alone tell it from the other body; what else it must say is not dropped unseen."""
    body = {"reason": {"text": "full"}, "more": 1}
    assert depot.encode_response(depot.decode_response({"type": "broken", **body}))["more"] == 1
    with pytest.raises(ValueError, match="broken"):
        depot.decode_response({**kind, **body})


@pytest.mark.parametrize("odd", [{"type": "tock"}, {}, {"type": ["begun"]}, {"type": None}])
def test_an_event_that_is_none_of_them_is_shown_as_it_is(odd: Json, depot: ModuleType) -> None:
    assert [event["value"] for event in shown_of(depot, odd)] == [odd]


def test_the_interpreter_puts_its_stream_together_alike() -> None:
    body = Body(Spec(PROJECT, PROJECT.formats["depot"]))
    folder = GOLDEN / "payloads" / "depot"
    for event in json.loads((folder / "events.json").read_text(encoding="utf-8")):
        body.take(event)
    reply = json.loads((folder / "reply.json").read_text(encoding="utf-8"))
    assert difference(reply, body.built()) is None
    assert body.complete


def test_a_constant_that_others_have_too_tells_best_and_a_lone_one_last() -> None:
    def record(key: str, **properties: Json) -> Json:
        return {"required": [*properties, key], "properties": {**properties, key: {}}}

    shared = {"A": record("x", type={"const": "a"}), "B": record("y", type={"const": "b"})}
    lone = {"A": record("x", object={"const": "a"}), "B": record("y")}
    document = PROJECT.intermediate.document
    for defs, path in ((shared, ("type",)), (lone, ("x",))):
        questions = tell(Schema(document, defs), defs, defs, openly=False)
        assert [sign.path for sign in questions[0].claims[0]] == [path]
        assert questions[-1].claims == ((),)


BRIEF = '"required": [\n        "message"\n      ],\n      "properties"'
UNTAGGED = [(BRIEF, f'"not": {{ "required": ["type"] }}, {BRIEF}')]
MESSAGE = '"message": {\n          "type": "string"\n        }'
LETTERS = [(MESSAGE, '"message": { "type": "string", "minLength": 1 }')]
NAMED = [
    (MESSAGE, '"message": { "$ref": "#/$defs/Words" }'),
    ('"BriefFault": {', '"Words": { "type": "string", "minLength": 1, "title": "Words",\n'
     '      "description": "Words.", "examples": ["w"] },\n    "BriefFault": {'),
]  # fmt: skip
KNOWN = '"required": [\n              "message"\n            ]'
SAID = [(KNOWN, f'"properties": {{ "message": {{ "type": "string", "minLength": 1 }} }}, {KNOWN}'),
        *LETTERS]  # fmt: skip


@contextmanager
def both(
    changes: list[tuple[str, str]],
    folder: Path,
    name: str = "depot",
    definitions: dict[str, Any] | None = None,
) -> Iterator[tuple[Any, Interpreter]]:
    """A changed depot, or another wire, and the interpreter of it."""
    project = changed(name, changes, folder / "project", definitions)
    package = Package(folder / "package", f"telling_{next(NUMBERS)}")
    try:
        adapter = package.add(project, name)[1]
        yield adapter, Interpreter(project, project.formats[name])
    finally:
        package.close()


def test_what_a_failure_may_not_have_says_nothing_of_events_with_tags(tmp_path: Path) -> None:
    with both(UNTAGGED, tmp_path) as (depot, _):
        for odd in ({"type": "tock"}, {"type": None, "more": 1}):
            assert [event["value"] for event in shown_of(depot, odd)] == [odd]
        (shown,) = shown_of(depot, {"type": "broken", "reason": {"text": "full"}})
        assert shown["error"]["message"] == "full"


@pytest.mark.parametrize("changes", [LETTERS, NAMED, SAID])
def test_an_empty_text_is_no_sign_of_what_must_have_letters(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    with both(changes, tmp_path) as (depot, other):
        assert shown_of(depot, {"message": ""})[0]["kind"] == "opaque"
        assert shown_of(depot, {"message": "full"})[0]["error"]["message"] == "full"
        for body in ({"message": "full"}, {"message": ""}):
            try:
                value = depot.decode_response(body)
            except ValueError as error:
                assert type(error).__name__ == "ToolwireError"
                value = REFUSED
            assert difference(interpreted(other.decode, "response", body), value) is None
            assert (value is REFUSED) == (body["message"] == "")


def test_what_an_open_arm_says_twice_is_asked_once() -> None:
    def record(word: str) -> Json:
        return {"required": ["type"], "properties": {"type": {"const": word}}}

    tagged = {"required": ["type"], "properties": {"type": {"enum": ["a", "b"]}}}
    other = {"type": "object", "not": {"anyOf": [{"required": ["type"]}, tagged]}}
    defs = {"A": record("a"), "B": record("b"), "Other": other}
    questions = tell(Schema(PROJECT.intermediate.document, defs), defs, ["A", "B"])
    assert [one.claims for one in questions] == [
        ((Sign(("type",), ("a",)),),),
        ((Sign(("type",)),),),
    ]


NOT_THERE = {
    "Coded": {
        "type": "object",
        "required": ["code"],
        "properties": {"code": {}},
        "not": {"required": ["status"]},
    },
    "Stated": {
        "type": "object",
        "required": ["text"],
        "properties": {"text": {}, "status": {"type": "integer"}},
    },
}
"""One of them never has a status, the other may: that one may have a code that nobody knows."""


def test_what_a_type_never_has_is_asked_where_another_may_have_it() -> None:
    questions = tell(
        Schema(PROJECT.intermediate.document, NOT_THERE), [*NOT_THERE], [*NOT_THERE], openly=False
    )
    assert [(one.arm, [*map(str, one.claims[0])]) for one in questions] == [
        ("Coded", ["`code`", "no `status`"]),
        ("Stated", []),
    ]


def test_what_a_type_never_has_tells_one_that_must_have_it() -> None:
    must = {**NOT_THERE, "Stated": {**NOT_THERE["Stated"], "required": ["status"]}}
    questions = tell(
        Schema(PROJECT.intermediate.document, must), ["Stated", "Coded"], [*must], openly=False
    )
    assert [(one.arm, one.unlike, [*map(str, one.claims[0])]) for one in questions] == [
        ("Stated", "", ["`status`"]),
        ("Coded", "", []),
    ]


def test_several_keys_that_are_not_there_together_say_nothing_of_one() -> None:
    both = {**NOT_THERE, "Coded": {**NOT_THERE["Coded"], "not": {"required": ["status", "text"]}}}
    questions = tell(Schema(PROJECT.intermediate.document, both), [*both], [*both], openly=False)
    assert [*map(str, questions[0].claims[0])] == ["`code`"]


def outcome(name: str, code: Json, required: list[str], example: Json) -> str:
    """How a song went, as the text of a definition."""
    definition = {
        "title": name, "description": "How it went.", "x-reference": "https://example.com/choir",
        "type": "object", "required": required, "examples": [example],
        "properties": {"code": code, "text": {"type": "string"}},
    }  # fmt: skip
    return f'    "{name}": {json.dumps(definition)},\n'


ZERO = {"const": 0}
POOR = {"code": 7, "text": "hoarse"}
OUTCOMES = [
    ('    "Silence": {\n', outcome("Fine", ZERO, ["code"], {"code": 0})
     + outcome("Poor", {"type": "integer", "not": ZERO}, ["code", "text"], POOR)
     + '    "Silence": {\n'),
    ("error.message: silence", "error.message: base.text\n    given: { base.code: 7 }"),
]  # fmt: skip
IN_A_SONG = {
    "Silence/properties": {"base": {"$ref": "#/$defs/Poor"}, "line": {}},
    "Silence/required": ["base"],
    "Silence/examples": [{"base": POOR}],
    "Song/properties/base": {"$ref": "#/$defs/Fine"},
    "OtherEvent/not": {"anyOf": [{"required": ["line"]}, {"required": ["base"]}]},
}
"""A song may say how it went, what failed must; zero is never a failure."""


def test_a_constant_in_an_object_that_may_be_absent_tells_what_it_is_not(tmp_path: Path) -> None:
    line = {"by": "choir", "voice": "all", "text": "La"}
    with both(OUTCOMES, tmp_path, "choir", IN_A_SONG) as (choir, other):
        for body, reason in (
            ({"line": line}, "other"),
            ({"line": line, "base": {"code": 0}}, "other"),
            ({"line": line, "base": {}}, "other"),
            ({"line": line, "base": POOR}, "error"),
            ({"base": POOR}, "error"),
        ):
            value = choir.decode_response(body)
            assert value["finishReason"] == reason
            assert choir.encode_response(value) == body
            assert difference(interpreted(other.decode, "response", body), value) is None


def test_what_an_absent_object_says_is_no_sign_that_it_is_there() -> None:
    inner = {"type": "object", "properties": {"code": ZERO}}
    outer = {"type": "object", "properties": {"base": {"$ref": "#/$defs/Inner"}}}
    excluded = {"properties": {"base": {"properties": {"code": ZERO}}}}
    defs = {
        "Inner": inner, "Held": outer, "Must": {**outer, "required": ["base"]},
        "Other": {"type": "object", "not": {**excluded, "required": ["base"]}},
    }  # fmt: skip
    for name, asked in (("Held", True), ("Must", False)):
        schema = Schema(PROJECT.intermediate.document, defs)
        (question,) = tell(schema, [name, "Other"], [name])
        assert (() in question.claims) is asked


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"held": {"code": 0}, "text": "a"}, True),
        ({"held": {}, "text": "a"}, True),
        ({"held": {"code": 0}, "text": 1}, False),
        ({"held": {"code": False}, "text": "a"}, False),
        ({"held": 0, "text": "a"}, False),
        ({"text": "a"}, False),
        ("held", False),
    ],
)
def test_an_open_arm_says_which_constants_are_known(value: Json, expected: bool) -> None:
    holder = {"properties": {"code": ZERO}}
    other = {
        "required": ["held", "text"],
        "properties": {"held": holder, "text": {"type": "string"}},
    }
    assert known_as_another({"type": "object", "not": other}, value) is expected
