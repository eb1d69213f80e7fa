"""What goes with thinking where a wire's own words ask for it: no forced call, and a budget."""

from __future__ import annotations

from typing import Any

import pytest

from test_accepts import asking, called, paths, result, text, tool, turn, user, written
from test_accepts_found import EARLIER, LATER, mended
from toolwire._runtime.convert import format_module
from toolwire._runtime.look import ORDER, SETTINGS, touched
from toolwire._runtime.looked_for import Plain

Json = Any
ANTHROPIC, BEDROCK = "anthropic_messages", "bedrock_converse"
PLACES = {ANTHROPIC: ("thinking",), BEDROCK: ("additionalModelRequestFields", "thinking")}
both = pytest.mark.parametrize("name", [ANTHROPIC, BEDROCK])


def thinks(name: str, budget: Json = 2000, kind: str = "enabled", **beside: Json) -> Json:
    """The overlay of a request for thinking; ``beside``: what else stands there."""
    switch = {"type": kind, **({} if budget is None else {"budget_tokens": budget})}
    own: Json = {"thinking": switch, **beside}
    for key in PLACES[name][-2::-1]:
        own = {key: own}
    return {"metadata": {name: own}}


def thinking_in(name: str, body: Json) -> Json:
    for key in PLACES[name]:
        body = body.get(key, {})
    return body


def request_for(name: str, **more: Json) -> Json:
    return asking(user(), **{"model": EARLIER, "maxTokens": 4000, **more})


@both
@pytest.mark.parametrize("choice", ["required", {"name": "f"}])
@pytest.mark.parametrize(("kind", "budget"), [("enabled", 2000), ("adaptive", None)])
def test_a_model_that_has_to_call_a_tool_is_not_to_think(
    name: str, kind: str, budget: Json, choice: Json
) -> None:
    asked = {"tools": [tool("f")], "toolChoice": choice, "temperature": 0.2}
    request = request_for(name, **asked, **thinks(name, budget, kind))
    body, where = mended(name, request)
    assert not thinking_in(name, body)
    place = "/".join(["/metadata", name, *PLACES[name]])
    assert where == [place]  # and it may be as hot as it likes


@both
def test_a_choice_among_some_tools_that_becomes_a_forced_one_is_one(name: str) -> None:
    some = {"allowed": ["f"], "mode": "required"}
    request = request_for(name, tools=[tool("f"), tool("g")], toolChoice=some, **thinks(name))
    body, losses = written(name, request)
    assert not thinking_in(name, body) and paths(losses)[0] == "/toolChoice"


PICTURE = {"kind": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}


@both
@pytest.mark.parametrize("says_more", [True, False])
def test_a_turn_whose_calls_were_answered_begins_with_a_thought_whatever_stands_behind_them(
    name: str, says_more: bool
) -> None:
    failed = result("c", [text("No."), PICTURE], kind="multimodal")
    failed["toolResult"]["isError"] = True  # its picture moves behind it
    messages = [user(), turn(called("c")), result("c") if says_more else failed]
    messages += [user()] if says_more else []
    request = {**request_for(name, tools=[tool("f")], **thinks(name)), "messages": messages}
    body, where = mended(name, request)
    assert not thinking_in(name, body)
    assert "/".join(["/metadata", name, *PLACES[name]]) in where
    answered = {**request, "messages": [user(), turn(called("c")), result("c"),
                                        turn(text("Warm.")), user()]}  # fmt: skip
    assert thinking_in(name, written(name, answered)[0])


@both
@pytest.mark.parametrize("choice", ["auto", "none", None])
def test_a_model_that_may_call_a_tool_thinks(name: str, choice: Json) -> None:
    asked = {"tools": [tool("f")], **({"toolChoice": choice} if choice else {})}
    body, losses = written(name, request_for(name, **asked, **thinks(name)))
    assert thinking_in(name, body)["type"] == "enabled"
    assert "/metadata" not in str(losses)


@both
def test_a_choice_of_a_call_stays_beside_thinking_that_is_off(name: str) -> None:
    asked = {"tools": [tool("f")], "toolChoice": "required", **thinks(name, None, "disabled")}
    body, losses = written(name, request_for(name, **asked))
    assert thinking_in(name, body) == {"type": "disabled"} and paths(losses) == []


@both
@pytest.mark.parametrize(
    ("budget", "limit", "left"), [(4000, 4000, 3999), (9000, 1025, 1024), (9, 4000, 1024)]
)
def test_a_budget_is_less_than_the_tokens_of_the_reply(
    name: str, budget: int, limit: int, left: int
) -> None:
    body, where = mended(name, request_for(name, maxTokens=limit, **thinks(name, budget)))
    assert thinking_in(name, body) == {"type": "enabled", "budget_tokens": left}
    assert where == ["/".join(["/metadata", name, *PLACES[name], "budget_tokens"])]


