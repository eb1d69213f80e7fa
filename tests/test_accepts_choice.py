"""A choice among tools where some of these are a wire's own, in words beside which names stand."""

from __future__ import annotations

from typing import Any

import pytest

from formats import part
from test_accepts import asking, called, paths, result, tool, turn, user, written
from toolwire import gemini
from toolwire._runtime.accepting import Accepts, accepted
from toolwire._runtime.convert import format_module

Json = Any
CONTEXT: Json = {"urlContext": {}}
GEMINI = format_module("gemini")


def asked(config: Json, *own: Json, **more: Json) -> Json:
    return {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "tools": [{"functionDeclarations": [{"name": "a"}, {"name": "b"}]}, *own],
        "toolConfig": {"functionCallingConfig": config}, **more,
    }  # fmt: skip


def config_of(body: Json) -> Json:
    return body.get("toolConfig", {}).get("functionCallingConfig")


def sent(body: Json, profile: str | None = None) -> tuple[Json, list[str]]:
    """What goes out for a body that came from the wire, and where it was changed."""
    request = GEMINI.decode_request(body)
    assert GEMINI.encode_request(request, rules="off") == body
    api = part("gemini", f"profiles.{profile}" if profile else "accepts")
    found = GEMINI.encode_request(request, profile=profile, on_loss="ignore")
    assert api.breaches(found) == []
    return found, paths(GEMINI.losses_request(request, profile=profile))


@pytest.mark.parametrize("own", [(), (CONTEXT,), ({"googleSearch": {}}, CONTEXT)])
def test_names_stand_beside_a_mode_that_takes_them(own: Json) -> None:
    names = {"allowedFunctionNames": ["a"]}
    for mode in ("VALIDATED", "validated", "ANY"):
        body, where = sent(asked({"mode": mode, **names}, *own))
        assert config_of(body) == {"mode": mode, **names} and where == []
        assert body["tools"] == asked({}, *own)["tools"]
    for mode in ("AUTO", "auto"):
        body, where = sent(asked({"mode": mode, **names}, *own))
        assert config_of(body) == {"mode": "VALIDATED", **names} and where == ["/toolChoice"]
    for plain in ("VALIDATED", "AUTO"):
        body, where = sent(asked({"mode": plain}, *own))
        assert config_of(body) == {"mode": plain} and where == []


@pytest.mark.parametrize("own", [(), (CONTEXT,)])
def test_names_are_those_of_declarations_whatever_stands_beside(own: Json) -> None:
    some = {"mode": "ANY", "allowedFunctionNames": ["a", "zz"]}
    body, where = sent(asked(some, *own))
    assert config_of(body) == {"mode": "ANY", "allowedFunctionNames": ["a"]}
    assert where[0] == "/toolChoice/allowed"
    body, where = sent(asked({"mode": "ANY", "allowedFunctionNames": ["zz"]}, *own))
    assert config_of(body) is None and where == ["/toolChoice"]


def test_a_server_may_hold_any_tool() -> None:
    some = {"mode": "ANY", "allowedFunctionNames": ["a", "zz"]}
    request = GEMINI.decode_request(asked(some, {"mcpServers": [{"name": "m"}]}))
    assert config_of(GEMINI.encode_request(request)) == some
    assert GEMINI.losses_request(request) == []


@pytest.mark.parametrize("key", ["cachedContent", "cached_content"])
def test_no_tools_no_choice_and_no_words_of_the_system_go_beside_what_is_cached(key: str) -> None:
    body = asked({"mode": "ANY", "allowedFunctionNames": ["a"]}, **{key: "cachedContents/1"})
    body["systemInstruction"] = {"parts": [{"text": "Be brief."}]}
    found, where = sent(body)
    assert found == {"contents": body["contents"], key: "cachedContents/1"}
    assert sorted(where) == ["/messages/0", "/toolChoice", "/tools"]
    del body[key]
    assert sent(body) == (body, [])


def test_a_choice_among_some_is_said_so_both_ways() -> None:
    some = {"allowed": ["a"], "mode": "auto"}
    request = asking(user(), tools=[tool("a"), tool("b")], toolChoice=some)
    body, losses = written("gemini", request)
    assert config_of(body) == {"mode": "VALIDATED", "allowedFunctionNames": ["a"]}
    assert losses == [] or paths(losses) == []
    back = GEMINI.decode_request(body)
    assert back["toolChoice"] == some and "metadata" not in back


def test_a_service_that_takes_names_beside_any_alone_gets_those_tools_alone() -> None:
    names = {"allowedFunctionNames": ["a"]}
    for mode in ("VALIDATED", "AUTO"):
        body, where = sent(asked({"mode": mode, **names}), "vertex")
        assert config_of(body) == {"mode": "AUTO"} and where == ["/toolChoice"]
        assert [one["name"] for one in body["tools"][0]["functionDeclarations"]] == ["a"]
    body, where = sent(asked({"mode": "ANY", "allowedFunctionNames": ["a", "b"]}), "vertex")
    assert config_of(body)["mode"] == "ANY" and where == []


SEARCH = {"kind": "opaque", "format": "gemini", "value": {"googleSearch": {}}}
SERVER = {"kind": "opaque", "format": "gemini", "value": {"mcpServers": [{"name": "m"}]}}


