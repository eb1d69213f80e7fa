"""JSON Schemas of types, as models should see them: closed, and without noise."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

_PATHS = ("path", "file-path", "directory-path")


def schema_of(adapter: Any) -> dict[str, Any]:
    """The schema of a pydantic ``TypeAdapter``, with what a reference at its root names."""
    schema: dict[str, Any] = _rooted(adapter.json_schema(schema_generator=_generator()))
    for name, defined in schema.get("$defs", {}).items():
        if defined.get("title") == name:  # an enum's, which is added late
            del defined["title"]
    return schema


def _rooted(schema: dict[str, Any]) -> dict[str, Any]:
    """With what a reference at the root names in its place: not every API follows one there."""
    defined: dict[str, Any] = schema.get("$defs", {})
    root = schema.pop("$ref", "")
    name = root.removeprefix("#/$defs/")
    if not root or name not in defined:
        return schema
    schema = {**defined[name], **schema}
    if json.dumps(root) not in json.dumps(list(defined.values())):
        schema["$defs"] = {other: value for other, value in defined.items() if other != name}
        if not schema["$defs"]:
            del schema["$defs"]
    return schema


@cache
def _generator() -> Any:
    """pydantic's generator, changed where its schemas serve people more than models."""
    from pydantic.json_schema import GenerateJsonSchema

    class ToolSchema(GenerateJsonSchema):
        """Declared objects take what they declare, unless one says ``extra="allow"``."""

        # A default that is no JSON is not shown; the function has it all the same.
        ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}  # noqa: RUF012

        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

        def generate_inner(self, schema: Any) -> Any:
            found = super().generate_inner(schema)
            if found.get("format") in _PATHS:
                del found["format"]
            return found

        def model_schema(self, schema: Any) -> Any:
            found = _untitled(super().model_schema(schema), schema["cls"])
            return found if schema.get("root_model") else _closed(found)

        def dataclass_schema(self, schema: Any) -> Any:
            return _closed(_untitled(super().dataclass_schema(schema), schema["cls"]))

        def typed_dict_schema(self, schema: Any) -> Any:
            return _closed(_untitled(super().typed_dict_schema(schema), schema.get("cls")))

    return ToolSchema


def _untitled(schema: dict[str, Any], cls: type | None) -> dict[str, Any]:
    """Without the class's name as a title: the reference to it has that name already."""
    if cls is not None and schema.get("title") == cls.__name__:
        del schema["title"]
    return schema


def _closed(schema: dict[str, Any]) -> dict[str, Any]:
    if schema.get("type") == "object":
        schema.setdefault("additionalProperties", False)
    return schema


def opened(core: Any) -> bool:
    """Whether some class in a core schema asks for keys that it does not declare."""
    return _any(core, lambda node: "allow" in (node.get("extra_behavior"), _extra(node)))


def shares(core: Any) -> bool:
    """Whether validation may hand on parts of its input as they are, and not as new values."""
    return _any(core, _hands_on)


def _extra(node: dict[str, Any]) -> Any:
    config = node.get("config")
    return config.get("extra_fields_behavior") if isinstance(config, dict) else None


def _hands_on(node: dict[str, Any]) -> bool:
    kind = node.get("type")
    if kind in ("any", "is-instance", "callable") or str(kind).startswith("function-"):
        return True
    return (kind == "list" and "items_schema" not in node) or (
        kind == "dict" and "values_schema" not in node
    )


def _any(core: Any, test: Callable[[dict[str, Any]], bool]) -> bool:
    """Whether a node of a core schema passes. What is no schema in it has no such keys."""
    waiting, visited = [core], set()
    while waiting:
        node = waiting.pop()
        if id(node) in visited:
            continue
        visited.add(id(node))
        if isinstance(node, dict):
            if test(node):
                return True
            waiting += [value for key, value in node.items() if key != "metadata"]
        elif isinstance(node, (list, tuple)):
            waiting += node
    return False
