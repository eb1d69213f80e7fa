"""Integers that a wire has as decimal text: `numeral` reads them, and numbers as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from golden_wires import changed, checked
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted
from toolwire._runtime.values import numeral, numeral_text

Json = Any
DEFAULT = [
    ("written | default(0)", "written | numeral | default(0)"),
    ('"written": {"type": "integer"}', '"written": {"type": ["string", "integer"]}'),
]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("7", 7), ("-1", -1), ("007", 7), ("+7", 7), (7, 7), (0, 0),
        ("9223372036854775807", 2**63 - 1),
        ("", None), ("7.0", None), ("1e3", None), (" 7", None), ("٧", None), ("9" * 5000, None),
        (7.0, None), (True, None), ([7], None),
    ],
)  # fmt: skip
def test_a_decimal_text_is_the_integer_that_it_says(raw: Json, value: int | None) -> None:
    assert numeral(raw) == value and type(numeral(raw)) is type(value)
    assert value is None or numeral(numeral_text(value)) == value


def test_what_was_spelled_otherwise_goes_back_so_until_it_is_another(tmp_path: Path) -> None:
    project = changed("gazette", DEFAULT, tmp_path / "project")
    package = Package(tmp_path / "package", "numeral")
    module = package.add(project, "gazette")[1]
    other = Interpreter(project, project.formats["gazette"])
    body = module.encode_response({"message": {"role": "assistant", "content": []},
        "finishReason": "stop", "usage": {"inputTokens": 3, "outputTokens": 2}})  # fmt: skip
    (holder,) = [one for one in body.values() if type(one) is dict and "written" in one]
    assert holder["written"] == "2"
    for raw, counted in ("2", 2), (2, 2), ("002", 2), ("two", 0), ("0", 0), (0, 0):
        holder["written"] = raw
        value = module.decode_response(body)
        assert value["usage"]["outputTokens"] == counted
        assert difference(interpreted(other.decode, "response", body), value) is None
        assert difference(module.encode_response(value), body) is None
        assert difference(interpreted(other.encode, "response", value), body) is None
    value["usage"]["outputTokens"] = 8
    assert '"8"' in str(module.encode_response(value)).replace("'", '"')
    package.close()


def test_where_the_wire_has_numbers_alone_it_is_found(tmp_path: Path) -> None:
    changes = [("written | default(0)", "written | numeral | default(0)")]
    _, found = checked("gazette", changes, tmp_path)
    assert any("`numeral` would write a text" in one and "leave it out" in one for one in found)


def test_a_text_for_an_integer_is_found_without_it(tmp_path: Path) -> None:
    _, found = checked("choir", [("bars | numeral", "bars")], tmp_path / "a")
    assert any("add `| numeral`" in one for one in found), found
    _, found = checked("ledger", [("written | numeral", "written")], tmp_path / "b")
    assert any("or add `| numeral`" in one for one in found), found
