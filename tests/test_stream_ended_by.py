"""Streams that tell by an event of its own that a reply is complete, and nowhere why."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GONE, changed, checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body
from samples import difference

Json = Any
TEXT = {"kind": "text", "text": "Hi"}
TEXTUAL = {"type": "string"}

# -- a wire whose events are about elements, and of which no reply says why it ended

REASON = "    finishReason: why | table(why) | calls\n"
FIXED = "    finishReason: { const: stop, calls: tool_calls }\n"
ROWS = "    Ended: { .: end, count: count }\n"
ENDED_BY = [
    (REASON, FIXED),
    ('absent: { id: "", why: null }', 'absent: { id: "" }'),
    ("tables:\n  why: { stop: done, length: long, tool_calls: call, ", "# "),
    ("  ends: why\n", "  ends: Ended\n"),
    (ROWS, "    Ended: { count: count }\n"),
]
NOTHING_SAYS_WHY: dict[str, Json] = {
    "Reply/properties/why": GONE,
    "Reply/examples": [{"id": "r1", "model": "m", "cars": []}],
    "Begun/examples": [{"type": "begun", "reply": {"id": "r1", "cars": []}}],
    "Ended/properties/end": GONE,
    "Ended/required": ["type"],
    "Ended/examples": [{"type": "ended"}],
}
COUNT = {"read": 3, "written": 2}
TOLD: list[dict[str, Json]] = [
    {"type": "begun", "reply": {"id": "r1", "model": "m", "cars": []}},
    {"type": "car_begun", "at": 0, "car": {"type": "word", "text": ""}},
    {"type": "car_piece", "at": 0, "load": {"type": "letters", "text": "Hi"}},
    {"type": "car_done", "at": 0},
    {"type": "ended"},
]


def reply(*content: Json, reason: str = "stop") -> Json:
    message = {"role": "assistant", "content": [*content]}
    return {"id": "r1", "model": "m", "message": message, "finishReason": reason}


@pytest.mark.parametrize("more", [{}, {"count": COUNT}, {"kept": 1}, {"count": COUNT, "kept": 1}])
def test_the_event_ends_a_reply_whatever_it_says(more: Json, tmp_path: Path) -> None:
    events = [*TOLD[:-1], {**TOLD[-1], **more}]
    with compiled("convoy", ENDED_BY, tmp_path, NOTHING_SAYS_WHY) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        response = decoded[-1]["response"]
        assert response["message"]["content"] == [TEXT]
        assert response["finishReason"] == "stop"
        assert [*wire.encode_stream(copy.deepcopy(decoded))] == events
        body = wire.encode_response(response)
        assert wire.decode_response(body) == response


def test_it_says_what_it_is_whatever_the_reply_has_under_that_key(tmp_path: Path) -> None:
    """What else it has a key for is none of the reply's, either."""
    reply = {**TOLD[0]["reply"], "type": "train", "total": 1}
    events = [{**TOLD[0], "reply": reply}, *TOLD[1:-1], {"type": "ended", "total": COUNT}]
    counted = [*ENDED_BY, ("{ count: count }\n", "{ count: total }\n")]
    total = {**NOTHING_SAYS_WHY, "Ended/properties": {
        "type": {"const": "ended"}, "total": {"$ref": "#/$defs/Count"},
    }}  # fmt: skip
    with compiled("convoy", counted, tmp_path, total) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        sent = [*wire.encode_stream(decoded)]
        assert sent[-1] == events[-1]
        assert [*wire.decode_stream(sent)][-1]["kind"] == "completed"


def test_without_it_a_reply_is_not_complete(tmp_path: Path) -> None:
    with compiled("convoy", ENDED_BY, tmp_path, NOTHING_SAYS_WHY) as wire:
        for size in range(len(TOLD)):
            decoded = [*wire.decode_stream(TOLD[:size])]
            assert "completed" not in [event["kind"] for event in decoded]
            sent = [*wire.encode_stream(decoded)]
            assert "ended" not in [event["type"] for event in sent]


