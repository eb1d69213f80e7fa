"""Events about a text of its own: the rows of such an event may stand in any order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from golden_wires import GOLDEN, compiled

ROW = "    AimPiece: { turn.aim: news.turn.aim | append }\n"
BEGUN = "    Begun: { id: id, turn: news.turn | filled }\n"
TEXT, AROUND = "turn.aim: news.turn.aim | append", "turn: news.turn"


@pytest.mark.parametrize("rows", [TEXT, f"{TEXT}, {AROUND}", f"{AROUND}, {TEXT}"])
def test_a_text_goes_out_piece_by_piece(rows: str, tmp_path: Path) -> None:
    events = json.loads((GOLDEN / "payloads/herald/events.json").read_text(encoding="utf-8"))
    changes = [(ROW, ""), (BEGUN, f"{BEGUN}    AimPiece: {{ {rows} }}\n")]
    with compiled("herald", changes, tmp_path) as herald:
        decoded = [*herald.decode_stream(events)]
        sent = [*herald.encode_stream(decoded)]
        assert [*herald.decode_stream(sent)][-1] == decoded[-1]
    pieces = [event for event in sent if event["type"] == "aim-piece"]
    assert pieces == [event for event in events if event["type"] == "aim-piece"]
