"""What a writer came upon of three wires: messages that are stored, an agent's turns, and calls
that go back to the app as a list of parameters.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from golden_wires import compiled, findings
from toolwire import anthropic_messages, openai_chat

Json = Any
TEXT = {"type": "string"}

# -- arguments that are an object, whose JSON text comes in pieces of a list of calls

AS_OBJECT = [
    ("(arguments, invalidArguments): function.input | json",
     "(arguments, invalidArguments): function.input | object(raw)"),
    ("delta.calls.function.input | append", "delta.calls.function.input | append(json)"),
]  # fmt: skip
CALL = {"sort": "function", "key": "c1", "function": {"name": "add", "input": {}}}
OBJECT = {
    "FunctionPart/properties/input": {"type": "object"},
    "FunctionPart/examples": [CALL["function"]],
    "FunctionCall/examples": [CALL],
    "CallEntry/examples": [CALL],
}


def chunk(why: str | None = None, **delta: Json) -> Json:
    return {"picks": [{"at": 0, "delta": delta, **({"why": why} if why else {})}]}


def piece(at: int = 0, **fields: Json) -> Json:
    return chunk(calls=[{"at": at, **fields}])


def begun(key: str, at: int = 0, **fields: Json) -> Json:
    return piece(at, sort="function", key=key, function={"name": "add", **fields})


END = chunk(why="CALL")
PIECES = {
    "pieces of an object": ([begun("c1", input=""), piece(function={"input": '{"a"'}),
                             piece(function={"input": ":1}"})], {"a": 1}, None),
    "a beginning without any": ([begun("c1"), piece(function={"input": '{"a"'}),
                                 piece(function={"input": ":1}"})], {"a": 1}, None),
    "a call that says late that it is one": (
        [piece(key="c1", function={"name": "add", "input": '{"a"'}),
         piece(sort="function", function={"input": ":"}), piece(function={"input": "1}"})],
        {"a": 1}, None),
    "no object in the end": ([begun("c1", input='{"a"')], {}, '{"a"'),
}  # fmt: skip


@pytest.mark.parametrize("case", PIECES)
def test_an_object_whose_text_comes_in_pieces_of_a_list_is_told_and_written_so(
    case: str, tmp_path: Path
) -> None:
    pieces, arguments, invalid = PIECES[case]
    with compiled("ticker", AS_OBJECT, tmp_path, OBJECT) as wire:
        decoded = [*wire.decode_stream(copy.deepcopy([*pieces, END]))]
        (block,) = decoded[-1]["response"]["message"]["content"]
        assert block["toolCall"]["arguments"] == arguments
        assert block["toolCall"].get("invalidArguments") == invalid
        shown = [e["argumentsDelta"] for e in decoded if "argumentsDelta" in e]
        assert len(shown) >= len(pieces) - 1
        assert "".join(shown) == "".join(text or "" for text in map(input_of, pieces))
        written = [*wire.encode_stream(copy.deepcopy(decoded), on_loss="ignore")]
        texts = [text for text in map(input_of, written) if text is not None]
        assert "".join(texts) == "".join(shown)
        assert [*wire.decode_stream(written)][-1] == decoded[-1]


def input_of(event: Json) -> Json:
    """The piece of arguments that an event has."""
    calls = event["picks"][0]["delta"].get("calls", [{}])
    return calls[0].get("function", {}).get("input")


# -- a text or a list that each event must have

MIXED = [('"*": text | joined("")', '"*": text | text')]
DEMANDED = {
    "ModelLine/properties/text": {"$ref": "#/$defs/LineText"},
    "Delta/properties/text": {"$ref": "#/$defs/LineText"},
    "Delta/required": ["text"],
}


def test_an_event_that_brings_nothing_of_a_text_it_must_have_has_it_empty(tmp_path: Path) -> None:
    with compiled("ticker", MIXED, tmp_path, DEMANDED) as wire:
        events = [chunk(text="Hi"), chunk(text="", **begun("c1", input="{}")["picks"][0]["delta"]),
                  chunk(why="CALL", text="")]  # fmt: skip
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        written = [*wire.encode_stream(copy.deepcopy(decoded))]
        deltas = [pick["delta"] for event in written for pick in event["picks"]]
        assert all("text" in delta for delta in deltas)
        assert "".join(delta["text"] for delta in deltas) == "Hi"
        assert [*wire.decode_stream(written)][-1] == decoded[-1]


# -- a lens of its own wire alone, beside one that carries more

QUOTED: dict[str, Json] = {
    "title": "QuotedPart",
    "description": "Words of somebody else.",
    "x-reference": "https://example.com/ticker",
    "type": "object",
    "properties": {"sort": {"const": "quoted"}, "words": TEXT, "by": TEXT},
    "required": ["sort", "words", "by"],
    "examples": [{"sort": "quoted", "words": "Hi", "by": "ann"}],
}
PARTS = {
    "QuotedPart": QUOTED,
    "Part/anyOf": [{"$ref": f"#/$defs/{name}"}
                   for name in ("QuotedPart", "WordsPart", "PicturePart", "OtherPart")],
    "OtherPart/not/properties/sort/enum": ["words", "picture", "quoted"],
    "WordsPart/properties/denied": {"const": True},
}  # fmt: skip
OWN = [
    (
        "  TextBlock <-> WordsPart:\n    text: words\n    refusal: { lost: a text is a text }\n",
        "  TextBlock <-> QuotedPart:\n    text: words\n    refusal: { lost: a quote is a text }\n"
        '    own: only its own wire knows whose words they are\n    metadata: "*"\n'
        "  TextBlock <-> WordsPart:\n    text: words\n    refusal: denied\n",
    )
]


def test_what_is_not_of_its_own_goes_out_as_the_type_that_takes_all(tmp_path: Path) -> None:
    with compiled("ticker", OWN, tmp_path, PARTS) as wire:
        text = {"kind": "text", "text": "Hi"}
        picture = {"kind": "image", "url": "https://example.com/a.png"}
        new = {"messages": [{"role": "user", "content": [text, picture]}]}
        parts = wire.encode_request(new, rules="off")["lines"][0]["text"]
        assert parts[0] == {"sort": "words", "words": "Hi"}
        assert wire.losses_request(new) == []
        body = {"lines": [{"role": "user", "text": [QUOTED["examples"][0], parts[0]]}]}
        request = wire.decode_request(copy.deepcopy(body))
        assert wire.encode_request(request, rules="off") == body
        assert wire.losses_request(request) == []


DENIED = {
    **QUOTED,
    "title": "DeniedPart",
    "properties": {"sort": {"const": "denied"}, "words": TEXT},
    "required": ["sort", "words"],
    "examples": [{"sort": "denied", "words": "No"}],
}
THREE = {
    "QuotedPart": {**QUOTED, "properties": {**QUOTED["properties"], "denied": {"const": True}}},
    "DeniedPart": DENIED,
    "Part/anyOf": [
        {"$ref": f"#/$defs/{name}"}
        for name in ("QuotedPart", "WordsPart", "DeniedPart", "PicturePart", "OtherPart")
    ],
    "OtherPart/not/properties/sort/enum": ["words", "picture", "quoted", "denied"],
}
OF_THREE = [
    (
        "  TextBlock <-> WordsPart:\n",
        "  TextBlock <-> QuotedPart:\n    text: words\n    refusal: denied\n"
        '    own: only its own wire knows whose words they are\n    metadata: "*"\n'
        "  TextBlock <-> DeniedPart:\n    text: words\n    refusal: { const: true }\n"
        '    metadata: "*"\n'
        "  TextBlock <-> WordsPart:\n",
    )
]


def test_what_is_its_own_needs_no_field_that_tells_it_from_the_others(tmp_path: Path) -> None:
    with compiled("ticker", OF_THREE, tmp_path, THREE) as wire:
        texts = [{"kind": "text", "text": "Hi"}, {"kind": "text", "text": "No", "refusal": True}]
        new = {"messages": [{"role": "user", "content": texts}]}
        words, denied = wire.encode_request(new, rules="off")["lines"][0]["text"]
        assert (words["sort"], denied) == ("words", DENIED["examples"][0])
        quoted = QUOTED["examples"][0]
        parts = [quoted, {**quoted, "denied": True}, denied, words]
        body = {"lines": [{"role": "user", "text": parts}]}
        request = wire.decode_request(copy.deepcopy(body))
        assert wire.encode_request(request, rules="off") == body
        assert wire.losses_request(request) == []


# -- names of results

BY_KEY = [("toolCallId: key | position(tool)", "toolCallId: key")]
KEYED = {
    "ToolLineBack/required": ["role", "key", "text"],
    "ToolLineBack/examples": [{"role": "tool", "key": "c1", "text": "3"}],
}


def test_a_result_keeps_its_own_name_where_nothing_is_found_by_it(tmp_path: Path) -> None:
    calls = [{"sort": "function", "key": "c1", "function": {"name": "add", "input": "{}"}}]
    back = {"role": "tool", "key": "c1", "text": "3"}
    with compiled("ticker", BY_KEY, tmp_path, KEYED) as wire:
        # The second result of a call makes the reader look who answers whom.
        body = {"lines": [{"role": "model", "calls": calls}, {**back, "tool": "sum"}, back]}
        request = wire.decode_request(copy.deepcopy(body))
        names = [line["toolResult"]["name"] for line in request["messages"][1:]]
        assert names == ["sum", "add"]
        assert wire.encode_request(request, rules="off") == body


@pytest.mark.parametrize("name", ["add", "sum", ""])
def test_a_result_that_is_given_its_call_goes_back_as_it_came(name: str, tmp_path: Path) -> None:
    named = [("position(name)\n    name: name\n",
              "position(name)\n    name: name | called(toolCallId)\n")]  # fmt: skip
    call = {"id": "c1", "name": "add", "arguments": {}}
    with compiled("radio", named, tmp_path) as wire:
        body = {"name": name, "heard": "3"}
        result = wire.decode_answer(copy.deepcopy(body), call=call)
        assert result["toolCallId"] == "c1"
        assert result["name"] == (name or "add")
        assert wire.encode_answer(result, call=call) == body


# -- what was reported, and is none


def test_what_nobody_knows_stands_where_its_key_does() -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": "{}"}}
    message = {"role": "assistant", "content": "Hi", "tool_calls": [call, {"x_new": 1}]}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}
    response: Json = openai_chat.decode_response(copy.deepcopy(body))
    assert openai_chat.losses_response(response) == []
    assert openai_chat.encode_response(response) == body
    content = response["message"]["content"]
    swapped = {**response, "message": {**response["message"], "content": content[::-1]}}
    assert [loss.code for loss in openai_chat.losses_response(swapped)] == ["order"]


def test_a_number_below_zero_is_its_own_text(tmp_path: Path) -> None:
    with compiled("gazette", [], tmp_path) as wire:
        body = {"misprint": {"text": "no", "code": -32603}}
        response = wire.decode_response(copy.deepcopy(body))
        assert response["error"]["code"] == "-32603"
        assert wire.losses_response(response) == []
        new = {**response, "metadata": {}, "error": {"message": "no", "code": "-32603"}}
        assert wire.encode_response(new) == body


# -- what an event says again, and what it says is null


def test_a_call_that_ends_again_tells_its_arguments_once() -> None:
    block = {"type": "tool_use", "id": "t", "name": "add", "input": {"a": 1}}
    usage = {"input_tokens": 1, "output_tokens": 1}
    events: list[Json] = [
        {"type": "message_start", "message": {"role": "assistant", "content": [], "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        *[{"type": "content_block_stop", "index": 0}] * 2,
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": usage},
    ]
    decoded: list[Json] = [*anthropic_messages.decode_stream(events)]
    assert [e["argumentsDelta"] for e in decoded if "argumentsDelta" in e] == ['{"a":1}']


NULLS = [("    model: engine\n    message: picks", "    model: by.engine\n    message: picks")]
BY: dict[str, Json] = {
    "By": {
        "title": "By",
        "description": "Who speaks.",
        "x-reference": "https://example.com/ticker",
        "type": "object",
        "properties": {"engine": TEXT},
        "examples": [{"engine": "m"}],
    },
    "Tape/properties/by": {"anyOf": [{"$ref": "#/$defs/By"}, {"type": "null"}]},
    "Chunk/properties/by": {"anyOf": [{"$ref": "#/$defs/By"}, {"type": "null"}]},
}


def test_a_null_on_the_way_to_whose_reply_it_is_says_nothing(tmp_path: Path) -> None:
    with compiled("ticker", NULLS, tmp_path, BY) as wire:
        events = [{**chunk(text="Hi"), "by": None}, chunk(why="END")]
        decoded = [*wire.decode_stream(copy.deepcopy(events))]
        assert decoded[0]["kind"] == "started"
        assert "model" not in decoded[0]
        assert decoded[-1]["response"]["message"]["content"] == [{"kind": "text", "text": "Hi"}]
        named = [{**chunk(text="Hi"), "by": {"engine": "m"}}, chunk(why="END")]
        assert next(iter(wire.decode_stream(named)))["model"] == "m"


NUMBERED = [("    id: key\n    model: engine\n", "    id: key | digits\n    model: engine\n")]
INTEGER = {f"{name}/properties/key": {"type": "integer"} for name in ("Tape", "Chunk")}


def test_an_id_that_is_a_number_is_told_as_its_text_where_a_reply_begins(tmp_path: Path) -> None:
    with compiled("ticker", NUMBERED, tmp_path, INTEGER) as wire:
        decoded = [*wire.decode_stream([{**chunk(text="Hi"), "key": 7}, chunk(why="END")])]
        assert decoded[0] == {"kind": "started", "id": "7"}
        assert decoded[-1]["response"]["id"] == "7"
        written = [*wire.encode_stream(copy.deepcopy(decoded))]
        assert {event["key"] for event in written} == {7}


# -- what is found, and what is not

MODEL = ("    model: engine\n    message: picks", "    model: by.more.engine\n    message: picks")
COUNT = "      count: count | latest\n"
AROUND = "      by: by | gather\n"
OWN_ROW = "      by.more: by.more | gather(engine)\n"
DEEPER: dict[str, Json] = {
    **BY,
    "By/properties": {"more": {"$ref": "#/$defs/More"}},
    "By/examples": [{"more": {"engine": "m"}}],
    "More": {**BY["By"], "title": "More", "description": "More of it."},
}


def test_keys_of_an_object_with_a_row_of_its_own_are_not_gathered_by_the_one_around_it(
    tmp_path: Path,
) -> None:
    both = [MODEL, (COUNT, AROUND + OWN_ROW + COUNT)]
    assert findings("ticker", both, tmp_path / "own", DEEPER) == []
    longer = "would make `by.more.engine` longer with each piece"
    (one,) = findings("ticker", [MODEL, (COUNT, AROUND + COUNT)], tmp_path / "none", DEEPER)
    assert longer in one
    unnamed = AROUND + OWN_ROW.replace("(engine)", "")
    (one,) = findings("ticker", [MODEL, (COUNT, unnamed + COUNT)], tmp_path / "unnamed", DEEPER)
    assert longer in one