@pytest.mark.parametrize(
    ("tools", "stays"),
    [
        ([SEARCH], False),
        ([SEARCH, {"name": "f"}], True),
        ([SERVER], True),
        ([SEARCH, SERVER], True),
    ],
)
@pytest.mark.parametrize("choice", ["auto", "required", "none"])
def test_no_choice_stands_beside_what_the_api_runs_itself_alone(
    tools: list[Json], stays: bool, choice: str
) -> None:
    value = {"messages": [{"role": "user", "content": "a"}], "tools": tools, "toolChoice": choice}
    body = gemini.encode_request(value, on_loss="ignore")
    assert ("toolConfig" in body) is stays
    lost = [one.path for one in gemini.losses_request(value)]
    assert ("/toolChoice" in lost) is (choice == "required" and not stays)


@pytest.mark.parametrize("given", [{"name": "q"}, {"allowed": ["f", "q"], "mode": "auto"}])
def test_a_choice_stands_among_tools_of_which_some_are_kept_elsewhere(given: Json) -> None:
    stored = {"metadata": {"openai_responses": {"prompt": {"id": "pmpt_1"}}}}
    request = asking(user(), tools=[tool("f")], toolChoice=given)
    body, losses = written("openai_responses", {**request, **stored})
    assert "q" in str(body["tool_choice"]) and "/toolChoice" not in str(paths(losses))
    body, losses = written("openai_responses", request)
    assert "q" not in str(body.get("tool_choice")) and "/toolChoice" in str(paths(losses))


def test_a_call_is_answered_though_earlier_turns_are_stored_and_a_result_may_answer_one_of_them(
) -> None:
    stored = {"metadata": {"openai_responses": {"previous_response_id": "resp_1"}}}
    call = {"kind": "toolCall", "toolCall": {"id": "c", "name": "f", "arguments": {}}}
    result = {"toolCallId": "stored", "name": "f", "kind": "text", "value": "ok"}
    messages = [
        {"role": "tool", "toolResult": result},
        {"role": "assistant", "content": [call]},
        user(),
    ]
    body, losses = written("openai_responses", {**asking(*messages), **stored})
    kinds = [item.get("type", "message") for item in body["input"]]
    answered = ["function_call_output", "function_call", "function_call_output", "message"]
    assert kinds == answered
    assert paths(losses) == ["/messages/1/content/0/toolCall"]


@pytest.mark.parametrize("choice", ["required", {"name": "look"}, "auto", "none"])
def test_a_choice_among_no_tools_is_told_where_it_would_have_one_called(choice: Json) -> None:
    """Of Claude no call may be left without its tool: it is offered, and none may be called."""
    turns = (user(), turn(called("a")), result("a"))
    for name in ("anthropic_messages", "cohere_chat", "openai_chat"):
        offered: list[Json] = [None, []]
        for tools in offered:
            request = asking(*turns, maxTokens=9, toolChoice=choice, tools=tools)
            wire = format_module(name)
            losses = [loss for loss in wire.losses_request(request) if loss.path == "/toolChoice"]
            harmless = choice in ("auto", "none")
            assert [loss.code for loss in losses] == ([] if harmless else ["dropped"])
            body = wire.encode_request(request, on_loss="ignore")
            none = {"type": "none"} if name == "anthropic_messages" else None
            assert body.get("tool_choice") == none


@pytest.mark.parametrize(("switch", "lost"), [(True, []), (False, ["/parallelToolCalls"])])
def test_calls_side_by_side_where_there_are_no_tools_are_as_they_are_anyway(
    switch: bool, lost: Json
) -> None:
    body, losses = written("openai_chat", asking(user(), parallelToolCalls=switch), refused=True)
    assert "parallel_tool_calls" not in body
    assert paths(losses) == lost


OTHER: Json = {"kind": "opaque", "format": "openai_chat", "value": {"type": "custom"}}


@pytest.mark.parametrize(
    ("beside", "taken"),
    [
        (["auto"], {"nothing", "auto", "own"}),
        (["none", "named"], {"none", "named", "own"}),
        (["required", "allowed"], {"required", "some", "some at least", "own"}),
        (["allowed required"], {"some at least", "own"}),
    ],
)
def test_the_switch_for_parallel_calls_stands_beside_the_choices_of_its_list(
    beside: list[str], taken: set[str]
) -> None:
    words = ["auto", "none", "required", "named", "allowed", "allowed required"]
    row = {"kind": "choice", "what": "a choice", "words": words, "parallel": beside}
    accepts = Accepts("openai_chat", {"rules": {"choice": row}, "places": {}}, dialects=())
    some = {"allowed": ["f"], "mode": "auto"}
    choices = {
        "nothing": None, "auto": "auto", "none": "none", "required": "required", "own": OTHER,
        "named": {"name": "f"}, "some": some, "some at least": {**some, "mode": "required"},
    }  # fmt: skip
    for name, choice in choices.items():
        request = asking(user(), tools=[tool("f")], toolChoice=choice, parallelToolCalls=False)
        found, losses = accepted(request, accepts, "repair")
        assert ("parallelToolCalls" in found) is (name in taken), name
        assert [one.path for one in losses] == ["/parallelToolCalls"] * (name not in taken)
