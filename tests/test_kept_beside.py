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
