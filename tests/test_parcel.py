"""What the golden wire `parcel` carries where a value is edited, or odd."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import changed, checked
from interpreter.adapter import Interpreter
from test_interpreter import interpreted
from toolwire_codegen.load.project import load_project

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"


@pytest.fixture(scope="module")
def parcel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("parcel"), "parcel_adapters")
    yield package.add(read_once(GOLDEN), "parcel")[1]
    package.close()


def body_of(items: list[Json]) -> Json:
    return {"slips": [{"from": "driver", "items": items}]}


LINES = [
    {"sort": "line", "words": "Thr", "sources": ["a"]},
    {"sort": "blot", "why": "no"},
    {"sort": "line", "words": "ee."},
]


def test_records_are_one_text_and_keep_their_rest(parcel: ModuleType) -> None:
    body = body_of([{"sort": "words", "lines": LINES}])
    request = parcel.decode_request(body)
    assert request["messages"][0]["content"][0]["text"] == "Three."
    assert parcel.encode_request(request) == body


@pytest.mark.parametrize(
    "lines",
    [
        LINES,
        [{"sort": "line", "words": "Three.", "sources": []}],
        [{"sort": "line", "words": "Three."}],
        [{"sort": "line", "words": "Three.", "sources": ["a"]}],
        [{"sort": "line", "words": "Three.", "sources": []}, {"sort": "rule"}],
        [{"sort": "rule"}, {"sort": "line", "words": "Three.", "sources": []}],
        [{"sort": "denial", "no": "Never."}],
        [{"sort": "blot", "why": "no", "words": "Hm"}],
        [],
    ],
)
def test_a_list_of_records_is_streamed_as_it_is(parcel: ModuleType, lines: Json) -> None:
    body = {"number": "r1", "items": [{"sort": "words", "lines": lines}], "why": "here"}
    response = parcel.decode_response(body)
    events = [*parcel.encode_stream([{"kind": "completed", "response": response}])]
    for stream in (events, whole_events(body)):
        *_, last = parcel.decode_stream(stream)
        assert parcel.encode_response(last["response"]) == body


def whole_events(body: Json) -> list[Json]:
    """The events of a reply whose items come whole."""
    items = body["items"]
    begun = {**body, "items": [], "why": None}
    pairs = [[{"type": "item", "at": at, "item": item}, {"type": "done", "at": at}]
             for at, item in enumerate(items)]  # fmt: skip
    return [{"type": "begun", "receipt": begun}, *(event for both in pairs for event in both),
            {"type": "ended", "end": {"why": body["why"]}}]  # fmt: skip


def test_pieces_go_to_the_last_record_of_their_type(parcel: ModuleType) -> None:
    events = whole_events({"items": [{"sort": "words", "lines": LINES[:2]}], "why": "here"})
    records = [{"sort": "line", "words": "Fo"}, {"sort": "line", "words": "ur"},
               {"sort": "denial", "no": "No"}, {"sort": "line", "words": "!"}]  # fmt: skip
    events[2:2] = [{"type": "more", "at": 0, "more": piece} for piece in records]
    decoded = [*parcel.decode_stream(events)]
    shown = [event["text"] for event in decoded if event["kind"] == "textDelta"]
    assert shown == ["Thr", "Fo", "ur", "No", "!"]
    assert parcel.encode_response(decoded[-1]["response"])["items"][0]["lines"] == [
        *LINES[:2],
        {"sort": "line", "words": "Four", "sources": []},
        {"sort": "denial", "no": "No"},
        {"sort": "line", "words": "!", "sources": []},
    ]


def test_a_new_text_is_one_record(parcel: ModuleType) -> None:
    request = parcel.decode_request(body_of([{"sort": "words", "lines": LINES}]))
    request["messages"][0]["content"][0]["text"] = "Four."
    written = parcel.encode_request(request)["slips"][0]["items"]
    line = {"sort": "line", "words": "Four.", "sources": []}
    assert written == [{"sort": "words", "lines": [line]}]


def test_what_a_new_record_has_beside_its_text_is_no_form(parcel: ModuleType) -> None:
    line = {"sort": "line", "words": "Two.", "sources": []}
    body = body_of([{"sort": "words", "lines": [line]}, {"sort": "thought", "notes": "Hm"}])
    request = parcel.decode_request(body)
    blocks = [{"kind": "text", "text": "Two."}, {"kind": "reasoning", "text": "Hm"}]
    assert request["messages"][0]["content"] == blocks
    assert parcel.encode_request(request) == body


def test_a_text_from_elsewhere_is_as_its_row_says_and_an_empty_one_none(parcel: ModuleType) -> None:
    content = [{"kind": "reasoning", "text": "Hm"}, {"kind": "text", "text": ""}]
    request = {"messages": [{"role": "assistant", "content": content}]}
    assert parcel.losses_request(request) == []
    items = parcel.encode_request(request)["slips"][0]["items"]
    assert items == [
        {"sort": "thought", "notes": "Hm"},
        {"sort": "words", "lines": []},
    ]


def instructions(content: Json) -> Json:
    return {"messages": [{"role": "system", "content": content}]}


TEXTS = [{"kind": "text", "text": "Be brief."}, {"kind": "text", "text": "Be kind."}]


def test_several_texts_are_one_string_with_an_empty_line_between(parcel: ModuleType) -> None:
    request = instructions(TEXTS)
    written = parcel.encode_request(request)
    assert written["slips"] == [{"from": "house", "text": "Be brief.\n\nBe kind."}]
    losses = parcel.losses_request(request)
    assert [(loss.path, loss.code) for loss in losses] == [("/messages/0/content", "merged")]
    again = parcel.decode_request(written)
    assert again == instructions("Be brief.\n\nBe kind.")


def test_one_text_is_joined_without_a_loss(parcel: ModuleType) -> None:
    for content in ("Be brief.", TEXTS[:1]):
        request = instructions(content)
        assert parcel.encode_request(request)["slips"][0]["text"] == "Be brief."
        assert parcel.losses_request(request) == []


def test_what_is_no_text_has_no_place_among_joined_ones(parcel: ModuleType) -> None:
    image = {"kind": "image", "url": "https://example.com/a.png"}
    request = instructions([image, {**TEXTS[0], "metadata": {"relay": {"x": 1}}, "mood": 1}])
    assert parcel.encode_request(request)["slips"][0]["text"] == "Be brief."
    assert {(loss.path, loss.code) for loss in parcel.losses_request(request)} == {
        ("/messages/0/content/0", "unsupported"),
        ("/messages/0/content/1/metadata/relay/x", "foreign"),
        ("/messages/0/content/1/mood", "unknown"),
    }
    empty = [(loss.path, loss.code) for loss in parcel.losses_request(instructions([]))]
    assert empty == [("/messages/0/content", "value")]


def shaped(text: Json) -> Json:
    return {"slips": [], "tools": [{"name": "add", "shape": {"text": text, "strict": True}}]}


def test_an_object_is_json_text_in_the_spelling_it_came_in(parcel: ModuleType) -> None:
    body = shaped('{ "a": 1 }')
    request = parcel.decode_request(body)
    assert request["tools"][0]["parameters"] == {"a": 1}
    assert parcel.encode_request(request) == body
    request["tools"][0]["parameters"] = {"a": 2}
    assert parcel.encode_request(request) == shaped('{"a":2}')


@pytest.mark.parametrize("text", ["[1]", "", "{", "null", 3])
def test_text_that_is_no_object_is_left_as_it_is(parcel: ModuleType, text: Json) -> None:
    body = shaped(text)
    request = parcel.decode_request(body)
    assert "parameters" not in request["tools"][0]
    assert parcel.encode_request(request) == body


def demanding(path: Path, name: str, key: str) -> None:
    """A schema whose type of that name must have a key."""
    schema = json.loads(path.read_text(encoding="utf-8"))
    schema["$defs"][name]["required"].append(key)
    path.write_text(json.dumps(schema), encoding="utf-8")


def test_where_the_object_must_be_there_all_around_it_is_left(tmp_path: Path) -> None:
    changed("parcel", [], tmp_path)
    demanding(tmp_path / "schemas" / "intermediate.schema.json", "ToolDefinition", "parameters")
    demanding(tmp_path / "schemas" / "parcel" / "wire.schema.json", "ToolSlip", "shape")
    package = Package(tmp_path / "package", "parcel_demanding")
    project = load_project(tmp_path)
    module = package.add(project, "parcel")[1]
    for text in ("{}", "[1]", 3):
        body = shaped(text)
        request = module.decode_request(body)
        assert request == interpreted(
            Interpreter(project, project.formats["parcel"]).decode, "request", body
        )
        assert request["tools"][0].get("kind") == (None if text == "{}" else "opaque")
        assert module.encode_request(request) == body
    package.close()


def sent(content: Json) -> Json:
    return {"messages": [{"role": "user", "content": content}]}


PICTURE = {"kind": "image", "data": "AAAA"}


def test_a_text_beside_pictures_is_a_block_and_alone_a_string(parcel: ModuleType) -> None:
    slips: list[tuple[Json, Json]] = [
        ({"text": "Look."}, "Look."),
        ({"text": "Look.", "pictures": ["AAAA"]}, [{"kind": "text", "text": "Look."}, PICTURE]),
        ({"pictures": ["AAAA"]}, [PICTURE]),
        ({"text": ""}, ""),
        ({}, []),
    ]
    for slip, content in slips:
        body = {"slips": [{"from": "sender", **slip}]}
        assert parcel.decode_request(body) == sent(content)
        assert parcel.encode_request(sent(content)) == body
        assert parcel.losses_request(sent(content)) == []


def test_what_a_bare_text_cannot_say_is_reported(parcel: ModuleType) -> None:
    request = sent([{**PICTURE, "mimeType": "image/png"}, {"kind": "image", "url": "https://a.b"}])
    assert parcel.encode_request(request)["slips"] == [{"from": "sender", "pictures": ["AAAA"]}]
    assert [(loss.path, loss.code) for loss in parcel.losses_request(request)] == [
        ("/messages/0/content/0/mimeType", "field"),
        ("/messages/0/content/1", "unsupported"),
    ]


@pytest.mark.parametrize("pictures", [[], None, [1], "AAAA"])
def test_a_list_of_anything_but_texts_is_left_as_it_is(
    parcel: ModuleType, pictures: Json
) -> None:
    body = {"slips": [{"from": "sender", "text": "Look.", "pictures": pictures}]}
    request = parcel.decode_request(body)
    assert request["messages"][0]["content"] == "Look."
    assert parcel.encode_request(request) == body


def pictured(data: Json) -> Json:
    return {"slips": [{"from": "sender", "pictures": [data]}, {"from": "clock", "at": b"\x00"}]}


def sealed(data: Json) -> Json:
    return {"items": [{"sort": "thought", "notes": [], "seal": data}], "why": "here"}


def test_bytes_stand_for_base64_text_where_the_schema_marks_it(parcel: ModuleType) -> None:
    for build, name in ((pictured, "request"), (sealed, "response")):
        binary, text = build(b"\x00\x10"), build("ABA=")
        decode, encode = (getattr(parcel, f"{way}_{name}") for way in ("decode", "encode"))
        value = decode(binary)
        assert value == decode(text)
        assert binary == build(b"\x00\x10")
        assert encode(value) == text
        assert encode(value, binary=True) == binary
        assert encode(value) == text


def test_marked_text_that_is_no_base64_stays_text(parcel: ModuleType) -> None:
    for text in ("ABA", "%%%%", "é"):
        value = parcel.decode_response(sealed(text))
        assert parcel.encode_response(value, binary=True) == sealed(text)


def events(seal: Json) -> list[Json]:
    item = {"sort": "thought", "notes": [], "seal": seal}
    return [
        {"type": "begun", "receipt": {"items": [], "why": None}},
        {"type": "item", "at": 0, "item": item},
        {"type": "done", "at": 0},
        {"type": "ended", "end": {"why": "here"}},
    ]


def test_bytes_stand_for_base64_text_in_events(parcel: ModuleType) -> None:
    decoded = [*parcel.decode_stream(events(b"\x00\x10"))]
    assert decoded == [*parcel.decode_stream(events("ABA="))]
    for binary, seal in ((True, b"\x00\x10"), (False, "ABA=")):
        written = [*parcel.encode_stream(decoded, binary=binary)]
        assert [one["item"]["seal"] for one in written if one["type"] == "item"] == [seal]


def test_asynchronous_events_have_bytes_too(parcel: ModuleType) -> None:
    async def coming(given: list[Json]) -> Any:
        for one in given:
            yield one

    async def all_of(given: Any) -> list[Json]:
        return [one async for one in given]

    decoded = asyncio.run(all_of(parcel.adecode_stream(coming(events(b"\x00\x10")))))
    assert decoded == [*parcel.decode_stream(events("ABA="))]
    written = asyncio.run(all_of(parcel.aencode_stream(coming(decoded), binary=True)))
    assert written == [*parcel.encode_stream(decoded, binary=True)]


def test_nothing_too_deep_is_looked_through(parcel: ModuleType) -> None:
    deep: Json = "AAAA"
    for _ in range(100_000):
        deep = [deep]
    body = sealed(deep)
    assert parcel.decode_response(body) is not None
    assert parcel.encode_response(parcel.decode_response(body), binary=True)["why"] == "here"


DEMANDED = [
    ('"required": ["name"],\n      "properties": {"name": {"type": "string"}, "shape"',
     '"required": ["name", "shape"],\n      "properties": {"name": {"type": "string"}, "shape"'),
    ('"examples": [{"name": "add"}]', '"examples": [{"name": "add", "shape": {"text": "{}"}}]'),
    ('"examples": [{"name": "add"}]', '"examples": [{"name": "add", "shape": {"text": "{}"}}]'),
    ("shape.text | json\n", "shape.text | json | fill({})\n"),
]  # fmt: skip


@pytest.mark.parametrize("text", ["no", "[1]", ""])
def test_what_is_written_for_an_absent_field_spares_what_could_not_be_read(
    text: str, tmp_path: Path
) -> None:
    body = {**body_of([]), "tools": [{"name": "add", "shape": {"text": text}}]}
    project = changed("parcel", DEMANDED, tmp_path / "project")
    package = Package(tmp_path, "filled_parcel")
    try:
        parcel = package.add(project, "parcel")[1]
    finally:
        package.close()
    request = parcel.decode_request(body)
    assert "parameters" not in request["tools"][0]
    assert parcel.encode_request(request) == body
    assert parcel.losses_request(request) == []
    assert Interpreter(project, project.formats["parcel"]).encode("request", request) == body
    request["tools"][0] = {"name": "add"}
    assert parcel.encode_request(request)["tools"][0]["shape"] == {"text": "{}"}
    assert [one.code for one in parcel.losses_request(request)] == ["filled"]


@pytest.mark.parametrize("key", ["why", "words"])
def test_a_text_of_another_type_in_the_list_is_read_by_something(tmp_path: Path, key: str) -> None:
    """What may be missing says something of a text; what each such record has is one."""
    blot = '"required": ["sort"],\n      "properties": {"sort": {"const": "blot"}'
    changes = [(blot, blot.replace('"sort"]', f'"sort", "{key}"]'))]
    example = ('{"sort": "blot", "why": "no"}', '{"sort": "blot", "why": "no", "words": "Hm"}')
    (one,) = checked("parcel", [*changes, example], tmp_path)[1]
    assert "the texts of each `Blot` would be no part of this one; `lines` holds such" in one
    assert f"nothing reads `{key}`" in one
