"""Events that are only read, and what events say that is a text and a number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import golden_wires

Json = Any
EVENTS = json.loads((golden_wires.GOLDEN / "payloads/flare/events.json").read_text("utf-8"))
CAME = '''    "MarkCame": {
      "title": "MarkCame",'''
OLD_TYPE = (
    CAME,
    '''    "OldMark": {
      "title": "OldMark",
      "description": "The same, as it was once.",
      "x-reference": "https://example.com/flare",
      "type": "object",
      "required": ["type", "in", "mark", "said"],
      "properties": {
        "type": {"const": "mark_said"},
        "in": {"type": "integer"},
        "mark": {"type": "integer"},
        "said": {"type": "string"}
      },
      "examples": [{"type": "mark_said", "in": 0, "mark": 0, "said": "a"}]
    },
'''
    + CAME,
)
NAMED = [
    OLD_TYPE,
    ('{"$ref": "#/$defs/MarkCame"},', '{"$ref": "#/$defs/MarkCame"}, {"$ref": "#/$defs/OldMark"},'),
    ('              "mark_came",', '              "mark_came", "mark_said",'),
]
OUT = "    MarkOut: {"
ROW = '    "<- OldMark": { "log.entries[in].marks[mark].note": said | append(opens) }\n'
OLDER = [*NAMED, (OUT, ROW + OUT)]
"""The changes of a flare one of whose events had another name once, and other keys."""


def older(event: Json) -> Json:
    if event["type"] != "mark_came":
        return event
    return {"type": "mark_said", "in": event["at"], "mark": event["mark"], "said": event["note"]}


def test_an_older_event_is_read_and_never_written(tmp_path: Path) -> None:
    with golden_wires.compiled("flare", OLDER, tmp_path) as wire:
        old = [older(event) for event in EVENTS]
        assert old != EVENTS
        decoded = [*wire.decode_stream(old)]
        assert decoded == [*wire.decode_stream(EVENTS)]
        written = [*wire.encode_stream(decoded)]
        assert "mark_came" in {event["type"] for event in written}
        assert "mark_said" not in {event["type"] for event in written}
        assert [*wire.decode_stream(written)][-1] == decoded[-1]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (ROW.replace("<- ", ""), "both bring"),
        (ROW.replace("].note", "].noted"), "has no place `log.entries[in].marks[mark].noted`"),
        (ROW.replace(": said", ": words"), "has no path `words`"),
        (ROW.replace("[mark].note", "[mark].page"), "`append` makes a text, not integer"),
        (ROW.replace(" | append(opens)", " | done"), "no event that goes out brings"),
        (ROW.replace("said | append(opens)", "said"), "no event that goes out brings"),
        (
            '    "<- MarkOut": { "log.entries[at].marks[mark]": body | close(opens) }\n',
            "`MarkOut` is only read, and goes out",
        ),
        ('    "<- OldMark": ignore\n', "'ignore' says nothing of how it is written"),
    ],
)
def test_what_is_only_read_has_its_like_that_goes_out(
    tmp_path: Path, row: str, message: str
) -> None:  # fmt: skip
    found = golden_wires.checked("flare", [*NAMED, (OUT, row + OUT)], tmp_path)[1]
    assert any(message in one for one in found), found


def test_what_is_read_and_sent_is_told_once(tmp_path: Path) -> None:
    row = '    "<- MarkOut": { "log.entries[at].marks[mark]": body | close(opens) }\n'
    (one,) = golden_wires.checked("flare", [(OUT, row + OUT)], tmp_path)[1]
    assert "keep one of the two" in one


NUMBERED = [
    ('"beat": {"type": "integer"}', '"beat": {"type": "string"}'),
    ("    beat: { count: . }\n", "    beat: { numbered: b_ }\n"),
]


def counted() -> list[tuple[str, str]]:
    """The changes of a flare whose events all have a text for their number."""
    one, row = NUMBERED
    schema = (golden_wires.GOLDEN / "schemas/flare/wire.schema.json").read_text("utf-8")
    return [*[one] * schema.count(one[0]), row]


def test_events_say_their_number_in_a_text(tmp_path: Path) -> None:
    with golden_wires.compiled("flare", counted(), tmp_path) as wire:
        spelled = [event | {"beat": "x"} if "beat" in event else event for event in EVENTS]
        written = [*wire.encode_stream([*wire.decode_stream(spelled)])]
        beats = [event["beat"] for event in written if "beat" in event]
        assert beats == [f"b_{number}" for number in range(len(beats))]
        assert len(beats) == len(written)
        assert [*wire.decode_stream(written)][-1] == [*wire.decode_stream(spelled)][-1]


def test_a_number_is_no_text_and_a_text_no_number(tmp_path: Path) -> None:
    found = golden_wires.checked("flare", [NUMBERED[1]], tmp_path / "a")[1]
    assert any("is integer, and no text" in one for one in found), found
    found = golden_wires.checked("flare", counted()[:-1], tmp_path / "b")[1]
    assert any("is string, and no number" in one for one in found), found
    empty = ("    beat: { count: . }\n", '    beat: { numbered: "" }\n')
    found = golden_wires.checked("flare", [empty], tmp_path / "c")[1]
    assert any("cannot read what 'beat' repeats" in one for one in found), found
