"""Keys that the events of a reply spell otherwise than the reply."""

from __future__ import annotations

from pathlib import Path

from golden_wires import checked, pager_events

EVENT = """The next piece.",
      "x-reference": "https://example.com/pager",
      "type": "object",
      "properties": {
        "number": """
EXAMPLE = """      "examples": [
        {
          "note": {"""
ANSWERED = """      "examples": [
        {
          "number": "r1","""
REQUIRED = """      "required": [
        "note"
      ],
"""
PAGE = [
    (EVENT, EVENT.replace("number", "page")),
    ("number: number", "number: page"),
    (REQUIRED + EXAMPLE, REQUIRED.replace('"note"', '"note", "page"') + EXAMPLE),
    *[(EXAMPLE, EXAMPLE.replace('"note"', '"page": "r1", "note"'))] * 2,  # of `Page` too
]
ANSWER = (REQUIRED + ANSWERED, REQUIRED.replace('"note"', '"note", "number"') + ANSWERED)
EXPECTED = ("id: number", "id: number | expected")


def test_each_event_has_a_key_that_it_requires_by_its_own_name(tmp_path: Path) -> None:
    reply = {"number": "r1", "note": {"from": "pager", "text": "Three.", "why": "done"}}
    begun = {"kind": "started", "id": "r1"}
    events = pager_events([*PAGE, ANSWER, EXPECTED], reply, tmp_path, begun)
    assert [event["page"] for event in events] == ["r1"] * len(events)


def test_a_reply_that_may_lack_what_its_events_require_is_found(tmp_path: Path) -> None:
    _, findings = checked("pager", PAGE, tmp_path)
    assert any("not every `Page` that goes out has `page`" in one for one in findings), findings
