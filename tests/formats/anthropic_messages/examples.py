"""A right stream and a right conversation of Messages, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, ORDER, SHARED, Break, put, swap
from payloads import claude

Json = Any


# -- a stream


def delta(index: int, more: Json) -> Json:
    """The next piece of a block."""
    return {"type": "content_block_delta", "index": index, "delta": more}


def block(index: int, begun: Json, *deltas: Json) -> list[Json]:
    """An Anthropic block: its start, its deltas, its stop."""
    return [
        {"type": "content_block_start", "index": index, "content_block": begun},
        *(delta(index, one) for one in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def arguments(piece: str) -> Json:
    return {"type": "input_json_delta", "partial_json": piece}


STREAM: list[Json] = [
    {"type": "message_start",
     "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude",
                 "content": [], "stop_reason": None, "stop_sequence": None,
                 "usage": {"input_tokens": 7, "output_tokens": 1}}},
    *block(0, {"type": "thinking", "thinking": "", "signature": ""},
           {"type": "thinking_delta", "thinking": "Which "},
           {"type": "thinking_delta", "thinking": "city?"},
           {"type": "signature_delta", "signature": "c2ln"}),
    *block(1, {"type": "text", "text": ""},
           {"type": "text_delta", "text": "Look"}, {"type": "text_delta", "text": "ing."}),
    *block(2, {"type": "tool_use", "id": "toolu_1", "name": "send", "input": {}},
           arguments('{"amount": 1'), arguments("000}")),
    *block(3, {"type": "brand_new", "note": "?"}),
    *block(4, {"type": "text", "text": ""}, {"type": "text_delta", "text": "\n"}),
    *block(5, {"type": "tool_use", "id": "toolu_2", "name": "read", "input": {"n": 1}}),
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
    {"type": "message_stop"},
]  # fmt: skip
SAID = [
    ("reasoning", "Which city?"), ("text", "Looking."), ("call", '{"amount": 1000}'),
    ("other", ""), ("text", "\n"), ("call", '{"n": 1}'),
]  # fmt: skip
FINISH = "tool_use"
IN_ARGUMENTS = 12
SAME_IDS = ("toolu_2", "toolu_1")
# at which event, what comes instead, and what is wrong with it
MISFITS = [
    (7, delta(1, arguments("{}")), "does not fit"),
    (11, delta(2, {"type": "text_delta", "text": "!"}), "does not fit"),
    (7, delta(1, {"type": "signature_delta", "signature": "c2ln"}), "does not fit"),
    (11, delta(2, {"type": "thinking_delta", "thinking": "!"}), "does not fit"),
]


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [
        {"type": "tool_use", "id": f"c{n}", "name": "f", "input": {"q": ask(n)}} for n in markers
    ]
    results = [
        {"type": "tool_result", "tool_use_id": f"c{n}", "content": answer(n)} for n in markers
    ]
    more = {"type": "text", "text": "Go on."}
    return [{"role": "assistant", "content": calls}, {"role": "user", "content": [*results, more]}]


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    asking, answering = turn(1, 2)
    del answering["content"][1]
    return claude(asking, answering)


CONVERSATION: Json = claude(*turn(1, 2), *turn(3))
BREAKS: list[Break] = [
    (ORDER, lambda m: swap(m[1]["content"], 0, 1)),
    (ANOTHER, lambda m: put(m, (1, "content", 0, "tool_use_id"), "c2")),
    (NONE, lambda m: put(m, (1, "content", 0, "tool_use_id"), "c3")),
    (NONE,
     lambda m: m.insert(2, {"role": "user", "content": [m[1]["content"].pop(1)]})),
    ("something stands before the results",
     lambda m: swap(m[1]["content"], 1, 2)),
    (SHARED, lambda m: put(m, (2, "content", 0, "id"), "c1")),
    ("a call has no id", lambda m: put(m, (2, "content", 0, "id"), "")),
    ("a result is lost or changed", lambda m: m[1]["content"].pop(0)),
]  # fmt: skip
