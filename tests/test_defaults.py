"""Fields of an object that may be absent, where the wire demands what they say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed
from interpreter.adapter import Interpreter

Json = Any
CHANGES = [
    ("usage.inputTokens: read", "usage.inputTokens: read | default(0)"),
    ("usage.outputTokens: written | summed(usage.reasoningTokens)",
     "usage.outputTokens: written | default(0)"),
    ("    absent: { read: 0, written: 0 }   # one, where the other is there\n", ""),
    (
        '"items"\n      ],\n      "properties": {\n        "model"',
        '"items", "read", "written"\n      ],\n      "properties": {\n        "model"',
    ),
]
USAGE = [None, {}, {"inputTokens": 7, "outputTokens": 3}, {"inputTokens": 7}, {"outputTokens": 3}]


@pytest.fixture(scope="module")
def meter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Interpreter]]:
    folder = tmp_path_factory.mktemp("meter")
    project = changed("meter", CHANGES, folder)
    package = Package(folder / "out", "defaults")
    yield package.add(project, "meter")[1], Interpreter(project, project.formats["meter"])
    package.close()


@pytest.mark.parametrize("usage", USAGE)
def test_a_field_inside_of_another_is_written_or_its_default(
    usage: Json, meter: tuple[Any, Interpreter]
) -> None:
    wire, other = meter
    reply = {"message": {"role": "assistant", "content": []}, "finishReason": "stop", "model": "m"}
    reply |= {"usage": usage} if usage is not None else {}
    body = wire.encode_response(reply)
    counts = usage or {}
    assert body["read"] == counts.get("inputTokens", 0)
    assert body["written"] == counts.get("outputTokens", 0)
    assert other.encode("response", reply) == body
