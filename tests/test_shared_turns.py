"""Turns that several results share: told from others by what they have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from test_unknown_results import KINDS, OWN_TURN, Both, body, both, comes_back, results

Json = Any
WORDS = [
    *OWN_TURN,
    ('"by": {"const": "tools"}', '"by": {"enum": ["user", "model"]}'),
    ('[{"by": "tools", "results": []}]', '[{"by": "model", "results": []}]'),
    ('{"by": {"enum": ["user", "model", "tools"]}}', '{"by": {"enum": ["user", "model"]}}'),
]  # fmt: skip
"""Results are a turn of the user's or of the model's, told from theirs by its list."""
LOOSE = [
    *WORDS,
    ('"required": ["by", "results"]', '"required": ["by"]'),
    ('"results": {"type"', '"mood": {"enum": ["glad", "calm"]},\n        "results": {"type"'),
]  # fmt: skip
"""Nothing else may have such a list, so that it tells the turn although it may be absent."""


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(WORDS, tmp_path_factory.mktemp("words"))


@pytest.fixture(scope="module")
def loose(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    yield from both(LOOSE, tmp_path_factory.mktemp("loose"))


def turn(kinds: str, by: str, first: int = 0, **more: Json) -> Json:
    return {**results(kinds, first, **more), "by": by}


@pytest.mark.parametrize("turns", [*product(KINDS, KINDS)], ids="-".join)
@pytest.mark.parametrize("by", ["model", "user"])
def test_a_shared_turn_has_one_of_several_words(
    turns: tuple[str, str], by: str, words: Both
) -> None:
    first, second = turns
    one, other = turn(first, by), turn(second, "model", len(first), note="mine")
    messages = comes_back(body(one, other), words)
    assert [message.get("role") for message in messages].count("tool") == "".join(turns).count("k")
    between = {"by": "user", "body": "And?"}
    comes_back(body(one, between, other, {**one, "more": [1]}), words)


def test_results_are_read_whichever_word_they_have(words: Both) -> None:
    for by in ("user", "model"):
        (message,) = comes_back(body(turn("k", by)), words)
        assert message["toolResult"]["toolCallId"] == "c0"


def test_a_new_turn_has_the_first_word(words: Both) -> None:
    value = words[0].decode_request(body(turn("k", "model")))
    del value["messages"][-1]["metadata"]
    assert words[0].encode_request(value)["turns"][-1] == turn("k", "user")


@pytest.mark.parametrize("turns", [*product(KINDS, KINDS)], ids="-".join)
def test_a_list_that_nothing_else_may_have_tells_a_turn(
    turns: tuple[str, str], loose: Both
) -> None:
    first, second = turns
    one = turn(first, "user", mood="calm")
    comes_back(body(one, turn(second, "model", len(first), mood="glad")), loose)


def test_a_new_turn_has_no_word_that_it_may_do_without(loose: Both) -> None:
    value = loose[0].decode_request(body(turn("k", "user", mood="calm")))
    assert loose[0].encode_request(value)["turns"][-1]["mood"] == "calm"
    del value["messages"][-1]["metadata"]
    assert loose[0].encode_request(value)["turns"][-1] == turn("k", "user")


def test_a_word_that_no_turn_has_is_no_shared_turn(words: Both) -> None:
    (message,) = comes_back(body(turn("k", "clock")), words)
    assert message["kind"] == "opaque"


def test_a_turn_of_results_may_have_what_others_must_have(words: Both, loose: Both) -> None:
    for one in (words, loose):
        (message,) = comes_back(body(turn("k", "user", body="Hi")), one)
        assert message["role"] == "tool"


MODEL = '"type": "object",\n      "required": ["by", "body"],\n      "properties": {\n'
MAY = '        "results": {"type": "array", "items": {"$ref": "#/$defs/AnyResult"}},\n'
ALIKE = [*WORDS, (MODEL, MODEL + MAY)]
"""A turn of the model's may have such a list as well, beside what it says."""
NEVER = [
    *WORDS,
    (MODEL, MODEL.replace('"required"', '"not": {"required": ["results"]}, "required"')),
]
"""It has none where it is one of the model's."""


@pytest.mark.parametrize("changes", [ALIKE, NEVER], ids=["may", "never"])
def test_what_another_turn_may_have_is_asked(
    changes: list[tuple[str, str]], tmp_path: Path
) -> None:
    for one in both(changes, tmp_path):
        for kinds in KINDS:
            messages = comes_back(body(turn(kinds, "model"), {"by": "model", "body": "Hi"}), one)
            assert sum(message.get("role") == "tool" for message in messages) == kinds.count("k")
        (message,) = comes_back(body(turn("k", "model", body="Hi")), one)
        assert message["role"] == ("tool" if changes is NEVER else "assistant")
