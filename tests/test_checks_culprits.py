"""Findings name what is wrong, and none asks for what another one would have taken out."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GOLDEN, checked, compiled
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any
Changes = list[tuple[str, str]]
PICKS = "      answer.hold.picks[at]: answer.hold.picks\n"
AROUND = [(PICKS, "      answer.hold: answer.hold | gather\n" + PICKS)]


def found(name: str, changes: Changes, folder: Path) -> list[str]:
    return checked(name, changes, folder)[1]


def payload(wire: str, name: str) -> Json:
    return json.loads((GOLDEN / "payloads" / wire / f"{name}.json").read_text("utf-8"))


def test_what_is_gathered_around_a_list_does_not_piece_its_items_together(tmp_path: Path) -> None:
    with compiled("wharf", AROUND, tmp_path) as wharf, compiled("wharf", [], tmp_path / "b") as own:
        events = payload("wharf", "events")
        assert [*wharf.decode_stream(events)] == [*own.decode_stream(events)]


@pytest.mark.parametrize("word", ["", '"enum": ["MUST"],', None])
def test_a_plain_type_without_values_is_told_so(word: str | None, tmp_path: Path) -> None:
    enum = '"enum": ["MUST", "NEVER"],'
    changes = [(enum, enum if word is None else word)]
    message = (
        "unused nothing is known to be a `ChoiceWord`; a plain type is known by its values, and"
    )
    findings = found("herald", changes, tmp_path)
    assert any(message in one for one in findings) == (word == ""), findings
    assert not any("nothing uses the lens" in one for one in findings)


def test_a_lens_that_nothing_leads_to_is_told_so(tmp_path: Path) -> None:
    lens = "  ToolChoiceMode <-> {}:\n    .: . | table(choice)\n"
    plain = '"Turn": {\n      "title": "Turn",'
    other = '"Odd": { "title": "Odd", "description": "O.", "type": "object", "properties": {\n' \
            '"odd": { "enum": ["MUST"] } }, "x-reference": "https://example.com/herald",\n' \
            f'"examples": [{{}}] }},\n    {plain}'  # fmt: skip
    changes = [(lens.format("ChoiceWord"), lens.format("ChoiceWord") + lens.format("Odd")),
               (plain, other)]  # fmt: skip
    findings = found("herald", changes, tmp_path)
    message = "nothing uses the lens `ToolChoiceMode <-> Odd`"
    assert any(message in one for one in findings), findings


BEGUN = '    CellBegun: { "cells[at]": cell | open }\n'
DONE = '    CellDone: { "cells[at]": . | close }\n'
TAGS = '    CellPiece.TagPiece: { "cells[at].tags": piece.tag | add }\n'
PIECE = "piece.text | append }"
UNOPENED = [(BEGUN, "    CellBegun: ignore\n"), (DONE, "    CellDone: ignore\n"), (TAGS, "")]


def notebook(changes: Changes, folder: Path) -> list[str]:
    """What is found in the small wire of the golden checks, with these changes."""
    shutil.copytree(GOLDEN.parent / "base" / "schemas", folder / "schemas")
    path = folder / "schemas" / "notebook" / "transform.yaml"
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    return [str(one) for one in check_project(resolve(load_project(folder)))]


def test_what_first_pieces_open_is_sent(tmp_path: Path) -> None:
    opens = [*UNOPENED, (PIECE, "piece.text | append(opens) }")]
    assert not any("never be sent" in one for one in notebook(opens, tmp_path))


def test_pieces_of_what_nothing_opens_have_two_ways_out(tmp_path: Path) -> None:
    findings = notebook(UNOPENED, tmp_path)
    fix = "write a row `cells[at]: key | open`, or let its first piece open it: `append(opens)`"
    assert any("is never opened" in one and one.endswith(fix) for one in findings), findings
    assert not any("never be sent" in one for one in findings), findings


STATE = '"state": {\n          "const": "going"\n        }'
WORD = (STATE, '"state": {\n          "type": "string"\n        }')
NO_WORD = ('"sort",\n        "state"\n', '"sort"\n')
NULLABLE = (STATE, '"state": {\n          "type": [ "string", "null" ]\n        }')
EACH = "`state` stands in each `TripBegun`, also while the reply goes on"


@pytest.mark.parametrize(
    ("changes", "is_found"), [([WORD], True), ([WORD, NO_WORD], False), ([NULLABLE], False)]
)
def test_a_beginning_that_demands_why_it_ended_is_found(
    changes: Changes, is_found: bool, tmp_path: Path
) -> None:
    assert any(EACH in one for one in found("barge", changes, tmp_path)) == is_found


@pytest.mark.parametrize(
    ("changes", "begun"), [([WORD, NO_WORD], {}), ([NULLABLE], {"state": None})]
)
def test_a_beginning_says_null_where_it_may(changes: Changes, begun: Json, tmp_path: Path) -> None:
    with compiled("barge", changes, tmp_path) as barge:
        shown = [*barge.decode_stream(payload("barge", "events"))]
        sent = [*barge.encode_stream(shown)]
        (head,) = sent[0].values()
        assert [*barge.decode_stream(sent)][-1] == shown[-1]
        assert {key: head[key] for key in ("state",) if key in head} == begun


def test_free_text_of_a_call_does_not_come_as_its_last_piece(tmp_path: Path) -> None:
    schemas = GOLDEN.parents[2] / "schemas"
    shutil.copytree(schemas / "openai_chat", tmp_path / "schemas" / "openai_chat")
    shutil.copy(schemas / "intermediate.schema.json", tmp_path / "schemas")
    path = tmp_path / "schemas" / "openai_chat" / "transform.yaml"
    text = path.read_text(encoding="utf-8")
    row = "choices.delta.tool_calls.custom.input"
    assert f"{row} | append" in text
    path.write_text(text.replace(f"{row} | append", row), encoding="utf-8")
    (finding,) = check_project(resolve(load_project(tmp_path)))
    assert "custom.input` the last piece alone would be left" in str(finding)


def test_a_string_goes_out_as_a_text_that_says_nothing_else(tmp_path: Path) -> None:
    changes = [("content: text | text\n", "content: text | text(list)\n")]
    (finding,) = found("ticker", changes, tmp_path)
    assert "a string goes out as `text` of a `WordsPart`, which has `words`" in finding


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("run", "pieces of a text in `items` stay blocks of their own; write `run(words)`"),
        ("run(sort)", "`run(sort)` joins no text of `items`; its texts stand under `words`"),
    ],
)
def test_neighbours_that_are_one_text_are_named(row: str, wrong: str, tmp_path: Path) -> None:
    (finding,) = found("meter", [("items | run(words)", f"items | {row}")], tmp_path)
    assert wrong in finding


@pytest.mark.parametrize("row", ["run(words)", "run"])
def test_neighbours_that_have_more_than_their_text_are_no_text(row: str, tmp_path: Path) -> None:
    changes = [("    text: words\n", "    text: words\n    given: { by: meter }\n"),
               ("items | run(words)", f"items | {row}")]  # fmt: skip
    words = '"words": {\n          "type": "string"'
    schema = (words, f'"by": {{ "type": "string" }},\n        {words}')
    findings = found("meter", [*changes, schema], tmp_path)
    wrong = ["`run(words)` never joins two `WordItem`; `by` stands in each"] if row != "run" else []
    assert [one.split("misplaced ")[1][: len(wrong[0])] for one in findings] == wrong



@pytest.mark.parametrize(
    ("row", "fixes"),
    [
        ("head | gather", ["write `gather(key)`: it is told once, however often it comes"]),
        ("head | gather(key)", []),
    ],
)
def test_whose_reply_it_is_does_not_grow(row: str, fixes: list[str], tmp_path: Path) -> None:
    head = '"head": { "type": "object", "title": "Head", "description": "Whose it is.", '
    head += '"x-reference": "https://example.com/choir", "properties": { "key": { "type": "string" '
    head += '} }, "examples": [{ "key": "k" }] }'
    schema = (GOLDEN / "schemas" / "choir" / "wire.schema.json").read_text(encoding="utf-8")
    defined = schema.replace('"$defs": {', f'"$defs": {{ {head.replace("head", "Head", 1)},', 1)
    for name in ("song", "bar"):
        kind = f'"kind": {{"const": "{name}"}},'
        defined = defined.replace(kind, f'{kind} "head": {{ "$ref": "#/$defs/Head" }},', 1)
    changes = [
        (schema, defined),
        ("    id: key\n    model: choir\n    mess", "    id: head.key\n    model: choir\n    mess"),
        ("      line: line | gather\n", f"      head: {row}\n      line: line | gather\n"),
    ]
    findings = found("choir", changes, tmp_path)
    assert [one.split("; ")[-1] for one in findings] == fixes


def test_a_part_of_a_key_is_not_left_out(tmp_path: Path) -> None:
    changes = [("      why: why\n", "      why: why\n      ignore: line.by\n")]
    (finding,) = found("choir", changes, tmp_path)
    assert "`line` alone can be left out, not a part of it" in finding


@pytest.mark.parametrize("wire", ["radio", "meter", "barge"])
def test_a_reply_that_is_read_as_one_value_is_no_accident(wire: str, tmp_path: Path) -> None:
    text = (GOLDEN / "schemas" / wire / "transform.yaml").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines(keepends=True) if "message.content:" in line)
    assert found(wire, [(row, row.replace("message.content", "."))], tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        (
            'CallSaid: { "parts[id].does.takes": takes | done }',
            'CallSaid: { "parts[id]": . | close(Call), ignore: takes }',
            "let one event close a `Call`, and `ignore` the other",
        ),
        (
            "more | append }\n",
            "more | append(json) }\n",
            "leave it out, or `ignore` this one",
        ),
        (
            'WordsMore: { "parts[id].text": more | append(Words) }',
            'WordsMore: { "parts[id].text": more | append(Words), "parts[id].tone": more }',
            "write `append` for the next piece of a text, `append(so_far)` for all of it so far",
        ),
    ],
)
def test_the_fix_is_another_than_what_is_there(
    old: str, new: str, fix: str, tmp_path: Path
) -> None:
    findings = found("usher", [(old, new)], tmp_path)
    assert any(one.endswith(fix) for one in findings), findings


def test_a_key_that_a_comma_cuts_is_quoted(tmp_path: Path) -> None:
    row = "    refusal: { lost: a text is a text }\n"
    changes = [(row, f"{row}    cases: [{{ (text, kind): text }}]\n")]
    findings = found("radio", changes, tmp_path)
    assert any("inside of `{ }` quote the key: a comma ends it" in one for one in findings)


def test_a_type_that_nothing_ends_is_found_where_others_have_an_end(tmp_path: Path) -> None:
    row = '    ThoughtEnd: { "parts[id]": . | close(Thought), "parts[id].seal": seal }\n'
    rows = [(row, "    ignore: [ThoughtEnd]\n")]
    findings = found("usher", rows, tmp_path)
    assert any("no event ends a `Thought`" in one for one in findings), findings


def test_a_piece_of_records_begins_no_element(tmp_path: Path) -> None:
    opens = [("more.words | append }", "more.words | append(opens) }")]
    (finding,) = found("parcel", opens, tmp_path)
    assert "`items[at].lines.words` has no use for `opens`" in finding


@pytest.mark.parametrize(
    ("wire", "row"), [("usher", "Begun: { .: play }"), ("convoy", "Begun: { .: reply }")]
)
def test_what_begins_a_reply_goes_out_first(wire: str, row: str, tmp_path: Path) -> None:
    changes = [(f"    {row}\n", ""), ("    Fault: error\n", f"    {row}\n    Fault: error\n")]
    (finding,) = found(wire, changes, tmp_path)
    assert "`Begun` stands behind the events of the elements" in finding


WORDS = '''    WordsMore: { "parts[id].text": more | append(Words) }
    WordsSaid: { "parts[id].text": words | done(Words) }
'''
PARTS = [('    Call: { "parts[number]": . | close }', "    Call: ignore")]
"""No event is a call, whole."""
MORE = '    CallMore: { "parts[id].does.takes": more | append }\n'
SAID = '    CallSaid: { "parts[id].does.takes": takes | done }\n'
NUMBER = '      "parts[id].number": id\n'


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ([*PARTS, (NUMBER, "")], "not each `Call` has `parts.number`"),
        (
            [*PARTS, (NUMBER, NUMBER.replace(" id\n", " text\n"))],
            "not each `Call` has `parts.number`",
        ),
        ([(WORDS, "    ignore: [WordsMore, WordsSaid]\n")], "not each `Words` has `parts.text`"),
        (
            [*PARTS, (MORE, "    CallMore: ignore\n"), (SAID, "    CallSaid: ignore\n")],
            "no event brings `parts.does.takes`",
        ),
        (PARTS, ""),
    ],
)
def test_what_a_spelled_element_requires_is_brought_to_its_type(
    changes: Changes, missing: str, tmp_path: Path
) -> None:
    findings = found("usher", changes, tmp_path)
    unwritten = [one for one in findings if "unwritten-path" in one]
    assert len(unwritten) == bool(missing) and all(missing in one for one in unwritten), findings


@pytest.mark.parametrize(("given", "is_found"), [("c", True), ("{ numbered: c }", False)])
def test_elements_that_events_find_by_a_key_have_each_their_own(
    given: str, is_found: bool, tmp_path: Path
) -> None:
    row = "    id: number\n    name: does.tool\n"
    findings = found("usher", [(row, f"{row}    given: {{ number: {given} }}\n")], tmp_path)
    assert any("each `Call` would have the same `number`" in one for one in findings) == is_found


@pytest.mark.parametrize("key", ["id", "tool"])
def test_what_says_which_call_it_is_does_not_grow(key: str, tmp_path: Path) -> None:
    changes = [('items[at].text": piece', f'items[at].{key}": piece')]
    findings = found("relay", changes, tmp_path)
    assert any(f"make `items[at].{key}` longer with each piece" in one for one in findings)


DENIAL = 'DenialMore: { "items[at].lines.no": more.no | append }'
TEXT_OF_IT = '''"The next piece of a denial.",
      "x-reference": "https://example.com/parcel",
      "type": "object",
      "required": ["sort", "no"],
      "properties": {"sort": {"const": "denial"}, "no": {"type": "string"}},
      "examples": [{"sort": "denial", "no": "No"}]'''
RECORD = TEXT_OF_IT.replace('{"type": "string"}', '{"$ref": "#/$defs/Denial"}')
RECORD = RECORD.replace('"no": "No"', '"no": {"sort": "denial", "no": "No"}')


@pytest.mark.parametrize(("place", "is_found"), [("lines", True), ("notes", False)])
def test_records_and_the_text_of_their_last_come_in_one_event(
    place: str, is_found: bool, tmp_path: Path
) -> None:
    added = DENIAL.replace("lines.no", place).replace("append", "add")
    findings = found("parcel", [(DENIAL, added), (TEXT_OF_IT, RECORD)], tmp_path)
    message = "`ItemMore.DenialMore` both bring `items[at].lines` of `WordItem`; each would be sent"
    both = [one for one in findings if message in one]
    assert len(both) == is_found, findings
    assert all(one.endswith("or name the key of the element that it is of") for one in both)


@pytest.mark.parametrize("named", [True, False])
def test_a_first_piece_may_name_the_type_that_it_begins(named: bool, tmp_path: Path) -> None:
    piece = '"more | append(opens, Words)"' if named else "more | append(opens)"
    findings = found("usher", [("more | append(Words)", piece)], tmp_path)
    message = "does not say which element it begins"
    assert any(message in one for one in findings) is not named, findings


def test_a_type_of_an_arm_without_a_lens_is_told_to_have_one(tmp_path: Path) -> None:
    lens = "  ImageBlock <-> ImagePiece:\n    url: at | expected\n"
    rest = '    (data, mimeType): { lost: a picture has an address }\n    metadata: "*"\n'
    words = '"required": ["type", "at"],\n      "properties": {"type": {"const": "image"}, "at"'
    example = '[{"type": "image", "at": "https'
    changes = [(one, one.replace('"at"', '"text"')) for one in (words, example)]
    findings = found("convoy", [(lens + rest, ""), *changes], tmp_path)
    assert any("add a lens `ImageBlock <-> ImagePiece`" in one for one in findings), findings


def test_a_word_of_its_own_says_that_a_reply_calls_tools(tmp_path: Path) -> None:
    findings = found("convoy", [("why | table(why) | calls", "why | table(why)")], tmp_path)
    assert not any("tool_calls" in one for one in findings), findings


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ("usage.reasoningTokens", ""),
        ("reasoningTokens", "does not stand beside `usage.outputTokens`"),
        ("usage.reasoning", "`usage.reasoning` is no count"),
        ("usage.inputTokens", "has a place of its own on the wire"),
        ("usage.outputTokens", "has a place of its own on the wire"),
        ("usage.reasoningTokens, usage.reasoningTokens", "twice"),
    ],
)
def test_a_count_has_others_in_it_that_stand_beside_it_and_are_told_nowhere(
    others: str, message: str, tmp_path: Path
) -> None:
    row = "    usage.outputTokens: written | summed(usage.reasoningTokens)\n"
    findings = found("meter", [(row, row.replace("usage.reasoningTokens", others))], tmp_path)
    assert any(message in one for one in findings) if message else findings == [], findings


def test_what_is_summed_has_nothing_that_stands_for_it(tmp_path: Path) -> None:
    row = "written | summed(usage.reasoningTokens)"
    findings = found("meter", [(row, f"{row} | default(0)")], tmp_path)
    assert any("nobody knows what is in it" in one for one in findings), findings


def test_a_count_is_written_with_those_that_are_told_nowhere(tmp_path: Path) -> None:
    with compiled("meter", [], tmp_path) as meter:
        usage = {"inputTokens": 1, "outputTokens": 2, "reasoningTokens": 3}
        message = {"role": "assistant", "content": []}
        value = {"message": message, "finishReason": "stop", "usage": usage}
        body = meter.encode_response(value, on_loss="ignore")
        assert (body["read"], body["written"]) == (1, 5)
        assert meter.decode_response(body)["usage"] == {"inputTokens": 1, "outputTokens": 5}
        assert meter.encode_response(meter.decode_response(body)) == body
