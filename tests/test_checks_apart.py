"""What a check says of one of several: entries, cases, events and what they hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked, findings
from test_stream_entry import ENVELOPED

Changes = list[tuple[str, str]]
KIND: dict[str, Any] = {"PicturePart/properties/sort": {"type": "string"}}
BARE = "      - { data: url | base64, mimeType: sort }\n"
CASES = "      - (data, mimeType): url | data_url\n"
SPELLED = "put it first, or give it a type of its own, whose lens says `own: <the reason>`"


def test_a_lens_of_one_entry_takes_the_rest_of_it_whatever_another_takes(tmp_path: Path) -> None:
    required = ('"required": ["song"],', '"required": ["song", "hall"],')
    changes = [*ENVELOPED, ("model: song.choir", "model: hall"), required]
    message = "optional-to-required `model` may be absent and `hall` is required"
    assert any(message in one for one in checked("choir", changes, tmp_path)[1])


def test_data_take_what_a_later_case_would_write_of_the_same_fields(tmp_path: Path) -> None:
    found = findings("ticker", [(CASES, BARE + CASES)], tmp_path, KIND)
    (one,) = (one for one in found if "this is never written" in one)
    assert one.endswith(SPELLED)


def test_a_prefix_leaves_what_does_not_begin_so_to_a_later_case(tmp_path: Path) -> None:
    prefixed = BARE.replace("sort }", "sort | starts(image/) }").replace("url | base64", "url")
    found = findings("ticker", [(CASES, prefixed + CASES)], tmp_path, KIND)
    assert not any("never written" in one for one in found)


def test_what_has_all_of_a_reply_may_be_the_first_that_has_its_elements(tmp_path: Path) -> None:
    changes = [("Lit: { .: report | whole }", "Lit: { id: report.id }")]
    found = checked("flare", changes, tmp_path)[1]
    assert not any("stands behind the events" in one for one in found), found


MORE = '    WordsMore: { "parts[id].text": more | append(Words) }\n'
CALL_MORE = '    CallMore: { "parts[id].does.takes": more | append }\n'


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            [(MORE, ""), ("    WordsBegin:", f"{MORE}    WordsBegin:")],
            "stands before the events of the elements; events are sent in this order; "
            "write it behind `WordsBegin`, the first that begins an element",
        ),
        (
            [(CALL_MORE, ""), ("    Ended:", f"{CALL_MORE}    Ended:")],
            "stands after the events of the elements; events are sent in this order; "
            "write it ahead of `Stamp`, the last that ends one",
        ),
    ],
)
def test_an_event_at_the_edge_of_the_elements_is_told_which_is_the_last(
    changes: Changes, message: str, tmp_path: Path
) -> None:
    assert any(one.endswith(message) for one in checked("usher", changes, tmp_path)[1])


HUSH = """    "Hush": {
      "title": "Hush",
      "description": "Nothing was sung, either.",
      "x-reference": "https://example.com/choir",
      "type": "object",
      "required": ["silence"],
      "properties": {"silence": {"type": "string"}},
      "examples": [{"silence": "hoarse"}]
    },
"""
UNTOLD = [
    (row, f"    error: {{ lost: a song goes on }}\n{row}")
    for row in ("    finishReason: song.why", "    finishReason: why")
]


@pytest.mark.parametrize(
    ("left", "message"),
    [
        (
            ("Silence | Concert", "Concert"),
            "`response` leaves out `Silence`; `sung` reads it as a failure; name it here, too: "
            "`Response <-> Silence | Concert`",
        ),
        (
            ("<-> Silence | Song", "<-> Song"),
            "`sung` leaves out `Silence`; `response` reads it as a failure; name it here, too: "
            "`Response <-> Silence | Song`",
        ),
    ],
)
def test_what_tells_of_a_failure_does_so_in_each_entry(
    left: tuple[str, str], message: str, tmp_path: Path
) -> None:
    (old, new), *more = ENVELOPED
    changes = [(old, new.replace(*left)), *more, *UNTOLD]
    found = checked("choir", changes, tmp_path)[1]
    assert any(one.endswith(message) for one in found)
    assert [one for one in found if "tells of no error" in one and "in `sung`" not in one] == []


def test_a_failure_that_nothing_would_tell_from_another_is_left_out(tmp_path: Path) -> None:
    (old, new), *more = ENVELOPED
    lens = (
        "    message: { const: { role: assistant, content: [] } }\n"
        "    finishReason: { const: error }\n"
        "    error.message: silence\n"
        "    (error.code, id, model, usage): { lost: a hush is all there is }\n"
        '    metadata: "*"\n'
    )
    changes = [
        (old, new.replace("<-> Silence | Song", "<-> Hush | Song")),
        *more,
        ("  Response <-> Silence:\n", f"  Response <-> Hush:\n{lens}  Response <-> Silence:\n"),
        ("    Silence: error\n", "    Hush: error\n"),
        ('{"$ref": "#/$defs/Silence"},', '{"$ref": "#/$defs/Hush"},'),
        ('    "Silence": {\n', f'{HUSH}    "Silence": {{\n'),
    ]
    assert findings("choir", changes, tmp_path) == []


LIMIT = "limit | exactly(-1) | unless(maxTokens)"
SLOW: dict[str, Any] = {"sort": {"const": "slow"}}
PACES: dict[str, Any] = {
    "SlowPace": {"required": ["sort", "beats"], "properties": {**SLOW, "beats": {}}},
    "OtherPace": {"not": {"required": ["sort"], "properties": SLOW}},
}
EACH = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in PACES]}


def paced(value: str) -> Changes:
    """The changes of a depot whose orders say how fast, in one known way and others."""
    shared = {"type": "object", "x-reference": "https://example.com/depot",
              "description": "How fast."}  # fmt: skip
    texts = [
        f'"{name}": '
        + json.dumps({**shared, **one, "title": name, "examples": [more]})
        for (name, one), more in zip(
            PACES.items(), ({"sort": "slow", "beats": 1}, {"sort": "fast"}), strict=True
        )
    ]
    return [
        ('    "Order": {\n', f'    {", ".join(texts)},\n    "Order": {{\n'),
        (LIMIT, f"'pace | exactly({value})'"),
    ]


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ('{"sort": "fast"}', True),
        ('{"beats": 1}', True),
        ('{"sort": "slow", "beats": 2}', True),
        ('{"sort": "slow"}', False),
    ],
)
def test_no_open_arm_has_what_it_says_is_known(value: str, right: bool, tmp_path: Path) -> None:
    pace = {"Order/properties/pace": EACH}
    found = findings("depot", paced(value), tmp_path, pace)
    assert (found == []) is right, found
    assert right or any(f"operator-arguments {value} cannot stand at `pace`" in o for o in found)
