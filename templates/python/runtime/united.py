"""What several schemas say in one place, as one: references, ``allOf``, what is beside others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import ToolwireError
from .keywords import (
    DEFINITIONS,
    OF_TYPE,
    SILENT,
    TYPED,
    TYPES,
    kind_of,
    kinds_of,
    type_names,
    well_formed,
)
from .merging import alike, intersected, of_types
from .misfit import escaped
from .references import HOLDERS, Spot, through
from .respelling import respelled
from .wording import description_with

if TYPE_CHECKING:
    from .lowering import Lowering

Json = Any
Found = tuple[Json, str]
"""A schema (or true, or false) and its place."""


class United:
    """Schemas of one lowering, each made one with what it is said together with."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering, self.dialect = lowering, lowering.dialect
        self.within: list[str] = [""]
        rows = self.dialect.rows
        self.words = {key: row[1] for key, row in rows.items() if row[0] == "as"}
        self.early = {k: v for k, v in self.words.items() if k != "unevaluatedProperties"}
        self.typed = {key for key in TYPED if rows[key][0] != "describe"}
        self.merges = rows["allOf"][0] != "keep"
        self.inlines = rows["$ref"][0] != "keep"

    def whole(self, schema: dict[str, Any], path: str) -> tuple[Json, str, bool]:
        """One schema for all that is said at a place; whether it is in the dialect already."""
        while True:
            schema = self._respelled(schema, path)
            if type(schema) is not dict:
                return schema, path, False
            if self.merges and "allOf" in schema:
                schema, path = self._opened(_lone(schema), path, self.inlines)
            elif "$ref" in schema:
                schema, path, done = self._referred(schema, path)
                if done:
                    return schema, path, True
            else:
                changed = self._alternatives(schema, path)
                if changed is schema:
                    return self._fitting(schema), path, False
                schema = changed
            if type(schema) is not dict:
                return schema, path, False

    def _respelled(self, schema: dict[str, Any], path: str) -> Json:
        """What a schema says in other keywords, until none is left to be said so."""
        while type(schema) is dict:
            together = ("allOf" in schema and self.merges) or "$ref" in schema
            words = self.early if together else self.words
            found = respelled(
                schema, words, lambda key, *why: self.lowering.lose(f"{path}/{key}", *why)
            )
            if found is schema:
                return schema
            schema = found
        return schema

    # -- references

    def _referred(self, schema: dict[str, Any], path: str) -> tuple[Json, str, bool]:
        lowering, definitions = self.lowering, self.lowering.definitions
        rest = {k: v for k, v in schema.items() if k != "$ref" and k not in DEFINITIONS}
        if type(schema["$ref"]) is not str:
            lowering.lose(f"{path}/$ref", "malformed", "a reference is a text")
            return rest, path, False
        spot = definitions.references.spot(schema, schema["$ref"])
        alone = self.dialect.alone.get("$ref")
        if not self.inlines and alone is None and self._stands(spot):
            return self._with_reference(schema["$ref"], rest, path)
        if spot is None or type(spot.schema) is bool:
            if spot is None:
                lowering.lose(f"{path}/$ref", "reference", "it leads nowhere in this schema")
            return (rest if spot is None or spot.schema else False), path, False
        if not self.inlines:
            beside = {} if alone is None else {k: v for k, v in rest.items() if k not in alone}
            beside = {k: v for k, v in beside.items() if self.dialect.row(k)[0] != "omit"}
            if not beside or definitions.references.recursive(spot):
                if beside:
                    lowering.origins.joined(spot.pointer, [path])
                reference = definitions.reference(spot, beside)
                if reference is not None:
                    if definitions.opened({"$ref": reference}) is False:
                        return False, path, False
                    rest = {k: v for k, v in rest.items() if k not in beside}
                    return self._with_reference(reference, rest, path)
                return self._cut(spot, rest, path), path, False
        if spot.pointer in self.within or (not self.inlines and not rest):
            return self._cut(spot, rest, path), path, False
        return (*self._inlined(spot, rest, path), False)

    def _stands(self, spot: Spot | None) -> bool:
        """Whether a reference leads on to where it leads now; it may lead out of the schema."""
        keys = [*through(spot.pointer)] if spot is not None else []
        stay = self.dialect.respelled.isdisjoint(keys) and HOLDERS.issuperset(keys)
        return stay and (not keys or keys[0] not in (self.dialect.root or ()))

    def _with_reference(
        self, reference: str, rest: dict[str, Json], path: str
    ) -> tuple[Json, str, bool]:
        left = {k: v for k, v in rest.items() if self.dialect.row(k)[0] != "omit"}
        beside: Json = {key: value for key, value in left.items() if well_formed(key, value)}
        if beside and "$ref" not in self.dialect.alone:
            beside = self.lowering.node(beside, path)
            if type(beside) is not dict:
                return beside, path, True  # nothing fits what stands beside it
        return {"$ref": self.lowering.reference(reference), **beside}, path, True

    def _inlined(self, spot: Spot, rest: dict[str, Json], path: str) -> Found:
        if type(spot.schema) is dict:
            self.within.append(spot.pointer)
        if not rest or all(self.dialect.row(key)[0] == "omit" for key in rest):
            return without_definitions(spot.schema), spot.pointer
        return self._both(rest, without_definitions(spot.schema), path, spot.pointer), path

    def _cut(self, spot: Spot, rest: dict[str, Json], path: str) -> dict[str, Json]:
        """What stands where a schema is inside of itself, and that cannot be said."""
        why = "a schema inside of itself ends here: what is below may be anything"
        self.lowering.lose(f"{path}/$ref", "recursive", why)
        kinds = kinds_of(spot.schema)
        says = {k: v for k, v in rest.items() if k in SILENT}
        return {**says, "type": "object"} if kinds == {"object"} else says

    # -- allOf

    def _opened(self, schema: Json, path: str, inlines: bool = True) -> Found:
        """A schema without ``allOf`` and without a reference at its top."""
        path = self.lowering.origins.of(schema, path)
        while type(schema := self._respelled(schema, path)) is dict:
            if inlines and "$ref" in schema:
                rest = {k: v for k, v in schema.items() if k != "$ref" and k not in DEFINITIONS}
                spot = self.lowering.definitions.references.spot(schema, schema["$ref"])
                if spot is None:
                    self.lowering.lose(f"{path}/$ref", "reference", "it leads nowhere in here")
                    schema = rest
                elif spot.pointer in self.within:
                    schema = self._cut(spot, rest, path)
                else:
                    schema, path = self._inlined(spot, rest, path)
            elif "allOf" in schema:
                schema = self._folded(schema, path)
            else:
                return schema, path
        return schema, path

    def _folded(self, schema: dict[str, Any], path: str) -> Json:
        rest = {key: value for key, value in schema.items() if key != "allOf"}
        arms = schema["allOf"] if type(schema["allOf"]) is list else []
        found: Json = {}
        around, opened_here = [*self.within], list[str]()
        for at, arm in enumerate(arms):
            self.within[len(around) :] = []  # arms stand beside each other, not inside
            opened, place = self._opened(arm, f"{path}/allOf/{at}")
            opened_here += self.within[len(around) :]
            if type(opened) not in (dict, bool):
                self.lowering.lose(place, "malformed", "a schema is an object, or true or false")
                continue
            found = self._both(found, opened, path, place)
        self.within[len(around) :] = opened_here
        return self._both(rest, found, path, path)

    def _both(self, one: Json, other: Json, path: str, place: str) -> Json:
        if type(other) is dict:
            other = without_definitions(other)
        found, lost = intersected(one, other)
        for key in lost:
            why = "another schema says it of the same values, and there is no word for both"
            self.lowering.lose(f"{place}/{escaped(key)}", "unmerged", why)
        return found

    # -- anyOf, and types that are several

    def _alternatives(self, schema: dict[str, Any], path: str) -> Json:
        """A schema whose alternatives are as the dialect has them, or the schema itself."""
        if self.dialect.types != "list":
            schema = self.lowering.of_types_there_are(schema, path)
            schema = self._single(self._with_types(schema))
        arms = schema.get("anyOf")
        if type(arms) is not list or not arms:
            return schema
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        if self.dialect.types == "nullable":
            left = [arm for arm in arms if not _is_null(arm)]
            if left and len(left) < len(arms):
                null = {"nullable": True} if _takes_null(rest) else {}
                return {**rest, **null, "anyOf": left}
        if self.dialect.rows["anyOf"][0] != "keep":
            return self._without_null(schema, rest, arms, path)
        alone = self.dialect.alone.get("anyOf")
        if alone is None:
            return schema
        beside = {k: v for k, v in rest.items() if k not in alone and k not in DEFINITIONS}
        if len(arms) == 1:
            return {"allOf": [arms[0]], **rest}
        if not beside or all(self.dialect.row(key)[0] == "omit" for key in beside):
            return schema
        outer = {key: value for key, value in rest.items() if key not in beside}
        return {**outer, "anyOf": [{"allOf": [arm, beside]} for arm in arms]}

    def _with_types(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The types that a schema speaks of, named if they are several, or those of its values."""
        if not schema.keys().isdisjoint(self.typed):
            return schema
        if self.dialect.untyped is None:
            return _with_type_of_values(schema)
        kinds = kinds_of(schema)
        names = [name for name in TYPES if name in kinds]
        return {**schema, "type": names} if len(names) > 1 else schema

    def _fitting(self, schema: dict[str, Any]) -> Json:
        """The values that a schema lists, as far as its type lets them through."""
        names, listed = type_names(schema), schema.get("enum")
        if self.dialect.enum == "any" or type(listed) is not list or not listed:
            return schema
        if "const" in schema:
            rest = {key: value for key, value in schema.items() if key != "enum"}
            return rest if any(alike(schema["const"], value) for value in listed) else False
        if not names:
            return schema
        if schema.get("nullable") is True:
            names = [*names, "null"]
        fitting = [value for value in listed if of_types(value, names)]
        if len(fitting) == len(listed):
            return schema
        return {**schema, "enum": fitting} if fitting else False

    def _without_null(
        self, schema: dict[str, Any], rest: dict[str, Json], arms: list[Json], path: str
    ) -> dict[str, Json]:
        """Where no alternatives can be said: the only one beside null, if there is one."""
        left = [arm for arm in arms if not _is_null(arm)]
        if len(left) != 1:
            return schema
        if len(left) < len(arms):
            self.lowering.lose(f"{path}/anyOf", "narrowed", "null is no value here")
        return {"allOf": left, **rest}

    def _single(self, schema: dict[str, Any]) -> dict[str, Any]:
        """One type for a schema: null is said beside it, others are alternatives."""
        if type(schema.get("type")) is not list:
            return schema
        names = type_names(schema) or []
        schema = dict(schema)
        if "null" in names and self.dialect.types == "nullable" and len(names) > 1:
            names = [name for name in names if name != "null"]
            schema["nullable"] = True
            if type(schema.get("enum")) is list:
                schema["enum"] = [value for value in schema["enum"] if value is not None]
        if len(names) < 2:
            schema["type"] = names[0]
            return schema
        del schema["type"]
        about = {key: schema.pop(key) for key in [*schema] if key in OF_TYPE}
        listed = schema.pop("enum", None)
        arms = []
        for name in names:
            number = "number" if name == "integer" else name
            arm = {"type": name, **{k: v for k, v in about.items() if OF_TYPE[k] == number}}
            if type(listed) is list:
                arm["enum"] = [v for v in listed if kind_of(v) == name or number == _number(v)]
                if not arm["enum"]:
                    continue
            arms.append(arm)
        if "anyOf" in schema:
            schema["allOf"] = [*schema.get("allOf", []), {"anyOf": schema.pop("anyOf")}]
        schema["anyOf"] = arms
        return schema

    # -- the root

    def rooted(self, schema: dict[str, Any]) -> Found:
        """The root as the dialect wants it: an object, and nothing that it may not say there."""
        without = self.dialect.root or ()
        path = ""
        schema = self._respelled(schema, path)
        if type(schema) is not dict:
            schema = {"type": []}
        if any(key in schema and self._opens(key) for key in ("$ref", "allOf")):
            opened, path = self._opened(schema, path)
            schema = opened if type(opened) is dict else {"type": []}
        words = {}
        for key in without:
            if key in ("anyOf", "oneOf") and type(schema.get(key)) is list:
                schema = self._flat(schema, key, path)
            elif key in schema:
                words[key] = schema[key]
                schema = {word: value for word, value in schema.items() if word != key}
                self.lowering.lose(f"{path}/{key}", "described", "only the description says it")
        if type_names(schema) is not None and "object" not in (type_names(schema) or []):
            raise ToolwireError(f"{path}/type", "unsupported", "an object at the top")
        if words:
            schema = {**schema, "description": description_with(schema.get("description"), words)}
        return ({"type": "object", **schema} | {"type": "object"}), path

    def _opens(self, key: str) -> bool:
        """Whether what stands at the root is made one with it, so that it names its type."""
        if key in (self.dialect.root or ()) or key in self.dialect.alone:
            return True
        return self.inlines if key == "$ref" else self.merges

    def _flat(self, schema: dict[str, Any], key: str, path: str) -> dict[str, Any]:
        """Alternatives as one object that has the members of each, none of them demanded."""
        self.lowering.lose(f"{path}/{key}", "flattened", "members of several schemas are in one")
        rest = {word: value for word, value in schema.items() if word != key}
        arms = [self._opened(arm, f"{path}/{key}/{at}")[0] for at, arm in enumerate(schema[key])]
        arms = [a for a in arms if type(a) is dict and kinds_of(a) in ({"object"}, set())]
        members: dict[str, list[Json]] = {}
        needed: list[Json] = []
        for arm in arms:
            properties, required = arm.get("properties"), arm.get("required")
            for name, inner in properties.items() if type(properties) is dict else ():
                schemas = members.setdefault(name, [])
                if not any(alike(inner, other) for other in schemas):
                    schemas.append(inner)
            needed.append(required if type(required) is list else [])
        flat: dict[str, Json] = {
            "properties": {
                name: schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
                for name, schemas in members.items()
            }
        }
        if needed and (common := [n for n in needed[0] if all(n in one for one in needed)]):
            flat["required"] = common
        if arms and all(arm.get("additionalProperties") is False for arm in arms):
            flat["additionalProperties"] = False
        found = self._both(rest, flat, path, path)
        return found if type(found) is dict else rest


def _with_type_of_values(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema whose values say of what types they are, if it says it no other way."""
    listed = schema.get("enum")
    if type(listed) is not list or not listed:
        return schema
    kinds = {kind_of(value) for value in listed}
    kinds -= {"integer"} if "number" in kinds else set()
    names = [name for name in TYPES if name in kinds]
    return {**schema, "type": names[0] if len(names) == 1 else names}


def _number(value: Json) -> str:
    return "number" if kind_of(value) == "integer" else kind_of(value)


def _is_null(arm: Json) -> bool:
    return type(arm) is dict and kinds_of(arm) == {"null"} and not arm.keys() & {"anyOf", "allOf"}


def _takes_null(rest: dict[str, Json]) -> bool:
    """Whether null is a value, as far as what stands beside alternatives tells."""
    names, listed = type_names(rest), rest.get("enum")
    if "const" in rest and rest["const"] is not None:
        return False
    if type(listed) is list and None not in listed:
        return False
    return names is None or "null" in names or rest.get("nullable") is True


def _lone(schema: dict[str, Any]) -> dict[str, Any]:
    """A reference that stands in ``allOf`` alone, as one that other keywords stand beside."""
    arms = schema["allOf"]
    if type(arms) is list and len(arms) == 1 and "$ref" not in schema and type(arms[0]) is dict:
        arm = arms[0]
        if arm.keys() == {"$ref"}:
            rest = {key: value for key, value in schema.items() if key != "allOf"}
            return {"$ref": arm["$ref"], **rest}
    return schema


def without_definitions(schema: Json) -> Json:
    if type(schema) is dict and any(key in schema for key in DEFINITIONS):
        return {key: value for key, value in schema.items() if key not in DEFINITIONS}
    return schema
