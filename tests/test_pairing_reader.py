"""The reader that judges driven conversations: a right body has no fault, a broken one is told."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from driving.pairing import answer, answers, ask, faults
from payloads import chat, claude, google
from stream_samples import each_wire

Json = Any
Break = Callable[[Json], None]


def chat_turn(*markers: int) -> list[Json]:
    calls = [
        {"id": f"c{n}", "function": {"name": "f", "arguments": f'{{"q": "{ask(n)}"}}'}}
        for n in markers
    ]
    results = [{"role": "tool", "tool_call_id": f"c{n}", "content": answer(n)} for n in markers]
    return [{"role": "assistant", "content": None, "tool_calls": calls}, *results]


def claude_turn(*markers: int) -> list[Json]:
    calls = [
        {"type": "tool_use", "id": f"c{n}", "name": "f", "input": {"q": ask(n)}} for n in markers
    ]
    results = [
        {"type": "tool_result", "tool_use_id": f"c{n}", "content": answer(n)} for n in markers
    ]
    more = {"type": "text", "text": "Go on."}
    return [{"role": "assistant", "content": calls}, {"role": "user", "content": [*results, more]}]


def google_turn(*markers: int) -> list[Json]:
    calls = [{"functionCall": {"name": "f", "args": {"q": ask(n)}}} for n in markers]
    results = [
        {"functionResponse": {"name": "f", "response": {"output": answer(n)}}} for n in markers
    ]
    return [{"role": "model", "parts": calls}, {"role": "user", "parts": results}]


RIGHT: dict[str, Json] = {
    "openai_chat": chat(*chat_turn(1, 2), *chat_turn(3)),
    "anthropic_messages": claude(*claude_turn(1, 2), *claude_turn(3)),
    "gemini": google(*google_turn(1, 2), *google_turn(3)),
}


def broken(wire: str, change: Break) -> Json:
    body = copy.deepcopy(RIGHT[wire])
    change(body["contents"] if wire == "gemini" else body["messages"])
    return body


@each_wire
def test_a_right_body_has_no_fault(name: str) -> None:
    assert answers(name, RIGHT[name]) == [(1, 1), (2, 2), (3, 3)]
    assert faults(name, RIGHT[name]) == faults(name, RIGHT[name], [1, 2, 3]) == []


@each_wire
def test_a_body_that_lacks_or_invents_something_is_told(name: str) -> None:
    body = RIGHT[name]
    assert "a call is lost, doubled or changed" in faults(name, body, [1, 2, 3, 4])
    assert "a result is lost or changed" in faults(name, body, [1, 2, 3, 4])
    assert faults(name, body, [1, 3, 2]) == ["calls are in another order"]
    assert faults(name, body, [1, 2, 3], [3]) == ["a result is doubled or made up"]


def test_an_open_call_needs_no_result() -> None:
    assert faults("openai_chat", chat(*chat_turn(1, 2)[:-1]), [1, 2], [2]) == []
    asking, answering = claude_turn(1, 2)
    del answering["content"][1]
    assert faults("anthropic_messages", claude(asking, answering), [1, 2], [2]) == []
    asking, answering = google_turn(1, 2)
    del answering["parts"][1]
    assert faults("gemini", google(asking, answering), [1, 2], [2]) == []


def test_a_result_without_an_id_is_not_for_a_call_that_is_open_since_long() -> None:
    body = google(*google_turn(1)[:1], {"parts": [{"text": "Well?"}]}, *google_turn(2))
    assert answers("gemini", body) == [(2, 2)]
    over_all = "a result answers another call, read over the whole conversation"
    assert faults("gemini", body, [1, 2], [1]) == [over_all]
    body["contents"][0]["parts"][0]["functionCall"]["id"] = "c1"
    assert faults("gemini", body, [1, 2], [1]) == []


def put(messages: Json, path: tuple[Any, ...], value: Json) -> None:
    *way, last = path
    for key in way:
        messages = messages[key]
    messages[last] = value


def swap(items: list[Json], one: int, other: int) -> None:
    items[one], items[other] = items[other], items[one]


def give_ids(contents: Json, first: str, second: str) -> None:
    """Give ids to the first call and result of two Gemini turns."""
    for turn, id_ in ((0, first), (2, second)):
        put(contents, (turn, "parts", 0, "functionCall", "id"), id_)
        put(contents, (turn + 1, "parts", 0, "functionResponse", "id"), id_)


def name_another_tool(contents: Json) -> None:
    """In the result of a call that has an id."""
    give_ids(contents, "c1", "c3")
    put(contents, (1, "parts", 0, "functionResponse", "name"), "g")


ANOTHER = "a result answers another call"
NONE = "a result answers no call right before it"
ORDER = "results are in another order than their calls"
SHARED = "two calls share an id"
BREAKS: list[tuple[str, str, Break]] = [
    ("openai_chat", ORDER, lambda m: swap(m, 1, 2)),
    ("openai_chat", ANOTHER, lambda m: put(m, (1, "tool_call_id"), "c2")),
    ("openai_chat", NONE, lambda m: put(m, (1, "tool_call_id"), "c3")),
    ("openai_chat", NONE, lambda m: m[1].pop("tool_call_id")),
    ("openai_chat", NONE, lambda m: m.insert(2, {"role": "user", "content": "Well?"})),
    ("openai_chat", NONE, lambda m: m.append(m.pop(2))),
    ("openai_chat", "a call has no id", lambda m: m[0]["tool_calls"][0].pop("id")),
    ("openai_chat", "a call has no id", lambda m: put(m, (0, "tool_calls", 0, "id"), "")),
    ("openai_chat", SHARED, lambda m: put(m, (3, "tool_calls", 0, "id"), "c1")),
    ("openai_chat", "a result is lost or changed", lambda m: m.pop(1)),
    ("openai_chat", "a result is doubled or made up", lambda m: m.insert(1, m[1])),
    ("anthropic_messages", ORDER, lambda m: swap(m[1]["content"], 0, 1)),
    ("anthropic_messages", ANOTHER, lambda m: put(m, (1, "content", 0, "tool_use_id"), "c2")),
    ("anthropic_messages", NONE, lambda m: put(m, (1, "content", 0, "tool_use_id"), "c3")),
    ("anthropic_messages", NONE,
     lambda m: m.insert(2, {"role": "user", "content": [m[1]["content"].pop(1)]})),
    ("anthropic_messages", "something stands before the results",
     lambda m: swap(m[1]["content"], 1, 2)),
    ("anthropic_messages", SHARED, lambda m: put(m, (2, "content", 0, "id"), "c1")),
    ("anthropic_messages", "a call has no id", lambda m: put(m, (2, "content", 0, "id"), "")),
    ("anthropic_messages", "a result is lost or changed", lambda m: m[1]["content"].pop(0)),
    ("gemini", ANOTHER, lambda m: swap(m[1]["parts"], 0, 1)),
    ("gemini", ANOTHER, lambda m: swap(m[0]["parts"], 0, 1)),
    ("gemini", NONE, lambda m: put(m, (1, "parts", 0, "functionResponse", "id"), "c1")),
    ("gemini", NONE, lambda m: put(m, (1, "parts", 0, "functionResponse", "name"), "g")),
    ("gemini", NONE, lambda m: m.insert(2, {"role": "user", "parts": [m[1]["parts"].pop(1)]})),
    ("gemini", "a result is lost or changed", lambda m: m[1]["parts"].pop(0)),
    ("gemini", SHARED, lambda m: give_ids(m, "c1", "c1")),
    ("gemini", "a result names another tool than its call", name_another_tool),
]  # fmt: skip


@pytest.mark.parametrize(("wire", "fault", "change"), BREAKS)
def test_a_broken_body_is_told(wire: str, fault: str, change: Break) -> None:
    assert fault in faults(wire, broken(wire, change), [1, 2, 3])
