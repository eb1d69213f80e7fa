"""Long texts, such as a file in a call: as exact as short ones, and not copied about."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stream_samples import MODULES, drawing
from toolwire._runtime.jsontext import LONG, encodes, spelled_object

Json = Any
PIECE = 4_000
LINES = ["x", "plain words ", 'say "no" ', "a\\b\n\t", "\x00\x1f", "é ü ", "日本", "😀", '": ', "/"]
long_strings = st.builds(
    lambda line, end: line * (LONG // len(line) + 1) + end,
    st.sampled_from(LINES),
    st.sampled_from(["", *LINES, "\ud800"]),
)
short: st.SearchStrategy[Json] = st.sampled_from(
    ["", "a", "0", "\x00", 'a": b', "é", 1, -0.0, 1e300, None, True, [], {}]
)
objects = st.dictionaries(
    st.sampled_from(["path", "content", 'a": b', "\x00", "é"]),
    st.one_of(long_strings, short, st.lists(st.one_of(long_strings, short), max_size=3)),
    min_size=1,
)
spellings = st.sampled_from([(",", ":"), (", ", ": "), (", ", ":"), (" ,", ":")])


def spelled(value: Json, separators: tuple[str, str], ascii_only: bool = False) -> str:
    return json.dumps(value, separators=separators, ensure_ascii=ascii_only)


@drawing(200)
@given(objects, spellings, st.booleans(), st.sampled_from(["", "/", "x", "space", "twice"]))
def test_a_long_text_is_told_by_its_spelling(
    value: Json, separators: tuple[str, str], ascii_only: bool, odd: str
) -> None:
    text = spelled(value, separators, ascii_only)
    if odd == "/":
        text = text.replace("/", "\\/")
    elif odd == "x":
        text = text.replace("x", "\\u0078", 1)
    elif odd == "space":
        text += " "
    elif odd == "twice":
        text = text[:-1] + ("," if separators[0][0] == "," else " ,") + text[1:]
    read = json.loads(text)
    found = spelled_object(text)
    if not encodes(text):
        assert found is None
        return
    compact, spaced = spelled(read, (",", ":")), spelled(read, (", ", ": "))
    if found is None:
        # A key that looks like the end of one: the general way has to tell.
        assert text not in (compact, spaced) or 'a\\": b' in text
    else:
        assert found[0] == read
        assert text == (compact if found[1] is None else spaced)


def file_text(size: int, line: str) -> str:
    return json.dumps({"path": "a.py", "content": line * (size // len(line))}, ensure_ascii=False)


def cut(text: str) -> Iterator[str]:
    return (text[start : start + PIECE] for start in range(0, len(text), PIECE))


def openai_chat(text: str) -> Iterator[Json]:
    def chunk(delta: Json, reason: Json = None) -> Json:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m",
                "choices": [choice]}  # fmt: skip

    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "w", "arguments": ""}}
    yield chunk({"role": "assistant", "tool_calls": [call]})
    for piece in cut(text):
        yield chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
    yield chunk({}, "tool_calls")


def anthropic_messages(text: str) -> Iterator[Json]:
    message: Json = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [],
               "stop_reason": None, "usage": {"input_tokens": 1, "output_tokens": 1}}  # fmt: skip
    yield {"type": "message_start", "message": message}
    block = {"type": "tool_use", "id": "c1", "name": "w", "input": {}}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    for piece in cut(text):
        delta = {"type": "input_json_delta", "partial_json": piece}
        yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": {"stop_reason": "tool_use"}}
    yield {"type": "message_stop"}


STREAMS = {"openai_chat": openai_chat, "anthropic_messages": anthropic_messages}


@pytest.mark.parametrize("line", ["for row in rows: – ", "plain words "])
@pytest.mark.parametrize("name", STREAMS)
@pytest.mark.parametrize("mode", ["deltas", "whole"])
def test_folding_holds_one_copy_beside_the_pieces(name: str, line: str, mode: str) -> None:
    text = file_text(3_000_000, line)
    gc.collect()
    tracemalloc.start()
    try:
        events = MODULES[name].decode_stream(STREAMS[name](text), tool_calls=mode)
        last = deque(events, maxlen=1)[0]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    call = last["response"]["message"]["content"][0]["toolCall"]
    assert call["arguments"] == json.loads(text)
    assert peak < 2.2 * len(text) * (2 if "–" in line else 1)
