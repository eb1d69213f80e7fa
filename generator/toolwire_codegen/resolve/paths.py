"""What stands at a path of a type, whether it must be there, and whether a value may.

The planner follows paths in the same way: through unions, through lists by ``0``, and through
free-form objects, whose parts may be anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..load.schema import REF, Schema, Shape, json_type
from ..load.transform import Lens

Path = tuple[str, ...]
Shapes = tuple[Shape, ...]


@dataclass(frozen=True)
class Reached:
    """How far a path leads: ``shapes`` at its end, or ``lost`` at the step that names nothing."""

    shapes: Shapes
    lost: str = ""
    names: tuple[str, ...] = ()


def follow(schema: Schema, record: str, path: Path) -> Reached:
    """Follow ``path`` from the type ``record``."""
    shapes = schema.shapes({"$ref": f"{REF}{record}"})
    for step in path:
        found: list[Shape] = []
        for shape in shapes:
            if step == "0" and shape.kind == "array":
                found.extend(shape.items)
            elif shape.kind == "record" and step in schema.properties(shape.name):
                found.extend(schema.shapes(schema.properties(shape.name)[step]))
            elif shape.kind in ("object", "any") and not shape.name:
                found.append(Shape("any"))
        if not found:
            return Reached((), step, tuple(dict.fromkeys(_steps(schema, shapes))))
        shapes = tuple(dict.fromkeys(found))
    return Reached(shapes)


def _steps(schema: Schema, shapes: Shapes) -> Iterable[str]:
    for shape in shapes:
        yield from schema.properties(shape.name) if shape.kind == "record" else ()
        if shape.kind == "array":
            yield "0"


def must_be_there(schema: Schema, record: str, path: Path, start: int = 0) -> bool:
    """Whether every step of ``path`` must be there (from step ``start``, given those before)."""
    for index in range(start, len(path)):
        here = [s for s in follow(schema, record, path[:index]).shapes if s.kind != "null"]
        if path[index] == "0":
            if not all(shape.filled for shape in here):
                return False
            continue
        records = [shape for shape in here if shape.kind == "record"]
        if not records or any(path[index] not in schema.assured(r.name) for r in records):
            return False
        inner = follow(schema, record, path[: index + 1]).shapes
        null = any(shape.kind == "null" for shape in inner)
        filled = all(path[index] in schema.filled.get(r.name, ()) for r in records)
        if index < len(path) - 1 and null and not filled:
            return False
    return True


def companions(inter: Schema, lens: Lens, path: Path) -> list[Path]:
    """The wire keys beside one that other fields of the same optional record stand in.

    What stands for the one where it is absent does so where any of these is there.
    """
    fields = {row.targets[0].path: row.fields[0] for row in lens.rows if len(row.targets) == 1}
    holder = fields.get(path, ())[:-1]
    if not holder or must_be_there(inter, lens.inter, holder):
        return []
    return [other for other, field in fields.items()
            if field[:-1] == holder and other != path and other[:-1] == path[:-1]]  # fmt: skip


def filling(schema: Schema, lenses: Iterable[Lens], inter: Schema) -> Schema:
    """A wire schema that knows what the lenses on it fill in wherever it is absent, or null."""
    filled: dict[str, frozenset[str]] = {}
    for lens in lenses:
        for absent in lens.absents:
            here = follow(schema, lens.wire, absent.path).shapes
            # An object that is null has nothing in it.
            if companions(inter, lens, absent.path) or (absent.value is None and records(here)):
                continue
            for name in records(follow(schema, lens.wire, absent.path[:-1]).shapes):
                filled[name] = filled.get(name, frozenset()) | {absent.path[-1]}
    return replace(schema, filled=filled)


def fits(schema: Schema, value: Any, shapes: Shapes) -> bool:
    """Whether a constant of a transform may stand where ``shapes`` may."""
    return any(_fits(schema, value, shape) for shape in shapes)


def _fits(schema: Schema, value: Any, shape: Shape) -> bool:
    if shape.kind == "any":
        return True
    if shape.consts:
        return any(type(value) is type(const) and value == const for const in shape.consts)
    kind = json_type(value)
    if kind == "array" and shape.kind == "array":
        return not shape.items or all(fits(schema, item, shape.items) for item in value)
    if shape.kind == "record" and kind == "object":
        properties = schema.properties(shape.name)
        if schema.required(shape.name) - set(value):
            return False
        return all(
            key not in properties or fits(schema, item, schema.shapes(properties[key]))
            for key, item in value.items()
        )
    return kind == shape.json_type or (kind == "integer" and shape.kind == "number")


def types(shapes: Shapes) -> set[str]:
    """The JSON types of some shapes; ``integer`` comes with ``number``."""
    found = {shape.json_type for shape in shapes}
    return found | {"integer"} if "number" in found else found


def records(shapes: Shapes) -> list[str]:
    return [shape.name for shape in shapes if shape.kind == "record"]


def is_number(shapes: Shapes) -> bool:
    """Whether a value may be a number."""
    return "integer" in types(shapes)


def lens_names(shapes: Shapes) -> list[str]:
    """The definitions that a lens may be for: objects, and enumerations."""
    return [shape.name or shape.of for shape in shapes if shape.name or shape.of]


def lists(shapes: Shapes) -> Shapes:
    """The alternatives of the list that a value may be, () if it is none."""
    return next((shape.items for shape in shapes if shape.kind == "array"), ())


def through(shapes: Shapes) -> Shapes:
    """The alternatives of a value, lists passed through: in their place the items."""
    return tuple(one for shape in shapes for one in (shape.items or (shape,)))


def is_list(shapes: Shapes) -> bool:
    return any(shape.kind == "array" for shape in shapes)


def only_constants(shapes: Shapes) -> tuple[Any, ...]:
    """All values there can be, if the shapes are an enumeration (null aside); else ()."""
    plain = [shape for shape in shapes if shape.kind != "null"]
    values = [shape.consts or ((True, False) if shape.kind == "boolean" else ()) for shape in plain]
    return tuple(const for consts in values for const in consts) if all(values) else ()


def text(shapes: Shapes) -> str:
    """Shapes in a finding's words."""
    names = [_text(shape) for shape in shapes]
    return " or ".join(dict.fromkeys(names)) or "nothing"


def _text(shape: Shape) -> str:
    if shape.kind == "array":
        return f"list of {text(shape.items)}" if shape.items else "list"
    if shape.consts:
        return "/".join(repr(const) for const in shape.consts)
    return shape.name or {"any": "anything"}.get(shape.kind, shape.kind)
