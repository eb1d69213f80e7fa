"""A choice among tools where some of these are a wire's own, in words beside which names stand."""

from __future__ import annotations

from typing import Any

import pytest

from formats import part
from test_accepts import asking, paths, tool, user, written
from toolwire import gemini
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


def test_names_beside_tools_that_are_kept_elsewhere_stand_beside_a_mode_that_takes_them() -> None:
    body = asked({"mode": "AUTO", "allowedFunctionNames": ["q"]}, cachedContent="cachedContents/1")
    del body["tools"]
    found, where = sent(body)
    assert config_of(found) == {"mode": "VALIDATED", "allowedFunctionNames": ["q"]}
    assert where == ["/toolChoice"]


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
    told = [one.path for one in gemini.losses_request(value)]
    assert ("/toolChoice" in told) is not stays
