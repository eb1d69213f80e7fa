"""Constants that the events of a stream must have, and that nothing reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked, compiled

Json = Any
TEXT = {"type": "string"}
TOLD: list[dict[str, Json]] = [
    {"type": "begun", "reply": {"id": "r1", "model": "m", "cars": [], "why": None}},
    {"type": "car_begun", "at": 0, "car": {"type": "word", "text": ""}, "state": "going"},
    {"type": "car_piece", "at": 0, "load": {"type": "letters", "text": "Hi"}},
    {"type": "car_done", "at": 0, "state": "over"},
    {"type": "ended", "end": {"why": "done"}},
]


def required(begun: Json, done: Json) -> dict[str, Json]:
    """`state` of the events that begin and end an element, which they require."""
    return {
        "CarBegun/properties/state": begun,
        "CarBegun/required": ["type", "at", "car", "state"],
        "CarBegun/examples": TOLD[1:2],
        "CarDone/properties/state": done,
        "CarDone/required": ["type", "at", "state"],
        "CarDone/examples": TOLD[3:4],
        "ReplyEvent/examples": TOLD[3:4],
    }


OPENS, CLOSES = ('"cars[at]": car | open', '"cars[at]": . | close')
FRAMING = "  framing: { name: type }\n"
EVERYWHERE = [(FRAMING, f"{FRAMING}  repeats: {{ state: {{ const: going }} }}\n")]


def test_what_the_schema_has_as_a_constant_goes_out_with_the_event(tmp_path: Path) -> None:
    """Each event has its own, beside `open` and `close` as well; what came there tells nothing."""
    with compiled("convoy", [], tmp_path, required({"const": "going"}, {"const": "over"})) as wire:
        for begun in ("going", "begun", None):
            events = [TOLD[0], {**TOLD[1], "state": begun}, *TOLD[2:]]
            decoded = [*wire.decode_stream(events)]
            assert decoded[-1]["response"]["message"]["content"] == [{"kind": "text", "text": "Hi"}]
            assert [*wire.encode_stream(decoded)] == TOLD


def test_one_word_goes_out_with_all_events_that_have_the_key(tmp_path: Path) -> None:
    with compiled("convoy", EVERYWHERE, tmp_path, required(TEXT, TEXT)) as wire:
        sent = [*wire.encode_stream(wire.decode_stream(TOLD))]
        assert [event.get("state") for event in sent] == [None, "going", None, "going", None]


CONSTANT = (
    "`state` is a constant of the reply, and none of this event; `{0}` is about one element; let "
    'the schema of `{0}` have it as a constant, `const: "{1}"`, or write `state: {{ const: "{1}" '
    "}}` under `repeats`, for all events with that key"
)


@pytest.mark.parametrize(
    ("row", "event", "const"), [(OPENS, "CarBegun", "going"), (CLOSES, "CarDone", "over")]
)
def test_a_row_says_no_constant_of_an_event(
    row: str, event: str, const: str, tmp_path: Path
) -> None:
    changes = [(row, f"{row}, state: {{ const: {const} }}")]
    _, found = checked("convoy", changes, tmp_path, required(TEXT, TEXT))
    lines = [one for one in found if " misplaced " in one or " unknown-path " in one]
    assert len(lines) == 1, "\n".join(found)
    assert lines[0].endswith(CONSTANT.format(event, const))


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("choir", "line.text: line.text | append", "line.text: line.text | append(whole)"),
        ("convoy", "load.json | append(json)", '"load.json | append(json, whole)"'),
    ],
)
def test_arguments_alone_go_out_whole_where_events_have_the_shape_of_the_reply(
    name: str, old: str, new: str, tmp_path: Path
) -> None:
    found = checked(name, [(old, new)], tmp_path)[1]
    assert any("has no use for `whole`" in finding for finding in found)
