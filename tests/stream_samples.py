"""Replies that streams tell, drawn or ours, and what callers ask of what they fold to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from dice import Dice
from grouped import Case, each
from samples import ALL, FORMATS, as_it_is
from splitting import ended, streamable
from strategies import NUMBERS_OF_DICE, wires
from toolwire._runtime.fold import StreamFold

Json = Any
SPLITS = 6
MODULES = {name: as_it_is(name) for name in FORMATS}
each_wire = pytest.mark.parametrize("name", FORMATS)
seeds = NUMBERS_OF_DICE


def replies(name: str) -> st.SearchStrategy[Json]:
    """Whole replies, valid by the wire's schema, that a stream can tell."""
    drawn = wires(name, "response").map(lambda body: streamable(name, ended(name, body)))
    return drawn.filter(lambda body: body is not None)


def rich(name: str) -> Json:
    """A reply with all that is hard to cut: escapes, pairs of surrogates, calls like each other."""
    values = [
        {"text": 'a "b" \\ \n \U0001f600 é – </x>', "n": [1, 1.0, -0.0, 1e22, 2**63 + 1, None]},
        {"\U0001f600": {"deep": [[], {}, [{"a": ""}]]}, "s": "\ud83d"},
        {},
        {"rows": [{"id": n, "ok": n % 2 == 0, "name": f"row {n}"} for n in range(12)]},
    ]
    calls = [
        {"id": f"call_{at}", "name": ("write", "read")[at % 2], "arguments": value}
        for at, value in enumerate(values)
    ]
    text = {"kind": "text", "text": "Two lines,\nand a smile \U0001f600."}
    thought = {"kind": "reasoning", "text": "Which first?"}
    blocks = [thought, text, *({"kind": "toolCall", "toolCall": call} for call in calls)]
    message = {"role": "assistant", "content": blocks}
    body = MODULES[name].encode_response(
        {"id": "r1", "model": "m", "message": message, "finishReason": "tool_calls",
         "usage": {"inputTokens": 7, "outputTokens": 9}}
    )  # fmt: skip
    streamed = streamable(name, body)
    assert streamed is not None
    return streamed


OUR_REPLIES: list[Case] = [
    (item.format, str(item), (item.format, body))
    for item in ALL
    if item.kind == "replies" and (body := streamable(item.format, item.payload)) is not None
]
RICH: list[Case] = [(name, f"{name}-rich", (name, rich(name))) for name in FORMATS]
each_reply = each([*OUR_REPLIES, *RICH])


def calls_of(response: Json) -> list[Json]:
    """The tool calls of a response, in their order."""
    blocks = response["message"]["content"]
    return [block["toolCall"] for block in blocks if block["kind"] == "toolCall"]


def texts_of(response: Json, kind: str = "text", refusal: bool | None = None) -> str:
    """All that a response says, all that it refuses with or all but that, as one text."""
    blocks = [b for b in response["message"]["content"] if b["kind"] == kind]
    alike = [b for b in blocks if refusal in (None, bool(b.get("refusal")))]
    return "".join(b["text"] for b in alike if "redacted" not in b)


def begins_with(whole: Json, start: Json) -> bool:
    """Whether a response says what another says, or begins to say it.

    Pieces of a text and of a refusal may come by turns, and either counts by itself then; where
    both are one block, they count together.
    """
    if texts_of(whole).startswith(texts_of(start)):
        return True
    return all(texts_of(whole, refusal=one).startswith(texts_of(start, refusal=one))
               for one in (False, True))  # fmt: skip


def asks_for(call: Json) -> tuple[str, str, Json, str | None]:
    """What a call asks for."""
    return call["id"], call["name"], call["arguments"], call.get("input")


def folded(events: Any) -> StreamFold:
    """A fold of all the events."""
    fold = StreamFold()
    for event in events:
        fold.add(event)
    return fold


EXTRA: dict[str, list[Json]] = {
    "logprobs": [None],
    "finish_reason": [None, ""],
    "usage": [None],
    "system_fingerprint": [None, "", "fp"],
    "x_extra": [None, "", 0, {}, {"a": 1}, {"b": 2}, 1],
}


def adorned(event: Json, dice: Dice) -> Json:
    """An event with keys that services add to it, or that say nothing, anywhere in it."""
    if type(event) is list:
        return [adorned(item, dice) for item in event]
    if type(event) is not dict:
        return event
    found = {key: adorned(value, dice) for key, value in event.items()}
    for key, values in EXTRA.items():
        if key not in found and dice.chance(8):
            found[key] = dice.choice(values)
    return found
