"""What a writer came upon of three wires: messages that are stored, an agent's turns, and calls
that go back to the app as a list of parameters.
"""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from golden_wires import compiled
from toolwire import openai_chat

Json = Any
TEXT = {"type": "string"}

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


