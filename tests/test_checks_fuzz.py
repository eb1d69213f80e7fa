"""Random structural mutations of the sources: checks never raise, and what they pass compiles."""

from __future__ import annotations

import copy
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from compiled import Package, undefined_names
from toolwire_codegen.check.rules import check_project
from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.positions import Document
from toolwire_codegen.load.project import Format, Project, load_project
from toolwire_codegen.load.schema import Schema, Shape
from toolwire_codegen.load.stream import STREAM_OPERATORS
from toolwire_codegen.load.transform import read_transform

ROOT = Path(__file__).parent.parent
BASE = Path(__file__).parent / "golden" / "base"
REAL_ROUNDS, BASE_ROUNDS, TEXT_ROUNDS = 24, 100, 60
"""Seeds for each format of the project, for the small one, and for the small one's files."""

VALUES: tuple[Any, ...] = (
    *(None, 0, -1, 3.5, True, False, "", "x", ".", "_", "a.b", "0", "id", "text", "*", "role: x"),
    *("content | text", "x | table(x)", "{{ 1 }}", [], {}, [[]], [{}], ["a"], {"a": "b"}),
    *({"const": 1}, {"lost": ""}, {"lost": "x"}, {"sum": 1}, {"value": 1, "when": 2}),
    *({"$ref": "#/$defs/Nope"}, {"$ref": "#"}, {"type": "string"}, {"type": "object"}),
    *({"anyOf": []}, {"properties": {}}, {"not": True}, {"enum": [{}]}, {"const": []}),
    *("ignore", "error", ". | close", "text | append", "at | append(json)", "x[y].z"),
)
ROUTED = (*STREAM_OPERATORS, "append(json)", "renew(id)", "run(text)")
# What says nothing of types: with these alone a mutant still has to compile.
HARMLESS = frozenset({"undocumented", "invalid-example", "title-mismatch", "repeated-title"})


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from _places(value, (*path, key))