def test_the_calls_of_a_reply_say_what_no_word_does(tmp_path: Path) -> None:
    call = {"type": "call", "id": "c1", "tool": "add", "input": {}}
    events = [TOLD[0], {"type": "car_begun", "at": 0, "car": call}, *TOLD[3:]]
    with compiled("convoy", ENDED_BY, tmp_path, NOTHING_SAYS_WHY) as wire:
        response = [*wire.decode_stream(events)][-1]["response"]
        assert response["finishReason"] == "tool_calls"
        assert wire.losses_response(response) == []
        assert wire.decode_response(wire.encode_response(response)) == response
        for given in (reply(TEXT, reason="length"), reply(TEXT, reason="tool_calls")):
            (loss,) = wire.losses_response(given)
            assert (loss.path, loss.code) == ("/finishReason", "value")
            assert wire.encode_response(given, on_loss="ignore")["cars"]


def test_a_reply_of_another_wire_goes_out_with_it(tmp_path: Path) -> None:
    """Whatever that one says of its end."""
    started = {"kind": "started", "id": "r1", "model": "m"}
    intermediate = [started, {"kind": "textDelta", "text": "Hi"}]
    end = {"kind": "completed", "response": reply(TEXT, reason="length")}
    with compiled("convoy", ENDED_BY, tmp_path, NOTHING_SAYS_WHY) as wire:
        assert [*wire.encode_stream([*intermediate, end], on_loss="ignore")] == TOLD


def test_a_reply_may_say_why_it_ended_and_need_not(tmp_path: Path) -> None:
    """An event that ends it stands beside a place that may say so."""
    both = [("  ends: why\n", "  ends: [why, Ended]\n")]
    may = {"Ended/required": ["type"]}
    with compiled("convoy", both, tmp_path, may) as wire:
        for end, reason in (({"why": "long"}, "length"), ({}, "other")):
            events = [*TOLD[:-1], {"type": "ended", **({"end": end} if end else {})}]
            decoded = [*wire.decode_stream(events)]
            assert decoded[-1]["response"]["finishReason"] == reason
            (ended,) = [one for one in wire.encode_stream(decoded) if one["type"] == "ended"]
            assert ended.get("end", {}) == end


# -- a wire whose events have the shape of the reply

OVER = {
    "title": "Over",
    "description": "The song is over.",
    "x-reference": "https://example.com/choir",
    "type": "object",
    "properties": {"over": {"const": True}, "bar": {"type": "integer"}},
    "required": ["over", "bar"],
    "examples": [{"over": True, "bar": 3}],
}
SUNG = [
    ("why | table(why) | calls\n", "{ const: stop, calls: tool_calls }\n"),
    ("    absent: { why: null }\n", ""),
    (
        "tables:\n  why:\n    stop: END\n    length: LONG\n    tool_calls: CUE\n"
        '    "<- *": other\n    "-> other": END\n    "-> error": END\n',
        "",
    ),
    ("  ends: why\n", "  ends: Over\n"),
    ("      why: why\n", "    Over: {}\n"),
]
SONG: dict[str, Json] = {
    "Over": OVER,
    "SongEvent/anyOf": [{"$ref": f"#/$defs/{one}"} for one in
                        ("Bar", "Over", "Silence", "OtherEvent")],
    "OtherEvent/not/anyOf": [{"required": [one]} for one in ("line", "over", "silence")],
    "Song/properties/why": GONE,
    "Song/examples": [{"line": {"by": "choir", "voice": "all", "text": "La"}}],
    "Bar/properties/why": GONE,
}  # fmt: skip
BARS: list[Json] = [
    {"bar": 0, "key": "r1", "choir": "m", "line": {"form": "bar", "text": "H"}},
    {"bar": 1, "key": "r1", "choir": "m", "line": {"form": "bar", "text": "i"}},
    {"bar": 2, "over": True},
]


def test_it_goes_out_behind_all_that_has_the_shape_of_the_reply(tmp_path: Path) -> None:
    with compiled("choir", SUNG, tmp_path, SONG) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(BARS))]
        assert decoded[-1]["response"]["message"]["content"] == [TEXT]
        sent = [*wire.encode_stream(decoded)]
        assert sent[-1] == {"bar": len(sent) - 1, "over": True}
        assert sent[-2]["line"]["text"] == "i"  # nothing else says that it is the last
        assert [event["bar"] for event in sent] == [*range(len(sent))]
        again = [*wire.decode_stream(copy.deepcopy(sent))]
        assert difference(decoded[-1]["response"], again[-1]["response"]) is None
        assert [*wire.decode_stream(BARS[:-1])][-1]["kind"] != "completed"


