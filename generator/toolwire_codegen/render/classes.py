"""What datamodel-code-generator makes of a schema, read back as plain descriptions of classes.

It decides the Python type of every field. It sees neither descriptions nor property names, so
none of them can become code on its way; laying the classes out is done in ``models``.
"""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..load.schema import REF

# What is passed on; `not`, `oneOf` and the like would vanish or mislead, validators have them.
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
SIZES = ("minItems", "maxItems", "minLength", "maxLength")
KEYWORDS = ("$ref", "type", "required", "items", "anyOf", "const", "enum", *BOUNDS, *SIZES)
BASE = "Model"


class UnrenderableError(ValueError):
    """A schema that passes the checks but cannot be said as Python classes."""


@dataclass(frozen=True)
class Field:
    """A property: the key on the wire, the type, may it be left out."""

    key: str
    type: ast.expr
    required: bool


@dataclass(frozen=True)
class Class:
    """A definition: a record with ``fields``, or another ``type``."""

    name: str
    fields: tuple[Field, ...] = ()
    type: ast.expr | None = None


def read_classes(defs: dict[str, dict[str, Any]]) -> list[Class]:
    """The classes of a schema's definitions, in the schema's order.

    The types of fields say their bounds, as models do. Raises UnrenderableError.
    """
    tree = _without_helpers(ast.parse(_generated(defs)), defs)
    made = {n.name for n in tree.body if isinstance(n, ast.ClassDef)}
    if strange := sorted(made - set(defs)):
        raise UnrenderableError(f"a definition needs another name than {strange[0]}")
    found = {found.name: found for found in _classes(tree, defs)}
    if lacking := sorted(set(defs) - set(found)):
        raise UnrenderableError(f"nothing can be made of {lacking[0]}")
    return [found[name] for name in defs]


def _without_helpers(tree: ast.Module, defs: dict[str, dict[str, Any]]) -> ast.Module:
    """The classes without those that are made of a bounded arm of a union: it stands there."""
    helpers = {
        n.name: n.body[0].annotation for n in tree.body
        if isinstance(n, ast.ClassDef) and n.name not in defs
        and isinstance(n.body[0], ast.AnnAssign) and ast.unparse(n.body[0].target) == "root"
    }  # fmt: skip
    tree.body = [n for n in tree.body if not isinstance(n, ast.ClassDef) or n.name not in helpers]
    whole: ast.Module = _InPlace(helpers).visit(tree)
    return whole


class _InPlace(ast.NodeTransformer):
    """Types in the place of the names of their classes."""

    def __init__(self, helpers: dict[str, ast.expr]) -> None:
        self.helpers = helpers

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self.helpers.get(node.id)
        made: ast.AST = node if found is None else self.visit(copy.deepcopy(found))
        return made


def unbounded(found: Class) -> Class:
    """The same class as TypedDicts say it: they know no bounds."""
    fields = tuple(Field(one.key, _unbounded(one.type), one.required) for one in found.fields)
    return Class(found.name, fields, found.type and _unbounded(found.type))


def _unbounded(type_: ast.expr) -> ast.expr:
    # The classes are read again by the models: what is taken off is taken off a copy.
    stripped: ast.expr = _Bare().visit(copy.deepcopy(type_))
    return stripped


class _Bare(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if ast.unparse(node.value) == "Annotated" and isinstance(node.slice, ast.Tuple):
            return node.slice.elts[0]
        return node


def _generated(defs: dict[str, dict[str, Any]]) -> str:
    # Imported here: it takes longer to load than most commands take to run.
    from datamodel_code_generator import generate
    from datamodel_code_generator.enums import DataModelType, InputFileType
    from datamodel_code_generator.format import Formatter, PythonVersion
    from datamodel_code_generator.parser import LiteralType

    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {name: prepared(definition) for name, definition in defs.items()},
    }
    code = generate(
        json.dumps(schema),
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        formatters=[Formatter.BUILTIN],
        disable_timestamp=True,
        skip_root_model=True,
        keep_model_order=True,
        strict_nullable=True,
        use_standard_collections=True,
        use_union_operator=True,
        use_annotated=True,
        enum_field_as_literal=LiteralType.All,
        use_missing_sentinel=True,
        base_class=f"base.{BASE}",
    )
    if not isinstance(code, str):
        raise UnrenderableError("the schema does not make one module")
    return code


