"""What the first writers of wires without ids, of several speakers and of runs came upon."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from golden_wires import GONE, compiled, findings
from toolwire import openai_chat

Json = Any
TEXT = {"type": "string"}

# -- a list of their own for thoughts, which nothing names

IN_PARTS = "    message.content: parts\n"
APART = '    message.content:\n      ReasoningBlock: thoughts\n      "*": parts\n'
REST_FIRST = '    message.content:\n      "*": parts\n      ReasoningBlock: thoughts\n'
NAMED = '"parts[id]": . | {}(Thought)'
LAST = '"thoughts[.]": . | {}(Thought)'
UNNAMED = [
    (NAMED.format("open"), LAST.format("open")),
    ('ThoughtMore: { "parts[id].text"', 'ThoughtMore: { "thoughts[.].text"'),
    (NAMED.format("close"), LAST.format("close")),
    ('"parts[id].seal": seal', '"thoughts[.].seal": seal'),
]
THOUGHTS = {
    "Play/properties/thoughts": {"type": "array", "items": {"$ref": "#/$defs/Thought"}},
    "Part/anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("Words", "Call", "Stamp", "OtherPart")],
    "OtherPart/not/properties/sort/enum": ["words", "call", "stamp"],
    **{
        f"Thought{which}/{key}": value
        for which, word in (("Begin", "begin"), ("More", "more"), ("End", "end"))
        for key, value in {
            "properties/id": GONE,
            "required": ["sort", *(["more"] if word == "more" else [])],
            "examples": [{"sort": f"thought-{word}", **({"more": "Hm"} if word == "more" else {})}],
        }.items()
    },
}
COUNT = {"read": {"all": 1}, "written": {"all": 1}}
TOLD: list[dict[str, Json]] = [
    {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "count": COUNT}},
    {"sort": "thought-begin"},
    {"sort": "thought-more", "more": "H"},
    {"sort": "thought-more", "more": "m"},
    {"sort": "thought-end"},
    {"sort": "words-begin", "id": "w"},
    {"sort": "words-more", "id": "w", "more": "Hi"},
    {"sort": "words-said", "id": "w", "words": "Hi"},
    {"sort": "words-end", "id": "w"},
    {"sort": "ended", "why": "done", "seats": [], "count": COUNT},
]


@pytest.mark.parametrize("rows", [APART, REST_FIRST], ids=["the rest behind", "the rest ahead"])
def test_blocks_that_nothing_names_have_a_list_of_their_own(rows: str, tmp_path: Path) -> None:
    with compiled("usher", [(IN_PARTS, rows), *UNNAMED], tmp_path, THOUGHTS) as wire:
        events = [*wire.decode_stream(copy.deepcopy(TOLD))]
        pieces = [e["text"] for e in events if e["kind"] == "reasoningDelta"]
        kinds = {block["kind"]: block for block in events[-1]["response"]["message"]["content"]}
        assert pieces == ["H", "m"]
        assert kinds["reasoning"]["text"] == "Hm"
        assert kinds["text"]["text"] == "Hi"
        written = [e["sort"] for e in wire.encode_stream(copy.deepcopy(events))]
        begun = [sort for sort in written if sort.startswith(("thought", "words"))]
        assert begun == [e["sort"] for e in TOLD[1:-1]]


# -- a key that must be there, with a value that says no more than nothing


def test_a_key_that_must_be_there_is_taken_once(tmp_path: Path) -> None:
    must = {"Prop/required": ["name", "takes"], "Prop/examples": [{"name": "add", "takes": {}}]}
    changes = [("parameters: takes", "parameters: takes | default({})")]
    with compiled("usher", changes, tmp_path, must) as wire:
        for takes in ({}, {"type": "object"}):
            for more in ({}, {"kept": 1}, {"kept": 1, "too": 2}):
                body = {"lines": [], "tools": [{"name": "add", "takes": takes, **more}]}
                request = wire.decode_request(copy.deepcopy(body))
                assert wire.encode_request(request, rules="off") == body
                assert ("parameters" in request["tools"][0]) is bool(takes)


# -- a choice that names a tool, and has no word

PICK = {
    "title": "Pick",
    "description": "The tool to use.",
    "x-reference": "https://example.com/usher",
    "type": "object",
    "properties": {"prop": TEXT},
    "required": ["prop"],
    "examples": [{"prop": "add"}],
}
CHOICE = [
    ("    toolChoice: { lost: there is no choice }\n", "    toolChoice: pick\n"),
    (
        "  ToolDefinition <-> Prop:\n",
        '  NamedToolChoice <-> Pick: { name: prop, metadata: "*" }\n  ToolDefinition <-> Prop:\n',
    ),
    (
        "  Message <-> Line:\n",
        "  ToolChoice <-> Pick:\n"
        "    (auto, none, required, AllowedToolChoice): { lost: a choice names a tool }\n"
        "  Message <-> Line:\n",
    ),
]
PICKED = {"Pick": PICK, "Cue/properties/pick": {"$ref": "#/$defs/Pick"}}


@pytest.mark.parametrize("choice", ["auto", "none", "required"])
def test_a_word_that_a_wire_does_not_have_is_reported_as_lost(choice: str, tmp_path: Path) -> None:
    with compiled("usher", CHOICE, tmp_path, PICKED) as wire:
        named = {"messages": [], "toolChoice": {"name": "add"}}
        assert wire.encode_request(named, rules="off")["pick"] == {"prop": "add"}
        assert wire.losses_request(named) == []
        (loss,) = wire.losses_request({"messages": [], "toolChoice": choice})
        assert (loss.path, loss.reason) == ("/toolChoice", "a choice names a tool")


# -- what was wrong, and not found

FLAG = {"type": "boolean"}
CUE = ("line.cue: line.cue | gather\n      line.cue.input: line.cue.input | append", "line.cue: {}")
WHOLE = {"BarLine/properties/cue": {"$ref": "#/$defs/Cue"}}
PLAIN = [
    (
        "    message: line\n",
        '    message.content:\n      "*": text | joined("")\n      ToolCallBlock: cue | single\n',
    ),
    ("      line: line | gather\n      line.text: line.text | append\n", "      {}"),
    ("      line.cue: line.cue | gather\n", "cue: cue | gather\n"),
    ("line.cue.input: line.cue.input", "cue.input: cue.input"),
]
BARE = {
    **{
        f"{name}/{key}": value
        for name in ("Song", "Bar")
        for key, value in {
            "properties/line": GONE,
            "properties/text": TEXT,
            "required": ["text"],
            "examples": [{"text": "La"}],
        }.items()
    },
    "Song/properties/cue": {"$ref": "#/$defs/Cue"},
    "Bar/properties/cue": {"$ref": "#/$defs/CuePiece"},
    "SongEvent/examples": [{"text": "La"}],
}
ENDS = ("  ends: why\n", "  ends: { over: [true], why: [] }\n")
NO_WHY = "    absent: { why: null }\n"
OVER = {
    "Song/properties/over": FLAG,
    "Bar/properties/over": FLAG,
    "Bar/required": ["line", "over"],
    "Bar/examples": [{"line": {"text": "La"}, "over": False}],
    "SongEvent/examples": [{"line": {"text": "La"}, "over": False}],
}
MUST_BE_OVER = {
    "Song/required": ["line", "over"],
    "Song/examples": [{"line": {"by": "voice"}, "over": True}],
}
ALTO = {
    "Bar/required": ["line", "alto"],
    "Bar/properties/alto": TEXT,
    "Bar/examples": [{"line": {"text": "La"}, "alto": "A"}],
    "Song/required": ["line", "alto"],
    "Song/properties/alto": TEXT,
    "Song/examples": [{"line": {"by": "voice"}, "alto": "A"}],
    "SongEvent/examples": [{"line": {"text": "La"}, "alto": "A"}],
}
GIVEN = (NO_WHY, "    given: { alto: A }\n" + NO_WHY)
READ = [
    ("usage.inputTokens: read\n", "usage.inputTokens: { lost: nobody reads }\n"),
    ("    absent: { read: 0, written: 0 }", "   "),
    (", read: read,", ","),
]
WRITTEN = "usage.outputTokens: written | summed(usage.reasoningTokens)\n    (usage.cacheReadTokens,"
UNREAD = [
    READ[0],
    ("    absent: { read: 0, written: 0 }   # one, where the other is there\n", ""),
    (WRITTEN, "(usage.outputTokens, usage.cacheReadTokens,"),
    (", read: read, written: written", ""),
]
FAILING = "      error: { value: text | carried(error) }\n"
FAILED = '      error: { value: fail, given: { text: "" } }\n'
SWITCHED = [
    (
        'error: { value: gives | text | default(""), given: { failed: true } }',
        "error: { value: why, given: { failed: true } }",
    ),
]
WHY = {"ResultTurn/properties/why": TEXT}
SAID = "      text: { value: text }\n"
FAIL = {"BackLine/properties/fail": TEXT}
STAMPED = {
    "Stamp/properties": {"stamped": {"const": True}, "id": TEXT, "ink": TEXT},
    "Stamp/required": ["stamped", "id", "ink"],
    "Stamp/examples": [{"stamped": True, "id": "i", "ink": "x"}],
}
ASKED = [
    ("    content: says | text\n    metadata", "    content: text | joined\n    metadata"),
    ("string: AskCar.says", "string: AskCar.text"),
]
LIKE_WORDS = {
    "AskCar/properties": {"type": {"const": "ask"}, "text": TEXT, "from": TEXT},
    "AskCar/required": ["type", "text"],
    "AskCar/examples": [{"type": "ask", "text": "Hi"}],
    "Car/examples": [{"type": "ask", "text": "Hi"}],
    "Cars/anyOf": [TEXT, {"type": "array", "items": {"$ref": "#/$defs/Car"}}],
}


def bare(row: str) -> list[tuple[str, str]]:
    """A song whose text stands in the reply itself, with this row in its stream."""
    return [(old, new.format(row)) for old, new in PLAIN]


def over(given: str) -> list[tuple[str, str]]:
    """A song that has its end in each event, with these constants."""
    return [ENDS, (NO_WHY, given + NO_WHY)]


FOUND: list[tuple[str, str, list[tuple[str, str]], dict[str, Json], list[str]]] = [
    ("a text with a row", "solo", bare("text: text | append\n      "), BARE, []),
    (
        *("a text of the reply itself without a row", "solo", bare(""), BARE),
        ["no row for `text` of `Bar`"],
    ),
    (
        *("a count lost that must stand beside another", "meter", READ, {}),
        ["`usage.inputTokens` must be there, and nothing reads it; other rows make the `usage`"],
    ),
    ("counts that are all lost, one by one", "meter", UNREAD, {}, []),
    ("an end that each event has", "solo", over("    given: { over: true }\n"), OVER, []),
    (
        *("an end that nothing writes", "solo", [ENDS], OVER),
        ["not every `Bar` that goes out has `over`; it is required there, and nothing writes"],
    ),
    (
        *("an end that is never said", "solo", over("    given: { over: false }\n"), OVER),
        ["`over` would never say that a reply is complete; `ends` has another word; write `over:"],
    ),
    (
        *("an end that must be there", "solo", over("    given: { over: true }\n")),
        {**OVER, **MUST_BE_OVER},
        ["it is there from the start; take it out of what `Song` requires"],
    ),
    ("a constant that each event has", "solo", [GIVEN], ALTO, []),
    (
        *("a constant of the reply alone", "solo"),
        [GIVEN, ("      why: why\n", "      alto: { const: A }\n      why: why\n")],
        ALTO,
        ["not every `Bar` that goes out has `alto`"],
    ),
    (
        *("a failure told by a constant in place of its own key", "usher", [(FAILING, FAILED)]),
        FAIL,
        ["a `BackLine` with `fail` that has another `text` is read as `TextResult`"],
    ),
    (
        *("a failure behind what takes its constant", "usher", [(FAILING + SAID, SAID + FAILED)]),
        FAIL,
        ["this is never read: what fits it fits an earlier one"],
    ),
    ("a failure with a key and a switch of its own", "flare", SWITCHED, WHY, []),
    (
        *("an element found by what finds others", "usher"),
        [('Stamp: { "parts[.]"', 'Stamp: { "parts[id]"')],
        STAMPED,
        ["a `Stamp` would take the place of a `Words` of the same `id`"],
    ),
    ("a call that comes whole", "solo", [(CUE[0], CUE[1].format("line.cue | latest"))], WHOLE, []),
    (
        *("a call without its pieces", "solo", [(CUE[0], CUE[1].format("line.cue | filled"))]),
        WHOLE,
        ["no row for `line.cue.input`, which comes in pieces", "write `line.cue | latest`"],
    ),
    ("turns like those that stand as several", "caravan", ASKED, LIKE_WORDS, []),
    (
        *("what has a lens where anything may stand", "flare", []),
        {"Report/properties/usage": {}},
        ["`usage` and `usage` do not agree: `Usage` against anything"],
    ),
    (
        *("a list of what has lenses where anything may stand", "flare", []),
        {"Report/properties/log": {}},
        ["do not agree: `TextBlock`, `ReasoningBlock`, `ToolCallBlock` against anything"],
    ),
]


@pytest.mark.parametrize(
    ("wire", "changes", "schema", "found"),
    [one[1:] for one in FOUND],
    ids=[one[0] for one in FOUND],
)
def test_what_comes_out_wrong_is_found(
    wire: str,
    changes: list[tuple[str, str]],
    schema: dict[str, Json],
    found: list[str],
    tmp_path: Path,
) -> None:
    reports = findings(wire, changes, tmp_path, schema)
    assert not [what for what in found if what not in "\n".join(reports)]
    assert bool(reports) == bool(found), "\n".join(reports)


def test_a_call_that_comes_whole_goes_out_whole(tmp_path: Path) -> None:
    changes = [(CUE[0], CUE[1].format("line.cue | latest"))]
    pieces: list[dict[str, Any]] = [
        {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": '{"a":'},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": "1}"},
    ]
    call = {"sort": "cue", "key": "c1", "name": "add", "input": '{"a":1}'}
    with compiled("solo", changes, tmp_path, WHOLE) as wire:
        reply = {"line": {"by": "voice", "cue": call}, "why": "CUE"}
        done = {"kind": "completed", "response": wire.decode_response(reply)}
        events = [*wire.encode_stream([*pieces, done])]
        assert [e["line"]["cue"] for e in events if e["line"].get("cue")] == [call]
        assert [*wire.decode_stream(events)][-1]["response"] == done["response"]


def test_a_call_that_comes_first_is_not_whose_the_reply_is() -> None:
    call = {"id": "c1", "name": "add", "arguments": {}}
    message = {"role": "assistant", "content": [{"kind": "toolCall", "toolCall": call}]}
    own = {"openai_chat": {"$": {"absent": ["id"]}}}
    first = {"kind": "toolCallDelta", "index": 0, "id": "c1", "name": "add", "metadata": own}
    response = {"message": message, "finishReason": "tool_calls"}
    events = [first, {"kind": "completed", "response": response}]
    assert {event["id"] for event in openai_chat.encode_stream(events)} == {""}


def test_the_text_of_what_only_the_latest_event_has_comes_in_pieces_all_the_same(
    tmp_path: Path,
) -> None:
    lines = "      line: line | gather\n", "      line.text: line.text | append\n"
    changes = [(lines[0], lines[0].replace("gather", "latest")), (lines[1], "")]
    reports = findings("choir", changes, tmp_path)
    assert [one for one in reports if "no row for `line.text`, which comes in pieces" in one]


ANYTHING: dict[str, Json] = {"Call/properties/takes": {}}
EITHER = {"Call/properties/takes": {"type": ["object", "array"]}}
TAKES = "write `(arguments, invalidArguments): takes | object(key)`"


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (ANYTHING, "`arguments` and `takes` do not agree: object against anything; it must be"),
        (EITHER, "a list at `takes` would not be read; it is object or list of anything"),
    ],
)
def test_what_is_no_object_is_read_where_arguments_may_be_that(
    schema: dict[str, Json], message: str, tmp_path: Path
) -> None:
    reports = findings("courier", [], tmp_path, schema)
    assert any(message in one and one.endswith(TAKES) for one in reports), reports


def test_an_operator_reads_arguments_that_may_be_anything(tmp_path: Path) -> None:
    for number, schema in enumerate(({}, {"type": ["object", "string", "array"]})):
        folder = tmp_path / str(number)
        assert findings("caravan", [], folder, {"CallCar/properties/input": schema}) == []


def test_what_may_be_absent_may_be_anything(tmp_path: Path) -> None:
    assert findings("courier", [], tmp_path, {"Receipt/properties/model": {}}) == []
