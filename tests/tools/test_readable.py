"""Outputs as text for reading."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolwire.tools.readable import WIDTH, media, sent_text, text_of, wrapped

PICTURE = {"kind": "image", "data": "QUJD" * 1_000, "mimeType": "image/png", "name": "map.png"}


def result(kind: str, value: Any) -> dict[str, Any]:
    return {"kind": kind, "toolCallId": "1", "name": "look", "value": value}


def test_text_and_errors_are_their_own_text() -> None:
    assert text_of(result("text", "a\nb")) == text_of(result("error", "a\nb")) == "a\nb"


def test_data_are_indented_for_reading_and_counted_as_sent() -> None:
    data = result("data", {"city": "Tromsø", "days": [1, 2]})
    assert text_of(data) == '{\n  "city": "Tromsø",\n  "days": [\n    1,\n    2\n  ]\n}'
    assert sent_text(data) == '{"city":"Tromsø","days":[1,2]}'


def test_blocks_are_told_in_words() -> None:
    blocks = [
        {"kind": "text", "text": "Seen:"},
        PICTURE,
        {"kind": "audio", "url": "https://example.com/a.wav"},
        {"kind": "document", "fileId": "file-1"},
        {"kind": "document", "text": "Minutes"},
        {"kind": "opaque", "format": "gemini", "value": {"new": 1}},
    ]
    answer = result("multimodal", blocks)
    assert text_of(answer).split("\n") == [
        "Seen:",
        "[image map.png image/png 3,000 bytes]",
        "[audio https://example.com/a.wav]",
        "[document file-1]",
        "Minutes",
        '{"kind":"opaque","format":"gemini","value":{"new":1}}',
    ]
    assert media(answer) == 3


def test_long_lines_break_after_a_space_or_a_comma() -> None:
    words = "word " * 300
    first, *_ = wrapped(words).split("\n")
    assert first.endswith("word ") and WIDTH // 2 < len(first) <= WIDTH
    assert all(line.endswith(",") for line in wrapped("1," * 900).split("\n"))


@settings(derandomize=True)
@given(st.lists(st.sampled_from(["a", " ", ",", "\n", "é", "e\u0301", "\r\n"])).map("".join))
def test_wrapping_adds_line_ends_and_nothing_else(text: str) -> None:
    lines = wrapped(text, 4)
    assert lines.replace("\n", "") == text.replace("\n", "")
    assert all(len(line) <= 4 for line in lines.split("\n"))


def deep(value: Any = 1) -> Any:
    for _ in range(100_000):
        value = [value]
    return value


CYCLE: list[Any] = []
CYCLE.append(CYCLE)


class Sulky:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    "value", [None, float("nan"), CYCLE, Sulky(), [Sulky()], {1: 2}, {(1,): 2}, {"a": Sulky()}]
)
def test_what_is_no_json_has_a_text_too(value: Any) -> None:
    for kind in ("data", "text", "multimodal", "new"):
        assert isinstance(text_of(result(kind, value)), str)
        assert isinstance(sent_text(result(kind, value)), str)


def test_data_that_nest_too_deep_have_a_text_too() -> None:
    assert text_of(result("data", deep())) == sent_text(result("data", deep())) == "<list>"


def test_a_surrogate_pair_is_not_torn_by_wrapping() -> None:
    assert json.dumps(wrapped("\ud83d\ude00" * 1_000)).count("\\ud83d\\ude00") == 1_000
