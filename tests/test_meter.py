"""What the golden wire `meter` tells on the way, and what it refuses: its reply has no id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from building import read_once
from compiled import Package

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"
CALL = {"sort": "call", "tool": "add", "takes": {}}


@pytest.fixture(scope="module")
def meter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("meter"), "meter_adapters")
    yield package.add(read_once(GOLDEN), "meter")[1]
    package.close()


def kinds(events: list[Json]) -> list[str]:
    return [event["kind"] for event in events]


def test_counts_that_rows_name_one_by_one_are_shown_when_they_come(meter: ModuleType) -> None:
    word = {"sort": "word", "words": "Hi"}
    lines = [{"items": [word], "written": 1}, {"items": []}, {"items": [], "written": 3, "read": 7}]
    decoded = [*meter.decode_stream(lines)]
    counts = [event["usage"] for event in decoded if event["kind"] == "usage"]
    assert counts == [{"inputTokens": 0, "outputTokens": 1}, {"inputTokens": 7, "outputTokens": 3}]


def test_calls_that_wait_for_an_id_are_named_ahead_of_the_error(meter: ModuleType) -> None:
    decoded = [*meter.decode_stream([{"items": [CALL]}, {"fault": "no power"}])]
    assert kinds(decoded) == ["started", "toolCallDelta", "toolCallDelta", "blockEnd", "error"]
    assert "id" not in decoded[1] and decoded[2]["id"].startswith("call_")


def test_a_picture_that_is_no_text_is_refused(meter: ModuleType) -> None:
    value: Json = {
        "model": "m", "messages": [{"role": "user", "content": [{"kind": "image", "data": 5}]}]
    }  # fmt: skip
    with pytest.raises(ValueError) as caught:
        meter.encode_request(value)
    assert getattr(caught.value, "pointer", None) == "/messages/0/content/0/data"


def test_a_failure_without_its_words_is_no_reply_without_a_failure(meter: ModuleType) -> None:
    message = {"role": "assistant", "content": []}
    value: Json = {"message": message, "finishReason": "error", "error": {"message": None}}
    with pytest.raises(ValueError) as caught:
        meter.encode_response(value)
    assert getattr(caught.value, "pointer", None) == "/error/message"
