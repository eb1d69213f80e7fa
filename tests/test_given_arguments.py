"""Arguments of a call that the wire gives as an object, and never in pieces."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiled import Package
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"
ROWS = [
    "arguments: {0}\n    invalidArguments: broken",
    "(arguments, invalidArguments): {0} | object(raw)",
]
NO_OBJECT: list[dict[str, Json]] = [{"input": {}, "broken": "{"}, {"input": {"raw": "{"}}]
"""How an object is mapped: as it is, with a key for what is none, or through an operator."""
each_mapping = pytest.mark.parametrize("mapping", [0, 1], ids=["as it is", "object(key)"])


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("given"), "given_arguments")
    yield package
    package.close()


def adapter(package: Package, folder: Path, name: str, changes: dict[str, str]) -> ModuleType:
    """A golden wire that says other things in the places of some lines."""
    shutil.copytree(GOLDEN / "schemas" / name, folder / "schemas" / name)
    shutil.copy(GOLDEN / "schemas" / "intermediate.schema.json", folder / "schemas")
    path = folder / "schemas" / name / "transform.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    path = folder / "schemas" / name / "wire.schema.json"
    wire = json.loads(path.read_text(encoding="utf-8"))
    for record in ("CallItem", "FunctionPart", "FunctionPiece"):
        if record in wire["$defs"]:
            wire["$defs"][record]["properties"] |= {
                "input": {"type": "object"},
                "broken": {"type": "string"},
            }
    for record in wire["$defs"].values():
        record["examples"] = []
    path.write_text(json.dumps(wire), encoding="utf-8")
    project = load_project(folder)
    assert [str(finding) for finding in check_project(resolve(project))] == []
    return package.add(project, name)[1]


def deltas(decoded: list[Json]) -> list[tuple[str, str]]:
    """What is shown of calls: their ids, and the pieces of their arguments."""
    return [
        (event.get("id", ""), event.get("argumentsDelta", ""))
        for event in decoded
        if event["kind"] == "toolCallDelta"
    ]


PIECES: list[Json] = [
    {"kind": "started", "id": "r1", "model": "m"},
    {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add", "argumentsDelta": '{"a"'},
    {"kind": "toolCallDelta", "index": 0, "argumentsDelta": ":1}"},
    {"kind": "blockEnd", "block": "toolCall", "index": 0},
    {"kind": "toolCallDelta", "index": 1, "id": "c2", "name": "add", "argumentsDelta": '{"a":2}'},
]
"""A stream of another wire, which sends arguments in pieces; of its second call nothing ends."""
CALLS = [
    {"kind": "toolCall", "toolCall": {"id": f"c{n}", "name": "add", "arguments": {"a": n}}}
    for n in (1, 2)
]
COMPLETED = {
    "kind": "completed",
    "response": {
        "id": "r1",
        "model": "m",
        "message": {"role": "assistant", "content": CALLS},
        "finishReason": "tool_calls",
    },
}


@each_mapping
def test_an_element_that_begins_with_its_arguments(
    mapping: int, package: Package, tmp_path: Path
) -> None:
    module = adapter(
        package,
        tmp_path,
        "relay",
        {
            "(arguments, invalidArguments): input | object(__raw__)": ROWS[mapping].format("input"),
            '{ "items[at].input": piece.json | append(json) }': "ignore",
        },
    )
    reply: dict[str, Json] = {"id": "r1", "model": "m", "by": "model", "items": [], "why": None}
    call = {"type": "call", "tool": "add"}
    events: list[Json] = [
        {"type": "begun", "reply": reply},
        {"type": "item_begun", "at": 0, "item": {**call, "id": "c1", "input": {"a": 1}}},
        {"type": "item_done", "at": 0},
        {"type": "item_begun", "at": 1, "item": {**call, "id": "c2", **NO_OBJECT[mapping]}},
        {"type": "item_done", "at": 1},
        {"type": "item_begun", "at": 2, "item": {**call, "id": "c3", "input": {}}},
        {"type": "item_done", "at": 2},
        {"type": "ended", "end": {"why": "call"}},
    ]
    decoded = [*module.decode_stream(events)]
    shown = [("c1", ""), ("", '{"a":1}'), ("c2", ""), ("", "{"), ("c3", "")]
    assert deltas(decoded) == shown
    assert decoded[-1]["response"] == module.decode_response(
        {**reply, "items": [e["item"] for e in events if "item" in e], "why": "call"}
    )
    assert [*module.encode_stream(decoded)] == events
    sent = [*module.encode_stream([*PIECES, COMPLETED])]
    assert [e["item"]["input"] for e in sent if "item" in e] == [{"a": 1}, {"a": 2}]
    assert [*module.decode_stream(sent)][-1] == COMPLETED


@each_mapping
def test_an_item_of_a_numbered_list_that_has_its_arguments(
    mapping: int, package: Package, tmp_path: Path
) -> None:
    row = ROWS[mapping].format("function.input").replace("broken", "function.broken")
    module = adapter(
        package,
        tmp_path,
        "ticker",
        {
            "(arguments, invalidArguments): function.input | json": row,
            "      picks[at].line.calls[at].function.input:"
            " picks.delta.calls.function.input | append\n": "",
        },
    )
    calls: list[Json] = [{"input": {"a": 1}}, NO_OBJECT[mapping], {"input": {}}]
    items: list[Json] = [
        {"at": n, "sort": "function", "key": f"c{n}", "function": {"name": "add", **given}}
        for n, given in enumerate(calls)
    ]
    head = {"key": "r1", "engine": "m"}
    events: list[Json] = [{**head, "picks": [{"at": 0, "delta": {"role": "model"}}]}]
    events += [{**head, "picks": [{"at": 0, "delta": {"calls": [item]}}]} for item in items]
    events.append({**head, "picks": [{"at": 0, "delta": {}, "why": "CALL"}]})
    decoded = [*module.decode_stream(events)]
    # An object may get more: it is shown when no more comes.
    assert [name for name, _ in deltas(decoded) if name] == ["c0", "c1", "c2"]
    pieces = [event for event in decoded if event.get("argumentsDelta")]
    assert {event["index"]: event["argumentsDelta"] for event in pieces} == {0: '{"a":1}', 1: "{"}
    assert decoded[-1]["response"]["message"]["content"][1]["toolCall"]["invalidArguments"] == "{"
    assert [*module.decode_stream(module.encode_stream(decoded))] == decoded
    sent = [*module.encode_stream([*PIECES, COMPLETED])]
    inputs = [
        (item["at"], item["key"], item["function"]["input"])
        for event in sent
        for item in event["picks"][0]["delta"].get("calls", ())
    ]
    assert inputs == [(0, "c1", {"a": 1}), (1, "c2", {"a": 2})]
    assert [*module.decode_stream(sent)][-1] == COMPLETED
