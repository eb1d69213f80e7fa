"""A schema said in a dialect: each keyword by its row, every schema below it the same way.

What several schemas say in one place (references, ``allOf``) is one schema before its keywords are
gone through, so that a row is asked of what holds there.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from .definitions import Definitions
from .errors import Loss, ToolwireError
from .keywords import (
    DEFINITIONS,
    NAMED,
    RESOURCES,
    SCHEMA,
    SCHEMAS,
    SILENT,
    type_names,
    well_formed,
)
from .member_names import MemberNames
from .merging import alike
from .misfit import escaped, unescaped
from .origins import Origins
from .references import Spot
from .respelling import exclusive, respelled
from .shaping import said_in_arms, shaped, spliced
from .united import United, without_definitions
from .wording import description_with

if TYPE_CHECKING:
    from .dialect import Dialect

Json = Any
LATEST = "https://json-schema.org/draft/2020-12/schema"
MOST = 20_000
"""So many schemas may become of one: references to references can double it without end."""


class Lowering:
    """One schema on its way into one dialect."""

    def __init__(self, root: dict[str, Any], dialect: Dialect) -> None:
        self.root, self.dialect = root, dialect
        self.losses: dict[Loss, None] = {}
        self.left = MOST
        self.origins = Origins(root)
        self.optional = False
        #: the lists of alternatives of which any may fit, by their ids
        self.overlapping: dict[int, Json] = {}
        #: whether all references are made anew, and lead to definitions of the root
        self.rewrites = "$ref" in dialect.alone
        self.definitions = Definitions(self)
        self.united = United(self)
        self.names = None if dialect.member is None else MemberNames(self)

    def result(self) -> tuple[dict[str, Any], list[Loss]]:
        """The schema in the dialect, and what it no longer says."""
        schema, path = self.root, ""
        if self.dialect.root is not None:
            schema, path = self.united.rooted(schema)
        lowered = self.node(without_definitions(schema), path)
        if type(lowered) is not dict:
            raise ToolwireError(path, "unsupported", "a schema that some value fits")
        if self.rewrites and "$id" in self.dialect.keywords & schema.keys():
            self._identified(lowered, schema["$id"])
        self.definitions.attach(lowered)
        if not alike(lowered.get("$schema"), LATEST) and not alike(lowered, self.root):
            lowered.pop("$schema", None)  # of an older draft: what is changed is of the latest
        losses = [*self.losses]
        if not losses and alike(lowered, self.root):
            return self.root, []
        return lowered, losses

    def _identified(self, lowered: dict[str, Any], name: Json) -> None:
        """Give the root its own name again; schemas below have none that references may need."""
        if well_formed("$id", name):
            lowered["$id"] = name
        else:
            self.lose("/$id", "malformed", "this is no value of $id")

    def lose(self, path: str, code: str, reason: str) -> None:
        self.losses[Loss(self.origins.place_of(path), code, reason)] = None

    # -- one schema

    def node(self, schema: Json, path: str) -> Json:
        """A schema and all below it. False where no value fits it, which is its holder's to say."""
        self.left -= 1
        path = self.origins.of(schema, path)
        if self.left < 0:
            what = "a schema with fewer references to references: written out it is too long"
            raise ToolwireError(path, "unsupported", what)
        if schema is True and not self.dialect.booleans:
            schema = {}
        if type(schema) is bool:
            return schema
        if type(schema) is not dict:
            self.lose(path, "malformed", "a schema is an object, or true or false")
            return self.node({}, path)
        entered = len(self.united.within)
        schema, path, done = self.united.whole(schema, path)
        schema = {} if schema is True else schema
        lowered = schema if done or schema is False else self._written(schema, path)
        del self.united.within[entered:]
        return lowered

    def _written(self, schema: dict[str, Any], path: str) -> Json:
        out: dict[str, Any] = {}
        words: dict[str, Json] = {}
        ready: dict[str, Json] = {}
        if id(schema.get("oneOf")) in self.overlapping:
            return self._with_any(schema, path)
        for key in ("anyOf", "oneOf"):
            if key in self.dialect.keywords and well_formed(key, schema.get(key)):
                left = self._arms(key, schema[key], f"{path}/{key}")
                if not left:
                    return False
                if len(left) == 1 < len(schema[key]) and key in self.dialect.alone:
                    return self._only(schema, left[0][0], path)
                ready[key] = [lowered for _, lowered in left]
                if key in self.dialect.alone:
                    ready[key] = spliced(ready[key])
        if "oneOf" in ready and not self._tells_apart(schema["oneOf"], ready["oneOf"], path):
            return self._with_any(schema, path)
        for key, value in schema.items():
            if self.rewrites and (key in DEFINITIONS or key in RESOURCES):
                continue  # what references lead to here is a definition of the root
            place = f"{path}/{escaped(str(key))}"
            action, more = self.dialect.row(key)
            if action == "omit" or self._implied(key, value):
                continue
            if not well_formed(key, value):
                self.lose(place, "malformed", f"this is no value of {key}")
            elif action == "keep" and self.dialect.allows(key, schema):
                out[key] = ready[key] if key in ready else self._lowered(key, value, place, schema)
            elif action == "drop":
                self.lose(place, "dropped", more)
            elif action == "refuse":
                place = self.origins.place_of(place)
                raise ToolwireError(place, "unsupported", f"no {key}: {more}")
            else:
                words[key] = value
                if key not in SILENT:
                    self.lose(place, "described", "only the description says it, for the model")
        shaped_out = shaped(self, out, words, schema, path)
        if words and type(shaped_out) is dict:
            shaped_out["description"] = description_with(shaped_out.get("description"), words)
        alone = self.dialect.alone.get("anyOf")
        if alone is not None and "anyOf" in shaped_out:
            return said_in_arms(shaped_out, alone)
        return shaped_out

    def of_types_there_are(self, schema: dict[str, Any], path: str) -> dict[str, Any]:
        """A schema without a word on its types that names none: its values may say them."""
        wrong: dict[str, str] = {}
        if "type" in schema and not type_names(schema):
            wrong["type"] = f"{schema['type']!r} is no type"
        if "anyOf" in schema and not well_formed("anyOf", schema["anyOf"]):
            wrong["anyOf"] = "this is no value of anyOf"
        for key, why in wrong.items():
            self.lose(f"{path}/{key}", "malformed", why)
        return {key: schema[key] for key in schema if key not in wrong} if wrong else schema

    def _only(self, schema: dict[str, Any], arm: Json, path: str) -> Json:
        """A schema whose other alternatives nothing fits: it says what the one says."""
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        return self.node({**rest, "allOf": [arm]}, path)

    def _with_any(self, schema: dict[str, Any], path: str) -> Json:
        """A schema of whose alternatives any may fit from now on."""
        self.overlapping[id(schema["oneOf"])] = schema["oneOf"]
        return self.node(respelled(schema, {"oneOf": "anyOf"}, lambda *why: None), path)

    def _tells_apart(self, arms: list[Json], lowered: list[Json], path: str) -> bool:
        """Whether what fitted one of these alone does so still; else any of them is to fit."""
        if exclusive([self.definitions.opened(arm) for arm in lowered]):
            return True
        reached = self.definitions.references.reached(Spot({"anyOf": arms}, ""))
        if alike(arms, lowered) and not any(self._lost(pointer) for pointer in reached):
            return True
        why = "a value may fit several of these here, and not just one"
        self.lose(f"{path}/oneOf", "overlap", why)
        return False

    def _lost(self, pointer: str) -> bool:
        """Whether something is lost at a place, or below it."""
        return any(f"{loss.path}/".startswith(f"{pointer}/") for loss in self.losses)

    def _implied(self, key: str, value: Json) -> bool:
        return key in self.dialect.implied and value in self.dialect.implied[key]

    def member(self, name: str) -> str:
        """A member's name as the dialect has it: it depends on nothing else in the schema."""
        limit = self.dialect.member
        return name if limit is None or limit.fits(name) else limit.other(name)

    def reference(self, reference: str) -> str:
        """A reference that leads on through members that are called otherwise."""
        steps = reference.split("/")
        for at, (before, step) in enumerate(pairwise(steps), 1):
            name = unescaped(unquote(step))
            if before in ("properties", "dependentSchemas") and self.member(name) != name:
                steps[at] = self.member(name)  # of such letters as stand anywhere
        return "/".join(steps)

    # -- what stands below

    def _lowered(self, key: str, value: Json, place: str, schema: dict[str, Any]) -> Json:
        if key == "additionalProperties" and (type(value) is bool or self._closes(schema)):
            return value
        if key in SCHEMAS:
            return [lowered for _, lowered in self._arms(key, value, place)]
        if key == "properties":
            return self._properties(value, place, schema)
        if key in NAMED:
            call = self._named_so(key, place, schema)
            return {call(n): self.child(value[n], f"{place}/{escaped(n)}") for n in value}
        if key == "propertyNames" and self.names is not None:
            value = self.names.of(schema).schema(value, place)
        if key == "required":
            return [*dict.fromkeys(map(self.member, value))]
        if key == "dependentRequired":
            return {self.member(n): [*map(self.member, value[n])] for n in value}
        if key in SCHEMA:
            lowered = self.child(value, place)
            if key in ("not", "if", "contains") and not alike(lowered, value):
                self.lose(place, "changed", "what it is about is said otherwise here")
            return lowered
        return value

    def _named_so(
        self, key: str, place: str, schema: dict[str, Any]
    ) -> Callable[[str], str]:
        """What names of schemas become that a keyword holds."""
        if key == "patternProperties" and self.names is not None:
            pattern = self.names.of(schema).pattern
            return lambda name: pattern(name, f"{place}/{escaped(name)}")
        return self.member if key == "dependentSchemas" else str

    def named(self, name: Json, place: str) -> Json:
        """A member's name as the dialect has it; that it has another is told."""
        ours = self.member(name) if type(name) is str else name
        if ours != name:
            self.lose(place, "renamed", f"it goes as {ours!r}")
        return ours

    def _closes(self, schema: dict[str, Any]) -> bool:
        """Whether other members than it names are shut out of an object, whatever it says."""
        object_ = self.dialect.untyped is not None or "object" in (type_names(schema) or [])
        return "closed" in self.dialect.objects and object_

    def child(self, schema: Json, path: str) -> Json:
        """A schema below another, which something fits."""
        lowered = self.node(schema, path)
        return self.never(path) if lowered is False else lowered

    def never(self, path: str) -> Json:
        """What stands for a schema that no value fits."""
        if self.dialect.booleans:
            return False
        self.lose(path, "impossible", "no value fits here, which cannot be said")
        return self.node({}, path)

    def _arms(self, key: str, value: list[Json], place: str) -> list[tuple[Json, Json]]:
        """Schemas of a list and what each is lowered to; what nothing fits is no alternative."""
        found: list[tuple[Json, Json]] = []
        for at, arm in enumerate(value):
            losses = dict(self.losses)
            lowered = self.node(arm, f"{place}/{at}")
            if lowered is False and not self.dialect.booleans:
                if key != "prefixItems":
                    self.losses = losses
                    continue
                lowered = self.never(f"{place}/{at}")
            found.append((arm, lowered))
        return found

    def _properties(self, value: dict[str, Json], place: str, schema: dict[str, Any]) -> Json:
        before = self.optional
        required = schema.get("required")
        needed = required if type(required) is list else []
        found = {}
        for name, inner in value.items():
            self.optional = before or name not in needed
            lowered = self.node(inner, f"{place}/{escaped(str(name))}")
            # What is not named in a closed object cannot be there either.
            if lowered is False and not self.dialect.booleans:
                if "closed" in self.dialect.objects and name not in needed:
                    continue
                lowered = self.never(f"{place}/{escaped(str(name))}")
            where = self.origins.of(inner, f"{place}/{escaped(str(name))}")
            found[self.named(name, where)] = lowered
        self.optional = before
        return found