@both
@pytest.mark.parametrize("budget", [9, 1024, 9000])
def test_a_reply_too_short_for_any_budget_goes_without_thinking(name: str, budget: int) -> None:
    body, where = mended(name, request_for(name, maxTokens=1024, **thinks(name, budget)))
    assert not thinking_in(name, body)
    assert where == ["/".join(["/metadata", name, *PLACES[name]])]


@both
@pytest.mark.parametrize(("budget", "limit"), [(1024, 1025), (3999, 4000)])
def test_a_budget_that_fits_stays(name: str, budget: int, limit: int) -> None:
    request = request_for(name, maxTokens=limit, **thinks(name, budget))
    body, losses = written(name, request)
    assert thinking_in(name, body)["budget_tokens"] == budget and paths(losses) == []


@pytest.mark.parametrize(
    ("model", "most"), [("claude-opus-4-1-20250805", 32000), ("claude-sonnet-4-5", 64000)]
)
def test_a_reply_is_no_longer_than_the_model_writes_however_much_it_is_to_think(
    model: str, most: int
) -> None:
    request = asking(user(), model=model, **thinks(ANTHROPIC, 200_000))
    body, where = mended(ANTHROPIC, request)
    assert (body["max_tokens"], body["thinking"]["budget_tokens"]) == (most, most - 1)
    assert where == ["/maxTokens", "/metadata/anthropic_messages/thinking/budget_tokens"]


@both
@pytest.mark.parametrize("model", ["claude-3-5-haiku-latest", "claude-3-opus-20240229"])
@pytest.mark.parametrize("kind", ["enabled", "adaptive"])
def test_a_model_that_does_not_think_is_not_told_to(name: str, model: str, kind: str) -> None:
    budget = 2000 if kind == "enabled" else None
    body, where = mended(name, asking(user(), model=model, **thinks(name, budget, kind)))
    assert not thinking_in(name, body)
    assert where == ["/".join(["/metadata", name, *PLACES[name]])]


def test_a_reply_that_nobody_limited_is_as_much_longer_as_the_budget_is() -> None:
    for budget in (4096, 9000):
        request = asking(user(), model=EARLIER, **thinks(ANTHROPIC, budget))
        body, where = mended(ANTHROPIC, request)
        assert (body["max_tokens"], body["thinking"]["budget_tokens"]) == (4096 + budget, budget)
        assert where == ["/maxTokens"]
    fits = asking(user(), model=EARLIER, **thinks(ANTHROPIC, 4095))
    assert written(ANTHROPIC, fits)[0]["max_tokens"] == 4096
    request = asking(user(), model=EARLIER, **thinks(BEDROCK, 9000))  # whose models have their own
    body, losses = written(BEDROCK, request)
    assert thinking_in(BEDROCK, body)["budget_tokens"] == 9000 and paths(losses) == []


@both
def test_a_budget_of_interleaved_thinking_may_be_for_more_than_one_reply(name: str) -> None:
    own = thinks(name, 9000, anthropic_beta=["interleaved-thinking-2025-05-14"])
    body, losses = written(name, request_for(name, **own))
    assert thinking_in(name, body)["budget_tokens"] == 9000 and paths(losses) == []


@both
def test_thinking_of_another_model_is_its_own(name: str) -> None:
    request = request_for(name, model="glm-5", tools=[tool("f")], toolChoice="required")
    body, losses = written(name, {**request, **thinks(name, 9000)})
    assert thinking_in(name, body)["budget_tokens"] == 9000 and paths(losses) == []


@both
def test_a_request_that_fits_is_the_same_one(name: str) -> None:
    request = request_for(name, **thinks(name))
    accepts = format_module(name).ACCEPTS
    assert accepts.acceptance_for(request).accepted(request, strict=True) == (request, [])
    assert accepts.acceptance_for(request).accepted(request, strict=True)[0] is request


# -- models that always think, and those that have no budgets

UNFORCED = (
    "claude-fable-5-1", "claude-fable-5-2", "claude-mythos-5-1", "claude-mythos-5-2",
    "claude-opus-5-5", "claude-sonnet-5-5",
)  # fmt: skip
FORCED = ("claude-fable-5", "claude-opus-5", "claude-sonnet-5", "claude-haiku-5-5")


def choice_in(name: str, body: Json) -> Json:
    if name == ANTHROPIC:
        return body["tool_choice"]["type"]
    return [*body["toolConfig"]["toolChoice"]]