def test_the_last_word_of_a_stream_ends_a_reply_too(tmp_path: Path) -> None:
    """Nothing follows that, whether the event came or not."""
    worded = [*SUNG, ("  repeats: {", '  framing: { done: "[END]" }\n  repeats: {')]
    with compiled("choir", worded, tmp_path, SONG) as wire:
        for events in (BARS, BARS[:-1]):
            decoded = [*wire.decode_stream([*events, "[END]"])]
            assert decoded[-1]["response"]["message"]["content"] == [TEXT]


SUM = {
    "title": "Sum",
    "description": "What was counted.",
    "x-reference": "https://example.com/choir",
    "type": "object",
    "properties": {"read": {"type": "integer"}, "sung": {"type": "integer"}},
    "required": ["read", "sung"],
    "examples": [{"read": 1, "sung": 2}],
}
COUNTED = [
    *SUNG[:-1],
    ("      why: why\n", "    Over: { sum: total }\n"),
    ("    id: key\n", "    id: key | expected\n"),
    ("    usage: { lost: a song is not counted }\n", "    usage: sum\n"),
    (
        "  Response <-> Silence:\n",
        "  Usage <-> Sum:\n    inputTokens: read\n    outputTokens: sung\n"
        "    (reasoningTokens, cacheReadTokens): { lost: it is not counted }\n"
        '    metadata: "*"\n  Response <-> Silence:\n',
    ),
]
WITH_SUM: dict[str, Json] = {
    **SONG,
    "Sum": SUM,
    "Over/properties/total": {"$ref": "#/$defs/Sum"},
    "Over/properties/key": TEXTUAL,
    "Over/required": ["over", "bar", "key"],
    "Over/examples": [{"over": True, "bar": 2, "key": "r1"}],
    "Song/properties/sum": {"$ref": "#/$defs/Sum"},
    "Song/required": ["line", "key"],
    "Song/examples": [{"key": "r1", "line": {"by": "choir", "voice": "all", "text": "La"}}],
}


@pytest.mark.parametrize("told_sum", [{}, {"total": {"read": 3, "sung": 2}}])
def test_it_brings_keys_of_the_reply(told_sum: Json, tmp_path: Path) -> None:
    """Those that the others do not have come with it; what it requires is said once more."""
    events = [*BARS[:-1], {**BARS[-1], "key": "r1", **told_sum}]
    with compiled("choir", COUNTED, tmp_path, WITH_SUM) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        assert [event["kind"] for event in decoded].count("usage") == len(told_sum)
        response = decoded[-1]["response"]
        assert ("usage" in response) is bool(told_sum)
        sent = [*wire.encode_stream(decoded)]
        assert sent[-1] == {"over": True, "bar": len(sent) - 1, "key": "r1", **told_sum}
        assert not any(event.keys() & {"sum", "total"} for event in sent[:-1])
        at_once = [{"kind": "started", "id": "r1"}, {"kind": "completed", "response": response}]
        assert [*wire.encode_stream(at_once)][-1]["key"] == "r1"
        assert [*wire.decode_stream(sent)][-1]["response"] == response


@pytest.mark.parametrize(
    ("name", "changes", "definitions", "events"),
    [("convoy", ENDED_BY, NOTHING_SAYS_WHY, TOLD), ("choir", SUNG, SONG, BARS)],
    ids=["elements", "shaped"],
)
def test_the_interpreter_ends_with_the_same_event(
    name: str, changes: Any, definitions: Json, events: list[Json], tmp_path: Path
) -> None:
    project = changed(name, changes, tmp_path, definitions)
    body = Body(Interpreter(project, project.formats[name]).spec)
    for event in events:
        assert not body.complete
        body.take(copy.deepcopy(event))
    assert body.complete


# -- what is found

CLOSED = {
    "title": "Closed",
    "description": "Nothing follows.",
    "x-reference": "https://example.com/convoy",
    "type": "object",
    "properties": {"type": {"const": "closed"}},
    "required": ["type"],
    "examples": [{"type": "closed"}],
}
EVENTS = ("Begun", "CarBegun", "CarPiece", "CarDone", "Ended", "Closed", "Fault", "OtherEvent")
WITH_CLOSED: dict[str, Json] = {
    **NOTHING_SAYS_WHY,
    "Closed": CLOSED,
    "ReplyEvent/anyOf": [{"$ref": f"#/$defs/{one}"} for one in EVENTS],
    "OtherEvent/not/properties/type/enum":
        ["begun", "car_begun", "car_piece", "car_done", "ended", "closed", "fault"],
}  # fmt: skip


def named(ends: str, *more: tuple[str, str]) -> list[tuple[str, str]]:
    return [*ENDED_BY, ("  ends: Ended\n", f"  ends: {ends}\n"), *more]


