"""A right stream and a right conversation of Converse, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, ORDER, SHARED, Break, put, swap

Json = Any


# -- a stream


def delta(index: int, more: Json) -> Json:
    """The next piece of a block."""
    return {"contentBlockDelta": {"contentBlockIndex": index, "delta": more}}


def block(index: int, *deltas: Json, start: Json = None) -> list[Json]:
    """A block: its start, if it has one, its deltas, its stop."""
    begun = {"contentBlockStart": {"contentBlockIndex": index, "start": start}}
    return [
        *([] if start is None else [begun]),
        *(delta(index, one) for one in deltas),
        {"contentBlockStop": {"contentBlockIndex": index}},
    ]


def use(call_id: str, name: str) -> Json:
    return {"toolUse": {"toolUseId": call_id, "name": name}}


def arguments(piece: str) -> Json:
    return {"toolUse": {"input": piece}}


STREAM: list[Json] = [
    {"messageStart": {"role": "assistant"}},
    *block(0, {"reasoningContent": {"text": "Which "}}, {"reasoningContent": {"text": "city?"}},
           {"reasoningContent": {"signature": "c2ln"}}),
    *block(1, {"text": "Look"}, {"text": "ing."}),
    *block(2, arguments('{"amount": 1'), arguments("000}"), start=use("tooluse_1", "send")),
    *block(3, start={"brandNew": {"note": "?"}}),
    *block(4, {"text": "\n"}),
    *block(5, arguments('{"n": 1}'), start=use("tooluse_2", "read")),
    {"messageStop": {"stopReason": "tool_use"}},
    {"metadata": {"usage": {"inputTokens": 7, "outputTokens": 9, "totalTokens": 16},
                  "metrics": {"latencyMs": 3}}},
]  # fmt: skip
SAID = [
    ("reasoning", "Which city?"), ("text", "Looking."), ("call", '{"amount": 1000}'),
    ("other", ""), ("text", "\n"), ("call", '{"n": 1}'),
]  # fmt: skip
FINISH = "tool_use"
IN_ARGUMENTS = 10
SAME_IDS = ("tooluse_2", "tooluse_1")
# at which event, what comes instead, and what is wrong with it
MISFITS = [
    (6, delta(1, arguments("{}")), "does not fit"),
    (10, delta(2, {"text": "!"}), "does not fit"),
    (6, delta(1, {"reasoningContent": {"signature": "c2ln"}}), "does not fit"),
    (10, delta(2, {"reasoningContent": {"text": "!"}}), "does not fit"),
]


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [
        {"toolUse": {"toolUseId": f"c{n}", "name": "f", "input": {"q": ask(n)}}} for n in markers
    ]
    results = [
        {"toolResult": {"toolUseId": f"c{n}", "content": [{"text": answer(n)}]}} for n in markers
    ]
    return [
        {"role": "assistant", "content": calls},
        {"role": "user", "content": [*results, {"text": "Go on."}]},
    ]


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    asking, answering = turn(1, 2)
    del answering["content"][1]
    return {"messages": [asking, answering]}


CONVERSATION: Json = {"messages": [*turn(1, 2), *turn(3)]}
BREAKS: list[Break] = [
    (ORDER, lambda m: swap(m[1]["content"], 0, 1)),
    (ANOTHER, lambda m: put(m, (1, "content", 0, "toolResult", "toolUseId"), "c2")),
    (NONE, lambda m: put(m, (1, "content", 0, "toolResult", "toolUseId"), "c3")),
    (NONE,
     lambda m: m.insert(2, {"role": "user", "content": [m[1]["content"].pop(1)]})),
    ("something stands before the results",
     lambda m: swap(m[1]["content"], 1, 2)),
    (SHARED, lambda m: put(m, (2, "content", 0, "toolUse", "toolUseId"), "c1")),
    ("a call has no id", lambda m: put(m, (2, "content", 0, "toolUse", "toolUseId"), "")),
    ("a result is lost or changed", lambda m: m[1]["content"].pop(0)),
]  # fmt: skip
