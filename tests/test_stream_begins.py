"""What stands in an object: of an event that spells an element out, or of the element itself."""

from __future__ import annotations

import copy
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from golden_wires import GONE, compiled, findings
from samples import difference
from test_checks_leading import found

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
SHOWN: Json = [
    {"kind": "started", "id": "r1", "model": "m"},
    {"kind": "textDelta", "index": 0, "text": "Hi", "metadata": TONE},
]


def words(usher: ModuleType, shown: list[Json]) -> list[Json]:
    """The events about its text of a reply, which tell it when they are read."""
    written = [*usher.encode_stream([*shown, {"kind": "completed", "response": RESPONSE}])]
    again = [*usher.decode_stream(copy.deepcopy(written))][-1]["response"]
    assert difference(again, RESPONSE) is None
    return [one for one in written if one["sort"].startswith("words")]


@pytest.mark.parametrize("more", [[], [OPENS]])
def test_what_comes_in_pieces_is_empty_as_it_begins(
    more: list[tuple[str, str]], tmp_path: Path
) -> None:
    """It stood there, and came in pieces once more. The constant of the object goes out, too."""
    with compiled("usher", [BEGINS, *more], tmp_path, SAYS) as usher:
        ways: list[list[Json]] = [[], SHOWN]
        for shown in ways:
            begun, *rest = words(usher, shown)
            assert begun["says"] == {"kind": "plain", "words": "", "tone": "low"}
            assert [one["more"] for one in rest if "more" in one] == ["Hi"]


def test_an_object_that_need_not_be_there_has_its_constant_where_it_is(tmp_path: Path) -> None:
    rows = (BEGIN, 'WordsBegin: { "parts[id]": . | open(Words), "parts[id].tone": says.tone }')
    optional = {
        **SAYS, "Saying": {**SAYING, "required": ["kind"]}, "WordsBegin/required": ["sort", "id"]
    }  # fmt: skip
    with compiled("usher", [rows], tmp_path, optional) as usher:
        begun, *_ = words(usher, SHOWN)
    assert begun["says"] == {"kind": "plain", "tone": "low"}


def test_the_object_must_have_what_its_type_requires(tmp_path: Path) -> None:
    required = {**SAYS, "Saying": {**SAYING, "required": ["kind", "words", "tone"]}}
    (finding,) = findings("usher", [BEGINS], tmp_path, required)
    assert "not every `WordsBegin` that goes out has `says.tone`; it is required" in finding


def test_a_text_that_does_not_grow_is_not_there_in_every_piece(tmp_path: Path) -> None:
    """Of one that grows an event without any has an empty piece; what is the latest, it lacks."""

    def moody(definitions: Json) -> None:
        for name in ("MessageDelta", "ReplyMessage"):
            definitions[name]["properties"]["mood"] = {"type": "string"}
        definitions["MessageDelta"]["required"] += ["mood"]

    grows = "      message.content: message.content | append\n"
    latest = f"{grows}      message.mood: message.mood\n"
    problems = [str(one) for one in found("ollama_chat", grows, latest, tmp_path, moody)]
    unwritten = [one for one in problems if "unwritten-path" in one]
    assert unwritten and all("goes out has `message.mood`" in one for one in unwritten)


THOUGHT: Json = {
    "title": "Body", "description": "A thought.", "x-reference": "https://example.com/usher",
    "type": "object", "properties": {"words": {"type": "string"}}, "required": ["words"],
}  # fmt: skip


def test_an_empty_text_inside_of_an_element_is_told_ahead_of_its_end(tmp_path: Path) -> None:
    """Its end alone was told, and on its own wire it went out behind the next one."""
    deeper = [
        ("ReasoningBlock <-> Thought:\n    text: text\n",
         "ReasoningBlock <-> Thought:\n    text: body.words\n"),
        ('"parts[id].text": more | append(Thought)',
         '"parts[id].body.words": more | append(Thought)'),
    ]  # fmt: skip
    schema = {
        "Body": THOUGHT,
        "Thought/properties/text": GONE,
        "Thought/properties/body": {"$ref": "#/$defs/Body"},
        "Thought/required": ["sort", "body"],
        "Thought/examples": GONE,
    }
    with compiled("usher", deeper, tmp_path, schema) as usher:
        events = [
            {"sort": "begun", "play": {"id": "r1", "model": "m", "parts": [], "seats": [],
                                       "count": {"read": {}, "written": {}}}},
            {"sort": "thought-begin", "id": "a"},
            {"sort": "thought-more", "id": "a", "more": ""},
            {"sort": "thought-end", "id": "a"},
            {"sort": "words-begin", "id": "b"},
            {"sort": "words-more", "id": "b", "more": "Hi"},
            {"sort": "words-end", "id": "b"},
            {"sort": "ended", "why": "done", "seats": []},
        ]  # fmt: skip
        decoded = [*usher.decode_stream(copy.deepcopy(events))]
        kinds = [one["kind"] for one in decoded]
        assert kinds[1:4] == ["reasoningDelta", "blockEnd", "textDelta"]
        again = [*usher.decode_stream([*usher.encode_stream(decoded)])]
        bare = [*usher.decode_stream([*events[:2], *events[3:]])]  # no piece came
    assert difference(bare[-1], decoded[-1]) is None
    assert difference(again[-1], decoded[-1]) is None
    content = decoded[-1]["response"]["message"]["content"]
    assert [one["kind"] for one in content] == ["reasoning", "text"]


def test_a_constant_of_an_object_that_an_event_ends_with_is_nothing_of_the_reply(
    tmp_path: Path,
) -> None:
    """What else such an object says is the reply's, as ever."""
    tagged: Json = {
        "News/properties/kind": {"const": "last", "description": "Always last."},
        "News/required": ["kind"],
        "News/examples": GONE,
    }
    with compiled("usher", [], tmp_path, tagged) as usher:
        events = [*usher.encode_stream([{"kind": "completed", "response": RESPONSE}])]
        (end,) = [one for one in events if one["sort"] == "words-end"]
        end["news"] = {"kind": "last", "claps": 3, "mood": "calm"}
        response = [*usher.decode_stream(events)][-1]["response"]
    assert response["metadata"] == {"usher": {"mood": "calm"}}
    assert response["message"]["content"][0]["metadata"]["usher"] == {"tone": "low", "claps": 3}
