"""What a transform's words mean against both schemas."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from toolwire_codegen.load.positions import Document
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.schema import REF, Schema
from toolwire_codegen.resolve.format import ResolvedFormat, resolve
from toolwire_codegen.resolve.unions import name_of, supers, union_names

BASE = Path(__file__).parent / "golden" / "base"


@pytest.fixture(scope="module")
def notebook() -> ResolvedFormat:
    (one,) = resolve(load_project(BASE)).formats
    return one


def test_a_sequence_is_of_one_row_of_one_lens(notebook: ResolvedFormat) -> None:
    lens = next(lens for lens in notebook.transform.lenses if lens.inter == "Request")
    row = next(row for row in lens.rows if row.name == "days")
    assert notebook.sequence(lens, row) is not None
    assert not any(notebook.sequence(lens, other) for other in lens.rows if other is not row)
    assert notebook.sequence(replace(lens, inter="Response"), row) is None
    assert notebook.sequence(replace(lens, wire="Stored"), row) is None


def schema_of(document: Document) -> Schema:
    """Two records, and two unions that hold both."""
    both = {"anyOf": [{"$ref": f"{REF}Note"}, {"$ref": f"{REF}Mark"}]}
    record = {"type": "object", "properties": {}}
    return Schema(document, {"Note": record, "Mark": record, "Entry": both, "Line": both})


def test_the_first_union_of_some_types_names_them(notebook: ResolvedFormat) -> None:
    names = union_names(schema_of(notebook.wire.document))
    assert names == {frozenset({"Note", "Mark"}): "Entry"}
    assert name_of(names, ["Mark", "Note"]) == "Entry"
    assert name_of(names, ["Note"]) == "Note"
    assert name_of(names, ["Note", "Day"]) == name_of(names, ["Day", "Note"]) == "DayOrNote"


def test_types_hold_the_unions_of_which_they_are_all(notebook: ResolvedFormat) -> None:
    schema = schema_of(notebook.wire.document)
    assert supers(schema, ["Note"]) == {"Note"}
    assert supers(schema, ["Note", "Mark"]) == {"Note", "Mark", "Entry", "Line"}
