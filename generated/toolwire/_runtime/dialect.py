# Copied by toolwire from templates/python/runtime. Do not edit this copy.
"""What a wire takes of JSON Schema, and the schema that says as much of another as it can.

A dialect is data: a row for every keyword, and a few rules on values. What a dialect takes as it
is comes back as the same object, found by one look.
"""

from __future__ import annotations

import re
from typing import Any

from .absence import EMPTY
from .errors import Loss, ToolwireError
from .keywords import (
    ANY,
    DEFINITIONS,
    MANY,
    MAP,
    NAMES,
    ONE,
    REFERENCES,
    TEXT,
    TYPE,
    TYPES,
    VALUES,
    type_names,
    well_formed,
)
from .lowering import Lowering
from .references import of_today
from .shaping import SAID_OF_MEMBERS
from .spelling import Limit

Json = Any
Rows = dict[str, tuple[str, str]]

BESIDE, MEMBERS = 20, 21
"""Looks of keywords that are more than their values: those other keywords bear on."""


class Dialect:
    """What one wire takes in one place. ``rows``: of each keyword an action and what belongs to it.

    Actions: keep, omit (nothing is lost), drop (with a reason), describe (in words), as (another
    keyword), inline (references), merge (``allOf``), refuse (with a reason). The row ``*`` is for
    keywords that no draft has.
    """

    def __init__(
        self,
        *,
        name: str,
        uses: tuple[str, ...],
        rows: Rows,
        when: str = "",
        explicit: bool = False,
        spelled: dict[str, str] = EMPTY,
        values: dict[str, Json] = EMPTY,
        names: dict[str, Json] | None = None,
        implied: dict[str, list[Json]] = EMPTY,
        types: str = "list",
        enum: str = "any",
        untyped: dict[str, Json] | None = None,
        booleans: bool = True,
        objects: tuple[str, ...] = (),
        fill: dict[str, dict[str, Json]] = EMPTY,
        alone: dict[str, list[str]] = EMPTY,
        recursion: str = "kept",
        root: tuple[str, ...] | None = None,
        most: dict[str, int] = EMPTY,
        together: dict[str, int] = EMPTY,
    ) -> None:
        self.name, self.uses, self.rows, self.when, self.spelled = name, uses, rows, when, spelled
        self.implied, self.types, self.enum = implied, types, enum
        #: whether what is not held to its schema says so
        self.explicit = explicit
        self.values = {key: among for key, among in values.items() if type(among) is list}
        limits = {key: limit for key, limit in values.items() if type(limit) is dict}
        #: the values that a keyword may have beside each type
        self.beside = {key: limit for key, limit in limits.items() if limit.keys() <= {*TYPES}}
        #: of texts, what may not be found in them, and whether they are regular expressions
        self.without = {k: re.compile(v["without"]) for k, v in limits.items() if "without" in v}
        self.compiled = frozenset(key for key, limit in limits.items() if limit.get("compiles"))
        self.limited = frozenset(values)
        #: how members of objects are called
        self.member = None if names is None else Limit(names)
        self.untyped = untyped
        self.booleans, self.objects, self.fill, self.alone = booleans, objects, fill, alone
        self.recursion, self.root = recursion, root
        #: how large a schema may be, and all those of a request
        self.most, self.together = most, together
        #: the keywords that stay as they are
        self.keywords = {key for key, row in rows.items() if row[0] == "keep"}
        self.respelled = frozenset(key for key, row in rows.items() if row[0] == "as")
        rules = (values, names, untyped, objects, fill, alone)
        self.deep = len(self.keywords) < len(rows) or any(rules) or types != "list" or enum != "any"
        looked = self.keywords - {"*"}
        if "$ref" in alone or recursion != "kept":  # then it matters where references lead
            looked -= {*REFERENCES, *DEFINITIONS}
        self.looks = {key: _look(key) for key in looked}
        self.names = frozenset(TYPES) - ({"null"} if types == "nullable" else set())
        self.ruled = bool(self.objects or fill or untyped is not None)

    def allows(self, key: str, schema: dict[str, Any]) -> bool:
        """Whether a keyword that is kept may have the value that a schema gives it."""
        value = schema[key]
        if key in self.values:
            return value in self.values[key]
        if key in self.beside:
            kinds = type_names(schema) or ()
            return bool(kinds) and all(value in self.beside[key].get(kind, ()) for kind in kinds)
        # Of an object its keys are meant.
        texts = [value] if type(value) is str else value if type(value) in (list, dict) else ()
        return all(self._reads(key, text) for text in texts if type(text) is str)

    def _reads(self, key: str, text: str) -> bool:
        if key in self.without and self.without[key].search(text) is not None:
            return False
        return key not in self.compiled or _compiles(text)

    def row(self, key: str) -> tuple[str, str]:
        return self.rows[key] if key in self.rows else self.rows["*"]