@both
@pytest.mark.parametrize("model", UNFORCED)
def test_a_model_that_may_not_be_forced_chooses(name: str, model: str) -> None:
    auto = "auto" if name == ANTHROPIC else ["auto"]
    asked = {"model": model, "tools": [tool("f"), tool("g")]}
    body, where = mended(name, request_for(name, toolChoice="required", **asked))
    assert choice_in(name, body) == auto and where == ["/toolChoice"]
    assert "'g'" in str(body)
    body, where = mended(name, request_for(name, toolChoice={"name": "f"}, **asked))
    assert choice_in(name, body) == auto and where == ["/toolChoice"]
    assert "'g'" not in str(body)
    some = {"allowed": ["f"], "mode": "required"}
    body, losses = written(name, request_for(name, toolChoice=some, **asked))
    assert choice_in(name, body) == auto and paths(losses)[0] == "/toolChoice"
    assert "'g'" not in str(body)


@both
def test_a_model_thinks_where_its_choice_is_forced_no_more(name: str) -> None:
    asked = {"model": UNFORCED[0], "tools": [tool("f")], "toolChoice": "required"}
    body, where = mended(name, request_for(name, **asked, **thinks(name, None, "adaptive")))
    assert thinking_in(name, body) == {"type": "adaptive"} and where == ["/toolChoice"]


@both
def test_thoughts_go_back_beside_the_tools_that_they_were_had_with(name: str) -> None:
    signature = {
        ANTHROPIC: {"signature": "s"},
        BEDROCK: {"reasoningContent": {"reasoningText": {"signature": "s"}}},
    }[name]
    thought = {"kind": "reasoning", "text": "Hm.", "metadata": {name: signature}}
    messages = [user(), turn(thought, text("Yes?")), user()]
    asked = {"tools": [tool("f"), tool("g")], "toolChoice": {"name": "f"}}
    body, where = mended(name, asking(*messages, model=UNFORCED[0], maxTokens=9, **asked))
    assert "'g'" in str(body) and where == ["/toolChoice"]
    plain = [user(), turn(text("Yes?")), user()]
    body, where = mended(name, asking(*plain, model=UNFORCED[0], maxTokens=9, **asked))
    assert "'g'" not in str(body) and where == ["/toolChoice"]
    some = {**asked, "toolChoice": {"allowed": ["f"], "mode": "auto"}}
    body, losses = written(name, asking(*messages, model=EARLIER, maxTokens=9, **some))
    assert "'g'" not in str(body) and paths(losses) == ["/toolChoice"]


def test_tools_of_the_wires_own_stand_beside_no_forced_choice_either() -> None:
    search = {"kind": "opaque", "format": ANTHROPIC, "value": {
        "type": "web_search_20260209", "name": "web_search",
    }}  # fmt: skip
    asked = {"model": UNFORCED[0], "tools": [tool("f"), search]}
    for one in ("f", "web_search"):
        body, where = mended(ANTHROPIC, request_for(ANTHROPIC, toolChoice={"name": one}, **asked))
        assert choice_in(ANTHROPIC, body) == "auto" and where == ["/toolChoice"]
        assert len(body["tools"]) == 2
    for mode, word in (("auto", "auto"), ("required", "any")):
        some = {"model": EARLIER, "toolChoice": {"allowed": ["f"], "mode": mode}}
        body, losses = written(ANTHROPIC, request_for(ANTHROPIC, **{**asked, **some}))
        assert choice_in(ANTHROPIC, body) == word and paths(losses) == ["/toolChoice"]
    for one in ("f", "web_search"):
        request = request_for(ANTHROPIC, **{**asked, "model": EARLIER, "toolChoice": {"name": one}})
        body, losses = written(ANTHROPIC, request)
        assert body["tool_choice"] == {"type": "tool", "name": one} and paths(losses) == []


@both
@pytest.mark.parametrize("model", FORCED)
def test_other_models_may_be_forced(name: str, model: str) -> None:
    request = request_for(name, model=model, tools=[tool("f")], toolChoice="required")
    body, losses = written(name, request)
    assert choice_in(name, body) in ("any", ["any"]) and paths(losses) == []


@both
@pytest.mark.parametrize("kind", ["enabled", "disabled"])
@pytest.mark.parametrize(
    "model", ["claude-fable-5", "claude-mythos-5", "claude-mythos-preview", *UNFORCED]
)
def test_a_model_that_always_thinks_does_so_as_it_likes(name: str, model: str, kind: str) -> None:
    budget = 2000 if kind == "enabled" else None
    body, where = mended(name, request_for(name, model=model, **thinks(name, budget, kind)))
    assert thinking_in(name, body) == {"type": "adaptive"}
    place = "/".join(["/metadata", name, *PLACES[name]])
    assert where == [*([f"{place}/budget_tokens"] if budget else []), f"{place}/type"]


