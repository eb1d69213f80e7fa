"""A text that is told whole, as no event brings pieces of it, is told to have ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from golden_wires import compiled
from samples import difference

Json = Any
CHANGES = [
    ('    ThoughtBegin: { "parts[id]": . | open(Thought) }\n', "    ThoughtBegin: ignore\n"),
    ('    ThoughtMore: { "parts[id].text": more | append(Thought) }\n', "    ThoughtMore: ignore\n"),
    ('    ThoughtEnd: { "parts[id]": . | close(Thought), "parts[id].seal": seal }\n',
     '    ThoughtEnd: ignore\n    Thought: { "parts[.]": . | close }\n'),
    ('"$ref": "#/$defs/ThoughtEnd"',
     '"$ref": "#/$defs/Thought" }, { "$ref": "#/$defs/ThoughtEnd"'),
]  # fmt: skip
BEGUN: Json = {"sort": "begun", "play": {
    "id": "r1", "model": "m", "parts": [], "seats": [], "count": {"read": {}, "written": {}},
}}  # fmt: skip


def test_what_comes_behind_it_need_not_wait(tmp_path: Path) -> None:
    """Where a block goes out once it has ended, all waited until the reply was complete."""
    events = [
        BEGUN,
        {"sort": "thought", "text": "Hm"},
        {"sort": "words-begin", "id": "b"},
        {"sort": "words-more", "id": "b", "more": "Hi"},
        {"sort": "words-end", "id": "b"},
        {"sort": "ended", "why": "done", "seats": []},
    ]
    with compiled("usher", CHANGES, tmp_path) as usher:
        told = [*usher.decode_stream(events)]
        assert told[1:4] == [
            {"kind": "reasoningDelta", "index": 0, "text": "Hm"},
            {"kind": "blockEnd", "block": "reasoning", "index": 0},
            {"kind": "textDelta", "index": 1, "text": "Hi"},
        ]
        early = [*usher.encode_stream(told[:4], on_loss="ignore")]
        again = [*usher.decode_stream([*usher.encode_stream(told)])]
    assert [one["sort"] for one in early if "sort" in one][2:5] == [
        "thought", "words-begin", "words-more",
    ]  # fmt: skip
    assert difference(again[-1], told[-1]) is None
