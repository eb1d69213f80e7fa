"""A right stream and a right conversation of generateContent, and how to break them."""

from __future__ import annotations

from typing import Any

from driving.calls import answer, ask
from driving.changes import ANOTHER, NONE, SHARED, Break, put, swap
from payloads import google

Json = Any


# -- a stream


def parts(*found: Json, **beside: Json) -> Json:
    """A chunk of Gemini."""
    candidate = {"index": 0, "content": {"role": "model", "parts": [*found]}, **beside}
    return {"responseId": "r1", "modelVersion": "gemini", "candidates": [candidate]}


STREAM: list[Json] = [
    parts({"text": "Which city?", "thought": True}),
    *(parts({"text": "Look"}), parts({"text": "ing."})),
    parts({"functionCall": {"id": "f1", "name": "send", "args": {"amount": 1000}}}),
    parts({"functionCall": {"id": "f2", "name": "read"}}, {"text": "\n"}),
    parts({"executableCode": {"language": "PYTHON", "code": "1"}}),
    parts({"text": "Done."}, finishReason="STOP"),
]
SAID = [
    ("reasoning", "Which city?"), ("text", "Look"), ("text", "ing."),
    ("call", '{"amount": 1000}'), ("call", "{}"), ("text", "\n"), ("other", ""), ("text", "Done."),
]  # fmt: skip
FINISH = "STOP"
# The call comes whole: what is cut ends before it.
IN_ARGUMENTS = 3
SAME_IDS = ('"f2"', '"f1"')


# -- a conversation


def turn(*markers: int) -> list[Json]:
    calls = [{"functionCall": {"name": "f", "args": {"q": ask(n)}}} for n in markers]
    results = [
        {"functionResponse": {"name": "f", "response": {"output": answer(n)}}} for n in markers
    ]
    return [{"role": "model", "parts": calls}, {"role": "user", "parts": results}]


def give_ids(contents: Json, first: str, second: str) -> None:
    """Give ids to the first call and result of two Gemini turns."""
    for turn, id_ in ((0, first), (2, second)):
        put(contents, (turn, "parts", 0, "functionCall", "id"), id_)
        put(contents, (turn + 1, "parts", 0, "functionResponse", "id"), id_)


def name_another_tool(contents: Json) -> None:
    """In the result of a call that has an id."""
    give_ids(contents, "c1", "c3")
    put(contents, (1, "parts", 0, "functionResponse", "name"), "g")


def open_call() -> Json:
    """Two calls, of which only the first has its result yet."""
    asking, answering = turn(1, 2)
    del answering["parts"][1]
    return google(asking, answering)


CONVERSATION: Json = google(*turn(1, 2), *turn(3))
BREAKS: list[Break] = [
    (ANOTHER, lambda m: swap(m[1]["parts"], 0, 1)),
    (ANOTHER, lambda m: swap(m[0]["parts"], 0, 1)),
    (NONE, lambda m: put(m, (1, "parts", 0, "functionResponse", "id"), "c1")),
    (NONE, lambda m: put(m, (1, "parts", 0, "functionResponse", "name"), "g")),
    (NONE, lambda m: m.insert(2, {"role": "user", "parts": [m[1]["parts"].pop(1)]})),
    ("a result is lost or changed", lambda m: m[1]["parts"].pop(0)),
    (SHARED, lambda m: give_ids(m, "c1", "c1")),
    ("a result names another tool than its call", name_another_tool),
]  # fmt: skip
