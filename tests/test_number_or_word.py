"""A number in whose place a word may stand: `least` reads the number, and keeps the word."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import golden_wires
from interpreter.adapter import Interpreter
from toolwire_codegen.load.project import load_project

Json = Any
LIMIT = '''        "limit": {
          "type": "integer"
        }'''
EITHER = '"limit": {"description": "How long.", "anyOf": [{"type": "integer"}, {"const": "inf"}]}'
CHANGES = [(LIMIT, EITHER), ("least(0)", "least(1)")]
BODY: Json = {"model": "m", "items": [{"role": "user", "content": "Now."}]}


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ModuleType, Interpreter]]:
    folder = tmp_path_factory.mktemp("depot")
    with golden_wires.compiled("depot", CHANGES, folder) as module:
        project = load_project(folder / "project")
        yield module, Interpreter(project, project.formats["depot"])


@pytest.mark.parametrize(("limit", "expected"), [(7, 7), ("inf", None), (0, None), (1, 1)])
def test_a_number_is_read_and_a_word_stays(
    depot: tuple[ModuleType, Interpreter], limit: Json, expected: Json
) -> None:
    module, interpreter = depot
    body = {**BODY, "limit": limit}
    request = module.decode_request(copy.deepcopy(body))
    assert request.get("maxTokens") == expected
    assert request == interpreter.decode("request", copy.deepcopy(body))
    assert module.encode_request(request) == body == interpreter.encode("request", request)


def test_a_new_number_takes_the_place_of_a_word(depot: tuple[ModuleType, Interpreter]) -> None:
    module, interpreter = depot
    request = module.decode_request({**BODY, "limit": "inf"}) | {"maxTokens": 9}
    assert module.encode_request(request) == {**BODY, "limit": 9}
    assert interpreter.encode("request", request) == {**BODY, "limit": 9}


def test_a_place_of_words_alone_takes_no_number(tmp_path: Path) -> None:
    alone = (LIMIT, '"limit": {"description": "How long.", "type": "string"}')
    found = golden_wires.checked("depot", [alone], tmp_path)[1]
    assert any("`limit` takes no number" in one and "numeral" in one for one in found), found


def test_what_stands_beside_a_number_leads_to_it(tmp_path: Path) -> None:
    row = "    parallelToolCalls: limit | exactly(-1) | unless(maxTokens)\n"
    lost = "    parallelToolCalls: { lost: nothing says so }\n"
    plain = [(" | least(0)", ""), (row, lost)]
    (one,) = golden_wires.checked("depot", [CHANGES[0], *plain], tmp_path / "word")[1]
    assert one.endswith("or add `| least(0)`")
    text = (CHANGES[0][0], EITHER.replace('"const": "inf"', '"type": "string"'))
    (one,) = golden_wires.checked("depot", [text, *plain], tmp_path / "text")[1]
    assert one.endswith("or add `| numeral`")
