"""A right stream and a right conversation of Cohere, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, ORDER, SHARED, Break, put, swap
from formats.cohere_chat.hostile import chat
from formats.cohere_chat.hostile_stream import about

Json = Any


# -- a stream


def block(index: int, begun: Json, *pieces: Json) -> list[Json]:
    """A part: its start, its deltas, its end."""
    return [
        about("content-start", index, "content", begun),
        *(about("content-delta", index, "content", piece) for piece in pieces),
        {"type": "content-end", "index": index},
    ]


def call(index: int, name: str, *pieces: str) -> list[Json]:
    """A call: its start, its deltas, its end."""
    function = {"name": name, "arguments": ""}
    begun = {"id": f"call_{index}", "type": "function", "function": function}
    return [
        about("tool-call-start", index, "tool_calls", begun),
        *(about("tool-call-delta", index, "tool_calls", {"function": {"arguments": piece}})
          for piece in pieces),
        {"type": "tool-call-end", "index": index},
    ]  # fmt: skip


STREAM: list[Json] = [
    {"type": "message-start", "id": "c", "delta": {"message": {"role": "assistant"}}},
    *block(0, {"type": "thinking", "thinking": ""}, {"thinking": "Which "}, {"thinking": "city?"}),
    *block(1, {"type": "text", "text": ""}, {"text": "Look"}, {"text": "ing."}),
    *block(2, {"type": "brand_new", "note": "?"}),
    *call(0, "send", '{"amount": 1', "000}"),
    *call(1, "read", "{}"),
    {"type": "message-end",
     "delta": {"finish_reason": "TOOL_CALL",
               "usage": {"tokens": {"input_tokens": 7, "output_tokens": 9}}}},
]  # fmt: skip
SAID = [
    ("reasoning", "Which city?"), ("text", "Looking."), ("other", ""),
    ("call", '{"amount": 1000}'), ("call", "{}"),
]  # fmt: skip
FINISH = "TOOL_CALL"
IN_ARGUMENTS = 13
SAME_IDS = ("call_1", "call_0")
# at which event, what comes instead, and what is wrong with it
MISFITS = [
    (6, about("content-delta", 1, "content", {"thinking": "!"}), "does not fit"),
    (2, about("content-delta", 0, "content", {"text": "!"}), "does not fit"),
]


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [
        {"id": f"c{n}", "type": "function",
         "function": {"name": "f", "arguments": f'{{"q": "{ask(n)}"}}'}}
        for n in markers
    ]  # fmt: skip
    results = [{"role": "tool", "tool_call_id": f"c{n}", "content": answer(n)} for n in markers]
    return [{"role": "assistant", "tool_plan": "I ask.", "tool_calls": calls}, *results]


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    return chat(*turn(1, 2)[:-1])


CONVERSATION: Json = chat(*turn(1, 2), *turn(3))
BREAKS: list[Break] = [
    (ORDER, lambda m: swap(m, 1, 2)),
    (ANOTHER, lambda m: put(m, (1, "tool_call_id"), "c2")),
    (NONE, lambda m: put(m, (1, "tool_call_id"), "c3")),
    (NONE, lambda m: m.insert(2, {"role": "user", "content": "Well?"})),
    (NONE, lambda m: m.append(m.pop(2))),
    ("a call has no id", lambda m: put(m, (0, "tool_calls", 0, "id"), "")),
    (SHARED, lambda m: put(m, (3, "tool_calls", 0, "id"), "c1")),
    ("a result is lost or changed", lambda m: m.pop(1)),
    ("a result is doubled or made up", lambda m: m.insert(1, m[1])),
]  # fmt: skip
