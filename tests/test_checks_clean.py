"""What check found clean though bodies came out wrong is a finding; what is right is none."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GOLDEN, checked
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.schema import Shape
from toolwire_codegen.operators.table import Table
from toolwire_codegen.resolve.format import resolve

Changes = list[tuple[str, str]]


def found(case: str, changes: Changes, folder: Path) -> list[str]:
    """What is found in a case of the golden checks with these changes, each in one of its files."""
    for source in (GOLDEN.parent / "base", GOLDEN.parent / "checks" / case):
        shutil.copytree(source, folder, dirs_exist_ok=True)
    files = [folder / "schemas" / "intermediate.schema.json"]
    files += sorted((folder / "schemas" / "notebook").iterdir())
    for old, new in changes:
        path = next(one for one in files if old in one.read_text("utf-8"))
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    return [str(one) for one in check_project(resolve(load_project(folder)))]


UNMADE = "is required, and may not be written"
LIMIT = "    limit: heads.0.max\n"
COLOR = "    color: trim.color\n"
GIVEN = "    given: {{ heads.0.max: {} }}\n"
WITHOUT_MAX = (LIMIT, "    limit: { lost: no limit }\n")


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ([(' | default("")', "")], ["trim.edge"]),   # what must be there is written
        ([(COLOR, "    color: { lost: no color }\n")], ["heads"]),   # no more than its edge
        ([(COLOR, "    color: trim.edge.color\n"),
          ('"wide": {', '"color": { "type": "string" }, "wide": {')], ["heads"]),
        ([('"required": [\n        "edge"\n      ],', "")], ["heads"]),
        ([WITHOUT_MAX, (COLOR, COLOR + GIVEN.format(3))], ["trim.edge"]),
        ([WITHOUT_MAX, (COLOR, COLOR + GIVEN.format("{ value: 3, when: color }"))],
         ["heads", "trim.edge"]),
    ],
)  # fmt: skip
def test_what_must_be_there_is_made_of_every_value(
    changes: Changes, places: list[str], tmp_path: Path
) -> None:
    findings = [one for one in found("unwritten-path.unmade", changes, tmp_path) if UNMADE in one]
    assert [one.partition("`")[2].partition("`")[0] for one in findings] == places


ROWS = "    days: rows\n"
HEAD = (
    '"heads": {\n          "type": "array",\n          "items": {\n'
    '            "$ref": "#/$defs/Head"\n          }',
    '"head": { "$ref": "#/$defs/Head"',
)
SOME = "say `minItems: 1` of `heads`, and require it"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([(' | default("")', "")],
         f"{SOME}; or take `name` out of what an item requires, and add `default(value)`"),
        ([WITHOUT_MAX, (ROWS, ROWS + GIVEN.format(3))],
         f"add `when:` with a field that goes to `heads.0`, or {SOME}"),
        ([("heads.0.name", "head.name"), (LIMIT, "    limit: head.max\n"), HEAD],
         "leave `default` out"),
    ],
)  # fmt: skip
def test_what_a_list_may_lack_is_said_of_the_list(
    changes: Changes, message: str, tmp_path: Path
) -> None:
    findings = found("optional-to-required.default", changes, tmp_path)
    assert any(one.endswith(message) for one in findings), findings


BOTH = '"type": [\n            "string",\n            "integer"'


@pytest.mark.parametrize(
    ("types", "is_found"),
    [('["integer", "null"]', False), ('["number"]', False), ('["boolean", "integer"]', True)],
)
def test_each_plain_type_of_the_wire_is_read(types: str, is_found: bool, tmp_path: Path) -> None:
    """Null is for `absent`, and a float that is whole is the count that it is."""
    changes = [(f'{BOTH},\n            "null"\n          ]', f'"type": {types}')]
    findings = found("type-mismatch.alternative", changes, tmp_path)
    assert any("`max`" in one for one in findings) is is_found, findings


def test_rows_that_share_a_place_read_a_type_each(tmp_path: Path) -> None:
    shared = "    limit: max\n    word: max | unless(limit)\n"
    word = ('"limit": {', '"word": { "type": "string" }, "limit": {')
    findings = found("type-mismatch.alternative", [("    limit: max\n", shared), word], tmp_path)
    assert not any("`max` would not be read" in one for one in findings), findings


@pytest.mark.parametrize("types", ['["string", "null"]', '["string", "integer"]'])
def test_a_codec_reads_each_plain_type_of_its_place(types: str, tmp_path: Path) -> None:
    both = ('wire = {"type": "string"}', 'wire = {"type": ["string", "integer"]}')
    changes = [(f"{BOTH}\n          ]", f'"type": {types}')]
    changes += [both] if "integer" in types else []
    findings = found("type-mismatch.codec_again", changes, tmp_path)
    assert not any(":13:5: " in one for one in findings), findings


def test_a_sum_may_leave_out_what_stands_beside_its_counts(tmp_path: Path) -> None:
    """All of it: cached tokens that are told apart are no part of what some APIs add up."""
    total = ("sum: [inputTokens, cacheReadTokens, ", "sum: [inputTokens, ")
    assert checked("ticker", [total], tmp_path)[1] == []


def test_a_sum_may_be_of_what_stands_beside_the_counts(tmp_path: Path) -> None:
    changes = [("bad: { sum: [blank, stains] }", "bad: { sum: [blank] }")]
    findings = found("operator-arguments.sum", changes, tmp_path)
    assert not any("`blank` without" in one or ":26:" in one for one in findings), findings


ASKED = "a result without an id answers the next open call of its name"
NAME = "    name: name\n    arms:\n      error: { value: heard"
NAMELESS = NAME.replace("name: name", "name: { lost: none, back: call_name(toolCallId) }")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([("key | position(name)", "key | position(heard)")],
         f"`position(heard)` does not ask for the tool, which `name` names; {ASKED}; "
         "write `position(name)`"),
        ([(NAME, NAMELESS)],
         f"`position(name)` looks for a name that nothing writes; {ASKED}; map the name, "
         "`name: name | called(toolCallId)`, or write `position`"),
    ],
)  # fmt: skip
def test_a_call_is_found_by_the_name_that_is_written(
    changes: Changes, message: str, tmp_path: Path
) -> None:
    findings = checked("radio", changes, tmp_path)[1]
    assert any(one.endswith(message) for one in findings), findings


WORDS = '"enum": [\n            "~",\n            "!",\n            "?"\n          ]'


@pytest.mark.parametrize(
    "changes",
    [
        [('glad: "!" }', 'glad: "!", "<- ?": glad }')],
        [('glad: "!" }', 'glad: "!", "<- *": glad }')],
        [(WORDS, '"minLength": 1')],  # what is not listed rides along
    ],
)
def test_a_word_that_is_read_or_not_listed_is_right(changes: Changes, tmp_path: Path) -> None:
    assert found("table-not-total.word", changes, tmp_path) == []


def test_a_codec_writes_all_that_its_field_may_hold(tmp_path: Path) -> None:
    field = '"limit": {\n          "type": '
    wider = (f'{field}"integer"', f'{field}["integer", "array"]')
    findings = found("type-mismatch.codec_again", [wider], tmp_path)
    there = [one for one in findings if ":11:5: " in one]
    assert any("do not agree: `inter` is integer" in one for one in there), findings


def test_what_two_rows_do_not_read_is_said_once(tmp_path: Path) -> None:
    shared = "    limit: max\n    more: max | unless(limit)\n"
    more = ('"limit": {', '"more": { "type": "integer" }, "limit": {')
    changes = [("    limit: max\n", shared), more]
    findings = found("type-mismatch.alternative", changes, tmp_path)
    assert sum("at `max` would not be read" in one for one in findings) == 1, findings


@pytest.mark.parametrize("row", ["{ why: ink,", '{ "parts[.].mood": ink,'])
def test_an_element_that_is_its_event_has_no_rows_beside_it(row: str, tmp_path: Path) -> None:
    alone = '    Stamp: { "parts[.]": . | close }\n'
    findings = checked("usher", [(alone, alone.replace("{", row, 1))], tmp_path)[1]
    assert any("let it be the only row of the event" in one for one in findings), findings


def test_what_stands_in_an_element_without_a_name_has_none_of_its_own(tmp_path: Path) -> None:
    begun = ('"parts[id].marks[mark]": . | open(Mark)', '"parts[.].marks[.]": . | open(Mark)')
    findings = checked("usher", [begun], tmp_path)[1]
    assert any("`parts[.].marks[.]` is no element by itself" in one for one in findings), findings


def test_arms_that_read_a_place_as_another_type_each_are_told_apart(tmp_path: Path) -> None:
    """A list was said to be read as the text."""
    texts = ("text: { value: gives | text }", "text: { value: gives }")
    assert checked("courier", [texts], tmp_path)[1] == []


def test_a_table_is_for_texts_that_the_wire_has_words_for() -> None:
    of: Any = None
    texts, lists = (Shape("string"),), (Shape("array"),)
    words = tuple(Shape("string", consts=(word,)) for word in ("low", "high"))
    assert Table.suited(of, texts, words) == "table(name)"
    for inter, wire in ((lists, words), (texts, texts), (texts, (*words, *texts))):
        assert Table.suited(of, inter, wire) == ""


def test_a_lens_that_keeps_nothing_reads_no_null_either(tmp_path: Path) -> None:
    """It declines what lacks the key, and refused a body that has null there."""
    null = {"OneChoice/properties/tool/type": ["string", "null"]}
    (finding,) = checked("ledger", [], tmp_path, null)[1]
    assert "`tool` may be null and `name` is required" in finding
