"""A text that is told whole, as no event brings pieces of it, is told to have ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from golden_wires import GONE, compiled
from samples import difference

Json = Any
ROWS = [
    ("ReasoningBlock <-> Thought:\n    text: text\n",
     "ReasoningBlock <-> Thought:\n    text: lines | parts(Remark, said)\n"),
    ('"parts[id].text": more | append(Thought)', '"parts[id].lines": more | add'),
]  # fmt: skip
REMARK: Json = {
    "title": "Remark", "description": "A remark.", "x-reference": "https://example.com/usher",
    "type": "object", "properties": {"said": {"type": "string"}}, "required": ["said"],
}  # fmt: skip
SAYS: Json = {
    "Remark": REMARK,
    "Thought/properties/text": GONE,
    "Thought/properties/lines": {"type": "array", "items": {"$ref": "#/$defs/Remark"}},
    "Thought/required": ["sort", "lines"],
    "Thought/examples": GONE,
    "ThoughtMore/properties/more": {"$ref": "#/$defs/Remark"},
    "ThoughtMore/examples": GONE,
}
BEGUN: Json = {"sort": "begun", "play": {
    "id": "r1", "model": "m", "parts": [], "seats": [], "count": {"read": {}, "written": {}},
}}  # fmt: skip


def test_what_comes_behind_it_need_not_wait(tmp_path: Path) -> None:
    """Where a block goes out once it has ended, all waited until the reply was complete."""
    events = [
        BEGUN,
        {"sort": "thought-begin", "id": "a"},
        {"sort": "thought-more", "id": "a", "more": {"said": "H"}},
        {"sort": "thought-more", "id": "a", "more": {"said": "m"}},
        {"sort": "thought-end", "id": "a"},
        {"sort": "words-begin", "id": "b"},
        {"sort": "words-more", "id": "b", "more": "Hi"},
        {"sort": "words-end", "id": "b"},
        {"sort": "ended", "why": "done", "seats": []},
    ]
    with compiled("usher", ROWS, tmp_path, SAYS) as usher:
        told = [*usher.decode_stream(events)]
        assert [one["kind"] for one in told[1:4]] == ["reasoningDelta", "blockEnd", "textDelta"]
        assert told[2] == {"kind": "blockEnd", "block": "reasoning", "index": 0}
        early = [one["sort"] for one in usher.encode_stream(told[:4], on_loss="ignore")]
        assert "thought-end" in early
        assert "words-more" in early
        again = [*usher.decode_stream([*usher.encode_stream(told)])]
    assert difference(again[-1], told[-1]) is None
