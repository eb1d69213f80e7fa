"""Adapters as they are expected, line by line: three small invented wires that use the language.

Between them they use every operator. What a change of the compiler does to generated code is read
here first. After a wanted change: ``pytest tests/test_golden_adapter.py --update``, then read the
diff.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from compiled import Package, undefined_names
from samples import difference
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.stream import STREAM_OPERATORS
from toolwire_codegen.operators.registry import OPERATORS
from toolwire_codegen.resolve.format import resolve

Json = Any
GOLDEN = Path(__file__).parent / "golden" / "adapter"
PROJECT = load_project(GOLDEN)
each_format = pytest.mark.parametrize("name", sorted(PROJECT.formats))
UPDATE = "pytest tests/test_golden_adapter.py --update"


@pytest.fixture(scope="module")
def adapters(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[dict[str, tuple[str, ModuleType]]]:
    """The text of each adapter, and the module."""
    package = Package(tmp_path_factory.mktemp("golden"), "golden_adapters")
    yield {name: package.add(PROJECT, name) for name in sorted(PROJECT.formats)}
    package.close()


def payload(name: str, kind: str) -> Json:
    path = GOLDEN / "payloads" / name / f"{kind}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_project_has_no_findings() -> None:
    assert [str(finding) for finding in check_project(resolve(PROJECT))] == []


def test_it_uses_every_operator() -> None:
    texts = [path.read_text(encoding="utf-8") for path in GOLDEN.glob("schemas/*/transform.yaml")]
    used = {name for text in texts for name in re.findall(r"(?:\||back:)\s*(\w+)", text)}
    assert {*OPERATORS, *STREAM_OPERATORS} - used == set()


@each_format
def test_an_adapter_is_as_expected(
    name: str, adapters: dict[str, tuple[str, ModuleType]], request: pytest.FixtureRequest
) -> None:
    text, module = adapters[name]
    expected = GOLDEN / "expected" / f"{name}.py"
    if request.config.getoption("--update"):
        expected.write_text(text, encoding="utf-8")
    assert text == expected.read_text(encoding="utf-8"), f"if that is wanted: {UPDATE}"
    assert undefined_names(module, text) == set()


@each_format
def test_its_bodies_come_back_exactly(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters[name]
    request, reply = payload(name, "request"), payload(name, "reply")
    assert difference(request, module.encode_request(module.decode_request(request))) is None
    assert difference(reply, module.encode_response(module.decode_response(reply))) is None


@each_format
def test_its_stream_is_the_reply_sent_whole(
    name: str, adapters: dict[str, tuple[str, ModuleType]]
) -> None:
    _, module = adapters[name]
    whole = module.decode_response(payload(name, "reply"))
    told = [*module.decode_stream(payload(name, "events"))]
    assert told[-1]["kind"] == "completed"
    assert difference(whole, told[-1]["response"]) is None
    again = [*module.decode_stream(module.encode_stream(told))]
    assert difference(whole, again[-1]["response"]) is None
