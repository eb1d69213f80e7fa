"""Random structural mutations of the sources of a format: one to three things wrong at once.

What is mutated is data, as it was read; ``on_disk`` writes it as files, for the way through the
loader.
"""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from toolwire_codegen.load.findings import Finding
from toolwire_codegen.load.grammar import read_transform
from toolwire_codegen.load.positions import MAX_DEPTH, Document
from toolwire_codegen.load.project import Format, Project
from toolwire_codegen.load.schema import REF, Schema, Shape
from toolwire_codegen.load.stream_operators import STREAM_OPERATORS

SOURCES = ("transform", "stream", "routes", "wire", "intermediate")
"""What may be mutated; `routes` are rows of a stream that lead elsewhere."""
DEPTHS = (1, 2, 40, 120)
"""How deep a value is put; the last is deeper than the loader reads."""

VALUES: tuple[Any, ...] = (
    *(None, 0, -1, 3.5, True, False, "", "x", ".", "_", "a.b", "0", "id", "text", "*", "role: x"),
    *("content | text", "x | table(x)", "{{ 1 }}", [], {}, [[]], [{}], ["a"], {"a": "b"}),
    *({"const": 1}, {"lost": ""}, {"lost": "x"}, {"sum": 1}, {"value": 1, "when": 2}),
    *({"$ref": "#/$defs/Nope"}, {"$ref": "#"}, {"type": "string"}, {"type": "object"}),
    *({"anyOf": []}, {"properties": {}}, {"not": True}, {"enum": [{}]}, {"const": []}),
    *("ignore", "error", ". | close", "text | append", "at | append(json)", "x[y].z"),
)
ROUTED = (*STREAM_OPERATORS, "append(json)", "renew(id)", "run(text)")


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
        rnd.choice(CHANGES)(_at(data, path[:-1]), path[-1], other, rnd)
    return data


def schema_mutated(data: Any, rnd: random.Random) -> Any:
    """A copy of a schema; half of its mutations are slips that its keywords invite."""
    if rnd.random() < 0.5:
        return mutated(data, rnd)
    data = copy.deepcopy(data)
    for _ in range(rnd.choice((1, 1, 2, 3))):
        keyword, change = rnd.choice(SLIPS)
        places = [path for path in _places(data) if path[-1] == keyword]
        if places:
            path = rnd.choice(places)
            change(_at(data, path[:-1]), path[-1], rnd.choice(sorted(data["$defs"])), rnd)
    return data


# One change of a node: its parent, its key there, another node (for slips: a definition's name).
Change = Callable[[Any, Any, Any, random.Random], None]