CLOSES = ("    Fault: error\n", "    Closed: {}\n    Fault: error\n")
KNOWN = ("    Fault: error\n", "    ignore: Closed\n    Fault: error\n")
LETTERS = '    CarPiece.Letters: { "cars[at].text": load.text | append }\n'
LETTERS_UNREAD = (LETTERS, "    CarPiece.Letters: ignore\n")
FOUND: list[tuple[str, list[tuple[str, str]], Json, str]] = [
    (
        *("convoy", named("Endet"), NOTHING_SAYS_WHY),
        "unknown-path `Reply` has no path `Endet`; near it: Ended; name a path of the schema, or "
        "add it there",
    ),
    (
        *("convoy", named("{ Ended: [done] }"), NOTHING_SAYS_WHY),
        "unreadable-row `Ended` ends a reply with any word; it is an event, and no place of the "
        "reply; write `Ended: []`",
    ),
    (
        *("convoy", named("CarDone"), NOTHING_SAYS_WHY),
        "misplaced `CarDone` is about an element; the reply goes on behind that; name the event "
        "that comes behind the last of them",
    ),
    (
        *("convoy", named("CarPiece.Letters"), NOTHING_SAYS_WHY),
        "misplaced `CarPiece.Letters` is about an element; the reply goes on behind that; name "
        "the event that comes behind the last of them",
    ),
    (
        *("convoy", named("CarPiece.Letters", LETTERS_UNREAD), NOTHING_SAYS_WHY),
        "misplaced `CarPiece.Letters` is about an element; the reply goes on behind that; name "
        "the event that comes behind the last of them",
    ),
    (
        *("convoy", named("[Ended, Fault]"), NOTHING_SAYS_WHY),
        "misplaced `Fault` tells of a failure; that is the end of a reply in any case; leave it "
        "out here",
    ),
    (
        *("convoy", named("Begun"), NOTHING_SAYS_WHY),
        "misplaced `Begun` stands ahead of the events of the elements; events are sent in this "
        "order, and the reply would have ended before it has these; write it behind `CarDone`",
    ),
    (
        "convoy",
        [*ENDED_BY, ("    Ended: { count: count }\n", "    Ended: ignore\n")],
        NOTHING_SAYS_WHY,
        "misplaced no reply that goes out would be complete: `Ended` is never sent; nothing is "
        "read of it, and nothing goes out for it; write `Ended: {}`, or rows: it goes out with "
        "each reply",
    ),
    (
        *("convoy", named("[Ended, Closed]", CLOSES), WITH_CLOSED),
        "misplaced `Closed` would end each reply once more; `Ended` at 118:5 does; write "
        '`"<- Closed"` or `Closed: ignore` if it is only read',
    ),
    (
        *("convoy", named("Ended", CLOSES), WITH_CLOSED),
        "event-without-row `Closed` brings nothing; write `ignore`, or name it in `ends` if it "
        "ends a reply",
    ),
    (
        *("convoy", named("[]"), NOTHING_SAYS_WHY),
        "misplaced nothing says when a reply is complete; `ends` names a key that is there, and no "
        "null, only then; write `ends: wire.path`, or the event that comes then: `ends: Event`",
    ),
    (
        *("choir", [*SUNG[:-2], ("  ends: why\n", "  ends: Bar\n"), SUNG[-1]], SONG),
        "misplaced each `Bar` would end a reply; it brings a part of one; name an event of its "
        "own, or the place that says why it ended",
    ),
    (
        *("choir", [*SUNG[:-1], ("      why: why\n", "    Over: { line.by: by }\n")]),
        {**SONG, "Over/properties/by": TEXTUAL},
        "misplaced `Over` brings `line.by: by`, and is sent once, behind all else; `Bar` tells all "
        "others, and this one has what says no more; let it have keys of the reply itself, such "
        "as the counts: `key: key`",
    ),
    (
        *("flare", [("  ends: { state: [done, short, call] }", "  ends: Out")], {}),
        "misplaced not each reply ends with `Out`; `state` says which does; write `ends: { state: "
        "[word, word] }`",
    ),
    (
        *("barge", [("  ends: { state: [arrived, asking, long] }", "  ends: TripLong")], {}),
        "misplaced not each reply ends with `TripLong`; `state` says which does; write `ends: { "
        "state: [word, word] }`",
    ),
    (
        *("convoy", [*ENDED_BY, (", calls: tool_calls }", " }")], NOTHING_SAYS_WHY),
        "table-not-total a reply with calls would be read as one that ended by 'stop'; nothing "
        "else says why it did; write `finishReason: { const: stop, calls: tool_calls }`",
    ),
    (
        *("convoy", [*ENDED_BY, ("calls: tool_calls }", "calls: length }")], NOTHING_SAYS_WHY),
        'misplaced calls do not make `finishReason` another: always "stop", beside calls "length"; '
        "of a `finishReason` they make 'stop' 'tool_calls'; write `finishReason: { const: stop, "
        "calls: tool_calls }`, or `const` alone",
    ),
    (
        "convoy",
        [("finishReason: { const: error }", "finishReason: { const: error, calls: tool_calls }")],
        {},
        'misplaced calls do not make `finishReason` another: always "error", beside calls '
        "\"tool_calls\"; of a `finishReason` they make 'stop' 'tool_calls'; write `finishReason: { "
        "const: stop, calls: tool_calls }`, or `const` alone",
    ),
    (
        "convoy",
        [*ENDED_BY, (f"    message.content: cars\n{FIXED}", f"{FIXED}    message.content: cars\n")],
        NOTHING_SAYS_WHY,
        "misplaced `calls` has no meaning here; it looks for calls in the message; put the row of "
        "the message before this one",
    ),
]


