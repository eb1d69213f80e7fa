"""A right stream and a right conversation of Responses, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, ORDER, SHARED, Break, put, swap

Json = Any


# -- a stream

REPLY: Json = {"id": "resp_1", "object": "response", "created_at": 1, "model": "gpt",
               "status": "in_progress", "output": []}  # fmt: skip
TEXT: Json = {"type": "output_text", "text": "Looking.", "annotations": [], "logprobs": []}
MESSAGE: Json = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
CALL: Json = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "send",
              "arguments": ""}  # fmt: skip
READ: Json = {**CALL, "id": "fc_2", "call_id": "call_2", "name": "read", "arguments": "{}"}
ITEMS: list[Json] = [
    {**MESSAGE, "content": [TEXT]}, {**CALL, "arguments": '{"amount": 1000}'}, READ,
]  # fmt: skip
OUT: Json = {"output_index": 0, "content_index": 0}


def _more(index: int, piece: str) -> Json:
    """The next piece of a call's arguments."""
    kind = "response.function_call_arguments.delta"
    return {"type": kind, "output_index": index, "delta": piece}


STREAM: list[Json] = [
    {"type": "response.created", "response": REPLY},
    {"type": "response.output_item.added", "output_index": 0, "item": MESSAGE},
    {"type": "response.content_part.added", **OUT, "part": {**TEXT, "text": ""}},
    {"type": "response.output_text.delta", **OUT, "delta": "Look"},
    {"type": "response.output_text.delta", **OUT, "delta": "ing."},
    {"type": "response.content_part.done", **OUT, "part": TEXT},
    {"type": "response.output_item.done", "output_index": 0, "item": ITEMS[0]},
    {"type": "response.output_item.added", "output_index": 1, "item": CALL},
    *(_more(1, '{"amount": 1'), _more(1, "000}")),
    {"type": "response.output_item.done", "output_index": 1, "item": ITEMS[1]},
    {"type": "response.output_item.added", "output_index": 2, "item": {**READ, "arguments": ""}},
    _more(2, "{}"),
    {"type": "response.output_item.done", "output_index": 2, "item": READ},
    {"type": "response.completed",
     "response": {**REPLY, "status": "completed", "output": ITEMS}},
]  # fmt: skip
SAID = [("text", "Looking."), ("call", '{"amount": 1000}'), ("call", "{}")]
FINISH = "completed"
IN_ARGUMENTS = 9
SAME_IDS = ("call_2", "call_1")
# The end of a call has its arguments, of which no piece need come before.
FREE = ("without 12",)


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [
        {"type": "function_call", "call_id": f"c{n}", "name": "f",
         "arguments": f'{{"q": "{ask(n)}"}}'}
        for n in markers
    ]  # fmt: skip
    results = [{"type": "function_call_output", "call_id": f"c{n}", "output": answer(n)}
               for n in markers]  # fmt: skip
    return [*calls, *results]


def _body(*items: Json) -> Json:
    return {"model": "m", "input": [*items]}


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    return _body(*turn(1, 2)[:-1])


CONVERSATION: Json = _body(*turn(1, 2), *turn(3))
BREAKS: list[Break] = [
    (ORDER, lambda m: swap(m, 2, 3)),
    (ANOTHER, lambda m: put(m, (2, "call_id"), "c2")),
    (NONE, lambda m: put(m, (2, "call_id"), "c3")),
    (NONE, lambda m: m[2].pop("call_id")),
    (NONE, lambda m: m.insert(3, {"role": "user", "content": "Well?"})),
    (NONE, lambda m: m.append(m.pop(3))),
    ("a call has no id", lambda m: put(m, (0, "call_id"), "")),
    (SHARED, lambda m: put(m, (4, "call_id"), "c1")),
    ("a result is lost or changed", lambda m: m.pop(2)),
    ("a result is doubled or made up", lambda m: m.insert(2, m[2])),
]
