"""A reply with two lists, one of texts and one of calls, where events have the shape of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import golden_wires
from toolwire import mistral_chat

Json = Any
LISTED = [
    (
        '"anyOf": [\n        {"type": "string"},\n'
        '        {"type": "array", "items": {"$ref": "#/$defs/SungPart"}},\n'
        '        {"type": "null"}\n      ],\n      "examples": ["La"]',
        '"type": "array",\n      "items": {"$ref": "#/$defs/SungPart"},\n      "examples": [[]]',
    ),
    *[('"all", "text": "La"', '"all", "text": []')] * 2,
    *[('"bar", "text": "La"', '"bar", "text": []')] * 3,
    ('      "*": text | text\n', '      "*": text\n'),
    ("line.text: line.text | append", "line.text: line.text | run(text)"),
]
"""The changes of a choir whose lines are lists, and never a string."""
CUE = {"sort": "cue", "key": "c1", "name": "add", "input": '{"a":1}', "at": 0}


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with golden_wires.compiled("choir", LISTED, tmp_path_factory.mktemp("choir")) as module:
        yield module


def song(text: list[Json], calls: list[Json]) -> Json:
    """A reply as a whole."""
    line = {"by": "choir", "voice": "all", "text": text, "calls": calls}
    return {"line": line, "why": "CUE"}


def words(text: str) -> Json:
    """A text of the list."""
    return {"sort": "words", "text": text}


def events_of(wire: ModuleType, body: Json) -> list[Json]:
    """A reply that came whole as a stream."""
    response = wire.decode_response(body)
    return [*wire.encode_stream([{"kind": "completed", "response": response}])]


@pytest.mark.parametrize(
    "text",
    [[words("See")], [words("See"), {"sort": "hum", "hum": [{"sound": {"text": "mm"}}]}], [],
     [{"sort": "drum", "beats": 3}, words("See")]],
)  # fmt: skip
def test_calls_and_texts_each_go_out_in_their_own_list(wire: ModuleType, text: list[Json]) -> None:
    body = song(text, [CUE, {**CUE, "key": "c2", "at": 1}])
    events = events_of(wire, body)
    lists = [event["line"].keys() & {"text", "calls"} for event in events]
    assert all(len(one) < 2 for one in lists)
    texts = [item for event in events for item in event["line"].get("text", ())]
    assert texts == text
    cues = [cue for event in events for cue in event["line"].get("calls", ())]
    assert [cue["key"] for cue in cues] == ["c1", "c2"]
    response = [*wire.decode_stream(events)][-1]["response"]
    assert response["message"] == wire.decode_response(body)["message"]


def test_pieces_of_texts_and_calls_go_out_as_they_come(wire: ModuleType) -> None:
    call = {"id": "c1", "name": "add", "arguments": {"a": 1}}
    content = [{"kind": "text", "text": "Hello"}, {"kind": "toolCall", "toolCall": call}]
    response = {"message": {"role": "assistant", "content": content}, "finishReason": "tool_calls"}
    given = [
        {"kind": "textDelta", "text": "Hel"},
        {"kind": "textDelta", "text": "lo"},
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": '{"a"'},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": ":1}"},
    ]
    sent: list[Json] = []
    sent_by: list[int] = []

    def telling() -> Iterator[Json]:
        for event in given:
            yield event
            sent_by.append(len(sent))
        yield {"kind": "completed", "response": response}

    for event in wire.encode_stream(telling()):
        sent.append(event)
    assert sent_by == [2, 3, 4, 5, 6]
    lines = [event["line"] for event in sent]
    assert [line["text"] for line in lines if line.get("text")] == [[words("Hel")], [words("lo")]]
    assert "".join(cue.get("input", "") for line in lines for cue in line.get("calls", ())) == (
        '{"a":1}'
    )
    decoded = [*wire.decode_stream(sent)]
    assert [one["text"] for one in decoded if one["kind"] == "textDelta"] == ["Hel", "lo"]
    read = wire.encode_response(decoded[-1]["response"])
    assert read == song([words("Hello")], [CUE])


PLACE = '"text": {"$ref": "#/$defs/SungText"}'
HUMS = '"hums": {"type": "array", "items": {"$ref": "#/$defs/AnyHum"}}'
ANY_HUM = """    "AnyHum": {
      "title": "AnyHum",
      "description": "A hum, or another.",
      "x-reference": "https://example.com/choir",
      "anyOf": [{"$ref": "#/$defs/HumPart"}, {"$ref": "#/$defs/OtherHum"}],
      "examples": [{"sort": "whistle"}]
    },
    "OtherHum": {
      "title": "OtherHum",
      "description": "Another hum.",
      "x-reference": "https://example.com/choir",
      "type": "object",
      "not": {"properties": {"sort": {"enum": ["hum"]}}, "required": ["sort"]},
      "examples": [{"sort": "whistle"}]
    },
