"""Streams of what is a text, or a list of blocks: the wire `choir` has them."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package
from golden_wires import GOLDEN, checked
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

Json = Any


@pytest.fixture(scope="module")
def choir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("mixing"), "mixing_adapters")
    yield package.add(read_once(GOLDEN), "choir")[1]
    package.close()


def words(text: str, **more: Json) -> Json:
    return {"sort": "words", "text": text, **more}


def hum(*texts: str, **more: Json) -> Json:
    return {"sort": "hum", "hum": [{"sound": {"text": text}} for text in texts], **more}


REST = {"sort": "rest"}
TOGETHER: dict[str, tuple[list[Json], Json]] = {
    "texts": (["La", " la"], "La la"),
    "a text, then items": (["La", [words(" la"), REST]], [words("La la"), REST]),
    "nothing, then items": (["", "", [hum("M")]], [hum("M")]),
    "items, then texts": ([[hum("M")], "La", "", " la"], [hum("M"), words("La la")]),
    "a text behind what is none": ([[REST], "La"], [REST, words("La")]),
    "thoughts in pieces": ([[hum("M")], [hum("m", soft=True)]], [hum("Mm", soft=True)]),
    "notes in one piece": ([[hum("M", "m")], [hum(".")]], [hum("M", "m.")]),
    "what says different things": (
        [[words("La", of="alto")], [words("la", of="bass")], "."],
        [words("La", of="alto"), words("la.", of="bass")],
    ),
    "what says more": ([[words("La")], [words("", of="alto")]], [words("La", of="alto")]),
    "a note that is none": ([[hum("M")], [{"sort": "hum", "hum": ["m"]}]],
                            [{"sort": "hum", "hum": [{"sound": {"text": "M"}}, "m"]}]),
    "no items": ([[]], []),
    "null": ([None, "La"], "La"),
}  # fmt: skip


def events(pieces: list[Json]) -> list[Json]:
    return [*({"line": {"text": piece}} for piece in pieces), {"line": {}, "why": "END"}]


@pytest.mark.parametrize(("pieces", "text"), TOGETHER.values(), ids=TOGETHER.keys())
def test_pieces_are_what_the_text_is_that_comes_whole(
    pieces: list[Json], text: Json, choir: ModuleType
) -> None:
    line = {"by": "choir", "voice": "all", "text": text}
    whole = choir.decode_response({"line": line, "why": "END"})
    assert [*choir.decode_stream(events(pieces))][-1]["response"] == whole
    sent = [*choir.encode_stream([{"kind": "completed", "response": whole}], on_loss="ignore")]
    again = [*choir.decode_stream(sent)][-1]["response"]
    assert again["message"]["content"] == whole["message"]["content"]


def test_what_is_no_item_is_refused(choir: ModuleType) -> None:
    for piece in (1, ["La"], {"sort": "rest"}):
        with pytest.raises(ValueError, match="expected"):
            deque(choir.decode_stream(events([piece])), 0)


def shown(decoded: list[Json]) -> list[Json]:
    return [
        (e["kind"], e.get("index"), e.get("text")) for e in decoded if e["kind"].endswith("Delta")
    ]


def test_pieces_are_shown_as_they_come(choir: ModuleType) -> None:
    decoded = [*choir.decode_stream(events(["", [hum("M")], [hum("m"), words("La")], " la"]))]
    assert shown(decoded) == [
        ("reasoningDelta", 0, "M"),
        ("reasoningDelta", 0, "m"),
        ("textDelta", 1, "La"),
        ("textDelta", 1, " la"),
    ]
    decoded = [*choir.decode_stream(events(["La", [words(" la")], [hum("M")]]))]
    assert shown(decoded) == [
        ("textDelta", None, "La"),
        ("textDelta", None, " la"),
        ("reasoningDelta", 1, "M"),
    ]


def test_an_empty_text_is_no_block_as_in_the_reply_sent_whole(choir: ModuleType) -> None:
    cue = {"at": 0, "sort": "cue", "key": "c", "name": "add", "input": "{}"}
    lines = [{"line": {"text": ""}}, {"line": {"calls": [cue]}, "why": "CUE"}]
    decoded = [*choir.decode_stream(lines)]
    assert [e["kind"] for e in decoded[1:3]] == ["toolCallDelta", "blockEnd"]
    decoded = [*choir.decode_stream(events([""]))]
    assert shown(decoded) == []
    assert decoded[-1]["response"]["message"]["content"] == []


def test_blocks_of_another_wire_go_out_in_the_form_that_this_one_has(choir: ModuleType) -> None:
    call = {"kind": "toolCallDelta", "index": 0, "id": "c", "name": "add"}
    intermediate: list[Json] = [
        {"kind": "started"},
        {"kind": "reasoningDelta", "index": 0, "text": "M"},
        {"kind": "reasoningDelta", "index": 0, "text": "m"},
        {"kind": "textDelta", "index": 1, "text": "La"},
        {"kind": "textDelta", "index": 1, "text": " la"},
        {**call, "argumentsDelta": "{"},
        {"kind": "toolCallDelta", "index": 0, "argumentsDelta": "}"},
        {"kind": "toolCallDelta", "index": 1, "id": "d", "name": "add", "argumentsDelta": "{}"},
    ]
    sent = choir.encode_stream(intermediate, on_loss="ignore", on_cut="report")
    lines = [event["line"] for event in sent if "line" in event]
    assert [line["text"] for line in lines if "text" in line] == [
        [hum("M")], [hum("m")], "La", " la"
    ]  # fmt: skip
    cues = [cue for line in lines for cue in line.get("calls", [])]
    assert [cue["at"] for cue in cues] == [0, 0, 1]


def test_texts_among_items_need_an_item_that_has_one(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "schemas", tmp_path / "schemas")
    path = tmp_path / "schemas" / "choir" / "transform.yaml"
    text = path.read_text(encoding="utf-8")
    head = "TextBlock <-> WordsPart:\n    text: text"
    path.write_text(text.replace(head, f"{head} | parts(Note, sound.text)"), encoding="utf-8")
    found = [str(one) for one in check_project(resolve(load_project(tmp_path)))]
    assert any("has no use for pieces that are lists; a bare text" in one for one in found)


def test_a_text_that_is_written_as_a_list_cannot_come_in_pieces_of_both(tmp_path: Path) -> None:
    _, findings = checked("choir", [('"*": text | text\n', '"*": text | text(list)\n')], tmp_path)
    assert any("has no use for pieces that are lists; `content` at" in one for one in findings)
    assert any("leave `list` out there" in one for one in findings)
