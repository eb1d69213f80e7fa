"""Counts inside of a reply's message: its lens has no field for them, the reply's has one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiled import Package
from golden_wires import changed, checked, compiled
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted

Json = Any
TALLY = """"Tally": {
      "title": "Tally",
      "description": "What it cost.",
      "x-reference": "https://example.com/choir",
      "type": "object",
      "required": ["read", "written"],
      "properties": {"read": {"type": "integer"}, "written": {"type": "integer"}},
      "examples": [{"read": 3, "written": 2}]
    },
    "WordsPart": {"""
VOICE = '"voice": {"const": "all"},\n        '
INSIDE = [
    ('"WordsPart": {', TALLY),
    (f'{VOICE}"text"', f'{VOICE}"heard": {{"$ref": "#/$defs/Tally"}},\n        "text"'),
    (
        "  Response <-> Silence:",
        "  Usage <-> Tally:\n"
        "    (cacheReadTokens, reasoningTokens): { lost: words are counted alone }\n"
        '    inputTokens: read\n    outputTokens: written\n    metadata: "*"\n'
        "  Response <-> Silence:",
    ),
]
MAPPED = [*INSIDE, ("    usage: { lost: a song is not counted }\n", "    usage: line.heard\n")]
LINE = {"by": "choir", "voice": "all", "text": "La", "heard": {"read": 3, "written": 2}}


def test_the_row_that_can_read_them_is_named(tmp_path: Path) -> None:
    _, findings = checked("choir", INSIDE, tmp_path)
    asked = [one for one in findings if "no row reads" in one]
    assert len(asked) == 1
    assert asked[0].endswith("add `usage: line.heard`")
    assert "no row reads `line.heard` of `Song`" in asked[0]


def test_it_reads_them_of_a_reply_and_a_request_keeps_them(tmp_path: Path) -> None:
    project = changed("choir", MAPPED, tmp_path / "project")
    package = Package(tmp_path / "package", "counts_inside")
    module = package.add(project, "choir")[1]
    other = Interpreter(project, project.formats["choir"])
    bodies: dict[str, Json] = {
        "response": {"line": LINE, "why": "END"},
        "request": {"lines": [{"by": "hall", "text": "Hi"}, LINE]},
    }
    for entry, body in bodies.items():
        value = getattr(module, f"decode_{entry}")(body)
        assert difference(getattr(module, f"encode_{entry}")(value), body) is None
        assert difference(interpreted(other.decode, entry, body), value) is None
        if entry == "response":
            assert value["usage"] == {"inputTokens": 3, "outputTokens": 2}
            assert "metadata" not in value["message"]
        else:
            assert value["messages"][1]["metadata"] == {"choir": {"heard": LINE["heard"]}}
    package.close()


IN_BARS = [
    *MAPPED,
    ('"by": {"type": "string"},\n        "text"',
     '"by": {"type": "string"},\n        "heard": {"$ref": "#/$defs/Tally"},\n        "text"'),
]  # fmt: skip
TOLD = ("      why: why\n", "      line.heard: line.heard\n      why: why\n")


def test_a_stream_needs_a_row_for_them(tmp_path: Path) -> None:
    (finding,) = checked("choir", IN_BARS, tmp_path)[1]
    assert "no row for `line.heard`, which counts tokens" in finding


def test_in_a_stream_they_go_out_with_the_end_and_nothing_is_told_again(tmp_path: Path) -> None:
    with compiled("choir", [*IN_BARS, TOLD], tmp_path) as module:
        cue = {"at": 0, "sort": "cue", "key": "c", "name": "add", "input": "{}"}
        reply = {"key": "r", "choir": "m", "line": {**LINE, "calls": [cue]}, "why": "CUE"}
        response = module.decode_response(reply)
        events = [*module.encode_stream([{"kind": "completed", "response": response}])]
        assert [event["line"].get("heard") for event in events] == [None, None, None, LINE["heard"]]
        assert [event["line"].get("text") for event in events] == [None, "La", None, None]
        decoded = [*module.decode_stream(events)]
        assert [event["usage"] for event in decoded if event["kind"] == "usage"] == [
            response["usage"]
        ]
        assert decoded[-1]["response"] == response


TOKENS = '        "count": {"$ref": "#/$defs/Tokens"}'
WHY = '        "why": {"type": ["string", "null"]}'
PICKED = '      "examples": [{"at": 0, "line"'
IN_PICKS = [
    ("    usage: count\n", "    usage: picks.0.count\n"),
    ("  last: count\n", ""),
    (f"{WHY}\n      }},\n{PICKED}", f"{TOKENS},\n{WHY}\n      }},\n{PICKED}"),
    ('        "delta": {', '        "count": {"$ref": "#/$defs/Tokens"},\n        "delta": {'),
    (',\n        "count": {"$ref": "#/$defs/Tokens"}\n', "\n"),
    (',\n        "count": {"$ref": "#/$defs/Tokens"}\n', "\n"),
    ("      count: count | latest\n", "      picks[at].count: picks.count\n"),
]


def test_those_of_an_item_of_a_list_go_out_with_the_end_too(tmp_path: Path) -> None:
    with compiled("ticker", IN_PICKS, tmp_path) as module:
        count = {"read": 3, "written": 2, "total": 5}
        call = {"sort": "function", "key": "c1", "function": {"name": "add", "input": "{}"}}
        line = {"role": "model", "text": "Hi", "calls": [call]}
        reply = {"picks": [{"at": 0, "line": line, "why": "CALL", "count": count}]}
        response = module.decode_response(reply)
        assert response["usage"] == {"inputTokens": 3, "outputTokens": 2}
        events = [*module.encode_stream([{"kind": "completed", "response": response}])]
        picks = [pick for event in events for pick in event["picks"]]
        assert [pick.get("count") for pick in picks] == [*[None] * (len(picks) - 1), count]
        assert [pick["delta"].get("text") for pick in picks[:2]] == [None, "Hi"]
        assert picks[0]["delta"] == {"role": "model"}
        decoded = [*module.decode_stream(events)]
        assert [event["usage"] for event in decoded if event["kind"] == "usage"] == [
            response["usage"]
        ]
        assert decoded[-1]["response"] == response


FILLED = [
    *IN_PICKS,
    ("picks.0.count\n", '"picks.0.count | fill({\\"inputTokens\\": 0, \\"outputTokens\\": 0})"\n'),
    ('"required": ["at"]', '"required": ["at", "count"]'),
    *[('{"at": 0, "line"', '{"count": {"read": 1, "total": 1}, "at":  0, "line"')] * 2,
]


def test_counts_that_nobody_knows_yet_are_not_told_where_a_stream_begins(tmp_path: Path) -> None:
    with compiled("ticker", FILLED, tmp_path) as module:
        message = {"role": "assistant", "content": [{"kind": "text", "text": "Hi"}]}
        usage = {"inputTokens": 3, "outputTokens": 2}
        response = {"message": message, "finishReason": "stop", "usage": usage}
        events = [*module.encode_stream([{"kind": "completed", "response": response}])]
        totals = [event["picks"][0].get("count", {}).get("total") for event in events]
        assert totals == [None, None, 5]
