"""Names of specs that would be one name in the output: each thing has one of its own."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiled import Package
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.plan.naming import Constants, Stems
from toolwire_codegen.render.modules import exported_names
from toolwire_codegen.resolve.format import resolve

ROOT = Path(__file__).parent.parent
BASE = Path(__file__).parent / "golden" / "base"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("named"), "named_adapters")
    yield package
    package.close()


def _made(
    package: Package, folder: Path, words: dict[str, str], keys: dict[tuple[str, str], str]
) -> Any:
    """The base project's adapter, with words of its sources and keys of wire types replaced."""
    shutil.copytree(BASE, folder, dirs_exist_ok=True)
    place = folder / "schemas" / "notebook"
    for path in (place / "transform.yaml", place / "wire.schema.json"):
        text = path.read_text(encoding="utf-8")
        for old, new in words.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    schema = json.loads(path.read_text(encoding="utf-8"))
    for definition in schema["$defs"].values():
        definition.pop("examples", None)
    for (name, key), new in keys.items():
        definition = schema["$defs"][name]
        required = definition.get("required", [])
        definition["properties"][new] = definition["properties"].pop(key)
        definition["required"] = [new if one == key else one for one in required]
    path.write_text(json.dumps(schema), encoding="utf-8")
    project = load_project(folder)
    assert [str(finding) for finding in check_project(resolve(project))] == []
    return package.add(project, "notebook")


def test_a_second_constant_of_a_name_has_a_number() -> None:
    constants = Constants()
    assert constants.put("KEYS", {"a"}) == "KEYS"
    assert constants.put("KEYS", {"a"}) == "KEYS"
    assert constants.put("KEYS", {"b"}) == "KEYS_2"
    assert constants.put("KEYS", {"a"}, "KEYS_OF_A") == "KEYS"
    assert constants.put("KEYS", {"c"}, "KEYS_OF_C") == "KEYS_OF_C"
    assert constants.put_all("LONG", {"": 1, "_KEYS": 2}) == "LONG"
    assert constants.put_all("LONG", {"": 1, "_KEYS": 3}) == "LONG_2"
    assert constants.values["LONG_2_KEYS"] == 3


def test_a_second_function_of_a_name_has_a_number() -> None:
    stems = Stems(["request"])
    assert stems.take("request", "request") == ("request_2", "request_2")
    assert stems.take("x_from_y", "x_to_y") == ("x_from_y", "x_to_y")
    assert stems.take("x_to_y", "x_to_y") == ("x_to_y_2", "x_to_y_2")
    assert stems.take("note_list", "note_list") == ("note_list", "note_list")
    assert stems.take("note", "note", "_list") == ("note_2", "note_2")


SNAKE_CASE = {
    "title: Notebook": "title: Notebook\nspelling: snake_case",
    "label: label": "label: labelText",
    "target.at": "target.atPlace",
}


def test_a_key_of_any_type_may_be_in_snake_case_in_every_object(
    package: Package, tmp_path: Path
) -> None:
    keys = {("MarkCell", "label"): "labelText", ("Target", "at"): "atPlace"}
    _, module = _made(package, tmp_path, SNAKE_CASE, keys)
    link = {"type": "link", "target": {"by": "url", "at_place": "x", "label_text": 1}}
    mark = {"type": "mark", "label_text": "y", "at_place": 1, "atPlace": 2}
    body = {"name": "n", "rows": [{"type": "day", "cells": [mark, link]}]}
    request = module.decode_request(body)
    first, second = request["days"]
    assert first["label"] == "y"
    assert first["metadata"] == {
        "notebook": {"atPlace": 2, "$": {"snake": ["label_text"], "twice": {"at_place": ["2", 1]}}}
    }
    (entry,) = second["entries"]
    assert entry["url"] == "x"
    assert entry["metadata"]["notebook"]["target"] == {"labelText": 1}
    assert module.encode_request(request) == body


def test_a_key_of_the_wire_itself_is_no_other_spelling(package: Package, tmp_path: Path) -> None:
    """`label_text` is a key of its own, and `at_Place` would come back as another."""
    words = {**SNAKE_CASE, "label: label": "label: label_text", "target.at": "target.at_Place"}
    keys = {
        ("MarkCell", "label"): "label_text",
        ("Target", "at"): "at_Place",
        ("NoteCell", "mood"): "labelText",
    }
    words |= {"mood: mood |": "mood: labelText |"}
    text, module = _made(package, tmp_path, words, keys)
    link = {"type": "link", "target": {"by": "url", "at_Place": "x", "at__place": 1}}
    mark = {"type": "mark", "label_text": "y"}
    body = {"name": "n", "rows": [{"type": "day", "cells": [mark, link]}]}
    assert module.encode_request(module.decode_request(body)) == body
    assert "SNAKE_KEYS" not in text


def test_a_wire_key_called_like_a_local_binds_nothing_of_its_own(
    package: Package, tmp_path: Path
) -> None:
    """`form` is what writing looks spellings up in, where it looks any up."""
    keys = {("Page", "max"): "form"}
    text, module = _made(package, tmp_path, {"limit: max": "limit: form"}, keys)
    body = {"name": "n", "rows": [], "form": 3, "own": 4}
    assert module.decode_request(body)["limit"] == 3
    assert module.encode_request(module.decode_request(body)) == body
    writer = next(
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name == "_encode_request_to_page"
    )
    names = {node.id for node in ast.walk(writer) if isinstance(node, ast.Name)}
    assert "own" in names
    assert "form" not in names


def test_no_name_of_the_output_has_the_ending_of_codecs() -> None:
    """Codecs go by a name that ends so, whatever their format and module are called."""
    names = exported_names(ROOT / "templates" / "python" / "runtime")
    module = (ROOT / "generated" / "toolwire" / "gemini.py").read_text(encoding="utf-8")
    public = {node.name for node in ast.parse(module).body if isinstance(node, ast.FunctionDef)}
    assert {"plain"} <= set(names)
    assert {"decode_stream"} <= public
    assert not [name for name in {*names, *public} if name.endswith("_codecs")]
