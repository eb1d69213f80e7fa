"""Replies whose end a flag says, beside the word that says why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import compiled

Json = Any
WHY = '"why": {"type": ["string", "null"]}'
OVER = f'"over": {{"type": "boolean"}},\n        {WHY} '
FLAG, WORD = "over: [true]", "why: [LONG, CUE]"


@pytest.mark.parametrize("ends", [f"{FLAG}, {WORD}", f"{WORD}, {FLAG}"])
@pytest.mark.parametrize("over", [{}, {"over": True}])
def test_a_reply_whose_word_does_not_end_it_ends_by_the_flag(
    over: dict[str, bool], ends: str, tmp_path: Path
) -> None:
    changes = [
        (WHY, OVER),
        (f'"line": {{"$ref": "#/$defs/BarLine"}},\n        {WHY}',
         f'"line": {{"$ref": "#/$defs/BarLine"}},\n        {OVER}'),
        ("  ends: why\n", f"  ends: {{ {ends} }}\n"),
        ("      why: why\n", "      why: why\n      over: over\n"),
    ]  # fmt: skip
    with compiled("choir", changes, tmp_path) as module:
        line = {"by": "choir", "voice": "all", "text": "La"}
        response = module.decode_response({"line": line, "why": "END", **over})
        events = [*module.encode_stream([{"kind": "completed", "response": response}])]
        assert events[-1]["why"] == "END"
        assert [event.get("over") for event in events][-1:] == [True]
        again = [*module.decode_stream(events)]
        assert again[-1]["kind"] == "completed"
        assert again[-1]["response"]["message"] == response["message"]


def test_what_a_missing_reason_means_is_what_a_stream_says(tmp_path: Path) -> None:
    changes = [("    absent: { why: null }\n", "    absent: { why: LONG }\n")]
    with compiled("choir", changes, tmp_path) as module:
        response = module.decode_response({"line": {"by": "choir", "voice": "all", "text": "La"}})
        assert response["finishReason"] == "length"
        events = [*module.encode_stream([{"kind": "completed", "response": response}])]
        assert events[-1]["why"] == "LONG"
        assert [*module.decode_stream(events)][-1]["response"]["finishReason"] == "length"