def prepared(schema: Any) -> Any:
    """The part of a schema that says which Python type it is."""
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    result = {key: schema[key] for key in KEYWORDS if key in schema}
    values = result.get("enum", [result["const"]] if "const" in result else [])
    if not all(value is None or isinstance(value, str | bool | int) for value in values):
        return {}  # no Literal can say these
    if values:
        return {key: result[key] for key in ("enum", "const") if key in result}
    if "items" in result:
        result["items"] = prepared(result["items"])
    if "anyOf" in result:
        result["anyOf"] = [prepared(arm) for arm in result["anyOf"]]
    if "properties" in schema:
        # Numbered names: a key may be no identifier, or hide a name that annotations use.
        keys = list(schema["properties"])
        named = enumerate(schema["properties"].values())
        result["properties"] = {f"f{n}": prepared(value) for n, value in named}
        needed = [f"f{keys.index(key)}" for key in result.pop("required", ()) if key in keys]
        result["required"] = needed
    elif result.get("type") == "object":
        # An object without properties would become an empty class: it is any object.
        result.pop("required", None)
        values_schema = schema.get("additionalProperties", {})
        result["additionalProperties"] = prepared({} if values_schema is True else values_schema)
    return _with_exact_numbers(result)


def _with_exact_numbers(schema: dict[str, Any]) -> dict[str, Any]:
    """``number`` alone would become ``float``, and 1 would become 1.0."""
    types = schema.get("type")
    if types == "number" or (isinstance(types, list) and "number" in types):
        bounds: dict[str, Any] = {key: schema[key] for key in BOUNDS if key in schema}
        listed = [types] if isinstance(types, str) else [t for t in types if t != "integer"]
        arms: list[dict[str, Any]] = []
        for name in listed:
            if name == "number":
                arms.append({"type": "integer", **bounds})
                arms.append({"type": "number", **bounds})
            else:
                arms.append({"type": name})
        return {"anyOf": arms}
    return schema


def _classes(tree: ast.Module, defs: dict[str, dict[str, Any]]) -> Iterable[Class]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            keys = list(defs.get(node.name, {}).get("properties", {}))
            yield _class(node, keys)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield Class(node.target.id, type=node.value)


def _class(node: ast.ClassDef, keys: list[str]) -> Class:
    statements = [child for child in node.body if isinstance(child, ast.AnnAssign)]
    base = node.bases[0]
    if isinstance(base, ast.Subscript) and ast.unparse(base.value) == "RootModel":
        return Class(node.name, type=_bare(statements[0].annotation)[0])
    numbered: dict[str, Field] = {}
    for statement in statements:
        name = ast.unparse(statement.target)
        type_, missing = _bare(statement.annotation)
        key = keys[int(name.removeprefix("f"))]
        numbered[key] = Field(key, type_, not missing)
    if set(numbered) != set(keys):
        raise UnrenderableError(f"the properties of {node.name} cannot all be fields")
    return Class(node.name, tuple(numbered[key] for key in keys))


def _bare(annotation: ast.expr) -> tuple[ast.expr, bool]:
    """A field's type without what says that it may be missing; and whether something did."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        annotation = ast.parse(annotation.value, mode="eval").body
    if isinstance(annotation, ast.Subscript):
        outer = ast.unparse(annotation.value)
        if outer == "NotRequired":
            return _bare(annotation.slice)[0], True
        if outer == "Annotated" and isinstance(annotation.slice, ast.Tuple):
            inner, missing = _bare(annotation.slice.elts[0])
            bounds = [_bounds(extra) for extra in annotation.slice.elts[1:]]
            limits = [extra for extra in bounds if extra is not None]
            if not limits:
                return inner, missing
            pieces = ast.Tuple([inner, *limits], ast.Load())
            return ast.Subscript(annotation.value, pieces, ast.Load()), missing
    if isinstance(annotation, ast.BinOp):
        arms = union_arms(annotation)
        types = [_bare(arm)[0] for arm in arms if ast.unparse(arm) != "MISSING"]
        return joined_arms(types), len(types) < len(arms)
    return annotation, False


def union_arms(node: ast.expr) -> list[ast.expr]:
    """The arms of ``A | B | C``."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*union_arms(node.left), *union_arms(node.right)]
    return [node]


def joined_arms(arms: list[ast.expr]) -> ast.expr:
    """``A | B | C`` of its arms."""
    result = arms[0]
    for arm in arms[1:]:
        result = ast.BinOp(result, ast.BitOr(), arm)
    return result


def _bounds(extra: ast.expr) -> ast.expr | None:
    """``Field(ge=0)`` of what stands beside a type, if it bounds the value at all."""
    if not isinstance(extra, ast.Call):
        return None
    words = ("ge", "le", "gt", "lt", "min_length", "max_length")
    keywords = [word for word in extra.keywords if word.arg in words]
    return ast.Call(extra.func, [], keywords) if keywords else None


def references(schema: Any) -> Iterable[str]:
    """Names of the definitions a schema refers to."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(REF)
        for value in schema.values():
            yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)
