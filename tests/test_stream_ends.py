"""What events say of why a reply ended, as long as it goes on."""

from __future__ import annotations

from pathlib import Path

from golden_wires import checked, pager_events

NULLABLE = '''            "$ref": "#/$defs/CallSlip"
          }
        },
        "why": {
          "type": [
            "string",
            "null"
          ]
        }
      },
      "required": [
        "from"
      ],
      "examples": [
        {
          "from": "pager",
          "text": "Hel"'''
NEVER = NULLABLE.replace('[\n            "string",\n            "null"\n          ]', '"string"')
DEMANDED = NEVER.replace('"from"\n', '"from", "why"\n')
REPLY = {"note": {"from": "pager", "text": "Three.", "why": "done"}}


def test_null_stands_there_where_it_may(tmp_path: Path) -> None:
    *ahead, last = pager_events([], REPLY, tmp_path)
    assert [event["note"]["why"] for event in ahead] == [None] * len(ahead)
    assert last["note"]["why"] == "done"


def test_where_no_event_may_have_null_it_is_left_out(tmp_path: Path) -> None:
    *ahead, last = pager_events([(NULLABLE, NEVER)], REPLY, tmp_path)
    assert ahead
    assert not any("why" in event["note"] for event in ahead)
    assert last["note"]["why"] == "done"


def test_it_cannot_be_left_out_where_it_is_demanded(tmp_path: Path) -> None:
    _, findings = checked("pager", [(NULLABLE, DEMANDED)], tmp_path)
    assert any("stands in each `Page`, also while the reply goes on" in one for one in findings)