@pytest.mark.parametrize(("name", "changes", "definitions", "finding"), FOUND)
def test_what_ends_no_reply_is_found(
    name: str, changes: Any, definitions: Json, finding: str, tmp_path: Path
) -> None:
    _, found = checked(name, changes, tmp_path, definitions)
    assert [one for one in found if one.endswith(finding)], "\n".join(found)
    assert len(found) == 1 or name == "choir"


NEED_NOT_SAY = {"Ended/required": ["type"]}
SAYS_IT_NEVER = {
    **NEED_NOT_SAY,
    "Ended/properties/end": GONE,
    "Ended/examples": [{"type": "ended"}],
}
MAY_BE_CLOSED = {**NOTHING_SAYS_WHY, "Reply/properties/closed": {"type": "boolean"}}
RIGHT: list[tuple[str, list[tuple[str, str]], Json]] = [
    ("convoy", named("[Ended, Closed]", KNOWN), WITH_CLOSED),
    # What no word ends the event does, whatever else says so.
    ("convoy", [("  ends: why\n", "  ends: { why: [done], Ended: [] }\n")], {}),
    ("convoy", named("{ closed: [true], Ended: [] }"), MAY_BE_CLOSED),
    (
        "convoy",
        [("  ends: why\n", "  ends: [why, Ended]\n"), (ROWS, "    Ended: { count: count }\n")],
        SAYS_IT_NEVER,
    ),
    (
        "convoy",
        [(', why: null }', ', why: going }'), ("  ends: why\n", "  ends: [why, Ended]\n")],
        NEED_NOT_SAY,
    ),
    # A place that says why may be read, and need not end anything.
    ("convoy", [("  ends: why\n", "  ends: Ended\n")], {}),
]


@pytest.mark.parametrize(("name", "changes", "definitions"), RIGHT)
def test_what_ends_a_reply_is_no_finding(
    name: str, changes: Any, definitions: Json, tmp_path: Path
) -> None:
    assert checked(name, changes, tmp_path, definitions)[1] == []


def test_whose_reply_it_is_is_told_ahead_of_the_event_that_ends_it(tmp_path: Path) -> None:
    begins = "    Begun: { .: reply }\n", "    Begun: { cars: reply.cars, model: reply.model }\n"
    late = "    Fault: error\n", "    Closed: { id: id }\n    Fault: error\n"
    schema = {**WITH_CLOSED, "Closed/properties/id": TEXTUAL}
    _, found = checked("convoy", named("Ended", begins, late), tmp_path, schema)
    assert [one for one in found if "`Closed` goes out behind `Ended`, which ends the" in one]


def test_an_event_of_which_nothing_is_read_ends_a_reply_too(tmp_path: Path) -> None:
    """It is read, and another goes out."""
    events = [*TOLD[:-1], {"type": "closed"}]
    with compiled("convoy", named("[Ended, Closed]", KNOWN), tmp_path, WITH_CLOSED) as wire:
        decoded = [*wire.decode_stream(events)]
        assert decoded[-1]["kind"] == "completed"
        assert [*wire.encode_stream(decoded)] == TOLD
