"""Keys with hyphens stand wherever others do: golden wires whose keys are spelled with some."""

from __future__ import annotations

import ast
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from compiled import ENVIRONMENT, Package
from golden_wires import GOLDEN
from interpreter.adapter import Interpreter
from samples import difference
from test_interpreter import interpreted
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.project import load_project
from toolwire_codegen.load.stream_operators import STREAM_OPERATORS
from toolwire_codegen.operators.registry import OPERATORS
from toolwire_codegen.render.models import classes_of, render_models, render_types
from toolwire_codegen.resolve.format import resolve

Json = Any
WIRES = sorted(path.parent.name for path in GOLDEN.glob("schemas/*/transform.yaml"))
AS_IT_IS = {"request": {"rules": "off"}}
WORDS = {
    *OPERATORS, *STREAM_OPERATORS, *("read", "parts", "errors", "types", "tools", "stream"),
    *("at", "id", "name", "type", "kind", "on", "ends", "last", "count", "const", "what", "lost"),
    *("cases", "arms", "given", "absent", "own", "status", "says", "string", "list", "sum", "from"),
    *("items", "jsonPath", "stringValue", "numberValue", "boolValue", "nullValue", "willContinue"),
}  # fmt: skip
"""What a transform says by words that a wire may have as keys: these stay as they are."""


def keys_of(schema: Json) -> set[str]:
    if isinstance(schema, list):
        return {key for one in schema for key in keys_of(one)}
    found = {*schema.get("properties", ())} if isinstance(schema, dict) else set[str]()
    inner = schema.values() if isinstance(schema, dict) else ()
    return found | {key for one in inner for key in keys_of(one)}


def texts_of(value: Json) -> set[str]:
    """The texts that a schema has as constants: a word may be a key and a value."""
    if isinstance(value, dict):
        constants = value.get("enum", [value["const"]] if "const" in value else [])
        return {str(one) for one in constants} | {
            t for one in value.values() for t in texts_of(one)
        }
    return {t for one in value for t in texts_of(one)} if isinstance(value, list) else set()


def spelled(value: Json, keys: set[str]) -> Json:
    """The same with hyphens in these keys, and where a schema names them."""
    if isinstance(value, dict):
        return {hyphened(key, keys): spelled(one, keys) for key, one in value.items()}
    if isinstance(value, list):
        texts = [isinstance(one, str) for one in value]
        return [hyphened(one, keys) if text else spelled(one, keys)
                for one, text in zip(value, texts, strict=True)]  # fmt: skip
    return value


def hyphened(key: str, keys: set[str]) -> str:
    return f"{key}-of-it" if key in keys else key


def payloads(name: str) -> list[tuple[str, Json]]:
    """The bodies that there are of a golden wire, by their entries; `reply` is that of one."""
    paths = sorted((GOLDEN / "payloads" / name).glob("*.json"))
    entries = {"reply": "response"}
    files = [(path.stem, json.loads(path.read_text("utf-8"))) for path in paths]
    return [
        (entries.get(stem, stem), body) for stem, content in files
        for body in (content if isinstance(content, list) and stem != "events" else [content])
    ]  # fmt: skip


def words_of(value: Json) -> set[str]:
    """The texts of a body: a key may stand among them, too."""
    if isinstance(value, str):
        return {value}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {text for one in inner for text in words_of(one)}


@pytest.mark.parametrize("name", WIRES)
def test_they_are_read_and_written_as_others(name: str, tmp_path: Path) -> None:
    source = GOLDEN / "schemas" / name
    shutil.copytree(source, tmp_path / "schemas" / name)
    shutil.copy(GOLDEN / "schemas" / "intermediate.schema.json", tmp_path / "schemas")
    inter = json.loads((tmp_path / "schemas" / "intermediate.schema.json").read_text("utf-8"))
    path = tmp_path / "schemas" / name / "wire.schema.json"
    schema = json.loads(path.read_text("utf-8"))
    keys = keys_of(schema) - keys_of(inter) - texts_of(schema) - texts_of(inter) - WORDS
    bodies = payloads(name)
    keys -= {text for _, body in bodies for text in words_of(body)}
    keys -= {*load_project(GOLDEN).formats[name].transform.tables}
    path.write_text(json.dumps(spelled(schema, keys)), "utf-8")
    path = tmp_path / "schemas" / name / "transform.yaml"
    text = path.read_text("utf-8")
    words = re.compile(r"(?<![-\w])(?:" + "|".join(map(re.escape, sorted(keys))) + r")(?![-\w])")
    path.write_text(words.sub(lambda found: f"{found[0]}-of-it", text), "utf-8")
    project = load_project(tmp_path)
    assert [str(one) for one in check_project(resolve(project))] == []
    package = Package(tmp_path / "package", f"hyphened_{name}")
    wire = package.add(project, name)[1]
    other = Interpreter(project, project.formats[name])
    for entry, body in ((entry, spelled(body, keys)) for entry, body in bodies):
        if entry == "events":
            decoded = [*wire.decode_stream(body)]
            assert [*wire.decode_stream([*wire.encode_stream(decoded)])][-1] == decoded[-1]
            continue
        value = getattr(wire, f"decode_{entry}")(body)
        written = getattr(wire, f"encode_{entry}")(value, **AS_IT_IS.get(entry, {}))
        assert difference(written, body) is None
        assert interpreted(other.decode, entry, body) == value
    package.close()
    schema_ = project.formats[name].schema
    for render in (render_types, render_models):
        ast.parse(render(ENVIRONMENT, schema_, classes_of(schema_), "Hyphens"))
