"""What a stream's events leave out of its elements, and where they do not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import golden_wires
from toolwire_codegen.check.holding import never_written
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.resolve.format import resolve

GOLDEN = Path(__file__).parent / "golden"
Json = Any
BEGUN = "no event brings `cells.target.at`"
TEXT = {"type": "string"}


def found(
    case: str, folder: Path, rows: dict[str, str], change: Callable[[Json], object] | None = None
) -> str:
    """What is found in a golden case with other rows, and another schema."""
    shutil.copytree(GOLDEN / "base", folder, dirs_exist_ok=True)
    shutil.copytree(GOLDEN / "checks" / case / "schemas", folder / "schemas", dirs_exist_ok=True)
    transform = folder / "schemas" / "notebook" / "transform.yaml"
    text = transform.read_text(encoding="utf-8")
    for old, new in rows.items():
        assert old in text
        text = text.replace(old, new)
    transform.write_text(text, encoding="utf-8")
    path = folder / "schemas" / "notebook" / "wire.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    if change is not None:
        change(schema["$defs"])
    for definition in schema["$defs"].values():
        definition["examples"] = [{}]  # none of these is asked for
    path.write_text(json.dumps(schema), encoding="utf-8")
    return "\n".join(map(str, check_project(resolve(load_project(folder)))))


def _ends_whole(types: Json) -> None:
    types["CellDone"]["properties"]["cell"] = {"$ref": "#/$defs/Cell"}


def _of_any_type(types: Json) -> None:
    types["LinkStart"]["properties"]["type"] = TEXT


def _leads_elsewhere(types: Json) -> None:
    """What a link leads to may be an object that requires less."""
    near = types["Target"] | {"title": "Near", "required": ["by"]}
    types["Near"] = near
    here = types["LinkCell"]["properties"]
    here["target"] = {"anyOf": [{"$ref": "#/$defs/Target"}, {"$ref": "#/$defs/Near"}]}


@pytest.mark.parametrize(
    ("rows", "change"),
    [
        ({". | close": "cell | close"}, _ends_whole),
        ({}, _of_any_type),
        ({}, _leads_elsewhere),
        ({'"cells[at].text": piece.text | append(opens)':
          '"cells[at].target": piece.text | append(json)'}, None),
    ],
)  # fmt: skip
def test_what_comes_whole_or_may_be_less_lacks_nothing(
    tmp_path: Path, rows: dict[str, str], change: Callable[[Json], object] | None
) -> None:
    case = "unwritten-path.element_inside"
    assert BEGUN in found(case, tmp_path / "before", {})
    assert BEGUN not in found(case, tmp_path / "after", rows, change)


def test_what_is_absent_in_another_place_is_no_end(tmp_path: Path) -> None:
    change = ('id: "", model: "", state: lit', 'id: done, model: "", state: lit')
    assert golden_wires.checked("flare", [change], tmp_path)[1] == []


def test_a_kind_that_one_of_two_places_holds_is_written_there() -> None:
    project = resolve(load_project(golden_wires.GOLDEN))
    courier = next(one for one in project.formats if one.name == "courier")
    assert [*never_written(courier, "assistant", ["toolCall"])] == []


GATHERED = {'"cells[at].text": piece.text | append': '"cells[at]": piece | gather'}
HEAD = {".: page }": ".: page, total: page.total }"}


@pytest.mark.parametrize(
    ("rows", "where", "schema", "is_found"),
    [
        (GATHERED, "TextPiece.text", {"type": "integer"}, True),
        (GATHERED, "TextPiece.text", {"description": "Anything."}, False),
        (GATHERED, "TextPiece.text", TEXT, False),
        ({}, "PageHead.total", {"type": "integer"}, True),
        (HEAD, "PageHead.total", {"type": "integer"}, False),
    ],
)
def test_an_object_goes_in_with_the_types_that_its_keys_have_there(
    rows: dict[str, str], where: str, schema: Json, is_found: bool, tmp_path: Path
) -> None:
    record, _, key = where.partition(".")
    text = found("type-mismatch.found_by", tmp_path, rows,
                 lambda types: types[record]["properties"].update({key: schema}))  # fmt: skip
    assert (f".{key}` is " in text) == is_found, text


@pytest.mark.parametrize(("event", "is_found"), [("Line", False), ("LineDone", True)])
def test_what_is_itself_the_event_that_ends_it_lacks_nothing(
    event: str, is_found: bool, tmp_path: Path
) -> None:
    def change(types: Json) -> None:
        types["LineHead"] = types["Line"] | {"title": "LineHead", "required": ["at"]}
        types["LineHead"]["properties"] = {"at": {"type": "integer"}}
        types["LineDone"] = types["LineHead"] | {"title": "LineDone"}
        added = types["LinesAdded"] = types["LineHead"] | {"title": "LinesAdded"}
        added["properties"] = {"at": {"type": "integer"}, "line": {"$ref": "#/$defs/LineHead"}}
        types["PageEvent"]["anyOf"].insert(0, {"$ref": f"#/$defs/{event}"})

    rows = {
        "LinesAdded:\n      lines[at]: lines\n      lines[at].text: lines.text | append\n":
        f'LinesAdded: {{ "lines[at]": line | open }}\n    {event}: {{ "lines[at]": . | close }}\n',
    }  # fmt: skip
    text = found("type-mismatch.found_by", tmp_path, rows, change)
    assert ("no event brings `lines.text`" in text) == is_found, text