"""
THREE = [
    *LISTED,
    *[(PLACE, f"{HUMS},\n        {PLACE.replace(' ', '  ')}")] * 2,
    ('    "SungPart": {\n', f'{ANY_HUM}    "SungPart": {{\n'),
    ('{"$ref": "#/$defs/HumPart"},\n        {"$ref": "#/$defs/OtherSungPart"}',
     '{"$ref": "#/$defs/OtherSungPart"}'),
    ('["words", "hum"]', '["words"]'),
    ('      "*": text\n', '      ReasoningBlock: hums\n      "*": text\n'),
    ("line.text: line.text | run", "line.hums: line.hums | run\n      line.text: line.text | run"),
]  # fmt: skip
"""The same, with a third list, of hums."""


def test_each_of_three_lists_gets_what_is_its_own(tmp_path: Path) -> None:
    body = song([words("See")], [CUE])
    hums = [{"sort": "hum", "hum": [{"sound": {"text": "mm"}}]}, {"sort": "whistle", "high": True}]
    body["line"]["hums"] = hums
    with golden_wires.compiled("choir", THREE, tmp_path) as module:
        events = events_of(module, body)
        read = module.encode_response([*module.decode_stream(events)][-1]["response"])
        lines = [{key: event["line"][key] for key in event["line"].keys() & body["line"].keys()}
            for event in events[1:]]  # fmt: skip
    cue = {**CUE, "sort": "cue_piece"}
    assert lines == [{"hums": hums[:1]}, {"hums": hums[1:]}, {"text": body["line"]["text"]},
                     {"calls": [cue]}, {}]  # fmt: skip
    assert read == body


def test_a_text_goes_on_while_a_call_is_open(wire: ModuleType) -> None:
    given: list[Json] = [
        {"kind": "textDelta", "text": "Hel"},
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add"},
        {"kind": "textDelta", "text": "lo"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": "{}"},
    ]
    lines = [event["line"] for event in wire.encode_stream(given) if "line" in event]
    assert lines[1:] == [
        {"form": "bar", "text": [words("Hel")]},
        {"form": "bar", "calls": [{**CUE, "input": "", "sort": "cue_piece"}]},
        {"form": "bar", "text": [words("lo")]},
        {"form": "bar", "calls": [{"at": 0, "input": "{}"}]},
    ]


OBJECTS = [
    *LISTED,
    *[('"input": {"type": "string"}', '"input": {"type": "object"}')] * 2,
    *[('"input": "{}"', '"input": {}')] * 3,
    ("invalidArguments): input | json\n", "invalidArguments): input | object(raw)\n"),
    ("      line.calls[at].input: line.calls.input | append\n", ""),
]
"""A choir of lists whose calls have their arguments as objects."""


def test_a_call_with_an_object_goes_out_once_it_is_whole(tmp_path: Path) -> None:
    given: list[Json] = [
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": '{"a":'},
        {"kind": "textDelta", "text": "Hello"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": "1}"},
        {"kind": "blockEnd", "block": "toolCall", "index": 0},
    ]
    with golden_wires.compiled("choir", OBJECTS, tmp_path) as module:
        lines = [event["line"] for event in module.encode_stream(given) if "line" in event]
    assert lines[1:] == [
        {"form": "bar", "calls": [{**CUE, "input": {"a": 1}, "sort": "cue_piece"}]},
        {"form": "bar", "text": [words("Hello")]},
    ]


def test_an_unknown_call_without_an_id_stays_a_call_of_its_own() -> None:
    function = {"name": "add", "arguments": "{}"}
    known_calls: Json = [
        {"id": "abcdefgh" + at, "function": function, "index": int(at)} for at in "02"
    ]
    calls: Json = [known_calls[0], {"type": "weird", "weird": {"a": 1}}, known_calls[1]]
    message = {"role": "assistant", "content": "", "tool_calls": calls}
    reply = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    response: Json = mistral_chat.decode_response(reply)
    events: Json = [*mistral_chat.encode_stream([{"kind": "completed", "response": response}])]
    last: Json = [*mistral_chat.decode_stream(events)][-1]
    read = mistral_chat.encode_response(last["response"])
    calls[1]["index"] = 1
    assert read["choices"][0]["message"]["tool_calls"] == calls


def test_calls_that_begin_out_of_the_order_of_their_numbers_are_told_once() -> None:
    def chunk(delta: Json, why: str | None = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": why}
        return {"id": "r", "created": 0, "model": "m", "choices": [choice]}

    calls = [
        {"index": at, "id": f"abcdefgh{at}", "function": {"name": "add", "arguments": "{}"}}
        for at in (1, 0)
    ]
    events: Json = [chunk({"tool_calls": [call]}) for call in calls]
    decoded: Json = [*mistral_chat.decode_stream([*events, chunk({}, "tool_calls")])]
    written: Json = [*mistral_chat.encode_stream(decoded)]
    deltas = [event["choices"][0]["delta"] for event in written]
    assert [delta["tool_calls"] for delta in deltas if "tool_calls" in delta] == [
        [call] for call in calls
    ]


AIM = "    AimPiece: { turn.aim: news.turn.aim | append }\n"
BEGUN = "    Begun: { id: id, turn: news.turn | filled }\n"


def test_the_event_of_a_text_goes_out_wherever_its_row_stands(tmp_path: Path) -> None:
    payloads = golden_wires.GOLDEN / "payloads" / "herald"
    events = json.loads((payloads / "events.json").read_text(encoding="utf-8"))
    with golden_wires.compiled("herald", [(AIM, ""), (BEGUN, AIM + BEGUN)], tmp_path) as module:
        written = [*module.encode_stream(module.decode_stream(events))]
    aimed = [event["news"]["turn"]["aim"] for event in written if event["type"] == "aim-piece"]
    assert aimed == ["I look", " it up."]


@pytest.fixture(scope="module")
def radio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with golden_wires.compiled("radio", [], tmp_path_factory.mktemp("radio")) as module:
        yield module


HAIL = {"key": "h1", "name": "add", "with": {}}


def spoken(*parts: Json) -> Json:
    """A message that brings parts of what is said."""
    return {"said": {"turn": {"parts": [*parts]}}}


def test_a_call_of_another_list_does_not_end_a_text(radio: ModuleType) -> None:
    events = [
        spoken({"text": "He"}),
        {"asked": {"hails": [HAIL]}},
        spoken({"text": "re."}),
        {"said": {"over": True}},
    ]
    decoded = [*radio.decode_stream(events)]
    ends = [
        at for at, e in enumerate(decoded) if (e["kind"], e.get("block")) == ("blockEnd", "text")
    ]
    last = max(at for at, event in enumerate(decoded) if event["kind"] == "textDelta")
    assert len(ends) == 1 and ends[0] > last
    assert [*radio.encode_stream(decoded)] == events


@pytest.mark.parametrize("hails", [[HAIL], [HAIL, {**HAIL, "key": "h2"}]])
def test_nothing_is_said_that_a_reply_of_calls_alone_does_not_say(
    hails: list[Json], radio: ModuleType
) -> None:
    response = radio.decode_response({"asked": {"hails": hails}})
    events = [*radio.encode_stream([{"kind": "completed", "response": response}])]
    assert events == [{"asked": {"hails": [hail]}} for hail in hails]
    assert [*radio.decode_stream(events)][-1]["response"] == response


def test_objects_around_lists_need_no_rows_of_their_own(tmp_path: Path) -> None:
    rows = [("      said: said\n", "")]
    parts = [{"text": "Here."}, {"tone": 2}, {"text": "Over."}]
    hails = [HAIL, {**HAIL, "key": "h2"}]
    with golden_wires.compiled("radio", rows, tmp_path) as radio:
        body = {"said": {"turn": {"parts": parts}, "over": True}, "asked": {"hails": hails}}
        assert [*radio.decode_stream(events_of(radio, body))][-1]["response"] == (
            radio.decode_response(body)
        )


def test_a_reply_with_its_blocks_in_keys_of_its_own_shows_what_others_thought(
    radio: ModuleType,
) -> None:
    thought = {"kind": "reasoning", "text": "Hm.", "metadata": {"other": {"seal": "S"}}}
    message = {"role": "assistant", "content": [thought]}
    response = {"message": message, "finishReason": "stop"}
    assert radio.encode_response(response)["said"]["turn"]["parts"] == [{"mused": "Hm."}]
    events = [*radio.encode_stream([{"kind": "completed", "response": response}])]
    assert events[0] == spoken({"mused": "Hm."})


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ([("      said.turn.parts: said.turn.parts | run(text)\n", "")], "`said.turn.parts`"),
        ([("      asked.hails: asked.hails | run\n", "      asked: asked\n")], "`asked.hails`"),
        ([("      asked.hails: asked.hails | run\n", "")], "`asked` of `TalkMessage`"),
    ],
)
def test_a_list_of_blocks_without_a_row_is_found(
    rows: list[tuple[str, str]], place: str, tmp_path: Path
) -> None:
    (finding,) = golden_wires.checked("radio", rows, tmp_path)[1]
    assert f"event-without-row no row for {place}" in finding


@pytest.mark.parametrize("operator", ["run", "run(gauges)", ""])
def test_a_list_of_plain_values_has_no_row(operator: str, tmp_path: Path) -> None:
    changes = [
        ('"garbled": {', '"gauges": {"type": "array", "items": {"type": "number"}}, "garbled": {'),
        ("      said: said\n",
         f"      said: said\n      said.gauges: said.gauges | {operator}\n".replace("| \n", "\n")),
    ]  # fmt: skip
    (finding,) = golden_wires.checked("radio", changes, tmp_path)[1]
    wrong = "`run` adds objects to a list, not number" if operator else "leave the row out"
    assert wrong in finding


def test_the_answer_to_a_call_without_an_id_has_none(radio: ModuleType) -> None:
    hail = {"name": "add", "with": {}}
    decoded = [*radio.decode_stream([{"asked": {"hails": [hail, HAIL]}}])]
    made, own = [
        block["toolCall"]
        for block in decoded[-1]["response"]["message"]["content"]
        if block["kind"] == "toolCall"
    ]
    for call, key in ((made, {}), (own, {"key": "h1"})):
        result = {"toolCallId": call["id"], "name": "add", "kind": "text", "value": "3"}
        answer = radio.encode_answer(result, call=call)
        assert answer == {**key, "name": "add", "heard": "3"}
        assert radio.decode_answer(answer, call=call)["toolCallId"] == call["id"]
    other = {**made, "id": "call_9"}  # the app gave it an id of its own
    result = {"toolCallId": "call_9", "name": "add", "kind": "text", "value": "3"}
    assert radio.encode_answer(result, call=other)["key"] == "call_9"
    assert radio.encode_answer(result)["key"] == "call_9"


def test_the_text_of_a_call_goes_out_whole_where_no_event_brings_pieces(tmp_path: Path) -> None:
    changes = [
        ('"with": {\n          "type": "object"', '"with": {\n          "type": "string"'),
        *[('"with": {}', '"with": "{}"')] * 2,
        ("with | object(__raw__)", "with | json"),
    ]
    pieces = [
        {"kind": "toolCallDelta", "index": 0, "id": "h1", "name": "add", "argumentsDelta": text}
        for text in ('{"a"', ":1}")
    ]
    ended = {"kind": "blockEnd", "block": "toolCall", "index": 0}
    with golden_wires.compiled("radio", changes, tmp_path) as radio:
        sent = [*radio.encode_stream([*pieces, ended])]
    assert sent[0] == {"asked": {"hails": [{"key": "h1", "name": "add", "with": '{"a":1}'}]}}
