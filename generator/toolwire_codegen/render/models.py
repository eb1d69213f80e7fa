"""Typed classes of a schema: TypedDicts, and pydantic models that lose nothing.

A definition with properties becomes a class. Any other becomes an alias among the TypedDicts;
among the models it becomes a class with a ``root``, and fields hold the bare value.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Sequence
from typing import Any

import jinja2
from pydantic import BaseModel

from ..load.names import BASE, TYPING
from ..load.names import PYDANTIC as PYDANTIC_NAMES
from ..load.schema import Schema
from .classes import Class, Field, UnrenderableError, read_classes, references, unbounded
from .layout import WIDTH, docstring, flat_text, laid_out, names_in, renamed
from .modules import HEADER
from .text import constant
from .verify import verify

SHAPES = ("required", "not", "oneOf")
# Keywords that the models' own reading of a shape knows.
SHAPE_KEYWORDS = {"required", "properties", "enum", "const", "not", "anyOf", "oneOf", "type"}
RESERVED = {*TYPING, *BASE, *PYDANTIC_NAMES, *dir(builtins)}


def classes_of(schema: Schema) -> list[Class]:
    """The classes of a schema, for both modules. Raises UnrenderableError."""
    _check_names(schema)
    return read_classes(schema.defs)


def render_types(env: jinja2.Environment, schema: Schema, made: Sequence[Class], title: str) -> str:
    """The module of TypedDicts of a schema and its classes. Raises UnrenderableError."""
    classes = [unbounded(found) for found in made]
    records = [_typed_dict(found, schema) for found in classes if found.type is None]
    ordered = _ordered([found for found in classes if found.type is not None])
    aliases = [
        {
            "name": found.name,
            "type": laid_out(found.type, 0, len(found.name) + len(": TypeAlias = ")),
            "doc": docstring(_description(schema.defs[found.name]), 0),
        }
        for found in ordered
        if found.type is not None
    ]
    text = _code([*records, *aliases]) + " TypeAlias" * bool(aliases) + " TypedDict" * bool(records)
    rendered = env.get_template("types.py.jinja").render(
        header=HEADER,
        doc=docstring(f"{title}: the types of its JSON values.", 0),
        imports=_imported(text, TYPING),
        records=records,
        aliases=aliases,
    )
    verify(rendered, schema.defs, title)
    return rendered


def _typed_dict(found: Class, schema: Schema) -> dict[str, Any]:
    definition = schema.defs[found.name]
    doc = docstring(_description(definition), 4)
    # A key that is no identifier, or hides a name that annotations use, needs the other syntax.
    if any(not _plain(field.key) for field in found.fields):
        lines = "".join(
            f"        {constant(field.key)}: {constant(flat_text(_marked(field)))},\n"
            for field in found.fields
        )
        call = f'{found.name} = TypedDict(\n    "{found.name}",\n    {{\n{lines}    }},\n)'
        words = [{"type": flat_text(_marked(field))} for field in found.fields]
        doc = docstring(_description(definition), 0)
        return {"call": call, "doc": doc, "fields": words}
    fields = [
        {
            "name": field.key,
            "type": laid_out(_marked(field), 4, len(field.key) + 2),
            "doc": _field_doc(definition, field.key),
        }
        for field in found.fields
    ]
    return {"name": found.name, "doc": doc, "fields": fields, "call": ""}


def _plain(key: str) -> bool:
    """Can the key be written as a name in a class? (Two underscores in front would be mangled.)"""
    is_name = key.isidentifier() and key.isascii() and not keyword.iskeyword(key)
    return is_name and not key.startswith("__") and key not in RESERVED - _HARMLESS


# Builtins that no annotation uses: fields are often called so (id, type, format, input …).
_HARMLESS = set(dir(builtins)) - {"str", "int", "float", "bool", "list", "dict", "None"}


def _marked(field: Field) -> ast.expr:
    if field.required:
        return field.type
    return ast.Subscript(ast.Name("NotRequired", ast.Load()), field.type, ast.Load())


def render_models(
    env: jinja2.Environment, schema: Schema, classes: Sequence[Class], title: str
) -> str:
    """The module of pydantic models of a schema and its classes. Raises UnrenderableError."""
    aliases = {found.name: found for found in classes if found.type is not None}
    values = _Values(aliases, schema)
    records = [_model(found, schema, values) for found in classes if found.type is None]
    roots = []
    for found in aliases.values():
        roots.append(
            {
                "name": found.name,
                "doc": docstring(_description(schema.defs[found.name]), 4),
                "type": laid_out(values.inner(found.name), 4, len("root: ")),
            }
        )
    named = [
        {"name": name, "type": laid_out(values.definition(of), 0, len(name) + 14)}
        for name, of in values.named()
    ]
    text = _code([*records, *roots, *named]) + " TypeAlias" * bool(named) + " Root" * bool(roots)
    if any(record["shape"] for record in records):
        text += " ClassVar Any"
    rendered = env.get_template("models.py.jinja").render(
        header=HEADER,
        doc=docstring(f"{title}: pydantic models of its JSON values.", 0),
        typing=_imported(text, TYPING),
        pydantic=_imported(text, PYDANTIC_NAMES),
        base=_imported(text, BASE),
        records=records,
        aliases=named,
        roots=roots,
    )
    verify(rendered, schema.defs, title)
    return rendered


class _Values:
    """How fields say the types of definitions that are no records.

    Plain ones (``dict[str, Any]``) are said in place. A union gets a name of its own beside the
    class, so that a field holds the arm itself. One that contains itself can only be the class.
    """

    def __init__(self, aliases: dict[str, Class], schema: Schema) -> None:
        self.aliases, self.schema = aliases, schema
        self.table: dict[str, ast.expr] = {}
        taken = set(schema.defs)
        self.value_names: dict[str, str] = {}
        for found in _ordered(list(aliases.values())):
            name = found.name
            if self._recursive(name):
                continue
            if self._simple(name):
                self.table[name] = self.inner(name)
                continue
            value_name = f"{name}Value"
            while value_name in taken:
                value_name += "_"
            taken.add(value_name)
            self.value_names[name] = value_name
            self.table[name] = ast.Name(value_name, ast.Load())

    def _recursive(self, name: str) -> bool:
        visited: set[str] = set()
        todo = [name]
        while todo:
            inner = references(self.schema.defs.get(todo.pop(), {}))
            fresh = {ref for ref in inner if ref in self.aliases} - visited
            if name in fresh:
                return True
            visited |= fresh
            todo.extend(fresh)
        return False

    def _simple(self, name: str) -> bool:
        type_ = self.aliases[name].type
        if shape_of(self.schema.defs[name]) or isinstance(type_, ast.BinOp):
            return False
        return not (isinstance(type_, ast.Subscript) and flat_text(type_.value) == "Literal")

    def field(self, node: ast.expr) -> ast.expr:
        """The type of a field."""
        return renamed(node, self.table)

    def definition(self, name: str) -> ast.expr:
        """What a definition's values are."""
        type_ = self.aliases[name].type
        if type_ is None:
            raise UnrenderableError(f"{name} has no type")
        type_ = exact(renamed(type_, {k: v for k, v in self.table.items() if k != name}))
        marks: list[ast.expr] = []
        if isinstance(type_, ast.BinOp):
            marks.append(ast.Name("FIRST", ast.Load()))
        if shape := shape_of(self.schema.defs[name]):
            inner = ast.parse(constant(shape), mode="eval").body
            marks.append(ast.Call(ast.Name("shaped", ast.Load()), [inner], []))
        if not marks:
            return type_
        pieces = ast.Tuple([type_, *marks], ast.Load())
        return ast.Subscript(ast.Name("Annotated", ast.Load()), pieces, ast.Load())

    def inner(self, name: str) -> ast.expr:
        """The type under ``root``."""
        if name in self.value_names:
            return ast.Name(self.value_names[name], ast.Load())
        return self.definition(name)

    def named(self) -> list[tuple[str, str]]:
        """(name, definition) of the unions' names, each after those it needs."""
        return [(value_name, name) for name, value_name in self.value_names.items()]


