"""Rules on schema files: what the models, the documentation and all other rules rely on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing.exceptions import Unresolvable

from ..load.schema import REF, Schema
from ..operators.uses import has
from ..resolve.format import ResolvedFormat, ResolvedProject
from ..resolve.paths import follow, records
from ..resolve.problems import Problem, Problems, nearest
from ..resolve.wellformed import Place, broken_definitions, defects, subschemas, walk

WORDED = ("title", "description")


def invalid(project: ResolvedProject) -> Problems:
    return _defects(project, "invalid-schema")


def unsupported(project: ResolvedProject) -> Problems:
    return _defects(project, "unsupported-schema")


def endless(project: ResolvedProject) -> Problems:
    return _defects(project, "endless-type")


def unknown_refs(project: ResolvedProject) -> Problems:
    for schema, _ in project.schemas:
        for defect in defects(schema):
            if defect.kind == "unknown-ref":
                note = nearest(defect.note, schema.defs, "definitions")
                yield Problem(schema.document.at(*defect.place), defect.what, note, defect.fix)


def _defects(project: ResolvedProject, kind: str) -> Problems:
    for schema, _ in project.schemas:
        for defect in defects(schema):
            if defect.kind == kind:
                at = schema.document.at(*defect.place)
                yield Problem(at, defect.what, defect.note, defect.fix)


def titles(project: ResolvedProject) -> Problems:
    """A definition's title is its name; generators of models take the title for the name."""
    for schema, name, definition in _definitions(project):
        title = definition.get("title")
        if title is not None and title != name:
            yield Problem(
                schema.document.at("$defs", name, "title"),
                f"the title {title!r} is not the name of the definition",
                f"it stands under `{name}`",
                f'write `"title": "{name}"`',
            )


def repeated_titles(project: ResolvedProject) -> Problems:
    """Two equal titles in one file would make two classes of one name."""
    for schema, _ in project.schemas:
        first: dict[str, Place] = {}
        places = [(("$defs", name), value) for name, value in schema.defs.items()]
        inner = [
            (where, found)
            for place, definition in places
            for found, where in walk(definition, place)
            if where != place and isinstance(found, dict)
        ]
        for where, found in [*places, *inner]:
            title = found.get("title")
            if not isinstance(title, str):
                continue
            if title in first:
                yield Problem(
                    schema.document.at(*where, "title"),
                    f"the title {title!r} stands twice in this schema",
                    f"first at {schema.document.at(*first[title]).short}",
                    "a title of its own, or none",
                )
            first.setdefault(title, where)


def missing_words(project: ResolvedProject) -> Problems:
    """Every definition says what it is; those of the intermediate format show one, too."""
    for schema, name, definition in _definitions(project):
        wanted = (*WORDED, "examples") if schema is project.project.intermediate else WORDED
        for key in wanted:
            if not definition.get(key):
                yield Problem(
                    schema.document.at("$defs", name),
                    f"`{name}` has no {key}",
                    "",
                    f"add `{key}`",
                )


def inline_objects(project: ResolvedProject) -> Problems:
    """An object without a name has no type of its own in the models, and no lens."""
    for schema, _ in project.schemas:
        for name, definition in schema.defs.items():
            for inner, where in _described(definition, ("$defs", name)):
                if len(where) > 2 and isinstance(inner, dict) and "properties" in inner:
                    yield Problem(
                        schema.document.at(*where),
                        f"an object without a name, inside `{name}`",
                        "",
                        f"make it a definition and refer to it by `{REF}<name>`",
                    )