def _drop(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    del parent[key]


def _replace(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    parent[key] = copy.deepcopy(rnd.choice(VALUES))


def _copy(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    parent[key] = copy.deepcopy(other)


def _rename(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    if isinstance(parent, dict):
        name = other if isinstance(other, str) else f"{key}{str(key)[-1:]}"
        parent[name] = parent.pop(key)


def _repeat(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    if isinstance(parent, list):
        parent.append(copy.deepcopy(parent[key]))
    else:
        parent[f"{key}2"] = copy.deepcopy(parent[key])


def _reword(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    if isinstance(parent[key], str):
        words, others = parent[key].split(" "), str(other).split(" ")
        words[rnd.randrange(len(words))] = rnd.choice(others)
        parent[key] = " ".join(words)


def _reorder(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    value = parent[key]
    if isinstance(value, list):
        rnd.shuffle(value)
    elif isinstance(value, dict):
        items = list(value.items())
        rnd.shuffle(items)
        parent[key] = dict(items)


def _nest(parent: Any, key: Any, other: Any, rnd: random.Random) -> None:
    wrap = rnd.choice(("anyOf", "items", "properties", ""))
    for _ in range(rnd.choice(DEPTHS)):
        value = parent[key]
        parent[key] = {"anyOf": [value]} if wrap == "anyOf" else {wrap: value} if wrap else [value]


CHANGES: tuple[Change, ...] = (
    *(_drop, _drop, _replace, _copy, _rename, _repeat, _reword, _reword, _reorder, _nest),
)


def _refer(parent: Any, key: Any, name: str, rnd: random.Random) -> None:
    parent[key] = REF + name


def _demand(parent: Any, key: Any, name: str, rnd: random.Random) -> None:
    keys, required = list(parent.get("properties") or {}), parent[key]
    if isinstance(required, list) and required and rnd.random() < 0.5:
        required.remove(rnd.choice(required))
    elif isinstance(required, list):
        required.append(rnd.choice([*keys, "nowhere"]))


def _retype(parent: Any, key: Any, name: str, rnd: random.Random) -> None:
    kinds = ("string", "integer", "number", "boolean", "null", "array", "object", "text")
    parent[key] = rnd.choice((*kinds, ["string", "null"], ["array", "string"], []))


def _other_word(parent: Any, key: Any, name: str, rnd: random.Random) -> None:
    words = parent[key] if isinstance(parent[key], list) and parent[key] else None
    if words is None:
        parent[key] = rnd.choice((f"{parent[key]}2", None, 7, "", True))
    else:
        words[rnd.randrange(len(words))] = rnd.choice((f"{words[0]}2", words[0], None, 7, ""))


def _fewest(parent: Any, key: Any, name: str, rnd: random.Random) -> None:
    parent[key] = rnd.choice((0, 2, -1, "1", None))


SLIPS: tuple[tuple[str, Change], ...] = (
    *(("$ref", _refer), ("$ref", _drop), ("$ref", _rename), ("required", _demand)),
    *(("required", _demand), ("required", _drop), ("required", _rename), ("type", _retype)),
    *(("type", _retype), ("type", _drop), ("const", _other_word), ("const", _drop)),
    *(("enum", _other_word), ("enum", _reorder), ("enum", _drop), ("anyOf", _reorder)),
    *(("anyOf", _drop), ("not", _drop), ("items", _drop), ("items", _nest), ("items", _rename)),
    *(("properties", _rename), ("properties", _reorder), ("minItems", _fewest)),
)
"""Keywords, each with what goes wrong there."""


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


Sources = dict[str, Any]
"""The data of one format: its `transform`, its `wire` schema, and the `intermediate` one."""


def sources_of(base: Project, name: str, which: str, rnd: random.Random) -> Sources:
    """The sources of one format of a project, one of them mutated."""
    format_ = base.formats[name]
    data = {
        "intermediate": base.intermediate.document.data,
        "wire": format_.schema.document.data,
        "transform": format_.transform.document.data,
    }
    if which in ("stream", "routes") and "stream" not in data["transform"]:
        which = "transform"  # a wire need not stream
    if which in ("stream", "routes"):
        section = data["transform"]["stream"]
        reroute = which == "routes"
        section = rerouted(section, format_.schema, rnd) if reroute else mutated(section, rnd)
        data["transform"] = {**data["transform"], "stream": section}
    else:
        data[which] = (mutated if which == "transform" else schema_mutated)(data[which], rnd)
    return data


def in_memory(base: Project, name: str, data: Sources) -> Project | None:
    """A project of these sources; None if one is no schema at all, or too deep to be read."""
    if max(map(len, _places(data))) > MAX_DEPTH:
        return None
    inter, wire = _schema("schemas/i", data["intermediate"]), _schema("schemas/f/w", data["wire"])
    if inter is None or wire is None:
        return None
    findings: list[Finding] = []
    document = Document("schemas/f/t", data["transform"])
    transform = read_transform(name, document, findings)
    return Project(base.root, inter, {name: Format(name, wire, transform)}, findings=findings)


def on_disk(root: Path, name: str, data: Sources) -> None:
    """The files of a project of these sources, which replace those under ``root``."""
    shutil.rmtree(root / "schemas", ignore_errors=True)
    folder = root / "schemas" / name
    folder.mkdir(parents=True)
    schema = json.dumps(data["intermediate"], ensure_ascii=False)
    (root / "schemas" / "intermediate.schema.json").write_text(schema, encoding="utf-8")
    schema = json.dumps(data["wire"], ensure_ascii=False)
    (folder / "wire.schema.json").write_text(schema, encoding="utf-8")
    # JSON is YAML, and may nest deeper than a dumper of YAML goes.
    text = json.dumps(data["transform"], ensure_ascii=False)
    (folder / "transform.yaml").write_text(text, encoding="utf-8")


def _schema(shown: str, data: Any) -> Schema | None:
    definitions = data.get("$defs") if isinstance(data, dict) else None
    if not isinstance(definitions, dict):
        return None
    defs = {name: value for name, value in definitions.items() if isinstance(value, dict)}
    return Schema(Document(shown, data), defs)