def shape_of(definition: dict[str, Any]) -> dict[str, Any] | None:
    """What a definition demands of its keys beyond types, if the models can check all of it."""
    keys = [key for key in SHAPES if key in definition]
    if "properties" in definition and "required" in keys:
        keys.remove("required")
    shape = {key: definition[key] for key in keys}
    return shape if shape and _readable(shape) else None


def _readable(shape: Any) -> bool:
    if not isinstance(shape, dict) or not set(shape) <= SHAPE_KEYWORDS:
        return False
    if "type" in shape:
        return False
    inner = [shape["not"]] if "not" in shape else []
    inner += [*shape.get("anyOf", ()), *shape.get("oneOf", ())]
    inner += shape.get("properties", {}).values()
    return all(_readable(part) for part in inner)


def _model(found: Class, schema: Schema, values: _Values) -> dict[str, Any]:
    definition = schema.defs[found.name]
    forbidden = (RESERVED - _HARMLESS) | set(schema.defs) | set(values.value_names.values())
    shape = shape_of(definition)
    forbidden |= {"shape"} if shape else set()
    fields = []
    taken = set(forbidden)
    for field in found.fields:
        name = _attribute(field.key, taken, {other.key for other in found.fields})
        taken.add(name)
        doc = _field_doc(definition, field.key)
        fields.append({**_model_field(field, name, values), "doc": doc})
    node = ast.parse(constant(shape), mode="eval").body
    return {
        "name": found.name,
        "base": "Shaped" if shape else "Model",
        "shape": laid_out(node, 4, len("shape: ClassVar[dict[str, Any]] = ")) if shape else "",
        "doc": docstring(_description(definition), 4),
        "fields": fields,
    }


