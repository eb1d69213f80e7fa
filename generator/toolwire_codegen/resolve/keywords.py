"""Which keywords of JSON Schema are read, and beside which: all others would go unheard.

A schema has one of a few forms, and each form some keywords. Bounds on plain values and on the
length of lists, and what a value must not be, are for validators: no adapter looks at them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..load.schema import SCALARS, json_type

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = ("$schema", "$id", "$comment", "title", "description", "$defs")
"""What may stand in a schema file itself."""

NOTES = frozenset(
    {
        *("title", "description", "examples", "default", "deprecated", "$comment", "readOnly"),
        *("writeOnly", "format", "contentEncoding", "contentMediaType", "contentSchema"),
    }
)
"""Keywords that say nothing of which values are valid."""

FORMS: dict[str, tuple[str, ...]] = {
    "$ref": (),
    "anyOf": (),
    "const": ("type",),
    "enum": ("type",),
    "type": ("not",),
}
"""What tells a form, the first that is there, and what may stand beside it."""

TYPES: dict[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength", "pattern"),
    "integer": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "array": ("items", "minItems", "maxItems", "uniqueItems"),
    "object": ("properties", "required", "additionalProperties", "oneOf"),
}
"""What may stand beside ``type``, by the type."""

NAMING = {
    "$id": "definitions are found by their names",
    "$anchor": "definitions are found by their names",
    "$dynamicAnchor": "write a plain `$ref`",
    "$dynamicRef": "write a plain `$ref`",
    "$recursiveRef": "write a plain `$ref`",
    "$recursiveAnchor": "write a plain `$ref`",
    "$defs": "put the definition under the `$defs` of the file",
    "definitions": "put the definition under the `$defs` of the file",
}
"""What would lead references elsewhere, wherever it stands."""

ARMS = "write the forms as arms of an `anyOf`"
WRITTEN_OUT = "leave it out, or say it in the `description`"
FIXES = {
    "allOf": "write what its parts say in one schema",
    "oneOf": "write `anyOf`: arms are told apart by the transform",
    "patternProperties": "name the properties, or use `additionalProperties`",
    "prefixItems": "write one type for all items",
    "additionalItems": "write one type for all items",
    "if": ARMS,
    "then": ARMS,
    "else": ARMS,
    "dependentRequired": ARMS,
    "dependentSchemas": ARMS,
    "dependencies": ARMS,
    "discriminator": "arms are told apart by their constants",
    "nullable": 'it is no keyword of JSON Schema: add `{"type": "null"}` as an arm of an `anyOf`',
    "example": "it is no keyword of JSON Schema: write a list of `examples`",
}
"""What to write instead of what is not read."""

OTHERS = (
    *("allOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependentRequired"),
    *("prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems"),
    *("patternProperties", "propertyNames", "minProperties", "maxProperties"),
    *("unevaluatedProperties", "$vocabulary", *NAMING),
)
VOCABULARY = frozenset({*NOTES, *FORMS, *OTHERS, *(key for keys in TYPES.values() for key in keys)})


@dataclass(frozen=True)
class Unheard:
    """A keyword that is not read where it stands."""

    key: str
    what: str
    note: str
    fix: str


def unheard(schema: dict[str, Any], narrows: bool) -> Iterator[Unheard]:
    """Keywords of a schema that nothing reads; one that ``narrows`` is for validators alone."""
    for key in schema:
        if key in NAMING:
            yield Unheard(key, f"`{key}` is not read here", "", NAMING[key])
        elif key not in VOCABULARY and not key.startswith("x-"):
            yield _unknown(key)
    if narrows:
        return
    described = "type" if "properties" in schema and "type" in schema else ""
    form = described or next((key for key in FORMS if key in schema), "")
    allowed = {*NOTES, form, *_beside(schema, form)}
    for key in schema:
        typed = form or "properties" not in schema or key not in TYPES["object"]
        if key in VOCABULARY and key not in allowed and key not in NAMING and typed:
            yield _out_of_place(key, form, schema)
    yield from _constants(schema)
    yield from _encoding(schema)
    yield from _groups(schema)
    yield from _nameless(schema)


def unheard_in_file(data: dict[str, Any]) -> Iterator[Unheard]:
    """Keywords beside ``$defs``, where no value is described."""
    for key in data:
        if key not in FILE and not key.startswith("x-"):
            fix = "put it into a definition, or remove it"
            yield Unheard(key, f"`{key}` is not read outside of the definitions", "", fix)
    dialect = data.get("$schema", DIALECT)
    if not isinstance(dialect, str) or dialect.rstrip("#") != DIALECT:
        what = "schemas are read as JSON Schema 2020-12"
        yield Unheard("$schema", what, f"this one says {dialect!r}", f'write "{DIALECT}"')


def _unknown(key: str) -> Unheard:
    if key in FIXES:
        return Unheard(key, f"`{key}` is not read here", "", FIXES[key])
    near = difflib.get_close_matches(key, VOCABULARY, 1, 0.6)
    note = f"near it: {near[0]}" if near else ""
    fix = f"mend the word, or call it `x-{key}`: a note of your own"
    return Unheard(key, f"`{key}` is no keyword of JSON Schema", note, fix)


def _beside(schema: dict[str, Any], form: str) -> set[str]:
    """The keywords that may stand beside what tells the form."""
    types = schema.get("type") if form == "type" else []
    named = [types] if isinstance(types, str) else types if isinstance(types, list) else []
    inner = {key for name in named if isinstance(name, str) for key in TYPES.get(name, ())}
    return {*FORMS.get(form, ()), *inner}


def _out_of_place(key: str, form: str, schema: dict[str, Any]) -> Unheard:
    if key in FIXES and key != "oneOf":
        return Unheard(key, f"`{key}` is not read here", "", FIXES[key])
    owners = [name for name, keys in TYPES.items() if key in keys]
    if not form:
        what = f"`{key}` alone does not say the type"
        fix = FIXES.get(key) or f'add `"type": "{owners[0]}"`' if owners else WRITTEN_OUT
        return Unheard(key, what, "", fix)
    spelled = f"`{form}`" if form != "type" else f"`type: {schema['type']}`"
    note = f"it is for {' and '.join(owners)}" if owners and form == "type" else ""
    apart = "write each form as a definition, and an `anyOf` of them"
    fix = apart if key in ("anyOf", "$ref") else WRITTEN_OUT
    return Unheard(key, f"`{key}` is not read beside {spelled}", note, fix)


def _constants(schema: dict[str, Any]) -> Iterator[Unheard]:
    """Constants that are no plain values, or not of the type beside them."""
    types = schema.get("type")
    named = [types] if isinstance(types, str) else types
    named = named if isinstance(named, list) and {*map(str, named)} <= {*SCALARS} else None
    for key in ("const", "enum"):
        values = schema.get(key, []) if key == "enum" else [schema[key]] if key in schema else []
        if not isinstance(values, list):
            continue
        if key in schema and not values:
            yield Unheard(key, "an enumeration of nothing", "", "list its values")
        for value in values:
            kinds = {json_type(value)} | ({"number"} if json_type(value) == "integer" else set())
            if isinstance(value, (dict, list)):
                fix = "describe objects and lists by their parts"
                yield Unheard(key, "a constant here is no plain value", "", fix)
            elif named is not None and not kinds & set(named):
                what = f"{value!r} is not of type {' or '.join(named)}"
                yield Unheard(key, what, "", "mend the value, or the type")


def _encoding(schema: dict[str, Any]) -> Iterator[Unheard]:
    """Bytes as text: clients have bytes there, so an adapter must know how they are written."""
    encoding, types = schema.get("contentEncoding"), schema.get("type")
    if encoding is None:
        return
    if encoding != "base64":
        what = f"text that is encoded as {encoding!r} is not read as bytes"
        yield Unheard("contentEncoding", what, "base64 is", "leave it out, and say it in words")
    elif "string" not in (types if isinstance(types, list) else [types]):
        what = "bytes are written as a string"
        yield Unheard("contentEncoding", what, f"the type is {types!r}", "say it of a string")


def _groups(schema: dict[str, Any]) -> Iterator[Unheard]:
    """``oneOf`` beside properties: groups of keys of which one group is there."""
    if "properties" not in schema:
        return
    arms = schema.get("oneOf")
    for arm in arms if isinstance(arms, list) else ():
        if not isinstance(arm, dict) or set(arm) - NOTES != {"required"}:
            what = "`oneOf` beside `properties` is read as groups of required keys alone"
            yield Unheard("oneOf", what, "", "write arms of an `anyOf`, each a definition")
            return


def _nameless(schema: dict[str, Any]) -> Iterator[Unheard]:
    """Keys that are required or forbidden, and what describes them says otherwise."""
    required, properties = schema.get("required"), schema.get("properties", {})
    if schema.get("type") != "object" or not isinstance(properties, dict):
        return
    if not properties and schema.get("additionalProperties") is False:
        fix = "describe its `properties`, or leave this out"
        yield Unheard("additionalProperties", "an object that can hold nothing", "", fix)
    never = schema.get("not")
    names = never.get("required") if isinstance(never, dict) and len(never) == 1 else None
    if isinstance(names, list) and names and all(str(name) in properties for name in names):
        what = f"{' and '.join(f'`{name}`' for name in names)} may not be there, and is described"
        yield Unheard("not", what, "no adapter looks at it", ARMS)
    if "not" in schema:
        return
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in properties:
            near = difflib.get_close_matches(name, properties, 3, 0.6)
            note = f"near it: {', '.join(near)}" if near else ""
            yield Unheard("required", f"`{name}` is required and no property", note,
                          "describe it under `properties`")  # fmt: skip
