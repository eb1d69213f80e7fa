"""The JSON Schema with which editors complete ``rules.yaml``, made of the table of kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .rule_kinds import BLOCKS, KINDS, LIMIT, LIMITS, MEDIA, PLACES, SOURCE, Param

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
    found = _params(f"{kind.what[0].upper()}{kind.what[1:]}.", kind.params)
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
        "words": {"type": "array", "items": word},
        "types": {"anyOf": [{"const": True}, {"type": "array", "items": word}]},
        "word": word,
        "flag": {"const": True},
        "object": {"type": "object", "minProperties": 1},
        "number": {"type": "number"},
        "count": {"type": "integer", "minimum": 1},
    }
    said = {"description": f"{param.what[0].upper()}{param.what[1:]}."}
    return {**kinds.get(param.kind, {"type": "string", "minLength": 1}), **said}