def _described(schema: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    """The schemas that say what a value is, and not only what it must not be."""
    yield schema, place
    if isinstance(schema, dict):
        shown = {k: schema[k] for k in ("properties", "items", "anyOf") if k in schema}
        shown |= {k: v for k, v in schema.items() if k == "additionalProperties"}
        for inner, where in subschemas(shown, place):
            yield from _described(inner, where)


def examples(project: ResolvedProject) -> Problems:
    """An example that does not validate teaches something wrong; and so does a default."""
    for schema, _ in project.schemas:
        broken = broken_definitions(schema)
        sound = {name: value for name, value in schema.defs.items() if name not in broken}
        defs = {**dict.fromkeys(schema.defs, True), **sound}
        for name, definition in sound.items():
            for inner, place in walk(definition, ("$defs", name)):
                if isinstance(inner, dict):
                    yield from _examples(schema, defs, inner, place)


SHOWN = {"examples": "example", "x-own": "value of its own", "default": "default"}
"""Keywords with values of the schema they stand in, and what one of these is."""


def _examples(schema: Schema, defs: dict[str, Any], inner: Any, place: Place) -> Problems:
    for word, what in SHOWN.items():
        if word not in inner:
            continue
        values: list[tuple[tuple[int, ...], Any]] = [((), inner[word])]
        if word == "x-own" and inner[word] is not True and not isinstance(inner[word], list):
            at, note = schema.document.at(*place, word), "true: whatever stands here is its own"
            yield Problem(at, f"`{word}` is no list of values", note, "write a list, or true")
        if word != "default":
            listed = inner[word] if isinstance(inner[word], list) else ()
            values = [((index,), value) for index, value in enumerate(listed)]
        yield from _shown(schema, {**inner, "$defs": defs}, values, (*place, word), what)


def _shown(
    schema: Schema,
    inner: dict[str, Any],
    values: list[tuple[tuple[int, ...], Any]],
    place: Place,
    what: str,
) -> Problems:
    validator = Draft202012Validator(inner)
    for index, example in values:
        try:
            errors = list(validator.iter_errors(example))
        except (Unresolvable, RecursionError) as failure:
            errors = [ValidationError(f"cannot be checked: {type(failure).__name__}")]
        for error in errors[:1]:
            where = "/".join(map(str, error.absolute_path))
            yield Problem(
                schema.document.at(*place, *index),
                f"this {what} does not validate: {error.message[:120]}",
                f"at /{where}" if where else "",
                f"mend the {what.split()[0]}, or the schema",
            )


def closed_unions(project: ResolvedProject) -> Problems:
    """A wire grows new arms: a union without room for them cannot carry what it does not know.

    Where a text or an object that says one is read, there is no room: what says none is refused.
    """
    for format_ in project.formats:
        schema = format_.wire
        texts = [*_places_of_texts(format_)]
        read = {lens.lens.wire for lens in format_.lenses}
        for name, definition in schema.defs.items():
            for inner, where in _described(definition, ("$defs", name)):
                if not isinstance(inner, dict) or "anyOf" not in inner:
                    continue
                if any(inner is text for text in texts):
                    continue
                shapes = schema.shapes(inner)
                arms = dict.fromkeys(records(shapes))
                room = any(
                    s.kind == "any" or (s.json_type == "object" and s.kind != "record")
                    for s in shapes
                )
                if len(arms) > 1 and not room:
                    yield Problem(
                        schema.document.at(*where),
                        f"this union in `{name}` has no room for an arm not known yet",
                        f"its arms: {', '.join(arms)}",
                        _room(schema, [name for name in arms if name not in read]),
                    )


def _places_of_texts(one: ResolvedFormat) -> Iterator[Any]:
    """The schemas of places where one object may stand for its text."""
    for lens in one.lenses:
        for slot in lens.slots:
            path = slot.target.path
            if path and has(slot.target, lambda d: d.objects):
                for name in records(follow(one.wire, lens.lens.wire, path[:-1]).shapes):
                    yield one.wire.target(one.wire.properties(name).get(path[-1], {}))


def _room(schema: Schema, arms: list[str]) -> str:
    """What makes room in a union for an arm that nobody knows: one that no lens reads."""
    catch_all = next((name for name in arms if "not" in schema.defs.get(name, {})), "")
    if catch_all:
        return f"leave `properties` out of `{catch_all}`: with these it is one more known type"
    return "add a definition for the rest: `type: object` and a `not`"


def closed_records(project: ResolvedProject) -> Problems:
    """A wire grows new keys: a closed record would make them errors."""
    for format_ in project.formats:
        schema = format_.format.schema
        for name, definition in schema.defs.items():
            if definition.get("additionalProperties") is False:
                yield Problem(
                    schema.document.at("$defs", name, "additionalProperties"),
                    f"`{name}` forbids keys that are not known yet",
                    "",
                    "leave out `additionalProperties`",
                )


def _definitions(project: ResolvedProject) -> Iterator[tuple[Schema, str, dict[str, Any]]]:
    for schema, _ in project.schemas:
        for name, definition in schema.defs.items():
            yield schema, name, definition