@both
@pytest.mark.parametrize(
    "model",
    [LATER, "claude-opus-4-7", "claude-opus-5", "claude-sonnet-5", "claude-haiku-5-5"],
)
def test_thinking_without_budgets_adapts(name: str, model: str) -> None:
    own = thinks(name)
    holder = own["metadata"][name]
    for key in PLACES[name]:
        holder = holder[key]
    holder["display"] = "summarized"
    messages = [user(), turn(text("One moment."), called("a")), result("a")]
    asked = {"model": model, "tools": [tool()], "maxTokens": 1500}
    body, where = mended(name, {**asking(*messages, **asked), **own})
    assert thinking_in(name, body) == {"type": "adaptive", "display": "summarized"}
    assert [one.rpartition("/")[2] for one in where] == ["budget_tokens", "type"]
    off, losses = written(name, request_for(name, model=model, **thinks(name, None, "disabled")))
    assert thinking_in(name, off) == {"type": "disabled"} and paths(losses) == []


@both
@pytest.mark.parametrize("effort", ["xhigh", "max"])
def test_a_high_effort_needs_thinking(name: str, effort: str) -> None:
    own = thinks(name, None, "disabled")
    for model in ("claude-opus-5", "claude-haiku-5-5"):
        request = request_for(name, model=model, reasoningEffort=effort, **own)
        body, where = mended(name, request)
        assert "'high'" in str(body) and where == ["/reasoningEffort"]
    for more in ({"model": LATER, **own}, {"model": "claude-opus-5"}):
        body, losses = written(name, request_for(name, reasoningEffort=effort, **more))
        assert f"'{effort}'" in str(body) and paths(losses) == []


@both
@pytest.mark.parametrize(
    ("model", "kind", "budget"),
    [(EARLIER, "enabled", 2000), ("claude-opus-4-6", "adaptive", None)],
)
def test_no_sampling_of_ones_own_stands_beside_thinking(
    name: str, model: str, kind: str, budget: Json
) -> None:
    asked = {"model": model, **thinks(name, budget, kind)}
    body, where = mended(name, request_for(name, temperature=0.2, **asked))
    assert "temperature" not in str(body) and where == ["/temperature"]
    body, where = mended(name, request_for(name, topP=0.5, **asked))
    assert "0.95" in str(body) and where == ["/topP"]
    for fine in ({"temperature": 1}, {"topP": 0.95}, {"topP": 1}):
        assert paths(written(name, request_for(name, **fine, **asked))[1]) == []
    alone = {"model": model, "topP": 0.5}
    assert paths(written(name, request_for(name, **alone))[1]) == []
    off = thinks(name, None, "disabled")
    assert paths(written(name, request_for(name, **alone, **off))[1]) == []


def test_a_rule_about_what_stands_beside_a_key_looks_where_that_key_is_alone() -> None:
    plain = Plain("wire", None, None, None)
    params = {"kind": "apart", "beside": ["think.how"], "with": {"type": "on"}, "fields": ["topP"]}
    plain.take("apart", params)
    asked = {"messages": [{"role": "user", "content": "a"}]}
    for own, about in (({"think": {"how": {}}}, SETTINGS), ({"other": 1}, 0)):
        assert touched({**asked, "metadata": {"wire": own}}, plain) == about
    assert touched({**asked, "topP": 0.5}, plain) == 0


def test_a_rule_about_the_models_last_words_looks_at_a_last_turn_of_the_model() -> None:
    plain = Plain("wire", None, None, None)
    plain.take("trimmed", {"kind": "trimmed"})
    said = {"role": "assistant", "content": [{"kind": "text", "text": "So "}]}
    asked = {"role": "user", "content": "a"}
    assert touched({"messages": [asked, said]}, plain) == ORDER
    assert touched({"messages": [said, asked]}, plain) == 0


@both
@pytest.mark.parametrize(
    ("model", "kind"), [("claude-opus-4-6", "adaptive"), (LATER, "adaptive"), (EARLIER, "disabled")]
)
def test_a_budget_stands_beside_no_thinking_but_that_which_is_told_to_have_one(
    name: str, model: str, kind: str
) -> None:
    body, _ = mended(name, request_for(name, model=model, **thinks(name, 2000, kind)))
    assert thinking_in(name, body) == {"type": kind}
    fine = request_for(name, model=model, **thinks(name, None, kind))
    assert paths(written(name, fine)[1]) == []
