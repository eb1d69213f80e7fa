"""Elements of several types that keep their text under one key: whose is a piece of it?"""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

from building import copied_project
from compiled import Package
from golden_wires import checked, compiled
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
THOUGHTS_HAVE_TEXT = [
    ("    text: thought\n    absent: { seal", "    text: text\n    absent: { seal"),
    ('    CarPiece.Musing: { "cars[at].thought": load.thought | append }\n', ""),
    ('        {"$ref": "#/$defs/Musing"},\n', ""),
    ('"required": ["type", "thought"],', '"required": ["type", "text"],'),
    ('        "thought": {"type": "string"},\n        "seal"',
     '        "text": {"type": "string"},\n        "seal"'),
    ('"examples": [{"type": "thought", "thought": "Hm", "seal": "s"}]',
     '"examples": [{"type": "thought", "text": "Hm", "seal": "s"}]'),
]  # fmt: skip


def test_an_untyped_piece_is_shown_of_whichever_type_its_element_is(tmp_path: Path) -> None:
    with compiled("convoy", THOUGHTS_HAVE_TEXT, tmp_path) as convoy:
        count = {"read": 1, "written": 1}
        reply = {"id": "r", "model": "m", "why": "done", "count": count, "cars": [
            {"type": "thought", "text": "Hm.", "seal": "s"},
            {"type": "word", "text": "Four."},
        ]}  # fmt: skip
        response, sealed = convoy.decode_response(reply), {"convoy": {"seal": "s"}}
        pieces = [
            {"kind": "reasoningDelta", "index": 0, "text": "H", "metadata": sealed},
            {"kind": "reasoningDelta", "index": 0, "text": "m."},
            {"kind": "textDelta", "index": 1, "text": "Four."},
        ]
        events = [*convoy.encode_stream([*pieces, {"kind": "completed", "response": response}])]
        decoded = [*convoy.decode_stream(events)]
        shown = [event for event in decoded if event.get("text")]
        assert [(event["kind"], event["text"]) for event in shown] == [
            ("reasoningDelta", "H"), ("reasoningDelta", "m."), ("textDelta", "Four."),
        ]  # fmt: skip
        assert decoded[-1]["response"] == response


def responses_with_free_arguments(folder: Path) -> ModuleType:
    """Responses, as if free calls had their text where others have arguments, and came whole."""
    project = copied_project(folder, ("openai_responses",))
    spec = project / "schemas" / "openai_responses" / "transform.yaml"
    lines = spec.read_text(encoding="utf-8").splitlines(keepends=True)
    begin = next(at for at, line in enumerate(lines) if "CustomToolCallInputDelta:" in line)
    del lines[begin : begin + 2]
    text = "".join(line for line in lines if "CustomToolCallInputDone:" not in line)
    begin = text.index("  ToolCall <-> CustomToolCallItem:")
    text = text[:begin] + text[begin:].replace("    input: input\n", "    input: arguments\n", 1)
    text = text.replace("    ignore:\n      [", "    ignore:\n      [CustomToolCallInputDelta, CustomToolCallInputDone,\n       ", 1)  # fmt: skip # noqa: E501
    spec.write_text(text, encoding="utf-8")
    wire = project / "schemas" / "openai_responses" / "wire.schema.json"
    schema = json.loads(wire.read_text(encoding="utf-8"))
    called = schema["$defs"]["CustomToolCallItem"]
    called["properties"]["arguments"] = called["properties"].pop("input")
    called["required"] = [key for key in called["required"] if key != "input"] + ["arguments"]
    for one in called["examples"]:
        one["arguments"] = one.pop("input")
    wire.write_text(json.dumps(schema, indent=1), encoding="utf-8")
    loaded = load_project(project)
    assert [str(one) for one in check_project(resolve(loaded))] == []
    return Package(folder / "package", "free_arguments").add(loaded, "openai_responses")[1]


def test_pieces_of_one_type_of_call_are_none_of_another_that_comes_whole(tmp_path: Path) -> None:
    responses = responses_with_free_arguments(tmp_path)
    reply = {
        "id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed",
        "parallel_tool_calls": True, "tool_choice": "auto", "tools": [], "output": [
            {"type": "custom_tool_call", "id": "t", "call_id": "d", "name": "note",
             "arguments": "x", "status": "completed"},
            {"type": "function_call", "id": "f", "call_id": "c", "name": "tide",
             "arguments": '{"at":3}', "status": "completed"}],
    }  # fmt: skip
    response = responses.decode_response(reply)
    events = [*responses.encode_stream([{"kind": "completed", "response": response}])]
    pieces = [event for event in events if event["type"].endswith("arguments.delta")]
    assert [event["output_index"] for event in pieces] == [1]
    decoded = [*responses.decode_stream(events)]
    assert [event["kind"] for event in decoded[1:4]] == ["block", "toolCallDelta", "toolCallDelta"]
    assert decoded[-1]["response"] == response


def test_a_typed_piece_has_to_fit_what_elements_of_its_type_keep(tmp_path: Path) -> None:
    calls_have_text = [
        ("(arguments, invalidArguments): input |", "(arguments, invalidArguments): text |"),
        ('"id", "tool", "input"]', '"id", "tool", "text"]'),
        ('"input": {"type": "object"}', '"text": {"type": "object"}'),
        ('"cars[at].input": load.json | append(json)',
         '"cars[at].text": "load.json | append(json, WordCar)"'),
        ('"tool": "add", "input": {}}]', '"tool": "add", "text": {}}]'),
    ]  # fmt: skip
    _, findings = checked("convoy", calls_have_text, tmp_path)
    assert any("`append` makes an object, not string" in one for one in findings), findings
