"""Keys that every event of a stream has: nothing reads them, or they are the reply's."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from golden_wires import changed, checked, compiled
from interpreter.adapter import Interpreter
from interpreter.streams import Body

Json = Any
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
EVENTS = {
    "Begun": ["type", "reply"],
    "CarBegun": ["type", "at", "car"],
    "CarPiece": ["type", "at", "load"],
    "CarDone": ["type", "at"],
    "Ended": ["type", "end"],
    "Fault": ["type", "fault"],
}
"""The events of `convoy`, each with what it requires."""
TOLD: list[dict[str, Json]] = [
    {"type": "begun", "reply": {"id": "r1", "model": "m", "cars": [], "why": None}},
    {"type": "car_begun", "at": 0, "car": {"type": "word", "text": ""}},
    {"type": "car_piece", "at": 0, "load": {"type": "letters", "text": "Hel"}},
    {"type": "car_piece", "at": 0, "load": {"type": "letters", "text": "lo"}},
    {"type": "car_done", "at": 0},
    {"type": "ended", "end": {"why": "done"}},
]
BEGUN = "    Begun: { .: reply }\n"


def everywhere(key: str, value: Json) -> dict[str, Json]:
    return {f"{event}/properties/{key}": value for event in EVENTS}


def repeats(text: str) -> tuple[str, str]:
    framing = "  framing: { name: type }\n"
    return framing, f"{framing}  repeats: {{ {text} }}\n"


CLOCK = everywhere("clock", NUMBER)
TRIP = {**everywhere("trip", TEXT), "Reply/properties/trip": TEXT}
AT = [{**event, "clock": at} for at, event in enumerate(TOLD)]
ON_TRIP = [{**event, "trip": "t1"} for event in TOLD]

# -- nothing reads them


def test_what_is_left_out_everywhere_is_neither_read_nor_written(tmp_path: Path) -> None:
    with compiled("convoy", [repeats("clock: ignore")], tmp_path, CLOCK) as wire:
        usual, timed = ([*wire.decode_stream(copy.deepcopy(one))] for one in (TOLD, AT))
        assert timed == usual
        assert [*wire.encode_stream(timed)] == TOLD
        failed = {"type": "fault", "fault": {"text": "full"}, "clock": 9}
        decoded = [*wire.decode_stream([*AT[:3], failed])]
        assert [*wire.encode_stream(decoded)][-1] == {"type": "fault", "fault": {"text": "full"}}


def test_one_event_may_read_what_all_others_leave_out(tmp_path: Path) -> None:
    changes = [repeats("clock: ignore"), (BEGUN, "    Begun: { .: reply, made: clock }\n")]
    made = {**CLOCK, "Reply/properties/made": NUMBER}
    with compiled("convoy", changes, tmp_path, made) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(AT[0:1] + AT[1:]))]
        assert decoded[-1]["response"]["metadata"] == {"convoy": {"made": 0}}
        again = [*wire.decode_stream([*wire.encode_stream(decoded)])]
        assert again[-1] == decoded[-1]


# -- what each says is the reply's


def test_what_each_says_of_the_reply_is_read_by_the_first(tmp_path: Path) -> None:
    """And goes out with each from where it is known, or with the last."""
    with compiled("convoy", [repeats("trip: trip")], tmp_path, TRIP) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(ON_TRIP))]
        response = decoded[-1]["response"]
        assert response["metadata"] == {"convoy": {"trip": "t1"}}
        sent = [*wire.encode_stream(decoded)]
        assert sent[-1]["trip"] == "t1"
        assert [*wire.decode_stream(sent)][-1]["response"] == response
        late = [{k: v for k, v in event.items() if k != "trip"} for event in ON_TRIP[:-1]]
        assert [*wire.decode_stream([*late, ON_TRIP[-1]])][-1]["response"] == response


def test_what_a_field_is_read_from_goes_out_with_each(tmp_path: Path) -> None:
    changes = [repeats("trip: trip"), ('    id: id | default("")\n', "    id: trip\n"),
               ('absent: { id: "", why: null }', "absent: { why: null }")]  # fmt: skip
    with compiled("convoy", changes, tmp_path, TRIP) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(ON_TRIP))]
        assert decoded[0] == {"kind": "started", "id": "t1", "model": "m"}
        sent = [*wire.encode_stream(decoded)]
        assert [event["trip"] for event in sent[1:]] == ["t1"] * 5
        assert [*wire.decode_stream(sent)] == decoded


def test_what_a_failure_says_there_comes_back_with_it(tmp_path: Path) -> None:
    failed = {"type": "fault", "fault": {"text": "full"}, "trip": "t1"}
    with compiled("convoy", [repeats("trip: trip")], tmp_path, TRIP) as wire:
        for ahead in ([], ON_TRIP[:3]):
            assert [*wire.encode_stream(wire.decode_stream([*ahead, failed]))][-1] == failed


def test_it_may_have_another_name_where_an_event_brings_it(tmp_path: Path) -> None:
    changes = [repeats("trip: ship"), (BEGUN, "    Begun: { .: reply, ship: trip }\n")]
    ship = {**everywhere("trip", TEXT), "Reply/properties/ship": TEXT}
    with compiled("convoy", changes, tmp_path, ship) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy(ON_TRIP))]
        assert decoded[-1]["response"]["metadata"] == {"convoy": {"ship": "t1"}}
        again = [*wire.decode_stream([*wire.encode_stream(decoded)])]
        assert again[-1] == decoded[-1]


@pytest.mark.parametrize(
    ("text", "definitions", "events"),
    [("clock: ignore", CLOCK, AT), ("trip: trip", TRIP, ON_TRIP)],
    ids=["left out", "the reply's"],
)
def test_the_interpreter_reads_the_same(
    text: str, definitions: Json, events: list[Json], tmp_path: Path
) -> None:
    changes = [repeats(text)]
    project = changed("convoy", changes, tmp_path / "interpreted", definitions)
    body = Body(Interpreter(project, project.formats["convoy"]).spec)
    for event in events:
        body.take(copy.deepcopy(event))
    with compiled("convoy", changes, tmp_path, definitions) as wire:
        response = [*wire.decode_stream(copy.deepcopy(events))][-1]["response"]
        assert wire.decode_response(body.built()) == response


# -- what is found

REQUIRED: dict[str, Json] = {
    f"{event}/required": [*keys, "trip"] for event, keys in EVENTS.items() if event != "Fault"
}
EXAMPLES: dict[str, Json] = {
    "Begun/examples": [{**ON_TRIP[0], "reply": {"id": "r1", "cars": [], "trip": "t1"}}],
    "CarBegun/examples": ON_TRIP[1:2],
    "CarPiece/examples": ON_TRIP[2:3],
    "CarDone/examples": ON_TRIP[4:5],
    "Ended/examples": ON_TRIP[5:6],
    "ReplyEvent/examples": ON_TRIP[4:5],
}
CLOSING = '    CarDone: { "cars[at]": . | close }\n'
FOUND: list[tuple[list[tuple[str, str]], Json, list[str]]] = [
    (
        [],
        CLOCK,
        [
            "no row for `clock` of `Begun`; `Reply` has no such key; say where it goes, or name it "
            "under `ignore`",
            "no row for `clock` of `CarBegun`; a `Reply` has nothing there, and would keep it; 4 "
            "other events have it, too; say where it goes, say under `repeats` what it is, or "
            "leave it out of all, `repeats: { clock: ignore }`",
            "no row for `clock` of `Ended`; `Reply` has no such key; say where it goes, or name it "
            "under `ignore`",
        ],
    ),
    (
        [repeats("clok: ignore"), *[("Ended: { .: end,", "Ended: { ignore: clock, .: end,")]],
        {"Ended/properties/clock": NUMBER},
        ["no event that goes out has a key `clok`; near it: clock; name a key of such an event, or "
         "remove it"],
    ),
    (
        [repeats("clock: ignore"), (CLOSING, CLOSING.replace(" }", ", ignore: clock }"))],
        CLOCK,
        ["`clock` is repeated, and has a row; that of `CarDone` at 119:5; keep one of the two"],
    ),
    (
        [repeats("trip: trip"), (BEGUN, "    Begun: { .: reply, ship: trip }\n")],
        {**TRIP, "Reply/properties/ship": TEXT},
        ["`trip` is repeated, and has a row; that of `Begun` at 114:24; keep one of the two"],
    ),
    (
        [repeats("trip: trip"), (BEGUN, "    Begun: { .: reply, trip: trip | append }\n")],
        TRIP,
        ["`trip` is repeated, and has a row; that of `Begun` at 114:24; keep one of the two"],
    ),
    (
        [repeats("at: ignore")],
        {},
        ["`at` of `CarBegun` says what the event is about; it is written with that; leave it out "
         "here"],
    ),
    (
        [repeats("clock: ignore")],
        {
            **CLOCK,
            "Begun/required": ["type", "reply", "clock"],
            "Begun/examples": [{**AT[0], "reply": {"cars": []}}],
        },
        [
            "no `Begun` that goes out has `clock`, which it requires; `ignore` at 112:14 leaves it "
            "out; say under `repeats` what it is; what a reply has as well, take out of `ignore`",
        ],
    ),
    (
        [repeats("clock: ignore")],
        {
            **CLOCK,
            "CarDone/required": ["type", "at", "clock"],
            "CarDone/examples": AT[4:5],
            "ReplyEvent/examples": AT[4:5],
        },
        [
            "no `CarDone` that goes out has `clock`, which it requires; `ignore` at 112:14 leaves "
            "it out; say under `repeats` what it is; what a reply has as well, take out of "
            "`ignore`",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "definitions", "wanted"), FOUND)
def test_what_is_said_wrongly_of_such_keys_is_found(
    changes: Any, definitions: Json, wanted: list[str], tmp_path: Path
) -> None:
    _, found = checked("convoy", changes, tmp_path, definitions)
    assert len(found) == len(wanted), "\n".join(found)
    for one, end in zip(found, wanted, strict=True):
        assert one.endswith(end)


def test_what_an_event_requires_the_reply_has(tmp_path: Path) -> None:
    """What each says must be there: it is where the reply requires it, and is `given` it."""
    given = [
        repeats("trip: trip"),
        ('    absent: { id: "", why: null }\n',
         '    absent: { id: "", why: null }\n    given: { trip: none }\n'),
    ]  # fmt: skip
    must = {
        **TRIP, **REQUIRED, **EXAMPLES, "Reply/required": ["cars", "trip"],
        "Reply/examples": [{"id": "r1", "cars": [], "trip": "t1"}],
    }  # fmt: skip
    with compiled("convoy", given, tmp_path / "given", must) as wire:
        intermediate = [{"kind": "started", "id": "r1"}, {"kind": "textDelta", "text": "Hi"}]
        response = {"message": {"role": "assistant", "content": [{"kind": "text", "text": "Hi"}]},
                    "finishReason": "stop"}  # fmt: skip
        sent = [*wire.encode_stream([*intermediate, {"kind": "completed", "response": response}])]
        assert [event["trip"] for event in sent] == ["none"] * 5
    _, found = checked("convoy", given[:1], tmp_path, {**TRIP, **REQUIRED, **EXAMPLES})
    assert len(found) == 7
    fix = ("repeat what is surely there, leave it out of what `", "or require it of `Reply`")
    assert all(one.endswith(fix[1]) and fix[0] in one for one in found)


def test_what_no_event_brings_is_repeated_by_none(tmp_path: Path) -> None:
    changes = [repeats("trip: whose.ship"), (BEGUN, "    Begun: { cars: cars }\n")]
    whose = {"title": "Whose", "description": "Whose it is.", "x-reference": "https://example.com",
             "type": "object", "properties": {"ship": TEXT}, "examples": [{"ship": "s"}]}
    begun = {"type": {"const": "begun"}, "trip": TEXT,
             "cars": {"type": "array", "items": {"$ref": "#/$defs/ReplyCar"}}}
    definitions = {
        **everywhere("trip", TEXT), "Whose": whose, "Begun/properties": begun,
        "Reply/properties/whose": {"$ref": "#/$defs/Whose"}, "Begun/required": ["type", "cars"],
        "Begun/examples": [{"type": "begun", "cars": []}],
    }  # fmt: skip
    _, found = checked("convoy", changes, tmp_path, definitions)
    assert [one for one in found if one.endswith(
        "`trip` would say nothing: no event brings `whose.ship`; it goes out with what stands "
        "there; write a row in the event that says it first, or `ignore` here"
    )], "\n".join(found)
