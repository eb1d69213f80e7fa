"""A right stream and a right conversation of Ollama's own chat, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, ORDER, SHARED, Break, put, swap
from payloads import chat

Json = Any


# -- a stream


def line(**message: Json) -> Json:
    """A line of a reply."""
    full = {"role": "assistant", "content": "", **message}
    return {"model": "m", "created_at": "2026-01-02T03:04:05Z", "message": full, "done": False}


def called(index: int, name: str, **arguments: Json) -> Json:
    """A line with a call."""
    function = {"index": index, "name": name, "arguments": arguments}
    return line(tool_calls=[{"id": f"call_{index}", "function": function}])


STREAM: list[Json] = [
    *(line(thinking="Which "), line(thinking="city?")),
    *(line(content="Look"), line(content="ing.")),
    *(called(0, "send", amount=1000), called(1, "read")),
    {**line(), "done": True, "done_reason": "stop", "prompt_eval_count": 7, "eval_count": 9},
]
SAID = [
    ("reasoning", "Which city?"), ("text", "Looking."),
    ("call", '{"amount": 1000}'), ("call", "{}"),
]  # fmt: skip
FINISH = "stop"
# The call comes whole: what is cut ends before it.
IN_ARGUMENTS = 4
SAME_IDS = ("call_1", "call_0")
# A text, and the next piece of a thought that has begun, may change places.
FREE = ("1 after the next",)


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [{"function": {"name": "f", "arguments": {"q": ask(n)}}} for n in markers]
    results = [{"role": "tool", "tool_name": "f", "content": answer(n)} for n in markers]
    return [{"role": "assistant", "content": "", "tool_calls": calls}, *results]


def give_ids(messages: Json, first: str, second: str) -> None:
    """Give ids to the first call and result of the two turns."""
    for at, id_ in ((0, first), (3, second)):
        put(messages, (at, "tool_calls", 0, "id"), id_)
        put(messages, (at + 1, "tool_call_id"), id_)


def name_another_tool(messages: Json) -> None:
    """In the result of a call that has an id."""
    give_ids(messages, "c1", "c3")
    put(messages, (1, "tool_name"), "g")


def results_swapped(messages: Json) -> None:
    """Of calls whose ids say which is whose."""
    for at, id_ in ((0, "c1"), (1, "c2")):
        put(messages, (0, "tool_calls", at, "id"), id_)
        put(messages, (at + 1, "tool_call_id"), id_)
    swap(messages, 1, 2)


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    return chat(*turn(1, 2)[:-1])


CONVERSATION: Json = chat(*turn(1, 2), *turn(3))
BREAKS: list[Break] = [
    (ORDER, results_swapped),
    (ANOTHER, lambda m: swap(m, 1, 2)),
    (ANOTHER, lambda m: swap(m[0]["tool_calls"], 0, 1)),
    (NONE, lambda m: put(m, (1, "tool_call_id"), "c1")),
    (NONE, lambda m: put(m, (1, "tool_name"), "g")),
    (NONE, lambda m: m.insert(2, {"role": "user", "content": "Well?"})),
    ("a result is lost or changed", lambda m: m.pop(1)),
    ("a result is doubled or made up", lambda m: m.insert(1, m[1])),
    (SHARED, lambda m: give_ids(m, "c1", "c1")),
    ("a result names another tool than its call", name_another_tool),
]  # fmt: skip
