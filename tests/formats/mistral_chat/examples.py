"""A right stream and a right conversation of Mistral, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, ORDER, SHARED, Break, put, swap
from payloads import chat

Json = Any


# -- a stream


def chunk(delta: Json, reason: str | None = None) -> Json:
    """A chunk of Mistral's."""
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m",
            "choices": [choice]}  # fmt: skip


def begun(index: int, name: str, arguments: str) -> Json:
    """The chunk that brings a call."""
    function = {"name": name, "arguments": arguments}
    return chunk({"tool_calls": [{"index": index, "id": f"call{index}", "function": function}]})


STREAM: list[Json] = [
    chunk({"role": "assistant", "content": ""}),
    *(chunk({"content": [{"type": "text", "text": "Look"}]}), chunk({"content": "ing."})),
    begun(0, "send", '{"amount": 1000}'),
    chunk({"content": "\n"}),
    begun(1, "read", "{}"),
    {**chunk({}, "tool_calls"), "usage": {"prompt_tokens": 7, "completion_tokens": 9}},
]
SAID = [("text", "Looking."), ("call", '{"amount": 1000}'), ("text", "\n"), ("call", "{}")]
FINISH = "tool_calls"
IN_ARGUMENTS = 3
SAME_IDS = ("call1", "call0")


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [
        {"id": f"c{n}", "function": {"name": "f", "arguments": f'{{"q": "{ask(n)}"}}'}}
        for n in markers
    ]
    results = [{"role": "tool", "tool_call_id": f"c{n}", "content": answer(n)} for n in markers]
    return [{"role": "assistant", "content": "", "tool_calls": calls}, *results]


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    return chat(*turn(1, 2)[:-1])


CONVERSATION: Json = chat(*turn(1, 2), *turn(3))
BREAKS: list[Break] = [
    (ORDER, lambda m: swap(m, 1, 2)),
    (ANOTHER, lambda m: put(m, (1, "tool_call_id"), "c2")),
    (NONE, lambda m: put(m, (1, "tool_call_id"), "c3")),
    (NONE, lambda m: m[1].pop("tool_call_id")),
    (NONE, lambda m: m.insert(2, {"role": "user", "content": "Well?"})),
    (NONE, lambda m: m.append(m.pop(2))),
    ("a call has no id", lambda m: m[0]["tool_calls"][0].pop("id")),
    ("a call has no id", lambda m: put(m, (0, "tool_calls", 0, "id"), "")),
    (SHARED, lambda m: put(m, (3, "tool_calls", 0, "id"), "c1")),
    ("a result is lost or changed", lambda m: m.pop(1)),
    ("a result is doubled or made up", lambda m: m.insert(1, m[1])),
]  # fmt: skip
