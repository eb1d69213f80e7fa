"""What a wire's schema says of keys that are as good as not said.

A key with its documented ``default`` says no more than one that is left out, and ``x-own`` lists
values that tell its own API alone something: on another wire neither is a loss. Nor is an object
that holds what rows read, and holds none of it. Where ``x-own`` is true, all values are such: they
say how a reply came about (when, by what, for how much), and that is told as harmless.

Under ``$`` stand the records whose texts are a field, and where they have it: of a list of them the
form keeps all that they say, and what is beside the texts goes nowhere but home. So it is with an
object without an overlay of its own, such as a choice: there stand the keys that are read of it.
"""

from __future__ import annotations

from typing import Any

from ..load.schema import Schema
from ..load.transform import Lens
from ..operators.registry import OPERATORS
from ..resolve.format import ResolvedFormat
from ..resolve.paths import follow, lens_names, records, through

Usual = dict[str, Any]
"""Of a key: the values that say nothing (``""``), whether all are its API's own (``"*"``), and the
same of the keys inside of it.
"""
DEEPEST = 4
OWN = "*"
FORM = "$"
READ = "as"
"""Of a row, under ``$``: the keys that are read of an object which the form keeps as it came."""


def usual(format_: ResolvedFormat) -> dict[str, Usual]:
    """By the type of an intermediate value: what of its overlay is as good as not there."""
    found: dict[str, Usual] = {}
    for lens in format_.transform.lenses:
        keys = _both(_keys(format_.wire, lens.wire, DEEPEST), _holders(format_.wire, lens))
        if in_form := _both(_pieces(format_.wire, lens), _read_keys(format_, lens)):
            keys = {**keys, FORM: in_form}
        if keys:
            found[lens.inter] = _both(found.get(lens.inter, {}), keys)
    return {name: found[name] for name in sorted(found)}


def _keys(schema: Schema, name: str, depth: int) -> Usual:
    found: Usual = {}
    for key, keywords in schema.properties(name).items():
        inner: Usual = {}
        for one in _objects(schema, keywords) if depth else ():
            inner = _both(inner, _keys(schema, one, depth - 1))
        own = keywords.get("x-own")
        values = [keywords["default"]] if "default" in keywords else []
        values += own if isinstance(own, list) else []
        if values:
            inner = {**inner, "": values}
        if own is True:
            inner = {**inner, OWN: True}
        if inner:
            found[key] = inner
    return found


def _pieces(schema: Schema, lens: Lens) -> Usual:
    """By the name of a row: the constants of records whose texts it is, and the way to the text.

    Behind these stands in which objects its field is, where it is in some.
    """
    found: Usual = {}
    for row in lens.all_rows:
        for one in (one for target in row.targets for one in target.operators):
            texts = OPERATORS[one.name].texts(one.args) if one.name in OPERATORS else ()
            if texts:
                record, path = texts
                kind = [dict(schema.tags(record)), path.split("."), *row.fields[0][:-1]]
                found.setdefault(row.name, {}).setdefault("", []).append(kind)
    return found


def _read_keys(format_: ResolvedFormat, lens: Lens) -> Usual:
    """By the name of a row: the keys read of an object that has no overlay of its own."""
    found: Usual = {}
    for row in lens.all_rows:
        if len(row.fields) != 1:
            continue
        inter = lens_names(format_.inter_shapes(lens.inter, row.fields[0]))
        for target in row.targets:
            wire = lens_names(format_.wire_shapes(lens.wire, target.path))
            lenses = [view.lens for view in format_.lenses_between(inter, wire)]
            if lenses and not any(one.keeps for one in lenses):
                keys: Usual = {}
                for one in lenses:
                    keys = _both(keys, _read_of(format_.wire, one))
                if keys:
                    found[row.name] = _both(found.get(row.name, {}), {READ: keys})
    return found


def _read_of(schema: Schema, lens: Lens) -> Usual:
    """The keys that a lens reads of its object, and what is read of the objects under these."""
    found: Usual = {key: {} for key in schema.tags(lens.wire)}
    paths = [given.path for given in lens.givens]
    paths += [target.path for row in lens.all_rows for target in row.targets]
    for path in paths:
        at = _opened(found, path)
        inner = records(through(follow(schema, lens.wire, path).shapes)) if path else []
        at.update(_both(at, _all_of(schema, inner, DEEPEST)))
    return found


def _all_of(schema: Schema, names: list[str], depth: int) -> Usual:
    """All keys that the schema knows of some objects."""
    found: Usual = {}
    for name in names if depth else ():
        for key, keywords in schema.properties(name).items():
            inner = _all_of(schema, _objects(schema, keywords), depth - 1)
            found[key] = _both(found.get(key, {}), inner)
    return found


def _objects(schema: Schema, keywords: dict[str, Any]) -> list[str]:
    """The types of the objects that a key holds, by itself or in a list."""
    return records(through(schema.shapes(keywords)))


def _holders(schema: Schema, lens: Lens) -> Usual:
    """The objects in which rows have their keys, as far as they may be empty."""
    found: Usual = {}
    paths = [target.path for row in lens.all_rows for target in row.targets]
    for path in sorted({whole[:depth] for whole in paths for depth in range(1, len(whole))}):
        types = records(follow(schema, lens.wire, path).shapes)
        if not any(map(schema.required, types)) and "0" not in path:
            _opened(found, path)
    return found


def _opened(found: Usual, path: tuple[str, ...]) -> Usual:
    """What stands at a path, which there is from now on."""
    for key in path:
        found = found.setdefault(key, {})
    return found


def _both(one: Usual, other: Usual) -> Usual:
    """What either says; values are joined."""
    found = {**one}
    for key, inner in other.items():
        if key == OWN:
            found[key] = inner
        elif key == "":
            found[key] = [*found.get(key, ()), *(v for v in inner if v not in found.get(key, ()))]
        else:
            found[key] = _both(found.get(key, {}), inner)
    return found
