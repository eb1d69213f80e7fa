"""What an event says of an element that it begins, in an object with a constant of its own."""

from __future__ import annotations

import copy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import GONE, compiled, findings
from samples import difference

Json = Any
SAYING: Json = {
    "title": "Saying", "description": "What is said.", "x-reference": "https://example.com/usher",
    "type": "object", "required": ["kind", "words"],
    "properties": {
        "kind": {"const": "plain", "description": "Always plain."},
        "words": {"type": "string", "description": "The words so far."},
        "tone": {"type": "string", "description": "How it is said."},
    },
}  # fmt: skip
SAYS: Json = {
    "Saying": SAYING,
    "WordsBegin/properties/says": {"$ref": "#/$defs/Saying"},
    "WordsBegin/required": ["sort", "id", "says"],
    "WordsBegin/examples": GONE,
    "WordsBegin/properties/tone": GONE,
}
BEGIN = 'WordsBegin: { "parts[id]": . | open(Words) }'
BEGINS = (
    BEGIN,
    'WordsBegin: { "parts[id]": . | open(Words), "parts[id].text": says.words, '
    '"parts[id].tone": says.tone }',
)
PIECE = '"parts[id].text": more | append(Words)'
OPENS = (PIECE, '"parts[id].text": "more | append(opens, Words)"')
TONE: Json = {"usher": {"tone": "low"}}
TEXT: Json = {"kind": "text", "text": "Hi", "metadata": TONE}
RESPONSE: Json = {
    "id": "r1", "model": "m", "finishReason": "stop",
    "message": {"role": "assistant", "content": [TEXT]},
    "usage": {"inputTokens": 0, "outputTokens": 0},
}  # fmt: skip
TOLD: Json = [
    {"kind": "started", "id": "r1", "model": "m"},
    {"kind": "textDelta", "index": 0, "text": "Hi", "metadata": TONE},
]


def words(usher: ModuleType, told: list[Json]) -> list[Json]:
    """The events about its text of a reply, which tell it when they are read."""
    written = [*usher.encode_stream([*told, {"kind": "completed", "response": RESPONSE}])]
    again = [*usher.decode_stream(copy.deepcopy(written))][-1]["response"]
    assert difference(again, RESPONSE) is None
    return [one for one in written if one["sort"].startswith("words")]


@pytest.mark.parametrize("more", [[], [OPENS]])
def test_what_comes_in_pieces_is_empty_as_it_begins(
    more: list[tuple[str, str]], tmp_path: Path
) -> None:
    """It stood there, and came in pieces once more. The constant of the object goes out, too."""
    with compiled("usher", [BEGINS, *more], tmp_path, SAYS) as usher:
        for told in ([], TOLD):
            begun, *rest = words(usher, told)
            assert begun["says"] == {"kind": "plain", "words": "", "tone": "low"}
            assert [one["more"] for one in rest if "more" in one] == ["Hi"]


def test_the_object_must_have_what_its_type_requires(tmp_path: Path) -> None:
    required = {**SAYS, "Saying": {**SAYING, "required": ["kind", "words", "tone"]}}
    (finding,) = findings("usher", [BEGINS], tmp_path, required)
    assert "not every `WordsBegin` that goes out has `says.tone`; it is required" in finding
