"""What events say of why a reply ended, as long as it goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from compiled import Package
from golden_wires import changed, checked

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


def written(changes: list[tuple[str, str]], folder: Path) -> list[Any]:
    """The events of a reply that comes in two pieces."""
    package = Package(folder / "package", "ending_adapters")
    project = changed("pager", changes, folder / "project")
    module = package.add(project, "pager")[1]
    pieces = [{"kind": "textDelta", "text": text} for text in ("Thr", "ee.")]
    done = {"kind": "completed", "response": module.decode_response(REPLY)}
    events = [*module.encode_stream([*pieces, done])]
    assert [*module.decode_stream(events)][-1]["response"] == done["response"]
    package.close()
    return events


def test_null_stands_there_where_it_may(tmp_path: Path) -> None:
    *ahead, last = written([], tmp_path)
    assert [event["note"]["why"] for event in ahead] == [None] * len(ahead)
    assert last["note"]["why"] == "done"


def test_where_no_event_may_have_null_it_is_left_out(tmp_path: Path) -> None:
    *ahead, last = written([(NULLABLE, NEVER)], tmp_path)
    assert ahead
    assert not any("why" in event["note"] for event in ahead)
    assert last["note"]["why"] == "done"


def test_it_cannot_be_left_out_where_it_is_demanded(tmp_path: Path) -> None:
    _, findings = checked("pager", [(NULLABLE, DEMANDED)], tmp_path)
    assert any("stands in each `Page`, also while the reply goes on" in one for one in findings)
