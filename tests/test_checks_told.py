"""What a stream tells of an element, a list or a reply is told once, of one, and in its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from golden_wires import GOLDEN, checked
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Changes = list[tuple[str, str]]
MORE = "more | append(Words) }"
NAMED = '      "parts[id].number": id\n'
CALL, STAMP = '"parts[number]": . | close', '"parts[.]": . | close'
TWICE = "a `Call` that has begun would stand there twice; one that begins at 116:7 is found by its "
MORE_OF_IT = '    CallMore: { "parts[id].does.takes": more | append }\n'
SAID = '    CallSaid: { "parts[id].does.takes": takes | done }\n'
END = '    CallEnd: { "parts[id]": . | close(Call) }\n'
SEATED = "house.hall: hall }"
RUN = (SEATED, SEATED.replace(" }", ", seats: seats | run }"))
ENDED = ('"why",\n        "seats"', '"why"')
GIVES = [('"to",\n        "gives"', '"to"')]

FOUND = [
    (
        *("usher", [(MORE, MORE.replace(" }", ', "parts[id]": . | gather }'))]),
        "`parts[id]` gathers `.`, which is no object of the event itself; write `key | gather`",
    ),
    (
        *("usher", [(NAMED, "")]),
        "nothing says which `number` a `Call` has that begins; the one at 121:13 is found by it; "
        "write `parts[id].number: id` beside this row, if it is that",
    ),
    ("usher", [(CALL, STAMP)], f"{TWICE}`number`; write `{CALL}`".replace('"', "")),
    (
        *("usher", [(NAMED, ""), (CALL, STAMP)]),
        "a `Call` that has begun would stand there twice; it has nothing that the one is found by "
        "which begins at 116:7; `ignore` one of the two events, or let both have the key that says "
        "which it is",
    ),
    (
        *("usher", [RUN, ('"count",\n        "seats"', '"count"'), ENDED]),
        "not every `Seated` that goes out has `seats`; it is required there, and a `Play` may lack "
        "it; say under `repeats` what it is, leave it out of what `Seated` requires, or require it "
        "of `Play`",
    ),
    (
        *("barge", GIVES),
        "`gives` may be absent and `value` is required; no arm of `ToolResult <-> AnswerLine` is "
        "without it, and what is of none is refused; add `default(value)`, or require it in the "
        "schema",
    ),
]

BEGIN = '    CallBegin:\n      "parts[id]": . | open(Call)\n'
BEGIN += f'{NAMED}      "parts[id].does.tool": prop\n'
FOUND += [
    (
        *("usher", [(BEGIN, "    CallBegin: ignore\n"), *gone]),
        "no event begins an element of `Call`; those that begin in `parts`: `Thought`, `Words`; "
        "let an event begin one, `. | open(Call)`, or `ignore` this one",
    )
    for gone in (
        [(END, "    CallEnd: ignore\n")],
        [(MORE_OF_IT, "    CallMore: ignore\n"), (SAID, "    CallSaid: ignore\n")],
    )
]


@pytest.mark.parametrize(("wire", "changes", "message"), FOUND)
def test_the_one_finding_says_what_was_changed(
    wire: str, changes: Changes, message: str, tmp_path: Path
) -> None:
    (one,) = checked(wire, changes, tmp_path)[1]
    assert one.endswith(message)


COUNTS = '"counts": {\n'
TOLLS = f'"tolls": {{ "type": "array", "items": {{ "type": "object" }} }},\n{COUNTS}'
HELLO = '"note": {\n            "from": "pager",\n            "text": "Hel"'
PAGE = '"required": [\n        "note"\n      ],\n      "examples": [\n        {\n          '
WITH_TOLLS = PAGE.replace('[\n        "note"', '["note", "tolls"')
TOLD = [
    *2 * [(COUNTS, TOLLS.replace('s": {\n', 's" : {\n'))],
    (HELLO, f'"tolls": [], {HELLO.replace(":", " :")}'),
    (PAGE + HELLO, f'{WITH_TOLLS}"tolls": [], {HELLO}'),
    ("counts: counts | run\n", "counts: counts | run\n      tolls: tolls | run\n"),
]


DEFAULT = ("text: { value: gives }", 'text: { value: gives | default("") }')


def test_a_sum_need_not_have_each_count(tmp_path: Path) -> None:
    changes = [("sum: [inputTokens, cacheReadTokens, ", "sum: [")]
    assert checked("ticker", changes, tmp_path)[1] == []


def test_what_lacks_a_key_may_be_of_one_arm_alone(tmp_path: Path) -> None:
    assert checked("barge", [*GIVES, DEFAULT], tmp_path)[1] == []


def test_an_arm_that_is_written_alone_takes_nothing(tmp_path: Path) -> None:
    tells = ('"gives": {\n', '"tells": { "type": "string" }, "gives": {\n')
    changes = [*GIVES, tells, ("gives | json_text", "tells | json_text")]
    findings = checked("barge", changes, tmp_path)[1]
    assert any("`gives` may be absent and `value` is required" in one for one in findings), findings


@pytest.mark.parametrize(("wire", "changes"), [("usher", [RUN]), ("pager", TOLD)])
def test_a_list_that_each_reply_has_may_come_item_by_item(
    wire: str, changes: Changes, tmp_path: Path
) -> None:
    """So may one of events that have the shape of the body: it is empty where it has no items."""
    assert checked(wire, changes, tmp_path)[1] == []


def spelled(changes: Changes, folder: Path) -> list[str]:
    """What is found in a notebook whose events spell cells out, with these changes."""
    for case in ("base", "checks/misplaced.same"):
        shutil.copytree(GOLDEN.parent / case, folder, dirs_exist_ok=True)
    for path in (folder / "schemas" / "notebook").iterdir():
        text = path.read_text("utf-8")
        for old, new in [("MarkCell: { \"cells[.]", "MarkCell: { \"cells[label]"), *changes]:
            text = text.replace(old, new)
        path.write_text(text, "utf-8")
    return [str(one) for one in check_project(resolve(load_project(folder)))]


KEYED = [
    ('LinkCell: { "cells[.]"', 'LinkCell: { "cells[at]"'),
    ('"target": {\n          "$ref"', '"at": { "type": "string" }, "target": {\n          "$ref"'),
]
NUMBERS = [('"type": "string" }', '"type": "integer" }')]
MARK = [('"const": "link"', '"const": "mark"')]
LABEL = [("cells[at]", "cells[label]"), ('"at": { "type"', '"label": { "type"')]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([], ""),
        (KEYED, "a `LinkCell` would take the place of a `NoteCell` of the same `at`; at 63:18 one "
                "begins that is found by it; write `cells[.]: . | close`: no event begins a "
                "`LinkCell`"),
        ([*KEYED, (KEYED[0][1], KEYED[0][1].replace("at", "label")), LABEL[1]],
         "a `LinkCell` would take the place of a `MarkCell` of the same `label`; at 64:18 one "
         "begins that is found by it; write `cells[.]: . | close`: no event begins a `LinkCell`"),
        ([*KEYED, *NUMBERS], ""),
        ([*KEYED, (KEYED[0][1], KEYED[0][1].replace("at", "label")), LABEL[1], *MARK], ""),
    ],
)  # fmt: skip
def test_an_element_takes_the_place_of_none_of_another_type(
    changes: Changes, message: str, tmp_path: Path
) -> None:
    findings = [one for one in spelled(changes, tmp_path) if "take the place of" in one]
    assert len(findings) == bool(message), findings
    assert all(one.endswith(message) for one in findings), findings


TICK = [
    ("    Tick: ignore\n", "    Tick: { key: key }\n"),
    ('"const": "tick"\n        }', '"const": "tick"\n        }, "key": { "type": "string" }'),
]
AHEAD = [
    ("    Tick: { key: key }\n", ""),
    ("    PageDone: {", "    Tick: { key: key }\n    PageDone: {"),
]
BEGUN = [("    PageBegun: { .: page }", "    PageBegun: ignore")]


@pytest.mark.parametrize(
    ("changes", "is_found"),
    [([*BEGUN, *TICK], True), (TICK, False), ([*BEGUN, *TICK, *AHEAD], False)],
)
def test_whose_reply_begins_is_told_before_it_ends(
    changes: Changes, is_found: bool, tmp_path: Path
) -> None:
    """An event behind the end may say it once more; one ahead of it does not stand behind it."""
    message = (
        "`Tick` goes out behind `PageDone`, which ends the reply; events are sent in this order"
    )
    assert any(message in one for one in spelled(changes, tmp_path)) is is_found


def test_an_arm_of_a_list_keeps_keys_that_nobody_knows(tmp_path: Path) -> None:
    arm = "  ToolCallBlock <-> CallPart:\n    toolCall: hail\n"
    findings = checked("radio", [(f'{arm}    metadata: "*"\n', arm)], tmp_path)[1]
    message = "keys of `CallPart` that nobody knows are dropped"
    assert any(message in one for one in findings), findings