def _compiles(text: str) -> bool:
    """Whether a text is a regular expression to a service that is written in Python."""
    try:
        re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _look(key: str) -> int:
    if key in ("allOf", "oneOf", "prefixItems"):
        return BESIDE
    return MEMBERS if key == "additionalProperties" else VALUES.get(key, ANY)


def lower(schema: dict[str, Any], dialect: Dialect) -> tuple[dict[str, Any], list[Loss]]:
    """A schema that the dialect takes, and what it no longer says; the same object if nothing.

    Raises ToolwireError for a schema that the dialect has no place for.
    """
    if taken(schema, dialect):
        return schema, []
    try:
        return Lowering(of_today(schema), dialect).result()
    except RecursionError:
        raise ToolwireError("", "value", "a less deeply nested schema") from None


def taken(schema: dict[str, Any], dialect: Dialect) -> bool:
    """Whether the dialect takes a schema as it is, as far as one look tells: no is not for sure."""
    if dialect.root is not None and (
        schema.get("type") != "object" or any(key in schema for key in dialect.root)
    ):
        return False
    if not dialect.deep:
        return True
    looks, names = dialect.looks, dialect.names
    ruled, booleans = dialect.ruled, dialect.booleans
    todo: list[Json] = [schema]
    for node in todo:
        if type(node) is not dict:
            if type(node) is bool and booleans:
                continue
            return False
        if ruled and not _rules_hold(node, dialect):
            return False
        for key, value in node.items():
            look = looks.get(key, BESIDE)
            if look == TEXT:
                if type(value) is not str:
                    return False
            elif look == TYPE:
                if (type(value) is not str or value not in names) and not _types(value, dialect):
                    return False
            elif look == MAP:
                if type(value) is not dict:
                    return False
                todo += value.values()
            elif look == ONE:
                todo.append(value)
            elif look == NAMES:
                if not _are_names(value):
                    return False
            elif look == MEMBERS:
                if type(value) is not bool:
                    todo.append(value)
            elif look == MANY:
                if type(value) is not list or not value or not _by_itself(key, node, dialect):
                    return False
                todo += value
            elif look == BESIDE or not _sound(key, value, dialect):
                return False
    return not (dialect.limited or dialect.member) or _limited(todo, dialect)


STRINGS = {str}


def _are_names(value: Json) -> bool:
    """Whether a value is a list of names, each once."""
    return type(value) is list and (
        not value or ({*map(type, value)} == STRINGS and len({*value}) == len(value))
    )


def _sound(key: str, value: Json, dialect: Dialect) -> bool:
    """Whether a keyword's value is one, and such as the dialect takes; of lists, the plain ones."""
    if key != "enum":
        return well_formed(key, value)
    plain = type(value) is list and bool(value)
    return plain and (dialect.enum == "any" or {*map(type, value)} == STRINGS)


def _types(value: Json, dialect: Dialect) -> bool:
    """Whether a value lists types, for a dialect that has such lists."""
    listed = dialect.types == "list" and _are_names(value) and len(value) > 1
    return listed and dialect.names.issuperset(value)


def _by_itself(key: str, node: dict[str, Any], dialect: Dialect) -> bool:
    """A list of schemas that nothing stands beside, if the dialect minds."""
    return key not in dialect.alone or len(node) == 1


def _limited(nodes: list[Json], dialect: Dialect) -> bool:
    """Whether keywords have the values that they may, and members the names."""
    words = dialect.limited
    fits = None if dialect.member is None else dialect.member.fits
    for node in nodes:
        if type(node) is not dict:
            continue
        if not words.isdisjoint(node) and not all(
            dialect.allows(key, node) for key in words & node.keys()
        ):
            return False
        if fits is not None and "properties" in node and not all(map(fits, node["properties"])):
            return False
    return True


def _rules_hold(node: dict[str, Any], dialect: Dialect) -> bool:
    """What the dialect asks of a schema with a single type; of others the look does not tell."""
    kind = node.get("type")
    if type(kind) is list:
        return "array" not in kind and "object" not in kind
    if type(kind) is not str:
        if dialect.untyped is not None:
            return False
        if "enum" in node and dialect.types == "one":
            return False  # the values that it lists say of what types they are
        return kind is None and node.keys().isdisjoint(("properties", "items", "required"))
    if kind in dialect.fill and not all(key in node for key in dialect.fill[kind]):
        return False
    if kind != "array" and "items" in node:
        return False  # it says nothing
    if kind != "object" or not dialect.objects:
        return kind == "object" or node.keys().isdisjoint(("properties", "required"))
    properties, required = node.get("properties", EMPTY), node.get("required", ())
    if type(properties) is not dict or (type(required) is not list and required != ()):
        return False
    if "open" in dialect.objects and node.keys().isdisjoint(SAID_OF_MEMBERS):
        return False
    if "closed" in dialect.objects and node.get("additionalProperties") is not False:
        return False
    if not all(type(name) is str and name in properties for name in required):
        return False
    if "some" in dialect.objects and properties and not required:
        return False
    return "complete" not in dialect.objects or len(set(required)) == len(properties)
