"""What a form keeps of an element beside its units, and of a reply's blocks, is lost elsewhere."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import toolwire
from samples import FORMATS
from toolwire import Loss, gemini, openai_chat, openai_responses

Json = Any
ASKED: Json = {"contents": [{"role": "user", "parts": [{"text": "How warm is it?"}]}]}
SEARCHED: Json = {
    "functionDeclarations": [{"name": "f"}, {"name": "g"}],
    "googleSearch": {},
    "urlContext": None,
}
BESIDE = "/tools/0/metadata/gemini/$/group/rest"


def form_places(losses: list[Loss]) -> list[str]:
    """The places in forms that losses name."""
    assert all(loss.code == "foreign" for loss in losses if "/$/" in loss.path)
    return [loss.path for loss in losses if "/$/" in loss.path]


@pytest.mark.parametrize("target", [name for name in FORMATS if name != "gemini"])
def test_a_search_that_shares_an_object_with_functions_is_told(target: str) -> None:
    request = gemini.decode_request({**ASKED, "tools": [SEARCHED]}) | {"model": "m"}
    assert form_places(import_module(f"toolwire.{target}").losses_request(request)) == [
        f"{BESIDE}/googleSearch"
    ]
    assert form_places(gemini.losses_request(request)) == []


def test_functions_by_themselves_have_nothing_beside_them() -> None:
    request = gemini.decode_request({**ASKED, "tools": [{"functionDeclarations": [{"name": "f"}]}]})
    assert form_places(openai_chat.losses_request({**request, "model": "m"})) == []


def test_what_stands_beside_a_list_further_inside_is_told_there() -> None:
    inside = {"a/b.c": {"rest": {"odd/key": 1, "none": None}, "absent": []}}
    form = {"group": {"rest": {}, "absent": [], "inside": inside}}
    message = {"role": "user", "content": "a", "metadata": {"gemini": {"$": form}}}
    request = {"model": "m", "messages": [message]}
    place = "/messages/0/metadata/gemini/$/group/inside/a~1b.c/rest/odd~1key"
    assert form_places(openai_chat.losses_request(request)) == [place]


def replied(*calls: Json) -> Json:
    function = {"name": "f", "arguments": "{}"}
    message = {
        "role": "assistant",
        "content": "So.",
        "tool_calls": [
            {"id": f"c{at}", "type": "function", "function": function, **call}
            for at, call in enumerate(calls)
        ],
    }
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return openai_chat.decode_response({"id": "r", "model": "m", "choices": [choice]})


@pytest.mark.parametrize("target", [name for name in FORMATS if name != "openai_chat"])
def test_what_only_a_reply_has_of_its_calls_is_told(target: str) -> None:
    response = replied({"index": 0}, {"index": 1, "safety": {"score": 1}, "note": ""})
    losses = import_module(f"toolwire.{target}").losses_response(response)
    assert form_places(losses) == ["/metadata/openai_chat/$/blocks/at/2/safety"]
    assert form_places(openai_chat.losses_response(response)) == []


@pytest.mark.parametrize(
    ("calls", "lost"),
    [
        ([{"index": 0}], []),
        ([{"index": 0}, {"index": 1}], []),
        ([{}, {"index": 1}], []),
        ([{"index": 1}, {"index": 2}], ["1/index", "2/index"]),
        ([{"index": 0.0}], ["1/index"]),
        ([{"index": False}], ["1/index"]),
        ([{"odd": "0"}], ["1/odd"]),
    ],
)
def test_a_number_that_counts_the_calls_says_nothing_of_them(calls: Json, lost: Json) -> None:
    found = form_places(openai_responses.losses_response(replied(*calls)))
    assert found == [f"/metadata/openai_chat/$/blocks/at/{place}" for place in lost]


def test_a_stream_tells_the_same() -> None:
    ends = [{"kind": "completed", "response": replied({"safety": 1})}]
    with pytest.raises(toolwire.ToolwireError) as caught:
        list(gemini.encode_stream(ends, on_loss="error"))
    assert caught.value.pointer == "/metadata/openai_chat/$/blocks/at/1/safety"


def asked(name: str, body: Json) -> Json:
    """What a body is read as, with a model."""
    return {"model": "m", **import_module(f"toolwire.{name}").decode_request(body)}


SAID: Json = {"messages": [{"role": "user", "content": "a"}]}
CHOICES: list[tuple[str, Json, list[str]]] = [
    ("anthropic_messages", {"tool_choice": {"type": "any", "x/new": 1, "y": ""}}, ["x~1new"]),
    ("anthropic_messages", {"tool_choice": {"type": "none", "x": {"y": False}}}, ["x"]),
    ("openai_chat", {"tool_choice": {"type": "function", "function": {"name": "f", "x": 1}}},
     ["function/x"]),
    ("openai_chat", {"tool_choice": {"type": "allowed_tools", "allowed_tools": {
        "mode": "auto", "tools": [{"type": "function", "function": {"name": "f"}},
                                  {"type": "function", "function": {"name": "g"}, "x": 1}]}}},
     ["allowed_tools/tools/1/x"]),
    ("mistral_chat", {"tool_choice": {"type": "function", "function": {"name": "f"}, "x": 1}},
     ["x"]),
    ("mistral_chat", {"tool_choice": {"type": "tool", "function": {"name": "f"}}}, []),
]  # fmt: skip
"""Choices, and what of each only its own wire has a place for."""


@pytest.mark.parametrize(("name", "choice", "lost"), CHOICES)
def test_what_stands_in_a_choice_beside_it_is_told(name: str, choice: Json, lost: Json) -> None:
    body = {**SAID, "max_tokens": 9} if name == "anthropic_messages" else {**SAID, "model": "m"}
    request = asked(name, {**body, **choice})
    place = f"/metadata/{name}/$/toolChoice/as/"
    assert form_places(openai_responses.losses_request(request)) == [place + key for key in lost]
    assert form_places(import_module(f"toolwire.{name}").losses_request(request)) == []


@pytest.mark.parametrize(
    ("config", "lost"),
    [
        ({"mode": "any", "allowed_function_names": ["f"]}, []),
        ({"mode": "VALIDATED", "allowedFunctionNames": ["f"]}, []),
        ({"mode": "ANY", "streamFunctionCallArguments": True}, ["streamFunctionCallArguments"]),
        ({"mode": "ANY", "stream_function_call_arguments": True, "x": [0]},
         ["stream_function_call_arguments", "x"]),
    ],
)  # fmt: skip
def test_a_choice_in_another_spelling_has_nothing_beside_it(config: Json, lost: Json) -> None:
    request = asked("gemini", {**ASKED, "toolConfig": {"functionCallingConfig": config}})
    place = "/metadata/gemini/$/toolChoice/as/"
    assert form_places(openai_chat.losses_request(request)) == [place + key for key in lost]


def test_what_stands_in_a_grammar_beside_it_is_told() -> None:
    grammar = {"syntax": "lark", "definition": "start: WORD", "x": 1}
    tool = {"type": "custom", "name": "f", "format": {"type": "grammar", **grammar}}
    request = asked("openai_responses", {"model": "m", "input": "a", "tools": [tool]})
    place = "/tools/0/metadata/openai_responses/$/inputFormat/as/x"
    assert form_places(openai_chat.losses_request(request)) == [place]


def test_another_value_in_a_second_place_is_told() -> None:
    first = {"type": "object", "properties": {"a": {"type": "string"}}}
    second = {"type": "OBJECT", "properties": {"b": {"type": "STRING"}}}
    config = {"responseSchema": second, "responseJsonSchema": first}
    declared = {"name": "f", "parameters": second, "parametersJsonSchema": first}
    tools = [{"functionDeclarations": [declared]}]
    request = asked("gemini", {**ASKED, "generationConfig": config, "tools": tools})
    assert sorted(form_places(openai_chat.losses_request(request))) == [
        "/responseSchema/metadata/gemini/$/schema/also/generationConfig.responseSchema"
        if "metadata" in request["responseSchema"]
        else "/metadata/gemini/$/schema/also/generationConfig.responseSchema",
        "/tools/0/metadata/gemini/$/parameters/also/parameters",
    ]
    assert form_places(gemini.losses_request(request)) == []


@pytest.mark.parametrize(
    ("counts", "lost"),
    [((5, 5), []), ((5, 6), ["/metadata/openai_chat/$/maxTokens/also/max_tokens"])],
)
def test_the_same_in_a_second_place_is_no_loss(counts: tuple[int, int], lost: Json) -> None:
    both = dict(zip(("max_completion_tokens", "max_tokens"), counts, strict=True))
    request = asked("openai_chat", {**SAID, "model": "m", **both})
    assert form_places(gemini.losses_request(request)) == lost


def test_a_key_with_the_name_of_the_form_is_told() -> None:
    request = asked("openai_chat", {**SAID, "model": "m", "$": {"x": 1}})
    assert form_places(gemini.losses_request(request)) == ["/metadata/openai_chat/$/$"]
    request = asked("openai_chat", {**SAID, "model": "m", "$": {"x": ""}})
    assert form_places(gemini.losses_request(request)) == []


@pytest.mark.parametrize("texts", [("reasoning_text", "summary_text"), ("reasoning_text",)])
def test_what_stands_beside_the_texts_of_thoughts_is_told(texts: tuple[str, ...]) -> None:
    keys = {"reasoning_text": "content", "summary_text": "summary"}
    lists = {keys[kind]: [{"type": kind, "text": "so", "x": 1}] for kind in texts}
    item = {"type": "reasoning", "id": "rs_1", "summary": [], **lists}
    reply = {"id": "r", "model": "m", "status": "completed", "output": [item]}
    response = openai_responses.decode_response(reply)
    found = form_places(openai_chat.losses_response(response))
    assert "/message/content/0/metadata/openai_responses/$/text/there/0" in found
