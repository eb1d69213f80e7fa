"""What cannot be read of a project's files is told once, where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden_wires import BASE, Files, findings

Changes = list[tuple[str, str]]
TITLE, ENDS, TABLES = "    title: name\n", "  ends: state\n", "tables:\n"
FOLD = "    fold: Mark* Day?\n    into: DayRow.cells"
LABEL = "    label: label\n"
CONTENT = "    message.content: cells\n"
DEFINITIONS = '"$defs": {'
NO_UNIT = "44:3: unreadable-row lift names no unit and key; write `lift: { Unit: key }`"
NO_ITEM = "unreadable-row a field is no item of a list; map the list"
A_KEY = "unreadable-row a constant stands at a key; name a key"
WHOLE = "unreadable-row the wire value as a whole cannot stand here; name a key"

ROWS: list[tuple[Changes, str]] = [
    (
        [("types:\n", "answers: {}\n\ntypes:\n")],
        "7:1: unreadable-row answers names no entry; write `entry: { entry of the call: { "
        "wire.path: wire.path of the call } }`",
    ),
    (
        [(TABLES, f"errors: {{}}\n\n{TABLES}")],
        "48:1: unreadable-row errors names no kinds; write `kind: { status: 400, … }` lines",
    ),
    (
        [(ENDS, f"{ENDS}  framing: {{ colour: red }}\n")],
        "59:14: unreadable-row unknown key 'colour'; known: kind, name, done; remove it",
    ),
    (
        [(ENDS, f"{ENDS}  framing: {{}}\n")],
        "59:3: unreadable-row framing says nothing; write it, or leave it out",
    ),
    (
        [(ENDS, f"{ENDS}  framing: {{ kind: ndjson, done: x }}\n")],
        "59:3: unreadable-row lines of JSON have no name and no last word; write `kind: ndjson` "
        "alone",
    ),
    (
        [(TITLE, f"{TITLE}    given: [a]\n")],
        "10:5: unreadable-row given is not a mapping; write `wire.path: value` lines",
    ),
    (
        [(TITLE, f"{TITLE}    given: {{ 'a b': 1 }}\n")],
        "10:14: unreadable-row cannot read 'a b' as a wire path; write `a.b: value`",
    ),
    ([(TITLE, f"{TITLE}    given: {{ rows.0: 1 }}\n")], f"10:14: {A_KEY}"),
    ([(TITLE, f"{TITLE}    given: {{ .: 1 }}\n")], f"10:14: {A_KEY}"),
    (
        [(TABLES, f"unions: [a]\n\n{TABLES}")],
        "48:1: unreadable-row unions is not a mapping; write `key: value` lines",
    ),
    (
        [(LABEL, f"{LABEL}    cases: 3\n")],
        "18:5: unreadable-row cases is not a list; write `- { field: wire.path }`",
    ),
    (
        [(TABLES, f"unions:\n  Entry: {{ Note: {{ lost: x }} }}\n\n{TABLES}")],
        "49:3: unreadable-row cannot read 'Entry' as a union; write `Intermediate <-> Wire: { "
        "Arm: … }`",
    ),
    (
        [(TABLES, f"unions:\n  Entry <-> Cell: {{ Note: 3 }}\n\n{TABLES}")],
        "49:21: unreadable-row an arm here only says what is lost; { lost: reason }",
    ),
    (
        [(TITLE, f"{TITLE}    ? [a, b]\n    : c\n")],
        "10:7: unreadable-row a key here is not a plain word; quote it or write it as one scalar",
    ),
    (
        [("    limit: max\n", "    limit: { lost: none }\n    given: { max: 0x1F }\n")],
        "12:14: type-mismatch '0x1F' cannot stand in `max`; it is integer; write a value of that "
        "type",
    ),
    (
        [("title: Notebook", "title: &x Notebook\nknown: *x")],
        "2:8: unreadable-file not valid YAML: aliases are not used here; mend the syntax at this "
        "place",
    ),
    (
        [("sequences:\n", "sequences:\n  Bad: { fold: Mark* }\n")],
        "44:3: unreadable-row cannot read 'Bad' as a sequence; write `Record.field <-> Wire.key: { "
        "fold: Unit* Rest?, into: Element.key }`; `Wire` is the type that has the key, wherever "
        "that stands",
    ),
    *(([(FOLD, f"    lift: {lift}")], NO_UNIT)
      for lift in ("[a]", "{}", "3", "{ from: anywhere }", "{ Mark: }")),
    ([("title: name", "title.0: name")], f"9:5: {NO_ITEM}"),
    ([("days: rows", "days.0: rows")], f"10:5: {NO_ITEM}"),
    ([("url: target.at,", "url: .,")], f"25:11: {WHOLE}"),
    ([(CONTENT, "    message.content: { Note: ., '*': cells }\n")], f"31:24: {WHOLE}"),
    ([("    limit: max\n", "    limit: [max, .]\n")], f"11:5: {WHOLE}"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), ROWS)
def test_a_slip_in_a_transform_is_told_once(changes: Changes, message: str, tmp_path: Path) -> None:
    assert findings(BASE, changes, tmp_path) == [f"schemas/notebook/transform.yaml:{message}"]


SYNTAX = "not valid YAML: expected the node content, but found '<stream end>'"
SCHEMA = "a schema here is a mapping with `$defs`; put the types under `$defs`"
DEEP = "unreadable-file nests deeper than 64 levels; name the inner parts as definitions of their "
DEEP += "own"
FILES = [
    ("transform.yaml", "- a\n", "1:1: unreadable-row this file is not a mapping; see another "
                                "format"),
    ("transform.yaml", f"a:\n{' ' * 513}b: 1\n", f"2:1: {DEEP}"),
    ("wire.schema.json", f'{{"b": 12,\n"a": {"1" * 5000}}}', "2:6: unreadable-file a number here "
     "has too many digits; write one of ordinary size"),
    ("wire.schema.json", '{"$defs": 3}', f"1:1: unreadable-file {SCHEMA}"),
    ("wire.schema.json", "[]", f"1:1: unreadable-file {SCHEMA}"),
    *((name, "a: [\n", f"2:1: unreadable-file {SYNTAX}; mend the syntax at this place")
      for name in ("profiles/x.yaml", "rules.yaml", "dialect.yaml")),
    ("codecs.py", b"\xff\xfe\n", "1:1: unreadable-file cannot read this file: 'utf-8' codec can't "
     "decode byte 0xff in position 0: invalid start byte; write it as UTF-8"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "message"), FILES)
def test_a_file_that_says_nothing_is_told_once(
    name: str, text: str | bytes, message: str, tmp_path: Path
) -> None:
    files: Files = {f"notebook/{name}": text}
    assert findings(BASE, [], tmp_path, files=files) == [f"schemas/notebook/{name}:{message}"]


@pytest.mark.parametrize(
    ("odd", "message"),
    [
        ("3", "invalid-schema not JSON Schema 2020-12: 3 is not of type 'object', 'boolean'; "
              "write it as the specification of this keyword says"),
        ("true", "unsupported-schema `Odd` is not a mapping; write an object of keywords"),
    ],
)  # fmt: skip
def test_a_definition_that_is_no_mapping_is_told_once(
    odd: str, message: str, tmp_path: Path
) -> None:
    found = findings(BASE, [(DEFINITIONS, f'{DEFINITIONS} "Odd": {odd},')], tmp_path)
    assert found == [f"schemas/notebook/wire.schema.json:5:14: {message}"]


def test_a_rule_that_is_no_mapping_is_told_once_beside_a_profile(tmp_path: Path) -> None:
    profile = "title: X\nreference: https://example.com\n"
    files: Files = {"notebook/profiles/x.yaml": profile, "notebook/rules.yaml": "rules:\n  a: 3\n"}
    found = findings(BASE, [], tmp_path, files=files)
    assert found == [
        "schemas/notebook/rules.yaml:2:3: rule-value `a` is no mapping; write `parameter: value`"
    ]
