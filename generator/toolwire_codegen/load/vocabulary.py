"""The keywords of JSON Schema 2020-12, and those of older drafts and OpenAPI that are mixed in.

The runtime knows the same names: what it does with them is written there once, and named here for
those who write dialects.
"""

from __future__ import annotations

TODAY = (
    *("$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary"),
    *("$comment", "$defs", "prefixItems", "items", "contains", "additionalProperties"),
    *("properties", "patternProperties", "dependentSchemas", "propertyNames", "if", "then"),
    *("else", "allOf", "anyOf", "oneOf", "not", "unevaluatedItems", "unevaluatedProperties"),
    *("type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum"),
    *("exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems"),
    *("uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties"),
    *("required", "dependentRequired", "format", "contentEncoding", "contentMediaType"),
    *("contentSchema", "title", "description", "default", "deprecated", "readOnly"),
    *("writeOnly", "examples"),
)
"""All vocabularies of draft 2020-12."""
ELSEWHERE = (
    *("id", "definitions", "dependencies", "additionalItems", "$recursiveRef"),
    *("$recursiveAnchor", "items[list]", "exclusiveMinimum[boolean]"),
    *("exclusiveMaximum[boolean]", "nullable", "example", "discriminator", "xml"),
    *("externalDocs", "propertyOrdering"),
)
"""Older drafts', and OpenAPI's; in brackets the kind of value that was another keyword's since."""
OTHERS = "*"
"""Stands for keywords that no draft has."""
KEYWORDS = (*TODAY, *ELSEWHERE, OTHERS)

SILENT = frozenset(
    {
        *("$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"),
        *("$vocabulary", "$comment", "$defs", "definitions", "title", "description"),
        *("default", "deprecated", "readOnly", "writeOnly", "examples", "example"),
        *("contentEncoding", "contentMediaType", "contentSchema", "discriminator", "xml"),
        *("externalDocs", "propertyOrdering", OTHERS),
    }
)
"""Keywords that no value is held to: leaving them out lets no other value through."""

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
DEFINITIONS = ("$defs", "definitions")

RESPELLINGS: dict[str, str] = {
    "items[list]": "prefixItems",
    "additionalItems": "items",
    "exclusiveMinimum[boolean]": "exclusiveMinimum",
    "exclusiveMaximum[boolean]": "exclusiveMaximum",
    "dependencies": "dependentRequired",
    "example": "examples",
    "id": "$id",
    "$recursiveRef": "$ref",
    "$dynamicRef": "$ref",
    "const": "enum",
    "nullable": "type",
    "oneOf": "anyOf",
    "exclusiveMinimum": "minimum",
    "exclusiveMaximum": "maximum",
    "patternProperties": "additionalProperties",
    "prefixItems": "items",
    "unevaluatedProperties": "additionalProperties",
}
"""Which keyword may be said by which other."""

ACTIONS: dict[str, str] = {
    "keep": "the wire takes it",
    "omit": "it is left out, and nothing is lost",
    "drop": "it is left out, for the reason that stands there",
    "describe": "the description says it, for the model",
    "as": "another keyword says it",
    "inline": "what it refers to stands in its place",
    "merge": "its schemas are one with the schema they stand in",
    "refuse": "no schema with it is sent, for the reason that stands there",
}
"""What may become of a keyword."""
REASONED = ("drop", "refuse")
EVERY = "all"
"""Stands for every keyword that no other row has."""
