"""What events say of why a reply ended, as long as it goes on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import golden_wires
from golden_wires import checked, compiled, pager_events
from toolwire import cohere_chat

NULLABLE = '''            "$ref": "#/$defs/CallSlip"
          }
        },
        "why": {
          "type": [
            "string",
            "null"
          ]
        }
      },
      "required": [
        "from"
      ],
      "examples": [
        {
          "from": "pager",
          "text": "Hel"'''
NEVER = NULLABLE.replace('[\n            "string",\n            "null"\n          ]', '"string"')
DEMANDED = NEVER.replace('"from"\n', '"from", "why"\n')
REPLY = {"note": {"from": "pager", "text": "Three.", "why": "done"}}


def test_null_stands_there_where_it_may(tmp_path: Path) -> None:
    *ahead, last = pager_events([], REPLY, tmp_path)
    assert [event["note"]["why"] for event in ahead] == [None] * len(ahead)
    assert last["note"]["why"] == "done"


def test_where_no_event_may_have_null_it_is_left_out(tmp_path: Path) -> None:
    *ahead, last = pager_events([(NULLABLE, NEVER)], REPLY, tmp_path)
    assert ahead
    assert not any("why" in event["note"] for event in ahead)
    assert last["note"]["why"] == "done"


def test_it_cannot_be_left_out_where_it_is_demanded(tmp_path: Path) -> None:
    _, findings = checked("pager", [(NULLABLE, DEMANDED)], tmp_path)
    assert any("stands in each `Page`, also while the reply goes on" in one for one in findings)


RECEIPT = json.loads((golden_wires.GOLDEN / "payloads/parcel/reply.json").read_text("utf-8"))
NUMBERED = [
    ('"receipt": {"$ref": "#/$defs/Receipt"}}',
     '"receipt": {"$ref": "#/$defs/Receipt"}, "number": {"type": "string"}}'),
    ('"required": ["type", "receipt"]', '"required": ["type", "receipt", "number"]'),
    ('"examples": [{"type": "begun", "receipt": {"items": [],',
     '"examples": [{"type": "begun", "number": "n", "receipt": {"items": [], "number": "n",'),
    ('"required": ["items", "why"]', '"required": ["items", "why", "number"]'),
    ('"examples": [{"items": [], "why": "here"',
     '"examples": [{"items": [], "number": "n", "why": "here"'),
    ("id: number", 'id: number | default("")'),
]  # fmt: skip
"""An event with the reply in it demands its number beside it, too."""
TIDE = [
    ('"why": {"type": ["string", "null"]}\n      },\n      "examples": [{"items": []',
     '"why": {"type": ["string", "null"]}, "tide": {"type": "string"}\n      },\n'
     '      "examples": [{"items": []'),
    ('"properties": {"type": {"const": "ended"},',
     '"properties": {"type": {"const": "ended"}, "tide": {"type": "string"},'),
]  # fmt: skip
"""What the last event may say of the reply by itself, beside the object that has the rest of it."""


def parcel_events(changes: list[tuple[str, str]], reply: Any, folder: Path) -> list[Any]:
    """The events of a reply of a changed `parcel`, which read again are that reply."""
    with golden_wires.compiled("parcel", changes, folder) as module:
        response = module.decode_response(reply)
        events = [*module.encode_stream([{"kind": "completed", "response": response}])]
        assert [*module.decode_stream(events)][-1]["response"] == response
    return events


def test_an_event_around_a_reply_says_of_it_what_it_must(tmp_path: Path) -> None:
    begun, *_ = parcel_events(NUMBERED, {**RECEIPT, "number": "n1"}, tmp_path)
    assert begun["number"] == begun["receipt"]["number"] == "n1"


@pytest.mark.parametrize("ignored", [True, False])
def test_what_no_one_reads_of_the_last_event_goes_out_inside_of_it(
    ignored: bool, tmp_path: Path
) -> None:
    ignore = [("{ .: end }", "{ .: end, ignore: [tide] }")] if ignored else []
    *_, ended = parcel_events([*TIDE, *ignore], {**RECEIPT, "tide": "low"}, tmp_path)
    assert (ended["end"] if ignored else ended)["tide"] == "low"


def test_the_last_event_has_the_object_that_it_must_also_where_nothing_stands_in_it() -> None:
    reply = {"message": {"role": "assistant", "content": []}, "finishReason": "stop"}
    own = {"cohere_chat": {"note": 1, "$": {"absent": ["finish_reason", "usage"]}}}
    done = {"kind": "completed", "response": {**reply, "metadata": own}}
    events: list[Any] = [*cohere_chat.encode_stream([done])]
    assert events[-1] == {"type": "message-end", "delta": {"finish_reason": "COMPLETE", "note": 1}}
    assert cohere_chat._tail_events({}, {}) == [{"type": "message-end", "delta": {}}]


def test_a_key_that_no_row_names_is_reason_enough_for_the_last_event(tmp_path: Path) -> None:
    with golden_wires.compiled("usher", [], tmp_path) as module:
        assert module._tail_events({"tip": "none"}, {}) == [{"sort": "ended", "tip": "none"}]
        assert module._tail_events({}, {}) == []


TALLIED = [
    ('"properties": {\n        "sort": {\n          "const": "ended"\n        },',
     '"properties": {\n        "sort": {\n          "const": "ended"\n        },\n'
     '        "tally": {"$ref": "#/$defs/Tally"},'),
    ('        "count": {\n          "$ref": "#/$defs/Count"\n        },\n        "tip": {\n'
     '          "type": "string"\n        },\n        "seats"',
     '        "tip": {\n          "type": "string"\n        },\n        "seats"'),
    ('    "Ended": {\n',
     '    "Tally": {"title": "Tally", "description": "Counts.", "type": "object",\n'
     '      "x-reference": "https://example.com/usher", "examples": [{}],\n'
     '      "properties": {"count": {"$ref": "#/$defs/Count"}}},\n    "Ended": {\n'),
    ("Ended: { why: why, count: count }", "Ended: { why: why, count: tally.count }"),
]  # fmt: skip


def test_the_last_event_goes_out_for_whatever_it_brings(tmp_path: Path) -> None:
    with golden_wires.compiled("usher", TALLIED, tmp_path) as module:
        bodies: list[Any] = [{"why": "call"}, {"count": {"read": {}}}, {}]
        events = [module._tail_events(body, body) for body in bodies]
    assert events == [
        [{"sort": "ended", "why": "call"}],
        [{"sort": "ended", "tally": {"count": {"read": {}}}}],
        [],
    ]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        (
            [("    stop: [true, null]\n", "    stop: [null, true]\n")],
            "a reply whose `said.over` is not there would never be complete; a table says that as "
            "the reason why it ended; name the place where the table has a word for it",
        ),
        (
            [('"over": {\n          "const": true', '"over": {\n          "type": "boolean"'),
             ("said.over: [true], ", "said.over: [false], ")],
            "a reply whose `said.over` is `true` would never be complete",
        ),
        (
            [("default(other)", "default(length)")],
            "`finishReason` is written as nothing where it is length; its table reads nothing as "
            "other; write `default(other)`",
        ),
        ([("  on:\n", "  last: said\n  on:\n")], "`said` does not come last; `said.over` stands"),
        ([("| run\n", "| run(opens)\n")], "`asked.hails` has no use for `opens`"),
        (
            [("default(other)", "default(stop)"), ("null]\": other", "null]\": stop")],
            'write `default(tool_calls)`, and `"<- [null, null]": stop` in the table',
        ),
    ],
)  # fmt: skip
def test_an_end_that_is_never_said_so_is_found(
    changes: list[tuple[str, str]], wrong: str, tmp_path: Path
) -> None:
    (finding,) = checked("radio", changes, tmp_path)[1]
    assert wrong in finding


def test_any_place_of_a_table_may_say_that_a_reply_ended(tmp_path: Path) -> None:
    changes = [
        ("(said.over, said.garbled)", "(said.garbled, said.over)"),
        *[(f"{to}: [true, null]", f"{to}: [null, true]") for to in ("stop", 'length"', 'calls"')],
    ]  # fmt: skip
    with compiled("radio", changes, tmp_path) as radio:
        events = [{"said": {"turn": {"parts": [{"text": "Hi"}]}}}, {"said": {"over": True}}]
        decoded = [*radio.decode_stream(events)]
        assert decoded[-1]["response"]["finishReason"] == "stop"
        assert [*radio.encode_stream(decoded)] == events


@pytest.mark.parametrize(
    "changes",
    [
        [('"-> tool_calls": [true, null]', '"-> tool_calls": [null, true]')],
        [("default(other)", "default(tool_calls)"), ('null]": other', 'null]": stop')],
    ],
)
def test_calls_end_a_reply_that_says_nothing_else(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert checked("radio", changes, tmp_path)[1] == []


def test_a_constant_that_a_reply_would_have_ended_with_is_found(tmp_path: Path) -> None:
    row = "    Ended: { .: end, count: count }\n"
    constant = row.replace(" }", ", why: { const: %s } }")
    (finding,) = checked("convoy", [(row, constant % "done")], tmp_path)[1]
    assert "would have ended before it began: `why` is in `ends`" in finding
    assert checked("convoy", [(row, constant % "null")], tmp_path / "b")[1] == []


def test_a_word_that_is_left_out_where_a_reply_ends_is_found(tmp_path: Path) -> None:
    left_out = [('absent: { id: "", why: null }', 'absent: { id: "", why: done }')]
    (finding,) = checked("convoy", left_out, tmp_path)[1]
    assert "a stream whose `Ended` has no `end.why` never ends" in finding
    nullable = '"required": ["why"],\n      "properties": {"why": {"type": ["string", "null"]}}'
    changes = [(nullable, nullable.replace('["string", "null"]', '"string"'))]
    assert checked("convoy", [*left_out, *changes], tmp_path / "b")[1] == []


WORDS = "ends: { state: [done, short, call] }"
LIT = 'absent: { id: "", model: "", state: lit }'


@pytest.mark.parametrize("ends", ["ends: state", "ends: { state: [] }"])
def test_a_word_of_a_reply_that_goes_on_ends_none(ends: str, tmp_path: Path) -> None:
    findings = checked("flare", [(WORDS, ends)], tmp_path)[1]
    assert "'lit' would end a reply, as any word of `state`; at 66:34 it" in findings[0]
    done = [(WORDS, ends), (LIT, LIT.replace("lit", "done"))]
    assert not any("any word" in one for one in checked("flare", done, tmp_path / "b")[1])


def test_where_events_leave_it_out_any_word_is_an_end(tmp_path: Path) -> None:
    left_out = [('absent: { id: "", why: null }', 'absent: { id: "", why: going }')]
    findings = checked("convoy", left_out, tmp_path)[1]
    assert not any("any word" in one for one in findings), findings


def test_a_word_of_each_event_ends_none_where_null_may_stand_there_too(tmp_path: Path) -> None:
    going = [("absent: { why: null }", "absent: { why: going }")]
    findings = checked("choir", going, tmp_path)[1]
    assert any("'going' would end a reply, as any word of `why`" in one for one in findings)


@pytest.mark.parametrize(("reason", "number"), [("length", 1), ("other", 0)])
def test_a_word_that_is_only_read_ends_a_reply(
    reason: str, number: int, tmp_path: Path
) -> None:
    read = [("state: { stop: done,", f'state: {{ "<- cut": {reason}, "<- lit": pause, stop: done,')]
    findings = checked("flare", read, tmp_path)[1]
    lines = [one for one in findings if "would never be complete" in one]
    assert len(lines) == number, findings
    assert all("whose `state` is `cut` would" in one for one in lines)


def test_nothing_is_left_around_a_place_that_says_nothing_yet(tmp_path: Path) -> None:
    text = '"properties": {\n        "said": {'
    named = (text, text.replace('"said"', '"name": {"type": "string"}, "said"'))
    changes = [("    (id, model): {", "    id: name\n    model: {"), named, named]
    message = {"role": "assistant", "content": [{"kind": "text", "text": "Hi"}]}
    events = [
        {"kind": "started", "id": "r"},
        {"kind": "completed", "response": {"id": "r", "message": message, "finishReason": "stop"}},
    ]
    with compiled("radio", changes, tmp_path) as radio:
        begun, *_, last = radio.encode_stream(events)
    assert begun == {"name": "r"}
    assert last["said"]["over"] is True
