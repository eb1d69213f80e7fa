"""A JSON Schema of definitions, read as the record types that a mapping talks about.

The compiler understands the part of JSON Schema 2020-12 that describes wire formats: named
object definitions with properties, unions of them (``anyOf``), lists, scalars, constants.
Everything else in a schema (examples, bounds, ``not``) is for validators and is left to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from .positions import Document

REF = "#/$defs/"
SCALARS = ("string", "integer", "number", "boolean", "null")


@dataclass(frozen=True)
class Shape:
    """One alternative of what a value may be.

    ``kind`` is a JSON type name (``string`` … ``array``, ``object``), ``record`` for a named
    object definition, or ``any``. ``consts`` lists the only legal values, when there are such.
    ``filled``: a list that always has an item.
    """

    kind: str
    name: str = ""
    consts: tuple[Any, ...] = ()
    items: tuple[Shape, ...] = ()
    filled: bool = False
    #: of a constant: the definition that names all there are
    of: str = field(default="", compare=False)

    @property
    def json_type(self) -> str:
        return "object" if self.kind == "record" else self.kind

    def __str__(self) -> str:
        if self.kind == "array":
            return f"list of {alternatives_text(self.items)}"
        if self.consts:
            return " | ".join(repr(const) for const in self.consts)
        return self.name or self.kind


def alternatives_text(shapes: tuple[Shape, ...]) -> str:
    return " | ".join(str(shape) for shape in shapes) or "nothing"


@dataclass
class Schema:
    """The definitions of one schema file."""

    document: Document
    defs: dict[str, dict[str, Any]] = field(default_factory=dict)
    #: by record, the keys that a transform fills in where they are absent
    filled: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)
    _arms: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _referred: dict[str, tuple[Shape, ...]] = field(default_factory=dict, repr=False)

    def shapes(self, schema: Any) -> tuple[Shape, ...]:
        """The alternatives of a (sub)schema; unions flattened, unknown references dropped."""
        if not isinstance(schema, dict) or "$ref" not in schema:
            return tuple(dict.fromkeys(self._shapes(schema, ())))
        name = str(schema["$ref"])
        if name not in self._referred:
            self._referred[name] = tuple(dict.fromkeys(self._shapes(schema, ())))
        return self._referred[name]

    def _shapes(self, schema: Any, visited: tuple[str, ...]) -> Iterator[Shape]:
        if not isinstance(schema, dict):
            yield Shape("any")
            return
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix(REF)
            target = self.defs.get(name)
            if target is None or name in visited:
                return
            if "properties" in target:
                yield Shape("record", name)
            else:
                yield from self._named(self._shapes(target, (*visited, name)), name, target)
        elif "anyOf" in schema:
            for arm in schema["anyOf"]:
                yield from self._shapes(arm, visited)
        elif "const" in schema or "enum" in schema:
            consts = tuple(schema.get("enum", [schema.get("const")]))
            yield Shape(json_type(consts[0]) if consts else "any", consts=consts)
        elif "type" in schema:
            types = schema["type"]
            for name in [types] if isinstance(types, str) else types:
                if name == "array":
                    items = tuple(self._shapes(schema.get("items"), visited))
                    yield Shape("array", items=items, filled=schema.get("minItems", 0) > 0)
                else:
                    yield Shape(name)
        else:
            yield Shape("any")

    @staticmethod
    def _named(shapes: Iterator[Shape], name: str, target: dict[str, Any]) -> Iterator[Shape]:
        for shape in shapes:
            # A definition without properties is an unknown arm or free-form JSON: keep its name.
            plain = shape.kind == "object" and not shape.name
            if shape.consts and not shape.of:
                shape = replace(shape, of=name)
            yield Shape("object", name) if plain and "not" in target else shape

    def record(self, name: str) -> dict[str, Any] | None:
        """The definition ``name`` if it is a record (an object with properties)."""
        definition = self.defs.get(name)
        return definition if definition is not None and "properties" in definition else None

    def properties(self, name: str) -> dict[str, Any]:
        return dict((self.record(name) or {}).get("properties", {}))

    def required(self, name: str) -> frozenset[str]:
        return frozenset((self.record(name) or {}).get("required", ()))

    def assured(self, name: str) -> frozenset[str]:
        """The keys that a lens may count on: required ones, and those that it fills in."""
        return self.required(name) | self.filled.get(name, frozenset())

    def private(self, name: str) -> frozenset[str]:
        """The fields that stay with the app: no wire sees them, and no report names them."""
        fields, marks = self.properties(name).items(), {"x-private", "x-derived"}
        return frozenset(key for key, schema in fields if marks & schema.keys())

    def const(self, name: str, key: str) -> tuple[Any, ...]:
        """The constants a record's property is held to, or ()."""
        schema = self.properties(name).get(key, {})
        return tuple(schema.get("enum", [schema["const"]] if "const" in schema else ()))

    def tags(self, name: str) -> dict[str, Any]:
        """The keys a record must have whose value is one constant: what tells it from others."""
        required = self.required(name)
        found = {key: self.const(name, key) for key in self.properties(name) if key in required}
        return {key: consts[0] for key, consts in found.items() if len(consts) == 1}

    def target(self, schema: Any) -> Any:
        """What a schema refers to; itself where it does not."""
        ref = schema.get("$ref") if isinstance(schema, dict) else None
        return schema if ref is None else self.defs.get(str(ref).removeprefix(REF), schema)

    def way_to(self, name: str, arm: str) -> tuple[str, ...]:
        """The keys that lead from a record to an arm of a union inside it, or ()."""
        todo: list[tuple[str, tuple[str, ...]]] = [(name, ())]
        visited: set[str] = set()
        while todo:
            record, way = todo.pop(0)
            visited.add(record)
            for key, schema in self.properties(record).items():
                names = [shape.name for shape in self.shapes(schema)]
                if arm in names:
                    return (*way, key)
                onward = len(names) == 1 and names[0] not in visited
                if onward and self.record(names[0]) is not None:
                    todo.append((names[0], (*way, key)))
        return ()

    def arms(self, name: str) -> tuple[str, ...]:
        """The definitions a union names, nested unions resolved; () for anything else."""
        if name not in self._arms:
            self._arms[name] = tuple(dict.fromkeys(self._named_arms(name, ())))
        return self._arms[name]

    def _named_arms(self, name: str, visited: tuple[str, ...]) -> Iterator[str]:
        arms = self.defs.get(name, {}).get("anyOf", ())
        for arm in arms if isinstance(arms, list) and name not in visited else ():
            target = str(arm.get("$ref", "") if isinstance(arm, dict) else "").removeprefix(REF)
            if target in self.defs:
                yield from list(self._named_arms(target, (*visited, name))) or (target,)


def json_type(value: Any) -> str:
    """The JSON type name of a Python value."""
    if value is None:
        return "null"
    for python, name in (
        (bool, "boolean"),
        (int, "integer"),
        (float, "number"),
        (str, "string"),
        (list, "array"),
    ):
        if isinstance(value, python):
            return name
    return "object"
