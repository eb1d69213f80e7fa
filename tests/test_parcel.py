"""What the golden wire `parcel` carries where a value is edited, or odd."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiled import Package
from toolwire_codegen.load.project import load_project

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"


@pytest.fixture(scope="module")
def parcel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    package = Package(tmp_path_factory.mktemp("parcel"), "parcel_adapters")
    yield package.add(load_project(GOLDEN), "parcel")[1]
    package.close()


def said(items: list[Json]) -> Json:
    return {"slips": [{"from": "driver", "items": items}]}


LINES = [
    {"sort": "line", "words": "Thr", "sources": ["a"]},
    {"sort": "blot", "why": "no"},
    {"sort": "line", "words": "ee."},
]


def test_records_are_one_text_and_keep_their_rest(parcel: ModuleType) -> None:
    body = said([{"sort": "words", "lines": LINES}])
    request = parcel.decode_request(body)
    assert request["messages"][0]["content"][0]["text"] == "Three."
    assert parcel.encode_request(request) == body


def test_a_new_text_is_one_record(parcel: ModuleType) -> None:
    request = parcel.decode_request(said([{"sort": "words", "lines": LINES}]))
    request["messages"][0]["content"][0]["text"] = "Four."
    written = parcel.encode_request(request)["slips"][0]["items"]
    assert written == [{"sort": "words", "lines": [{"sort": "line", "words": "Four."}]}]


def test_a_text_from_elsewhere_is_one_record_and_an_empty_one_none(parcel: ModuleType) -> None:
    content = [{"kind": "reasoning", "text": "Hm"}, {"kind": "text", "text": ""}]
    request = {"messages": [{"role": "assistant", "content": content}]}
    assert parcel.losses_request(request) == []
    items = parcel.encode_request(request)["slips"][0]["items"]
    assert items == [
        {"sort": "thought", "notes": [{"said": {"words": "Hm"}}]},
        {"sort": "words", "lines": []},
    ]
