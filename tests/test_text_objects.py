"""One object with a text, where a wire takes a string: `joined` knows it by the lens of texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from golden_wires import checked

SLIP = {"sort": "words", "words": "Yes?", "tone": "kind"}
NOTES = ({"from": "asker", "text": SLIP}, {"from": "pager", "text": SLIP})
LENS = ("    text: words\n", "    text: words | joined\n")


def text_of(message: dict[str, Any]) -> str:
    content = message["content"]
    return str(content if type(content) is str else content[0]["text"])


def with_text(message: dict[str, Any], text: str) -> dict[str, Any]:
    plain = type(message["content"]) is str
    return {**message, "content": text if plain else [{"kind": "text", "text": text}]}


@pytest.mark.parametrize("note", NOTES)
def test_it_says_its_text_and_goes_back_as_long_as_it_does(
    note: dict[str, Any], pager: Any
) -> None:
    value = pager.decode_request({"notes": [note]})
    (message,) = value["messages"]
    assert text_of(message) == "Yes?"
    assert pager.encode_request(value) == {"notes": [note]}
    value["messages"] = [with_text(message, "No.")]
    assert pager.encode_request(value) == {"notes": [{**note, "text": "No."}]}


@pytest.mark.parametrize("odd", [{"sort": "ring", "words": "Yes?"}, {"sort": "words", "words": 7}])
def test_an_object_that_is_none_stays_or_is_refused(odd: dict[str, Any], pager: Any) -> None:
    body = {"notes": [{"from": "pager", "text": odd}]}
    value = pager.decode_request(body)
    assert value["messages"][0]["content"] == []
    assert pager.encode_request(value) == body
    with pytest.raises(ValueError, match="/notes/0/text"):
        pager.decode_request({"notes": [{"from": "asker", "text": odd}]})


def test_its_lens_says_where_the_text_is(tmp_path: Path) -> None:
    _, findings = checked("pager", [LENS], tmp_path)
    assert any("nothing says where `WordSlip` has its text" in one for one in findings), findings


@pytest.mark.parametrize(
    ("kind", "words"), [('{ "$ref": "#/$defs/Bag" }', "object"), ('{ "type": "number" }', "number")]
)
def test_what_says_no_text_is_found(kind: str, words: str, tmp_path: Path) -> None:
    text = '{\n          "type": "string"\n        },\n        "pictures": {'
    either = f'{{ "anyOf": [{{ "type": "string" }}, {kind}] }}, "pictures": {{'
    bag = '"$defs": { "Bag": { "title": "Bag", "description": "Any object.", "type": "object" },'
    changes = [(text, either), ('"$defs": {', bag)]
    _, findings = checked("meter", changes, tmp_path)
    found = f"`text` may be {words}, and no text of that is read"
    assert any(found in one for one in findings), findings


ROOM = '{ "$ref": "#/$defs/WordSlip" }'
RING = """"$defs": {
    "RingSlip": {
      "title": "RingSlip", "description": "A call.", "x-reference": "https://example.com/pager",
      "type": "object", "required": ["sort", "says"],
      "properties": { "sort": { "const": "ring" }, "says": { "type": "string" } },
      "examples": [{ "sort": "ring", "says": "Hi" }]
    },"""
SLIP_ARM = '{\n          "$ref": "#/$defs/WordSlip"\n        }'
TWO = [(SLIP_ARM, f'{ROOM}, {{ "$ref": "#/$defs/RingSlip" }}'), ('"$defs": {', RING)]
RING_ROWS = "text: says\n    refusal: { lost: a text is a text }\n    metadata: \"*\"\n"
OWN = "  TextBlock <-> WordSlip:"
RING_LENS = (OWN, f"  TextBlock <-> RingSlip:\n    {RING_ROWS}{OWN}")


def test_of_several_objects_with_a_text_one_is_read(tmp_path: Path) -> None:
    """No other rule asks for room for more of them: what says no text would not be read there."""
    _, findings = checked("pager", [*TWO, RING_LENS], tmp_path)
    message = "`text` may be `WordSlip`, `RingSlip`, and the text of one is read"
    assert findings
    assert all(message in one for one in findings), findings