def _attribute(key: str, taken: set[str], keys: set[str]) -> str:
    """A free attribute name for a key: the key itself, where that can be one."""
    name = re.sub(r"\W|[^\x00-\x7f]", "_", key).lstrip("_")
    if not name or name[0].isdigit():
        name = f"field_{name}"
    while keyword.iskeyword(name) or name in taken or hasattr(BaseModel, name):
        name += "_"
    while name != key and (name in keys or name in taken):
        name += "_"
    return name


def _model_field(field: Field, name: str, values: _Values) -> dict[str, str]:
    type_ = exact(values.field(field.type))
    nullable = any(flat_text(arm) == "None" for arm in _arms(type_))
    if not field.required and not nullable and flat_text(type_) != "Any":
        type_ = ast.Subscript(ast.Name("Maybe", ast.Load()), type_, ast.Load())
    default = "" if field.required else " = None"
    if name != field.key:
        alias = constant(field.key)
        words = f"alias={alias}" if field.required else f"default=None, alias={alias}"
        default = f" = Field({words})"
        if 4 + len(name) + 2 + len(flat_text(type_)) + len(default) > WIDTH:
            lines = "".join(f"        {word},\n" for word in words.split(", ", field.required ^ 1))
            default = f" = Field(\n{lines}    )"
    after = len(default.partition("\n")[0])
    return {"name": name, "type": laid_out(type_, 4, len(name) + 2, after), "default": default}


def exact(node: ast.expr) -> ast.expr:
    """A type whose literals take no equal value of another type: 1 is not True."""
    if not (isinstance(node, ast.Subscript) and flat_text(node.value) == "Literal"):
        return node
    values = [child.value for child in ast.walk(node.slice) if isinstance(child, ast.Constant)]
    if not any(isinstance(value, int) for value in values):
        return node
    pieces = ast.Tuple([node, ast.Name("EXACT", ast.Load())], ast.Load())
    return ast.Subscript(ast.Name("Annotated", ast.Load()), pieces, ast.Load())


def _arms(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Subscript) and flat_text(node.value) == "Annotated":
        return _arms(node.slice.elts[0]) if isinstance(node.slice, ast.Tuple) else [node]
    if isinstance(node, ast.BinOp):
        return [*_arms(node.left), *_arms(node.right)]
    return [node]


def _check_names(schema: Schema) -> None:
    for name in schema.defs:
        if name in RESERVED - _HARMLESS or not name.isidentifier() or keyword.iskeyword(name):
            raise UnrenderableError(f"a definition cannot be called {name!r}")


def _ordered(aliases: list[Class]) -> list[Class]:
    """Aliases, each after those it mentions: they are evaluated as they stand."""
    by_name = {found.name: found for found in aliases}
    order: dict[str, Class] = {}
    active: set[str] = set()

    def visit(found: Class) -> None:
        if found.name in order or found.name in active:
            return
        active.add(found.name)
        for name in sorted(names_in(found.type) if found.type is not None else ()):
            if name in by_name:
                visit(by_name[name])
        order[found.name] = found

    for found in aliases:
        visit(found)
    return list(order.values())


def _description(definition: dict[str, Any]) -> str:
    return str(definition.get("description") or definition.get("title") or "A value.")


def _field_doc(definition: dict[str, Any], key: str) -> str:
    schema = definition.get("properties", {}).get(key)
    text = schema.get("description") if isinstance(schema, dict) else None
    return docstring(str(text), 4) if text else ""


def _code(parts: list[dict[str, Any]]) -> str:
    """What of the classes is code, quoted text left out: where imported names can stand."""
    texts = []
    for part in parts:
        texts += [str(part.get(key, "")) for key in ("type", "default", "base")]
        texts.append(_code(part.get("fields", [])))
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', " ".join(texts))


def _imported(text: str, names: tuple[str, ...]) -> str:
    """The names that stand in ``text`` as words, as one import line lists them."""
    words = set("".join(c if c.isalnum() or c == "_" else " " for c in text).split())
    return ", ".join(sorted((n for n in names if n in words), key=_import_order))


def _import_order(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, name)
