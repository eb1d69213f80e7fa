"""One wire object while it is read: the objects inside it, what is taken, what is left over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from toolwire_codegen.load.transform import Given, Lens, Row, Target

from .calls import Calls
from .jsontext import is_constant
from .landing import block_keys
from .notes import Notes
from .overlay import camel
from .spec import Declined, Path, demand
from .use import Use

if TYPE_CHECKING:
    from .adapter import Interpreter

Json = Any


def places(target: Target) -> list[Target]:
    """A target for each place that its value stands in."""
    return [replace(target, path=path, more=()) for path in target.paths]


def _counted(w: Json, path: Path) -> Json:
    """An object with an integer for the whole float at a path; itself, where there is none."""
    if type(w) is not dict or path[0] not in w:
        return w
    if len(path) > 1:
        inner = _counted(w[path[0]], path[1:])
        return w if inner is w[path[0]] else {**w, path[0]: inner}
    value = w[path[0]]
    fits = type(value) is float and value.is_integer() and abs(value) <= 2**53
    return {**w, path[0]: int(value)} if fits and repr(value) != "-0.0" else w


class Opened:
    """A wire object (or list) on the way, and what no row has taken of it yet."""

    def __init__(self, value: Json) -> None:
        self.value = value
        self.rest: Json = value.copy()


class Record:
    """A wire object and the value made of it so far, ``x``."""

    def __init__(self, interpreter: Interpreter, lens: Lens, w: Json, calls: Calls) -> None:
        self.interpreter, self.spec, self.lens = interpreter, interpreter.spec, lens
        self.place = interpreter.place
        self.notes = Notes(calls, set())
        self.x: dict[str, Json] = {}
        self.record = lens.inter
        self.opened: dict[Path, Opened] = {}
        for path in self.spec.float_places(lens):
            whole = _counted(w, path)
            if whole is not w:
                floats = (self.notes.form or {}).get("float", [])
                self.notes.form = {**(self.notes.form or {}), "float": [*floats, list(path)]}
            w = whole
        self.whole = w
        self.shared: set[Path] = set()

    # -- wire objects

    def _value_at(self, path: Path) -> bool:
        """Whether a case takes what stands there as it is: then it need be no object."""
        rows = [row for case in self.lens.cases if not case.arm for row in case.rows]
        return any(target.path == path for row in rows for target in row.targets)

    def open(self, path: Path) -> Opened:
        """The wire object at ``path``; one that may be absent reads as an empty one."""
        if path in self.opened:
            return self.opened[path]
        parent, key = self.open(path[:-1]).value, path[-1]
        plain = self._value_at(path)
        must = self.spec.required(self.spec.wire, self.lens.wire, path) and not plain
        if key == "0":
            value = parent[0] if must or parent else {}
            demand(type(value) is dict, "an object")
        else:
            value = parent[key] if must else parent.get(key)
            wanted = list if self.spec.is_list(self.lens.wire, path) else dict
            if (value is None and not must) or (plain and type(value) is not wanted):
                value = wanted()
            if type(value) is not wanted and must and self._either(path):
                raise Declined
            demand(type(value) is wanted, wanted.__name__)
        self.opened[path] = found = Opened(self.filled(self.camel(value, path), path))
        if keys := self.spec.keys_inside(self.lens, path):
            found.rest = {key: found.value[key] for key in keys if key in found.value}
        return found

    def _either(self, path: Path) -> bool:
        """Whether something else may stand there, and no case of the lens is meant for that."""
        shapes = self.spec.shapes(self.spec.wire, self.lens.wire, path)
        other = any(s.kind not in ("record", "object", "array", "null") for s in shapes)
        return other and any(not case.arm for case in self.lens.cases)

    def filled(self, value: Json, path: Path) -> Json:
        """The object with what stands for keys that services leave out."""
        for absent in self.lens.absents:
            *parents, key = absent.path
            if not parents and key in self.spec.kept_keys(self.lens):
                if not path and key not in value:
                    self.notes.absent(key)
                continue
            if tuple(parents) != path or (key in value and value[key] is not None):
                continue
            if key in value and absent.value is None:
                continue
            beside = self.spec.beside(self.lens, absent.path)
            if beside and all(value.get(other) is None for other in beside):
                continue
            self.notes.absent(".".join(absent.path), "null" if key in value else "absent")
            value = {**value, key: absent.value}
        return value

    def camel(self, value: Json, path: Path) -> Json:
        spellings = self.spec.spellings
        respelled = self.spec.is_respelled(self.lens.wire, path)
        if respelled and type(value) is dict and set(spellings) & set(value):
            prefix = "".join(f"{key}." for key in path)
            targets = [p for row in self.lens.all_rows for t in row.targets for p in t.paths]
            depth = len(path)
            inner = {p[depth] for p in targets if p[:depth] == path and len(p) > depth + 1}
            value, self.notes.form = camel(value, spellings, prefix, self.notes.form, inner)
        return value

    def took(self, path: Path, key: str) -> None:
        """A row has taken this key: it is no leftover."""
        if self.spec.keys_inside(self.lens, (*path, key)):
            return  # what is left of it is what its own rows have not taken
        self.open(path).rest.pop(key, None)
        if (*path, key) in self.opened:
            self.opened[*path, key].rest = None

    def raw(self, target: Target) -> Json:
        """The wire value of a target, None where it is not there; of several places, each."""
        if target.more:
            return [self.raw(place) for place in places(target)]
        if keys := self.spec.keys_inside(self.lens, target.path):
            value = self.open(target.path).value
            return {key: item for key, item in value.items() if key not in keys}
        if target.path in self.opened and not self._plain(target.path):
            # Other rows have taken keys of this very object: what they left is the value.
            self.shared.add(target.path)
            return self.opened[target.path].rest
        return self.open(target.path[:-1]).value.get(target.path[-1])

    def _plain(self, path: Path) -> bool:
        """Whether no object stands where one was looked for."""
        value = self.open(path[:-1]).value.get(path[-1]) if path else {}
        return type(value) is not dict and self._value_at(path)

    def took_all(self, use: Use) -> None:
        """A row has taken what stands in its places; null says nothing, and stays."""
        for place in places(use.target):
            if not use.target.more or self.raw(place) is not None:
                self.took(place.path[:-1], place.path[-1])

    def present(self, target: Target) -> bool:
        if target.more:
            return any(self.raw(place) is not None for place in places(target))
        return target.path[-1] in self.open(target.path[:-1]).value

    def is_given(self, given: Given) -> bool:
        node = self.open(given.path[:-1]).value
        value = node.get(given.path[-1])
        return any(is_constant(value, constant) for constant in given.values)

    def use(self, row: Row, target: Target | None = None) -> Use:
        """One target of a row (its first), as this value has it."""
        return Use(self.interpreter, self.lens, row, target or row.targets[0], self.record)

    def must(self, row: Row) -> bool:
        """Is the row's field one that is always there?"""
        return self.spec.required(self.spec.inter, self.record, row.fields[0])

    def note_spelling(self, use: Use, value: Json, raw: Json) -> None:
        """Keep the wire's own spelling of a value where ours is another."""
        codec = use.codec
        if codec.spelled and self.lens.keeps and codec.respelled(value, raw, self.notes):
            self.notes.note(use.row.name, {"as": raw})

    def keep(self, row: Row, value: Json) -> None:
        """Set a row's field, and remember the blocks that others ask for."""
        self.put(row.fields[0], value)
        if row.fields[0] == ("message",) and isinstance(value, dict):
            self.notes.blocks = value["content"]
        elif row.fields[0] == ("message", "content"):
            self.notes.blocks = value

    def put(self, path: Path, value: Json) -> None:
        """Set a field; a record on the way gets its own tags."""
        if path == ("tools",):
            self.notes.tools = value
        if len(path) == 1:
            self.x[path[0]] = value
            return
        shapes = self.spec.shapes(self.spec.inter, self.record, path[:1])
        tags = self.spec.inter_tags(shapes[0].name)
        self.x[path[0]] = {**tags, **self.x.get(path[0], {}), path[1]: value}

    # -- leftovers

    def finished(self) -> Json:
        lens, notes = self.lens, self.notes
        if not lens.keeps:
            has = "metadata" in self.spec.inter.properties(self.record)
            if has and notes.form is not None:
                self.x["metadata"] = {self.spec.name: {"$": notes.form}}
            return self.x
        for given in lens.givens:
            self._given(given)
        for path in sorted(self.opened, key=len, reverse=True):
            if path and path[-1] != "0":
                self.leave(path)
        rest = self.opened[()].rest
        form = notes.form
        if "$" in rest:
            form = {**(form or {}), "$": rest["$"]}
        if form is None and not rest and lens.own:
            form = {"own": True}
        keys = block_keys(self.spec, lens)
        if here := [key for key in rest if key != "$" and any(key in ks for ks in keys.values())]:
            form = {**(form or {}), "here": here}
        if form is not None:
            rest["$"] = form
        if rest:
            self.x["metadata"] = {self.spec.name: rest}
        return self.x

    def _given(self, given: Given) -> None:
        """A constant (or a sum) that our encoder writes by itself is no leftover."""
        if given.when and given.when not in self.x:
            return
        node, key = self.open(given.path[:-1]).value, given.path[-1]
        if key not in node:
            self.notes.absent(".".join(given.path))
            return
        if given.numbered:
            expected: Json = f"{given.numbered}{self.place}"
        else:
            expected = given.values[0] if given.values else sum(self.x.get(f, 0) for f in given.sum)
        if is_constant(node[key], expected):
            self.took(given.path[:-1], key)

    def leave(self, path: Path) -> None:
        """Put what is left of an inner object into what is left of the one around it."""
        inner, outer, key = self.opened[path], self.opened[path[:-1]].rest, path[-1]
        if type(inner.value) is list:
            first = self.opened[*path, "0"]
            if first.rest or len(inner.value) > 1 or (inner.value and not first.value):
                outer[key] = [first.rest, *inner.value[1:]]
            elif inner.value:
                del outer[key]
        elif inner.rest:
            outer[key] = inner.rest
        elif inner.rest is not None and (
            inner.value or self.spec.demanded(self.lens.wire, path)
        ):
            del outer[key]
