"""Long texts, such as a file in a call: as exact as short ones, and not copied about."""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawing import drawing
from stream_samples import MODULES
from toolwire._runtime.jsontext import LONG, encodes, spelled_object

sys.path.insert(0, str(Path(__file__).parent / "bench"))

from streams import STREAMS, WIRES

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


@pytest.mark.parametrize("line", ["for row in rows: – ", "plain words "])
@pytest.mark.parametrize("name", WIRES)
@pytest.mark.parametrize("mode", ["deltas", "whole"])
def test_folding_holds_one_copy_beside_the_pieces(name: str, line: str, mode: str) -> None:
    text = file_text(3_000_000, line)
    tracemalloc.start()
    try:
        sent = STREAMS[name].stream([text], "", PIECE)
        events = MODULES[name].decode_stream(sent, tool_calls=mode)
        last = deque(events, maxlen=1)[0]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    call = last["response"]["message"]["content"][0]["toolCall"]
    assert call["arguments"] == json.loads(text)
    assert peak < 2.2 * len(text) * (2 if "–" in line else 1)
