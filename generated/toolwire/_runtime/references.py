# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""Where the references of a schema lead, inside of the same schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from .keywords import NAMED, REFERENCES, SCHEMA, SCHEMAS, SILENT
from .misfit import escaped, unescaped

Json = Any
OLDER = re.compile(r"https?://json-schema\.org/draft-0[3-7]/schema#?")
HOLDERS = NAMED | SCHEMA
"""Keywords that hold schemas, each of which stays where it is; one of a list may move up."""


class Spot(NamedTuple):
    """A schema inside of another, and the JSON Pointer of its place there."""

    schema: Json
    pointer: str


class References:
    """The places of one schema that references name; looked for when the first is asked for."""

    def __init__(self, root: Json) -> None:
        self.root = root
        self.anchors: dict[tuple[str, str], Spot] = {}
        self.resources: dict[str, Spot] = {}
        self.resource_of: dict[int, str] = {}
        self.circular: dict[str, bool] = {}
        self.indexed = False

    def spot(self, holder: Json, ref: Json) -> Spot | None:
        """Where a reference leads that stands in ``holder``; None where that is not in here."""
        if type(ref) is not str:
            return None
        if not self.indexed:
            self._look_through()
        base, _, fragment = ref.partition("#")
        within = base or self.resource_of.get(id(holder), "")
        resource = self.resources.get(within)
        if resource is None:
            return None
        fragment = unquote(fragment)
        if fragment and not fragment.startswith("/"):
            return self.anchors.get((within, fragment))
        return _followed(resource, fragment)

    def recursive(self, spot: Spot) -> bool:
        """Whether a way leads from a place back to it."""
        if spot.pointer not in self.circular:
            self.circular[spot.pointer] = spot.pointer in self.reached(spot)
        return self.circular[spot.pointer]

    def reached(self, spot: Spot) -> set[str]:
        """The places that references below a place lead to, and those below these."""
        found: set[str] = set()
        todo = [spot]
        while todo:
            for one in self._leads_to(todo.pop()):
                if one.pointer not in found:
                    found.add(one.pointer)
                    todo.append(one)
        return found

    def _leads_to(self, spot: Spot) -> list[Spot]:
        found = []
        for node, _ in subschemas(spot):
            for key in REFERENCES:
                if key in node and (to := self.spot(node, node[key])) is not None:
                    found.append(to)
        return found

    def _look_through(self) -> None:
        self.indexed = True
        self.resources[""] = Spot(self.root, "")
        for node, pointer, resource in _with_resources(self.root):
            if resource:
                self.resource_of[id(node)] = resource
            name = node.get("$id")
            if type(name) is str and not name.startswith("#"):
                self.resources.setdefault(name.rstrip("#"), Spot(node, pointer))
            for key in ("$anchor", "$dynamicAnchor"):
                if type(anchor := node.get(key)) is str:
                    self.anchors.setdefault((resource, anchor), Spot(node, pointer))


def of_today(root: dict[str, Any]) -> dict[str, Any]:
    """A schema of an older draft without what stands beside its references, where nothing counts.

    The schema itself where it is of none, or nothing stands there.
    """
    draft = root.get("$schema")
    if type(draft) is not str or OLDER.fullmatch(draft) is None:
        return root
    nodes = [node for node, _, _ in _with_resources(root)]
    if not any("$ref" in node and node.keys() - SILENT > {"$ref"} for node in nodes):
        return root
    found: dict[str, Any] = _by_themselves(root)
    return found


def _by_themselves(node: Json) -> Json:
    """A schema, or a list of them, with nothing but words beside its references."""
    if type(node) is list:
        return [_by_themselves(one) for one in node]
    if type(node) is not dict:
        return node
    found = {}
    for key, value in node.items():
        if "$ref" in node and key != "$ref" and key not in SILENT:
            continue
        named = (key in NAMED or key == "dependencies") and type(value) is dict
        if named:
            value = {name: _by_themselves(inner) for name, inner in value.items()}
        found[key] = _by_themselves(value) if key in SCHEMA or key in SCHEMAS else value
    return found


def through(pointer: str) -> Iterator[str]:
    """The keywords that a pointer leads through, as the rows of dialects call them."""
    steps, at = pointer.split("/")[1:], 0
    while at < len(steps):
        key, at = steps[at], at + 1
        if key in NAMED or key in SCHEMAS:
            at += 1
        elif key == "items" and at < len(steps) and steps[at].isdecimal():
            key, at = "items[list]", at + 1
        yield key


def _followed(start: Spot, pointer: str) -> Spot | None:
    """The place that a pointer names below another. Schemas stand in objects and lists alone."""
    here, path = start.schema, start.pointer
    for part in pointer.split("/")[1:]:
        name = unescaped(part)
        if type(here) is dict and name in here:
            here = here[name]
        elif type(here) is list and name.isdecimal() and int(name) < len(here):
            here = here[int(name)]
        else:
            return None
        path += f"/{escaped(name)}"
    return Spot(here, path) if type(here) in (dict, bool) else None


def below(node: Json, pointer: str) -> list[Spot]:
    """The schemas that a schema holds directly."""
    found = []
    for key, value in node.items():
        place = f"{pointer}/{escaped(str(key))}"
        if (key in SCHEMAS or key == "items") and type(value) is list:
            found += [Spot(item, f"{place}/{at}") for at, item in enumerate(value)]
        elif key in SCHEMA:
            found.append(Spot(value, place))
        elif (key in NAMED or key == "dependencies") and type(value) is dict:
            found += [Spot(item, f"{place}/{escaped(str(name))}") for name, item in value.items()]
    return [spot for spot in found if type(spot.schema) is dict]


def subschemas(spot: Spot) -> list[Spot]:
    """A schema and all below it, definitions apart: those count where something refers to them."""
    todo, found = [spot] if type(spot.schema) is dict else [], []
    while todo:
        here = todo.pop()
        found.append(here)
        inner = {k: v for k, v in here.schema.items() if k not in ("$defs", "definitions")}
        todo += below(inner, here.pointer)
    return found


def _with_resources(root: Json) -> list[tuple[Json, str, str]]:
    """Every schema in here, with the name of the resource that its references are relative to."""
    todo = [(root, "", "")] if type(root) is dict else []
    found = []
    while todo:
        node, pointer, resource = todo.pop()
        name = node.get("$id")
        if pointer and type(name) is str and not name.startswith("#"):
            resource = name.rstrip("#")
        found.append((node, pointer, resource))
        todo += [(*spot, resource) for spot in below(node, pointer)]
    return found
