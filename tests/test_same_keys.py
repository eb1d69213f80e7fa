"""Wire types that say the same under another word: found, and one type once they are made so."""

from __future__ import annotations

from pathlib import Path

import pytest

from golden_wires import checked
from samples import difference
from test_unknown_results import body, both, comes_back

NOTE = """"NoteItem": {
      "title": "NoteItem",
      "description": "A text at the side.",
      "x-reference": "https://example.com/relay",
      "type": "object",
      "required": ["type", "text"],
      "properties": {"type": {"const": "note"}, "text": {"type": "string"}},
      "examples": [{"type": "note", "text": "Hi"}]
    },
    "ModelTurn": {"""
ARMS = """        {"$ref": "#/$defs/TextItem"},
        {"$ref": "#/$defs/ImageItem"},
        {"$ref": "#/$defs/ResultItem"},
"""
OPEN = ('"enum": ["text", "image", "result"]', '"enum": ["text", "image", "result", "note"]')
BESIDE = [
    ('"ModelTurn": {', NOTE),
    (ARMS, ARMS + '        {"$ref": "#/$defs/NoteItem"},\n'),
    OPEN,
]
"""A type with the keys of `TextItem` and a constant of its own."""
LENS = """  TextBlock <-> TextItem:
    text: text | nonempty(drop)
    refusal: { lost: a text is a text }
"""
ONE = [
    ('"type": {"const": "text"},', '"type": {"enum": ["text", "note"]},'),
    OPEN,
    ('"enum": ["text", "thought", "call"]', '"enum": ["text", "note", "thought", "call"]'),
    ('"type": {"enum": ["text", "image"]}', '"type": {"enum": ["text", "note", "image"]}'),
    (LENS, f"{LENS}    given: {{ type: [text, note] }}\n"),
]
"""What the finding says: one type for both."""
FOUND = "no lens reads `NoteItem`, which has what is read of `TextItem`"


def test_one_that_no_lens_reads_is_found(tmp_path: Path) -> None:
    _, findings = checked("relay", BESIDE, tmp_path)
    assert findings
    assert all(FOUND in one and "`given: { type: [text, note] }`" in one for one in findings)


def test_a_constant_of_both_tells_nothing(tmp_path: Path) -> None:
    of = '"of": {"const": "words"}, '
    one, other = '"type": {"const": "text"},', '"type": {"const": "note"},'
    changes = [*BESIDE, (one, of + one), (other, of + other)]
    _, findings = checked("relay", changes, tmp_path)
    (found, *_) = [one for one in findings if FOUND in one]
    assert "`given: { type: [text, note] }`" in found


UNLIKE = {
    "another type of a key": ('"text": {"type": "string"}},\n      "examples": [{"type": "note"',
                              '"text": {"type": "object"}},\n      "examples": [{"type": "note"'),
    "a key that must be there": (
        '"required": ["type", "text"],\n      "properties": {"type": {"const": "note"}',
        '"required": ["type", "text", "side"],\n      "properties": {"side": {"type": "string"},'
        ' "type": {"const": "note"}',
    ),
}  # fmt: skip


@pytest.mark.parametrize("unlike", UNLIKE.values(), ids=UNLIKE.keys())
def test_one_that_says_something_else_stays_opaque(unlike: tuple[str, str], tmp_path: Path) -> None:
    _, findings = checked("relay", [*BESIDE, unlike], tmp_path)
    assert not any(FOUND in one for one in findings)


def test_one_type_for_both_reads_both_and_writes_what_came(tmp_path: Path) -> None:
    for one in both(ONE, tmp_path):
        items = [{"type": "note", "text": "Hi"}, {"type": "text", "text": "you"}]
        (message,) = comes_back(body({"by": "user", "body": items}), one)
        assert [(block["kind"], block["text"]) for block in message["content"]] == [
            ("text", "Hi"), ("text", "you"),
        ]  # fmt: skip
        bare = [{"kind": "text", "text": "Hi"}] * 2
        request = one[0].decode_request(body())
        request["messages"].append({"role": "user", "content": bare})
        written = one[0].encode_request(request)["turns"][-1]["body"]
        assert difference(written, [{"type": "text", "text": "Hi"}] * 2) is None
