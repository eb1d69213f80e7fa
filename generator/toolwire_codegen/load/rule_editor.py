"""The JSON Schemas with which editors complete ``rules.yaml`` and profiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .profile import OFF, REASONING, ROWS, WORDS
from .rule_kinds import BLOCKS, BY_MODEL, KINDS, LIMIT, LIMITS, MEDIA, PLACES, SOURCE, Param

Json = dict[str, Any]
REASONS: Json = {
    "what": {"type": "string", "minLength": 1, "description": "What must hold, in a few words."},
    "reference": {
        "type": "string", "minLength": 1, "description": "Where the provider says so: an address.",
    },
}  # fmt: skip


def rules_schema() -> Json:
    """What ``schemas/rules.schema.json`` holds."""
    words: Json = {"type": "array", "items": {"enum": [*BLOCKS]}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rules",
        "description": "What a wire's API accepts, in the words of the intermediate format.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "places": _closed(
                "What each place may hold.", dict.fromkeys(PLACES, words), ()
            ),
            "sources": _closed(
                "Where media may stand.",
                {name: _params("Where it may stand.", SOURCE) for name in MEDIA}, (),
            ),
            "limits": _closed(
                "How ids and names are spelled.",
                {name: _params("How it is spelled.", LIMIT) for name in LIMITS}, (),
            ),
            "rules": {
                "type": "object",
                "description": "What else must hold: an id and a rule of one kind each.",
                "additionalProperties": {"oneOf": [_rule(name) for name in KINDS]},
            },
        },
    }  # fmt: skip


def _rule(name: str) -> Json:
    kind = KINDS[name]
    found = _params(f"{kind.what[0].upper()}{kind.what[1:]}.", {**kind.params, **BY_MODEL})
    found["properties"] = {"kind": {"const": name}, **REASONS, **found["properties"]}
    found["required"] = ["kind", *REASONS, *found["required"]]
    return found


def _params(what: str, params: Mapping[str, Param]) -> Json:
    required = [name for name, param in params.items() if param.required]
    return _closed(what, {name: _param(param) for name, param in params.items()}, required)


def _closed(what: str, properties: Json, required: Any) -> Json:
    return {
        "type": "object",
        "description": what,
        "additionalProperties": False,
        "required": [*required],
        "properties": properties,
    }


def _param(param: Param) -> Json:
    word: Json = {"enum": [*param.among]} if param.among else {"type": "string", "minLength": 1}
    kinds: dict[str, Json] = {
        "words": {"type": "array", "items": word, "minItems": param.least, "uniqueItems": True},
        "types": {"anyOf": [{"const": True}, {"type": "array", "items": word}]},
        "word": word,
        "flag": {"const": True},
        "object": {"type": "object", "minProperties": 1},
        "lists": {
            "type": "object",
            "minProperties": 1,
            "propertyNames": word,
            "additionalProperties": {
                "type": "array",
                "minItems": 1,
                "items": {"enum": [*param.values]} if param.values else {},
            },
        },
        "number": {"type": "number"},
        "count": {"type": "integer", "minimum": 1},
    }
    description = {"description": f"{param.what[0].upper()}{param.what[1:]}."}
    return {**kinds.get(param.kind, {"type": "string", "minLength": 1}), **description}


def profile_schema() -> Json:
    """What ``schemas/profile.schema.json`` holds: changes of the sections above, and others."""
    sections = rules_schema()["properties"]
    rows = sections["rules"]["additionalProperties"]["oneOf"]
    params: dict[str, list[Json]] = {}
    for name, schema in (one for row in rows for one in row["properties"].items()):
        alike = [one for one in params.get(name, ()) if _shape(one) != _shape(schema)]
        params[name] = [*alike, schema]
    change = {
        "type": "object",
        "description": "Other parameters of a rule that the wire has.",
        "additionalProperties": False,
        "required": [*REASONS],
        "properties": {
            name: {"anyOf": [OFF_, *schemas]} for name, schemas in params.items() if name != "kind"
        },
    }
    text: Json = {"type": "string", "minLength": 1}
    unless = {"description": "The value that says no more than nothing: it is not lost."}
    why = {"lost": {**text, "description": "Why."}, "unless": unless}
    lost = _closed("The service does not have it.", why, ())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Profile",
        "description": "What a service accepts that speaks a wire, where that is otherwise.",
        "type": "object",
        "additionalProperties": False,
        "required": [*WORDS],
        "properties": {
            "title": {**text, "description": "What the service is called."},
            "reference": {**text, "description": "The address where it says what it takes."},
            **{name: _changes(sections[name]) for name in ROWS if name != "rules"},
            "rules": {
                **sections["rules"],
                "additionalProperties": {"anyOf": [OFF_, change, *rows]},
            },
            "dialects": {
                "type": "object",
                "description": "Dialects with other rows or rules: those of dialect.yaml.",
                "additionalProperties": {"anyOf": [OFF_, {"type": "object"}]},
            },
            "fields": {
                "type": "object",
                "description": "What it has for fields of a request: a key, or why it has none.",
                "properties": {
                    REASONING: {
                        "description": "Where thoughts go back: the key of their text, and others.",
                        "anyOf": [text, {"type": "array", "minItems": 1, "items": text}],
                    }
                },
                "additionalProperties": {"anyOf": [text, {**lost, "required": ["lost"]}]},
            },
            "tables": {
                "type": "object",
                "description": "For words that it does not have the nearest, a word of the wire.",
                "additionalProperties": {"type": "object", "additionalProperties": text},
            },
        },
    }


OFF_: Json = {"const": OFF, "description": "The service does not have it."}


def _shape(schema: Json) -> Json:
    """What a parameter may be, whatever a kind of rule says of it."""
    return {key: value for key, value in schema.items() if key != "description"}


def _or_off(schema: Json) -> Json:
    return {"anyOf": [OFF_, schema]}


def _changes(section: Json) -> Json:
    """A section whose entries are changes: none of their parameters has to be there."""
    entries = {}
    for name, entry in section["properties"].items():
        if entry.get("type") == "object":
            inner = {key: _or_off(schema) for key, schema in entry["properties"].items()}
            entry = {**entry, "required": [], "properties": inner}
        entries[name] = _or_off(entry)
    return {**section, "properties": entries}