def _at(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node


def mutated(data: Any, rnd: random.Random) -> Any:
    """A copy of ``data`` with one to three of its nodes removed, replaced, moved or reworded."""
    data = copy.deepcopy(data)
    for _ in range(rnd.choice((1, 1, 2, 3))):
        places = list(_places(data))
        if not places:
            break
        path, other = rnd.choice(places), _at(data, rnd.choice(places))
        parent, key = _at(data, path[:-1]), path[-1]
        kind = rnd.choice(("drop", "drop", "replace", "copy", "rename", "repeat", "reword"))
        if kind == "drop":
            del parent[key]
        elif kind == "replace":
            parent[key] = copy.deepcopy(rnd.choice(VALUES))
        elif kind == "copy":
            parent[key] = copy.deepcopy(other)
        elif kind == "rename" and isinstance(parent, dict):
            parent[str(rnd.choice(places)[-1])] = parent.pop(key)
        elif kind == "repeat" and isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        elif isinstance(parent[key], str):
            words, others = parent[key].split(" "), str(other).split(" ")
            words[rnd.randrange(len(words))] = rnd.choice(others)
            parent[key] = " ".join(words)
    return data


def _routes(wire: Schema, shapes: tuple[Shape, ...], depth: int = 3) -> list[str]:
    """Paths of the keys that a value has, lists passed through."""
    found = []
    for record in {one.name for shape in shapes for one in (shape.items or (shape,))}:
        for key, schema in wire.properties(record).items():
            inner = _routes(wire, wire.shapes(schema), depth - 1) if depth > 1 else []
            found += [key, *(f"{key}.{path}" for path in inner)]
    return sorted(set(found))


def rerouted(data: Any, wire: Schema, rnd: random.Random) -> Any:
    """A copy of a stream whose rows name other places, paths and operators, all of them known."""
    data = copy.deepcopy(data)
    on, whole = data["on"], (Shape("record", data["events"].split()[-1]),)
    places = [place for rows in on.values() if isinstance(rows, dict) for place in rows]
    places += _routes(wire, whole)
    for _ in range(rnd.choice((1, 1, 2, 3))):
        event = rnd.choice(list(on))
        rows = on[event] if isinstance(on[event], dict) else {}
        paths = [".", *_routes(wire, (Shape("record", event.partition(".")[0]),))]
        operators = ["", "", *(f" | {name}" for name in ROUTED)]
        kind = rnd.choice(("drop", "whole", "order", "add", "place", "source", "operator", "const"))
        name = rnd.choice(list(rows)) if rows else ""
        if kind == "whole":
            rows = rnd.choice(({}, {"*": "*"}, {rnd.choice(places): rnd.choice(paths)}))
        elif kind == "order":
            items = list(on.items())
            rnd.shuffle(items)
            data["on"] = on = dict(items)
            continue
        elif kind in ("drop", "place") and name:
            value = rows.pop(name)
            rows.update({rnd.choice(places): value} if kind == "place" else {})
        elif kind == "operator" and isinstance(rows.get(name), str):
            rows[name] = rows[name].split(" |")[0] + rnd.choice(operators)
        elif kind == "const":
            rows[rnd.choice(places)] = {"const": rnd.choice(VALUES)}
        else:
            place = name if kind == "source" and name else rnd.choice(places)
            rows[place] = rnd.choice(paths) + rnd.choice(operators)
        on[event] = rows or rnd.choice(("ignore", "ignore", "error"))
    return data


def project_of(base: Project, name: str, which: str, rnd: random.Random) -> Project | None:
    """One format of a project, one of its sources mutated; None if it is no schema at all."""
    format_, findings = base.formats[name], list[Finding]()
    data = {
        "intermediate": base.intermediate.document.data,
        "wire": format_.schema.document.data,
        "transform": format_.transform.document.data,
    }
    if which in ("stream", "routes"):
        section = data["transform"]["stream"]
        reroute = which == "routes"
        section = rerouted(section, format_.schema, rnd) if reroute else mutated(section, rnd)
        data["transform"] = {**data["transform"], "stream": section}
    else:
        data[which] = mutated(data[which], rnd)
    inter, wire = _schema("schemas/i", data["intermediate"]), _schema("schemas/f/w", data["wire"])
    if inter is None or wire is None:
        return None
    document = Document("schemas/f/t", data["transform"])
    transform = read_transform(name, document, findings)
    return Project(base.root, inter, {name: Format(name, wire, transform)}, findings=findings)


def _schema(shown: str, data: Any) -> Schema | None:
    definitions = data.get("$defs") if isinstance(data, dict) else None
    if not isinstance(definitions, dict):
        return None
    defs = {name: value for name, value in definitions.items() if isinstance(value, dict)}
    return Schema(Document(shown, data), defs)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    package = Package(tmp_path_factory.mktemp("fuzz"), "fuzzed_adapters")
    yield package
    package.close()


def _rounds() -> list[tuple[Path, str, str, int]]:
    real = sorted(path.parent.name for path in ROOT.glob("schemas/*/transform.yaml"))
    sources = (("transform", 3), ("stream", 2), ("routes", 3), ("wire", 1), ("intermediate", 1))
    rounds = [(ROOT, name, REAL_ROUNDS) for name in real] + [(BASE, "notebook", BASE_ROUNDS)]
    return [(root, name, which, n * share // 3)
            for root, name, n in rounds for which, share in sources]  # fmt: skip


@pytest.mark.parametrize(
    ("root", "name", "which", "rounds"),
    _rounds(),
    ids=lambda value: str(getattr(value, "name", value)),
)
def test_mutants_are_refused_or_compile(
    root: Path, name: str, which: str, rounds: int, package: Package
) -> None:
    base = load_project(root)
    passed = refused = 0
    for seed in range(rounds):
        project = project_of(base, name, which, random.Random(f"{which} {seed}"))
        if project is None:
            continue
        findings = check_project(project)
        if {finding.code for finding in findings} <= HARMLESS:
            passed += 1
            text, module = package.add(project, name)
            assert undefined_names(module, text) == set(), seed
        else:
            refused += 1
    assert refused
    assert passed or rounds < BASE_ROUNDS


@pytest.mark.parametrize("file", ["intermediate.schema.json", "wire.schema.json", "transform.yaml"])
def test_damaged_files_are_findings(file: str, tmp_path: Path) -> None:
    """Files cut short, doubled or with a character changed: read as far as they can be."""
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    path = next((tmp_path / "schemas").rglob(file))
    whole = path.read_text(encoding="utf-8")
    for seed in range(TEXT_ROUNDS):
        rnd = random.Random(f"{file} {seed}")
        index = rnd.randrange(len(whole))
        damaged = {
            0: whole[:index],
            1: whole[:index] + rnd.choice("{}[]:,\"'#&*|>!%@`\t\n\x00\u2028é0") + whole[index:],
            2: whole[:index] + whole[index + rnd.randrange(1, 20) :],
            3: whole[:index] + whole[: len(whole) - index],
        }[seed % 4]
        path.write_text(damaged, encoding="utf-8")
        for finding in check_project(load_project(tmp_path)):
            assert str(finding).count("\n") == 0
            assert finding.position.line >= 1
