"""Findings that no golden case meets: each is the one for its mistake, in these words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import BASE, GONE, Definitions, findings
from toolwire_codegen.load.project import load_project

Changes = list[tuple[str, str]]
Row = tuple[str, Changes, Definitions, str]
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
NAME, LIMIT = ("    title: name\n", "    limit: max\n")
FOLD = "    fold: Mark* Day?\n    into: DayRow.cells"
CONTENT = "    message.content: cells\n"
KEEPS = '    metadata: "*"\n'
EVENTS = "PageEvent -> Stored"


def items(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def named(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def either(*types: Any) -> dict[str, Any]:
    return {"anyOf": [*types]}


ROWS: list[Row] = [
    (
        *(BASE, [(NAME, f"{NAME}    given: {{ mark: x }}\n    absent: {{ mark: y }}\n")]),
        {"Page/properties/mark": TEXT},
        "misplaced `mark` cannot be `absent` here; it is `given`: that it was missing is noted "
        "anyway; leave it out",
    ),
    (
        *(BASE, [(NAME, f"{NAME}    absent: {{ max: 3 }}\n"), (LIMIT, "    limit: [max, most]\n")]),
        {"Page/properties/most": NUMBER},
        "misplaced `max` cannot be `absent` here; its field may stand elsewhere; map the field to "
        "one place",
    ),
    (
        *("barge", [("    error.code: { lost: a wreck is a text }\n", "")], {}),
        "unmapped-field no row for `error.code`; map it, or write `{ lost: <the reason> }`",
    ),
    (
        *(BASE, [(f"    message: text\n{KEEPS}\nseq", "    message: text\n\nseq"),
                 (f"has no key }}\n{KEEPS}", "has no key }\n"),
                 (f"{CONTENT}{KEEPS}", CONTENT)]),
        {"Failure/properties/metadata": GONE, "Response/properties/metadata": GONE,
         "Problem/properties/more": TEXT},
        "unread-path nothing reads `more` of `Problem`; neither this lens nor the one that uses it "
        'keeps them; add `metadata: "*"` to the lens that uses it',
    ),
    (
        *("usher", [("\ntables:\n", "\nerrors:\n  busy: { status: 400 }\n\ntables:\n")], {}),
        "unknown-value nothing says how this wire tells `broken`; each kind has a status, and "
        "perhaps words; add a row",
    ),
    (
        *(BASE, [(NAME, "    title: [name, nom]\n")], {"Page/properties/nom": TEXT}),
        "optional-to-required `title` is required and may stand in no place of several; map it to "
        "one place",
    ),
    (
        *(BASE, [(LIMIT, "    limit: max | one_or_many\n")]),
        {"Request/properties/limit": items(NUMBER), "Page/properties/max":
         either(items(TEXT), TEXT)},
        "type-mismatch `max` takes no item alone; it is list of string or string; leave "
        "`one_or_many` out",
    ),
    (
        *(BASE, [(LIMIT, "    limit: max | one_or_many\n")]),
        {"Request/properties/limit": items(NUMBER), "Page/properties/max":
         either(items(TEXT), NUMBER)},
        "type-mismatch `one_or_many` would put integer among string; map it with another operator",
    ),
    (
        *(BASE, [(LIMIT, "    limit: max | sole\n")]),
        {"Request/properties/limit": TEXT, "Page/properties/max": items(NUMBER)},
        "type-mismatch `sole` would put string among integer; map it with another operator",
    ),
    (
        *(BASE, [(LIMIT, "    limit: max | sole\n")], {"Page/properties/max": items(TEXT)}),
        "type-mismatch `sole` does not take the field's integer; it takes string; use the operator "
        "that fits",
    ),
    (
        *(BASE, [("url: target.at,", "url: target.at, file: { lost: x, back: call_name(url) },")]),
        {},
        "misplaced a case is chosen by fields that go to the wire; this row writes none; move the "
        "row out of the case",
    ),
    (
        *(BASE, [(f"    days: rows\n{LIMIT}", f"{LIMIT}    cases:\n      - {{ days: rows }}\n")]),
        {},
        "misplaced a sequence cannot stand in a case; move the row out of it",
    ),
    (
        *(BASE, [(CONTENT, "    message.content: { Note: notes, '*': cells }\n")]),
        {"Stored/properties/notes": items(named("NoteCell")), "Note/required": ["text"],
         "Note/properties/kind": GONE},
        "misplaced nothing tells a `Note`; it has no constant `kind`; give it one",
    ),
    (
        *("usher", [], {"ToolCallBlock/required": ["kind"]}),
        "misplaced `toolCall` may be absent; and the wire value never is; map a required field",
    ),
    *(
        ("ticker", [("    mode: mode\n\n", f"    mode: mode\n    given: {{ note: {given} }}\n\n")],
         {"SomeTools/properties/note": {}},
         f"misplaced `{word}` has no meaning here; it needs a lens with `metadata`; write a "
         'constant, or add `metadata: "*"`')
        for word, given in (("when", "{ value: x, when: allowed }"),)
    ),
    (
        *(BASE, [(NAME, f"{NAME}    given: {{ nix.by: 1 }}\n")], {}),
        "unknown-path `Page` has no path `nix.by` (at `nix`); known keys: max, name, rows; name a "
        "path of the schema, or add it there",
    ),
    (
        *(BASE, [(FOLD, "    lift: { Mark: mark, from: anywhere }")]),
        {"Page/properties/mark": named("Total")},
        "missing-lens no lens joins `Mark` and `Total`; the sequence needs one; add `Mark <-> "
        "Total:` under `types`",
    ),
    (
        *(BASE, [("label: label", "label: label | default('')")]),
        {"MarkCell/required": GONE, "MarkCell/properties/type": GONE},
        "misplaced nothing tells a `MarkCell` from other elements; it has no required key; give it "
        "a tag",
    ),
    (
        *(BASE, [], {"Tick/properties": GONE, "Tick/required": GONE}),
        "ambiguous-arms `Tick` has no key to be known by; a key that it must have, or any that it "
        "may have; add its keys to the schema",
    ),
    (
        *(BASE, [(EVENTS, EVENTS.replace("Stored", "Nix"))], {}),
        "unknown-type `Nix` is none of the types of a reply; known types: Refusal, Stored; name a "
        "wire type of `response`, or of another entry of its type",
    ),
    (
        *(BASE, [("  ends: state\n", "  ends: [state, lines.0.at]\n")], {}),
        "misplaced no row brings `lines.0.at`; a reply is complete once it is there; add a row for "
        "it",
    ),
    (
        *(BASE, [], {"TextPiece/properties/text": either(TEXT, items(named("Line")), NUMBER)}),
        "type-mismatch `append` joins texts, and lists beside them, not string or list of Line or "
        "integer; use the operator that fits",
    ),
    (
        *(BASE, [], {"TextPiece/properties/text": either(TEXT, items(named("Line")))}),
        "type-mismatch `append` makes a text or a list, not string; use the operator that fits",
    ),
]  # fmt: skip

THOUGHT = "    text: told | parts(Scrap, text) | rather(dreamt, Image, words)\n"
WORD = {"Stored/properties/word": TEXT}
OPERATORS: list[Row] = [
    (
        *("usher", [("text: { value: text }\n", "text: { value: text | alone }\n")], {}),
        "misplaced `alone` has no meaning here; the arm's own object always has other keys; name a "
        "key of an inner object",
    ),
    (
        *(BASE, [(f"{CONTENT}{KEEPS}", CONTENT), ("t: cells\n", "t: { Note: word | aside, "
                  "'*': cells }\n")]),
        {**WORD, "Response/properties/metadata": GONE},
        "misplaced `aside` has no meaning here; nothing would remember that a block stood here; "
        'add `metadata: "*"`',
    ),
    (
        *("relay", [("beside(toolChoice, auto)", "beside(toolChoice, odd)")], {}),
        "operator-arguments 'odd' cannot stand in `toolChoice`; the field is "
        "'auto'/'none'/'required' or NamedToolChoice or AllowedToolChoice or Opaque; name one of "
        "its values",
    ),
    (
        *("ticker", [("called(toolCallId)", "called(nix)")], {}),
        "operator-arguments `nix` is no id of a call; the call's name is looked up by it; write "
        "`called(toolCallId)`",
    ),
    (
        *("ticker", [("    toolCallId: key | position(tool)\n", ""),
                     ("called(toolCallId)\n", "called(toolCallId)\n    toolCallId: key | "
                      "position(tool)\n")], {}),
        "operator-arguments `toolCallId` is not read before this row; the call's name is looked up "
        "by it; put the row of `toolCallId` before",
    ),
    (
        *("parcel", [("flagged(Denial, no)", "flagged(Denial, no.say)")], {}),
        "operator-arguments each piece has its text right under a key; `no.say` is deeper; name "
        "keys of the records",
    ),
    (
        *("ledger", [(f'{THOUGHT}{KEEPS}', THOUGHT)], {"ReasoningBlock/properties/metadata": GONE}),
        "misplaced `rather` has no meaning here; nothing would remember where the text stood; add "
        '`metadata: "*"`',
    ),
    (
        *("ledger", [], {"ReasoningBlock/required": ["kind"], "DreamItem/required": ["type"]}),
        "misplaced `rather` has no meaning here; its field may be absent; leave it out, or require "
        "the field",
    ),
    (
        *("ledger", [("text: told | parts", "text: more.told | parts")], {}),
        "unknown-path `DreamItem` has no path `more.told` (at `more`); known keys: dreamt, told, "
        "type; name a path of the schema, or add it there",
    ),
    (
        *("choir", [(f"    given: {{ voice: all }}\n{KEEPS}", "    given: { voice: all }\n")],
          {"AssistantMessage/properties/metadata": GONE}),
        "misplaced nothing is kept here that could go back; `returns` is about what no row names; "
        'add `metadata: "*"`',
    ),
    (
        *("usher", [("      ToolCallBlock: calls\n    m", "      ToolCallBlock: calls\n      "
                     "TextBlock: words | text\n    m")]),
        {"StageLine/properties/words": items(named("Words"))},
        "misplaced `text` has no meaning here; one arm alone stands there; leave it out",
    ),
    (
        *(BASE, [(CONTENT, "    message.content: { Link: word | joined, '*': cells }\n")], WORD),
        "misplaced `joined` has no meaning here; it joins blocks that hold a `text`; use it for "
        "such an arm",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("wire", "changes", "definitions", "message"), [*ROWS, *OPERATORS])
def test_one_mistake_has_one_finding(
    wire: str, changes: Changes, definitions: Definitions, message: str, tmp_path: Path
) -> None:
    found = findings(wire, changes, tmp_path, definitions)
    assert [one.split(" ", 1)[1] for one in found] == [message]


BACK = "name: { lost: results are known by id, back: call_name(toolCallId) }"
ARMS = [("carried(error) }", f"carried(error), {BACK} }}")]
ARMS += [("text: { value: text }", f"text: {{ value: text, {BACK} }}")]
ARMS += [(one, f"{one}        {BACK}\n") for one in (
    "        value: text | joined\n", "        value: text | json_text\n",
)]  # fmt: skip


def test_the_name_of_a_call_is_read_back_in_no_arm(tmp_path: Path) -> None:
    whole = "    name: { lost: the wire knows results by id, back: call_name(toolCallId) }\n"
    found = findings("usher", [(whole, ""), *ARMS], tmp_path)
    message = "misplaced `back` has no meaning in an arm; move the row out of it"
    assert [one.split(" ", 1)[1] for one in found] == 4 * [message]


DIALECT = "dialects:\n  plain:\n    for: [parameters]\n    keywords: { keep: all }\n"


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ("values: { minimum: { compiles: 3 } }",
         "4:26: misplaced it is no switch; write true, or leave it out"),
        ("values: { format: { text: [date] } }",
         "4:25: misplaced no type 'text'; known types: array, boolean, integer, null, number, "
         "object, string; name one of them"),
        ("values: { format: { string: date } }",
         "4:15: unreadable-row format has no list; write `[…]`"),
        ("values: { format: { string: [date], without: a } }",
         "4:15: unreadable-row format has no list; write `[…]`"),
        ("spelled: { answers: takes }",
         "4:16: misplaced no schema is for 'answers'; write parameters or response"),
    ],
)  # fmt: skip
def test_a_slip_in_a_dialect_is_told_once(says: str, message: str, tmp_path: Path) -> None:
    text = DIALECT.replace("    keywords", f"    {says}\n    keywords")
    files = {"usher/dialect.yaml": text, "usher/dialect.plain.schema.json": "{}"}
    found = findings("usher", [], tmp_path, files=files)
    assert found == [f"schemas/usher/dialect.yaml:{message}"]


CODEC = '''class A:
    inter = {"type": "integer"}
    wire = {"type": "string"}
    samples = [(1, "1")]

    def decode(raw):
        return int(raw) if raw == "1" else None

    def encode(value):
        return str(value)
'''
READ, WRITE = 'int(raw) if raw == "1" else None', "str(value)"
LISTED = [('"string"', '"array"'), ('(1, "1")', '(1, ["1"])'), (WRITE, f"[{WRITE}]")]
LISTED += [(READ, "int(raw.pop()) if type(raw) is list and len(raw) == 1 else None")]
INTER = 'inter = {"type": "integer"}'
UNLAWFUL = "unlawful-codec `codecs:A` "
BROKEN: list[tuple[Changes, str]] = [
    ([], ""),
    ([(WRITE, "{}[value]")], f"{UNLAWFUL}raises in `encode` of sample 1: KeyError 1"),
    ([(READ, READ.replace("None", '"x"'))],
     f'{UNLAWFUL}reads null as "x", which is not valid by `inter`'),
    ([(READ, READ.replace("None", "7")), (WRITE, "{1: '1'}[value]")],
     f"{UNLAWFUL}raises in `encode` of 7: KeyError 7"),
    ([(READ, 'int(raw) if raw in ("1", "2") else 7'), (WRITE, "str(min(value, 2))")],
     f"{UNLAWFUL}breaks a law: what it reads null as does not come back"),
    ([(READ, READ.replace("int(raw)", "{1}"))],
     f"{UNLAWFUL}breaks a law: `decode` of sample 1 gives a set"),
    (LISTED, f"{UNLAWFUL}changes what `decode` is given, in sample 1"),
]  # fmt: skip


def found_of(codec: Changes, folder: Path) -> list[str]:
    """What is found of a row through such a codec."""
    text = CODEC
    for old, new in codec:
        text = text.replace(old, new)
    files = {"notebook/codecs.py": text}
    kind = {"type": "array" if '"array"' in text else "string"}
    definitions = {"Page/properties/max": kind}
    changes = [(LIMIT, "    limit: max | via(codecs:A)\n")]
    return findings(BASE, changes, folder, definitions, files)


@pytest.mark.parametrize(("codec", "message"), BROKEN)
def test_a_law_that_a_codec_breaks_is_told_once(
    codec: Changes, message: str, tmp_path: Path
) -> None:
    at = "schemas/notebook/transform.yaml:11:5: "
    expected = [f"{at}{message}; mend the codec, or the sample"] if message else []
    assert found_of(codec, tmp_path) == expected


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ('inter = {"type": "integer", "$ref": "#/nix"}',
         f"{UNLAWFUL}has a schema that cannot be asked: PointerToNowhere"),
        ('inter = {"type": "integer", "$ref": "#"}',
         f"{UNLAWFUL}has a schema that cannot be asked: maximum recursion depth"),
        (f'{INTER}\n    inter["not"] = inter', "incomplete-codec `codecs:A` has no sound schema in "
         "`inter`: RecursionError"),
    ],
)  # fmt: skip
def test_a_schema_of_a_codec_that_leads_nowhere_is_a_finding(
    schema: str, message: str, tmp_path: Path
) -> None:
    (one,) = found_of([(INTER, schema)], tmp_path)
    assert one.split(" ", 1)[1].startswith(message)


@pytest.mark.parametrize(
    ("pattern", "is_slow"),
    [("(a)?(?(1)b+|c)d*", False), ("(a)?((?(1)b+|c))*", True)],
)
def test_a_pattern_is_looked_at_behind_its_conditions(
    pattern: str, is_slow: bool, tmp_path: Path
) -> None:
    definitions = {"Page/properties/pat": {"type": "string", "pattern": pattern}}
    found = findings(BASE, [], tmp_path, definitions)
    assert ["can take longer than anyone waits" in one for one in found] == [True] * is_slow


def test_what_events_repeat_may_be_anything(tmp_path: Path) -> None:
    changes = [("  on:\n", "  repeats:\n    note: { count: . }\n  on:\n"),
               ("    Tick: ignore", "    Tick: { key: key }")]  # fmt: skip
    definitions = {"Tick/properties/note": {}, "Tick/properties/key": TEXT}
    assert findings(BASE, changes, tmp_path, definitions) == []


HEAD = {
    "title": "Head", "description": "A head.", "x-reference": "https://example.com/notebook",
    "type": "object", "required": ["most"], "properties": {"most": NUMBER},
    "examples": [{"most": 1}],
}  # fmt: skip


def test_an_object_is_made_where_each_place_of_a_row_is_in_it(tmp_path: Path) -> None:
    changes = [(LIMIT, "    limit: [head.most | fill(3), max]\n")]
    definitions = {
        "Head": HEAD, "Page/properties/head": named("Head"),
        "Page/required": ["name", "rows", "head"],
        "Page/examples": [{"name": "May", "rows": [], "head": {"most": 1}}],
    }  # fmt: skip
    found = findings(BASE, changes, tmp_path, definitions)
    assert [one.split(" ", 1)[1] for one in found] == [
        "unwritten-path `head` is required, and may not be written; all that goes into it may be "
        "absent, or be what `default` stands for; take `head` out of what is required, or write "
        "into it what is always there"
    ]


@pytest.mark.parametrize(
    "changes",
    [
        [("    PageDone: { total: total }", "    PageDone: { total: total | gather }"),
         ("  ends: state\n", "  ends: [state, total.words]\n"), ("  last: total\n", "")],
        [("{ url: target.at, given: { target.by: url } }",
          "{ url: target.by | table(by), given: { target.at: x } }"),
         ("tables:\n", "tables:\n  by: { x: url }\n")],
    ],
    ids=["numbers grow by no piece", "a case reads words of its own"],
)  # fmt: skip
def test_what_is_no_mistake_is_not_told(changes: Changes, tmp_path: Path) -> None:
    assert findings(BASE, changes, tmp_path) == []


def test_arms_that_share_what_they_require_are_told_wherever_they_stand(tmp_path: Path) -> None:
    title = "  Link <-> LinkCell:\n"
    definitions = {
        **{f"{arm}/properties/kind": GONE for arm in ("Note", "Link")},
        **{f"{arm}/required": ["text"] for arm in ("Note", "Link")},
        "Link/properties/text": TEXT, "Link/examples": [{"text": "tea", "url": "https://x"}],
        "LinkCell/properties/says": TEXT, "LinkCell/required": ["type", "target", "says"],
        "LinkCell/examples": [{"type": "link", "says": "tea", "target": {"by": "url", "at": "x"}}],
    }  # fmt: skip
    found = findings(BASE, [(title, f"{title}    text: says\n")], tmp_path, definitions)
    assert [one.split(" ", 1)[1] for one in found] == [
        f"ambiguous-arms the items of `{place}` and `cells` cannot tell `Note` from `Link`; `text` "
        "is the same in both; give one of them a constant"
        for place in ("entries", "message.content")
    ]


def test_what_events_repeat_is_explained(tmp_path: Path) -> None:
    repeats = "{ a: { const: 1 }, b: { numbered: n_ }, c: { count: . }, d: { count: lines }, e: key"
    findings(BASE, [("  on:\n", f"  repeats: {repeats} }}\n  on:\n")], tmp_path)
    stream = load_project(tmp_path).formats["notebook"].transform.stream
    assert stream is not None
    assert [one.text for one in stream.repeats] == [
        "always 1", "'n_' and its number in the stream", "its number in the stream",
        "the number of the last in lines", "key",
    ]  # fmt: skip
