"""What an object of the last event requires is said there, though it was told before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from compiled import Package
from golden_wires import checked
from toolwire_codegen.load.project import Project

Json = Any
ENDED = "    Ended: { why: why, count: count }\n"
SAID = """"const": "ended"
        },
        "why": {
          "type": "string"
        },
        "count": {
          "$ref": "#/$defs/Count"
        },
        "tip": {
          "type": "string"
        },
"""
TOTAL = """"total": {
          "$ref": "#/$defs/Total"
        },
"""
REQUIRED = """"required": [
        "sort",
        "why",
        "seats\""""
EXAMPLE = '"total": {"why": "done", "id": "r1", "tip": "1", "count": {"read": {}, "written": {}}}'
PLAY = '    "Play": {\n'


def bill(required: list[str]) -> list[tuple[str, str]]:
    """A wire whose last event has what it says in an object that requires some of it."""
    definition = {
        "title": "Total",
        "description": "What it comes to.",
        "x-reference": "https://example.com/usher",
        "type": "object",
        "properties": {
            "why": {"type": "string"},
            "count": {"$ref": "#/$defs/Count"},
            "id": {"type": "string"},
            "tip": {"type": "string"},
        },
        "required": required,
        "examples": [{"why": "done", "id": "r1", "tip": "1", "count": {"read": {}, "written": {}}}],
    }
    rows = "why: total.why, count: total.count, id: total.id, tip: total.tip"
    return [
        (ENDED, f"    Ended: {{ {rows} }}\n"),
        ('absent: { id: "", model', "absent: { model"),
        (
            '"required": [\n        "parts",\n        "count"',
            '"required": [\n        "id", "parts", "count"',
        ),
        ('"parts": [],\n          "count"', '"id": "r1", "parts": [],\n          "count"'),
        (PLAY, f'    "Total": {json.dumps(definition)},\n{PLAY}'),
        (SAID, SAID[: SAID.index('"why"')] + TOTAL),
        (REQUIRED, REQUIRED.replace("why", "total")),
        ('"sort": "ended",\n          "why": "done"', f'"sort": "ended",\n          {EXAMPLE}'),
    ]


def of(required: list[str], folder: Path) -> tuple[Project, list[str]]:
    return checked("usher", bill(required), folder)


def test_what_each_reply_has_and_what_ends_it_may_be_required_there(tmp_path: Path) -> None:
    assert of(["why", "count", "id"], tmp_path)[1] == []


def test_the_reason_why_it_ended_goes_out_where_it_ends(tmp_path: Path) -> None:
    unsaid = [
        (", why: null }", " }"),
        ("table(why) | calls\n", "table(why) | calls | default(other)\n"),
    ]
    assert checked("usher", [*bill(["why", "count"]), *unsaid], tmp_path)[1] == []


def test_what_a_reply_may_lack_is_reported_where_it_is_required(tmp_path: Path) -> None:
    (one,) = of(["why", "id", "tip"], tmp_path)[1]
    assert "not every `Ended` that goes out has `total.tip`; it is required there" in one


def test_what_was_told_at_the_beginning_goes_out_once_more_where_it_is_required(
    tmp_path: Path,
) -> None:
    count = {"read": {"all": 3}, "written": {}}
    events: list[Json] = [
        {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "count": count}},
        {"sort": "words-begin", "id": "a"},
        {"sort": "words-more", "id": "a", "more": "Hi"},
        {"sort": "words-end", "id": "a"},
        {"sort": "ended", "total": {"why": "done", "count": count}, "seats": []},
    ]
    sent = {}
    for name, required in (("once", ["why", "count"]), ("again", ["why", "count", "id"])):
        package = Package(tmp_path / name, f"said_{name}")
        module = package.add(of(required, tmp_path / f"of_{name}")[0], "usher")[1]
        *_, sent[name] = module.encode_stream([*module.decode_stream(events)])
        package.close()
    assert sent["once"]["total"] == {"why": "done", "count": count}
    assert sent["again"]["total"] == {"why": "done", "count": count, "id": "r1"}
